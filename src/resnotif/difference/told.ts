import { ownTable } from '../../foreign-text.js'
import type { FactChange } from '../comparison/index.js'
import { dayNumber, spanOf } from '../read/index.js'
import { childOf, childrenOf, inOneLine, valueOf, type XmlNode } from '../xml/index.js'
import { nameOfGuest } from './align.js'
import type { Difference, Leaf } from './leaves.js'
import { holds } from './holds.js'
import { nearest } from './above.js'
import { guestOf, roomOf } from './words.js'

/** OpenTravel list AQC, in the words of the facts. */
const AGES = ownTable<string>({ '7': 'infant', '8': 'child', '10': 'adult', '11': 'senior' })
/** What says nothing of its own in an element that is told as new or gone. */
const PLAIN = new Set(['ProfileType=1', 'RateTimeUnit=Day', 'UnitMultiplier=1', 'AgeQualifyingCode=10'])
const CODES = new Set(['RoomTypeCode', 'RatePlanCode', 'NumberOfUnits'])
const DAYS = new Set(['EffectiveDate', 'ExpireDate'])
const OF_GUEST = new Set(['ResGuestRPH', 'GroupEventCode', 'Age', 'AgeQualifyingCode', 'PrimaryIndicator'])

/** The reservation of a value, by its name; undefined where there is but one, or for what is of the message. */
export type WhoseValue = (leaf: Leaf | undefined) => string | undefined

/** Sentences about the booking, to be found by a word that they have. */
export class Sentences {
  private readonly all = new Map<string, FactChange[]>()
  private readonly byWord = new Map<string, FactChange[]>()

  /** @param whose which reservation a value belongs to, where there are several */
  constructor(
    changes: readonly FactChange[],
    readonly whose: WhoseValue = () => undefined,
  ) {
    for (const change of changes) {
      add(this.all, change.about, change)
      for (const word of new Set(wordsOf(change.text))) add(this.byWord, `${change.about} ${word}`, change)
    }
  }

  /** Sentences of a subject that may have all of these words: those of the rarest one. */
  of(about: string, words: readonly string[]): readonly FactChange[] {
    const lists = words.flatMap(wordsOf).map((word) => this.byWord.get(`${about} ${word}`) ?? [])
    return lists.reduce<readonly FactChange[]>(
      (fewest, list) => (list.length < fewest.length ? list : fewest),
      this.all.get(about) ?? [],
    )
  }
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

function add(lists: Map<string, FactChange[]>, key: string, change: FactChange): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [change])
  else list.push(change)
}

/** What of a difference the sentences about the booking do not say. */
export function untold({ whole, leaves }: Difference, sentences: Sentences): Leaf[] {
  const left = leaves.filter((leaf) => !isTold(leaf, sentences))
  if (whole === undefined || left.length === leaves.length) return left
  return left.filter(({ attribute, was, is }) => !PLAIN.has(`${attribute ?? ''}=${(was ?? is)?.shown ?? ''}`))
}

/** Whether sentences of the same subject, guest, room and night have both of its values. */
function isTold({ before, after, attribute, was, is }: Leaf, sentences: Sentences): boolean {
  const nodes = [before?.plain, after?.plain].filter((node) => node !== undefined)
  const [node] = nodes
  if (node === undefined || (was === undefined && is === undefined)) return false
  if (isMoved({ before, after, attribute, was, is })) return false
  const topics = topicsOf(node, attribute)
  // A day that stands in one message only is that of the last of several nights.
  const isDay = DAYS.has(attribute ?? '') && (was === undefined || is === undefined)
  const owners = ownersOf(nodes, isDay)
  const isComposite = attribute === 'ResGuestRPH' || node.name === 'ResGuestRPH' || node.name === 'ResGuestRPHs'
  if (isComposite && was !== undefined && is !== undefined && lineOf(was.shown) !== lineOf(is.shown)) return false
  const reservation = sentences.whose({ before, after })
  const names = owners.filter(({ names: all }) => all.length > 0)
  const isSaidBy = (change: FactChange, words: readonly string[], side: 'before' | 'after'): boolean => {
    const isOfThem = names.every(
      ({ names: all, of }) => !of.includes(change.about) || all.some((one) => holds(change.text, one)),
    )
    const isSided = change.before !== undefined && change.after !== undefined && !isName(attribute)
    const text = isSided ? (change[side] ?? '') : change.text
    const isSameReservation = reservation === change.reservation
    // Whoever has that mark may do anything else.
    const isOfMark = attribute !== 'PrimaryIndicator' || change.text.startsWith('Primary guest')
    return isSameReservation && isOfThem && isOfMark && words.every((word) => holds(text, word))
  }
  // A mere number says who is meant, and who moves is told by name.
  const isOwn = node.name === 'ResGuest' && attribute === 'ResGuestRPH' && (was === undefined || is === undefined)
  const isPointer = isOwn || (node.name === 'ResGuestRPH' && attribute === 'RPH')
  const isOfGuest = (branch: Leaf['before'], value: Leaf['was']): boolean => {
    const name = nameOfGuest(isOwn ? branch?.node : guestReferredTo(branch?.node))
    return (
      value === undefined ||
      (name !== undefined &&
        sentences
          .of('guests', [name])
          .some(
            ({ text, reservation: of }) =>
              of === reservation && VERBS.some((verb) => holds(text.slice(0, Math.max(0, text.indexOf(verb))), name)),
          ))
    )
  }
  if (isPointer && [was, is].every((value) => value === undefined || !value.shown.includes('-')))
    return isOfGuest(before, was) && isOfGuest(after, is)
  const has = (value: Leaf['was'], side: 'before' | 'after'): boolean =>
    value === undefined ||
    spellings(node, attribute, value.shown).some((words) =>
      topics.some((about) => {
        const certain = names.flatMap(({ names: all, of }) => (of.includes(about) && all.length === 1 ? all : []))
        return sentences.of(about, [...certain, ...words]).some((change) => isSaidBy(change, words, side))
      }),
    )
  return has(was, 'before') && has(is, 'after')
}

/** Whether a room rate has other days than it had, and they are not those of its stay: the new days of the stay do not say that, although they may look alike. */
function isMoved({ before, after, attribute, was, is }: Leaf): boolean {
  if (!DAYS.has(attribute ?? '') || was === undefined || is === undefined) return false
  const sides = [
    { node: before?.node, value: was.shown },
    { node: after?.node, value: is.shown },
  ]
  return sides.some(({ node, value }) => {
    if (node?.name !== 'RoomRate') return false
    const span = spanOf(childOf(nearest(node, 'RoomStay'), 'TimeSpan') ?? childOf(globalOf(node), 'TimeSpan'))
    return span !== undefined && dayNumber(value) !== (attribute === 'EffectiveDate' ? span.from : span.to)
  })
}

/** The only guest of the reservation with the number that an element refers to. */
function guestReferredTo(node: XmlNode | undefined): XmlNode | undefined {
  const rph = valueOf(node, 'RPH')
  if (node === undefined || rph === undefined) return undefined
  const guests = childrenOf(childOf(nearest(node, 'HotelReservation'), 'ResGuests'), 'ResGuest')
  const found = guests.filter((guest) => valueOf(guest, 'ResGuestRPH') === rph)
  return found.length === 1 ? found[0] : undefined
}

const globalOf = (node: XmlNode): XmlNode | undefined => childOf(nearest(node, 'HotelReservation'), 'ResGlobalInfo')

/** The codes of a room and its days name the sentence, and stand in front of what was and is. */
const isName = (attribute: string | undefined): boolean =>
  attribute === 'RoomTypeCode' || attribute === 'RatePlanCode' || DAYS.has(attribute ?? '')

/** What somebody does whose name stands in front of it. */
const VERBS = [' moves', ' leaves', ' joins']

const lineOf = (rph: string): string => rph.slice(0, Math.max(0, rph.indexOf('-')))

function topicsOf(node: XmlNode, attribute: string | undefined): string[] {
  const isMoney = attribute !== undefined && /^(?:Amount|CurrencyCode|DecimalPlaces)/.test(attribute)
  const parent = node.parent?.name
  // Its days and its total are not those of the stay.
  if (nearest(node, 'Service') !== undefined && nearest(node, 'Comment') === undefined) return []
  if (attribute === 'ResStatus') return ['status']
  if (attribute === 'RoomID' || attribute === 'RoomStayStatus') return ['rooms']
  if (node.name === 'UniqueID' || node.name === 'HotelReservationID') return ['ids']
  if (node.name === 'BasicPropertyInfo') return ['hotel']
  if (node.name === 'TimeSpan') return ['dates']
  if (node.name === 'GuestCount') return ['guests']
  if (node.name === 'ResGuestRPH' || node.name === 'ResGuestRPHs') return ['rooms', 'guests']
  if (['RoomType', 'RatePlan', 'RoomRate'].includes(node.name) && CODES.has(attribute ?? '')) return ['rooms', 'nights']
  if (['RoomRate', 'Rate'].includes(node.name) && DAYS.has(attribute ?? '')) return ['nights', 'dates']
  if (node.name === 'Rate') return ['nights']
  if (isMoney && (node.name === 'Total' || node.name === 'Base'))
    return parent === 'Rate' ? ['nights'] : node.name === 'Total' ? ['total'] : []
  if (node.name === 'ResGuest' && OF_GUEST.has(attribute ?? '')) return ['guests']
  if (nearest(node, 'Comment') !== undefined && attribute === undefined) return ['comments']
  const isName_ = node.name === 'GivenName' || node.name === 'Surname'
  if (guestOf(node) !== undefined) return isName_ || attribute === 'ProfileType' ? ['guests'] : []
  if (isName_ || node.name === 'Email' || (node.name === 'Telephone' && attribute === 'PhoneNumber')) return ['booker']
  return []
}

/** What else a sentence of these subjects has to name: the guest, the room, the night. */
function ownersOf(nodes: readonly XmlNode[], isDay: boolean): { of: string[]; names: string[] }[] {
  const unique = (of: (node: XmlNode) => string | undefined): string[] => [
    ...new Set(nodes.flatMap((node) => of(node) ?? [])),
  ]
  return [
    { of: ['guests'], names: unique(guestOf) },
    { of: ['rooms', 'nights'], names: unique(roomOf) },
    {
      of: ['nights'],
      names: isDay ? [] : unique((node) => valueOf(nearest(node, 'Rate'), 'EffectiveDate')?.slice(0, 10)),
    },
  ]
}

/** Ways in which a sentence may say a value. */
function spellings(node: XmlNode, attribute: string | undefined, value: string): string[][] {
  const rph = attribute === 'ResGuestRPH' || node.name === 'ResGuestRPH' || node.name === 'ResGuestRPHs'
  const parts = value.split('-').slice(1)
  if (rph) return parts.length > 1 ? [parts] : [[value]]
  if (attribute === 'PrimaryIndicator') {
    if (value === 'true' || value === '1') return [[guestOf(node) ?? value]]
    if (value === 'false' || value === '0') return [[]]
  }
  if (attribute === 'AgeQualifyingCode') return [[AGES[value] ?? value]]
  if (attribute === 'ExpireDate' || attribute === 'End') {
    const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
    if (attribute === 'ExpireDate' && !Number.isNaN(day))
      return [[value], [new Date(day - 86_400_000).toISOString().slice(0, 10)]]
  }
  return [[attribute === undefined ? inOneLine(value) : value]]
}
