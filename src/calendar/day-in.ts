import { type Night, nightOf } from './night.js'

/** The zone in which a day ends last: what is past there is past for every hotel on earth. */
export const LAST_TIME_ZONE = 'Etc/GMT+12'
/** The zone in which a day begins first: its today is past nowhere. */
export const FIRST_TIME_ZONE = 'Etc/GMT-14'
const LAST_OFFSET_MS = -12 * 3_600_000

/**
 * The day on the wall calendars of a time zone.
 * @param now epoch milliseconds
 * @returns undefined where this platform knows no such zone
 */
export function dayIn(timeZone: string, now: number): Night | undefined {
  if (timeZone === LAST_TIME_ZONE) return dayOf(new Date(now + LAST_OFFSET_MS))
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  } catch {
    return undefined
  }
  const parts = format.formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  return nightOf(part('year'), part('month'), part('day'))
}

/** Without the tables of time zones, which take a while to load. */
function dayOf(moment: Date): Night {
  return nightOf(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate())
}
