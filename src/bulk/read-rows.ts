import { Fault } from '../errors.js'
import { readCsv } from './readers/csv.js'
import { delimiterOf } from './readers/delimiter.js'
import { tellFormat } from './readers/format.js'
import { readJsonLines } from './readers/json-lines.js'
import type { ColumnReport, InputFile, ReadContext, ReadOptions, RowBatch } from './readers/reading.js'
import { type ByteCount, readBytes } from './readers/source.js'
import { readYaml } from './readers/yaml.js'
import type { Kind, RowChunk } from './row.js'
import { readCurrency } from './values-currency.js'
import { Problem, readId } from './values.js'

export type { ColumnReport, FileFormat, InputFile, ReadOptions } from './readers/reading.js'

/** A chunk with the counts that a summary needs. Counts are of all files so far. */
export interface ReadChunk extends RowChunk {
  /** Rows whose value cells are all blank: they send nothing and are no error. */
  blankRows: number
  /** Bad rows, also those beyond `maxBadKept`. */
  badRows: number
}

export interface ReadInput {
  files: readonly InputFile[]
  kind: Kind
  options: ReadOptions
  /** After this many bad rows the others are counted, not described. Default: all are described. */
  maxBadKept?: number
  /** Told once per file how its columns were taken (JSON lines: once more for each new column). */
  onColumns?: (report: ColumnReport) => void
}

/**
 * Reads files into checked rows, in order, a chunk of some thousand rows at a time. Nothing is read ahead of the
 * consumer, so memory does not grow with the file (a YAML file is held as a whole and limited in size).
 * @throws Fault INVALID_INPUT for a file that cannot be read as it stands; USAGE for impossible options.
 *   What earlier chunks held is then not to be sent.
 */
export async function* readRows(input: ReadInput): AsyncGenerator<ReadChunk> {
  const options = checkOptions(input.options)
  const count: ByteCount = { bytes: 0 }
  const most = input.maxBadKept ?? Number.POSITIVE_INFINITY
  let rowsRead = 0
  let blankRows = 0
  let badRows = 0
  for (const [index, file] of input.files.entries()) {
    const context: ReadContext = { name: file.name, index, kind: input.kind, options, onColumns: input.onColumns }
    for await (const { rows, bad, blank } of readFile(file, context, count)) {
      const kept = bad.slice(0, Math.max(0, most - badRows))
      rowsRead += rows.length + bad.length + blank
      blankRows += blank
      badRows += bad.length
      yield { rows, bad: kept, rowsRead, bytesRead: count.bytes, blankRows, badRows }
    }
  }
}

async function* readFile(file: InputFile, context: ReadContext, count: ByteCount): AsyncGenerator<RowBatch> {
  const { format, bytes } = await tellFormat(readBytes(file, count), file.name, context.options.format)
  try {
    if (format === 'csv') yield* readCsv(bytes, context)
    else if (format === 'ndjson') yield* readJsonLines(bytes, context)
    else yield* readYaml(bytes, context)
  } finally {
    await bytes.return(undefined)
  }
}

/** @throws Fault USAGE */
function checkOptions(options: ReadOptions): ReadOptions {
  delimiterOf(options.delimiter)
  const checked: ReadOptions = { ...options }
  if (options.hotel !== undefined) checked.hotel = valid('--hotel', options.hotel, readId)
  if (options.currency !== undefined) checked.currency = valid('--currency', options.currency, readCurrency)
  return checked
}

function valid(flag: string, text: string, read: (text: string) => string | Problem): string {
  const value = read(text)
  if (value instanceof Problem) throw new Fault('USAGE', `${flag} ${text} ${value.reason}.`)
  return value
}
