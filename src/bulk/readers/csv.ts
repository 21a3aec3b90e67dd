import { CsvRecords } from './csv-records.js'
import { delimiterOf, detectDelimiter } from './delimiter.js'
import type { ReadContext } from './reading.js'
import type { RecordBlock } from './table.js'
import { type LineBlock, readLines } from './text-lines.js'

/** Splits a CSV file into records. Line 1 may be `sep=;`, as Excel writes it. */
export async function* readCsvRecords(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<RecordBlock> {
  let delimiter = delimiterOf(context.options.delimiter)
  let splitter: CsvRecords | undefined
  for await (const block of readLines(bytes, context.name)) {
    let rest: LineBlock = block
    if (splitter === undefined) {
      const declared = block.firstLine === 1 ? /^"?sep=(.)"?\r?$/.exec(block.lines[0] ?? '')?.[1] : undefined
      delimiter ??= declared
      if (declared !== undefined) rest = { lines: block.lines.slice(1), firstLine: 2, end: block.end }
      const at = rest.lines.findIndex((line) => line.trim() !== '')
      if (at < 0) continue
      delimiter ??= detectDelimiter((rest.lines[at] as string).replace(/\r$/, ''), rest.firstLine + at, context)
      if (declared !== undefined || at > 0) rest = { lines: rest.lines.slice(at), firstLine: rest.firstLine + at, end: block.end }
      splitter = new CsvRecords(context.name, delimiter)
      if (context.facts !== undefined) context.facts.delimiter = delimiter
    }
    const records = splitter
    yield { records: records.take(rest), delimiter: delimiter as string, follow: (cell, numbered) => records.follow(cell, numbered) }
  }
  splitter?.finish()
}
