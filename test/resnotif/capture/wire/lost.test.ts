import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim().replaceAll(/>\s+</g, '><')
const request = (body: string): string =>
  `POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n<OTA_HotelResNotifRS/>'
const ISNS = [4_294_960_000, 1_016_218_213] as const

interface Packet {
  from: 0 | 1
  flags: 'S' | 'S.' | '.' | 'P.' | 'F.'
  /** Counted from the opening. */
  seq: number
  ack: number
  data: string
  name: string
}

/** A connection with its answers, one message after the other. */
function connection(bodies: readonly string[]): Packet[] {
  const packets: Packet[] = [
    { from: 0, flags: 'S', seq: 0, ack: 0, data: '', name: 'opening' },
    { from: 1, flags: 'S.', seq: 0, ack: 1, data: '', name: 'opening' },
    { from: 0, flags: '.', seq: 1, ack: 1, data: '', name: 'opening' },
  ]
  let [seq, ack] = [1, 1]
  for (const [at, body] of bodies.entries()) {
    const data = request(body)
    packets.push({ from: 0, flags: 'P.', seq, ack, data, name: `request ${at + 1}` })
    seq += data.length
    packets.push({ from: 1, flags: '.', seq: ack, ack: seq, data: '', name: 'ack' })
    packets.push({ from: 1, flags: 'P.', seq: ack, ack: seq, data: ANSWER, name: `answer ${at + 1}` })
    ack += ANSWER.length
    packets.push({ from: 0, flags: '.', seq, ack, data: '', name: 'ack' })
  }
  packets.push({ from: 0, flags: 'F.', seq, ack, data: '', name: 'end' })
  packets.push({ from: 1, flags: 'F.', seq: ack, ack: seq + 1, data: '', name: 'end' })
  packets.push({ from: 0, flags: '.', seq: seq + 1, ack: ack + 1, data: '', name: 'end' })
  return packets
}

const onLine = (from: 0 | 1, number: number): number => (ISNS[from] + number) % 2 ** 32
const other = (from: 0 | 1): 0 | 1 => (from === 0 ? 1 : 0)

function headOf({ from, flags, seq, ack, data }: Packet, isAbsolute: boolean): string {
  const hosts = ['10.0.0.2.40001', '10.0.0.1.8000'] as const
  const isLine = isAbsolute || flags.startsWith('S')
  const [own, theirs] = isLine ? [onLine(from, seq), onLine(other(from), ack)] : [seq, ack]
  const place = data === '' ? (flags === '.' ? '' : ` seq ${own},`) : ` seq ${own}:${own + data.length},`
  const arrived = flags === 'S' ? '' : ` ack ${theirs},`
  return `14:24:07.211660 IP ${hosts[from]} > ${hosts[other(from)]}: Flags [${flags}],${place}${arrived} win 64, length ${data.length}\n`
}

function bytesOf({ from, flags, seq, ack, data }: Packet): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt8(0x45, 0)
  head.writeUInt16BE(40 + data.length, 2)
  head.writeUInt8(6, 9)
  const ports = from === 0 ? [40_001, 8_000] : [8_000, 40_001]
  head.writeUInt16BE(ports[0] as number, 20)
  head.writeUInt16BE(ports[1] as number, 22)
  head.writeUInt32BE(onLine(from, seq), 24)
  head.writeUInt32BE(flags === 'S' ? 0 : onLine(other(from), ack), 28)
  head.writeUInt8(0x50, 32)
  head.writeUInt8((flags.includes('S') ? 2 : 0) + (flags.includes('.') ? 16 : 0) + (flags.includes('F') ? 1 : 0), 33)
  return Buffer.concat([head, Buffer.from(data)])
}

const letters = (one: Packet): string =>
  `${bytesOf(one)
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^ -~\n]/g, '.')}\n`

function digits(one: Packet): string {
  const bytes = bytesOf(one)
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const pairs = bytes.subarray(at, at + 16).toString('hex')
    rows.push(`\t0x${at.toString(16).padStart(4, '0')}:  ${(pairs.match(/.{1,4}/g) ?? []).join(' ')}\n`)
  }
  return rows.join('')
}

const FORMS: [string, (packets: readonly Packet[]) => string][] = [
  ['-A', (packets) => packets.map((one) => headOf(one, false) + letters(one)).join('')],
  ['-A -S', (packets) => packets.map((one) => headOf(one, true) + letters(one)).join('')],
  ['-x', (packets) => packets.map((one) => headOf(one, false) + digits(one)).join('')],
]

const OTHER = MESSAGE.replaceAll('HS-20270701-1', 'HS-2')

describe.each(FORMS)('a request that was not captured, of tcpdump %s', (_, write) => {
  const read = (lost: (one: Packet) => boolean): { ids: number; whats: string[] } => {
    const { messages, unread } = readCapture(
      Buffer.from(write(connection([MESSAGE, OTHER]).filter((one) => !lost(one)))),
    )
    return { ids: messages.length, whats: unread.map(({ what }) => what) }
  }
  const LOST = 'packets of which not all bytes were captured'

  it('is told where the other side has said to have it', () => {
    expect(read(() => false)).toEqual({ ids: 2, whats: [] })
    expect(read(({ name }) => name === 'request 2')).toEqual({ ids: 1, whats: [LOST] })
    expect(read(({ name }) => name === 'request 1').whats).toEqual([LOST])
    expect(read(({ name }) => name.startsWith('request'))).toEqual({ ids: 0, whats: [LOST] })
  })

  it('is told once of each connection', () => {
    const packets = connection([MESSAGE]).filter(({ name }) => name !== 'request 1')
    const { unread } = readCapture(Buffer.from(write([...packets])))
    expect(unread).toHaveLength(1)
  })

  it('is no answer, and nothing of a direction that was not captured at all', () => {
    expect(read(({ name }) => name.startsWith('answer'))).toEqual({ ids: 2, whats: [] })
    expect(read(({ from }) => from === 0).whats).toEqual([])
    expect(read(({ from }) => from === 1)).toEqual({ ids: 2, whats: [] })
    // A capture that began behind the opening knows of no first byte.
    expect(read(({ name }) => name === 'opening' || name === 'request 1').ids).toBe(1)
  })
})
