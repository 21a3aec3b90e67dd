import type { Database } from '../../sql/index.js'

/** As many hotels as a run works on at a time, at most. */
const HOTELS_AT_WORK = 64

/**
 * What a process that was killed may have sent without having put the answer on record: of each hotel that it may have been working on, the part whose turn it
 * was. Hotels are begun in the order of the plan, so those beyond the last one with an answer can only be the next few. Where the first entry of a batch was
 * refused and nothing of it accepted, others of it are tried alone and out of turn: there it may be any part.
 */
const IN_FLIGHT = `
  WITH open AS (
    SELECT min(piece.seq) AS seq FROM piece JOIN batch USING (run, seq) WHERE piece.run = ?1 AND state = 0 AND piece.settled_at IS NULL GROUP BY batch.hotel
  ), begun AS (
    SELECT coalesce(max(seq), -1) AS seq FROM piece WHERE run = ?1 AND (state <> 0 OR unanswered_at IS NOT NULL)
  ), at_work AS (
    SELECT open.seq AS seq FROM open, begun WHERE open.seq <= begun.seq
    UNION SELECT seq FROM (SELECT open.seq AS seq FROM open, begun WHERE open.seq > begun.seq ORDER BY open.seq LIMIT ${HOTELS_AT_WORK})
  ), turn AS (
    SELECT piece.seq AS seq, min(from_entry) AS from_entry, (SELECT min(state) = 0 AND max(state) = 2 AND sum(state = 1) = 0 FROM piece AS other WHERE other.run = ?1 AND other.seq = piece.seq) AS is_tried
    FROM piece JOIN at_work USING (seq) WHERE run = ?1 AND state = 0 AND settled_at IS NULL GROUP BY piece.seq
  )
  UPDATE piece SET unanswered_at = max(coalesce(piece.unanswered_at, 0), ?2), problem = NULL FROM turn
  WHERE piece.run = ?1 AND piece.seq = turn.seq AND piece.state = 0 AND piece.settled_at IS NULL
    AND (turn.is_tried OR (piece.from_entry = turn.from_entry AND NOT (piece.suspect = 1 AND piece.until_entry - piece.from_entry > 1)))`

/**
 * Puts what may have been under way when the process of a run was killed in doubt, so that a refusal of it, when it is sent again, is not taken for the whole story.
 * @param at the last time on record of that process, epoch milliseconds
 */
export function doubtInFlight(database: Database, run: number, at: number): void {
  database.run(IN_FLIGHT, run, at)
}
