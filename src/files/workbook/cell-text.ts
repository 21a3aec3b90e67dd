import { wholeDay } from './near-days.js'
import type { SheetValue } from './sheet-value.js'

const DAY_MS = 86_400_000
/** Numbers of the first and the last day of the years 2000 to 2100, counted from 1900. */
const DAY_MIN = 36_526
const DAY_MAX = 73_415
const DAYS_TO_1904 = 1462
const DIGITS = 15
const UNIX_EPOCH = 25_569
const FALSE_LEAP_DAY = 60

/**
 * A cell as the same sheet saved as CSV would have it, but for its marks: numbers with a point and the 15 digits that a
 * spreadsheet shows, days as YYYY-MM-DD, flags as true and false.
 */
export function cellText(value: SheetValue, hasDecimalComma: boolean): string {
  if (value === null) return ''
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT00:00:00(\.0+)?Z?$/.test(value) ? value.slice(0, 10) : value
  if (typeof value === 'boolean') return String(value)
  return value instanceof Date ? dayText(value) : numberText(value, hasDecimalComma)
}

/** A number in a column of dates: the day that it counts, where it is one. Its format may be one that is not known for dates. */
export function dayOfNumber(value: SheetValue, is1904: boolean): SheetValue {
  const whole = typeof value === 'number' ? wholeDay(value) : undefined
  if (whole === undefined) return value
  const days = is1904 ? whole + DAYS_TO_1904 : whole
  return days < DAY_MIN || days > DAY_MAX ? value : new Date((days - UNIX_EPOCH) * DAY_MS)
}

function dayText(date: Date): string {
  const time = date.getTime()
  if (Number.isNaN(time)) return '#DATE'
  const day = sheetDay(date)
  if (time % DAY_MS === 0) return day
  // A time is shown to the second, but never as the midnight that it is not.
  const second = new Date(Math.round(time / 1000) * 1000)
  return second.getTime() % DAY_MS === 0
    ? `${day} ${date.toISOString().slice(11, 23)}`
    : `${day} ${second.toISOString().slice(11, 19)}`
}

/** The day as a spreadsheet shows it. Those that count from 1900 have a 29 February in that year, which puts the days before it one behind. */
export function sheetDay(date: Date): string {
  const serial = Math.floor(date.getTime() / DAY_MS) + UNIX_EPOCH
  if (serial === FALSE_LEAP_DAY) return '1900-02-29'
  return new Date((serial - UNIX_EPOCH + (serial >= 1 && serial < FALSE_LEAP_DAY ? 1 : 0)) * DAY_MS)
    .toISOString()
    .slice(0, 10)
}

function numberText(value: number, hasDecimalComma: boolean): string {
  const text = shownNumber(value)
  // A cell has no thousands marks: a fourth decimal says that three decimals are decimals.
  const sure = text.at(-4) === '.' ? `${text}0` : text
  return hasDecimalComma ? sure.replace('.', ',') : sure
}

function shownNumber(value: number): string {
  const exact = String(value)
  // Most numbers have no more digits than are shown.
  if (exact.length <= DIGITS && !exact.includes('e')) return exact
  const shown = Number(value.toPrecision(DIGITS))
  // A spreadsheet loses the digits of a whole number beyond 15; an exponent lets an id be refused.
  return Number.isInteger(shown) && Math.abs(shown) >= 10 ** DIGITS ? shown.toExponential() : String(shown)
}
