import { concat, cutOut, Rewriting, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'

/** What one packet carried of a connection. */
export interface Segment {
  /** From where to where. */
  way: string
  seq: number
  /** Opens a connection: the first byte of it follows. */
  isSyn: boolean
  /** The number that a connection was opened with, as it was on the line. */
  opening?: number
  /** The number, as it was on the line, of the byte that is expected next of the other side. */
  ack?: number
  /** It tells what arrived of the other side, and neither a place of its own nor bytes. */
  isBare?: boolean
  payload: Traced
  /** How many bytes it had on the line; more than are in `payload` where the capture was cut short. */
  length: number
  /** How many carriage returns before line ends what shows it left out. */
  dropped?: number
}

interface Connection {
  base: number
  opening: number | undefined
  segments: Segment[]
  /** What was sent first from a place on. */
  sent: Map<number, Buffer>
  /** What was sent again, one after the other. */
  again: Segment[]
  /** It is the one that was opened: its bytes answer those of the other side. */
  isAnswering: boolean
  /** How many bytes the other side said to have, and in which packet. */
  acked?: { count: number; by: Segment }
}

/** Numbers of bytes run over at 2^32. */
const after = (seq: number, base: number): number => (seq - base) | 0

/** Connections in both directions, each in the order of its bytes: what was sent again is taken once, and what was not captured tears a flow in two. */
export function flowsOf(segments: readonly Segment[]): Flow[] {
  const open = new Map<string, Connection>()
  const connections: Connection[] = []
  for (const segment of segments) {
    acknowledge(open.get(reversed(segment.way)), segment)
    if (segment.isBare === true) continue
    let connection = open.get(segment.way)
    if (connection === undefined || opensAnother(connection, segment)) {
      connection = opened(segment, connection?.again ?? [])
      open.set(segment.way, connection)
      connections.push(connection)
    }
    put(connection, segment)
  }
  return connections.flatMap(joined)
}

/** The direction of what is answered. */
export const reversed = (way: string): string => way.split(' ').toReversed().join(' ')

/** Nobody sends more in one connection than that; a number further away is of another one. */
const ACKED_MAX = 2 ** 28

/** Keeps what one side says to have of the other, whose opening was seen. */
function acknowledge(connection: Connection | undefined, { ack, isSyn, ...by }: Segment): void {
  if (connection?.opening === undefined || ack === undefined || isSyn) return
  const count = after(ack, connection.opening) - 1
  if (count <= (connection.acked?.count ?? 0) || count > ACKED_MAX) return
  connection.acked = { count, by: { ...by, isSyn } }
}

/** @param again what was taken to be sent again right before, and is the beginning of this one */
function opened(segment: Segment, again: readonly Segment[]): Connection {
  const { isSyn, opening, ack } = segment
  const before = isSyn ? [] : again
  const [first = segment] = before
  const base = isSyn ? first.seq + 1 : first.seq
  const isAnswering = isSyn && ack !== undefined
  const connection = { base, opening, segments: [], sent: new Map(), again: [], isAnswering }
  for (const one of before) put(connection, one)
  return connection
}

function put(connection: Connection, segment: Segment): void {
  if (segment.length === 0 || segment.isSyn) return
  connection.segments.push(segment)
  if (connection.sent.has(segment.seq)) connection.again.push(segment)
  else {
    connection.sent.set(segment.seq, segment.payload.bytes)
    connection.again = []
  }
}

/** Whether a packet is of another connection than those before it: it opens one, or has other bytes at the same place, as in two captures that count from 1. */
function opensAnother({ opening, sent }: Connection, segment: Segment): boolean {
  if (segment.isSyn) return segment.opening !== opening
  const before = sent.get(segment.seq)
  if (before === undefined) return false
  const { bytes } = segment.payload
  const size = Math.min(before.length, bytes.length)
  return !before.subarray(0, size).equals(bytes.subarray(0, size))
}

function joined({ base, segments, acked, isAnswering }: Connection, at: number): Flow[] {
  const flows: Flow[] = []
  const way = `${segments[0]?.way ?? ''} ${at}`
  let parts: Traced[] = []
  let isTorn = false
  const sorted = segments
    .map((segment) => ({ segment, start: after(segment.seq, base) }))
    .toSorted((a, b) => a.start - b.start)
  // Where the opening of the connection was seen, its first byte is known.
  let next = Math.min(sorted[0]?.start ?? 0, 0)
  const tear = (): void => {
    if (parts.length > 0) flows.push({ stream: concat(parts), way, gap: isTorn ? 'before' : 'behind' })
    parts = []
    isTorn = true
  }
  for (const { segment, start } of sorted) {
    const end = start + segment.length
    if (end <= next) continue
    if (start > next) tear()
    const payload = behind(segment, next - start)
    if (payload === undefined) tear()
    else parts.push(payload)
    next = end
    if (segment.payload.bytes.length + (segment.dropped ?? 0) < segment.length) tear()
  }
  // What ends a connection counts as one byte more.
  if (acked !== undefined && !isAnswering && acked.count > next + 1) {
    tear()
    flows.push({ stream: cutOut(acked.by.payload, 0, 0), way, gap: 'before' })
  }
  if (parts.length > 0) flows.push({ stream: concat(parts), way, ...(isTorn ? { gap: 'before' } : {}) })
  return flows
}

/** What follows so many bytes that were sent before; undefined where that cannot be counted, since carriage returns are left out. */
function behind({ payload, dropped = 0 }: Segment, count: number): Traced | undefined {
  if (count > 0 && dropped > 0) return undefined
  return cutOut(payload, Math.min(payload.bytes.length, Math.max(0, count)), payload.bytes.length)
}

/** Where a packet of IP may begin: by itself, behind Ethernet, behind the head of a capture of all interfaces, behind that of a loopback. */
const LINK_BYTES = [0, 14, 16, 20, 4, 18] as const

/** The part of a connection that the bytes of a packet hold; undefined for any other packet. */
export function segmentOf(packet: Traced): Segment | undefined {
  for (const link of LINK_BYTES) {
    const found = segmentAt(packet, link)
    if (found !== undefined) return found
  }
  return undefined
}

const TCP = 6

function segmentAt(packet: Traced, link: number): Segment | undefined {
  const bytes = packet.bytes.subarray(link)
  const version = (bytes[0] ?? 0) >> 4
  const isOld = version === 4
  if ((!isOld && version !== 6) || bytes.length < 40) return undefined
  const headBytes = isOld ? ((bytes[0] as number) & 15) * 4 : 40
  const told = isOld ? bytes.readUInt16BE(2) : bytes.readUInt16BE(4) + 40
  const total = told === 0 || told === 40 ? bytes.length : told
  if (headBytes < 20 || bytes[isOld ? 9 : 6] !== TCP || bytes.length < headBytes + 20 || total < headBytes + 20)
    return undefined
  const tcp = bytes.subarray(headBytes)
  const start = headBytes + ((tcp[12] as number) >> 4) * 4
  if (start < headBytes + 20 || total < start) return undefined
  const [from, to] = isOld
    ? [bytes.subarray(12, 16), bytes.subarray(16, 20)]
    : [bytes.subarray(8, 24), bytes.subarray(24, 40)]
  const isSyn = ((tcp[13] as number) & 2) !== 0
  return {
    way: `${from.toString('hex')}.${tcp.readUInt16BE(0)} ${to.toString('hex')}.${tcp.readUInt16BE(2)}`,
    seq: tcp.readUInt32BE(4),
    isSyn,
    ...(isSyn ? { opening: tcp.readUInt32BE(4) } : {}),
    ...(((tcp[13] as number) & 16) === 0 ? {} : { ack: tcp.readUInt32BE(8) }),
    payload: cutOut(packet, link + Math.min(start, bytes.length), link + Math.min(total, bytes.length)),
    length: total - start,
  }
}

/** Without the carriage returns before line ends. */
export function withoutReturns(of: Traced): Traced {
  const rewriting = new Rewriting(of)
  let from = 0
  for (let at = of.bytes.indexOf('\r\n'); at >= 0; at = of.bytes.indexOf('\r\n', at + 2)) {
    rewriting.keep(from, at)
    from = at + 1
  }
  rewriting.keep(from, of.bytes.length)
  return rewriting.end()
}
