import type { SheetValue } from './sheet-value.js'

const DAY_MS = 86_400_000
/** A millisecond is 1.16e-8 of a day: what is below that is what sums of binary fractions leave, and what is not is a time of day. */
const NOISE_DAYS = 1e-8
/** Beyond that a parser that counts whole milliseconds tells a day from the time beside it. */
const NEAR_DAYS = 2e-8

/** Whether a part of a sheet can hold numbers so near to whole ones that their milliseconds do not tell. */
export function mayHoldNearDays(xml: string): boolean {
  return /9{7}|0{7}/.test(xml)
}

/** The number in the content of a cell, where it is not whole and so near to a whole one that its milliseconds do not tell. */
export function nearDayIn(content: string, prefix: string): number | undefined {
  const start = content.indexOf(`<${prefix}v>`)
  const end = start < 0 ? -1 : content.indexOf('<', start + 1)
  const number = end < 0 || end - start > 60 ? Number.NaN : Number(content.slice(content.indexOf('>', start) + 1, end))
  const distance = Math.abs(number - Math.round(number))
  return distance > 0 && distance < NEAR_DAYS ? number : undefined
}

/** A moment by the number that its cell holds: the day where nothing but noise parts the two, else never midnight. */
export function momentOf(value: SheetValue, serial: number): SheetValue {
  if (!(value instanceof Date)) return value
  const day = Math.round(value.getTime() / DAY_MS) * DAY_MS
  if (wholeDay(serial) !== undefined) return new Date(day)
  return value.getTime() === day ? new Date(serial < Math.round(serial) ? day - 1 : day + 1) : value
}

/** The whole number that a number of days is but for noise; undefined where it has a time of day. */
export function wholeDay(serial: number): number | undefined {
  const whole = Math.round(serial)
  return Math.abs(serial - whole) < NOISE_DAYS ? whole : undefined
}
