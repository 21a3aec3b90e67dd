import { dateFormOf, readDate, readDays } from '../dates/index.js'
import type { Kind } from '../reading/index.js'
import { Problem, readAmount, readerOf, showText } from '../values/index.js'

const SHARE = 0.9
const ID_CHARACTERS = 80

/** What the cells of a column are, for the sentence that tells why something is guessed. */
const SHAPES: Readonly<Record<string, string>> = {
  date: 'dates',
  days: 'weekdays',
  id: 'codes or numbers',
  currency: 'currencies',
  amount: 'amounts',
  stay: 'whole numbers from 1',
  count: 'whole numbers',
  flag: 'yes or no',
}

/** The filled cells of a column. */
export interface ColumnCells {
  texts: readonly string[]
  /** Records that were looked at. */
  of: number
}

/** The shape that cells of a canonical column have. */
export function shapeOf(name: string, kind: Kind): string {
  if (name === 'date' || name === 'from' || name === 'to') return 'date'
  if (name === 'days') return 'days'
  return kind.fields.find((field) => field.name === name)?.type ?? 'id'
}

/** How many of the cells can be read as a shape. */
export function countFitting({ texts }: ColumnCells, shape: string): number {
  const fits = new Map<string, boolean>()
  let count = 0
  for (const text of texts) {
    let fit = fits.get(text)
    if (fit === undefined) fits.set(text, (fit = isOf(text, shape)))
    if (fit) count += 1
  }
  return count
}

/** True where nearly all filled cells can be read as a shape; one that is blank throughout fits any. */
export function isFitting(cells: ColumnCells, shape: string): boolean {
  return countFitting(cells, shape) >= cells.texts.length * SHARE
}

/** Such as `filled in 120 of 365 rows, all amounts, such as "129,00"`. */
export function shapeWords(cells: ColumnCells, shape: string): string {
  const { texts, of } = cells
  const [sample] = texts
  if (sample === undefined) return `blank in ${of === 1 ? 'the one row' : `all ${of} rows`} looked at`
  const count = countFitting(cells, shape)
  const what = count === texts.length ? `all ${SHAPES[shape]}` : `${count} of them ${SHAPES[shape]}`
  return `filled in ${texts.length} of ${of} rows, ${what}, such as "${showText(sample)}"`
}

function isOf(text: string, shape: string): boolean {
  if (shape === 'date') return dateFormOf(text) !== undefined || !(readDate(text) instanceof Problem)
  if (shape === 'days') return !(readDays(text) instanceof Problem)
  if (shape === 'id') return text.length <= ID_CHARACTERS && !/^\d+[.,]\d+$/.test(text) && !isWrittenDate(text)
  if (shape === 'amount')
    return !(readAmount(text, '.') instanceof Problem) || !(readAmount(text, ',') instanceof Problem)
  return !(readerOf(shape as Parameters<typeof readerOf>[0], undefined)(text) instanceof Problem)
}

/** A date that is no plain number: those may be codes. */
function isWrittenDate(text: string): boolean {
  return !/^\d+$/.test(text) && isOf(text, 'date')
}
