import type { CellFormat, MarkedCells, StyleTable } from '../formats/index.js'
import { inputFault } from '../reading/index.js'
import { NO_RESULT, type TextMark } from '../values/index.js'
import {
  AROUND_BYTES_MAX,
  attributesOf,
  COLUMN_MAX,
  mayHoldNearDays,
  nearDayIn,
  refuseOverlaps,
  ROW_BYTES_MAX,
  tagsOf,
} from '../workbook/index.js'

/** A stretch of a sheet that is parsed at once. Small ones cost the least memory and time, but each is parsed together with all shared texts. */
const SLICE_BYTES_MIN = 2 * 1024 * 1024
const SLICE_BYTES_MAX = 16 * 1024 * 1024
const ROW_MAX = 1_048_576
/** Cells of a slice that rows of different lengths make when they are laid out as a grid. */
const GRID_MAX = 8_000_000
const MERGES_MAX = 100_000

/** Rows of a sheet as a small sheet of its own, in which they are numbered from 1 on without gaps. */
export interface SheetSlice {
  xml: string
  /** The number in the sheet of each row. */
  rowNumbers: readonly number[]
  /** Numbers in the sheet of the rows that are hidden. */
  hidden: ReadonlySet<number>
  /** Number formats of cells that are not shown just as they are, by `cellKey`. */
  formats: ReadonlyMap<number, CellFormat>
  /** Cells whose text, or a part of it, is struck out, raised or lowered, by `cellKey`. */
  marks: ReadonlyMap<number, TextMark>
  /** Numbers that are nearly whole, by `cellKey`: as moments they have to be told from a day. */
  nearDays: ReadonlyMap<number, number>
}

/** One number for a cell of a slice: row and column from 0 on. */
export function cellKey(row: number, column: number): number {
  return row * COLUMN_MAX + column
}

/** The cell that a key stands for. */
export function cellOf(key: number): { row: number; column: number } {
  return { row: Math.floor(key / COLUMN_MAX), column: key % COLUMN_MAX }
}

/** A block of cells that shows the value of its first one. Rows and columns from 1 on, both ends included. */
export interface MergedCells {
  top: number
  left: number
  bottom: number
  right: number
}

/**
 * Cuts the XML of a sheet into slices, in which every row and cell has its place written out. What a parser would pass
 * over in silence becomes text: errors such as #N/A, results of formulas that are missing, and dates written out.
 * @throws Fault INVALID_INPUT where it is no sheet, or one too wide to be held
 */
export class SheetSlices {
  private readonly prefix: string
  private readonly start: number
  private readonly end: number
  private readonly sliceBytes: number
  private lastRow = 0
  /** The rows that merged cells lie in. */
  private merged = { top: Infinity, bottom: 0 }

  /** @param companyBytes size of what each slice is parsed together with */
  constructor(
    private readonly sheet: Buffer,
    private readonly file: string,
    companyBytes: number,
    private readonly styles: Pick<StyleTable, 'formatOf' | 'strikesIf'>,
    private readonly marked: Pick<MarkedCells, 'isClear' | 'markOf'>,
  ) {
    this.sliceBytes = Math.min(SLICE_BYTES_MAX, Math.max(SLICE_BYTES_MIN, 2 * companyBytes))
    const name = sheet.indexOf('sheetData')
    const open = sheet.lastIndexOf('<', Math.max(0, name))
    const prefix = name < 0 || name - open > 40 ? undefined : sheet.toString('latin1', open + 1, name)
    if (prefix === undefined || !/^(\w+:)?$/.test(prefix)) throw this.broken('has no rows of cells')
    this.prefix = prefix
    this.start = sheet.indexOf('>', name) + 1
    const isEmpty = this.start === 0 || sheet[this.start - 2] === 0x2f
    const end = isEmpty ? this.start : sheet.lastIndexOf(`</${prefix}sheetData`)
    if (end < this.start) throw this.broken('ends in the middle of its rows')
    this.end = end
    if (Math.max(this.start, sheet.length - end) > AROUND_BYTES_MAX)
      throw this.broken(`has more than ${AROUND_BYTES_MAX / 1024 / 1024} MB beside its rows`)
  }

  /** Blocks of merged cells, by their first row. */
  merges(): MergedCells[] {
    const merges: MergedCells[] = []
    for (const { ref = '' } of tagsOf(this.decode(this.end, this.sheet.length), 'mergeCell')) {
      const [, left = '', top, right = '', bottom] =
        /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(ref) ?? []
      if (top === undefined) continue
      merges.push({ top: Number(top), left: columnNumber(left), bottom: Number(bottom), right: columnNumber(right) })
      if (merges.length > MERGES_MAX) throw this.broken(`has more than ${MERGES_MAX} merged cells`)
    }
    merges.sort((a, b) => a.top - b.top)
    refuseOverlaps(merges, this.file)
    this.merged = {
      top: merges[0]?.top ?? Infinity,
      bottom: merges.reduce((last, { bottom }) => Math.max(last, bottom), 0),
    }
    return merges
  }

  /** Columns that are hidden, from 1 on, both ends included. */
  hiddenColumns(): { first: number; last: number }[] {
    return [...tagsOf(this.decode(0, this.start), 'col')].flatMap(({ hidden, min = '0', max = '0' }) =>
      isTrue(hidden) && Number(min) >= 1 ? [{ first: Number(min), last: Number(max) }] : [],
    )
  }

  /** Whether a conditional format strikes cells out: which ones nobody knows who does not count with them. */
  hasStrikingConditions(): boolean {
    return [...tagsOf(this.decode(this.end, this.sheet.length), 'cfRule')].some(({ dxfId }) =>
      this.styles.strikesIf(dxfId),
    )
  }

  *slices(): Generator<SheetSlice> {
    const open = `<${this.prefix}row`
    for (let from = this.start; from < this.end;) {
      const until = from + this.sliceBytes >= this.end ? this.end : this.cut(from, open)
      if (until - from > this.sliceBytes + ROW_BYTES_MAX)
        throw this.broken(`has a row of more than ${ROW_BYTES_MAX / 1024 / 1024} MB`, this.lastRow)
      yield this.slice(this.decode(from, until))
      from = until
    }
  }

  /** Where a slice ends: before the first row that does not fit, or behind the one row that does not. */
  private cut(from: number, open: string): number {
    const last = this.sheet.lastIndexOf(open, from + this.sliceBytes)
    const at = last > from ? last : this.sheet.indexOf(open, from + this.sliceBytes)
    return at < 0 || at >= this.end ? this.end : at
  }

  private slice(written: string): SheetSlice {
    const rows = withoutBlanks(written, this.prefix)
    const rowNumbers: number[] = []
    const hidden = new Set<number>()
    const formats = new Map<number, CellFormat>()
    const marks = new Map<number, TextMark>()
    const nearDays = new Map<number, number>()
    const isClear = this.marked.isClear(rows)
    const mayBeNear = mayHoldNearDays(rows)
    let column = 0
    let width = 0
    const { prefix } = this
    const placed = rows.replace(
      new RegExp(`<${prefix}(row|c)((?:\\s[^<>]*?)?)(/?)>`, 'g'),
      (tag: string, name: string, within: string, close: string, at: number) => {
        const attributes = cellAttributes(within)
        if (name === 'row') {
          const row = this.rowNumber(attributes.r)
          // A row without cells is blank, unless merged cells fill it.
          if (close !== '' && (row < this.merged.top || row > this.merged.bottom)) return ''
          rowNumbers.push(row)
          if (isTrue(attributes.hidden)) hidden.add(row)
          column = 0
          return `<${prefix}row r="${rowNumbers.length}"${close}>`
        }
        column = this.columnOf(attributes.r, column)
        width = Math.max(width, column)
        const format = this.styles.formatOf(attributes.s)
        if (
          format !== undefined &&
          (isNumber(attributes.t) || (format.changesText && attributes.t !== 'b' && attributes.t !== 'e'))
        )
          formats.set(cellKey(rowNumbers.length - 1, column - 1), format)
        if ((!isClear || (mayBeNear && isNumber(attributes.t))) && close === '') {
          const end = rows.indexOf(`</${prefix}c>`, at)
          const content = rows.slice(at + tag.length, end < 0 ? at : end)
          const near = mayBeNear && isNumber(attributes.t) ? nearDayIn(content, prefix) : undefined
          if (near !== undefined) nearDays.set(cellKey(rowNumbers.length - 1, column - 1), near)
          const mark = isClear ? undefined : this.marked.markOf({ type: attributes.t, style: attributes.s, content })
          if (mark !== undefined) marks.set(cellKey(rowNumbers.length - 1, column - 1), mark)
        }
        const type = attributes.t === 'e' || attributes.t === 'd' ? 'str' : attributes.t
        return `<${prefix}c r="${columnLetters(column)}${rowNumbers.length}"${type === undefined ? '' : ` t="${type}"`}${attributes.s === undefined ? '' : ` s="${attributes.s}"`}${close}>`
      },
    )
    if (rowNumbers.length * width > GRID_MAX) throw this.broken('spreads a few cells over too large an area')
    return {
      xml: `<worksheet><sheetData>${withResults(placed, prefix)}</sheetData></worksheet>`,
      rowNumbers,
      hidden,
      formats,
      marks,
      nearDays,
    }
  }

  private rowNumber(written: string | undefined): number {
    const row = written === undefined ? this.lastRow + 1 : Number(written)
    if (!Number.isInteger(row) || row <= this.lastRow || row > ROW_MAX)
      throw this.broken('has rows out of order', this.lastRow)
    this.lastRow = row
    return row
  }

  private columnOf(written: string | undefined, before: number): number {
    const letters = written === undefined ? undefined : /^([A-Z]{1,3})\d{1,7}$/.exec(written)?.[1]
    const column = written === undefined ? before + 1 : letters === undefined ? 0 : columnNumber(letters)
    if (column <= before) throw this.broken('has cells out of order', this.lastRow)
    if (column > COLUMN_MAX) throw this.broken(`has a cell beyond column ${COLUMN_MAX}`, this.lastRow)
    return column
  }

  private decode(from: number, until: number): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.sheet.subarray(from, until))
    } catch (error) {
      throw error instanceof TypeError ? this.broken('is not UTF-8') : error
    }
  }

  private broken(reason: string, row?: number): Error {
    return inputFault({
      file: this.file,
      ...(row === undefined || row === 0 ? {} : { line: row }),
      reason: `its sheet ${reason}`,
      remedy: 'Open it in a spreadsheet program and save it again, or save the sheet as CSV UTF-8.',
    })
  }
}

function isTrue(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true'
}

function isNumber(type: string | undefined): boolean {
  return type === undefined || type === 'n'
}

/** Most cells are written as one program writes them. */
function cellAttributes(written: string): Readonly<Record<string, string | undefined>> {
  const [whole, r, s, t] = /^ r="([A-Z]{1,3}\d{1,7})"(?: s="(\d{1,5})")?(?: t="(\w{1,9})")?$/.exec(written) ?? []
  return whole === undefined ? attributesOf(written) : { r, s, t }
}

/** Rows without the cells that hold nothing but a style, as programs write them by the million; one that is left without cells is closed at once. */
function withoutBlanks(rows: string, prefix: string): string {
  const cells = rows.replace(new RegExp(`<${prefix}c r="[A-Z]{1,3}\\d{1,7}"(?: s="\\d{1,5}")?/>`, 'g'), '')
  return cells.replace(new RegExp(`<(${prefix}row(?:\\s[^<>]*)?)>\\s{0,9}</${prefix}row>`, 'g'), '<$1/>')
}

/** Formulas whose result is not in the file, as some programs write them, would pass as blank cells. */
function withResults(rows: string, prefix: string): string {
  if (!rows.includes(`<${prefix}f`)) return rows
  const formula = new RegExp(
    `(<${prefix}c r="[A-Z]+\\d+")([^<>]*)>\\s{0,99}<${prefix}f(?:\\s[^<>]*)?(?:/>|>[^<]*</${prefix}f>)\\s{0,99}(?:(<${prefix}v\\s*/>|<${prefix}v></${prefix}v>)\\s{0,99})?</${prefix}c>`,
    'g',
  )
  return rows.replace(formula, (cell: string, start: string, rest: string, empty: string | undefined) =>
    empty !== undefined && rest.includes('t="str"')
      ? cell
      : `${start} t="inlineStr"><is><t>${NO_RESULT}</t></is></${prefix}c>`,
  )
}

function columnNumber(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

function columnLetters(column: number): string {
  const rest = (column - 1) % 26
  const letter = String.fromCharCode(65 + rest)
  return column <= 26 ? letter : columnLetters((column - 1 - rest) / 26) + letter
}
