import { findingAt, findingOf, type LintFinding } from '../../finding/index.js'
import { type StayNode, unitsAtOnce, wholeNumber } from '../../read/index.js'
import type { GuestReading, ReservationReading } from '../../units/index.js'
import { childOf, childrenOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import {
  adultsText,
  compareAges,
  compareCounted,
  type CountedPeople,
  countsIn,
  everybody,
  isInfant,
  peopleOfAll,
  peopleOfStays,
  type SentGuest,
} from './guest-ages.js'
import { movedPeople, stayAround } from './moves.js'
import { infantsUncounted, peopleUnnamed } from './unnamed.js'

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
    : ofAll(sumUp(counts.map((one) => wholeNumber(valueOf(one, 'Count')))))
  if (sent.length === 0 || stays.some((stay) => isCancelled(stay.node))) return []
  const readings = hasCounts ? readingsOf(stays) : [peopleOfAll(node)]
  const found = compareSent(counts, people, sent, readings)
  if (found.length > 0 || sent.length < guests.length) return found
  return noteOthers(hasCounts ? [...readings, ...repeated(stays)] : readings, sent, stays)
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

/** ResGlobalInfo counts everybody, RoomStays their own; whether the guests of each room or of all is often not told. Who changes room during the stay is counted once. */
function checkWhole(reservation: ReservationReading['reservation']): LintFinding[] {
  const { node, stays } = reservation
  const holder = descend(node, 'ResGlobalInfo', 'GuestCounts')
  const counts = childrenOf(holder, 'GuestCount')
  const each = counts.map((one) => wholeNumber(valueOf(one, 'Count')))
  const [parts, mosts] = [stays.map(({ guestCount }) => guestCount), stays.map(mostCounted)]
  const { most, isOpen } = sumOf(mosts)
  const all = [...stays.flatMap((stay) => childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount')), ...counts]
  if (holder === undefined || counts.length === 0 || stays.length === 0) return []
  if (all.some(isInfant)) return checkBesideInfants(holder, counts, stays)
  const [whole, part] = [sumUp(each), sumUp(parts)]
  if (whole === undefined || part === undefined || most === undefined) return []
  if (stays.some((stay) => isCancelled(stay.node))) return []
  const moved = movedPeople(
    reservation,
    parts.map((many) => many ?? 0),
  )
  if (moved.sure !== undefined && moved.sure < part) {
    if (whole === moved.sure) return []
    if (whole === part || whole === most)
      return [
        findingAt('guests-counted-again', counts[0] ?? holder, 'Count', {
          found: `${whole} in ResGlobalInfo`,
          expected: `${moved.sure}, who change room`,
        }),
      ]
  }
  const leastOfEach = movedPeople(
    reservation,
    mosts.map((one) => one.most ?? 0),
  ).least
  const isMoved =
    moved.sure === undefined && ((whole >= moved.least && whole <= part) || (whole >= leastOfEach && whole <= most))
  const told = moved.sure === undefined || moved.sure === part ? [part, most] : [moved.sure]
  const atOnce = sumUp(mosts.map((one) => one.atOnce)) ?? most
  const isEach = stays.every(({ isPerRoom }) => isPerRoom) && atOnce !== part
  if (told.includes(whole) || whole === atOnce || isMoved)
    return isEach && whole === part && told.includes(whole) ? [perRoomFinding(counts[0] ?? holder, whole, atOnce)] : []
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

/** Counts of each room that are in ResGlobalInfo those of all. */
const perRoomFinding = (node: XmlNode, whole: number, most: number): LintFinding =>
  findingAt('guest-count-mismatch', node, 'Count', {
    found: `${whole} in ResGlobalInfo`,
    expected: `${most}, as the RoomStays count with IsPerRoom`,
    severity: 'warning',
    why: 'IsPerRoom says that the counts are those of each room, and ResGlobalInfo counts as many as one room has: the PMS prepares for one or the other.',
    remedy: 'Write IsPerRoom="false" if the counts are those of all rooms, or count everybody in ResGlobalInfo.',
  })

/** Infants may be left out in one of the places: where one has none, adults alone are compared, and else everybody; those of RoomStays for the same nights. */
function checkBesideInfants(holder: XmlNode, counts: readonly XmlNode[], stays: readonly StayNode[]): LintFinding[] {
  const span = ({ timeSpan }: StayNode): string =>
    JSON.stringify(['Start', 'End'].map((name) => valueOf(timeSpan, name)))
  const isOneTime = new Set(stays.map(span)).size === 1
  const isOfAll = stays.every((stay) => mostCounted(stay).most === stay.guestCount)
  const each = stays.map((stay) => childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount'))
  if (each.some((nodes) => nodes.length === 0)) return []
  const own = each.flat()
  const isCoded = [...own, ...counts].every((one) => valueOf(one, 'AgeQualifyingCode') !== undefined)
  if (!isOneTime || !isOfAll || !isCoded || stays.some((stay) => isCancelled(stay.node))) return []
  const isAll = [own, counts].every((nodes) => nodes.some(isInfant))
  const people = (nodes: readonly XmlNode[]): number | undefined =>
    sumUp(nodes.filter((one) => isAll || isAdult(one)).map((one) => wholeNumber(valueOf(one, 'Count'))))
  const [whole, parts] = [people(counts), people(own)]
  if (whole === undefined || parts === undefined || whole === parts) return []
  const words = (many: number): string => (isAll ? `${many} people` : adultsText(many))
  return [
    findingAt('guest-count-mismatch', counts.find(isAdult) ?? counts[0] ?? holder, 'Count', {
      found: `${words(whole)} in ResGlobalInfo`,
      expected: `${words(parts)}, as the RoomStays count`,
    }),
  ]
}

const isAdult = (node: XmlNode): boolean => ['10', '11'].includes(valueOf(node, 'AgeQualifyingCode') ?? '')

/** The ages that ResGlobalInfo counts against those of the RoomStays. */
function checkCounted({ node, stays }: ReservationReading['reservation']): LintFinding[] {
  if (stays.some((stay) => isCancelled(stay.node))) return []
  const [found = [], ...others] = [atOnceIn, undefined].map((unitsOf) =>
    compareCounted(peopleOfAll(node), peopleOfStays(stays, unitsOf)),
  )
  return others.every((other) => other.length > 0) ? found : []
}

function checkStay(stay: StayNode, guests: readonly GuestReading[]): LintFinding[] {
  const counts = childrenOf(childOf(stay.node, 'GuestCounts'), 'GuestCount')
  const readings = readingsOf([stay])
  const found = compareSent(counts, mostCounted(stay), guests, readings)
  return found.length > 0 ? found : noteOthers(readings, guests, [stay])
}

/** What is right if the sender names some alone, or counts some alone. */
function noteOthers(
  readings: readonly CountedPeople[][],
  guests: readonly SentGuest[],
  stays: readonly StayNode[],
): LintFinding[] {
  // A product that does not tell its units has one at least.
  const units = sumUp(stays.flatMap(({ products }) => products.map((one) => one.units ?? 1)))
  if (units === undefined || units === 0) return []
  const infants = infantsUncounted(readings, guests)
  const sent = infants.length > 0 ? guests.filter(({ guest }) => !isInfant(guest.node)) : guests
  return [...infants, ...peopleUnnamed(readings, sent, units)]
}

/** RoomStays that count the same people may each count all of them. */
function repeated(stays: readonly StayNode[]): CountedPeople[][] {
  const [first, ...others] = stays.map(({ node }) => node)
  const text = (stay: XmlNode): string =>
    JSON.stringify(countsIn(stay).map((one) => ['AgeQualifyingCode', 'Age', 'Count'].map((name) => valueOf(one, name))))
  return first !== undefined && others.length > 0 && others.every((one) => text(one) === text(first))
    ? [[{ node: first, times: 1 }]]
    : []
}

/**
 * More who are sent than are counted, or others. Where it is not told how many rooms the counts are for, what would be a fault of one room is one only if it were of any
 * number of them, and else a note.
 * @param counted the most people that the counts may mean
 * @param readings the people that they may mean
 */
function compareSent(
  counts: readonly XmlNode[],
  { most, isOpen }: Counted,
  guests: readonly SentGuest[],
  readings: readonly CountedPeople[][],
): LintFinding[] {
  if (most === undefined) return []
  const found = compareAll(counts, most, guests, readings)
  const many = guests.length
  if (!isOpen || found.length === 0) return found
  const ofMany = readings.map((people) => people.map(({ node, times }) => ({ node, times: times * many })))
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
  readings: readonly CountedPeople[][],
): LintFinding[] {
  const [first] = counts
  if (first === undefined || counted === 0) return []
  const sent = withoutCots(counts, guests)
  if (sent.length <= counted) {
    // What is right in one reading is right.
    const each = readings
      .filter((people) => everybody(people).length >= sent.length)
      .map((people) => compareAges(people, sent))
    return each.every((found) => found.length > 0) ? (each[0] ?? []) : []
  }
  return [
    findingAt('guest-count-mismatch', first, 'Count', {
      found: `${counted} counted`,
      expected: `${sent.length}, as guests are sent`,
    }),
  ]
}

/** Some senders count nobody who sleeps in a cot. */
const withoutCots = <T extends SentGuest>(counts: readonly XmlNode[], guests: readonly T[]): readonly T[] =>
  counts.some(isInfant) ? guests : guests.filter(({ guest }) => !isInfant(guest.node))

/** People that counts may mean. */
interface Counted {
  /** Undefined where a count cannot be read. */
  most: number | undefined
  /** The same of the night with the most rooms: who changes plan or room is in one of them at a time. */
  atOnce: number | undefined
  /** They may be those of each room, and how many rooms there are is not told. */
  isOpen: boolean
}

const ofAll = (people: number | undefined): Counted => ({ most: people, atOnce: people, isOpen: false })

/** People of a RoomStay, of each of its rooms where IsPerRoom says so or says nothing. A product that does not tell its units has one at least. */
function mostCounted({ node, guestCount, products }: StayNode): Counted {
  const isForAll = ['false', '0'].includes(valueOf(childOf(node, 'GuestCounts'), 'IsPerRoom') ?? '')
  if (guestCount === undefined || isForAll) return ofAll(guestCount)
  const units = products.map((one) => one.units)
  const inAll = (rooms: readonly (number | undefined)[]): number =>
    guestCount * Math.max(1, sumUp(rooms.map((count) => count ?? 1)) ?? 1)
  return {
    most: inAll(units),
    atOnce: inAll(products.length > 1 ? unitsAtOnce(node) : units),
    isOpen: units.length === 0 || units.includes(undefined),
  }
}

const atOnceIn = ({ node }: StayNode): (number | undefined)[] => unitsAtOnce(node)

/** The counts of RoomStays as they may be meant where IsPerRoom is missing: of all rooms, or of each. Of one room where it is not told of how many. */
function readingsOf(stays: readonly StayNode[]): CountedPeople[][] {
  const meant = (isPerRoom: boolean, unitsOf?: typeof atOnceIn): CountedPeople[] =>
    stays.flatMap((stay) => {
      const isOpen = valueOf(childOf(stay.node, 'GuestCounts'), 'IsPerRoom') === undefined
      return peopleOfStays([isOpen ? { ...stay, isPerRoom } : stay], unitsOf) ?? [{ node: stay.node, times: 1 }]
    })
  const readings = [meant(false, atOnceIn), meant(true, atOnceIn), meant(true)]
  const isSame = (some: readonly CountedPeople[], others: readonly CountedPeople[] | undefined): boolean =>
    some.every(({ times }, at) => times === others?.[at]?.times || times === 0)
  return readings.filter((one, at) => !readings.slice(0, at).some((other) => isSame(one, other)))
}

const sumUp = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)

const sumOf = (counted: readonly Counted[]): Counted => ({
  most: sumUp(counted.map(({ most }) => most)),
  atOnce: sumUp(counted.map(({ atOnce }) => atOnce)),
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
  isCancelled(stay) && !walkStandard(stay).some(({ name }) => name === 'ResGuestRPHs')

const isCancelled = (stay: XmlNode): boolean => /^cancel/i.test(valueOf(stay, 'RoomStayStatus')?.trim() ?? '')
