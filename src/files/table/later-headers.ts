import { headerKey, knownHeaders } from '../columns/index.js'
import type { CsvRecord } from '../csv/index.js'
import { monthOf } from '../dates/index.js'
import { isDateHeader, isTaken, monthAboveDays } from '../matrix/index.js'
import { inputFault, type ReadContext } from '../reading/index.js'
import { showText, textAndMark } from '../values/index.js'

/** Fewer names may be values of a row. */
const NAMES_MIN = 2
/** Words in fewer cells may be a remark. */
const WORDS_MIN = 3
/** The years 2000 to 2100, from 1900 or 1904. */
const SERIAL_MIN = 35_064
const SERIAL_MAX = 73_415
const CELL_CHARACTERS = 200
const NAMES_KEPT = 10_000

/**
 * Lines below the header that name columns again, as files that were put together have them. One with the same columns is passed over. What stands
 * below one with others would be read into the columns of the first, so the whole file is refused.
 */
export class LaterHeaders {
  readonly #own: ReadonlySet<string>
  readonly #meanings: readonly string[]
  readonly #known: ReadonlyMap<string, string>
  readonly #names = new Map<string, boolean>()
  /** Most rows begin with an id, and no header does. */
  readonly #skipsDigits: boolean
  #count = 0
  #first = 0

  constructor(
    header: readonly string[],
    /** Where the columns of nights stand in a table with dates across. */
    private readonly nights: readonly number[] | undefined,
    private readonly context: ReadContext,
  ) {
    this.#known = knownHeaders(context.kind)
    this.#own = new Set(header.map(headerKey).filter((key) => key !== ''))
    this.#meanings = this.#meaningsOf(header)
    this.#skipsDigits = nights === undefined && !header.some((name) => startsWithDigit([name.trim()]) && name !== '')
  }

  /**
   * True for a line that repeats the header.
   * @throws Fault INVALID_INPUT for one that names other columns, or the same in another order
   */
  repeats({ cells, line }: CsvRecord): boolean {
    if (this.#skipsDigits && startsWithDigit(cells)) return false
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const isHeader =
      this.nights === undefined
        ? this.#namesColumns(filled)
        : this.#namesNights(filled, cells) || holdsDates(this.nights.map((at) => (cells[at] ?? '').trim()))
    if (!isHeader && !this.#mayBeHeader(filled)) return false
    const meanings = this.#meaningsOf(cells)
    if (
      isHeader &&
      meanings.length === this.#meanings.length &&
      meanings.every((meaning, at) => meaning === this.#meanings[at])
    ) {
      this.#count += 1
      this.#first ||= line
      return true
    }
    const reason = isHeader
      ? 'names columns again, and not as the header does: what stands below it would be read into the wrong columns'
      : 'holds nothing but words, and may be the header of another table: what stands below it would be read into the columns of this one'
    throw inputFault({
      file: this.context.name,
      line,
      value: showText(filled.join(', ')),
      reason,
      remedy: 'Save each table as a file of its own, or give all of them the same columns in the same order.',
    })
  }

  /** Tells of the lines that were passed over. */
  finish(): void {
    if (this.#count === 0) return
    const text =
      this.#count === 1
        ? `line ${this.#first} repeats the header and is passed over.`
        : `${this.#count} lines repeat the header, the first of them line ${this.#first}; they are passed over.`
    this.context.onNotice?.({ file: this.context.name, line: this.#first, what: 'inferred', text })
  }

  /** A row of values has a digit somewhere, at least in its date. */
  #mayBeHeader(filled: readonly string[]): boolean {
    const words = new Set(filled)
    return (
      words.size >= WORDS_MIN &&
      words.size === filled.length &&
      filled.length >= this.#meanings.filter((meaning) => meaning !== '').length &&
      filled.every((cell) => /^[\p{L}\p{M} ./()_-]{1,60}$/u.test(cell))
    )
  }

  /** Names are more than half of what a header says; dates are names where other names stand beside them. */
  #namesColumns(filled: readonly string[]): boolean {
    const named = filled.filter((cell) => this.#isName(cell))
    return (
      new Set(named).size >= NAMES_MIN &&
      2 * (named.length + filled.filter((cell) => !this.#isName(cell) && isNight(cell)).length) > filled.length
    )
  }

  /** A table with dates across has the name of a column, or months, where its rows have ids and values. */
  #namesNights(filled: readonly string[], cells: readonly string[]): boolean {
    const named = new Set(filled.filter((cell) => this.#isName(cell)))
    return (
      filled.length >= NAMES_MIN &&
      (named.size >= NAMES_MIN ||
        this.#isName(filled[0] as string) ||
        cells.some((cell, at) => this.#isName(cell.trim()) && this.#meaningsOf([cell])[0] === this.#meanings[at]) ||
        filled.every((cell) => named.has(cell) || isNight(cell)))
    )
  }

  #isName(cell: string): boolean {
    let isName = this.#names.get(cell)
    if (isName === undefined) {
      const text = (textAndMark(cell)?.text ?? cell).slice(0, CELL_CHARACTERS)
      isName = this.#own.has(headerKey(text)) || isTaken(text, this.context)
      if (this.#names.size >= NAMES_KEPT) this.#names.clear()
      this.#names.set(cell, isName)
    }
    return isName
  }

  /** What columns mean; a name that is not known stands for itself. */
  #meaningsOf(names: readonly string[]): string[] {
    const meanings = names.map((name) => {
      const key = headerKey(name.slice(0, CELL_CHARACTERS))
      return this.#known.get(key) ?? key
    })
    while (meanings.at(-1) === '') meanings.pop()
    return meanings
  }
}

/** Whether the cells below the nights of a header are dates themselves, whatever stands before them. One of several may be a slip. */
function holdsDates(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length < Math.min(NAMES_MIN, cells.length)) return false
  return filled.every((cell) => isNight(cell) || isDayOfMonth(cell)) || areSerials(filled)
}

/** A day without a year, in no form that a price has: `13.06.`, `13/06`, `Sun 13 June`. */
function isDayOfMonth(cell: string): boolean {
  const text = cell.slice(0, CELL_CHARACTERS)
  if (/^(?:\p{L}{2,12}[.,]* )?(?:\d{1,2}\. ?\d{1,2}\.|\d{1,2}[/-]\d{1,2})$/u.test(text)) return true
  const [, ahead, behind] =
    /^(?:\p{L}{2,12}[.,]* )?(?:\d{1,2}(?:st|nd|rd|th)?[. -]{0,2}(\p{L}{3,12})\.?|(\p{L}{3,12})[. -]{0,2}\d{1,2}(?:st|nd|rd|th)?\.?)$/u.exec(
      text,
    ) ?? []
  const word = ahead ?? behind
  return word !== undefined && monthOf(word) !== undefined
}

/** Days as a spreadsheet program counts them, one after another: prices do not run like that. */
function areSerials(filled: readonly string[]): boolean {
  const step = Number(filled[1]) - Number(filled[0])
  return (
    Math.abs(step) === 1 &&
    filled.every(
      (cell, at) =>
        /^\d{5}$/.test(cell) &&
        Number(cell) >= SERIAL_MIN &&
        Number(cell) <= SERIAL_MAX &&
        (at === 0 || Number(cell) - Number(filled[at - 1]) === step),
    )
  )
}

function isNight(cell: string): boolean {
  return isDateHeader(cell) || monthAboveDays(cell) !== undefined
}

function startsWithDigit(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== '')
  const code = first?.charCodeAt(0) ?? 0x30
  return code >= 0x30 && code <= 0x39
}
