import type { Span } from '../../calendar/index.js'
import { type Database, insertRows } from '../../sql/index.js'
import { decodeBlock, encodeBlock, type SeriesRanges } from '../packed/index.js'

/** Which nights of one room and plan the files of a run held. */
export interface CoveredSeries {
  room: string
  plan: string
  spans: Span[]
}

/** What the files of runs held, hotel by hotel, whether it had to be sent or not. */
export class CoverageRecords {
  constructor(private readonly database: Database) {}

  add(run: number, covered: readonly { hotel: string; series: readonly CoveredSeries[] }[]): void {
    const rows = covered.map(({ hotel, series }) => {
      const { head, ints } = encodeBlock({ series: series.map(blockOf), fields: [{}] })
      return [run, hotel, head, ints]
    })
    insertRows(this.database, 'coverage (run, hotel, head, ints)', rows)
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

const blockOf = ({ room, plan, spans }: CoveredSeries): SeriesRanges => ({
  room,
  plan,
  ranges: spans.map(({ from, until }) => ({ from, until, value: 0 })),
})
