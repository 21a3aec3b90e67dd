/** One record of a CSV file: its cells, or why it has none. */
export interface CsvRecord {
  /** Physical line where the record begins. */
  line: number
  cells: readonly string[]
  /** How many lines below it say the same of the nights that follow, one a line. They are part of this record. */
  repeats?: number
  /** Stands for the text of the cell whose texts are numbered: the same number is the same text. 0 for none. */
  number?: number
  /** Numbers of all that stands before the first value, but for the date, and of all values: the same number is the same text. Absent where they have none. */
  head?: number
  tail?: number
  /** The number of all values but the first, where that one makes the whole of them new all the time: instead of `tail`. */
  rest?: number
  /** The text of that first value. */
  first?: string
  /** The date between them as the number YYYYMMDD, of whatever digits stand there. */
  date?: number
  /** Cells of a sheet that are numbers with decimals, by their places. */
  fractions?: readonly number[]
  /** Set where the quotes of a one-line record are wrong: why; then the whole line is the only cell. */
  broken?: string
}
