import { cutOut, lineEnd, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'
import { hexDumps } from './hex.js'
import { type Begin, beginsOf, HEADS_MAX } from './printed/index.js'
import { isEnd } from './spans.js'
import { flowsOf, reversed, type Segment, segmentOf, withoutReturns } from './segments.js'
import { merged, type Span, take } from './spans.js'
import { treeAbove } from './tree.js'

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
const LINE_MAX = 1_200

const lineAt = (view: string, at: number): string => view.slice(at, Math.min(lineEnd(view, at), at + LINE_MAX))

const isHead = (text: string): boolean => HEAD.test(text) || QUIET.test(text)

/** Where the first packet of `tcpdump -A` is told in a view. */
function firstHead(view: string): number | undefined {
  if (!view.includes('Flags [') && !view.includes(': tcp ')) return undefined
  for (let at = 0; at < view.length; at = lineEnd(view, at) + 1) {
    const text = lineAt(view, at)
    if (isHead(text) && (at === 0 || ANY.test(text) || text.startsWith('    '))) return at
  }
  return undefined
}

/** Lines of a text that a tool wrote, and what they hold. */
interface Packets {
  /** The text, without carriage returns that were added since. */
  of: Traced
  flows: Flow[]
  spans: Span[]
}

/**
 * Connections of packets that a view shows as text: bytes beyond ASCII are dots, and a carriage return before a line end is left out.
 * @param isBeside other forms were found beside it: lines of packets of which nothing is shown belong to them
 */
export function tcpdumpFlows(given: Traced, text: string, isBeside: boolean): Packets | undefined {
  const first = firstHead(text)
  if (first === undefined) return undefined
  // Carriage returns before line ends were added since.
  const of = text[lineEnd(text, first) - 1] === '\r' ? withoutReturns(given) : given
  const view = of === given ? text : of.bytes.toString('latin1')
  const segments: Segment[] = []
  const quieted: Flow[] = []
  const spans: Span[] = []
  for (let at = 0; at < view.length;) {
    const end = Math.min(view.length, lineEnd(view, at) + 1)
    const line = lineAt(view, at)
    const head = HEAD.exec(line)
    const quiet = head === null ? QUIET.exec(line) : null
    if (head === null && quiet === null) {
      at = end
      continue
    }
    const stop = nextHead(view, end)
    // With -v, what stands before the addresses has a line of its own.
    const above = line.startsWith('    ') ? view.lastIndexOf('\n', at - 2) + 1 : at
    const packet = head === null ? undefined : shownIn(of, view, { start: end, stop }, head)
    if (head === null) quieted.push(...placeless(of, { start: end, stop }, quiet as RegExpExecArray))
    if (packet?.unsure !== undefined) quieted.push(packet.unsure)
    if (packet?.segment !== undefined) segments.push(packet.segment)
    else if (head !== null) segments.push(...bareIn(of, at, head))
    take(spans, Math.max(above, spans.at(-1)?.end ?? 0), packet?.end ?? stop)
    at = stop
  }
  if (isBeside && quieted.length === 0 && segments.every(({ payload }) => payload.bytes.length === 0)) return undefined
  const flows = flowsOf(changedSince(relative(withAcks(segments)))).map((flow) => ({ ...flow, isDotted: true }))
  return { of, flows: [...flows, ...quieted.slice(0, 1)], spans }
}

const placeless = (of: Traced, { start, stop }: Shown, [, from, to, length]: RegExpExecArray): Flow[] =>
  length === '0' ? [] : [{ stream: cutOut(of, start, stop), way: `${from} ${to}`, unreadable: QUIETED }]

const QUIETED = 'packets of tcpdump -q, whose order is not told: write them without -q, or with -X'

const UNCOUNTED = 'packets of tcpdump -A of which is not known where their heads end: write them with -X'

/** Where a head of HTTP begins right there, it tells. */
function likeliest(view: string, begins: readonly Begin[]): readonly Begin[] {
  const told = begins.filter(({ begin }) =>
    /^(?:HTTP\/\d|[A-Z]{3,10} \S{1,4000} HTTP\/\d)/.test(view.slice(begin, begin + 4_100)),
  )
  return told.length === 1 ? told : begins
}

const ACK = /, ack (\d{1,10})(?=,|\n|$)/

/** A packet without bytes, for what it says of those of the other side. */
function bareIn(of: Traced, at: number, [line, from, to]: RegExpExecArray): Segment[] {
  const ack = ACK.exec(line)?.[1]
  if (ack === undefined) return []
  const bare = { seq: 0, isSyn: false, isBare: true, length: 0, payload: cutOut(of, at, at) }
  return [{ ...bare, way: `${from} ${to}`, ack: Number(ack) }]
}

/** What each side says to have of the other is told from the opening on, which `ack 1` shows, or as it was on the line. */
function withAcks(segments: readonly Segment[]): Segment[] {
  const counted = new Set(segments.flatMap(({ way, ack, isSyn }) => (ack === 1 && !isSyn ? [way, reversed(way)] : [])))
  const openings = new Map<string, number>()
  return segments.map((one) => {
    if (one.opening !== undefined) openings.set(one.way, one.opening)
    if (one.isSyn || one.ack === undefined || !counted.has(one.way)) return one
    const { ack, ...rest } = one
    const opening = openings.get(reversed(one.way))
    return opening === undefined ? rest : { ...rest, ack: (ack + opening) >>> 0 }
  })
}

/** Where a packet holds more than it was long, the file was changed since, and its numbers say nothing but the order. */
function changedSince(segments: readonly Segment[]): Segment[] {
  const changed = new Set(segments.flatMap(({ way, payload, length }) => (payload.bytes.length > length ? [way] : [])))
  return [
    ...segments.flatMap(({ ack, ...one }) => {
      if (changed.has(one.way)) return []
      return ack === undefined || (changed.has(reversed(one.way)) && !one.isSyn) ? [one] : [{ ...one, ack }]
    }),
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
      if (one.isBare === true) return []
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
  // Packets may have come in another order than they were sent.
  const begins = new Set<string>()
  for (const one of segments) {
    if (one.isBare === true) continue
    if (one.length > 0 && !one.isSyn) begins.add(`${one.way} ${one.seq}`)
    if (!first.has(one.way)) first.set(one.way, one)
    else if (one.length > 0 && !second.has(one.way)) second.set(one.way, one.seq)
  }
  return segments.map((one) => {
    if (one.isBare === true) return one
    const next = second.get(one.way)
    const isTold =
      next === undefined || (one.isSyn ? begins.has(`${one.way} ${one.seq + 1}`) : next - one.seq === one.length)
    if (one.isSyn) return isTold && next !== undefined ? one : { ...one, seq: 0 }
    return first.get(one.way) !== one || isTold || one.seq < next ? one : { ...one, seq: 0 }
  })
}

function nextHead(view: string, from: number): number {
  for (let at = from; at < view.length; at = lineEnd(view, at) + 1) if (ANY.test(view.slice(at, at + 60))) return at
  return view.length
}

/** Lines of a view that show a packet. */
interface Shown {
  start: number
  stop: number
}

/** What the lines of a packet hold, and where they end. */
function shownIn(
  of: Traced,
  view: string,
  { start, stop }: Shown,
  head: RegExpExecArray,
): { segment?: Segment; unsure?: Flow; end: number } {
  const [line, from = '', to = '', flags = '', seq, , size] = head
  const length = Number(size)
  const ack = ACK.exec(line)?.[1]
  const way = `${from} ${to}`
  const acked = ack === undefined ? {} : { ack: Number(ack) }
  const common = { way, seq: Number(seq ?? 0), isSyn: flags.includes('S'), length, ...acked }
  const whole = lineAt(view, view.lastIndexOf('\n', start - 2) + 1)
  const told = { line: whole.length > line.length ? whole : line, from, to, flags, length }
  const { begins, isCounted } = beginsOf(view, { start, stop }, told)
  const [first] = begins
  if (common.isSyn || length === 0 || seq === undefined) {
    const end = first === undefined ? start : endOfBare(view, first.begin, stop)
    return common.isSyn
      ? { segment: { ...common, opening: common.seq, payload: cutOut(of, start, start) }, end }
      : { end }
  }
  // Behind what a packet holds stands one line end.
  const last = view[stop - 1] === '\n' ? stop - 1 : stop
  const fitting = begins.filter(({ begin }) => fits(view, { start: begin, stop: last }, length))
  const [own, other] = fitting.length > 1 && isCounted ? likeliest(view, fitting) : fitting
  if (isCounted && other !== undefined) {
    const unsure = { stream: cutOut(of, start, stop), way, unreadable: UNCOUNTED }
    return { segment: { ...common, payload: cutOut(of, start, start) }, unsure, end: stop }
  }
  if (own !== undefined) {
    const payload = cutOut(of, own.begin, last)
    return { segment: { ...common, payload, dropped: length - payload.bytes.length }, end: stop }
  }
  for (const { begin } of begins) {
    const end = endOfPayload(view, { start: begin, stop }, length)
    if (end === undefined) continue
    return { segment: { ...common, payload: cutOut(of, begin, end), dropped: length - (end - begin) }, end: end + 1 }
  }
  const begin = begins.find(({ link }) => link === 0)?.begin
  // Shorter by more than line ends: not all of the packet was captured.
  if (begin !== undefined && begin <= last)
    return { segment: { ...common, payload: cutOut(of, begin, last) }, end: stop }
  return { segment: { ...common, payload: cutOut(of, start, start) }, end: first === undefined ? start : stop }
}

/** Whether a stretch is as long as a packet says, with the carriage returns that are not shown: also that of a line which goes on in the next packet. */
function fits(view: string, { start, stop }: Shown, length: number): boolean {
  const left = length - (stop - start)
  return start <= stop && left >= 0 && left <= view.slice(start, stop).split('\n').length
}

/** Where a packet ends that holds nothing. */
function endOfBare(view: string, begin: number, stop: number): number {
  if (stop - begin < HEADS_MAX) return stop
  return view[begin - 1] === '\n' ? begin : lineEnd(view, begin) + 1
}

/**
 * Where a packet ends behind which others wrote: at the end of a line that its length allows, where carriage returns were left out of all of its lines, of those of a head
 * of HTTP, or of none. Undefined where there is no such place: then the text was edited.
 */
function endOfPayload(view: string, { start, stop }: Shown, length: number): number | undefined {
  const most = Math.min(stop, start + length)
  const found: { end: number; dropped: number; breaks: number }[] = []
  let breaks = 0
  for (let end = view.indexOf('\n', start); end >= 0 && end <= most; end = view.indexOf('\n', end + 1)) {
    const dropped = length - (end - start)
    if (dropped <= breaks + 1 && isEnd(view, end)) found.push({ end, dropped, breaks })
    breaks++
  }
  const head = view.slice(start, most).split('\n\n', 1)[0] ?? ''
  const headBreaks = /^(?:[A-Z]{3,10} |HTTP\/)/.test(head) ? head.split('\n').length + 1 : 0
  const one =
    found.find(({ dropped }) => dropped === headBreaks) ??
    found.find(({ dropped, breaks: all }) => dropped === all || dropped === 0) ??
    found.findLast(({ dropped }) => dropped >= headBreaks)
  return one?.end
}

/** A line of tcpdump that stands right above the digits of a packet, or what stands before it with `-v`. */
function headAbove(view: string, at: number): number {
  const line = at === 0 ? at : view.lastIndexOf('\n', at - 2) + 1
  if (line === at) return at
  const text = lineAt(view, line)
  if (!ANY.test(text) && !(text.startsWith('    ') && isHead(text))) return at
  return text.startsWith('    ') && line > 0 ? view.lastIndexOf('\n', line - 2) + 1 : line
}

/** The digits of a packet with the lines above them that are of the same packet. */
function headedBy(view: string, { start, end }: Span, before: Span | undefined): Span {
  return { start: Math.min(headAbove(view, start), treeAbove(view, start, before?.end ?? 0)), end }
}

/** The title of bytes that tshark put together of a packet and those before it: `Reassembled TCP (290 bytes):`. */
const MADE_OF_PACKETS = /^(?!Frame )[A-Z][^\n]{2,80} \(\d{1,9} bytes?\):\r?$/

const isTitled = (view: string, start: number, title: RegExp): boolean =>
  start > 0 && title.test(lineAt(view, view.lastIndexOf('\n', start - 2) + 1))

/** How it is titled where its last bytes are those of the packet above. */
const REASSEMBLED = /^Reassembled TCP \(/

interface Dumped {
  stream: Traced
  start: number
  segment: Segment | undefined
}

/** Packets with what was sent before them in others, as tshark shows it below the last of them: a filter may have left the others out. */
function completed<T extends Dumped>(view: string, read: readonly T[]): T[] {
  const whole = new Map<T, Segment>()
  let last: T | undefined
  for (const dump of read.toSorted((a, b) => a.start - b.start)) {
    const before = last
    last = dump
    if (before?.segment === undefined || !isTitled(view, dump.start, REASSEMBLED)) continue
    const { payload, length, seq } = before.segment
    const { bytes } = dump.stream
    const sent = bytes.length - payload.bytes.length
    if (payload.bytes.length === 0 || payload.bytes.length !== length || sent < 0) continue
    if (!bytes.subarray(sent).equals(payload.bytes)) continue
    whole.set(before, { ...before.segment, seq: (seq - sent) >>> 0, payload: dump.stream, length: bytes.length })
  }
  return read.map((dump) => ({ ...dump, segment: whole.get(dump) ?? dump.segment }))
}

const READABLE_BYTES = 64

/** Whether bytes begin a text, or a pack of one, rather than a packet. */
function isReadable(bytes: Buffer): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  return !bytes.subarray(0, READABLE_BYTES).some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

/** What dumps in hexadecimal digits hold: connections where they are packets, each as it is where they are none. */
export function hexFlows(of: Traced, view: string): { packets: Flow[]; others: Flow[]; spans: Span[] } | undefined {
  const { dumps, spans } = hexDumps(of, view)
  if (dumps.length === 0) return undefined
  const read = completed(
    view,
    dumps.map((dump) => ({ ...dump, segment: segmentOf(dump.stream) })),
  )
  const segments = read.flatMap(({ segment }) => segment ?? [])
  const others = read
    .filter(({ segment, stream }) => segment === undefined && (segments.length === 0 || isReadable(stream.bytes)))
    .map(({ stream, start, isCut, isPart }, at): Flow => ({
      stream,
      way: `${at}`,
      ...(segments.length > 0 && isTitled(view, start, MADE_OF_PACKETS) ? { isRepeated: true } : {}),
      ...(isCut ? { gap: 'behind' } : {}),
      ...(isPart ? { isPart } : {}),
    }))
  const headed = segments.length === 0 ? spans : merged(spans.map((span, at) => headedBy(view, span, spans[at - 1])))
  return { packets: flowsOf(segments), others, spans: headed }
}
