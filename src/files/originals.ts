import type { Night } from '../calendar/index.js'
import { columnNames } from './columns/index.js'
import type { CsvRecord } from './csv/index.js'
import type { MatrixRows } from './matrix/index.js'
import { openFile } from './open/index.js'
import type { ColumnPlan, FileFormat, InputFile, ReadContext } from './reading/index.js'
import { NamedColumns, readJsonObjects } from './records/index.js'
import { readSheetRecords } from './sheet/index.js'
import { openTable, readCsvRecords, type RecordBlock } from './table/index.js'
import { Problem } from './values/index.js'
import { ABSENT, wholeText, yamlRows } from './yaml/index.js'

/** Keys whose absence means something that another form would not take it to mean. */
const SAID: ReadonlySet<string> = new Set(['room_id', 'rate_plan_id'])

/** A row as its file has it, unchecked. */
export interface OriginalRow {
  line: number
  /** Name → value. Undefined where the row cannot be taken apart; then `cells` is all there is. */
  object: Readonly<Record<string, unknown>> | undefined
  /** Cells of a CSV record; for other formats the text of a line that is no row. */
  cells: readonly string[]
}

/** What one file holds: known before its first row. */
export interface Originals {
  format: FileFormat
  /** CSV only. */
  header: readonly string[]
  /** CSV only. */
  delimiter: string
  /** Matrix only: where the cells of each night stand. */
  nights?: ReadonlyMap<Night, number>
  /** Matrix only. */
  matrix?: MatrixRows
  /** Tables only. */
  plan?: ColumnPlan
  rows: AsyncGenerator<OriginalRow>
  /** Lets go of the file, whether its rows were read or not. */
  close: () => Promise<unknown>
}

/** Opens a file to read its rows as they are written, by the same rules that the checked reading follows. */
export async function openOriginals(file: InputFile, context: ReadContext): Promise<Originals> {
  const { format, bytes } = await openFile(file, context, { bytes: 0 })
  const close = () => bytes.return(undefined)
  switch (format) {
    case 'csv':
      return { ...(await openRecords(readCsvRecords(bytes, context), context)), close }
    case 'xlsx':
      // Rows of a sheet are written as CSV.
      return { ...(await openRecords(readSheetRecords(bytes, context), context)), close }
    case 'ndjson':
      return { format, header: [], delimiter: ',', rows: jsonRows(bytes, context), close }
    case 'yaml':
      return { format, header: [], delimiter: ',', rows: yamlOriginals(bytes, context), close }
  }
}

async function openRecords(
  blocks: AsyncGenerator<RecordBlock>,
  context: ReadContext,
): Promise<Omit<Originals, 'close'>> {
  const table = await openTable(eachLine(blocks), context)
  if (table === undefined) return { format: 'csv', header: [], delimiter: ',', rows: nothing() }
  const { header, delimiter, records, matrix, plan } = table
  return {
    format: 'csv',
    header,
    delimiter,
    plan,
    ...(matrix === undefined ? {} : { nights: matrix.nights, matrix }),
    rows: csvRows(header, records),
  }
}

/** The same blocks, but lines that repeat the one before are split like all others: any of them may be the one that is wanted. */
async function* eachLine(blocks: AsyncGenerator<RecordBlock>): AsyncGenerator<RecordBlock> {
  for await (const { follow: _, ...block } of blocks) yield block
}

async function* csvRows(
  header: readonly string[],
  records: AsyncIterable<readonly CsvRecord[]>,
): AsyncGenerator<OriginalRow> {
  for await (const block of records) for (const record of block) yield csvRow(header, record)
}

function csvRow(header: readonly string[], { line, cells, broken }: CsvRecord): OriginalRow {
  const isWhole = broken === undefined && cells.length === header.length
  return { line, cells, object: isWhole ? Object.fromEntries(header.map((name, at) => [name, cells[at]])) : undefined }
}

async function* jsonRows(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<OriginalRow> {
  for await (const objects of readJsonObjects(bytes, context.name)) {
    for (const { line, text, value } of objects)
      yield { line, cells: [text], object: value instanceof Problem ? undefined : value }
  }
}

async function* yamlOriginals(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<OriginalRow> {
  const names = columnNames(context.kind)
  const columns = new NamedColumns(context)
  for (const { line, values } of yamlRows(await wholeText(bytes, context), columns, context)) {
    // What a level leaves out is meant; a line of JSON has to say it beside lines that name a plan or a room.
    const record = columns.recordOf(values, ABSENT)
    const object = Object.fromEntries(
      names.flatMap((name, slot) =>
        values.has(slot) || (SAID.has(name) && record[slot] !== '') ? [[name, record[slot]]] : [],
      ),
    )
    yield { line, cells: [], object }
  }
}

async function* nothing(): AsyncGenerator<OriginalRow> {}
