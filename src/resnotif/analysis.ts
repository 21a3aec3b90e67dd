import { diagnoseCounters, type CounterRule } from './diagnosis.js'
import { hasCompositeRphs, listProducts, type MessageProduct, productOfGuest } from './guest-products.js'
import type { MessageGuest, MessageReservation } from './read.js'
import { groupByCode, type Grouping, groupUnits, isRightlyCoded } from './units/group.js'
import { countedUnits, referredUnits } from './units/stay-facts.js'
import type { GuestReading, ProductReading } from './units/reading.js'
import { LISTED_MAX } from './units/splits.js'

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
  /** Guests of each unit of a product, as the caller names them. */
  guestsPerUnit?: (product: MessageProduct) => readonly number[] | undefined
}

const LABEL_MAX = 200
export const COUNTER = /^(0|[1-9]\d{0,8})$/

/**
 * Understands a reservation: its style, which guest belongs to which product and unit, what the counters should be.
 * Interface: "Events", rules 1 to 6.
 */
export function analyseReservation(reservation: MessageReservation, { expectComposite = false, guestsPerUnit }: AnalysisOptions = {}): ReservationReading {
  const products = listProducts(reservation)
  const style = expectComposite || hasCompositeRphs(reservation.guests, products) ? 'composite' : 'plain'
  const known = products.length > 0 ? products : impliedProducts(reservation.guests)
  const guests = reservation.guests
    .filter(({ rph, groupEventCode }) => rph !== undefined || groupEventCode !== undefined)
    .map((guest, at): GuestReading => {
      const found = guest.rph === undefined ? { candidates: [] } : productOfGuest(guest.rph.value, known)
      const code = guest.groupEventCode?.value
      const isNumber = /^\d{1,9}$/.test(code ?? '')
      const label = isNumber || code === undefined || code.trim() === '' ? undefined : code.trim().slice(0, LABEL_MAX)
      return { guest, at, code, key: isNumber ? String(Number(code)) : undefined, label, ...found }
    })
  const named = [...new Set([...products, ...guests.flatMap(({ product }) => product ?? [])])].filter((one, i, list) => list.findIndex((other) => isSame(one, other)) === i)
  const readings = named.map((product): ProductReading => ({ product, guests: guests.filter((guest) => guest.product !== undefined && isSame(guest.product, product)), units: [] }))
  const reading: ReservationReading = { reservation, style, guests, products: readings, faults: [] }
  if (style === 'composite') number(reading, guestsPerUnit)
  return reading
}

const isSame = (a: MessageProduct, b: MessageProduct): boolean => a.roomTypeCode === b.roomTypeCode && a.ratePlanCode === b.ratePlanCode

/** Products as the RPHs name them, for messages whose stays name none. */
function impliedProducts(guests: readonly MessageGuest[]): MessageProduct[] {
  const found = new Map<string, MessageProduct>()
  for (const { rph } of guests) {
    const [, roomTypeCode, ratePlanCode] = /^\d+-(.+)-([^-]+)$/s.exec(rph?.value.slice(0, 200) ?? '') ?? []
    if (roomTypeCode !== undefined && ratePlanCode !== undefined) found.set(`${roomTypeCode}-${ratePlanCode}`, { roomTypeCode, ratePlanCode, lines: [] })
  }
  return [...found.values()]
}

function number(reading: ReservationReading, guestsPerUnit: AnalysisOptions['guestsPerUnit']): void {
  const { products, guests } = reading
  for (const one of products) {
    const { product } = one
    const facts = { booked: product.booked, lines: product.lines.map((line) => line.product.units ?? 0), counted: countedUnits(product, one.guests), referred: referredUnits(product, one.guests), named: guestsPerUnit?.(product) }
    takeGrouping(one, groupUnits(one.guests, facts))
  }
  const people = peopleOf(reading)
  // More guest nodes than people, each code in its place: nodes too many, not a wrong counter. Fewer, and codes that rise: a unit whose guests are missing.
  if (people !== undefined && guests.length > people) products.filter(hasTooMany).forEach(takeAsTheyStand)
  if (people !== undefined && guests.length < people) products.filter((one) => one.units.length > groupByCode(one.guests).length && isAscendingWithin(one)).forEach(takeAsTheyStand)
  products.forEach(expectCodes)
  reading.faults = diagnoseCounters(products, guests)
  for (const one of products) blur(one)
}

function takeGrouping(one: ProductReading, { units, kind, options, total }: Grouping<GuestReading>): void {
  one.units = units.filter((unit) => unit.length > 0)
  if (kind === 'open') one.open = { options, total }
}

const hasTooMany = ({ product, guests }: ProductReading): boolean => product.booked !== undefined && groupByCode(guests).length > product.booked

function takeAsTheyStand(one: ProductReading): void {
  one.units = groupByCode(one.guests)
  delete one.open
}

function peopleOf({ reservation }: ReservationReading): number | undefined {
  const counts = reservation.stays.map(({ guestCount, isPerRoom, products }) => {
    if (guestCount === undefined || !isPerRoom) return guestCount
    const units = products.map((one) => one.units)
    return units.every((count) => count !== undefined) ? guestCount * units.reduce((sum, count) => sum + count, 0) : undefined
  })
  return counts.length > 0 && counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : undefined
}

/** Codes that rise and stay within what is booked are right even where a unit has no guest. */
function isAscendingWithin({ product, guests }: ProductReading): boolean {
  const codes = groupByCode(guests).map(([first]) => Number(first?.key))
  return codes.every((code, i) => code >= 1 && code <= (product.booked ?? Infinity) && code > (codes[i - 1] ?? 0))
}

/** Units that codes tell apart keep the order of their codes, whatever order they stand in; others are counted as they stand. */
function expectCodes(one: ProductReading): void {
  const keys = one.units.map((unit) => (new Set(unit.map(({ key }) => key)).size === 1 ? unit[0]?.key : undefined))
  const isTold = !keys.includes(undefined) && new Set(keys).size === keys.length
  const isKept = isTold && (isRightlyCoded(one.guests, one.product.booked) || (one.product.booked !== undefined && one.units.length < one.product.booked && isAscendingWithin(one)))
  const sorted = keys.map(Number).toSorted((a, b) => a - b)
  one.units.forEach((unit, at) => {
    const key = Number(keys[at])
    for (const guest of unit) guest.expectedCode = isKept ? key : isTold ? sorted.indexOf(key) + 1 : at + 1
  })
}

/** Of an open product only what is the same in every grouping is expected. */
function blur({ open, guests }: ProductReading): void {
  if (open === undefined) return
  const isListed = open.total <= LISTED_MAX && open.options.length === open.total
  for (const guest of guests) {
    const codes = new Set(open.options.map((units) => units.findIndex((unit) => unit.includes(guest)) + 1))
    guest.expectedCode = isListed && codes.size === 1 ? [...codes][0] : undefined
  }
}
