import { DECIMAL_MARKS, type DecimalMark } from '../reading/index.js'
import { type Amount, groupMarkOf, readAmount } from './amount.js'
import type { PriceStep } from './price-change.js'
import type { Read } from './readers.js'
import { OpenProblem, Problem } from './values.js'

/** How a price column may be read: its decimal mark, then the one mark that groups its thousands. */
export type AmountReading = `${DecimalMark}${'.' | ',' | "'" | ' '}`

export const AMOUNT_READINGS: readonly AmountReading[] = DECIMAL_MARKS.flatMap((mark) =>
  ([mark === '.' ? ',' : '.', "'", ' '] as const).map((group): AmountReading => `${mark}${group}`),
)

/** A price under a reading; undefined where it is none. */
export function amountAs(text: string, reading: DecimalMark | AmountReading): string | undefined {
  const [mark, group] = [...reading] as [DecimalMark, string?]
  const amount = readAmount(text, mark)
  if (amount instanceof Problem) return undefined
  const used = group === undefined ? '' : groupMarkOf(text, mark)
  return used === '' || used === group ? amount.amount : undefined
}

/** Digits, a point and one or two decimals: every reading with a decimal point takes it, and no other does. */
const PLAIN = /^\d+\.\d{1,2}$/
const WHOLE = /^\d+$/

/**
 * Reads the prices of one column, each of which has one meaning by itself. The first that no reading takes together with those above it is open: the
 * column is written in two ways, and one of them may be a slip.
 */
export function inOneReading(step?: PriceStep): Read<Amount> {
  let fitting = AMOUNT_READINGS
  return (text) => {
    const amount = readAmount(text, undefined, step)
    if (amount instanceof Problem) return amount
    const trimmed = text.trim()
    if (WHOLE.test(trimmed)) return amount
    const left = PLAIN.test(trimmed)
      ? fitting.filter((reading) => reading.startsWith('.'))
      : fitting.filter((reading) => amountAs(text, reading) !== undefined)
    if (left.length === 0)
      return new OpenProblem('is written in another way than the prices above', 'Write the column in one way.')
    fitting = left
    return amount
  }
}
