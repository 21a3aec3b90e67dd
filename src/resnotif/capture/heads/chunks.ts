import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'

const CHUNK_SIZE = /^([\da-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r?$/

const sizeAt = (view: string, at: number): number =>
  Number.parseInt(CHUNK_SIZE.exec(view.slice(at, Math.min(lineEnd(view, at), at + 300)))?.[1] ?? '', 16)

/** Whether a body begins with the size of a chunk: many tools show it joined already. */
export const beginsWithChunk = (view: string): boolean => !Number.isNaN(sizeAt(view, 0))

/** A body without the sizes of its chunks. */
export interface JoinedChunks {
  body: Traced
  /** Where what follows its last chunk begins, trailers aside. */
  end?: number
  /** Where it ends too early. What is there is as it was sent. */
  cutAt?: number
  /** Every byte stands as it was sent. */
  isExact?: boolean
  /** Where sizes do not fit what follows: what is there cannot be told from sizes. */
  brokenAt?: number
}

/** A body without the sizes of its chunks, also where carriage returns before line ends were left out since it was sent. */
export function joinChunks(of: Traced, view: string): JoinedChunks {
  const asIs = joined(of, view, false)
  if (asIs.brokenAt === undefined && asIs.cutAt === undefined) return { ...asIs, isExact: true }
  const bare = joined(of, view, true)
  return bare.brokenAt === undefined && (bare.cutAt === undefined || asIs.cutAt === undefined) ? bare : asIs
}

interface Chunk {
  start: number
  stop: number
  /** Line ends in it, and how many of them lost their carriage return. */
  breaks: number
  dropped: number
}

function joined(of: Traced, view: string, isBare: boolean): JoinedChunks {
  const { chunks, ...stop } = walk(view, 0, isBare)
  return { body: withoutSizes(of, view, chunks), ...stop }
}

interface Walk extends Pick<JoinedChunks, 'end' | 'cutAt' | 'brokenAt'> {
  chunks: readonly Chunk[]
}

/** The chunks from a place on, each of which has its size above it. */
function walk(view: string, from: number, isBare: boolean): Walk {
  const chunks: Chunk[] = []
  for (let at = from; at < view.length;) {
    const end = lineEnd(view, at)
    const size = sizeAt(view, at)
    if (size === 0) return { chunks, end: behindLast(view, end + 1) }
    const start = end + 1
    // The last line may be the first half of a size.
    const isCut = end === view.length && /^[\da-fA-F]{0,8}\r?$/.test(view.slice(at))
    const least = isBare ? size - breaksIn(view, start, start + size) - 1 : size
    if (isCut || start + least >= view.length) {
      if (start < view.length) chunks.push({ start, stop: view.length, breaks: 0, dropped: 0 })
      return { chunks, cutAt: at }
    }
    const chunk = Number.isNaN(size) ? undefined : isBare ? bareChunk(view, start, size) : chunkAt(view, start, size, 0)
    if (chunk === undefined) return { chunks, brokenAt: at }
    chunks.push(chunk)
    at = chunk.stop + (view.startsWith('\r\n', chunk.stop) ? 2 : 1)
  }
  return { chunks, cutAt: view.length }
}

/** Chunks that no head tells of: their sizes fit the bytes between them, up to the last one. */
export interface ChunkRun {
  /** Where the first size stands. */
  start: number
  end: number
  body: Traced
}

/** A line that may be the size of a chunk of up to 1 MB. */
const SIZE_LINE = /^[\da-fA-F]{1,5}[ \t]{0,9}(?:;[^\r\n]{0,200})?\r?\n/gm
/** Lines that are tried; those of other programs are numbers, too. */
const TRIED_MAX = 5_000

/** The next chunks in a text that fit, whatever stands above them. */
export function chunkRunIn(of: Traced, view: string, from: number): ChunkRun | undefined {
  SIZE_LINE.lastIndex = from
  for (let tried = 0; tried < TRIED_MAX; tried++) {
    const line = SIZE_LINE.exec(view)
    if (line === null) return undefined
    const { chunks, end, brokenAt, cutAt } = walk(view, line.index, false)
    if (end !== undefined && chunks.length > 0) return { start: line.index, end, body: withoutSizes(of, view, chunks) }
    // Whichever of them one begins with, they do not fit there either.
    SIZE_LINE.lastIndex = Math.max(SIZE_LINE.lastIndex, brokenAt ?? 0, Math.min(cutAt ?? 0, view.length - 1))
  }
  return undefined
}

const TRAILERS_MAX = 20
const TRAILER = /^[A-Za-z\d-]{1,60}: [^\n]{0,1000}$/

/** Behind the trailers and the blank line that follow the last chunk, where they are there. */
function behindLast(view: string, from: number): number {
  let at = from
  for (let lines = 0; lines < TRAILERS_MAX && at < view.length; lines++) {
    const end = lineEnd(view, at)
    const line = view.slice(at, Math.min(end, at + 1_100))
    if (/^\r?$/.test(line)) return Math.min(view.length, end + 1)
    if (!TRAILER.test(line)) break
    at = end + 1
  }
  return Math.min(view.length, from)
}

const isEnded = (view: string, stop: number): boolean => view[stop] === '\n' || view.startsWith('\r\n', stop)

function chunkAt(view: string, start: number, size: number, dropped: number): Chunk | undefined {
  const stop = start + size - dropped
  return isEnded(view, stop) ? { start, stop, breaks: breaksIn(view, start, stop), dropped } : undefined
}

/** The chunk that ends where the size of another stands: all of its line ends lost their carriage return, or none, or some; or its last byte was one, and a packet ended there. */
function bareChunk(view: string, start: number, size: number): Chunk | undefined {
  const most = breaksIn(view, start, start + size)
  for (let tried = 0; tried <= most + 1; tried++) {
    const dropped = tried > most ? most + 1 : most - tried
    const stop = start + size - dropped
    if (view[stop] !== '\n' || (stop + 1 < view.length && Number.isNaN(sizeAt(view, stop + 1)))) continue
    const chunk = chunkAt(view, start, size, dropped)
    if (chunk !== undefined && chunk.breaks + 1 >= dropped) return chunk
  }
  return undefined
}

function breaksIn(view: string, start: number, stop: number): number {
  let breaks = 0
  for (let at = view.indexOf('\n', start); at >= 0 && at < stop; at = view.indexOf('\n', at + 1)) breaks++
  return breaks
}

/** The chunks in their order. A line end that they cut in two is a dot at the end of one and a line feed at the beginning of the next. */
function withoutSizes(of: Traced, view: string, chunks: readonly Chunk[]): Traced {
  const rewriting = new Rewriting(of)
  const hasReturns = chunks.some(({ dropped }) => dropped > 0)
  for (const [at, { start, stop }] of chunks.entries()) {
    const next = chunks[at + 1]
    const isSplit =
      hasReturns &&
      next !== undefined &&
      view[stop - 1] === '.' &&
      view[next.start] === '\n' &&
      next.dropped === next.breaks - 1
    rewriting.keep(start, isSplit ? stop - 1 : stop)
  }
  return rewriting.end()
}
