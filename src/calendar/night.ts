/** A calendar day that a guest sleeps, as days since 1970-01-01. Never an instant, so no time zone. */
export type Night = number

/** Weekday masks: bit 0 = Monday … bit 6 = Sunday. */
export const EVERY_DAY = 127

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Reads `YYYY-MM-DD`, years 0001 to 9999. Undefined for any other text and for days no calendar has, such as 2026-02-30. */
export function parseNight(text: string): Night | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return undefined
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  return isDay(year, month, day) ? nightOf(year, month, day) : undefined
}

/** Whether the calendar has this day, of the years from 1 on. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)
}

/** The number the characters spell, or -1 where one is no digit. */
function digits(text: string, start: number, end: number): number {
  let number = 0
  for (let i = start; i < end; i += 1) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

function monthLength(year: number, month: number): number {
  if (month === 2 && isLeapYear(year)) return 29
  return MONTH_LENGTHS[month - 1] as number
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/**
 * The night of a Gregorian date that exists. Years are counted from 1 March, so the leap day is a year's last:
 * 153 days are five months from March on, 146,097 days are 400 years, day 719,468 of that count is 1970-01-01.
 */
export function nightOf(year: number, month: number, day: number): Night {
  const marchYear = month <= 2 ? year - 1 : year
  const marchMonth = month <= 2 ? month + 9 : month - 3
  const era = Math.floor(marchYear / 400) | 0
  const yearOfEra = marchYear - era * 400
  const dayOfYear = (((153 * marchMonth + 2) / 5) | 0) + day - 1
  const dayOfEra = yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** `YYYY-MM-DD` of a night between the years 0001 and 9999. */
export function formatNight(night: Night): string {
  const day = night + 719_468
  const era = Math.floor(day / 146_097)
  const dayOfEra = day - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`
}

function pad(number: number, width: number): string {
  return String(number).padStart(width, '0')
}

/** 0 = Monday … 6 = Sunday. */
export function weekday(night: Night): number {
  return (((night + 3) % 7) + 7) % 7
}
