import { formatNight, type Night, parseNight } from '../../calendar/index.js'
import { Problem, showText } from '../values/index.js'
import { Neighbours } from './date-neighbours.js'
import { dateFormOf, dateNumbersOf } from './date.js'

const MONTHS = 12
/** Fewer nights are no pattern. */
const NIGHTS_MIN = 3
const RANGES_MIN = 2
/** Days up to 12 of all months of a century. */
const KEPT_MAX = 20_000

interface Seen {
  text: string
  line: number
  night: Night
}

/** The night with day and month exchanged; undefined where the day is no month. */
function exchanged(night: Night): Night | undefined {
  const [year = '', month = '', day = ''] = formatNight(night).split('-')
  return Number(day) > MONTHS ? undefined : parseNight(`${year}-${day}-${month}`)
}

/** A date cell as `--date-cells swapped` reads it. What was left as text when the file was opened keeps its own order, and a day above 12 was never exchanged. */
export function exchangedBack(text: string, night: number | Problem): number | Problem {
  return night instanceof Problem || isText(text) ? night : (exchanged(night) ?? night)
}

/** True for three numbers in an order that has to be told: a spreadsheet keeps what it cannot read as text. Year first is read alike everywhere. */
function isText(text: string): boolean {
  const form = dateFormOf(text)
  return (form === '.' || form === '/' || form === '-') && (dateNumbersOf(text)?.[0] ?? 0) <= 31
}

/** The night of a text that only one order of day and month reads; undefined where both or none do. */
function nightOfText(text: string): Night | undefined {
  const [first, second, year] = dateNumbersOf(text) ?? []
  if (first === undefined || second === undefined || year === undefined || first > MONTHS === second > MONTHS)
    return undefined
  const [day, month] = first > MONTHS ? [first, second] : [second, first]
  return parseNight(
    `${year < 100 ? 2000 + year : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  )
}

function placeOf({ text, line }: { text: string; line: number }): { line?: number; value: string } {
  return { ...(line === 0 ? {} : { line }), value: showText(text) }
}

/**
 * Notices what a spreadsheet program does to a file whose dates stand in another order than its own: it exchanges day and month
 * wherever the day is a month too, and leaves the others as text. Where a file has dates and such texts, one date that cannot come
 * about like that proves only itself, and the others are held against their neighbours.
 */
export class ExchangedDates {
  /** True where nothing is watched for. */
  readonly isClear: boolean
  line = 0
  #cell: Seen | undefined
  #text: { text: string; line: number } | undefined
  /** A date with a day above 12. */
  #sure: { text: string; line: number } | undefined
  /** True once something has been seen that no program leaves behind. */
  #isProved = false
  /** Dates with the name of a month are in no order that could be exchanged; a person writes them, or a program that keeps them. */
  #hasNames = false
  readonly #nights = new Set<Night>()
  readonly #ranges = new Map<Night, Night>()
  readonly #neighbours = new Neighbours()

  constructor(
    isWatching: boolean,
    private readonly isSwapped = false,
  ) {
    this.isClear = !isWatching
  }

  /** Takes the text of a date and the night that it is read as. */
  take(text: string, night: number | Problem): void {
    if (this.isClear) return
    if (isText(text)) {
      const kept = nightOfText(text)
      if (kept === undefined) this.#isProved = true
      else this.#text ??= { text, line: this.line }
      const own = kept ?? night
      if (typeof own === 'number') this.#neighbours.take(own, own)
      return
    }
    if (night instanceof Problem) return
    if (/\p{L}{3}/u.test(text)) this.#hasNames = true
    this.#takeCell(text, night)
  }

  #takeCell(text: string, night: Night): void {
    const other = exchanged(night)
    this.#neighbours.take(night, other ?? night)
    if (other === undefined) {
      this.#isProved = true
      this.#sure ??= { text, line: this.line }
    } else if (other !== night) this.#cell ??= { text, line: this.line, night }
  }

  /** Takes the nights of a row, which dates that were taken before begin and end. */
  takeRow(from: Night, until: Night): void {
    if (this.isClear || this.#isProved || this.#nights.size + this.#ranges.size > KEPT_MAX) return
    if (until - from === 1) this.#nights.add(from)
    else this.#ranges.set(from, until - 1)
  }

  /** Takes the nights of rows that follow each other: no exchange makes them. */
  takeRun(from: Night, count: number): void {
    if (this.isClear) return
    for (let night = from; night < from + count; night += 1)
      if (!this.#neighbours.has(night)) this.#takeCell(formatNight(night), night)
    this.#isProved = true
  }

  /** What is wrong with the file as a whole; undefined where nothing is. */
  finding(): { line?: number; value: string; reason: string; remedy: string } | undefined {
    if (this.isClear) return undefined
    if (this.isSwapped) return this.#notExchanged()
    const cell = this.#cell
    if (cell === undefined) return undefined
    const other = formatNight(exchanged(cell.night) as Night)
    const remedy = `Add --date-cells swapped to read ${showText(cell.text)} as ${other}, or --date-cells as-is if the dates are right.`
    const place = placeOf(cell)
    if (this.#text !== undefined) {
      const left = `those that it could not, such as "${showText(this.#text.text)}"${this.#text.line === 0 ? '' : ` (line ${this.#text.line})`}, are left as text`
      if (!this.#isProved)
        return {
          ...place,
          reason: `may have day and month exchanged: every date of the file that a spreadsheet program could read has a day up to 12, and only ${left}`,
          remedy,
        }
      if (!this.#neighbours.fitBetterExchanged()) return undefined
      return {
        ...place,
        reason: `may have day and month exchanged: as ${other} and so on, dates that a spreadsheet program could read fit the rest of the file better than as they stand, and ${left}`,
        remedy,
      }
    }
    if (this.#isProved || this.#hasNames || (!this.#followWhenExchanged() && !this.#joinWhenExchanged()))
      return undefined
    return {
      ...place,
      reason: `may have day and month exchanged: the dates of the file jump from month to month, and follow each other day by day as ${other} and so on`,
      remedy,
    }
  }

  /** A file without texts whose days go above 12 has been exchanged by nothing, so the flag is meant for another file. */
  #notExchanged(): { line?: number; value: string; reason: string; remedy: string } | undefined {
    if (this.#sure === undefined || this.#text !== undefined) return undefined
    return {
      ...placeOf(this.#sure),
      reason:
        'cannot have day and month exchanged, and no date of the file is left as text, but --date-cells is swapped',
      remedy: 'Correct the date, or leave out --date-cells.',
    }
  }

  /** Nights that lie apart as they stand, and side by side when exchanged. */
  #followWhenExchanged(): boolean {
    const nights = this.#nights
    if (nights.size < NIGHTS_MIN || [...nights].some((night) => nights.has(night + 1))) return false
    const others = new Set([...nights].map((night) => exchanged(night) ?? night))
    const beside = [...others].filter((night) => others.has(night + 1) || others.has(night - 1))
    return beside.length >= NIGHTS_MIN && beside.length * 3 >= nights.size * 2
  }

  /** Ranges that do not join as they stand, and all join when exchanged. */
  #joinWhenExchanged(): boolean {
    const ranges = [...this.#ranges].toSorted(([a], [b]) => a - b)
    if (ranges.length < RANGES_MIN || ranges.some(([, last]) => this.#ranges.has(last + 1))) return false
    const others = ranges
      .map(([first, last]) => [exchanged(first) ?? first, exchanged(last) ?? last] as const)
      .toSorted(([a], [b]) => a - b)
    return others.every(([first, last], at) => first <= last && (at === 0 || first === (others[at - 1]?.[1] ?? 0) + 1))
  }
}
