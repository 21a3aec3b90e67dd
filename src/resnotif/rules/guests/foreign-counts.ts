import { findingAt, type LintFinding } from '../../finding/index.js'
import { type StayNode, wholeNumber } from '../../read/index.js'
import type { GuestReading, ReservationReading } from '../../units/index.js'
import { childOf, childrenOf, descend, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'
import { compareAges, compareCounted, peopleOfAll, peopleOfStays, type SentGuest } from './guest-ages.js'

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
  const people = hasCounts ? stays.map(mostCounted) : counts.map((one) => wholeNumber(valueOf(one, 'Count')))
  if (sent.length === 0 || stays.some((stay) => isCancelled(stay.node))) return []
  if (!people.every((one) => one !== undefined)) return []
  return compareSent(
    counts,
    people.reduce((all, one) => all + one, 0),
    sent,
    hasCounts ? peopleOfStays(stays) : peopleOfAll(node),
  )
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
  const most = stays.map(mostCounted)
  const all = [...stays.flatMap((stay) => childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount')), ...counts]
  if (holder === undefined || counts.length === 0 || stays.length === 0 || all.some(isInfant)) return []
  if (![...each, ...parts, ...most].every((one) => one !== undefined)) return []
  const sum = (numbers: readonly (number | undefined)[]): number =>
    numbers.reduce((so: number, one) => so + (one ?? 0), 0)
  const [whole, told] = [sum(each), [sum(parts), sum(most)]]
  if (told.includes(whole) || stays.some((stay) => isCancelled(stay.node))) return []
  return [
    findingAt('guest-count-mismatch', counts[0] ?? holder, 'Count', {
      found: `${whole} in ResGlobalInfo`,
      expected: `${[...new Set(told)].join(' or ')}, as the RoomStays count`,
    }),
  ]
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
  const counted = mostCounted(stay)
  if (counted === undefined) return []
  const counts = childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount')
  return compareSent(counts, counted, guests, peopleOfStays([stay]))
}

/** More who are sent than are counted, or others. @param counted all people that the counts may mean */
function compareSent(
  counts: readonly XmlNode[],
  counted: number,
  guests: readonly SentGuest[],
  people: ReturnType<typeof peopleOfStays>,
): LintFinding[] {
  const [first] = counts
  if (first === undefined || counted === 0) return []
  // Some senders count nobody who sleeps in a cot.
  const sent = counts.some(isInfant) ? guests : guests.filter(({ guest }) => !isInfant(guest.node))
  if (sent.length <= counted) return compareAges(people ?? [], sent)
  return [
    findingAt('guest-count-mismatch', first, 'Count', {
      found: `${counted} counted`,
      expected: `${sent.length}, as guests are sent`,
    }),
  ]
}

/** People of a RoomStay, of each of its rooms where IsPerRoom says so or says nothing; undefined where that is not told. */
function mostCounted({ node, guestCount, products }: StayNode): number | undefined {
  const isForAll = ['false', '0'].includes(valueOf(childOf(node, 'GuestCounts'), 'IsPerRoom') ?? '')
  if (guestCount === undefined || isForAll) return guestCount
  const units = products.map((one) => one.units)
  return units.length > 0 && units.every((count) => count !== undefined)
    ? guestCount *
        Math.max(
          1,
          units.reduce((sum: number, count) => sum + (count ?? 0), 0),
        )
    : undefined
}

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
