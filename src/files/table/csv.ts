import { checkLastValue, type LineBlock, readLines, tellEndMark } from '../bytes/index.js'
import { CsvRecords } from '../csv/index.js'
import type { ReadContext } from '../reading/index.js'
import { delimiterOf, detectDelimiter } from './delimiter.js'
import { headerAt } from './header-line.js'
import type { RecordBlock } from './table.js'

/** Blocks whose values the last one of a cut file is held against: the end of a file may be a small one. */
const BLOCKS_KEPT = 3

/** Splits a CSV file into records. Line 1 may be `sep=;`, as Excel writes it; titles above the header are left out. */
export async function* readCsvRecords(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<RecordBlock> {
  const start = new CsvStart(context)
  let splitter: CsvRecords | undefined
  let recent: RecordBlock[] = []
  let isCut = false
  for await (const block of readLines(bytes, context.name, () => tellEndMark(context))) {
    const rest = splitter === undefined ? start.take(block) : block
    if (rest === undefined) continue
    splitter ??= new CsvRecords(context.name, start.delimiter)
    const records = recordsOf(splitter, rest, start.delimiter)
    recent = [...recent.slice(1 - BLOCKS_KEPT), records]
    isCut = block.isCut === true
    yield records
  }
  const rest = splitter === undefined ? start.end() : undefined
  if (rest !== undefined) {
    splitter = new CsvRecords(context.name, start.delimiter)
    yield recordsOf(splitter, rest, start.delimiter)
  }
  splitter?.finish()
  if (isCut) tellCut(recent, context)
}

/** Holds the last value of a file that ends within a line against those above it. */
function tellCut(recent: readonly RecordBlock[], context: ReadContext): void {
  const records = recent.flatMap((block) => block.records)
  const last = records.pop()
  if (last === undefined || last.broken !== undefined) return
  const at = last.cells.length - 1
  const others = records.flatMap(({ cells }) => (cells.length === last.cells.length ? [cells[at] as string] : []))
  checkLastValue({ value: last.cells[at] ?? '', line: last.line, others }, context)
}

function recordsOf(records: CsvRecords, block: LineBlock, delimiter: string): RecordBlock {
  return { records: records.take(block), delimiter, follow: (cell, numbered) => records.follow(cell, numbered) }
}

/** The beginning of a file up to its header, however small the blocks are in which it comes. */
class CsvStart {
  delimiter = ''
  #held: LineBlock | undefined
  #wanted: string | undefined
  #isBegun = false

  constructor(private readonly context: ReadContext) {
    this.#wanted = delimiterOf(context.options.delimiter)
  }

  /** What is to be split from the header on; undefined where the header has not been found yet. */
  take(block: LineBlock): LineBlock | undefined {
    const held = this.#held === undefined ? this.#declared(block) : joined(this.#held, block)
    const at = headerAt(held.lines, this.#wanted, this.context)
    if (at !== 'undecided') return this.#from(held, at)
    this.#held = held
    return undefined
  }

  /** The same at the end of the file: the first line that says anything is the header. */
  end(): LineBlock | undefined {
    const at = this.#held?.lines.findIndex((line) => line.trim() !== '') ?? -1
    return this.#held === undefined || at < 0 ? undefined : this.#from(this.#held, at)
  }

  #declared(block: LineBlock): LineBlock {
    if (this.#isBegun) return block
    this.#isBegun = true
    const declared = /^"?sep=(.)"?\r?$/.exec((block.lines[0] ?? '').slice(0, 12))?.[1]
    if (declared === undefined) return block
    this.#wanted ??= declared
    return { lines: block.lines.slice(1), firstLine: block.firstLine + 1, end: block.end }
  }

  #from(block: LineBlock, at: number): LineBlock {
    const { lines, firstLine, end } = block
    this.delimiter =
      this.#wanted ?? detectDelimiter((lines[at] as string).replace(/\r$/, ''), firstLine + at, this.context)
    if (this.context.facts !== undefined) this.context.facts.delimiter = this.delimiter
    return at === 0 ? block : { lines: lines.slice(at), firstLine: firstLine + at, end }
  }
}

function joined(a: LineBlock, b: LineBlock): LineBlock {
  return { lines: [...a.lines, ...b.lines], firstLine: a.firstLine, end: b.end }
}
