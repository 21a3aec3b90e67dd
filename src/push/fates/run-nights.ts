import { daysText, type Night } from '../../calendar/index.js'
import type { Journal, PartFate } from '../../journal/index.js'
import { rangesOfPiece } from './ranges-of-piece.js'
import { refusalWords } from './refusal-words.js'

/** Nights of a room and plan in a row that share a fate. */
export interface RunNights {
  hotel: string
  /** '' means all active rooms. */
  room: string
  plan: string
  from: Night
  until: Night
  /** Weekdays that are meant, such as `fri,sat`; absent where all are. */
  days?: string
  fate: PartFate
  reason?: string
  code?: string
}

/** What became of the nights of a run, from the journal alone, in the order of the plan: what can be told of a run that has no rows. */
export function* nightsOfRun(journal: Journal, runId: number, fates?: readonly PartFate[]): Iterable<RunNights> {
  let last: RunNights | undefined
  for (const piece of journal.pieces.of(runId, fates)) {
    const { hotel, fate, problem } = piece
    for (const { room, plan, days, from, until } of rangesOfPiece(journal, runId, piece)) {
      const next: RunNights = {
        hotel,
        room,
        plan,
        from,
        until,
        ...(days === undefined ? {} : { days: daysText(days) }),
        fate,
        ...(problem === undefined
          ? {}
          : { reason: refusalWords(problem), ...(problem.code === undefined ? {} : { code: problem.code }) }),
      }
      if (last !== undefined && continues(last, next)) last.until = until
      else {
        if (last !== undefined) yield last
        last = next
      }
    }
  }
  if (last !== undefined) yield last
}

function continues(last: RunNights, next: RunNights): boolean {
  return (
    last.until === next.from &&
    (['hotel', 'room', 'plan', 'days', 'fate', 'reason'] as const).every((name) => last[name] === next[name])
  )
}
