/** A cell of a sheet as the parser gives it; null is blank. */
export type SheetValue = string | number | boolean | Date | null

const SECONDS_OF_DAY = 86_400
/** Numbers of the first and the last day of the years 2000 to 2100, counted from 1900. */
const DAY_MIN = 36_526
const DAY_MAX = 73_415
const DAYS_TO_1904 = 1462
const DIGITS = 15
const UNIX_EPOCH = 25_569

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
  if (typeof value !== 'number' || !Number.isInteger(value)) return value
  const days = is1904 ? value + DAYS_TO_1904 : value
  return days < DAY_MIN || days > DAY_MAX ? value : new Date((days - UNIX_EPOCH) * SECONDS_OF_DAY * 1000)
}

function dayText(date: Date): string {
  const time = date.getTime()
  if (Number.isNaN(time)) return '#DATE'
  // Sums of days are kept as binary fractions: half a second is no time of day.
  const iso = new Date(Math.round(time / 1000) * 1000).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
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
