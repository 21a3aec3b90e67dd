import { decodeBackslashes, cutOut, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'
import { flowsOf, type Segment, segmentOf } from './segments.js'
import type { Span } from './spans.js'

/** How a packet begins that tshark writes as JSON, or in a line for Elasticsearch (`-T ek`). */
const PACKET = /(?:"_source"\s{0,20}:\s{0,20}\{\s{0,20}|^\{"timestamp" ?: ?"\d{1,20}", ?)"layers"\s{0,20}:\s{0,20}\{/gm

/** What one packet of a document tells. */
interface Packet {
  segment: Segment | undefined
  /** The body that ends in it, as it was before it was sent, without the chunks and packs of the line. */
  bodies: Flow[]
}

/** Connections of packets that tshark wrote as JSON, with all their bytes (`-x`) or by field. */
export function tsharkFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  const detailed = view.includes('<pdml') ? pdmlFlows(of, view) : undefined
  if (detailed !== undefined || !view.includes('"layers"')) return detailed
  const starts = [...view.matchAll(PACKET)].map(({ index }) => index)
  const [first] = starts
  if (first === undefined) return undefined
  const isByLine = view[first] === '{'
  const spans = (isByLine ? starts : [first]).map((start) => documentAround(view, start))
  const packets = starts.map((start, at) =>
    packetIn(of, view, {
      start,
      end: (isByLine ? undefined : starts[at + 1]) ?? spans.at(isByLine ? at : 0)?.end ?? start,
    }),
  )
  if (packets.every(({ segment, bodies }) => segment === undefined && bodies.length === 0)) return undefined
  return { flows: flowsOfPackets(packets), spans }
}

/** Connections of packets that tshark wrote with every field as an element (`-T pdml`). */
function pdmlFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  const opened = PDML.exec(view)
  if (opened === null) return undefined
  const close = view.indexOf(PDML_END, opened.index)
  const end = close < 0 ? view.length : close + PDML_END.length
  const packets: Packet[] = []
  for (let at = view.indexOf('<packet>', opened.index); at >= 0 && at < end; at = view.indexOf('<packet>', at + 1)) {
    const next = view.indexOf('</packet>', at)
    packets.push(detailedIn(of, view, { start: at, end: next < 0 ? end : next }))
  }
  // A document of packets is no message, whatever they are.
  return packets.every(({ segment, bodies }) => segment === undefined && bodies.length === 0)
    ? { flows: [], spans: [] }
    : { flows: flowsOfPackets(packets), spans: [{ start: opened.index, end }] }
}

const PDML =
  /(?:<\?xml[^<>]{0,200}>\s{0,9})?(?:<\?xml-stylesheet[^<>]{0,200}>\s{0,9})?(?:<!--[^<>]{0,400}-->\s{0,9})?<pdml\s/
const PDML_END = '</pdml>'

/** A packet of which each field is an element: `show` has what a person reads, `value` the digits of its bytes. */
function detailedIn(of: Traced, view: string, { start, end }: Span): Packet {
  const text = view.slice(start, end)
  const placeOf = (name: string, attribute: string): Span | undefined => {
    const field = text.indexOf(`<field name="${name}"`)
    const close = field < 0 ? -1 : text.indexOf('>', field)
    const found = close < 0 ? -1 : text.slice(field, close).indexOf(` ${attribute}="`)
    if (found < 0) return undefined
    const from = field + found + attribute.length + 3
    return { start: start + from, end: start + text.indexOf('"', from) }
  }
  const valueOf = (name: string): string => {
    const place = placeOf(name, 'show')
    return place === undefined ? '' : view.slice(place.start, Math.min(place.end, place.start + 100))
  }
  const segment = segmentIn(of, view, valueOf, placeOf('tcp.payload', 'value'))
  const body =
    placeOf('tcp.reassembled.data', 'value') ?? placeOf('http.file_data', 'value') ?? placeOf('udp.payload', 'value')
  const way = segment?.way ?? ''
  return { segment, bodies: body === undefined ? [] : [{ stream: digitsIn(of, view, body), way }] }
}

/** What each side of each connection sent. */
function flowsOfPackets(packets: readonly Packet[]): Flow[] {
  const ways = new Map<string, Packet[]>()
  for (const packet of packets) {
    const way = packet.segment?.way ?? ''
    const own = ways.get(way)
    if (own === undefined) ways.set(way, [packet])
    else own.push(packet)
  }
  return [...ways.values()].flatMap(flowsOfWay)
}

/** From the bracket or brace that begins a line before a packet to the one that closes it, or to the end of what is cut. */
function documentAround(view: string, at: number): Span {
  let start = view.lastIndexOf('\n', at) + 1
  while (start > 0 && view[start] !== '[' && view[start] !== '{')
    start = start < 2 ? 0 : view.lastIndexOf('\n', start - 2) + 1
  let depth = 0
  const marks = /["[\]{}]/g
  marks.lastIndex = start
  for (let mark = marks.exec(view); mark !== null; mark = marks.exec(view)) {
    if (mark[0] === '"') marks.lastIndex = endOfText(view, marks.lastIndex) + 1
    else if (mark[0] === '[' || mark[0] === '{') depth++
    else if (--depth === 0 && marks.lastIndex > at) return { start, end: marks.lastIndex }
  }
  return { start, end: view.length }
}

/** Where a text ends whose quote stands right before a place. */
function endOfText(view: string, start: number): number {
  for (let at = view.indexOf('"', start); at >= 0; at = view.indexOf('"', at + 1)) {
    let slashes = 0
    while (view[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return view.length
}

/** `tcp.srcport` as `-T ek` names it: `tcp_tcp_srcport`. */
const nameByLine = (name: string): string => `${name.split('.', 1)[0] ?? ''}_${name.replaceAll('.', '_')}`

function packetIn(of: Traced, view: string, { start, end }: Span): Packet {
  const text = view.slice(start, end)
  /** Where the text of a field stands; with `-x` each has a list of its bytes beside it. */
  const placeOf = (name: string, isList = false): Span | undefined => {
    const found = new RegExp(
      `"(?:${name.replaceAll('.', '[.]')}|${nameByLine(name)})"\\s{0,20}:\\s{0,40}${isList ? '(?:\\[\\s{0,40})?' : ''}(?:"|(?=true))`,
    ).exec(text)
    if (found === null) return undefined
    const from = found.index + found[0].length
    return { start: start + from, end: start + (found[0].endsWith('"') ? endOfText(text, from) : from + 'true'.length) }
  }
  const valueOf = (name: string): string => {
    const place = placeOf(name)
    return place === undefined ? '' : view.slice(place.start, Math.min(place.end, place.start + 100))
  }
  const frame = placeOf('frame_raw', true)
  const segment =
    frame === undefined ? segmentIn(of, view, valueOf, placeOf('tcp.payload')) : segmentOf(digitsIn(of, view, frame))
  const whole = placeOf('tcp.reassembled.data') ?? (segment === undefined ? placeOf('udp.payload') : undefined)
  const body = placeOf('http.file_data')
  const way = segment?.way ?? ''
  return {
    segment,
    bodies:
      whole !== undefined
        ? [{ stream: digitsIn(of, view, whole), way }]
        : body === undefined
          ? []
          : [bodyIn(of, view, body, way)],
  }
}

function segmentIn(
  of: Traced,
  view: string,
  valueOf: (name: string) => string,
  payload: Span | undefined,
): Segment | undefined {
  const port = valueOf('tcp.srcport')
  if (port === '') return undefined
  const seq = Number(valueOf('tcp.seq_raw') || valueOf('tcp.seq'))
  const isSyn = /^(?:1|true)$/i.test(valueOf('tcp.flags.syn'))
  const from = valueOf('ip.src') || valueOf('ipv6.src')
  const to = valueOf('ip.dst') || valueOf('ipv6.dst')
  return {
    way: `${from}.${port} ${to}.${valueOf('tcp.dstport')}`,
    seq,
    isSyn,
    ...(isSyn ? { opening: seq } : {}),
    payload: digitsIn(of, view, payload ?? { start: 0, end: 0 }),
    length: Number(valueOf('tcp.len') || 0),
  }
}

/** Bytes as two digits each, with colons between them or none. */
function digitsIn(of: Traced, view: string, { start, end }: Span): Traced {
  const width = view[start + 2] === ':' ? 3 : 2
  const bytes = Buffer.from(view.slice(start, end).replaceAll(':', ''), 'hex')
  return { bytes, isExact: of.isExact, origin: (at) => of.origin(Math.min(end, start + at * width)) }
}

const DIGITS = /^(?:[\da-f]{2}:){9}/
/** What tshark writes for a letter that it does not show. */
const LOST = '\u00ef\u00bf\u00bd'
const LETTERS_LOST = 'a body whose letters beyond ASCII tshark left out: write its bytes as well ("tshark -T json -x")'

function bodyIn(of: Traced, view: string, place: Span, way: string): Flow {
  if (DIGITS.test(view.slice(place.start, place.start + 40))) return { stream: digitsIn(of, view, place), way }
  const stream = decodeBackslashes(cutOut(of, place.start, place.end))
  return stream.bytes.toString('latin1').includes(LOST)
    ? { stream, way, unreadable: LETTERS_LOST }
    : { stream, way, isText: true }
}

/** How many tags of a notification's root streams hold. */
const tagsIn = (flows: readonly Flow[]): number =>
  flows.reduce(
    (sum, { stream }) => sum + (stream.bytes.toString('latin1').match(/OTA_HotelResNotifRQ[\s>]/g)?.length ?? 0),
    0,
  )

/** What went one way: its packets where they are all there and can be read, what tshark made of them otherwise. */
function flowsOfWay(packets: readonly Packet[]): Flow[] {
  const flows = flowsOf(packets.flatMap(({ segment }) => segment ?? []))
  const bodies = packets.flatMap((packet) => packet.bodies)
  if (bodies.length === 0) return flows
  const isWhole =
    flows.length > 0 &&
    flows.every(({ gap, stream }) => gap === undefined && HTTP.test(stream.bytes.toString('latin1', 0, 200)))
  if (isWhole) return flows
  if (tagsIn(flows) <= tagsIn(bodies)) return bodies
  return [...flows, ...bodies.map((body) => ({ ...body, isRepeated: true }))]
}

const HTTP = /^(?:[A-Z]{3,10} \S|HTTP\/)/
