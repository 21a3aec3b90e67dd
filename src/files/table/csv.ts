import { checkLastValue, type LineBlock, readLines, tellEndMark } from '../bytes/index.js'
import { CsvRecords } from '../csv/index.js'
import type { ReadContext } from '../reading/index.js'
import { delimiterOf, detectDelimiter } from './delimiter.js'
import { HEADER_LINES_MAX, headerAt } from './header-line.js'
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
    const blocks = splitter === undefined ? start.take(block) : [block]
    if (blocks === undefined) continue
    splitter ??= new CsvRecords(context.name, start.delimiter)
    isCut = block.isCut === true
    for (const one of blocks) {
      const records = recordsOf(splitter, one, start.delimiter)
      recent = [...recent.slice(1 - BLOCKS_KEPT), records]
      yield records
    }
  }
  for (const one of (splitter === undefined ? start.end() : undefined) ?? []) {
    splitter ??= new CsvRecords(context.name, start.delimiter)
    yield recordsOf(splitter, one, start.delimiter)
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
  return { records: records.take(block), delimiter, follow: (cells) => records.follow(cells) }
}

/** More blank lines than this inside of quotes make a record that is too long, however it goes on. */
const BLANKS_MAX = 1024 * 1024 + 1

/** A line above or at the header that says something, with the blank ones below it. */
interface HeldLine {
  text: string
  line: number
  blanks: number
}

/**
 * The beginning of a file up to its header, however small the blocks are in which it comes, and however many blank lines stand there: those are counted, since
 * nothing is read of them unless they stand in quotes.
 */
class CsvStart {
  delimiter = ''
  #held: HeldLine[] = []
  #end: LineBlock['end'] = '\n'
  #wanted: string | undefined
  #isBegun = false

  constructor(private readonly context: ReadContext) {
    this.#wanted = delimiterOf(context.options.delimiter)
  }

  /** What is to be split from the header on; undefined where the header has not been found yet. */
  take(block: LineBlock): LineBlock[] | undefined {
    const { lines, firstLine, end } = this.#declared(block)
    this.#end = end
    if (this.#held.length === 0) {
      const at = headerAt(lines, this.#wanted, this.context)
      if (at !== 'undecided') {
        this.#found(lines[at] as string, firstLine + at)
        return [
          at === 0 && firstLine === block.firstLine
            ? block
            : { lines: lines.slice(at), firstLine: firstLine + at, end },
        ]
      }
    }
    const heldBefore = this.#held.length
    const filledLines = lines.flatMap((text, at) => (text.trim() === '' ? [] : [at]))
    if (heldBefore > 0 && filledLines.length > 0) {
      const texts = [
        ...this.#held.map(({ text }) => text),
        ...filledLines.slice(0, HEADER_LINES_MAX).map((at) => lines[at] as string),
      ]
      const found = headerAt(texts, this.#wanted, this.context)
      if (found !== 'undecided') {
        const above = filledLines[0] as number
        this.#countBlanks(above)
        const rest: LineBlock = { lines: lines.slice(above), firstLine: firstLine + above, end }
        if (found < heldBefore) return [...this.#from(found), rest]
        const at = filledLines[found - heldBefore] as number
        this.#found(lines[at] as string, firstLine + at)
        return [{ lines: lines.slice(at), firstLine: firstLine + at, end }]
      }
    }
    this.#hold(lines, filledLines, firstLine)
    return undefined
  }

  /** The same at the end of the file: the first line that says anything is the header. */
  end(): LineBlock[] | undefined {
    return this.#held.length === 0 ? undefined : this.#from(0)
  }

  #hold(lines: readonly string[], filled: readonly number[], firstLine: number): void {
    this.#countBlanks(filled[0] ?? lines.length)
    for (const [index, at] of filled.entries())
      this.#held.push({
        text: lines[at] as string,
        line: firstLine + at,
        blanks: (filled[index + 1] ?? lines.length) - at - 1,
      })
  }

  /** Blank lines below the last one that said something. */
  #countBlanks(more: number): void {
    const last = this.#held.at(-1)
    if (last !== undefined) last.blanks += more
  }

  #declared(block: LineBlock): LineBlock {
    if (this.#isBegun) return block
    this.#isBegun = true
    const declared = /^"?sep=(.)"?\r?$/.exec((block.lines[0] ?? '').slice(0, 12))?.[1]
    if (declared === undefined) return block
    this.#wanted ??= declared
    return { lines: block.lines.slice(1), firstLine: block.firstLine + 1, end: block.end }
  }

  /** The held lines from this one on. */
  #from(first: number): LineBlock[] {
    const held = this.#held.slice(first)
    this.#found((held[0] as HeldLine).text, (held[0] as HeldLine).line)
    const quoteAt = held.findIndex(({ text }) => text.includes('"'))
    return held.map(({ text, line, blanks }, at) => ({
      lines: [text, ...(quoteAt < 0 || at < quoteAt ? [] : Array<string>(Math.min(blanks, BLANKS_MAX)).fill(''))],
      firstLine: line,
      end: this.#end,
    }))
  }

  #found(header: string, line: number): void {
    this.delimiter = this.#wanted ?? detectDelimiter(header.replace(/\r$/, ''), line, this.context)
    if (this.context.facts !== undefined) this.context.facts.delimiter = this.delimiter
  }
}
