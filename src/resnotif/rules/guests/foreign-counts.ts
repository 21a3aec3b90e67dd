import { findingAt, findingOf, type LintFinding } from '../../finding/index.js'
import { type StayNode, wholeNumber } from '../../read/index.js'
import type { GuestReading, ReservationReading } from '../../units/index.js'
import { childOf, childrenOf, descend, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'
import { adultsUnnamed, compareAges, compareCounted, peopleOfAll, peopleOfStays, type SentGuest } from './guest-ages.js'

/** A stranger's RoomStays against the guests that they name: more than are counted, or others. One name for several people is usual. */
export function checkForeignCounts({ style, reservation, guests }: ReservationReading): LintFinding[] {
  if (style === 'composite') return []
  const isReferred = reservation.guests.some(({ rph }) => rph !== undefined)
  const hasCounts = reservation.stays.some((stay) => childOf(stay.node, 'GuestCounts') !== undefined)
  const own = [
    ...(isReferred ? checkEach(reservation, guests) : []),
    ...(isReferred && hasCounts ? [] : checkAll(reservation)),
  ]
  const isTold = own.some(({ rule }) => rule === 'guest-age-mismatch' || rule === 'guest-count-mismatch')
  return [...checkWhole(reservation), ...own, ...(isTold ? [] : checkCounted(reservation))]
}

/** Guests without references are those of all stays together: of the only one, or of one or another. */
function checkAll({ node, stays, guests }: ReservationReading['reservation']): LintFinding[] {
  // What has no name may be a profile that is kept elsewhere, or a company's.
  const sent = guests.filter(({ name }) => name !== '').map((guest) => ({ guest }))
  const hasCounts = stays.some((stay) => childOf(stay.node, 'GuestCounts') !== undefined)
  const holders = hasCounts ? stays.map((stay) => stay.node) : [descend(node, 'ResGlobalInfo')]
  const counts = holders.flatMap((one) => childrenOf(childOf(one, 'GuestCounts'), 'GuestCount'))
  const people = hasCounts
    ? sumOf(stays.map(mostCounted))
    : { most: sumUp(counts.map((one) => wholeNumber(valueOf(one, 'Count')))), isOpen: false }
  if (sent.length === 0 || stays.some((stay) => isCancelled(stay.node))) return []
  return compareSent(counts, people, sent, hasCounts ? peopleIn(stays) : peopleOfAll(node))
}

function checkEach(reservation: ReservationReading['reservation'], guests: readonly GuestReading[]): LintFinding[] {
  const byRph = new Map(guests.map((guest) => [guest.guest.rph?.value, guest]))
  // Of two guests with one reference, which of them is meant is told by another rule.
  if (byRph.size < guests.length) return []
  const stays = new Map(reservation.stays.map((stay) => [stay.node, stay]))
  const named = new Map<StayNode, Set<GuestReading>>()
  for (const { node, value } of reservation.references) {
    const [stay, guest] = [stayAround(node, stays), byRph.get(value)]
    if (stay !== undefined && guest !== undefined) named.set(stay, (named.get(stay) ?? new Set()).add(guest))
  }
  return [
    ...[...named].flatMap(([stay, own]) => checkStay(stay, [...own])),
    ...checkUnnamed(reservation.stays, named, guests, new Set(reservation.references.map(({ value }) => value))),
  ]
}

/** ResGlobalInfo counts everybody, RoomStays their own; whether the guests of each room or of all is often not told. */
function checkWhole({ node, stays }: ReservationReading['reservation']): LintFinding[] {
  const holder = descend(node, 'ResGlobalInfo', 'GuestCounts')
  const counts = childrenOf(holder, 'GuestCount')
  const each = counts.map((one) => wholeNumber(valueOf(one, 'Count')))
  const parts = stays.map(({ guestCount }) => guestCount)
  const { most, isOpen } = sumOf(stays.map(mostCounted))
  const all = [...stays.flatMap((stay) => childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount')), ...counts]
  if (holder === undefined || counts.length === 0 || stays.length === 0 || all.some(isInfant)) return []
  const [whole, part] = [sumUp(each), sumUp(parts)]
  if (whole === undefined || part === undefined || most === undefined) return []
  const told = [part, most]
  if (told.includes(whole) || stays.some((stay) => isCancelled(stay.node))) return []
  const found = [
    findingAt('guest-count-mismatch', counts[0] ?? holder, 'Count', {
      found: `${whole} in ResGlobalInfo`,
      expected: `${[...new Set(told)].join(' or ')}, as the RoomStays count`,
    }),
  ]
  // So many rooms of so many people each make no other number.
  const isSure = whole < part || (stays.length === 1 && part > 0 && whole % part !== 0)
  return isOpen && !isSure ? notedAs(found) : found
}

/** The ages that ResGlobalInfo counts against those of the RoomStays. */
function checkCounted({ node, stays }: ReservationReading['reservation']): LintFinding[] {
  return stays.some((stay) => isCancelled(stay.node)) ? [] : compareCounted(peopleOfAll(node), peopleOfStays(stays))
}

function stayAround(node: XmlNode, stays: ReadonlyMap<XmlNode, StayNode>): StayNode | undefined {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) {
    const stay = stays.get(at)
    if (stay !== undefined) return stay
  }
  return undefined
}

const INFANT = '7'
const isInfant = (node: XmlNode): boolean => valueOf(node, 'AgeQualifyingCode') === INFANT

function checkStay(stay: StayNode, guests: readonly GuestReading[]): LintFinding[] {
  const counts = childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount')
  const found = compareSent(counts, mostCounted(stay), guests, peopleIn([stay]))
  const units = sumUp(stay.products.map((one) => one.units))
  return found.length > 0 || units === undefined || units === 0 ? found : adultsUnnamed(peopleIn([stay]), guests, units)
}

/**
 * More who are sent than are counted, or others. Where it is not told how many rooms the counts are for, what would be a fault of one room is one only if it were of any
 * number of them, and else a note.
 * @param counted all people that the counts may mean
 */
function compareSent(
  counts: readonly XmlNode[],
  { most, isOpen }: Counted,
  guests: readonly SentGuest[],
  people: ReturnType<typeof peopleOfAll>,
): LintFinding[] {
  if (most === undefined) return []
  const found = compareAll(counts, most, guests, people)
  const many = guests.length
  if (!isOpen || found.length === 0) return found
  const ofMany = people.map(({ node, times }) => ({ node, times: times * many }))
  return compareAll(counts, most * many, guests, ofMany).length > 0 ? found : notedAs(found)
}

/** What was found if a RoomStay is for as many rooms as it has products, and is right if it is for more. */
const notedAs = (found: readonly LintFinding[]): LintFinding[] =>
  found.map(({ found: one, expected, node, ...place }) => ({
    ...findingOf('guest-unchecked', place, node),
    ...(one === undefined ? {} : { found: one }),
    ...(expected === undefined ? {} : { expected }),
  }))

function compareAll(
  counts: readonly XmlNode[],
  counted: number,
  guests: readonly SentGuest[],
  people: ReturnType<typeof peopleOfAll>,
): LintFinding[] {
  const [first] = counts
  if (first === undefined || counted === 0) return []
  // Some senders count nobody who sleeps in a cot.
  const sent = counts.some(isInfant) ? guests : guests.filter(({ guest }) => !isInfant(guest.node))
  if (sent.length <= counted) return compareAges(people, sent)
  return [
    findingAt('guest-count-mismatch', first, 'Count', {
      found: `${counted} counted`,
      expected: `${sent.length}, as guests are sent`,
    }),
  ]
}

/** People that counts may mean. */
interface Counted {
  /** Undefined where a count cannot be read. */
  most: number | undefined
  /** They may be those of each room, and how many rooms there are is not told. */
  isOpen: boolean
}

/** People of a RoomStay, of each of its rooms where IsPerRoom says so or says nothing. A product that does not tell its units has one at least. */
function mostCounted({ node, guestCount, products }: StayNode): Counted {
  const isForAll = ['false', '0'].includes(valueOf(childOf(node, 'GuestCounts'), 'IsPerRoom') ?? '')
  if (guestCount === undefined || isForAll) return { most: guestCount, isOpen: false }
  const units = products.map((one) => one.units)
  return {
    most: guestCount * Math.max(1, sumUp(units.map((count) => count ?? 1)) ?? 1),
    isOpen: units.length === 0 || units.includes(undefined),
  }
}

/** The counts of RoomStays, of one room each where it is not told of how many. */
const peopleIn = (stays: readonly StayNode[]): ReturnType<typeof peopleOfAll> =>
  stays.flatMap((stay) => peopleOfStays([stay]) ?? [{ node: stay.node, times: 1 }])

const sumUp = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)

const sumOf = (counted: readonly Counted[]): Counted => ({
  most: sumUp(counted.map(({ most }) => most)),
  isOpen: counted.some(({ isOpen }) => isOpen),
})

/** A guest whom no RoomStay names, where each names some. */
function checkUnnamed(
  stays: readonly StayNode[],
  named: ReadonlyMap<StayNode, unknown>,
  guests: readonly GuestReading[],
  references: ReadonlySet<string>,
): LintFinding[] {
  const isEach = stays.length > 0 && stays.every((stay) => named.has(stay) || isEmpty(stay.node))
  if (!isEach || named.size === 0) return []
  return guests.flatMap(({ guest: { node, rph } }) =>
    rph === undefined || references.has(rph.value)
      ? []
      : [findingAt('rph-unreferenced', node, 'ResGuestRPH', { found: rph.value })],
  )
}

/** A RoomStay that was cancelled needs no guests. */
const isEmpty = (stay: XmlNode): boolean =>
  isCancelled(stay) && ![...walkNodes(stay)].some(({ name }) => name === 'ResGuestRPHs')

const isCancelled = (stay: XmlNode): boolean => /^cancel/i.test(valueOf(stay, 'RoomStayStatus')?.trim() ?? '')
