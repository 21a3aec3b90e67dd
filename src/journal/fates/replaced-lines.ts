import type { Database } from '../../sql/index.js'
import { bytesOf, IntList, intsOf } from '../packed/index.js'

/** A source line of which nothing was sent on some nights, because a later line of the files had set all that it set there. */
export interface ReplacedRow {
  /** Index into the run's files. */
  file: number
  line: number
  /** The line that won. */
  byFile: number
  byLine: number
  /** Nothing of it was sent at all. */
  isWhole: boolean
}

const INTS = 5

/** The lines that lost to later ones of the same run, hotel by hotel. */
export class ReplacedLines {
  constructor(private readonly database: Database) {}

  add(run: number, hotel: string, rows: readonly ReplacedRow[]): void {
    const ints = new IntList()
    for (const { file, line, byFile, byLine, isWhole } of rows)
      for (const int of [file, line, byFile, byLine, isWhole ? 1 : 0]) ints.push(int)
    this.database.run('INSERT INTO replaced (run, hotel, ints) VALUES (?, ?, ?)', run, hotel, bytesOf(ints.copy()))
  }

  /** By hotel, in the order of the files. */
  *of(run: number): Iterable<ReplacedRow & { hotel: string }> {
    for (const { hotel, ints } of this.database.iterate<{ hotel: string; ints: Uint8Array }>(
      'SELECT hotel, ints FROM replaced WHERE run = ? ORDER BY rowid',
      run,
    )) {
      const all = intsOf(ints)
      for (let at = 0; at < all.length; at += INTS) {
        const [file, line, byFile, byLine, whole] = all.subarray(at, at + INTS) as unknown as [
          number,
          number,
          number,
          number,
          number,
        ]
        yield { hotel, file, line, byFile, byLine, isWhole: whole === 1 }
      }
    }
  }
}
