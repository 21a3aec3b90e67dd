import { Problem, showText } from '../values/index.js'
import { monthsOf } from './month.js'

/** The parts of a date with the name of a month. With a short year nothing tells which number is the day. */
interface NamedDate {
  /** Two or four digits. */
  year: string
  month: string
  day: string
  shortYear?: true
  /** Set where the name does not tell the month. */
  problem?: Problem
}

const DAY_FIRST =
  /^(?<day>\d{1,2})(?:\.|er|st|nd|rd|th|º|ª)?[ ./-]{0,3}(?:de |d['’])?(?<month>\p{L}{3,14})\.?,?[ ./-]{0,3}(?:del? )?(?<year>\d{4}|\d{2})\.?$/u
const MONTH_FIRST =
  /^(?<month>\p{L}{3,14})\.?[ -]{0,3}(?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -]{1,3})(?<year>\d{4}|\d{2})$/u
const YEAR_FIRST = /^(?<year>\d{4})[ ./-]{0,3}(?<month>\p{L}{3,14})\.?[ ./-]{0,3}(?<day>\d{1,2})\.?$/u

/** Takes dates such as `2-Jan-2027`, `Jan 2, 2027`, `2. Januar 2027` or `14-Jul-27` apart; undefined for any other text. */
export function namedDate(text: string): NamedDate | undefined {
  const spaced = text
    .slice(0, 60)
    .normalize('NFC')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
  for (const pattern of [DAY_FIRST, MONTH_FIRST, YEAR_FIRST]) {
    const { day = '', month: name = '', year = '' } = pattern.exec(spaced)?.groups ?? {}
    const [month, ...others] = monthsOf(name)
    if (month === undefined) continue
    const parts = { year, month: String(month).padStart(2, '0'), day: day.padStart(2, '0') }
    if (others.length > 0) return { ...parts, problem: severalMonths(name, [month, ...others]) }
    // Month, day and year is an order that people use; month, year and day is none.
    if (year.length === 2)
      return pattern === DAY_FIRST ? { ...parts, shortYear: true } : { ...parts, year: `20${year}` }
    return parts
  }
  return undefined
}

function severalMonths(name: string, months: readonly number[]): Problem {
  const names = months
    .toSorted((a, b) => a - b)
    .map((month) => new Date(Date.UTC(2027, month - 1, 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }))
  return new Problem(
    `has a month, ${showText(name)}, that is ${names.join(' in one language and ')} in another`,
    'Write YYYY-MM-DD.',
  )
}
