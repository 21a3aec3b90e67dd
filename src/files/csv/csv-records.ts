import { CsvError, parse } from 'csv-parse/sync'
import type { LineBlock } from '../bytes/index.js'
import { inputFault } from '../reading/index.js'
import { type FollowedCells, PlainLines } from './plain-lines.js'
import type { CsvRecord } from './record.js'

const RECORD_CHARACTERS_MAX = 1024 * 1024

/** A record whose quotes csv-parse has to read, and its place among the others. */
interface Quoted {
  at: number
  text: string
  isOneLine: boolean
}

/**
 * Splits lines into records. Blocks of plain lines are scanned as bytes; elsewhere a line without a quote is split at its
 * separators here, which is all that CSV asks, and records with quotes go to csv-parse. Line numbers stay those of the
 * file, whatever the quotes span.
 */
export class CsvRecords {
  private openText = ''
  private openLine = 0
  private readonly plainLines: PlainLines
  private readonly textMark: RegExp

  constructor(
    private readonly name: string,
    private readonly delimiter: string,
  ) {
    this.plainLines = new PlainLines(delimiter)
    const separator = delimiter.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
    this.textMark = new RegExp(`(^|${separator}) {0,3}="([^"]*)"(?= {0,3}(?:${separator}|\\r?$))`, 'g')
  }

  /** From here on lines that repeat the one before, but for the night after, are counted rather than split; and texts and parts of lines are numbered. */
  follow(cells: FollowedCells): void {
    this.plainLines.follow(cells)
  }

  /** The records that end in this block. Blank lines are none. */
  take(block: LineBlock): CsvRecord[] {
    const { firstLine, end, plain } = block
    if (plain !== undefined && this.openLine === 0) return this.plainLines.take(plain, firstLine)
    const { lines } = block
    const records: CsvRecord[] = []
    const quoted: Quoted[] = []
    for (let at = 0; at < lines.length; at += 1) {
      const line = this.openLine === 0 ? this.unmarked(lines[at] as string) : (lines[at] as string)
      if (this.openLine === 0 && !line.includes('"')) {
        const text = line.endsWith('\r') ? line.slice(0, -1) : line
        if (text !== '') records.push({ line: firstLine + at, cells: text.split(this.delimiter) })
        continue
      }
      const text = this.openLine === 0 ? line : `${this.openText}${end}${line}`
      const begin = this.openLine === 0 ? firstLine + at : this.openLine
      if (endsInQuotes(line, this.openLine !== 0)) this.keepOpen(text, begin)
      else {
        quoted.push({
          at: records.length,
          text: text.endsWith('\r') ? text.slice(0, -1) : text,
          isOneLine: this.openLine === 0,
        })
        records.push({ line: begin, cells: [] })
        this.openText = ''
        this.openLine = 0
      }
    }
    this.fill(records, quoted)
    return records
  }

  /** @throws Fault INVALID_INPUT where the file ends inside quotes */
  finish(): void {
    if (this.openLine !== 0) throw this.neverClosed(this.openLine)
  }

  /** Spreadsheets write `="00101"` for digits that are text. */
  private unmarked(line: string): string {
    if (!line.includes('="')) return line
    return line.replace(this.textMark, '$1"$2"')
  }

  private keepOpen(text: string, begin: number): void {
    if (text.length > RECORD_CHARACTERS_MAX) throw this.neverClosed(begin)
    this.openText = text
    this.openLine = begin
  }

  private neverClosed(line: number): Error {
    return inputFault({
      file: this.name,
      line,
      reason: 'a double quote that begins in this row is never closed',
      remedy: 'Close it, or remove it.',
    })
  }

  private fill(records: CsvRecord[], quoted: readonly Quoted[]): void {
    if (quoted.length === 0) return
    const parsed = this.parse(quoted.map(({ text }) => text).join('\n'))
    const isWhole = parsed !== undefined && parsed.length === quoted.length
    for (const [index, { at, text, isOneLine }] of quoted.entries()) {
      const record = records[at] as CsvRecord
      const cells = isWhole ? parsed[index] : this.parseOne(text)
      if (cells !== undefined) record.cells = cells.map((cell) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell)
      else if (isOneLine) {
        record.cells = [text]
        record.broken = 'has a double quote that neither surrounds a value nor is doubled inside one'
      } else throw this.misplaced(record.line)
    }
  }

  /** From here on nobody can tell where rows begin, so the whole file is refused. */
  private misplaced(line: number): Error {
    return inputFault({
      file: this.name,
      line,
      reason: 'a double quote in this row pairs with one on a later line, but not as CSV asks',
      remedy: 'Put values with quotes in double quotes and double the inner ones, or remove the quote.',
    })
  }

  private parseOne(text: string): string[] | undefined {
    const records = this.parse(text)
    return records?.length === 1 ? records[0] : undefined
  }

  private parse(text: string): string[][] | undefined {
    try {
      return parse(text, { delimiter: this.delimiter, record_delimiter: '\n', relax_column_count: true, trim: true })
    } catch (error) {
      if (error instanceof CsvError) return undefined
      throw error
    }
  }
}

/** Every quote of CSV opens or closes, doubled ones do both: their number tells whether a line ends inside. */
function endsInQuotes(line: string, wasOpen: boolean): boolean {
  let isOpen = wasOpen
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isOpen = !isOpen
  return isOpen
}
