import { decodeBackslashes, lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** How a line ends whose string goes on in the next, and how that begins: `'...' +`, `+ "..."`, or strings alone. */
const GOES_ON = /(["'`])[ \t]{0,99}(?:([+.&])[ \t]{0,99})?\r?$/
const GONE_ON = /^[ \t]{0,99}(?:([+.&])[ \t]{0,99})?[bBrRuU]{0,2}(["'`])/
const TAIL = 200

interface Line {
  start: number
  end: number
}

/** The pieces of a string that a program adds up, one in a line, as they are written in sources and shown by consoles. */
export function stringAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const own = lineAt(view, at)
  const lines = [own]
  for (let one = before(view, floor, own); one !== undefined && isJoined(view, one, lines[0] as Line);)
    one = before(view, floor, (lines.unshift(one), one))
  for (let one = behind(view, own); one !== undefined && isJoined(view, lines.at(-1) as Line, one);)
    one = behind(view, (lines.push(one), one))
  if (lines.length === 1) return undefined
  const rewriting = new Rewriting(of)
  let end = own.end
  for (const [i, line] of lines.entries()) {
    const piece = pieceIn(view, line, { isFirst: i === 0, isLast: i === lines.length - 1 })
    if (piece === undefined) return undefined
    if (line === own && (at < piece.start || at > piece.end)) return undefined
    rewriting.keep(piece.start, piece.end)
    end = piece.end
  }
  const text = decodeBackslashes(rewriting.end())
  return { name: 'quoted text', text, start: (lines[0] as Line).start, end }
}

function lineAt(view: string, at: number): Line {
  return { start: view.lastIndexOf('\n', at - 1) + 1, end: lineEnd(view, at) }
}

const before = (view: string, floor: number, { start }: Line): Line | undefined =>
  start <= floor ? undefined : lineAt(view, start - 1)
const behind = (view: string, { end }: Line): Line | undefined =>
  end >= view.length ? undefined : lineAt(view, end + 1)

/** Strings alone, one below the other, are of several texts unless each ends with its line end. */
function isJoined(view: string, above: Line, below: Line): boolean {
  const tail = view.slice(Math.max(above.start, above.end - TAIL), above.end)
  const [ends, quote, after = ''] = GOES_ON.exec(tail) ?? []
  const [begins, ahead = '', again] =
    GONE_ON.exec(view.slice(below.start, Math.min(below.end, below.start + TAIL))) ?? []
  if (ends === undefined || begins === undefined) return false
  const operators = `${after}${ahead}`
  if (operators.length > 1) return false
  // Node and Python choose the quotes of each piece by what stands in it.
  if (quote !== again && operators !== '+' && operators !== '') return false
  return operators === '' ? tail.slice(0, -ends.length).endsWith('\\n') : !(operators === '.' && quote === "'")
}

/** What stands between the quotes of a line. */
function pieceIn(
  view: string,
  line: Line,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Line | undefined {
  const text = view.slice(line.start, line.end)
  const close = isLast ? undefined : GOES_ON.exec(text)?.index
  if (!isFirst) {
    const head = GONE_ON.exec(text)?.[0].length ?? 0
    const end = closeOf(text, head)
    return end === undefined || (close !== undefined && end !== close)
      ? undefined
      : { start: line.start + head, end: line.start + end }
  }
  for (let at = 0; at < text.length; at++) {
    if (!/["'`]/.test(text[at] as string)) continue
    const end = closeOf(text, at + 1)
    if (end !== undefined && end === close) return { start: line.start + at + 1, end: line.start + end }
    if (end !== undefined) at = end
  }
  return undefined
}

/** Where a string ends whose quote stands right before a place. */
function closeOf(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at++)
    if (text[at] === '\\') at++
    else if (text[at] === text[start - 1]) return at
  return undefined
}
