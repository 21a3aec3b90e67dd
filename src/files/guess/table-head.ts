import { Fault } from '../../errors.js'
import type { CsvRecord } from '../csv/index.js'
import { openFile } from '../open/index.js'
import type { InputFile, ReadContext } from '../reading/index.js'
import { readSheetRecords } from '../sheet/index.js'
import { isTitle, readCsvRecords } from '../table/index.js'
import { meaningsOf } from './words.js'

/** Records that are looked at: a year of nights of one room, and some more. */
const RECORDS_MAX = 1_000
/** A header stands among the first records, below titles. */
const HEADER_MAX = 12
const DELIMITERS = [';', ',', 'tab', '|'] as const

/** The beginning of a table as it stands in its file. */
export interface TableHead {
  names: readonly string[]
  line: number
  records: readonly CsvRecord[]
  /** Set where the file is text. */
  delimiter?: string
}

/**
 * The header of a table and its first records, whatever its columns are called.
 * @returns undefined for what is no table with names above its columns
 */
export async function headOfTable(
  file: InputFile,
  context: ReadContext,
  isKnown: (name: string) => boolean,
): Promise<TableHead | undefined> {
  const { delimiter } = context.options
  const format = await formatOf(file, context)
  if (format === 'xlsx') return headIn(await recordsOf(file, context), isKnown)
  if (format !== 'csv') return undefined
  const heads: TableHead[] = []
  for (const one of delimiter === undefined ? DELIMITERS : [delimiter]) {
    const head = headIn(await recordsOf(file, { ...context, options: { ...context.options, delimiter: one } }), isKnown)
    if (head !== undefined && isEven(head)) heads.push({ ...head, delimiter: one })
  }
  const widest = heads.toSorted((a, b) => b.names.length - a.names.length)
  const [first, second] = widest
  // A list inside the cells may be written with another mark; it never makes as many columns.
  return second !== undefined && second.names.length === first?.names.length ? undefined : first
}

async function formatOf(file: InputFile, context: ReadContext): Promise<string | undefined> {
  const { format, bytes } = await openFile(file, { ...context, facts: {} }, { bytes: 0 })
  await bytes.return(undefined)
  return format
}

async function recordsOf(file: InputFile, given: ReadContext): Promise<CsvRecord[]> {
  const context: ReadContext = { ...given, facts: {}, onColumns: undefined, onNotice: undefined }
  const { format, bytes } = await openFile(file, context, { bytes: 0 })
  const records: CsvRecord[] = []
  try {
    for await (const block of format === 'xlsx' ? readSheetRecords(bytes, context) : readCsvRecords(bytes, context)) {
      records.push(...block.records)
      if (records.length > RECORDS_MAX) break
    }
  } catch (error) {
    // What another reading would refuse is no table in this one.
    if (!(error instanceof Fault)) throw error
  } finally {
    await bytes.return(undefined)
  }
  return records.filter(({ broken, cells }) => broken === undefined && cells.some((cell) => cell.trim() !== ''))
}

function headIn(records: readonly CsvRecord[], isKnown: (name: string) => boolean): TableHead | undefined {
  const says = (cell: string): boolean => {
    const name = cell.trim()
    return name !== '' && (isKnown(name) || meaningsOf(name).whole.length > 0)
  }
  const found = records.slice(0, HEADER_MAX).findIndex(({ cells }) => cells.filter(says).length >= 2)
  const at = found >= 0 && records.slice(0, found).every(({ cells }) => isTitle(cells)) ? found : 0
  const header = records[at]
  if (header === undefined) return undefined
  const names = header.cells.map((name) => name.trim())
  while (names.length > 0 && names.at(-1) === '') names.pop()
  return { names, line: header.line, records: records.slice(at + 1, at + 1 + RECORDS_MAX) }
}

/** Two columns or more, and nearly every record has as many cells as the header. */
function isEven({ names, records }: TableHead): boolean {
  const even = records.filter(({ cells }) => cells.length >= names.length && cells.slice(names.length).every(isBlank))
  return names.length > 1 && even.length >= records.length * 0.9
}

const isBlank = (cell: string): boolean => cell.trim() === ''
