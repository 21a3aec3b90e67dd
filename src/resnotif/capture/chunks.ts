import { behindBytes, lineEnd, Rewriting, type Traced } from './bytes/index.js'

const CHUNK_SIZE = /^([\da-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r?$/

const sizeAt = (view: string, at: number): number =>
  Number.parseInt(CHUNK_SIZE.exec(view.slice(at, Math.min(lineEnd(view, at), at + 300)))?.[1] ?? '', 16)

/** Whether a body begins with the size of a chunk: many tools show it joined already. */
export const beginsWithChunk = (view: string): boolean => !Number.isNaN(sizeAt(view, 0))

/** A body without the sizes of its chunks. */
export interface JoinedChunks {
  body: Traced
  /** Where it ends too early. What is there is as it was sent. */
  cutAt?: number
  /** Where sizes do not fit what follows: what is there cannot be told from sizes. */
  brokenAt?: number
}

/** A body without the sizes of its chunks, also where line ends were changed since it was sent. */
export function joinChunks(of: Traced, view: string): JoinedChunks {
  const asIs = joined(of, view, false)
  if (asIs.brokenAt === undefined && asIs.cutAt === undefined) return asIs
  const bare = joined(of, view, true)
  if (bare.brokenAt === undefined && bare.cutAt === undefined) return bare
  return asIs.brokenAt === undefined ? asIs : bare.brokenAt === undefined ? bare : asIs
}

function joined(of: Traced, view: string, isBare: boolean): JoinedChunks {
  const rewriting = new Rewriting(of)
  let isReturnSplit = false
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at)
    const size = sizeAt(view, at)
    if (size === 0) return { body: rewriting.end() }
    // The last line may be the first half of a size.
    if (end === view.length && /^[\da-fA-F]{0,8}\r?$/.test(view.slice(at))) return { body: rewriting.end(), cutAt: at }
    if (Number.isNaN(size)) return { body: rewriting.end(), brokenAt: at }
    const start = end + 1
    // The line end was cut in two by the chunks, and its first half stands in the one before.
    const first = isReturnSplit && view[start] === '\n' ? 1 : 0
    const stop = behindBytes(view, start + first, size - first, isBare)
    if (stop >= view.length) {
      rewriting.keep(start, view.length)
      return { body: rewriting.end(), cutAt: at }
    }
    const behind = view.startsWith('\r\n', stop) ? 2 : view[stop] === '\n' ? 1 : undefined
    if (behind === undefined) return { body: rewriting.end(), brokenAt: at }
    at = stop + behind
    isReturnSplit = isBare && view[stop - 1] === '.' && isSplitReturn(view, at)
    rewriting.keep(start, isReturnSplit ? stop - 1 : stop)
  }
  return { body: rewriting.end(), cutAt: view.length }
}

/** Whether the next chunk begins with the second half of a line end whose first half, at the end of the one before, is shown as a dot. */
function isSplitReturn(view: string, at: number): boolean {
  const start = lineEnd(view, at) + 1
  const size = sizeAt(view, at)
  if (view[start] !== '\n' || Number.isNaN(size) || size === 0) return false
  const stop = behindBytes(view, start + 1, size - 1, true)
  return stop >= view.length || (view[stop] === '\n' && !Number.isNaN(sizeAt(view, stop + 1)))
}
