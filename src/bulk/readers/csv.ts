import { RowChecker } from '../check-row.js'
import { resolveColumns } from '../columns-header.js'
import { Problem } from '../values.js'
import { type CsvRecord, CsvRecords } from './csv-records.js'
import { delimiterOf, detectDelimiter } from './delimiter.js'
import { inputFault } from './input-fault.js'
import type { ReadContext, RowBatch } from './reading.js'
import { type LineBlock, readLines } from './text-lines.js'

/** Records of one stretch; the first one of a file is its header. */
export interface RecordBlock {
  records: CsvRecord[]
  delimiter: string
}

/** Splits a CSV file into records. Line 1 may be `sep=;`, as Excel writes it. */
export async function* readCsvRecords(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<RecordBlock> {
  let delimiter = delimiterOf(context.options.delimiter)
  let splitter: CsvRecords | undefined
  for await (const block of readLines(bytes, context.name)) {
    let rest: LineBlock = block
    if (splitter === undefined) {
      const declared = block.firstLine === 1 ? /^"?sep=(.)"?\r?$/.exec(block.lines[0] ?? '')?.[1] : undefined
      delimiter ??= declared
      if (declared !== undefined) rest = { ...block, lines: block.lines.slice(1), firstLine: 2 }
      const at = rest.lines.findIndex((line) => line.trim() !== '')
      if (at < 0) continue
      delimiter ??= detectDelimiter((rest.lines[at] as string).replace(/\r$/, ''), rest.firstLine + at, context)
      rest = { ...rest, lines: rest.lines.slice(at), firstLine: rest.firstLine + at }
      splitter = new CsvRecords(context.name, delimiter)
    }
    yield { records: splitter.take(rest), delimiter: delimiter as string }
  }
  splitter?.finish()
}

/**
 * Reads a CSV file into checked rows, a batch for every stretch of some thousand rows.
 * @throws Fault INVALID_INPUT for what concerns the whole file: encoding, header, quotes, no rows
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<RowBatch> {
  let checker: RowChecker | undefined
  let rowCount = 0
  for await (const { records } of readCsvRecords(bytes, context)) {
    let next = 0
    if (checker === undefined) {
      const header = records[0]
      if (header === undefined) continue
      if (header.broken !== undefined) throw inputFault({ file: context.name, line: header.line, reason: `the header ${header.broken}` })
      checker = new RowChecker(resolveColumns(header.cells, header.line, context), context)
      next = 1
    }
    const batch: RowBatch = { rows: [], bad: [], blank: 0 }
    for (; next < records.length; next += 1) {
      const { cells, line, broken } = records[next] as CsvRecord
      if (broken === undefined) checker.check(cells, line, batch)
      else checker.refuseWhole(line, new Problem(broken, 'Surround the value with double quotes and double the inner ones, or remove the quote.'), batch)
      rowCount += 1
    }
    yield batch
  }
  if (checker === undefined) throw inputFault({ file: context.name, reason: 'has no rows and no header', remedy: 'Check that the right file was named.' })
  if (rowCount === 0) throw inputFault({ file: context.name, reason: 'has a header and no rows', remedy: 'Check that the export that wrote it was complete.' })
}
