import type { Database } from '../../sql/index.js'
import { decodeSources, linesOf } from '../packed/index.js'
import { partFate, type PartFate, type PieceRow, type Problem, SELECT_PIECE, type STATE } from './piece-fates.js'

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
  let hotel: string | undefined
  const seen = new Set<string>()
  for (const piece of piecesOf(database, run, state)) {
    if (piece.hotel !== hotel) seen.clear()
    hotel = piece.hotel
    const problem = JSON.parse(piece.problem as string) as Problem
    for (const { file, line, place } of linesOfPiece(database, run, piece)) {
      if (seen.has(place)) continue
      seen.add(place)
      yield { file, line, hotel, problem }
    }
  }
}

/** The fate of every source line, hotel by hotel; a line whose cells share no fate has the worst of theirs. */
export function* fatesByLine(database: Database, run: number): Iterable<LineFate> {
  let hotel: string | undefined
  let fates = new Map<string, LineFate>()
  for (const piece of piecesOf(database, run)) {
    if (piece.hotel !== hotel) {
      yield* inLineOrder(fates)
      fates = new Map()
      hotel = piece.hotel
    }
    const fate = partFate(piece)
    const problem = piece.problem === null ? {} : { problem: JSON.parse(piece.problem) as Problem }
    for (const { file, line, place } of linesOfPiece(database, run, piece)) {
      const before = fates.get(place)
      if (before === undefined || ORDER.indexOf(fate) > ORDER.indexOf(before.fate))
        fates.set(place, { file, line, hotel, fate, ...problem })
    }
  }
  yield* inLineOrder(fates)
}

/** The pieces of a run in the order of the plan; those in one state where it is given. */
function piecesOf(database: Database, run: number, state?: number): Iterable<PieceRow> {
  return database.iterate<PieceRow>(
    `${SELECT_PIECE} WHERE piece.run = ?1 AND (?2 IS NULL OR state = ?2) ORDER BY piece.seq, from_entry`,
    run,
    state ?? null,
  )
}

/** The source lines of a piece's entries; `place` tells them apart. */
function* linesOfPiece(
  database: Database,
  run: number,
  { seq, fromEntry, untilEntry }: PieceRow,
): Iterable<{ file: number; line: number; place: string }> {
  const batch = database.get<{ sources: Uint8Array }>('SELECT sources FROM batch WHERE run = ? AND seq = ?', run, seq)
  for (const source of decodeSources(batch?.sources as Uint8Array, fromEntry, untilEntry).flat())
    for (const line of linesOf(source)) yield { file: source.file, line, place: `${source.file}:${line}` }
}

const inLineOrder = (fates: ReadonlyMap<string, LineFate>): LineFate[] =>
  [...fates.values()].sort((a, b) => a.file - b.file || a.line - b.line)
