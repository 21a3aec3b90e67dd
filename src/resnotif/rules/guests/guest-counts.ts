import { findingAt, findingOf, type LintFinding } from '../../finding/index.js'
import { type StayNode, wholeNumber } from '../../read/index.js'
import {
  blocksOfStay,
  fitsBlocks,
  type GuestReading,
  type ProductReading,
  type ReservationReading,
} from '../../units/index.js'
import { childOf, childrenOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import {
  compareAges,
  compareCounted,
  type CountedRooms,
  everybody,
  fitsRooms,
  peopleOfAll,
  peopleOfStays,
  peopleText,
  personOf,
} from './guest-ages.js'
import { readingsOfCounts } from './open-counts.js'

/** GuestCounts: as numbers, against each other, and against the guests of each unit. Interface: "Reservation", guest mapping: one node per guest per booked room. */
export function checkGuestCounts(reading: ReservationReading): LintFinding[] {
  const isOurs = reading.style === 'composite'
  const invalid = walkStandard(reading.reservation.node).flatMap((node) => checkNumbers(node, isOurs))
  const zero = reading.reservation.guests.length === 0 ? [] : reading.reservation.stays.flatMap(checkZero)
  if (!isOurs || invalid.length > 0 || zero.length > 0) return [...invalid, ...zero]
  const read = readingsOfCounts(reading).map((one) => ({ ...one, found: checkCounts(one.reading, one.again) }))
  // What is right in one reading is right.
  const best =
    read.find(({ found }) => found.length === 0) ??
    read.find(({ found }) => found.every(({ severity }) => severity !== 'error')) ??
    read[0]
  return best === undefined ? [] : [...best.notes, ...best.found, ...tellMoved(best, read)]
}

interface Read {
  isOnce?: true
  found: LintFinding[]
}

/** Counts that are right only if who changes the room is counted in each: somebody else may be missing as well. */
function tellMoved(best: Read, read: readonly Read[]): LintFinding[] {
  const once = read.filter(({ isOnce }) => isOnce === true)
  const told = once.flatMap(({ found }) => found)
  // Where ResGlobalInfo counts otherwise, it is the RoomStay that counts them again.
  const first = told.find(({ node }) => !node.includes('/ResGlobalInfo/')) ?? told[0]
  if (best.isOnce === true || best.found.length > 0 || first === undefined) return []
  if (once.some(({ found }) => found.length === 0)) return []
  const { line, column, node, found = '' } = first
  return [
    {
      ...findingOf('guests-counted-again', { line, column }, node),
      found,
      expected: 'guests of whom some change room',
    },
  ]
}

function checkCounts(reading: ReservationReading, again = 0): LintFinding[] {
  const numbers = [...checkSum(reading, again), ...checkNamed(reading)]
  const units = reading.faults.length > 0 ? [] : reading.products.flatMap((one) => checkUnits(one, numbers.length > 0))
  // Whoever is named is one of those who are counted, where more are.
  const isCounted = numbers.every(({ rule }) => rule === 'guest-not-named')
  const ages = isCounted ? checkAges(reading) : []
  const isToldOfUnits = isCounted && ages.length + units.length + reading.faults.length === 0
  return [...numbers, ...ages, ...units, ...(isToldOfUnits ? reading.products.flatMap(checkSharers) : [])]
}

function checkNumbers(holder: XmlNode, isOurs: boolean): LintFinding[] {
  if (holder.name !== 'GuestCounts') return []
  const counts = childrenOf(holder, 'GuestCount')
  const untold = counts.filter((one) => valueOf(one, 'Count') === undefined)
  return [
    ...counts.flatMap((node) => {
      const value = valueOf(node, 'Count') ?? ''
      const isUntold = valueOf(node, 'Count') === undefined
      if ((isUntold && !isOurs) || wholeNumber(value) !== undefined) return []
      return [
        findingAt('guest-count-invalid', node, 'Count', {
          found: value === '' ? 'nothing' : value.slice(0, 60),
          expected: 'a whole number',
        }),
      ]
    }),
    // One note for each GuestCounts.
    ...(isOurs
      ? []
      : untold.slice(0, 1).map((node) => findingAt('guest-count-untold', node, undefined, { found: 'no Count' }))),
  ]
}

function checkZero({ node, guestCount }: StayNode): LintFinding[] {
  const holder = childOf(node, 'GuestCounts')
  return guestCount === 0 && holder !== undefined
    ? [
        findingAt('guest-count-zero', childrenOf(holder, 'GuestCount')[0] ?? holder, 'Count', {
          found: '0',
          expected: 'the guests who sleep there',
        }),
      ]
    : []
}

/** People of a RoomStay; undefined where it does not tell. */
function peopleIn({ guestCount, isPerRoom, products }: StayNode): number | undefined {
  if (guestCount === undefined || !isPerRoom) return guestCount
  const units = products.map((one) => one.units)
  return units.length > 0 && units.every((count) => count !== undefined) ? guestCount * sum(units) : undefined
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

function sumOfStays(stays: readonly StayNode[]): number | undefined {
  const people = stays.map(peopleIn)
  return people.length > 0 && people.every((one) => one !== undefined) ? sum(people) : undefined
}

function wholeCount(node: XmlNode): number | undefined {
  const counts = childrenOf(descend(node, 'ResGlobalInfo', 'GuestCounts'), 'GuestCount').map((one) =>
    wholeNumber(valueOf(one, 'Count')),
  )
  return counts.length > 0 && counts.every((one) => one !== undefined) ? sum(counts) : undefined
}

/** ResGlobalInfo counts everybody, RoomStays their own. */
function checkSum({ reservation: { node, stays } }: ReservationReading, again: number): LintFinding[] {
  const [whole, parts] = [wholeCount(node), sumOfStays(stays)]
  if (whole === undefined || parts === undefined || whole === parts || whole === parts - again) return []
  return [
    findingAt('guest-count-mismatch', countIn(descend(node, 'ResGlobalInfo') as XmlNode), 'Count', {
      found: `${whole} in ResGlobalInfo`,
      expected: `${parts}, as the RoomStays count`,
    }),
  ]
}

const countIn = (holder: XmlNode): XmlNode => descend(holder, 'GuestCounts', 'GuestCount') ?? holder

/** Guests that are sent against those who are counted, RoomStay by RoomStay as far as products tell which guests are whose. */
function checkNamed(reading: ReservationReading): LintFinding[] {
  const { reservation, products, guests } = reading
  const { node, stays } = reservation
  const whole = wholeCount(node)
  const isTold = sumOfStays(stays) !== undefined
  if (!isTold)
    return whole === undefined ? [] : compare(node, descend(node, 'ResGlobalInfo') as XmlNode, guests, whole, products)
  return clusters(stays, products).flatMap(({ stays: own, products: booked }) =>
    compare(
      node,
      (own[0] as StayNode).node,
      booked.flatMap((one) => one.guests),
      sumOfStays(own) ?? 0,
      booked,
    ),
  )
}

/** Where no more are sent than are counted, who is counted: everybody in ResGlobalInfo, and RoomStay by RoomStay. */
function checkAges({ reservation, products, guests }: ReservationReading): LintFinding[] {
  const all = peopleOfAll(reservation.node)
  const whole = compareAges(all, guests)
  if (whole.length > 0) return whole
  const counted = compareCounted(all, peopleOfStays(reservation.stays))
  const each = clusters(reservation.stays, products).flatMap(({ stays, products: booked }) =>
    compareAges(
      peopleOfStays(stays) ?? [],
      booked.flatMap((one) => one.guests),
    ),
  )
  return each.length > 0 ? each : counted
}

interface Cluster {
  stays: StayNode[]
  products: ProductReading[]
}

/** RoomStays that share products, and with them guests. */
function clusters(stays: readonly StayNode[], products: readonly ProductReading[]): Cluster[] {
  const found = new Map(stays.map((stay): [StayNode, Cluster] => [stay, { stays: [stay], products: [] }]))
  for (const one of products) {
    const [first, ...others] = new Set(one.product.lines.flatMap(({ stay }) => found.get(stay) ?? []))
    if (first === undefined) continue
    first.products.push(one)
    for (const other of others) {
      first.stays.push(...other.stays)
      first.products.push(...other.products)
      for (const stay of other.stays) found.set(stay, first)
    }
  }
  return [...new Set(found.values())]
}

function compare(
  reservation: XmlNode,
  holder: XmlNode,
  guests: readonly GuestReading[],
  counted: number,
  products: readonly ProductReading[],
): LintFinding[] {
  if (guests.length === 0) return []
  const facts = { found: `${counted} counted`, expected: `${guests.length}, as guests are sent` }
  // The booker stands for units that name nobody, and is nobody more.
  const booker = nameIn(
    descend(reservation, 'ResGlobalInfo', 'Profiles', 'ProfileInfo', 'Profile', 'Customer', 'PersonName'),
  )
  const standIns =
    booker === ''
      ? 0
      : products
          .flatMap(({ units }) => units)
          .filter(([first, ...more]) => more.length === 0 && first?.guest.name === booker).length
  if (guests.length - standIns > counted) return [findingAt('guest-count-mismatch', countIn(holder), 'Count', facts)]
  if (guests.length > counted) return [findingAt('booker-not-counted', countIn(holder), 'Count', facts)]
  return guests.length < counted ? [findingAt('guest-not-named', countIn(holder), 'Count', facts)] : []
}

const nameIn = (name: XmlNode | undefined): string =>
  ['GivenName', 'Surname']
    .map((part) => childOf(name, part)?.text.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')

/** Who shares a unit, against the adults and children that RoomStays count in one: their numbers go together. */
function checkSharers({ product, units, open }: ProductReading): LintFinding[] {
  const [first] = product.lines
  if (open !== undefined || first === undefined || product.booked !== units.length) return []
  const rooms = product.lines.map(({ stay, product: { units: count } }) => roomsOfStay(stay, count))
  if (!rooms.every((one) => one !== undefined)) return []
  const people = units
    .toSorted((a, b) => Number(a[0]?.key) - Number(b[0]?.key))
    .map((unit) => unit.map(({ guest }) => personOf(guest.node)))
  if (
    fitsRooms(
      people.toSorted((a, b) => b.length - a.length),
      rooms.flat(),
    )
  )
    return []
  const counted = product.lines.map(({ stay }) =>
    [peopleText(everybody([{ node: stay.node, times: 1 }])), ...(stay.isPerRoom ? ['in each room'] : [])].join(' '),
  )
  return [
    findingAt('guest-age-mismatch', countIn(first.stay.node), 'AgeQualifyingCode', {
      found: `${counted.slice(0, UNITS_SHOWN).join('; ')} counted`,
      expected: `${people.slice(0, UNITS_SHOWN).map(peopleText).join('; ')}, as the units have guests`,
    }),
  ]
}

const UNITS_SHOWN = 20

/** Rooms of a line with those whom its RoomStay counts in them; undefined where it counts other rooms as well. */
function roomsOfStay(stay: StayNode, units: number | undefined): CountedRooms[] | undefined {
  if (units === undefined || stay.guestCount === undefined) return undefined
  if (!stay.isPerRoom && stay.products.length !== 1) return undefined
  const people = everybody([{ node: stay.node, times: 1 }])
  // More people than are looked at one by one.
  if (people.length !== stay.guestCount) return undefined
  return stay.isPerRoom ? Array.from({ length: units }, () => ({ units: 1, people })) : [{ units, people }]
}

/** RoomStays against the guests who share the codes of a product. @param isTold their sum was found to be another */
function checkUnits({ product, units, open }: ProductReading, isTold: boolean): LintFinding[] {
  const blocks = product.lines.map(({ stay, product: { units: count } }) => blocksOfStay(stay, count))
  if (open !== undefined || product.booked !== units.length || !blocks.every((one) => one !== undefined)) return []
  const told = blocks.flat()
  // A sum of several products that is wrong says it already; of one unit it says all.
  const isShared = product.lines.some(({ stay }) => stay.products.length > 1)
  if (isShared ? isTold : told.length < 2) return []
  const sizes = units.map((unit) => unit.length)
  const byCode = units.toSorted((a, b) => Number(a[0]?.key) - Number(b[0]?.key)).map((unit) => unit.length)
  if ([sizes, byCode].some((order) => fitsBlocks(told, order))) return []
  const node = countIn(product.lines[0]?.stay.node as XmlNode)
  const facts = {
    found: `${told.map(({ people }) => people).join(', ')} counted`,
    expected: `${byCode.join(', ')}, as the units have guests`,
  }
  const isPossible =
    told.some((block) => block.units > 1) ||
    fitsBlocks(
      told.toSorted((a, b) => a.people - b.people),
      sizes.toSorted((a, b) => a - b),
    )
  return [findingAt(isPossible ? 'guest-count-order' : 'guest-count-mismatch', node, 'Count', facts)]
}
