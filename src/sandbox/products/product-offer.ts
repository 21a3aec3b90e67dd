import { checkStay, type Night } from '../../calendar/index.js'
import { addDecimals, type Decimal, multiplyDecimal, readDecimal, takePercentOff, ZERO } from '../ground/index.js'
import type { RatePlan, StoredUnit } from '../store/index.js'
import type { StayDates } from './stay-request.js'
import type { NightTerms, PropertyNights } from './stay-terms.js'
import { maxOccupancyOf, mayBookOnWeekdays, standardOccupancyOf } from './stay-unit.js'

/** A stay that someone asks for. */
export interface WantedStay extends StayDates {
  /** The property's own day. */
  today: Night
  /** Guests in all; absent = not said. */
  guests?: number | undefined
  /** Per cent that a promotion takes off every night; 0 for none. */
  percentOff: number
  /** Decimals in which a currency is written. */
  decimalsOf: (currency: string | undefined) => number
}

/** One product as it is sold for a stay. */
export interface Offer {
  plan: RatePlan
  currency: string | undefined
  /** Decimals in which the currency is written. */
  decimals: number
  nights: { night: Night; price: Decimal }[]
  /** The sum of the nights. */
  total: Decimal
}

/** The room under the plan for the stay, or undefined where a rule, a count, a missing price or the guests forbid it. */
export function findOffer(
  calendar: PropertyNights,
  room: StoredUnit,
  plan: RatePlan,
  stay: WantedStay,
): Offer | undefined {
  const { arrival, departure } = stay
  const terms = chargeOnce(
    room,
    Array.from({ length: departure - arrival }, (_, at) => calendar.termsOn(room, plan, arrival + at)),
  )
  if (checkStay(terms, calendar.termsOn(room, plan, departure)).length > 0) return undefined
  if (!mayBookOnWeekdays(room, stay, stay.today) || !hasRoomFor(room, leastAvailable(terms), stay.guests))
    return undefined
  const [currency, ...others] = new Set(terms.map((night) => night.currency))
  if (others.length > 0) return undefined
  const decimals = stay.decimalsOf(currency)
  const factor = isPerPerson(room) ? (stay.guests ?? standardOccupancyOf(room)) : 1
  const nights = terms.map(({ night, price }) => {
    const full = multiplyDecimal(price === undefined ? ZERO : readDecimal(price), factor)
    return { night, price: stay.percentOff === 0 ? full : takePercentOff(full, stay.percentOff, decimals) }
  })
  return { plan, currency, decimals, nights, total: nights.reduce((sum, { price }) => addDecimals(sum, price), ZERO) }
}

/** The least count of a run of nights. */
export function leastAvailable(nights: readonly { available: number }[]): number {
  return Math.min(...nights.map(({ available }) => available))
}

const isPerPerson = ({ record: { paymentType } }: StoredUnit): boolean =>
  paymentType === 'per_person' || paymentType === 'per_person_per_night'

/** A price per stay is charged on the first night, unless the calendar prices that night by itself. */
function chargeOnce({ record: { paymentType } }: StoredUnit, terms: NightTerms[]): NightTerms[] {
  if (paymentType !== 'per_stay' || terms[0]?.isCalendarPrice === true) return terms
  return terms.map((night, at) => (at === 0 ? night : { ...night, price: '0' }))
}

function hasRoomFor(room: StoredUnit, units: number, guests: number | undefined): boolean {
  const most = maxOccupancyOf(room)
  return guests === undefined || most === undefined || guests <= most * units
}
