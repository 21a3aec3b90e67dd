import { parseNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'

const HALF_DAY_MS = 43_200_000
const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/**
 * Epoch milliseconds of a day (its noon in UTC, which is the same day nearly everywhere) or of a moment in UTC.
 * @throws Fault USAGE
 */
export function momentOf(given: string): number {
  const night = parseNight(given)
  if (night !== undefined) return night * UNIT_MS.d + HALF_DAY_MS
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.exec(given) ?? []
  const at = day === undefined || parseNight(day) === undefined ? Number.NaN : Date.parse(given)
  if (Number.isNaN(at))
    throw new Fault('USAGE', `"${given}" is not a date or time.`, {
      next: 'Use a date such as 2027-06-30, or a date and time such as 2027-06-30T12:00:00Z.',
    })
  return at
}

/**
 * Milliseconds of a span such as 3d, 90m or -1h.
 * @throws Fault USAGE
 */
export function millisecondsOf(given: string): number {
  const [, count, unit] = /^([+-]?\d{1,9})([dhms])$/.exec(given) ?? []
  if (count === undefined)
    throw new Fault('USAGE', `"${given}" is not a duration.`, {
      next: 'Use days, hours, minutes or seconds, such as 3d, 12h, 90m or 30s.',
    })
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/**
 * A time such as `90s`, `20m`, `36h`, `2d`, in milliseconds.
 * @throws Fault USAGE
 */
export function readDuration(flag: string, text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? 0)
  if (ms > 0) return ms
  throw new Fault('USAGE', `${flag} needs a time such as 90s, 20m, 36h or 2d, not "${text}".`)
}
