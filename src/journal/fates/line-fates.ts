import type { Database } from '../../sql/index.js'
import { decodeSources, linesOf } from '../packed/index.js'
import { partFate, type PartFate, type Problem, STATE } from './piece-fates.js'

export interface RejectedLine {
  /** Index into the run's files. */
  file: number
  line: number
  hotel: string
  problem: Problem
}

/** What became of one source line. */
export interface LineFate {
  /** Index into the run's files. */
  file: number
  line: number
  hotel: string
  fate: PartFate
  problem?: Problem
}

/** From the best to the worst. */
const ORDER: readonly PartFate[] = ['acknowledged', 'left', 'unanswered', 'in-refused', 'untried', 'rejected']

/** Source lines of the entries in this state, each line once per hotel, in the order of the plan. */
export function* refusedLines(
  database: Database,
  run: number,
  state: (typeof STATE)['rejected' | 'untried'],
): Iterable<RejectedLine> {
  const pieces = database.iterate<{
    seq: number
    from_entry: number
    until_entry: number
    problem: string
    hotel: string
  }>(
    `SELECT piece.seq AS seq, from_entry, until_entry, problem, hotel FROM piece JOIN batch USING (run, seq)
     WHERE piece.run = ? AND state = ? ORDER BY piece.seq, from_entry`,
    run,
    state,
  )
  let hotel: string | undefined
  const seen = new Set<string>()
  for (const piece of pieces) {
    if (piece.hotel !== hotel) seen.clear()
    hotel = piece.hotel
    const problem = JSON.parse(piece.problem) as Problem
    for (const source of decodeSources(
      sourcesOf(database, run, piece.seq),
      piece.from_entry,
      piece.until_entry,
    ).flat()) {
      for (const line of linesOf(source)) {
        const place = `${source.file}:${line}`
        if (seen.has(place)) continue
        seen.add(place)
        yield { file: source.file, line, hotel: piece.hotel, problem }
      }
    }
  }
}

/** The fate of every source line, hotel by hotel; a line whose cells share no fate has the worst of theirs. */
export function* fatesByLine(database: Database, run: number): Iterable<LineFate> {
  const pieces = database.iterate<{
    seq: number
    from_entry: number
    until_entry: number
    state: number
    unanswered_at: number | null
    problem: string | null
    settled_at: number | null
    hotel: string
  }>(
    'SELECT piece.seq AS seq, from_entry, until_entry, state, unanswered_at, problem, piece.settled_at AS settled_at, hotel FROM piece JOIN batch USING (run, seq) WHERE piece.run = ? ORDER BY piece.seq, from_entry',
    run,
  )
  let hotel: string | undefined
  let fates = new Map<string, LineFate>()
  for (const piece of pieces) {
    if (piece.hotel !== hotel) {
      yield* inLineOrder(fates)
      fates = new Map()
      hotel = piece.hotel
    }
    const fate = partFate({
      state: piece.state,
      unanswered: piece.unanswered_at,
      problem: piece.problem,
      settled: piece.settled_at,
    })
    for (const source of decodeSources(
      sourcesOf(database, run, piece.seq),
      piece.from_entry,
      piece.until_entry,
    ).flat()) {
      for (const line of linesOf(source)) {
        const key = `${source.file}:${line}`
        const before = fates.get(key)
        if (before !== undefined && ORDER.indexOf(fate) <= ORDER.indexOf(before.fate)) continue
        fates.set(key, {
          file: source.file,
          line,
          hotel: piece.hotel,
          fate,
          ...(piece.problem === null ? {} : { problem: JSON.parse(piece.problem) as Problem }),
        })
      }
    }
  }
  yield* inLineOrder(fates)
}

function sourcesOf(database: Database, run: number, seq: number): Uint8Array {
  return database.get<{ sources: Uint8Array }>('SELECT sources FROM batch WHERE run = ? AND seq = ?', run, seq)
    ?.sources as Uint8Array
}

const inLineOrder = (fates: ReadonlyMap<string, LineFate>): LineFate[] =>
  [...fates.values()].sort((a, b) => a.file - b.file || a.line - b.line)
