import { shellWord } from '../../shell-word.js'
import { headerKey, knownHeaders } from '../columns/index.js'
import type { CsvRecord } from '../csv/index.js'
import { type CellFormat, MarkedCells, StyleTable } from '../formats/index.js'
import { isDateHeader, monthAboveDays } from '../matrix/index.js'
import { inputFault, type ReadContext } from '../reading/index.js'
import { isTitle, type RecordBlock } from '../table/index.js'
import { markedText, showText, storedAndShown, storedAndShownText, textAndMark } from '../values/index.js'
import {
  cellText,
  COLUMN_MAX,
  dayOfNumber,
  FilledCells,
  momentOf,
  openWorkbook,
  refuseLongTexts,
  type SheetValue,
  storedZip,
  type Workbook,
} from '../workbook/index.js'
import { HiddenCells } from './hidden-cells.js'
import { cellKey, cellOf, type MergedCells, type SheetSlice, SheetSlices } from './sheet-slices.js'

const STORED_BYTES_MAX = 128 * 1024 * 1024
const BLOCK_CELLS = 64 * 1024

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * The rows of one sheet of a workbook as records of a table. Blank rows and titles above the header are left out, and
 * every cell of a merged block holds what the block shows. Lines are the row numbers of the sheet.
 * @throws Fault INVALID_INPUT: no workbook, damaged, protected, too large, no such sheet
 */
export async function* readSheetRecords(
  bytes: AsyncIterable<Buffer>,
  context: ReadContext,
): AsyncGenerator<RecordBlock> {
  const workbook = openWorkbook(await wholeFile(bytes, context.name), context.name, {
    wanted: context.options.sheet,
    tick: context.tick,
  })
  const table = new SheetTable(workbook, context)
  const styles = new StyleTable(workbook.styles)
  const sheet = new SheetSlices(
    workbook.content,
    context.name,
    (workbook.styles?.length ?? 0) + (workbook.sharedStrings?.length ?? 0),
    styles,
    new MarkedCells(styles, workbook.sharedStrings),
  )
  const merges = new Merges(sheet.merges(), new FilledCells(context.name))
  const notRead = workbook.others.map((name) => `sheet "${showText(name)}"`)
  const tellOthers = (): void => {
    if (notRead.length === 0 || context.options.sheet !== undefined) return
    context.onNotice?.({
      file: context.name,
      what: 'sheets-not-read',
      text: `only the first visible sheet, "${showText(workbook.sheet)}", is read; ${notRead.length === 1 ? 'another is' : `${notRead.length} others are`} not: ${notRead.join(', ')}.`,
      keep: `sheet: ${JSON.stringify(workbook.sheet)}`,
    })
  }
  const hidden = new HiddenCells(sheet)
  let isFilled = false
  let isFirst = true
  for (const slice of sheet.slices()) {
    if (!isFirst) context.tick?.()
    isFirst = false
    const rows = slice.rowNumbers.length === 0 ? [] : await parse(slice, workbook, context.name)
    settleDays(rows, slice)
    const fractions = rows.map(fractionsOf)
    showFormats(rows, slice, context.options.decimal ?? '.')
    showMarks(rows, slice, context.options.decimal === ',')
    let records: CsvRecord[] = []
    let cells = 0
    for (const [at, row] of rows.entries()) {
      const line = slice.rowNumbers[at] as number
      refuseLongTexts(row, context.name, line)
      const record = table.record(line, merges.fill(line, row), (column) => slice.formats.get(cellKey(at, column)))
      if (record === undefined) continue
      if (!isFilled) tellOthers()
      isFilled = true
      records.push(fractions[at] === undefined ? record : { ...record, fractions: fractions[at] })
      hidden.take(line, slice, record.cells)
      cells += record.cells.length
      if (cells < BLOCK_CELLS) continue
      yield { records, delimiter: ',', isSheet: true, notRead }
      records = []
      cells = 0
    }
    yield { records, delimiter: ',', isSheet: true, notRead }
  }
  const [other] = workbook.others
  if (!isFilled && other !== undefined)
    throw inputFault({
      file: context.name,
      reason: `has nothing but blank rows or titles in its sheet "${showText(workbook.sheet)}"`,
      remedy: `Name the sheet that is meant, such as --sheet ${shellWord(showText(other))}.`,
    })
  if (sheet.hasStrikingConditions())
    context.onNotice?.({
      file: context.name,
      what: 'hidden',
      text: 'a conditional format strikes some cells out; they are read like the others. Delete what is not meant.',
    })
  const text = hidden.text()
  if (text !== undefined) context.onNotice?.({ file: context.name, what: 'hidden', text })
}

async function wholeFile(bytes: AsyncIterable<Buffer>, file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > STORED_BYTES_MAX)
      throw inputFault({
        file,
        reason: `is above ${STORED_BYTES_MAX / 1024 / 1024} MB, the limit of workbooks`,
        remedy: 'Split it, or save the sheet as CSV UTF-8, which has no limit.',
      })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What the package makes of a slice: it gets a workbook of nothing but that, and the styles and texts it refers to. */
async function parse(
  { xml, rowNumbers }: SheetSlice,
  { styles, sharedStrings, is1904 }: Workbook,
  file: string,
): Promise<SheetValue[][]> {
  const part = (type: string, target: string) =>
    `<Relationship Id="${type}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const parts = new Map<string, Buffer>([
    [
      'xl/workbook.xml',
      Buffer.from(
        `<workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="rows" sheetId="1" id="worksheet"/></sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      Buffer.from(
        `<Relationships>${part('worksheet', 'sheet.xml')}${part('styles', 'styles.xml')}${part('sharedStrings', 'strings.xml')}</Relationships>`,
      ),
    ],
    ['xl/sheet.xml', Buffer.from(xml)],
  ])
  if (styles !== undefined) parts.set('xl/styles.xml', styles)
  if (sharedStrings !== undefined) parts.set('xl/strings.xml', sharedStrings)
  const { readSheet } = await import('read-excel-file/node')
  try {
    return (await readSheet(storedZip(parts), 1)) as SheetValue[][]
  } catch (error) {
    const [, row, column] = /\bat row (\d+), col (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const line = row === undefined ? undefined : rowNumbers[Number(row) - 1]
    const where = column === undefined ? 'its sheet cannot be read' : `its sheet has a broken cell in column ${column}`
    throw inputFault(
      {
        file,
        ...(line === undefined ? {} : { line }),
        reason: where,
        remedy: 'Open it in a spreadsheet program and save it again, or save the sheet as CSV UTF-8.',
      },
      error,
    )
  }
}

/** The cells of a row that are numbers with decimals; undefined where there are none. */
function fractionsOf(row: readonly SheetValue[]): number[] | undefined {
  const found = row.flatMap((value, at) => (typeof value === 'number' && !Number.isInteger(value) ? [at] : []))
  return found.length === 0 ? undefined : found
}

/** Has moments beside midnight be what their cells hold: the parser counts whole milliseconds. */
function settleDays(rows: SheetValue[][], { nearDays }: SheetSlice): void {
  for (const [key, serial] of nearDays) {
    const { row, column } = cellOf(key)
    const cells = rows[row]
    const value = cells?.[column]
    if (cells !== undefined && value !== undefined) cells[column] = momentOf(value, serial)
  }
}

/** Has cells say what their number formats show, where that is not what they hold. */
function showFormats(rows: SheetValue[][], { formats }: SheetSlice, mark: '.' | ','): void {
  for (const [key, format] of formats) {
    const { row, column } = cellOf(key)
    const cells = rows[row]
    const value = cells?.[column]
    if (cells !== undefined && value !== undefined && value !== null) cells[column] = format.shown(value, mark)
  }
}

/** Has cells say that their text, or a part of it, is struck out, raised or lowered. */
function showMarks(rows: SheetValue[][], { marks }: SheetSlice, hasDecimalComma: boolean): void {
  for (const [key, mark] of marks) {
    const { row, column } = cellOf(key)
    const cells = rows[row]
    const value = cells?.[column]
    if (cells !== undefined && value !== undefined && value !== null && value !== '')
      cells[column] = markedText(cellText(value, hasDecimalComma), mark)
  }
}

/** Gives each cell of a merged block the value of its first one. Rows come in order. */
class Merges {
  private next = 0
  private open: { block: MergedCells; value: SheetValue }[] = []

  constructor(
    private readonly blocks: readonly MergedCells[],
    private readonly filled: FilledCells,
  ) {}

  fill(line: number, row: SheetValue[]): SheetValue[] {
    for (; (this.blocks[this.next]?.top ?? Infinity) <= line; this.next += 1) {
      const block = this.blocks[this.next] as MergedCells
      // A first row that the sheet leaves out has only blank cells.
      this.open.push({ block, value: block.top === line ? (row[block.left - 1] ?? null) : null })
    }
    if (this.open.length === 0) return row
    this.open = this.open.filter(({ block }) => block.bottom >= line)
    const filled = [...row]
    for (const { block, value } of this.open) {
      if (value === null) continue
      this.filled.add(Math.min(block.right, COLUMN_MAX), line)
      while (filled.length < block.left - 1) filled.push(null)
      for (let column = block.left; column <= Math.min(block.right, COLUMN_MAX); column += 1) filled[column - 1] = value
    }
    return filled
  }
}

/** Turns rows of a sheet into records. */
class SheetTable {
  private readonly dates = new Set<number>()
  /** Columns with codes of the person's own. */
  private readonly codes = new Set<number>()
  private hasHeader = false

  constructor(
    private readonly workbook: Workbook,
    private readonly context: ReadContext,
  ) {}

  /** Undefined for a blank row and for a title. */
  record(
    line: number,
    row: readonly SheetValue[],
    formatOf: (column: number) => CellFormat | undefined,
  ): CsvRecord | undefined {
    const { options } = this.context
    const texts = row.map((value, at) =>
      this.codes.has(at)
        ? codeText(value, formatOf(at))
        : cellText(this.dates.has(at) ? dayOfNumber(value, this.workbook.is1904) : value, options.decimal === ','),
    )
    // Titles and headers are what a person reads; below them a value has to be sure.
    const cells = this.hasHeader ? texts : texts.map((text) => titleText(text))
    while (cells.length > 0 && (cells.at(-1) as string).trim() === '') cells.pop()
    if (cells.length === 0 || (!this.hasHeader && this.isTitle(cells))) return undefined
    if (!this.hasHeader) this.checkMarks(texts, line)
    if (!this.hasHeader) this.noteColumns(cells)
    this.hasHeader = true
    return { line, cells }
  }

  /** A row above the header that says one thing only, such as the name of the hotel. */
  private isTitle(cells: readonly string[]): boolean {
    return isTitle(cells) && !cells.some((cell) => knownHeaders(this.context.kind).has(headerKey(cell)))
  }

  /** @throws Fault INVALID_INPUT where a name of a column is struck out, or holds a raised or lowered digit */
  private checkMarks(texts: readonly string[], line: number): void {
    for (const cell of texts) {
      const { text = '', mark } = textAndMark(cell) ?? {}
      const isUnread =
        text.startsWith('_') ||
        (this.context.options.ignoreColumns ?? []).some((name) => headerKey(name) === headerKey(text))
      if (
        mark === undefined ||
        isUnread ||
        (!mark.endsWith('struck out') && !isDateHeader(text) && monthAboveDays(text) === undefined)
      )
        continue
      throw inputFault({
        file: this.context.name,
        line,
        field: showText(text),
        reason: `the column "${showText(text)}" is ${mark} in the header`,
        remedy: 'Write its name without that, or remove the column.',
      })
    }
  }

  private noteColumns(header: readonly string[]): void {
    const { kind, options } = this.context
    const known = knownHeaders(kind)
    const isDate = (name: string | undefined) => name === 'date' || name === 'from' || name === 'to'
    const isCode = (name: string | undefined) =>
      (name === 'hotel_code' && options.codes?.hotels !== undefined) ||
      (name === 'room_id' && options.codes?.rooms !== undefined) ||
      (name === 'rate_plan_id' && options.codes?.plans !== undefined)
    for (const [at, cell] of header.entries()) {
      const names = [
        ...Object.entries(options.map ?? {}).flatMap(([name, column]) =>
          headerKey(column) === headerKey(cell) ? [name] : [],
        ),
        known.get(headerKey(cell)),
      ]
      if (names.some(isDate)) this.dates.add(at)
      if (names.some(isCode)) this.codes.add(at)
    }
  }
}

/** What a person reads of a title or a header. */
function titleText(text: string): string {
  const own = textAndMark(text)?.text ?? text
  return storedAndShown(own)?.shown ?? own
}

/** A code that is a number: what is shown may be another code, such as 1.10 beside 1.1. */
function codeText(value: SheetValue, format: CellFormat | undefined): string {
  const stored = typeof value === 'number' ? String(value) : cellText(value, false)
  const shown = typeof value === 'number' ? format?.text(value) : undefined
  return shown === undefined || shown === '' || shown === stored ? stored : storedAndShownText(stored, shown)
}
