import {
  type GuestProduct,
  hasCompositeRphs,
  listProducts,
  type MessageGuest,
  type MessageProduct,
  type MessageReservation,
  productOfGuest,
  rphOf,
} from '../read/index.js'
import { readCode } from './code-reading.js'
import { type CounterRule, diagnoseCounters } from './diagnosis.js'
import { groupByCode, type Grouping, groupUnits, isRightlyCoded, type NamedUnits } from './group.js'
import { withLeastUnits, withUnitsInTurn } from './least-units.js'
import { isUnitNumber, keepNumbers } from './numbers.js'
import type { GuestReading, ProductReading } from './reading.js'
import { LISTED_MAX } from './splits.js'
import { goesWithCounts, largestUnit, referredUnits } from './stay-facts.js'

export type { GuestReading, ProductReading }

/** One reservation of a message, understood as far as it can be. */
export interface ReservationReading {
  reservation: MessageReservation
  /** `composite`: this service's kind. `plain`: a stranger's, whose RPHs and GroupEventCodes mean what the schema says. */
  style: 'composite' | 'plain'
  /** Guests with RPH or code; a booker node has neither. */
  guests: GuestReading[]
  products: ProductReading[]
  /** What is wrong with the counters, and the guests that show it. */
  faults: { rule: CounterRule; guests: GuestReading[] }[]
}

export interface AnalysisOptions {
  /** Hold plain RPHs to be faults too, as a PMS of this service does. */
  expectComposite?: boolean
  /** Who sleeps in which unit of a product, as the caller says. */
  namedUnits?: (product: MessageProduct) => NamedUnits | undefined
}

export const COUNTER = /^(0|[1-9]\d{0,8})$/

/**
 * Understands a reservation: its style, which guest belongs to which product and unit, what the counters should be.
 * Interface: "Events", rules 1 to 6.
 */
export function analyseReservation(
  reservation: MessageReservation,
  { expectComposite = false, namedUnits }: AnalysisOptions = {},
): ReservationReading {
  const products = listProducts(reservation)
  const style = expectComposite || hasCompositeRphs(reservation, products) ? 'composite' : 'plain'
  const known = products.length > 0 ? products : impliedProducts(reservation.guests)
  // Nobody has a reference, so all sleep in what alone is booked.
  const [only, ...others] = reservation.guests.every(({ rph }) => rph === undefined) ? known : []
  const unnamed: GuestProduct =
    style === 'composite' && only !== undefined && others.length === 0
      ? { product: only, expectedRph: rphOf(only), candidates: [] }
      : { candidates: [] }
  const guests = reservation.guests
    .filter(({ rph, groupEventCode }) => rph !== undefined || groupEventCode !== undefined)
    .map((guest, at): GuestReading => {
      const found = guest.rph === undefined ? unnamed : productOfGuest(guest.rph.value, known)
      const code = guest.groupEventCode?.value
      const { key, label } = readCode(code)
      return { guest, at, code, key, label, ...found }
    })
  const named = [...new Set([...products, ...guests.flatMap(({ product }) => product ?? [])])].filter(
    (one, i, list) => list.findIndex((other) => isSame(one, other)) === i,
  )
  const readings = named.map((product): ProductReading => {
    const own = guests.filter((guest) => guest.product !== undefined && isSame(guest.product, product))
    const booked = style === 'composite' ? withUnitsInTurn(withLeastUnits(product, own), own) : product
    return { product: booked, guests: own, units: [] }
  })
  const reading: ReservationReading = { reservation, style, guests, products: readings, faults: [] }
  if (style === 'composite') number(reading, namedUnits)
  return reading
}

const isSame = (a: MessageProduct, b: MessageProduct): boolean =>
  a.roomTypeCode === b.roomTypeCode && a.ratePlanCode === b.ratePlanCode

/** Products as the RPHs name them, for messages whose stays name none. */
function impliedProducts(guests: readonly MessageGuest[]): MessageProduct[] {
  const found = new Map<string, MessageProduct>()
  for (const { rph } of guests) {
    const [, roomTypeCode, ratePlanCode] = /^\d+-(.+)-([^-]+)$/s.exec(rph?.value.slice(0, 200) ?? '') ?? []
    if (roomTypeCode !== undefined && ratePlanCode !== undefined)
      found.set(`${roomTypeCode}-${ratePlanCode}`, { roomTypeCode, ratePlanCode, lines: [] })
  }
  return [...found.values()]
}

function number(reading: ReservationReading, namedUnits: AnalysisOptions['namedUnits']): void {
  const { products, guests } = reading
  for (const one of products) {
    const { product } = one
    const facts = {
      booked: product.booked,
      lines: product.lines.map((line) => line.product.units ?? 0),
      referred: referredUnits(product, one.guests),
      named: namedUnits?.(product),
      largest: largestUnit(product, one.guests.length),
      isFitting: (units: readonly GuestReading[][]) => goesWithCounts(product, units),
    }
    takeGrouping(one, groupUnits(one.guests, facts))
  }
  const people = peopleOf(reading)
  // More guest nodes than people, each code in its place: nodes too many, not a wrong counter. Fewer, and codes of booked units: a unit whose guests are missing.
  if (people !== undefined && guests.length > people) products.filter(hasTooMany).forEach(takeAsTheyStand)
  if (people !== undefined && guests.length < people)
    products
      .filter((one) => one.units.length > groupByCode(one.guests).length && isWithinBooked(one))
      .forEach(takeAsTheyStand)
  products.forEach(expectCodes)
  reading.faults = diagnoseCounters(products, guests)
  // No way of counting explains the codes, so those that can be right stay.
  if (
    reading.faults.some(
      ({ rule }) => rule === 'counter-gap' || rule === 'counter-duplicate' || rule === 'counter-surplus',
    )
  ) {
    products.forEach(expectKept)
    reading.faults = diagnoseCounters(products, guests)
  }
  for (const one of products) {
    const strays = straysOf(one, guests)
    const lacking =
      namedUnits?.(one.product) === undefined && one.open === undefined ? lackingBeside(one, products) : []
    if (strays.length > 0) one.open = { options: [], total: Infinity, reason: 'reference', strays }
    else if (lacking.length > 0) one.open = { options: [], total: Infinity, reason: 'elsewhere', lacking }
  }
  products.forEach(blur)
}

/** Products with a unit that no guest is sent for, while this one has a guest or code too many and its counters would change: that guest may be theirs. */
function lackingBeside(one: ProductReading, all: readonly ProductReading[]): MessageProduct[] {
  const {
    product: { booked = Infinity },
    guests,
  } = one
  const isSurplus = guests.length > booked || guests.some(({ key }) => Number(key ?? 0) > booked)
  if (!isSurplus || guests.every(({ code, expectedCode }) => code === String(expectedCode))) return []
  const isLacking = ({ product, units, open, guests: own }: ProductReading): boolean =>
    product.booked !== undefined && (Math.min(units.length, own.length) < product.booked || open?.reason === 'repeated')
  return all.filter((other) => other !== one && isLacking(other)).map(({ product }) => product)
}

/** Guests whose reference names nothing and who may belong to a product of which counters would change: with their codes, the others may be right. */
function straysOf({ product, guests }: ProductReading, all: readonly GuestReading[]): GuestReading[] {
  if (product.booked === 1 || guests.every(({ code, expectedCode }) => code === String(expectedCode))) return []
  return all.filter(
    (guest) => guest.product === undefined && (guest.possible === undefined || guest.possible.includes(rphOf(product))),
  )
}

function takeGrouping(
  one: ProductReading,
  { units, numbers, kind, options, total, reason = 'sharing' }: Grouping<GuestReading>,
): void {
  one.units = units.filter((unit) => unit.length > 0)
  if (numbers !== undefined) one.numbers = numbers.filter((_, at) => units[at]?.length !== 0)
  if (kind === 'open') one.open = { options, total, reason }
}

const isKeyed = ({ guests }: ProductReading): boolean => guests.every(({ key }) => key !== undefined)
const hasTooMany = (one: ProductReading): boolean =>
  isKeyed(one) && one.product.booked !== undefined && groupByCode(one.guests).length > one.product.booked

function takeAsTheyStand(one: ProductReading): void {
  one.units = groupByCode(one.guests)
  delete one.open
}

function peopleOf({ reservation }: ReservationReading): number | undefined {
  const counts = reservation.stays.map(({ guestCount, isPerRoom, products }) => {
    if (guestCount === undefined || !isPerRoom) return guestCount
    const units = products.map((one) => one.units)
    return units.every((count) => count !== undefined)
      ? guestCount * units.reduce((sum, count) => sum + count, 0)
      : undefined
  })
  return counts.length > 0 && counts.every((count) => count !== undefined)
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined
}

/** Codes of booked units are right even where another unit has no guest. */
function isWithinBooked({ product, guests }: ProductReading): boolean {
  return guests.every(({ key }) => isUnitNumber(key, product.booked ?? Infinity))
}

/** Units that codes tell apart keep the order of their codes, whatever order they stand in; others are counted as they stand. */
function expectCodes(one: ProductReading): void {
  const {
    product: { booked },
    units,
  } = one
  const isPartlyTold = !isKeyed(one) && one.guests.some(({ key }) => key !== undefined)
  const numbers = one.numbers ?? (isPartlyTold && booked !== undefined ? keepNumbers(units, booked) : undefined)
  if (numbers !== undefined) {
    expectNumbers(one, numbers)
    return
  }
  const keys = units.map((unit) => (new Set(unit.map(({ key }) => key)).size === 1 ? unit[0]?.key : undefined))
  const isTold = !keys.includes(undefined) && new Set(keys).size === keys.length
  const isKept =
    isTold &&
    (isRightlyCoded(one.guests, booked) || (booked !== undefined && units.length < booked && isWithinBooked(one)))
  const sorted = keys.map(Number).toSorted((a, b) => a - b)
  expectNumbers(
    one,
    keys.map((key, at) => (isKept ? Number(key) : isTold ? sorted.indexOf(Number(key)) + 1 : at + 1)),
  )
}

function expectNumbers({ units }: ProductReading, numbers: readonly number[]): void {
  units.forEach((unit, at) => {
    for (const guest of unit) guest.expectedCode = numbers[at]
  })
}

/** As `expectCodes`, and codes that are numbers of booked units stay. Counting from 0 shifts every code, so none of those is kept. */
function expectKept(one: ProductReading): void {
  const {
    product: { booked },
    units,
    guests,
    open,
  } = one
  if (booked === undefined || open !== undefined || guests.some(({ key }) => key === '0') || units.length > booked)
    return
  const numbers = keepNumbers(units, booked)
  if (numbers === undefined) one.open = { options: [], total: Infinity, reason: 'missing' }
  else expectNumbers(one, numbers)
}

/** Of an open product only what is the same in every grouping is expected. */
function blur({ product, open, guests }: ProductReading): void {
  if (open === undefined) return
  if (open.reason === 'label') {
    for (const guest of guests) guest.expectedCode = guest.key === undefined ? undefined : Number(guest.key)
    return
  }
  if (open.reason === 'repeated') {
    for (const guest of guests)
      guest.expectedCode =
        guests.filter(({ key }) => key === guest.key).length === 1 && isUnitNumber(guest.key, product.booked ?? 0)
          ? Number(guest.key)
          : undefined
    return
  }
  const isListed = open.total <= LISTED_MAX && open.options.length === open.total
  for (const guest of guests) {
    const codes = new Set(open.options.map((units) => units.findIndex((unit) => unit.includes(guest)) + 1))
    guest.expectedCode = isListed && codes.size === 1 && guest.label === undefined ? [...codes][0] : undefined
  }
}
