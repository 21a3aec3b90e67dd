import { formatNight, weekday } from '../../calendar/index.js'
import { fromSpreadsheetText } from '../../spreadsheet-cells.js'
import { hasRejectsColumns, resolveColumns } from '../columns/index.js'
import type { CsvRecord, FollowedCells } from '../csv/index.js'
import { weekdayMask } from '../dates/index.js'
import { matrixHeader, type MatrixHeader, MatrixRows } from '../matrix/index.js'
import { type ColumnPlan, inputFault, type ReadContext } from '../reading/index.js'
import { type RowBatch, RowChecker } from '../rows/index.js'
import { Problem, showText } from '../values/index.js'
import { COLUMN_MAX } from '../workbook/index.js'
import { areWeekdays } from './header-line.js'
import { LaterHeaders } from './later-headers.js'
import { SheetMarks } from './sheet-marks.js'

const BATCH_ROWS = 8192

/** Records of one stretch of a table; the first one of a file is its header. */
export interface RecordBlock {
  records: readonly CsvRecord[]
  delimiter: string
  /** Has the records behind this block count lines that repeat the one before, but for the night after, and number texts and parts of them. */
  follow?(cells: FollowedCells): void
  /** True for a sheet of a workbook, whose rows end with their last filled cell. */
  isSheet?: boolean
  /** What else the file holds that is not read. */
  notRead?: readonly string[]
}

/** A table whose header is understood. */
interface Table {
  /** The header as one row, under which rows of the table can be read again. */
  header: readonly string[]
  delimiter: string
  /** The columns of its rows: those of the file, or of the rows that a matrix is taken apart into. */
  plan: ColumnPlan
  /** Set where the table is a matrix. */
  matrix: MatrixRows | undefined
  /** Set for a sheet: what its prices are written like. */
  marks: SheetMarks | undefined
  /** The records behind the header. */
  records: AsyncGenerator<readonly CsvRecord[]>
}

/**
 * Reads the header of a table: one record, or two where months stand above day numbers.
 * @returns undefined where there is no record at all
 * @throws Fault INVALID_INPUT naming every column that cannot be used
 */
export async function openTable(blocks: AsyncGenerator<RecordBlock>, context: ReadContext): Promise<Table | undefined> {
  let waiting: readonly CsvRecord[] = []
  let first: RecordBlock | undefined
  while (waiting.length < 2) {
    const { value, done } = await blocks.next()
    if (done === true) break
    first ??= value
    waiting = [...waiting, ...value.records]
  }
  if (waiting[0] === undefined || first === undefined) return undefined
  // Rejects were made safe for spreadsheets when they were written.
  const isRejects = hasRejectsColumns(waiting[0].cells)
  if (isRejects) waiting = waiting.map(unmarked)
  const [head, second] = waiting as [CsvRecord, CsvRecord | undefined]
  if (head.broken !== undefined)
    throw inputFault({ file: context.name, line: head.line, reason: `the header ${head.broken}` })
  if (head.cells.length > COLUMN_MAX)
    throw inputFault({
      file: context.name,
      line: head.line,
      reason: `has ${head.cells.length.toLocaleString('en')} columns, and ${COLUMN_MAX} are read`,
      remedy: 'Leave out what is not needed, or write one row per night.',
    })
  const told = withNotRead(context, first.notRead ?? [])
  const layout = matrixHeader(head, second?.broken === undefined ? second : undefined, context)
  const matrix = layout === undefined ? undefined : new MatrixRows(layout, head.line, told)
  const header = layout?.names ?? head.cells.map((name) => name.trim())
  const below = recordsOf(waiting.slice(layout?.records ?? 1), isRejects ? unmarkedBlocks(blocks) : blocks)
  const rest = layout === undefined ? below : withoutWeekdays(below, layout, context)
  const plan = matrix?.plan ?? resolveColumns(head.cells, head.line, told)
  if (matrix === undefined && RowChecker.takesRepeats(context))
    first.follow?.({
      date: plan.keys.date,
      numbered: plan.fields[0]?.at ?? -1,
      tail: isRejects ? -1 : tailOf(plan),
    })
  return {
    header,
    delimiter: first.delimiter,
    plan,
    matrix,
    marks:
      first.isSheet === true && context.survey === undefined
        ? new SheetMarks(priceColumns(plan, layout, context))
        : undefined,
    records: first.isSheet === true ? padded(rest, header.length) : rest,
  }
}

/**
 * Reads a table into checked rows, a batch for every stretch of some thousand rows.
 * @throws Fault INVALID_INPUT for what concerns the whole file: encoding, header, quotes, no rows
 */
export async function* readTable(blocks: AsyncGenerator<RecordBlock>, context: ReadContext): AsyncGenerator<RowBatch> {
  const table = await openTable(blocks, context)
  if (table === undefined)
    throw inputFault({
      file: context.name,
      reason: 'has no rows and no header',
      remedy: 'Check that the right file was named.',
    })
  // The nights of a matrix stand in its header, and have been read there.
  const checker = new RowChecker(
    table.plan,
    table.matrix === undefined ? context : { ...context, options: { ...context.options, dateCells: 'as-is' } },
  )
  const laterHeaders = new LaterHeaders(
    table.header,
    table.matrix === undefined ? undefined : [...table.matrix.nights.values()],
    context,
  )
  let rowCount = 0
  let batch: RowBatch = { rows: [], bad: [], blank: 0 }
  for await (const records of table.records) {
    for (let at = 0; at < records.length; at += 1) {
      at = checker.takeKnown(records, at, batch)
      const record = records[at]
      if (record === undefined) break
      if (record.broken === undefined && laterHeaders.repeats(record)) continue
      if (record.broken === undefined) checkRecord(table, record, checker, batch)
      else
        checker.refuseWhole(
          record.line,
          new Problem(
            record.broken,
            'Surround the value with double quotes and double the inner ones, or remove the quote.',
          ),
          batch,
        )
      // A record of a matrix makes a row for each of its nights.
      if (batch.rows.length < BATCH_ROWS) continue
      yield batch
      batch = { rows: [], bad: [], blank: 0 }
    }
    rowCount += records.length
    yield batch
    batch = { rows: [], bad: [], blank: 0 }
  }
  if (rowCount === 0)
    throw inputFault({
      file: context.name,
      reason: 'has a header and no rows',
      remedy: 'Check that the export that wrote it was complete.',
    })
  const mixed = table.marks?.finding(table.header)
  if (mixed !== undefined) throw inputFault({ file: context.name, ...mixed })
  checker.finish()
  laterHeaders.finish()
}

/** Checks a record of a table and puts its rows where they belong. */
function checkRecord({ header, matrix, marks }: Table, record: CsvRecord, checker: RowChecker, into: RowBatch): void {
  const { line, cells } = record
  marks?.take(record)
  if (matrix === undefined) {
    checker.check(cells, line, into, record)
    return
  }
  if (cells.length !== header.length && cells.some((cell) => cell.trim() !== '')) {
    checker.refuseRagged(cells.length, header.length, line, into)
    return
  }
  let count = 0
  for (const row of matrix.rowsOf(cells)) {
    const before = into.bad.length
    checker.check(row, line, into)
    count += 1
    const bad = into.bad.length > before ? into.bad.pop() : undefined
    if (bad !== undefined && !matrix.isRepeated(bad, into.bad)) into.bad.push(bad)
  }
  if (count === 0) into.blank += 1
}

/** The place of the first value, where there are only values from there on; -1 where a key stands behind it. */
function tailOf({ keys, fields }: ColumnPlan): number {
  const first = Math.min(...fields.map(({ at }) => at))
  return Object.values(keys).every((at) => at < first) && Number.isFinite(first) ? first : -1
}

/** Where prices stand in the records of a table. */
function priceColumns({ fields }: ColumnPlan, layout: MatrixHeader | undefined, { kind }: ReadContext): number[] {
  if (layout === undefined) return fields.flatMap(({ spec, at }) => (spec.type === 'amount' ? [at] : []))
  return kind.fields.some(({ name, type }) => name === layout.field && type === 'amount')
    ? layout.nights.map(({ at }) => at)
    : []
}

function unmarked(record: CsvRecord): CsvRecord {
  return { ...record, cells: record.cells.map(fromSpreadsheetText) }
}

async function* unmarkedBlocks(blocks: AsyncIterable<RecordBlock>): AsyncGenerator<RecordBlock> {
  for await (const block of blocks) yield { ...block, records: block.records.map(unmarked) }
}

async function* recordsOf(
  first: readonly CsvRecord[],
  rest: AsyncIterable<RecordBlock>,
): AsyncGenerator<readonly CsvRecord[]> {
  yield first
  for await (const { records } of rest) yield records
}

/** The records below a header of nights, without a row that names their weekdays. @throws Fault INVALID_INPUT where it names others */
async function* withoutWeekdays(
  blocks: AsyncGenerator<readonly CsvRecord[]>,
  { nights, names }: MatrixHeader,
  { name: file }: ReadContext,
): AsyncGenerator<readonly CsvRecord[]> {
  let isFirst = true
  for await (const records of blocks) {
    const [first] = records
    if (!isFirst || first === undefined) {
      yield records
      continue
    }
    isFirst = false
    const cells = nights.map(({ at }) => (first.cells[at] ?? '').trim())
    if (!areWeekdays(cells.filter((cell) => cell !== ''))) {
      yield records
      continue
    }
    for (const [at, { night, at: column }] of nights.entries()) {
      const word = (cells[at] as string).replace(/\.$/, '')
      if (word === '' || ((weekdayMask(word) >> weekday(night)) & 1) === 1) continue
      throw inputFault({
        file,
        line: first.line,
        field: showText(names[column] ?? ''),
        reason: `"${showText(word)}" stands below ${formatNight(night)}, which is another weekday`,
        remedy:
          'Correct the date or the weekday, or remove the row of weekdays; --date-format settles the order of day and month.',
      })
    }
    yield records.slice(1)
  }
}

async function* padded(
  blocks: AsyncIterable<readonly CsvRecord[]>,
  width: number,
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const records of blocks) {
    yield records.map((record) =>
      record.cells.length >= width
        ? record
        : { ...record, cells: [...record.cells, ...Array.from({ length: width - record.cells.length }, () => '')] },
    )
  }
}

function withNotRead(context: ReadContext, more: readonly string[]): ReadContext {
  if (more.length === 0) return context
  return {
    ...context,
    onColumns: (report) => context.onColumns?.({ ...report, notRead: [...report.notRead, ...more] }),
  }
}
