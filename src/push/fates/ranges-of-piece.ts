import type { Night, NightFields } from '../../calendar/index.js'
import type { Journal, Piece } from '../../journal/index.js'

/** Nights of a room and plan that one entry of a request sets. */
export interface SentRange {
  /** '' means all active rooms. */
  room: string
  plan: string
  from: Night
  until: Night
  /** Weekday mask; absent where every day is meant. */
  days?: number | undefined
  fields: NightFields
}

/** What a part of a run sends, entry by entry. */
export function* rangesOfPiece(
  journal: Journal,
  runId: number,
  { seq, fromEntry, untilEntry }: Pick<Piece, 'seq' | 'fromEntry' | 'untilEntry'>,
): Iterable<SentRange> {
  const { series, fields } = journal.batches.cells(runId, seq).part(fromEntry, untilEntry).unpack()
  for (const { room, plan, days, ranges } of series)
    for (const { from, until, value } of ranges) yield { room, plan, from, until, days, fields: fields[value] ?? {} }
}
