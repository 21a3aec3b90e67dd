import { formatNight, type Night, parseNight } from '../../calendar/index.js'
import { dateFormOf, dateNumbersOf } from '../values-date.js'
import { Problem, showText } from '../values.js'

/** Whether cells that are dates by themselves are taken as they are, or with day and month exchanged back. */
export const DATE_CELLS = ['as-is', 'swapped'] as const
export type DateCells = (typeof DATE_CELLS)[number]

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
export function exchanged(night: Night): Night | undefined {
  const [year = '', month = '', day = ''] = formatNight(night).split('-')
  return Number(day) > MONTHS ? undefined : parseNight(`${year}-${day}-${month}`)
}

/** A date cell as `--date-cells swapped` reads it. What was left as text when the file was opened keeps its own order. */
export function exchangedBack(text: string, night: number | Problem): number | Problem {
  if (night instanceof Problem || isText(text)) return night
  return exchanged(night) ?? new Problem('cannot have day and month exchanged, but --date-cells is swapped', 'Correct the date, or leave out --date-cells.')
}

/** True for three numbers in an order that has to be told: a spreadsheet keeps what it cannot read as text. */
function isText(text: string): boolean {
  const form = dateFormOf(text)
  return form === '.' || form === '/' || form === '-'
}

/**
 * Notices what a spreadsheet program does to a file whose dates stand in another order than its own: it exchanges day and month
 * wherever the day is a month too, and leaves the others as text. One date that cannot come about like that clears the file.
 */
export class ExchangedDates {
  /** True once no date of the file can have been exchanged. */
  isClear: boolean
  line = 0
  #cell: Seen | undefined
  #text: { text: string; line: number } | undefined
  /** Dates with the name of a month are in no order that could be exchanged; a person writes them, or a program that keeps them. */
  #hasNames = false
  readonly #nights = new Set<Night>()
  readonly #ranges = new Map<Night, Night>()

  constructor(isWatching: boolean) {
    this.isClear = !isWatching
  }

  /** Takes the text of a date and the night that it is read as. */
  take(text: string, night: number | Problem): void {
    if (this.isClear) return
    const [first, second, third] = dateNumbersOf(text) ?? []
    if (isText(text) && first !== undefined && second !== undefined && third !== undefined) {
      // Year first is read alike everywhere.
      if (first > 31 || (first > MONTHS) === (second > MONTHS)) this.isClear = true
      else this.#text ??= { text, line: this.line }
      return
    }
    if (night instanceof Problem) return
    if (/\p{L}{3}/u.test(text)) this.#hasNames = true
    const other = exchanged(night)
    if (other === undefined) this.isClear = true
    else if (other !== night) this.#cell ??= { text, line: this.line, night }
  }

  /** Takes the nights of a row, which dates that were taken before begin and end. */
  takeRow(from: Night, until: Night): void {
    if (this.isClear || this.#nights.size + this.#ranges.size > KEPT_MAX) return
    if (until - from === 1) this.#nights.add(from)
    else this.#ranges.set(from, until - 1)
  }

  /** Several rows of following nights: no exchange makes them. */
  clear(): void {
    this.isClear = true
  }

  /** What is wrong with the file as a whole; undefined where nothing is. */
  finding(): { line?: number; value: string; reason: string; remedy: string } | undefined {
    const cell = this.#cell
    if (this.isClear || cell === undefined) return undefined
    const other = formatNight(exchanged(cell.night) as Night)
    const remedy = `Add --date-cells swapped to read ${showText(cell.text)} as ${other}, or --date-cells as-is if the dates are right.`
    const place = { ...(cell.line === 0 ? {} : { line: cell.line }), value: showText(cell.text) }
    if (this.#text !== undefined) {
      const where = this.#text.line === 0 ? '' : ` (line ${this.#text.line})`
      return { ...place, reason: `may have day and month exchanged: every date of the file that a spreadsheet program could read has a day up to 12, and only those that it could not, such as "${showText(this.#text.text)}"${where}, are left as text`, remedy }
    }
    if (this.#hasNames || (!this.#followWhenExchanged() && !this.#joinWhenExchanged())) return undefined
    return { ...place, reason: `may have day and month exchanged: the dates of the file jump from month to month, and follow each other day by day as ${other} and so on`, remedy }
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
    const others = ranges.map(([first, last]) => [exchanged(first) ?? first, exchanged(last) ?? last] as const).toSorted(([a], [b]) => a - b)
    return others.every(([first, last], at) => first <= last && (at === 0 || first === (others[at - 1]?.[1] ?? 0) + 1))
  }
}
