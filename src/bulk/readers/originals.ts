import { columnNames } from '../columns.js'
import { Problem } from '../values.js'
import { readCsvRecords } from './csv.js'
import { tellFormat } from './format.js'
import { readJsonObjects } from './json-lines.js'
import { NamedColumns } from './named-columns.js'
import type { FileFormat, InputFile, ReadContext } from './reading.js'
import { readBytes } from './source.js'
import { wholeText, yamlRows } from './yaml.js'

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
  rows: AsyncGenerator<OriginalRow>
  /** Lets go of the file, whether its rows were read or not. */
  close: () => Promise<unknown>
}

/** Opens a file to read its rows as they are written, by the same rules that the checked reading follows. */
export async function openOriginals(file: InputFile, context: ReadContext): Promise<Originals> {
  const { format, bytes } = await tellFormat(readBytes(file, { bytes: 0 }), file.name, context.options.format)
  const close = () => bytes.return(undefined)
  if (format === 'csv') return { ...(await openCsv(bytes, context)), close }
  const rows = format === 'ndjson' ? jsonRows(bytes, context) : yamlOriginals(bytes, context)
  return { format, header: [], delimiter: ',', rows, close }
}

async function openCsv(bytes: AsyncIterable<Buffer>, context: ReadContext): Promise<Omit<Originals, 'close'>> {
  const blocks = readCsvRecords(bytes, context)
  let first = await blocks.next()
  while (first.done !== true && first.value.records.length === 0) first = await blocks.next()
  if (first.done === true) return { format: 'csv', header: [], delimiter: ',', rows: nothing() }
  const [head, ...records] = first.value.records
  const header = (head?.cells ?? []).map((name) => name.trim())
  return { format: 'csv', header, delimiter: first.value.delimiter, rows: csvRows(header, records, blocks) }
}

async function* csvRows(header: readonly string[], first: readonly CsvCells[], rest: AsyncIterable<{ records: readonly CsvCells[] }>): AsyncGenerator<OriginalRow> {
  for (const record of first) yield csvRow(header, record)
  for await (const { records } of rest) for (const record of records) yield csvRow(header, record)
}

interface CsvCells {
  line: number
  cells: readonly string[]
  broken?: string
}

function csvRow(header: readonly string[], { line, cells, broken }: CsvCells): OriginalRow {
  const isWhole = broken === undefined && cells.length === header.length
  return { line, cells, object: isWhole ? Object.fromEntries(header.map((name, at) => [name, cells[at]])) : undefined }
}

async function* jsonRows(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<OriginalRow> {
  for await (const objects of readJsonObjects(bytes, context.name)) {
    for (const { line, text, value } of objects) yield { line, cells: [text], object: value instanceof Problem ? undefined : value }
  }
}

async function* yamlOriginals(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<OriginalRow> {
  const names = columnNames(context.kind)
  for (const { line, values } of yamlRows(await wholeText(bytes, context.name), new NamedColumns(context), context)) {
    yield { line, cells: [], object: Object.fromEntries([...values].map(([slot, text]) => [names[slot], text])) }
  }
}

async function* nothing(): AsyncGenerator<OriginalRow> {}
