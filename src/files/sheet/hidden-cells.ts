import type { SheetSlice, SheetSlices } from './sheet-slices.js'

/** Counts the rows and columns of a sheet that nobody sees and that are read all the same. */
export class HiddenCells {
  readonly #columns: readonly { first: number; last: number }[]
  #rows = 0
  #firstRow = 0
  #hasColumns = false

  constructor(sheet: SheetSlices) {
    this.#columns = sheet.hiddenColumns()
  }

  /** Takes a row that is read. */
  take(line: number, { hidden }: SheetSlice, cells: readonly string[]): void {
    if (hidden.has(line)) {
      this.#rows += 1
      this.#firstRow ||= line
    }
    if (this.#hasColumns || this.#columns.length === 0) return
    this.#hasColumns = this.#columns.some(({ first, last }) =>
      cells.slice(first - 1, last).some((cell) => cell.trim() !== ''),
    )
  }

  /** What a person should know; undefined where everything that is read can be seen. */
  text(): string | undefined {
    const rows =
      this.#rows === 0
        ? ''
        : this.#rows === 1
          ? `row ${this.#firstRow} is hidden`
          : `${this.#rows} rows are hidden, the first of them row ${this.#firstRow}`
    const columns = this.#hasColumns ? 'some columns are hidden' : ''
    const what = [rows, columns].filter((part) => part !== '').join(', and ')
    const isOne = this.#rows === 1 && !this.#hasColumns
    return what === ''
      ? undefined
      : `${what}; ${isOne ? 'it is' : 'they are'} read like the others. Delete what is not meant.`
  }
}
