import type { Span } from '../../calendar/index.js'
import type { Database } from '../../sql/index.js'
import { decodeBlock, encodeBlock } from '../packed/index.js'

/** Which nights of one room and plan the files of a run held. */
export interface CoveredSeries {
  room: string
  plan: string
  spans: Span[]
}

/** What the files of runs held, hotel by hotel, whether it had to be sent or not. */
export class CoverageRecords {
  constructor(private readonly database: Database) {}

  add(run: number, hotel: string, covered: readonly CoveredSeries[]): void {
    const series = covered.map(({ room, plan, spans }) => ({
      room,
      plan,
      ranges: spans.map(({ from, until }) => ({ from, until, value: 0 })),
    }))
    const { head, ints } = encodeBlock({ series, fields: [{}] })
    this.database.run('INSERT INTO coverage (run, hotel, head, ints) VALUES (?, ?, ?, ?)', run, hotel, head, ints)
  }

  hotels(run: number): string[] {
    return this.database
      .all<{ hotel: string }>('SELECT hotel FROM coverage WHERE run = ? ORDER BY hotel', run)
      .map(({ hotel }) => hotel)
  }

  of(run: number, hotel: string): CoveredSeries[] {
    const stored = this.database.get<{ head: string; ints: Uint8Array }>(
      'SELECT head, ints FROM coverage WHERE run = ? AND hotel = ?',
      run,
      hotel,
    )
    if (stored === undefined) return []
    return decodeBlock(stored).series.map(({ room, plan, ranges }) => ({
      room,
      plan,
      spans: ranges.map(({ from, until }) => ({ from, until })),
    }))
  }
}
