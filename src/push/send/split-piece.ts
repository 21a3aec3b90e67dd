import type { Piece, PiecePart, Problem } from '../../journal/index.js'

/** Refusal codes that speak of the hotel, so that trying its entries one by one is pointless (wire default 6). */
const HOTEL_CODES: ReadonlySet<string> = new Set(['INVALID_HOTEL'])
/** A message is read no further than this: it is foreign text. */
const FIELD_CHARACTERS = 200

export function isHotelProblem({ code }: Problem): boolean {
  return code !== undefined && HOTEL_CODES.has(code)
}

export function isSameProblem(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.message === b.message
}

/**
 * Smaller pieces to send in place of a rejected one. Where the service names entries, those that follow one another stay together, and so does what lies
 * between: two unknown rooms are two pieces, however many entries they have. Without such a hint the piece is halved. The naming is only a hint, and every
 * part is sent on its own merit; but where the service names all entries of a piece, there is none left to try, and each is rejected for its own reason.
 */
export function splitPiece(piece: Piece, problem: Problem | undefined): PiecePart[] {
  const size = piece.untilEntry - piece.fromEntry
  const named = problem === undefined ? new Map<number, string | undefined>() : namedEntries(problem.details, size)
  if (problem === undefined || named.size === 0) return halve(piece)
  const isAll = named.size === size
  const parts: PiecePart[] = []
  for (let entry = 0; entry < size;) {
    const isNamed = named.has(entry)
    const message = named.get(entry)
    let until = entry + 1
    while (until < size && named.has(until) === isNamed && (!isAll || named.get(until) === message)) until += 1
    parts.push({
      untilEntry: piece.fromEntry + until,
      ...(isAll
        ? {
            problem: {
              ...(problem.code === undefined ? {} : { code: problem.code }),
              message: message ?? problem.message,
            },
          }
        : {}),
    })
    entry = until
  }
  return parts.length === 1 && !isAll ? halve(piece) : parts
}

function halve({ fromEntry, untilEntry }: Piece): PiecePart[] {
  const middle = (fromEntry + untilEntry) >>> 1
  return [{ untilEntry: middle, siblingUntil: untilEntry }, { untilEntry }]
}

/** Indexes in field paths such as `availabilities[3].room_id`, below `size`, with what is said of each. */
function namedEntries(details: unknown, size: number): Map<number, string | undefined> {
  const named = new Map<number, string | undefined>()
  if (!Array.isArray(details)) return named
  for (const detail of details) {
    const isObject = typeof detail === 'object' && detail !== null
    const field: unknown = isObject && 'field' in detail ? detail.field : detail
    const index =
      typeof field === 'string'
        ? Number(/^[\w.]*\[(\d{1,9})\]/.exec(field.slice(0, FIELD_CHARACTERS))?.[1])
        : Number.NaN
    if (!(index < size) || named.has(index)) continue
    named.set(
      index,
      isObject && 'message' in detail && typeof detail.message === 'string' && detail.message !== ''
        ? detail.message
        : undefined,
    )
  }
  return named
}

/** Entries to try alone when a batch's first entry was refused: if all fail the same way, the rest is hardly worth a request each. */
export function probeEntries(entries: number): number[] {
  return entries < MIN_PROBED ? [] : [entries - 1, entries >>> 1, entries >>> 2, entries - (entries >>> 2)]
}

/** Smaller batches are bisected to the end at little cost. */
const MIN_PROBED = 16
