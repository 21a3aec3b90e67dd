import { concat, cutOut, lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { type Flow, isOfAnswer } from './flow.js'
import { beginsLine, type Span } from './spans.js'

/** The line of a packet: `T 10.0.0.2:5000 -> 10.0.0.1:80 [AP] #4`. */
const HEAD =
  /^[TU](?: \d{4}\/\d\d\/\d\d \S{8,20}| \+\d{1,12}\.\d{1,9})? (\S{3,60}:\d{1,5} -> \S{3,60}:\d{1,5})(?: \[[A-Z]{0,8}\])?(?: #\d{1,9})?\r?\n/gm
/** A sign for each packet that is not shown. */
const OTHERS = /^#{1,1000}\r?\n/gm

/**
 * Packets of ngrep. Which of them follow on each other is not told, so that only those are joined that are together as long as their head says. With `-x` their bytes stand in digits. Without that and `-W byline`, lines are broken where the terminal ends, and what was a line
 * end is a dot. The last one goes on to the end, since nothing tells its length, or to the sign of packets that are not shown.
 */
export function ngrepFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  if (!beginsLine(view, 'T ') && !beginsLine(view, 'U ')) return undefined
  const heads = [...view.matchAll(HEAD)]
  const [first] = heads
  if (first === undefined) return undefined
  const last = heads.at(-1) ?? first
  const stop = endOfLast(view, last.index + last[0].length)
  const exact = new Map<number, Traced>()
  // A packet of XML may begin with blanks of its own.
  const areIndented = heads.every((head) => view.startsWith('  ', head.index + head[0].length))
  const flows = heads.map((head, at): Flow => {
    const start = head.index + head[0].length
    const end = heads[at + 1]?.index ?? stop
    const shown = view.slice(start, end)
    const isIndented = shown.startsWith('  ') && (areIndented || isWrapped(shown) || ROW.test(shown))
    const indent = isIndented ? 2 : 0
    const stream = cutOut(of, start + indent, start + shown.trimEnd().replace(/\n#{1,1000}$/, '').length)
    const way = head[1] as string
    const digits = indent > 0 ? digitsOf(of, view, { start, end: start + shown.trimEnd().length }) : undefined
    if (digits !== undefined) return { stream: digits, way, gap: 'behind', apart: APART }
    if (indent === 0) exact.set(at, cutOut(of, start, start + shown.replace(BEHIND, '').length))
    if (PACKED.test(shown)) return { stream, way, isDotted: true, unreadable: DOTTED }
    return indent > 0
      ? { stream, way, isDotted: true, unreadable: WRAPPED }
      : { stream, way, isDotted: true, gap: 'behind', apart: APART }
  })
  const joined = joinedOf(flows, exact)
  return {
    flows: joined.filter((flow) => flow.unreadable !== WRAPPED || !isOfAnswer(flow, flows)),
    spans: [{ start: first.index, end: stop }],
  }
}

/** The narrowest terminal. */
const WIDTH_MIN = 40

/** Whether all lines are indented and as long as the terminal is wide, as nobody indents XML. */
function isWrapped(shown: string): boolean {
  const lines = shown.replace(BEHIND, '').trimEnd().split('\n')
  const [width = 0] = lines.map(({ length }) => length)
  const isFull = lines.slice(0, -1).every(({ length }) => length === width)
  return lines.length > 3 && width >= WIDTH_MIN && isFull && lines.every((line) => line.startsWith('  '))
}

/** What stands behind the bytes of a packet. */
const BEHIND = /\n(?:#{1,1000}|exit)?\n?$/
const BEGINS = /^(?:[A-Z]{3,10} \S{1,2000} HTTP\/1|HTTP\/1)/
/** The end of a head, each carriage return of which is a dot without `-x`. */
const HEAD_END = /\n[.\r]?\n/
const LENGTH = /\ncontent-length:[ \t]{0,9}(\d{1,9})[.\r]?\n/i
const CHUNKED = /\ntransfer-encoding:[ \t]{0,9}chunked/i
const LAST_CHUNK = /(?:^|\r\n)0\r\n\r\n$/
const HEAD_MAX = 16_000
const PACKETS_MAX = 10_000

/** The flows with packets of the same way as one, where they are as long as their head says. */
function joinedOf(flows: readonly Flow[], exact: ReadonlyMap<number, Traced>): Flow[] {
  const taken = new Set<number>()
  const joined = new Map<number, Flow>()
  const byWay = new Map<string, number[]>()
  for (const [at, { way }] of flows.entries()) {
    const order = byWay.get(way)
    if (order === undefined) byWay.set(way, [at])
    else order.push(at)
  }
  for (const order of byWay.values())
    for (let first = 0; first < order.length;) {
      const packets = order.slice(first, first + PACKETS_MAX).map((at) => exact.get(at) ?? (flows[at] as Flow).stream)
      const count = countOf(packets)
      const at = order[first] as number
      const { way, isDotted } = flows[at] as Flow
      if (count > 1) {
        joined.set(at, { stream: concat(packets.slice(0, count)), way, ...(isDotted === true ? { isDotted } : {}) })
        for (const other of order.slice(first + 1, first + count)) taken.add(other)
      }
      first += Math.max(1, count)
    }
  return flows.flatMap((flow, at) => (taken.has(at) ? [] : [joined.get(at) ?? flow]))
}

/** How many packets make up what the first one begins; none where they do not fit. */
function countOf(packets: readonly Traced[]): number {
  if (!BEGINS.test(packets[0]?.bytes.toString('latin1', 0, 2_100) ?? '')) return 0
  let [head, size] = ['', 0]
  let told: { end: number; isChunked: boolean } | undefined
  for (const [at, { bytes }] of packets.entries()) {
    const isNext = at > 0 && BEGINS.test(bytes.toString('latin1', 0, 2_100))
    if (isNext) return 0
    size += bytes.length
    if (told === undefined) {
      head += bytes.toString('latin1', 0, HEAD_MAX)
      const found = HEAD_END.exec(head)
      if (found === null && head.length < HEAD_MAX) continue
      const start = (found?.index ?? 0) + (found?.[0].length ?? 0)
      const length = LENGTH.exec(head.slice(0, start))?.[1]
      const isChunked = CHUNKED.test(head.slice(0, start))
      if (found === null || (length === undefined && !isChunked)) return 0
      told = { end: start + Number(length ?? 0), isChunked }
    }
    if (told.isChunked ? LAST_CHUNK.test(bytes.toString('latin1', Math.max(0, bytes.length - 9))) : size >= told.end)
      return told.isChunked || size === told.end ? at + 1 : 0
  }
  return 0
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
