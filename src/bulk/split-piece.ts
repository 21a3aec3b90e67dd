import type { Piece, PiecePart, Problem } from '../journal/index.js'

/** Refusal codes that speak of the hotel, so that trying its entries one by one is pointless (wire default 6). */
const HOTEL_CODES: ReadonlySet<string> = new Set(['INVALID_HOTEL'])

export function isHotelProblem({ code }: Problem): boolean {
  return code !== undefined && HOTEL_CODES.has(code)
}

export function isSameProblem(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.message === b.message
}

/**
 * Smaller pieces to send in place of a rejected one. Entries that the service points at go alone, and what lies between
 * stays together; without such a hint the piece is halved. The pointing is only a hint: every part is sent on its own merit.
 */
export function splitPiece(piece: Piece, problem: Problem | undefined): PiecePart[] {
  const guilty = problem === undefined ? [] : namedEntries(problem.details).map((index) => piece.fromEntry + index).filter((entry) => entry < piece.untilEntry)
  const size = piece.untilEntry - piece.fromEntry
  return guilty.length > 0 && guilty.length * 2 <= size ? isolate(piece, guilty) : halve(piece)
}

function halve({ fromEntry, untilEntry }: Piece): PiecePart[] {
  const middle = (fromEntry + untilEntry) >>> 1
  return [{ untilEntry: middle, siblingUntil: untilEntry }, { untilEntry }]
}

function isolate({ fromEntry, untilEntry }: Piece, guilty: readonly number[]): PiecePart[] {
  const parts: PiecePart[] = []
  let at = fromEntry
  for (const entry of guilty) {
    if (entry > at) parts.push({ untilEntry: entry })
    parts.push({ untilEntry: entry + 1 })
    at = entry + 1
  }
  if (at < untilEntry) parts.push({ untilEntry })
  return parts
}

/** Indexes in field paths such as `availabilities[3].room_id`, in order, each once. */
function namedEntries(details: unknown): number[] {
  if (!Array.isArray(details)) return []
  const indexes = new Set<number>()
  for (const detail of details) {
    const field: unknown = typeof detail === 'object' && detail !== null && 'field' in detail ? detail.field : detail
    const index = typeof field === 'string' ? /^[\w.]*\[(\d{1,9})\]/.exec(field)?.[1] : undefined
    if (index !== undefined) indexes.add(Number(index))
  }
  return [...indexes].sort((a, b) => a - b)
}

/** Entries to try alone when a batch's first entry was refused: if all fail the same way, so will the rest. */
export function probeEntries(entries: number): number[] {
  return entries < MIN_PROBED ? [] : [entries - 1, entries >>> 1, entries >>> 2, entries - (entries >>> 2)]
}

/** Smaller batches are bisected to the end at little cost. */
const MIN_PROBED = 16
