import { cutOut, lineEnd, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'
import { hexDumps } from './hex.js'
import { flowsOf, type Segment, segmentOf, withoutReturns } from './segments.js'

/**
 * The line of a packet, or the second one of it with `-v`. Before the addresses stand its number, its time, the interface, the link layer, or none of them.
 */
const HEAD =
  /^(?=[\d ]|IP6? |\S{1,20} {1,5}(?:In|Out|B|M|P) |(?:[\da-f]{2}:){5})[^\n]{0,200}?(?:\bIP6? |^ {4}|\), length \d{1,6}: |payload length: \d{1,6}\) )(\S{3,100}) > (\S{3,100}): Flags \[([^\]\n]{0,8})\](?:[^\n]{0,200}?, seq (\d{1,10})(?::(\d{1,10}))?)?[^\n]{0,400}?, length (\d{1,6})(?=$|[:\s])/
/** The line of a packet with `-q`, which tells its length and not its place. */
const QUIET =
  /^(?=[\d ]|IP6? |\S{1,20} {1,5}(?:In|Out|B|M|P) |(?:[\da-f]{2}:){5})[^\n]{0,200}?(?:\bIP6? |^ {4}|\), length \d{1,6}: |payload length: \d{1,6}\) )(\S{3,100}) > (\S{3,100}): tcp (\d{1,6})(?=$|\s)/
/** The line of any packet, or what tcpdump says at its end. */
const ANY =
  /^(?: {0,4}\d{1,9}  )?(?: ?(?:(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d{1,9} |\d{9,11}\.\d{6,9} |\d{1,5}\.\d{6,9} )|IP6? (?:\(|\S{3,100} > )|\S{1,20} {1,5}(?:In|Out|B|M|P) {1,3}(?:ifindex|IP6? )|(?:[\da-f]{2}:){5}[\da-f]{2} > )|^\d{1,9} packets? (?:captured|received|dropped)/
const HEAD_LINES = 40
const LINE_MAX = 1_200

const lineAt = (view: string, at: number): string => view.slice(at, Math.min(lineEnd(view, at), at + LINE_MAX))

/** Whether a view begins as the output of `tcpdump -A` does. */
export function isTcpdump(view: string): boolean {
  for (let at = 0, line = 0; line < HEAD_LINES && at < view.length; line++, at = lineEnd(view, at) + 1) {
    const text = lineAt(view, at)
    if (HEAD.test(text) || QUIET.test(text)) return line === 0 || ANY.test(text) || text.startsWith('    ')
  }
  return false
}

/** Connections of packets that are shown as text: bytes beyond ASCII are dots, and a carriage return before a line end is left out. */
export function tcpdumpFlows(given: Traced, text: string): Flow[] {
  // Carriage returns before line ends were added since.
  const of = text.includes('\r\n') ? withoutReturns(given) : given
  const view = of === given ? text : of.bytes.toString('latin1')
  const segments: Segment[] = []
  const quieted: Flow[] = []
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at) + 1
    const head = HEAD.exec(lineAt(view, at))
    const quiet = head === null ? QUIET.exec(lineAt(view, at)) : null
    if (head === null && quiet === null) {
      at = end
      continue
    }
    const stop = nextHead(view, end)
    if (head === null) {
      quieted.push(...placeless(of, { start: end, stop }, quiet as RegExpExecArray))
      at = stop
      continue
    }
    const segment = shownIn(of, view, { start: end, stop }, head)
    if (segment !== undefined) segments.push(segment)
    at = stop
  }
  const flows = flowsOf(changedSince(relative(segments))).map((flow) => ({ ...flow, isDotted: true }))
  return [...flows, ...quieted.slice(0, 1)]
}

const placeless = (of: Traced, { start, stop }: Shown, [, from, to, length]: RegExpExecArray): Flow[] =>
  length === '0' ? [] : [{ stream: cutOut(of, start, stop), way: `${from} ${to}`, unreadable: QUIETED }]

const QUIETED = 'packets of tcpdump -q, whose order is not told: write them without -q, or with -X'

/** Where a packet holds more than it was long, the file was changed since, and its numbers say nothing but the order. */
function changedSince(segments: readonly Segment[]): Segment[] {
  const changed = new Set(segments.flatMap(({ way, payload, length }) => (payload.bytes.length > length ? [way] : [])))
  return [
    ...segments.filter(({ way }) => !changed.has(way)),
    ...[...changed].flatMap((way) => inOrder(segments.filter((one) => one.way === way))),
  ]
}

function inOrder(segments: readonly Segment[]): Segment[] {
  const seen = new Set<number>()
  let next = 1
  return segments
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap((one) => {
      if (one.isSyn) return [one]
      if (seen.has(one.seq)) return []
      seen.add(one.seq)
      const seq = next
      next += one.payload.bytes.length
      return [{ ...one, seq, length: one.payload.bytes.length, dropped: 0 }]
    })
}

/** Numbers are told from the opening of a connection on; those of what opens it, and of the first packet where no opening was seen, are not. */
function relative(segments: readonly Segment[]): Segment[] {
  const first = new Map<string, Segment>()
  const second = new Map<string, number>()
  for (const one of segments) {
    if (!first.has(one.way)) first.set(one.way, one)
    else if (one.length > 0 && !second.has(one.way)) second.set(one.way, one.seq)
  }
  return segments.map((one) => {
    const next = second.get(one.way)
    const isTold = next === undefined || next - one.seq === (one.isSyn ? 1 : one.length)
    if (one.isSyn) return isTold && next !== undefined ? one : { ...one, seq: 0 }
    return first.get(one.way) !== one || isTold || one.seq < next ? one : { ...one, seq: 0 }
  })
}

function nextHead(view: string, from: number): number {
  for (let at = from; at < view.length; at = lineEnd(view, at) + 1) if (ANY.test(view.slice(at, at + 60))) return at
  return view.length
}

const OPTION_BYTES: Readonly<Record<string, number>> = { mss: 4, TS: 10, wscale: 3, sackOK: 2, nop: 1, eol: 1 }

/** Bytes of the options that a line names, filled up to whole words. */
function optionBytes(line: string): number {
  const named = /, options \[([^\]]{0,300})\]/.exec(line)?.[1]
  if (named === undefined) return 0
  const bytes = named.split(',').reduce((sum, one) => {
    const [name = ''] = one.split(' ')
    const stretches = /^sack (\d)/.exec(one)?.[1]
    return sum + (stretches === undefined ? (OPTION_BYTES[name] ?? 0) : 2 + 8 * Number(stretches))
  }, 0)
  return Math.ceil(bytes / 4) * 4
}

/** Before the packet, its link layer is shown with `-AA`. */
const LINK_BYTES = [0, 14, 16, 20, 4] as const

/** Lines of a view that show a packet. */
interface Shown {
  start: number
  stop: number
}

function shownIn(of: Traced, view: string, { start, stop }: Shown, head: RegExpExecArray): Segment | undefined {
  const [line, from, to, flags = '', seq, , told] = head
  const length = Number(told)
  const common = { way: `${from} ${to}`, seq: Number(seq ?? 0), isSyn: flags.includes('S'), length }
  if (common.isSyn) return { ...common, opening: common.seq, payload: cutOut(of, start, start) }
  if (length === 0 || seq === undefined) return undefined
  const whole = lineAt(view, view.lastIndexOf('\n', start - 2) + 1)
  const bytes = 20 + optionBytes(whole.length > line.length ? whole : line)
  // Behind what a packet holds stands one line end.
  const end = view[stop - 1] === '\n' ? stop - 1 : stop
  let first: number | undefined
  for (let at = start; at < end; at = lineEnd(view, at) + 1)
    for (const link of LINK_BYTES) {
      const isOld = view[at + link] === 'E'
      if (!isOld && view[at + link] !== '`') continue
      const begin = at + link + (isOld ? 20 : 40) + bytes
      if (link === 0) first ??= begin
      const left = length - (end - begin)
      if (begin > end || left < 0) continue
      const payload = cutOut(of, begin, end)
      const breaks = view.slice(begin, end).split('\n').length - 1
      // That of a line which goes on in the next packet is left out as well.
      if (left <= breaks + 1) return { ...common, payload, dropped: left }
    }
  if (first === undefined || first > end) return { ...common, payload: cutOut(of, end, end) }
  // Shorter by more than line ends: not all of the packet was captured.
  return { ...common, payload: cutOut(of, first, end) }
}

/** What dumps in hexadecimal digits hold: connections where they are packets, else each as it is. */
export function hexFlows(of: Traced, view: string): { name: 'packets' | 'hex dump'; flows: Flow[] } {
  const dumps = hexDumps(of, view)
  const segments = dumps.flatMap(({ stream }) => segmentOf(stream) ?? [])
  if (segments.length > 0) return { name: 'packets', flows: flowsOf(segments) }
  const flows = dumps.map(({ stream, isCut, isPart }, at): Flow => ({
    stream,
    way: `${at}`,
    ...(isCut ? { gap: 'behind' } : {}),
    ...(isPart ? { isPart } : {}),
  }))
  return { name: 'hex dump', flows }
}
