import { lineEnd, type Traced } from '../../bytes/index.js'
import { isSign, runFrom } from './runs.js'

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
/** How gzip begins, and zlib at each of its levels. */
const PACK = /^(?:H4sI|e(?:A[E-H]|F[4-7]|J[w-z]|N[o-r]))/
const beginsPack = (view: string, at: number): boolean => PACK.test(view.slice(at, at + 4))

/** Texts in base64 that stand in another text: in one line, or in lines of one width of which the last may be shorter, and the first may stand behind words of its line. */
export function* blocksIn(view: string): Generator<Block> {
  for (let from = 0; ;) {
    const run = runFrom(view, from)
    if (run === undefined) return
    const lines = linesFrom(view, behindEscape(view, run))
    const [first] = lines as [Stretch]
    const { end } = lines.at(-1) ?? first
    from = end
    const isShort = end - first.start < CHARACTERS_MIN
    if (!isShort || beginsPack(view, first.start))
      yield { start: first.start, end, lines, ...(isShort ? { isShort } : {}) }
  }
}

/** A run without the letters of an escape that it begins with, such as those of `\u003e`, the end of the tag before it. */
function behindEscape(view: string, { start, end }: Stretch): Stretch {
  const escape = view[start - 1] === '\\' ? ESCAPE.exec(view.slice(start, start + 6))?.[0] : undefined
  return { start: start + (escape?.length ?? 0), end }
}

const ESCAPE = /^(?:u[\da-fA-F]{4}|x[\da-fA-F]{2})/

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

const LINE_MAX = 2_000
/** Shorter ones end any line of a log. */
const WIDTH_MIN = 40

/** A block that ends its line, with the runs that end those below, each behind what a log writes before it; undefined where no line goes on with it. */
export function loggedBlock(view: string, { lines: [first] }: Block): Block | undefined {
  if (first === undefined || lengthOf(first) < WIDTH_MIN) return undefined
  const width = lengthOf(first)
  const lines = [first]
  for (let last = first; view[last.end - 1] !== '=';) {
    const next = lastRunBehind(view, last.end)
    const isLast = next !== undefined && lengthOf(next) < width && headOf(view, next) === headOf(view, last)
    if (next === undefined || (lengthOf(next) !== width && !isLast)) break
    lines.push(next)
    if (isLast) break
    last = next
  }
  return lines.length === 1 ? undefined : { start: first.start, end: (lines.at(-1) as Stretch).end, lines }
}

/** What stands right before a run: what ends the head of a line is the same in all of them. */
const headOf = (view: string, { start }: Stretch): string => view.slice(Math.max(0, start - HEAD_SIGNS), start)
const HEAD_SIGNS = 3

/** The run at the end of the next line, behind something else, where no pack of its own begins with it. */
function lastRunBehind(view: string, end: number): Stretch | undefined {
  const above = lineEnd(view, end)
  if (above === view.length || view.slice(end, Math.min(above, end + BLANKS_MAX)).trim() !== '') return undefined
  const line = view.slice(above + 1, Math.min(lineEnd(view, above + 1), above + LINE_MAX)).trimEnd()
  let at = line.length
  for (let fill = 0; fill < 2 && line[at - 1] === '='; fill++) at--
  while (at > 0 && isSign(line.charCodeAt(at - 1))) at--
  const start = above + 1 + at
  return at === 0 || at === line.length || beginsPack(view, start) ? undefined : { start, end: above + 1 + line.length }
}

const BLANKS_MAX = 80

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
