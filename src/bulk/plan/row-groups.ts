/** A row of a file, or several of them. */
export interface RowSpan {
  fileIndex: number
  /** The first line. */
  line: number
  /** The last line and how many rows there are; absent where there is one. */
  lastLine?: number
  rows?: number
}

/** Rows that one cause has in common, as one entry: the first row with the range of lines. Past the limit only further rows of known causes are taken up. */
export class RowGroups<T extends RowSpan> {
  readonly list: T[] = []
  readonly #byCause = new Map<string, T>()
  readonly #causeOf: (row: T) => string
  readonly #most: number

  constructor(causeOf: (row: T) => string, most = Infinity) {
    this.#causeOf = causeOf
    this.#most = most
  }

  add(row: T): void {
    const cause = `${row.fileIndex} ${this.#causeOf(row)}`
    const group = this.#byCause.get(cause)
    if (group !== undefined) {
      group.lastLine = Math.max(group.lastLine ?? group.line, row.line)
      group.line = Math.min(group.line, row.line)
      group.rows = (group.rows ?? 1) + 1
    } else if (this.list.length < this.#most) {
      const first = { ...row }
      this.#byCause.set(cause, first)
      this.list.push(first)
    }
  }
}

/** `7`, or `7-30 (24 rows)`; rows between them that are not meant are seen by the number. */
export function linesText({ line, lastLine, rows = 1 }: { line: number; lastLine?: number | undefined; rows?: number | undefined }): string {
  if (rows === 1) return String(line)
  return `${lastLine === undefined || lastLine === line ? line : `${line}-${lastLine}`} (${rows.toLocaleString('en')} rows)`
}

/** Rows that the service refused, one entry for each hotel and reason. */
export function groupRefused<T extends RowSpan & { hotel: string; reason: string }>(rows: Iterable<T>): T[] {
  const groups = new RowGroups<T>(({ hotel, reason }) => `${hotel}\n${reason}`)
  for (const row of rows) groups.add(row)
  return groups.list
}
