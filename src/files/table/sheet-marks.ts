import type { CsvRecord } from '../csv/index.js'
import { amountAs, showText } from '../values/index.js'

interface Seen {
  line: number
  at: number
  text: string
}

/** A number that may have been written with a mark of thousands: `1.250` is 1.25 to a program with a decimal point. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}[.,]\d{1,3}0?(?!\d)/

/**
 * Notices numbers with decimals among prices that a spreadsheet program has left as text because their marks are not its own: what it took for such
 * a number may have had thousands. And texts that prove one mark beside others that prove the other one.
 */
export class SheetMarks {
  #comma: Seen | undefined
  #point: Seen | undefined
  /** A text with a point and a comma, or several commas: its decimal mark is a point and no slip. */
  #grouped: Seen | undefined
  #number: Seen | undefined

  /** @param columns places of prices */
  constructor(private readonly columns: readonly number[]) {}

  take({ line, cells, fractions = [] }: CsvRecord): void {
    for (const at of this.columns) {
      const text = (cells[at] ?? '').trim()
      if (text === '' || /^\d+$/.test(text)) continue
      if (fractions.includes(at)) {
        if (this.#number === undefined && MAYBE_THOUSANDS.test(text))
          this.#number = { line, at, text: text.replace(/([.,]\d{3})0(?!\d)/, '$1') }
        continue
      }
      if (this.#comma !== undefined && this.#point !== undefined && this.#grouped !== undefined) continue
      const [asPoint, asComma] = [amountAs(text, '.'), amountAs(text, ',')]
      if (asComma !== undefined && asPoint === undefined) this.#comma ??= { line, at, text }
      else if (asPoint !== undefined && asComma === undefined) {
        this.#point ??= { line, at, text }
        if (text.includes(',')) this.#grouped ??= { line, at, text }
      }
    }
  }

  /** @param names of the columns */
  finding(
    names: readonly string[],
  ): { line: number; field: string; value: string; reason: string; remedy: string } | undefined {
    const text = this.#comma ?? this.#grouped
    const odd = text === undefined ? undefined : (this.#number ?? (text === this.#comma ? this.#point : undefined))
    if (text === undefined || odd === undefined) return undefined
    const mark = text === this.#comma ? 'comma' : 'point'
    const what =
      odd === this.#number
        ? `is a number, and line ${text.line} has the text "${showText(text.text)}" with a decimal ${mark}: a program that left that as text may have taken thousands for decimals here`
        : `has a decimal point, and line ${text.line} has "${showText(text.text)}" with a decimal ${mark}`
    return {
      line: odd.line,
      field: showText(names[odd.at] ?? ''),
      value: showText(odd.text),
      reason: what,
      remedy: 'Compare the prices with their source, and write the column in one way: all as numbers, or all as text.',
    }
  }
}
