import { type Night, weekday } from '../../calendar/index.js'
import type { CapacityRecord, StoredUnit, WeekdayRecord } from '../store/index.js'
import type { StayDates } from './stay-request.js'

const DAYS = [
  ['monday', 'mon'],
  ['tuesday', 'tue'],
  ['wednesday', 'wed'],
  ['thursday', 'thu'],
  ['friday', 'fri'],
  ['saturday', 'sat'],
  ['sunday', 'sun'],
] as const

const allows = (days: WeekdayRecord | undefined, night: Night): boolean => {
  const [name] = DAYS[weekday(night)] as (typeof DAYS)[number]
  return days === undefined || days[name] === true
}

/** The days allowed as `/v1` writes them; undefined where every day is, because none was ever named. */
export function shortWeekdays(days: WeekdayRecord | undefined): string[] | undefined {
  return days === undefined ? undefined : DAYS.filter(([name]) => days[name] === true).map(([, short]) => short)
}

/** Whether the unit's weekday rules let a guest arrive and leave on these days, and book today. */
export function mayBookOnWeekdays({ record }: StoredUnit, { arrival, departure }: StayDates, today: Night): boolean {
  return (
    allows(record.arrivalDays, arrival) && allows(record.departureDays, departure) && allows(record.bookableDays, today)
  )
}

const guestCapacities = ({ record: { capacities = [] } }: StoredUnit): CapacityRecord[] =>
  capacities.filter(({ isBlockout }) => isBlockout !== true)

/** Most guests in one unit; undefined where nothing is known. */
export function maxOccupancyOf(unit: StoredUnit): number | undefined {
  const limits = guestCapacities(unit).map(({ capacity, maxOccupancy }) => maxOccupancy ?? capacity)
  return limits.length === 0 ? undefined : Math.max(...limits)
}

/** Guests that a unit is meant for; one where nothing is known. */
export function standardOccupancyOf(unit: StoredUnit): number {
  return guestCapacities(unit)[0]?.capacity ?? 1
}
