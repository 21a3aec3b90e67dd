import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const REQUEST = `POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(MESSAGE)}\r\n\r\n${MESSAGE}`
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\n<OTA_HotelResNotifRS/>\r\n'
const read = (content: string | Buffer): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages, unread }: Capture): unknown => [unread, messages.map(({ decoded }) => decoded.text)]

interface Packet {
  from: 'client' | 'server'
  seq: number
  data: string
  isSyn?: boolean
  /** What the numbers of its connection begin with. */
  base?: number
}

/** A request in packets that end at the cuts, and its answer. */
function packetsOf(cuts: readonly number[], request = REQUEST): Packet[] {
  const ends = [...cuts, request.length]
  const parts = ends.map((end, at) => ({ start: cuts[at - 1] ?? 0, end }))
  return [
    { from: 'client', seq: 0, data: '', isSyn: true },
    { from: 'server', seq: 0, data: '', isSyn: true },
    ...parts.flatMap(({ start, end }): Packet[] => [
      { from: 'client', seq: start + 1, data: request.slice(start, end) },
      { from: 'server', seq: 1, data: '' },
    ]),
    { from: 'server', seq: 1, data: ANSWER },
  ]
}

const HOSTS = { client: '10.0.0.2.56004', server: '10.0.0.1.8000' }
const other = (from: Packet['from']): Packet['from'] => (from === 'client' ? 'server' : 'client')
const headOf = ({ from, seq, data, isSyn = false, base = 3_510_421_355 }: Packet): string =>
  `17:58:14.844239 IP ${HOSTS[from]} > ${HOSTS[other(from)]}: Flags [${isSyn ? 'S' : 'P.'}], seq ${isSyn ? base : data === '' ? seq : `${seq}:${seq + data.length}`}, ${isSyn ? 'win 64240, options [mss 1460,sackOK,TS val 1 ecr 0,nop,wscale 10]' : 'ack 1, win 63, options [nop,nop,TS val 488143391 ecr 2096625072]'}, length ${data.length}${data === '' ? '' : ': HTTP'}\n`

/** As `tcpdump -A`: what is no letter is a dot, a carriage return before a line end is left out. */
const shown = (packets: readonly Packet[]): string =>
  packets
    .map((packet) => {
      const header =
        packet.isSyn === true
          ? 'E..<.7@.@.H............@.<.k.........0.........\n..z........'
          : 'E..|.9@.@.,@...........@.<.l.:.....?.q.....\n..z.|...'
      const text = packet.data.replaceAll('\r\n', '\n').replaceAll(/[^\n\t\x20-\x7e]/g, '.')
      return `${headOf(packet)}${header}${text}\n`
    })
    .join('')

/** The bytes of a packet of IP. */
function bytesOf({ from, seq, data, isSyn = false, base = 4_294_967_000 }: Packet): Buffer {
  const payload = Buffer.from(data, 'latin1')
  const head = Buffer.alloc(40)
  head.writeUInt8(0x45, 0)
  head.writeUInt16BE(40 + payload.length, 2)
  head.writeUInt8(6, 9)
  Buffer.from(from === 'client' ? [10, 0, 0, 2, 10, 0, 0, 1] : [10, 0, 0, 1, 10, 0, 0, 2]).copy(head, 12)
  head.writeUInt16BE(from === 'client' ? 56_004 : 8_000, 20)
  head.writeUInt16BE(from === 'client' ? 8_000 : 56_004, 22)
  head.writeUInt32BE((base + seq) % 4_294_967_296, 24)
  head.writeUInt8(0x50, 32)
  head.writeUInt8(isSyn ? 2 : 0x18, 33)
  return Buffer.concat([head, payload])
}

/** Rows of sixteen bytes, as tcpdump -X and -x write them. */
function rows(bytes: Buffer, hasText: boolean): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16)
    const pairs = (row.toString('hex').match(/.{1,4}/g) ?? []).join(' ')
    lines.push(
      `\t0x${at.toString(16).padStart(4, '0')}:  ${hasText ? `${pairs.padEnd(39)}  ${row.toString('latin1').replaceAll(/[^\x21-\x7e]/g, '.')}` : pairs}\n`,
    )
  }
  return lines.join('')
}

/** Every place where a packet may end, in steps that meet all kinds of them. */
const CUTS = Array.from({ length: Math.floor(REQUEST.length / 41) }, (_, at) => 1 + at * 41)

describe('packets that tcpdump shows', () => {
  it('as text are one message, wherever a packet ends', () => {
    for (const cut of CUTS) {
      const capture = read(shown(packetsOf([cut])))
      expect(textsOf(capture), `cut at ${cut}`).toEqual([[], [MESSAGE]])
      expect(capture.others).toMatchObject([{ what: 'HTTP response 200 with OTA_HotelResNotifRS' }])
    }
    const many = shown(packetsOf(CUTS))
    expect(textsOf(read(many))).toEqual([[], [MESSAGE]])
    const lines = many.split('\n')
    const line = lines.findIndex((one) => one.includes('<Surname>Babbage'))
    const own = MESSAGE.split('\n').findIndex((one) => one.includes('Babbage'))
    if (line >= 0)
      expect(read(many).messages[0]?.placeOf({ line: own + 1, column: 1 }).line).toBeLessThanOrEqual(line + 1)
  })

  it.each<[string, (packet: Packet) => string]>([
    ['-x', (packet) => headOf(packet) + rows(bytesOf(packet), false)],
    ['-X', (packet) => headOf(packet) + rows(bytesOf(packet), true)],
    [
      '-xx',
      (packet) =>
        headOf(packet) + rows(Buffer.concat([Buffer.alloc(12, 7), Buffer.from([8, 0]), bytesOf(packet)]), false),
    ],
  ])('as digits are one message: %s', (_, write) => {
    const text = REQUEST.replace('Babbage', 'Z\u00f6e')
    const packets = packetsOf([700, 1_448, 2_000], Buffer.from(text).toString('latin1'))
    const { messages, unread } = read(packets.map(write).join(''))
    expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([
      [],
      [MESSAGE.replace('Babbage', 'Z\u00f6e')],
    ])
  })

  it('out of order, twice, or of two connections are put right', () => {
    const packets = packetsOf([700, 1_400, 2_100])
    const [syn, ack, one, a, two, b, three, ...rest] = packets as [
      Packet,
      Packet,
      Packet,
      Packet,
      Packet,
      Packet,
      Packet,
    ]
    for (const write of [
      shown,
      (list: Packet[]) => list.map((packet) => headOf(packet) + rows(bytesOf(packet), true)).join(''),
    ]) {
      const mixed = [syn, ack, one, a, three, b, two, one, two, ...rest]
      expect(textsOf(read(write(mixed)))).toEqual([[], [MESSAGE]])
      expect(textsOf(read(write([...mixed, ...packets.map((packet) => ({ ...packet, base: 77 }))])))).toEqual([
        [],
        [MESSAGE, MESSAGE],
      ])
    }
  })

  it('are read from a file that was changed since: line ends of another system, a text made longer', () => {
    for (const cut of [60, 800, 2_000]) {
      const content = shown(packetsOf([cut]))
      expect(textsOf(read(content.replaceAll('\n', '\r\n')))).toEqual([[], [MESSAGE]])
      const longer = content.replace('Late arrival', 'Late arrival, and much later than that')
      expect(textsOf(read(longer))).toEqual([
        [],
        [MESSAGE.replace('Late arrival', 'Late arrival, and much later than that')],
      ])
    }
  })

  it('of which one is missing are told as unread, and never called broken', () => {
    const packets = packetsOf([900, 1_800, 2_700])
    for (const at of [2, 4, 6]) {
      const left = packets.filter((_, own) => own !== at)
      for (const content of [
        shown(left),
        left.map((packet) => headOf(packet) + rows(bytesOf(packet), true)).join(''),
      ]) {
        const { messages, unread } = read(content)
        expect(messages).toEqual([])
        expect(unread).not.toEqual([])
        expect(unread[0]?.what).toMatch(/not all bytes were captured|the capture cut|not in the capture/)
      }
    }
    // With a short snapshot length, no packet is whole.
    const cut = packets.map((packet) => headOf(packet) + rows(bytesOf(packet).subarray(0, 262), true)).join('')
    expect(read(cut).messages).toEqual([])
    expect(read(cut).unread).not.toEqual([])
  })
})

/** As `socat -v`. */
const spoken = (data: string): string => data.replaceAll('\\', '\\\\').replaceAll('\r', '\\r')
const blockOf = (arrow: string, data: string, from: number): string =>
  `${arrow} 2026/11/23 17:59:35.000431661  length=${data.length} from=${from} to=${from + data.length - 1}\n`

describe('blocks that socat shows', () => {
  it('are one message, wherever a block ends', () => {
    const text = REQUEST.replace('Babbage', 'C:\\new\\\\r')
    for (const cut of CUTS) {
      const [head, tail] = [text.slice(0, cut), text.slice(cut)]
      const content = `${blockOf('>', head, 0)}${spoken(head)}${blockOf('>', tail, cut)}${spoken(tail)}${blockOf('<', ANSWER, 0)}${spoken(ANSWER)}`
      expect(textsOf(read(content)), `cut at ${cut}`).toEqual([[], [MESSAGE.replace('Babbage', 'C:\\new\\\\r')]])
    }
  })

  it('in digits are read as well, with text beside them or without', () => {
    const digits = (data: string, hasText: boolean): string => {
      const bytes = Buffer.from(data, 'latin1')
      const size = hasText ? 16 : bytes.length
      const lines: string[] = []
      for (let at = 0; at < bytes.length; at += size) {
        const pairs = [...bytes.subarray(at, at + size)]
          .map((byte) => ` ${byte.toString(16).padStart(2, '0')}`)
          .join('')
        lines.push(hasText ? `${pairs.padEnd(49)} ${data.slice(at, at + size).replaceAll(/[\r\n]/g, '.')}` : pairs)
      }
      return `${lines.join('\n')}\n${hasText ? '--\n' : ''}`
    }
    for (const hasText of [true, false])
      for (const cut of [10, 77, 1_000]) {
        const [head, tail] = [REQUEST.slice(0, cut), REQUEST.slice(cut)]
        const content = `${blockOf('>', head, 0)}${digits(head, hasText)}${blockOf('>', tail, cut)}${digits(tail, hasText)}${blockOf('<', ANSWER, 0)}${digits(ANSWER, hasText)}`
        expect(textsOf(read(content))).toEqual([[], [MESSAGE]])
      }
  })

  it('of two connections are two messages', () => {
    const once = `${blockOf('>', REQUEST, 0)}${spoken(REQUEST)}${blockOf('<', ANSWER, 0)}${spoken(ANSWER)}`
    expect(textsOf(read(once + once))).toEqual([[], [MESSAGE, MESSAGE]])
  })
})

describe('a file in digits', () => {
  const hexdump = (bytes: Buffer): string => {
    const lines: string[] = []
    for (let at = 0; at < bytes.length; at += 16) {
      const pairs = (
        bytes
          .subarray(at, at + 16)
          .toString('hex')
          .match(/../g) ?? []
      ).map((pair, own) => `${own === 8 ? ' ' : ''}${pair}`)
      lines.push(
        `${at.toString(16).padStart(8, '0')}  ${pairs.join(' ').padEnd(48)}  |${bytes.toString('latin1', at, at + 16).replaceAll(/[^ -~]/g, '.')}|`,
      )
    }
    return `${lines.join('\n')}\n${bytes.length.toString(16).padStart(8, '0')}\n`
  }

  it('is the file, rows that are left out as well', () => {
    const text = MESSAGE.replace('Babbage', `Babb${' '.repeat(70)}age`)
    expect(textsOf(read(hexdump(Buffer.from(text))))).toEqual([[], [text]])
    const lines = hexdump(Buffer.from(text)).split('\n')
    const short = lines.flatMap((line, at) =>
      at > 0 && line.slice(9) === lines[at - 1]?.slice(9)
        ? line.slice(9) === lines[at - 2]?.slice(9)
          ? []
          : ['*']
        : [line],
    )
    expect(short).toContain('*')
    expect(textsOf(read(short.join('\n')))).toEqual([[], [text]])
  })

  it('of od is one as well', () => {
    const dump = execFileSync('od', ['-A', 'x', '-t', 'x1z', '-v'], { input: MESSAGE }).toString()
    expect(textsOf(read(dump))).toEqual([[], [MESSAGE]])
  })
})
