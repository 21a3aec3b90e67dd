/** A row of a file, or several of them. */
interface RowSpan {
  fileIndex: number
  /** The first line. */
  line: number
  /** The last line and how many rows there are; absent where there is one. */
  lastLine?: number
  rows?: number
  /** The lines themselves, `9` or `12-14`, as far as they are kept: the first 20 runs of them. */
  lines?: readonly string[]
}

/** Lines in a row. */
interface LineSpan {
  from: number
  to: number
}

const SPANS_KEPT = 20
const SPANS_SHOWN = 6

/** Rows that one cause has in common, as one entry: the first row with the range of lines. Past the limit only further rows of known causes are taken up. */
export class RowGroups<T extends RowSpan> {
  readonly list: T[] = []
  /** Rows of causes past the limit: they are in no entry. */
  unlisted = 0
  readonly #byCause = new Map<string, { group: T; spans: LineSpan[] }>()
  readonly #causeOf: (row: T) => string
  readonly #most: number

  constructor(causeOf: (row: T) => string, most = Infinity) {
    this.#causeOf = causeOf
    this.#most = most
  }

  add(row: T): void {
    const cause = `${row.fileIndex} ${this.#causeOf(row)}`
    const known = this.#byCause.get(cause)
    if (known !== undefined) {
      const { group, spans } = known
      group.lastLine = Math.max(group.lastLine ?? group.line, row.line)
      group.line = Math.min(group.line, row.line)
      group.rows = (group.rows ?? 1) + 1
      if (takeLine(spans, row.line)) group.lines = spans.map(spanText)
    } else if (this.list.length < this.#most) {
      const group = { ...row }
      this.#byCause.set(cause, { group, spans: [{ from: row.line, to: row.line }] })
      this.list.push(group)
    } else this.unlisted += 1
  }
}

/** Adds a line where it has room; whether the text of the spans is another one now. */
function takeLine(spans: LineSpan[], line: number): boolean {
  const beside = spans.find(({ from, to }) => line >= from - 1 && line <= to + 1)
  if (beside !== undefined) {
    beside.from = Math.min(beside.from, line)
    beside.to = Math.max(beside.to, line)
    const next = spans[spans.indexOf(beside) + 1]
    if (next !== undefined && next.from <= beside.to + 1) {
      beside.to = Math.max(beside.to, next.to)
      spans.splice(spans.indexOf(next), 1)
    }
    return true
  }
  if (spans.length >= SPANS_KEPT) return false
  spans.push({ from: line, to: line })
  spans.sort((a, b) => a.from - b.from)
  return true
}

function spanText({ from, to }: LineSpan): string {
  return from === to ? String(from) : `${from}-${to}`
}

/** `7`, `7-30 (24 rows)` where no other row is between them, else `9, 22`, or `9, 22-24, 31 and 40 more rows`. */
export function linesText({
  line,
  lastLine,
  rows = 1,
  lines,
}: {
  line: number
  lastLine?: number | undefined
  rows?: number | undefined
  lines?: readonly string[] | undefined
}): string {
  const counted = `(${rows.toLocaleString('en')} rows)`
  if (rows === 1 || lastLine === undefined || lastLine === line) return rows === 1 ? String(line) : `${line} ${counted}`
  if (lines === undefined || lines.length === 1) return `${line}-${lastLine} ${counted}`
  const shown = lines.slice(0, SPANS_SHOWN)
  const more = rows - shown.reduce((sum, text) => sum + sizeOf(text), 0)
  return more <= 0
    ? shown.join(', ')
    : `${shown.join(', ')} and ${more === 1 ? '1 more row' : `${more.toLocaleString('en')} more rows`}`
}

function sizeOf(text: string): number {
  const [from = 0, to = from] = text.split('-').map(Number)
  return to - from + 1
}

/** Rows that the service refused, one entry for each hotel and reason. */
export function groupRefused<T extends RowSpan & { hotel: string; reason: string }>(rows: Iterable<T>): T[] {
  const groups = new RowGroups<T>(({ hotel, reason }) => `${hotel}\n${reason}`)
  for (const row of rows) groups.add(row)
  return groups.list
}
