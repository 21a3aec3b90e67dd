import type { Traced } from '../bytes/index.js'
import { runFrom } from './runs.js'

interface Stretch {
  start: number
  end: number
}

/** A text in base64, and the lines that it stands in. */
export interface Block extends Stretch {
  lines: readonly Stretch[]
  /** Too short for a notification, and perhaps the beginning of a pack that holds one. */
  isShort?: boolean
}

const LINE_RUN = /[A-Za-z\d+/_-]{1,}={0,2}/y
/** A line end, also one that was written with a backslash, and what indents the next line. */
const BREAK = /(?:(?:&#(?:xD|13);)?\r?\n|(?:\\{1,2}r)?\\{1,2}n)[ \t]{0,80}/y
/** What may stand behind the last sign. */
const CLOSES = /[ \t]{0,80}(?:\r?\n|&#(?:xD|13);|$|["'<\\)\],;}])/y
/** Shorter ones hold no notification. */
const CHARACTERS_MIN = 200
/** How gzip and zlib begin. */
const PACK = /^(?:H4sI|e[AFJN])/

/** Texts in base64 that stand in another text: in one line, or in lines of one width of which the last may be shorter, and the first may stand behind words of its line. */
export function* blocksIn(view: string): Generator<Block> {
  for (let from = 0; ;) {
    const run = runFrom(view, from)
    if (run === undefined) return
    const lines = linesFrom(view, run)
    const [first] = lines as [Stretch]
    const { end } = lines.at(-1) ?? first
    from = end
    const isShort = end - first.start < CHARACTERS_MIN
    if (!isShort || PACK.test(view.slice(first.start, first.start + 4)))
      yield { start: first.start, end, lines, ...(isShort ? { isShort } : {}) }
  }
}

function linesFrom(view: string, first: Stretch): Stretch[] {
  const lines: Stretch[] = []
  let width: number | undefined
  for (let last = first; view[last.end - 1] !== '=';) {
    const next = lineBehind(view, last.end)
    if (next === undefined) break
    const length = lengthOf(next)
    if (width !== undefined && length > width) break
    lines.push(next)
    if (width !== undefined && length < width) break
    width ??= length
    last = next
  }
  const [second] = lines
  return second === undefined ? [first] : [...ownOf(view, first, second, lines.length === 1), ...lines]
}

/** What of the first line belongs to those behind it: it may stand behind words, and be shorter. @param isLast there are two lines only */
function ownOf(view: string, first: Stretch, second: Stretch, isLast: boolean): Stretch[] {
  const [own, width] = [lengthOf(first), lengthOf(second)]
  if (own === width || (isLast && own > width)) return [first]
  const isBehindWords = first.start > 0 && !/[\n\r]/.test(view[first.start - 1] ?? '\n')
  if (!isBehindWords || view.startsWith('---', first.end - 3)) return []
  return [{ start: Math.max(first.start, first.end - width), end: first.end }]
}

const lengthOf = ({ start, end }: Stretch): number => end - start

/** A line of nothing but base64 that begins behind the end of one. */
function lineBehind(view: string, end: number): Stretch | undefined {
  BREAK.lastIndex = end
  if (!BREAK.test(view)) return undefined
  LINE_RUN.lastIndex = BREAK.lastIndex
  const start = BREAK.lastIndex
  if (!LINE_RUN.test(view)) return undefined
  CLOSES.lastIndex = LINE_RUN.lastIndex
  return CLOSES.test(view) ? { start, end: LINE_RUN.lastIndex } : undefined
}

/** What a block holds, each byte with its place. */
export function decodeBlock(of: Traced, view: string, { lines }: Block): Traced {
  const starts: number[] = []
  let packed = ''
  for (const { start, end } of lines) {
    starts.push(packed.length)
    packed += view.slice(start, end)
  }
  return {
    bytes: Buffer.from(packed, 'base64'),
    isExact: of.isExact,
    origin(at) {
      const sign = Math.min(Math.floor((at * 4) / 3), packed.length - 1)
      let [low, high] = [0, starts.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] as number) <= sign) low = middle
        else high = middle - 1
      }
      return of.origin((lines[low] as Stretch).start + sign - (starts[low] as number))
    },
  }
}
