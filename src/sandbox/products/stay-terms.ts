import { type Night, parseNight, type StayNight } from '../../calendar/index.js'
import {
  type RatePlan,
  seriesKey,
  type SettingValues,
  STANDARD_PRICE,
  type Store,
  type StoredProperty,
  type StoredUnit,
} from '../store/index.js'

/** What holds for one room under one rate plan on one night, wherever it was set. */
export interface NightTerms extends StayNight {
  available: number
  /** Code; absent where neither night, plan nor property has one. */
  currency: string | undefined
  /** Whether the price was set for this very night. */
  isCalendarPrice: boolean
}

/** Rates, restrictions and counts of one property on a range of nights, as they apply. */
export interface PropertyNights {
  rooms: readonly StoredUnit[]
  /** In the order of ids. */
  plans: readonly RatePlan[]
  /** Units of a room free on a night: the count set for it, else the units there are; none while blocked out. */
  availableOn(room: StoredUnit, night: Night): number
  /** The same as it is stored: what pending reservations hold is not taken off. */
  countOn(room: StoredUnit, night: Night): number
  /** Each field from the first place that sets it: room and plan on the night, the room on the night, the plan, the room. */
  termsOn(room: StoredUnit, plan: RatePlan, night: Night): NightTerms
}

const NOTHING_SET: SettingValues = {}

/**
 * Reads what decides about stays in a property on the nights from `first` to `last`, both included. A stay needs its day of
 * departure as well. A few queries for the whole range: inside a transaction, one state of the property.
 */
export function readPropertyNights(store: Store, property: StoredProperty, first: Night, last: Night): PropertyNights {
  const settings = store.cells.settingsOf(property.id, first, last)
  const counts = store.cells.inventoryOf(property.id, first, last)
  const cellOf = (unitId: number, planId: number, night: Night) =>
    settings.get(seriesKey(unitId, planId))?.get(night) ?? NOTHING_SET
  const held = store.reservations.pendingUnits(property.id, first, last)
  const countOn = (room: StoredUnit, night: Night): number =>
    counts.get(room.id)?.get(night) ?? room.record.noOfSellableUnits ?? 0
  const availableOn = (room: StoredUnit, night: Night): number =>
    isBlockedOut(room, night) ? 0 : Math.max(countOn(room, night) - (held.get(room.id)?.get(night) ?? 0), 0)
  const termsOn = (room: StoredUnit, plan: RatePlan, night: Night): NightTerms => {
    const own = cellOf(room.id, plan.id, night)
    const general = cellOf(room.id, 0, night)
    const calendarPrice = own.price ?? general.price
    return {
      night,
      closed: own.closed ?? general.closed ?? plan.record.stopSell,
      closedToArrival: own.closedToArrival ?? general.closedToArrival ?? plan.record.closedToArrival,
      closedToDeparture: own.closedToDeparture ?? general.closedToDeparture ?? plan.record.closedToDeparture,
      minStay: own.minStay ?? general.minStay ?? plan.record.minLengthOfStay ?? room.record.minLengthOfStay,
      maxStay: own.maxStay ?? general.maxStay ?? plan.record.maxLengthOfStay ?? room.record.maxLengthOfStay,
      price: calendarPrice ?? basePriceOf(room, plan),
      isCalendarPrice: calendarPrice !== undefined,
      currency: own.currency ?? general.currency ?? baseCurrencyOf(property, plan),
      available: availableOn(room, night),
    }
  }
  return { rooms: store.units.rooms(property.id), plans: store.units.plans(property.id), availableOn, countOn, termsOn }
}

/** Price of a night where the calendar has none: the plan's, else the unit's. */
export function basePriceOf({ record: { basePrice } }: StoredUnit, plan: RatePlan | undefined): string | undefined {
  const { mode = STANDARD_PRICE, value } = plan?.record.price ?? {}
  const price = (mode === STANDARD_PRICE ? value : undefined) ?? basePrice
  return price === undefined ? undefined : String(price)
}

/** Currency of that price. */
export function baseCurrencyOf({ record }: StoredProperty, plan: RatePlan | undefined): string | undefined {
  return plan?.record.price?.currencyCode ?? record.homeCurrencyCode
}

function isBlockedOut({ record: { capacities = [] } }: StoredUnit, night: Night): boolean {
  return capacities.some(({ isBlockout, timeRange }) => {
    if (isBlockout !== true || timeRange === undefined) return false
    const from = parseNight(timeRange.fromDate)
    const to = parseNight(timeRange.toDate)
    return from !== undefined && to !== undefined && from <= night && night <= to
  })
}
