import { type Journal, linesOf, type PieceFate } from '../../journal/index.js'
import { rangesOfPiece, type SentRange } from './ranges-of-piece.js'
import { refusalWords } from './refusal-words.js'

/** Nights of one line of a file that the service refused. */
export interface RefusedNights extends SentRange {
  /** Index into the run's files. */
  file: number
  line: number
  hotel: string
  reason: string
}

/** Beside the reason of what was refused when it was sent again: what it was sent with before is open. */
const MAY_HAVE_ARRIVED = 'whether an earlier request for it was applied is not known'

/** What the service refused of a run, line by line, in the order of the plan. What was refused when it was sent again, and may have arrived before, is among it. */
export function* refusedNightsOf(journal: Journal, runId: number): Iterable<RefusedNights> {
  for (const piece of journal.pieces.of(runId, ['rejected', 'untried', 'unanswered'])) {
    const reason = reasonOf(piece)
    if (reason === undefined) continue
    const { seq, hotel, fromEntry, untilEntry } = piece
    const sources = journal.batches.sources(runId, seq, fromEntry, untilEntry)
    let entry = 0
    for (const range of rangesOfPiece(journal, runId, piece)) {
      for (const run of sources[entry] ?? [])
        for (const line of linesOf(run)) yield { file: run.file, line, hotel, ...range, reason }
      entry += 1
    }
  }
}

/** Undefined for what was not refused. */
function reasonOf({ fate, problem }: PieceFate): string | undefined {
  if (problem === undefined) return undefined
  return fate === 'unanswered'
    ? `${refusalWords(problem).replace(/\.$/, '')} (${MAY_HAVE_ARRIVED})`
    : refusalWords(problem)
}
