import { isDay, nightOf } from '../../calendar/index.js'

const ZERO = 0x30
const HYPHEN = 0x2d
const MONTH_AT = 'YYYY-'.length
const DAY_AT = 'YYYY-MM-'.length
const PACKED_MONTH = 100
const PACKED_YEAR = 10_000
/** Below 0, whatever is added to it. */
const NO_DIGITS = -1_000_000

/** The date `YYYY-MM-DD` at a place as the number YYYYMMDD, of whatever digits stand there; below 0 for anything else. */
export function dateAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + MONTH_AT - 1] !== HYPHEN || bytes[at + DAY_AT - 1] !== HYPHEN) return -1
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2)
  const month = twoDigits(bytes, at + MONTH_AT)
  const day = twoDigits(bytes, at + DAY_AT)
  return year < 0 || month < 0 || day < 0 ? -1 : year * PACKED_YEAR + month * PACKED_MONTH + day
}

/** Below 0 where one of them is no digit. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO
  const ones = (bytes[at + 1] as number) - ZERO
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? NO_DIGITS : tens * 10 + ones
}

/** The night of the number YYYYMMDD; undefined where there is no such day. */
export function nightOfDate(date: number): number | undefined {
  return isDate(date) ? nightOf(yearOf(date), monthOf(date), date % PACKED_MONTH) : undefined
}

/** Whether there is a day of the number YYYYMMDD. */
export function isDate(date: number): boolean {
  return isDay(yearOf(date), monthOf(date), date % PACKED_MONTH)
}

function yearOf(date: number): number {
  return (date / PACKED_YEAR) | 0
}

function monthOf(date: number): number {
  return ((date / PACKED_MONTH) | 0) % PACKED_MONTH
}

/** `YYYY-MM-DD` of the number YYYYMMDD, whether or not there is such a day. */
export function dateText(date: number): string {
  const digits = String(date).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}
