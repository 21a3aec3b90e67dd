import { diagnoseCounters, type CounterRule } from './diagnosis.js'
import { type CodedGuest, groupByCode, groupByLines, type Grouping, groupUnits, lendKeys } from './group-units.js'
import { type GuestProduct, hasCompositeRphs, listProducts, type MessageProduct, productOfGuest } from './guest-products.js'
import type { MessageGuest, MessageReservation } from './read.js'

/** A guest with what its codes are and should be. */
export interface GuestReading extends CodedGuest, GuestProduct {
  guest: MessageGuest
  /** GroupEventCode as it stands. */
  code?: string
  expectedCode?: number
}

export interface ProductReading {
  product: MessageProduct
  guests: GuestReading[]
  units: GuestReading[][]
}

/** One reservation of a message, understood as far as it can be. */
export interface ReservationReading {
  reservation: MessageReservation
  /** `composite`: this service's kind. `plain`: a stranger's, whose RPHs and GroupEventCodes mean what the schema says. */
  style: 'composite' | 'plain'
  /** Guests with RPH or code; a booker node has neither. */
  guests: GuestReading[]
  products: ProductReading[]
  /** What is wrong with the counters, the guests that show it, and whether who shares a unit had to be guessed. */
  faults: { rule: CounterRule; guests: GuestReading[] }[]
  isDealt: boolean
}

export const COUNTER = /^(0|[1-9]\d{0,8})$/

/**
 * Understands a reservation: its style, which guest belongs to which product and unit, what the counters should be.
 * `expectComposite` treats plain RPHs as faults too, as a PMS of this service does.
 * Interface: "Events", rules 1 to 6.
 */
export function analyseReservation(reservation: MessageReservation, expectComposite = false): ReservationReading {
  const products = listProducts(reservation)
  const style = expectComposite || hasCompositeRphs(reservation.guests, products) ? 'composite' : 'plain'
  const guests = reservation.guests
    .filter(({ rph, groupEventCode }) => rph !== undefined || groupEventCode !== undefined)
    .map((guest, at): GuestReading => {
      const found = guest.rph === undefined ? { candidates: [] } : productOfGuest(guest.rph.value, products.length > 0 ? products : impliedProducts(reservation.guests))
      const code = guest.groupEventCode?.value
      return { guest, at, code, key: /^\d{1,9}$/.test(code ?? '') ? String(Number(code)) : undefined, ...found }
    })
  const named = [...new Set([...products, ...guests.flatMap(({ product }) => product ?? [])])].filter((one, i, list) => list.findIndex((other) => isSame(one, other)) === i)
  const readings = named.map((product): ProductReading => ({ product, guests: guests.filter((guest) => guest.product !== undefined && isSame(guest.product, product)), units: [] }))
  const reading: ReservationReading = { reservation, style, guests, products: readings, faults: [], isDealt: false }
  if (style === 'composite') number(reading)
  return reading
}

const isSame = (a: MessageProduct, b: MessageProduct): boolean => a.roomTypeCode === b.roomTypeCode && a.ratePlanCode === b.ratePlanCode

/** Products as the RPHs name them, for messages whose stays name none. */
function impliedProducts(guests: readonly MessageGuest[]): MessageProduct[] {
  const found = new Map<string, MessageProduct>()
  for (const { rph } of guests) {
    const [, roomTypeCode, ratePlanCode] = /^\d+-(.+)-([^-]+)$/s.exec(rph?.value ?? '') ?? []
    if (roomTypeCode !== undefined && ratePlanCode !== undefined) found.set(`${roomTypeCode}-${ratePlanCode}`, { roomTypeCode, ratePlanCode, lines: [] })
  }
  return [...found.values()]
}

function number(reading: ReservationReading): void {
  const { products, guests } = reading
  const isLent = products.map((one) => lendKeys(one.guests, one.product.booked)).includes(true)
  reading.isDealt = isLent
  const groupings = products.map((one): Grouping<GuestReading> => groupUnits(one.guests, one.product.booked))
  products.forEach((one, i) => (one.units = (groupings[i] as Grouping<GuestReading>).units.filter((unit) => unit.length > 0)))
  const people = peopleOf(reading)
  // More guest nodes than people, each code in its place: nodes too many, not a wrong counter.
  if (people !== undefined && guests.length > people) products.filter(hasTooMany).forEach(takeAsTheyStand)
  setExpected(products)
  reading.faults = diagnoseCounters(reading.products, guests)
  if (reading.faults.some(({ rule }) => isWhole(rule))) {
    reading.isDealt ||= groupings.some(({ kind }) => kind === 'dealt')
    return
  }
  if (isExplainedByLines(reading, groupings)) {
    reading.isDealt = true
    return
  }
  // Nothing explains the whole: where codes do not tell the units, take the codes at their word.
  products.forEach((one, i) => {
    const isShort = people !== undefined && guests.length < people && one.units.length > groupByCode(one.guests).length
    const isGuess = (groupings[i] as Grouping<GuestReading>).kind === 'dealt' && !dealsEvenly(one)
    if (isGuess || (isShort && isAscendingWithin(one))) takeAsTheyStand(one)
  })
  setExpected(products)
  reading.faults = diagnoseCounters(reading.products, guests)
}

/** Whether everything is explained once dealt products are taken apart as a count that begins anew on each line would have it. */
function isExplainedByLines(reading: ReservationReading, groupings: readonly Grouping<GuestReading>[]): boolean {
  const { products, guests } = reading
  const dealt = products.map(({ units }) => units)
  let isTried = false
  products.forEach((one, i) => {
    const units = (groupings[i] as Grouping<GuestReading>).kind === 'dealt' ? groupByLines(one.guests, one.product.lines.map(({ product }) => product.units ?? 0)) : undefined
    if (units === undefined) return
    one.units = units
    isTried = true
  })
  if (!isTried) return false
  setExpected(products)
  reading.faults = diagnoseCounters(products, guests)
  if (reading.faults.some(({ rule }) => isWhole(rule))) return true
  products.forEach((one, i) => (one.units = dealt[i] as GuestReading[][]))
  return false
}

const isWhole = (rule: CounterRule): boolean => !['counter-duplicate', 'counter-gap', 'counter-order'].includes(rule)

/** Each dealt block carries one code, and blocks are equal: the deal fits the message. */
const dealsEvenly = ({ units, guests }: ProductReading): boolean => guests.length % units.length === 0 && units.every((unit) => new Set(unit.map(({ key }) => key)).size === 1)

const hasTooMany = ({ product, guests }: ProductReading): boolean => product.booked !== undefined && groupByCode(guests).length > product.booked

function takeAsTheyStand(one: ProductReading): void {
  one.units = groupByCode(one.guests)
}

function peopleOf({ reservation }: ReservationReading): number | undefined {
  const counts = reservation.stays.map(({ guestCount }) => guestCount)
  return counts.length > 0 && counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : undefined
}

/** Codes that rise and stay within what is booked are right even where a unit has no guest. */
function isAscendingWithin({ product, guests }: ProductReading): boolean {
  const codes = groupByCode(guests).map(([first]) => Number(first?.key))
  return codes.every((code, i) => code >= 1 && code <= (product.booked ?? Infinity) && code > (codes[i - 1] ?? 0))
}

function setExpected(products: readonly ProductReading[]): void {
  for (const one of products) {
    const isPartial = one.product.booked !== undefined && one.units.length < one.product.booked && isAscendingWithin(one)
    one.units.forEach((unit, at) => {
      for (const guest of unit) guest.expectedCode = isPartial ? Number(guest.key) : at + 1
    })
  }
}
