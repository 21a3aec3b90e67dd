import { concat, cutOut, narrowed, type Traced, type Wide } from './bytes/index.js'
import { openMail, type PartOpener } from './exchange.js'
import { chunkRunIn, quotedPartIn } from './heads/index.js'
import { nameOf } from './kinds.js'
import { MARKER, WIDE_MARKER } from './logs/index.js'
import { wideRuns } from './outer/index.js'
import { type Context, rewritten } from './parts.js'

/** Opens what stands in a text in a coding that its own head or sizes tell, with lines of others above it. @returns false where nothing does */
export function openWithin(opener: PartOpener, part: Traced, view: string, context: Context): boolean {
  return openQuoted(opener, part, view, context) || openChunkRuns(opener, part, view, context)
}

/** Parts of mails in quoted-printable below lines of others. */
function openQuoted(opener: PartOpener, part: Traced, view: string, context: Context): boolean {
  let from = 0
  for (let one = quotedPartIn(view, from); one !== undefined; one = quotedPartIn(view, from)) {
    opener.between(cutOut(part, from, one.head), context)
    openMail(opener, part, one, { ...context, depth: context.depth + 1, cut: undefined, isComplete: false })
    from = one.end
  }
  if (from === 0) return false
  opener.between(cutOut(part, from, view.length), context)
  return true
}

/** Bodies in chunks whose head is not there, or does not say so: the sizes prove it. */
function openChunkRuns(opener: PartOpener, part: Traced, view: string, context: Context): boolean {
  let from = 0
  let looks = 0
  let run = chunkRunIn(part, view, 0)
  for (; run !== undefined && looks++ < RUNS_MAX; run = chunkRunIn(part, view, run.end)) {
    const beginning = beginningOf(view, from, run.start)
    if (beginning === undefined) continue
    const { at: begins, size } = beginning
    const above = cutOut(part, begins, begins === run.start ? begins : endOfChunk(view, run.start))
    const body = concat([above, run.body])
    if (!body.bytes.includes(MARKER) || (begins < run.start && !ENDS.test(tailOf(body)))) continue
    const isMisfit = size !== undefined && !isEndOfSize(size, above, view, begins)
    opener.between(cutOut(part, from, begins - (size?.length ?? 0)), context)
    const unread = opener.found.unreadCount
    if (isMisfit) opener.found.fail(cutOut(part, begins, run.end), 0, MISFIT)
    else opener.open(body, { ...context, wrapping: [...context.wrapping, 'chunks'], type: undefined })
    opener.found.cover(part, begins, run.end, opener.found.unreadCount > unread)
    from = run.end
  }
  if (from === 0) return false
  opener.between(cutOut(part, from, view.length), context)
  return true
}

const MISFIT = 'chunks, one of which is not as long as the size above it says: bytes of it are missing, or were changed'

/** Whether a line is the rest of the size of the chunk below it, whose first digits were cut off with what stood above, and no size that fits as it is. */
function isEndOfSize(line: string, chunk: Traced, view: string, start: number): boolean {
  const digits = line.trim().toLowerCase()
  const stop = start + Number.parseInt(digits, 16)
  return chunk.bytes.length.toString(16).endsWith(digits) && !NEXT_SIZE.test(view.slice(stop, stop + LINE_MAX))
}
const NEXT_SIZE = /^\r?\n[\da-fA-F]{1,8}\s/

interface Beginning {
  at: number
  /** The line of a size right above it, which does not fit. */
  size?: string
}

/** Where the document begins that goes on in the first of chunks, where the size above its own beginning is not there or not whole; that of the chunks otherwise. Undefined where only the end of its declaration is there. */
function beginningOf(view: string, floor: number, at: number): Beginning | undefined {
  const low = Math.max(floor, at - ABOVE_MAX)
  const above = view.slice(low, at)
  const declared = above.lastIndexOf('<?xml')
  const named = above.lastIndexOf(`<${MARKER.slice(0, 4)}`)
  const first = declared >= 0 ? declared : named
  const isOpen = first >= 0 && !/^\s*\n/.test(lastLineOf(above)) && !CLOSED.test(above.slice(first))
  if (!isOpen) return { at }
  const before = above.slice(0, first)
  if (declared < 0 && before.trimEnd().endsWith('?>')) return undefined
  const size = SIZE.exec(before.slice(-LINE_MAX))?.[1]
  return { at: low + first, ...(size === undefined ? {} : { size }) }
}

/** What fits in a text by chance, such as columns of numbers, is no chunk of a message. */
const RUNS_MAX = 1_000
/** A document that goes on in chunks begins no further above them. */
const ABOVE_MAX = 64_000

/** A line that is the size of a chunk, with what divides it from the document. */
const SIZE = /(?:^|\n)([\da-fA-F]{1,8}\s{1,20})$/
const LINE_MAX = 40

/** Sizes may stand in a text of a message by chance, and not up to its end. */
const ENDS = new RegExp(`(?:${MARKER}|Envelope)\\s{0,9}>\\s{0,9}$`)
const tailOf = ({ bytes }: Traced): string => bytes.toString('latin1', Math.max(0, bytes.length - 100))

const CLOSED = new RegExp(`</(?:[\\w.-]{1,40}:)?(?:${MARKER}|Envelope)\\s{0,9}>`)

/** The line above a size, with its end. */
const lastLineOf = (above: string): string => above.slice(above.lastIndexOf('\n', above.length - 2) + 1)

/** Where the chunk ends above a size, whose line end is none of it. */
const endOfChunk = (view: string, size: number): number => size - (view[size - 2] === '\r' ? 2 : 1)

/** Opens what is in UTF-16, which may be several texts at odd distances. */
export function openWide(opener: PartOpener, part: Traced, wide: Wide, context: Context): void {
  const { found } = opener
  const runs = wideRuns(part.bytes, wide)
  if (runs.length > 1) {
    const inner = { ...context, depth: context.depth + 1 }
    return runs.forEach(({ start, end }) => opener.open(cutOut(part, start, end), inner))
  }
  const text = narrowed(part, wide)
  if (text !== undefined) return opener.open(text, rewritten(context, part, text))
  const view = part.bytes.toString('latin1')
  if (view.includes(WIDE_MARKER)) found.fail(part, 0, 'a text in UTF-16 that is cut or damaged')
  else if (context.wrapping.length > 0) found.other(part, 0, nameOf(view, context.wrapping.at(-1)))
}
