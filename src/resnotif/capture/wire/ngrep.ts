import { cutOut, lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { type Flow, isOfAnswer } from './flow.js'
import { beginsLine, type Span } from './spans.js'

/** The line of a packet: `T 10.0.0.2:5000 -> 10.0.0.1:80 [AP] #4`. */
const HEAD =
  /^[TU](?: \d{4}\/\d\d\/\d\d \S{8,20}| \+\d{1,9}\.\d{1,9})? (\S{3,60}:\d{1,5} -> \S{3,60}:\d{1,5})(?: \[[A-Z]{0,8}\])?(?: #\d{1,9})?\r?\n/gm
/** A sign for each packet that is not shown. */
const OTHERS = /^#{1,1000}\r?\n/gm

/**
 * Packets of ngrep, each by itself: which of them follow on each other is not told. With `-x` their bytes stand in digits. Without that and `-W byline`, lines are broken where the terminal ends, and what was a line
 * end is a dot. The last one goes on to the end, since nothing tells its length, or to the sign of packets that are not shown.
 */
export function ngrepFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  if (!beginsLine(view, 'T ') && !beginsLine(view, 'U ')) return undefined
  const heads = [...view.matchAll(HEAD)]
  const [first] = heads
  if (first === undefined) return undefined
  const last = heads.at(-1) ?? first
  const stop = endOfLast(view, last.index + last[0].length)
  const flows = heads.map((head, at): Flow => {
    const start = head.index + head[0].length
    const end = heads[at + 1]?.index ?? stop
    const shown = view.slice(start, end)
    const indent = shown.startsWith('  ') ? 2 : 0
    const stream = cutOut(of, start + indent, start + shown.trimEnd().replace(/\n#{1,1000}$/, '').length)
    const way = head[1] as string
    const digits = indent > 0 ? digitsOf(of, view, { start, end: start + shown.trimEnd().length }) : undefined
    if (digits !== undefined) return { stream: digits, way, gap: 'behind', apart: APART }
    if (PACKED.test(shown)) return { stream, way, isDotted: true, unreadable: DOTTED }
    return indent > 0
      ? { stream, way, isDotted: true, unreadable: WRAPPED }
      : { stream, way, isDotted: true, gap: 'behind', apart: APART }
  })
  return {
    flows: flows.filter((flow) => flow.unreadable !== WRAPPED || !isOfAnswer(flow, flows)),
    spans: [{ start: first.index, end: stop }],
  }
}

/** Two groups of eight bytes, which stand at the same place in every row (`-x`). */
const GROUPS = [
  [2, 26],
  [29, 53],
] as const
const TEXT_AT = 56
const ROW = /^ {2}[\da-f]{2} /

/** The bytes that rows of digits show; undefined where any line of a packet is no such row. */
function digitsOf(of: Traced, view: string, { start, end }: Span): Traced | undefined {
  const rewriting = new Rewriting(of)
  for (let at = start; at < end; at = lineEnd(view, at) + 1) {
    const line = view.slice(at, Math.min(lineEnd(view, at), at + TEXT_AT + 20)).replace(/\r$/, '')
    if (/^#{1,1000}$/.test(line)) continue
    if (!ROW.test(line) || line.length <= TEXT_AT) return undefined
    for (const [from, to] of GROUPS) {
      const digits = line.slice(from, to)
      if (!/^(?:[\da-f]{2} ){0,8} *$/.test(digits)) return undefined
      for (let i = 0; i < digits.trimEnd().length; i += 3)
        rewriting.put(Buffer.of(Number.parseInt(digits.slice(i, i + 2), 16)), at + from + i)
    }
  }
  return rewriting.end()
}

/** Lines that were broken for the terminal are all indented. */
function endOfLast(view: string, start: number): number {
  if (view.startsWith('  ', start)) {
    let at = start
    while (at < view.length && view.startsWith('  ', at)) at = lineEnd(view, at) + 1
    return Math.min(view.length, at)
  }
  OTHERS.lastIndex = start
  const other = OTHERS.exec(view)
  return other === null ? view.length : lineEnd(view, other.index) + 1
}

/** A head that says so with a body that is no markup; each carriage return is a dot. */
const PACKED =
  /^(?:[^\n]{1,2000}\n){1,40}?content-encoding:[ \t]{0,9}(?!identity)[^\n]{1,80}\n(?:[^\n]{2,2000}\n){0,40}\.?\n\s{0,20}[^<\s]/i
const DOTTED = 'a packed body that is shown as dots: record every byte (ngrep -x, tcpdump -X, socat -x)'
const WRAPPED =
  'packets of ngrep whose lines were broken for the terminal: write them with -x or -W byline, or with tcpdump -X'
const APART =
  'a message that no packet of ngrep holds whole, and nothing tells which of them follow on each other: record it with tcpdump -X'
