import { formatNight, type Night, nightOf, parseNight } from '../../calendar/index.js'
import { Refusal } from '../ground/index.js'
import type { StoredProperty } from '../store/index.js'

/** Longest stay that can be asked for. */
export const STAY_NIGHTS_MAX = 365

const DAY_MS = 86_400_000

/** From the day of arrival to the day of departure; the last night is the one before. */
export interface StayDates {
  arrival: Night
  departure: Night
}

function refuse(status: 400 | 422, field: string, message: string): never {
  throw new Refusal(status, `${field} ${message}.`, { details: [{ field, message }] })
}

const readDay = (field: string, text: string): Night =>
  parseNight(text) ?? refuse(400, field, `is no day of the calendar (${text})`)

/** @throws Refusal 400 where these dates are no stay, or a stay of more than STAY_NIGHTS_MAX nights */
export function readStayDates({ checkInDate, checkOutDate }: { checkInDate: string; checkOutDate: string }): StayDates {
  const arrival = readDay('checkInDate', checkInDate)
  const departure = readDay('checkOutDate', checkOutDate)
  if (departure <= arrival) refuse(400, 'checkOutDate', 'must be after checkInDate')
  if (departure - arrival > STAY_NIGHTS_MAX)
    refuse(
      400,
      'checkOutDate',
      `makes a stay of ${departure - arrival} nights, at most ${STAY_NIGHTS_MAX} are possible`,
    )
  return { arrival, departure }
}

/**
 * The day on a property's own wall calendar; UTC where its time zone is unknown.
 * @param now epoch milliseconds
 */
export function todayOf({ info }: Pick<StoredProperty, 'info'>, now: number): Night {
  const timezone = info?.['timezone']
  if (typeof timezone !== 'string' || timezone === 'UTC') return Math.floor(now / DAY_MS)
  const parts = dayFormat(timezone).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  return nightOf(part('year'), part('month'), part('day'))
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  } catch {
    // Seeded data may name a zone that this platform does not know.
    return dayFormat('UTC')
  }
}

/** @throws Refusal 422 where the stay begins before the property's own today */
export function refusePastStay({ arrival }: StayDates, today: Night): void {
  if (arrival < today) refuse(422, 'checkInDate', `is past; at the property it is ${formatNight(today)}`)
}
