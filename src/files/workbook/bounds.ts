import { inputFault } from '../reading/index.js'

/** Ten years of nights across, and more. */
export const COLUMN_MAX = 4096
/** What a cell may hold, to every program that writes workbooks. */
const TEXT_CHARACTERS_MAX = 32_767
/** Cells that merged blocks fill in all. */
const MERGED_CELLS_MAX = 8_000_000
/** Bytes of a row with thousands of cells, many times over. */
export const ROW_BYTES_MAX = 8 * 1024 * 1024
/** Bytes before and behind the rows of a sheet: columns, merged cells, conditions. */
export const AROUND_BYTES_MAX = 16 * 1024 * 1024
/** Bytes of the parts that each slice of a sheet is parsed with. */
export const COMPANY_BYTES_MAX = { styles: 16 * 1024 * 1024, sharedStrings: 64 * 1024 * 1024 } as const

const REMEDY = 'Open it in a spreadsheet program and save it again, or save the sheet as CSV UTF-8.'

/** @throws Fault INVALID_INPUT for a cell with more text than a cell can have */
export function refuseLongTexts(cells: readonly unknown[], file: string, line: number): void {
  const at = cells.findIndex((value) => typeof value === 'string' && value.length > TEXT_CHARACTERS_MAX)
  if (at >= 0)
    throw inputFault({
      file,
      line,
      reason: `its sheet has a cell of more than ${TEXT_CHARACTERS_MAX.toLocaleString('en')} characters in column ${at + 1}, and no spreadsheet program writes such a cell`,
      remedy: REMEDY,
    })
}

/** A block of merged cells; rows and columns from 1 on, both ends included. */
interface Block {
  top: number
  left: number
  bottom: number
  right: number
}

/**
 * Merged cells never overlap: where they do, each row would be filled again and again.
 * @param blocks by their first row
 * @throws Fault INVALID_INPUT
 */
export function refuseOverlaps(blocks: readonly Block[], file: string): void {
  const until = new Int32Array(COLUMN_MAX + 1)
  for (const { top, left, bottom, right } of blocks) {
    for (let column = left; column <= Math.min(right, COLUMN_MAX); column += 1) {
      if ((until[column] as number) >= top)
        throw inputFault({ file, line: top, reason: 'its sheet has merged cells that overlap', remedy: REMEDY })
      until[column] = bottom
    }
  }
}

/** Counts the cells that merged blocks fill. */
export class FilledCells {
  #count = 0

  constructor(private readonly file: string) {}

  /** @throws Fault INVALID_INPUT where they are too many */
  add(cells: number, line: number): void {
    this.#count += cells
    if (this.#count > MERGED_CELLS_MAX)
      throw inputFault({
        file: this.file,
        line,
        reason: 'its sheet spreads merged cells over too large an area',
        remedy: 'Undo the merge in the sheet, and write the value into the cells that are meant.',
      })
  }
}
