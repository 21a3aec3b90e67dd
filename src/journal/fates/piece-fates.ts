import type { Database } from '../../sql/index.js'

/** What the service says is wrong. */
export interface Problem {
  code?: string
  message: string
  details?: unknown
  /** Set where it was not the answer to a request for this part alone. */
  untried?: Untried
}

/** `batch`: the part was in a request that was refused, with others. `hotel`: no request for it went out, since the service had refused its hotel. */
export type Untried = 'batch' | 'hotel'

/** What a piece is on record as. `untried`: given up with a refusal that was not its own. */
export const STATE = { pending: 0, acknowledged: 1, rejected: 2, untried: 3 } as const

/**
 * What became of a part of a run. `in-refused`: it was in a request that the service refused, which proves nothing of each entry, and what would judge it
 * alone has not been answered. `untried`: it was given up like that, or with its whole hotel, and is not sent again by a resume.
 */
export type PartFate = 'left' | 'unanswered' | 'in-refused' | 'acknowledged' | 'rejected' | 'untried'

/** A part of a run with its fate. */
export interface PieceFate {
  seq: number
  hotel: string
  fromEntry: number
  untilEntry: number
  fate: PartFate
  problem?: Problem
}

/** A piece as it is on record, with the hotel of its batch. */
export interface PieceRow {
  seq: number
  hotel: string
  fromEntry: number
  untilEntry: number
  state: number
  unanswered: number | null
  problem: string | null
  settled: number | null
}

/** Selects rows of `PieceRow`. */
export const SELECT_PIECE =
  'SELECT piece.seq AS seq, hotel, from_entry AS fromEntry, until_entry AS untilEntry, state, unanswered_at AS unanswered, problem, piece.settled_at AS settled FROM piece JOIN batch USING (run, seq)'

/** By the state of a piece. */
const FATES: readonly PartFate[] = ['left', 'acknowledged', 'rejected', 'untried']

/**
 * @param part.unanswered when a request for it was last left without a usable answer
 * @param part.settled when it was last judged: a refusal that came then was for the part alone
 */
export function partFate({
  state,
  unanswered,
  problem,
  settled,
}: Pick<PieceRow, 'state' | 'unanswered' | 'problem' | 'settled'>): PartFate {
  if (state === 0 && unanswered !== null) return problem === null || settled !== null ? 'unanswered' : 'in-refused'
  return FATES[state] as PartFate
}

/** The parts of runs by fate. */
export class PieceFates {
  constructor(private readonly database: Database) {}

  /** The parts of a run that have one of these fates, or all, in the order of the plan. */
  of(run: number, fates?: readonly PartFate[]): PieceFate[] {
    const rows = this.database.all<PieceRow>(`${SELECT_PIECE} WHERE piece.run = ? ORDER BY piece.seq, from_entry`, run)
    return rows.flatMap(({ state, unanswered, problem, settled, ...place }) => {
      const fate = partFate({ state, unanswered, problem, settled })
      return fates === undefined || fates.includes(fate)
        ? [{ ...place, fate, ...(problem === null ? {} : { problem: JSON.parse(problem) as Problem }) }]
        : []
    })
  }
}
