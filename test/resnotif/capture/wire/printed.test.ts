import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SENT = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const REQUEST = `POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${SENT.length}\r\n\r\n${SENT}`
const OPTIONS = [0, 1, 2] as const

/** What a packet has in its heads. */
interface Heads {
  from: readonly number[]
  id: number
  checksum: number
  tcpChecksum: number
  port: number
  base: number
  ack: number
  window: number
  options: (typeof OPTIONS)[number]
  stamp: number
}

const PLAIN: Heads = {
  from: [10, 0, 0, 1],
  id: 7,
  checksum: 0x20_21,
  tcpChecksum: 0x30_31,
  port: 40_000,
  base: 5,
  ack: 9,
  window: 63,
  options: 0,
  stamp: 7,
}
const TO = [10, 0, 0, 2]

/** The bytes of TCP options, and how a line names them. */
function optionsOf({ options, stamp }: Heads): { bytes: Buffer; named: string } {
  const words = (numbers: number[]): Buffer => Buffer.concat(numbers.map((one) => wordOf(one, 4)))
  if (options === 0) return { bytes: Buffer.alloc(0), named: '' }
  const times = Buffer.concat([Buffer.from([1, 1, 8, 10]), words([stamp, 3])])
  const named = `nop,nop,TS val ${stamp} ecr 3`
  if (options === 1) return { bytes: times, named: `, options [${named}]` }
  const more = Buffer.concat([times, Buffer.from([1, 1, 5, 10]), words([0x20_21_22_23, 0x24_25_26_27])])
  return { bytes: more, named: `, options [${named},nop,nop,sack 1 {12:13}]` }
}

function wordOf(value: number, size: number): Buffer {
  const word = Buffer.alloc(size)
  word.writeUIntBE(value, 0, size)
  return word
}

/** As `tcpdump -A` prints bytes: a carriage return at the end, or before a line feed, is left out. */
function printed(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/\r(?=\n|$(?!\n))/g, '')
    .replaceAll(/[^\n\t\x20-\x7e]/g, '.')
}

function packet(heads: Heads, at: number, data: string): string {
  const { from, id, checksum, tcpChecksum, port, base, ack, window } = heads
  const { bytes: options, named } = optionsOf(heads)
  const own = 20 + options.length
  const bytes = Buffer.concat([
    Buffer.from([0x45, 0]),
    wordOf(20 + own + data.length, 2),
    wordOf(id, 2),
    Buffer.from([0x40, 0, 64, 6]),
    wordOf(checksum, 2),
    Buffer.from([...from, ...TO]),
    wordOf(port, 2),
    wordOf(8_080, 2),
    wordOf(base + at, 4),
    wordOf(ack, 4),
    Buffer.from([own * 4, 0x18]),
    wordOf(window, 2),
    wordOf(tcpChecksum, 2),
    wordOf(0, 2),
    options,
    Buffer.from(data, 'latin1'),
  ])
  const hosts = `${from.join('.')}.${port} > ${TO.join('.')}.8080`
  const seq = `${1 + at}:${1 + at + data.length}`
  return `22:13:20.004000 IP ${hosts}: Flags [P.], seq ${seq}, ack 1, win ${window}${named}, length ${data.length}: HTTP\n${printed(bytes)}\n`
}

/** A request in packets, which the texts of two cut. */
function captured(heads: readonly Heads[], cuts: readonly number[]): string {
  const ends = [...cuts, REQUEST.length]
  return ends
    .map((end, at) =>
      packet(heads[at % heads.length] as Heads, ends[at - 1] ?? 0, REQUEST.slice(ends[at - 1] ?? 0, end)),
    )
    .join('')
}

const textsIn = (capture: string): string[] => {
  const { messages, unread } = readCapture(Buffer.from(capture, 'latin1'))
  return [...messages.map(({ decoded }) => decoded.text), ...unread.map(({ what }) => what)]
}

/** A line end, or half of one, in each field of the heads. */
const FEEDS: Partial<Heads>[] = [
  { checksum: 0x20_0d },
  { checksum: 0x0d_0a },
  { checksum: 0x0a_0d },
  { id: 0x0d_0a },
  { id: 0x0a_0d },
  { tcpChecksum: 0x0d_0a },
  { port: 0x0d_0a },
  { port: 0x0a_0d },
  { window: 0x0d_0a },
  { from: [10, 0, 13, 10] },
  { from: [192, 168, 13, 10] },
  { from: [13, 10, 13, 10], checksum: 0x0d_0d },
  { base: 0x01_0d_0a_00 },
  { ack: 0x01_02_0d_0a },
  { options: 1, stamp: 0x0d_0a_0d_0a },
  { options: 2, checksum: 0x20_0d },
]

describe('heads of packets that tcpdump prints as letters', () => {
  it.each(FEEDS)('are as long as they are printed: %o', (fields) => {
    for (let cut = 90; cut < REQUEST.length - 60; cut += 211) {
      const heads = [{ ...PLAIN, ...fields }]
      expect(textsIn(captured(heads, [cut, cut + 50])), String(cut)).toEqual([SENT])
    }
  })

  it('are never taken for letters of a message', () => {
    let state = 7
    const pick = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const byte = (): number => [13, 10, 10, 13, 46][pick(7)] ?? pick(256)
    const word = (size: number): number => Array.from({ length: size }, byte).reduce((sum, one) => sum * 256 + one, 0)
    let read = 0
    for (let tried = 0; tried < 150; tried++) {
      const from = [byte(), byte(), byte(), byte()]
      const shared = { from, port: word(2), options: OPTIONS[pick(3)] ?? 0, base: word(3), ack: word(4) }
      const heads = Array.from({ length: 4 }, (): Heads => ({
        ...shared,
        id: word(2),
        checksum: word(2),
        tcpChecksum: word(2),
        window: word(2),
        stamp: word(4),
      }))
      const texts = textsIn(captured(heads, [200 + pick(300), 600 + pick(400), 1_100 + pick(400)]))
      const isRead = texts.length === 1 && texts[0] === SENT
      if (isRead) read++
      else expect(texts.join('\n')).not.toContain('<OTA_HotelResNotifRQ')
    }
    expect(read).toBeGreaterThan(120)
  })

  it('stand behind what -v knows of them', () => {
    const shown = captured([{ ...PLAIN, checksum: 0x20_0d }], [300, 900]).replaceAll(
      /^(22:[^\n]*? IP) ([^\n]*\n)/gm,
      '$1 (tos 0x0, ttl 64, id 7, offset 0, flags [DF], proto TCP (6), length 1500)\n    $2\tPOST /pms HTTP/1.1\n\tHost: pms\n\t\n',
    )
    expect(textsIn(shown)).toEqual([SENT])
  })

  it('are told where what they hold may begin in two places', () => {
    const heads = {
      ...PLAIN,
      from: [13, 10, 13, 10],
      window: 0x0d_0a,
      checksum: 0x0d_0d,
      id: 0x0d_0a,
      base: 0x0d_0a_0d,
      ack: 0x0d_0a_0d_0a,
    }
    for (const text of textsIn(captured([heads, { ...heads, tcpChecksum: 0x0d_0a }], [300, 900])))
      expect(text === SENT || !text.includes('<OTA_')).toBe(true)
  })

  it('say nothing of the order that the first packets came in', () => {
    const opening = `22:13:20.001000 IP 10.0.0.1.40000 > 10.0.0.2.8080: Flags [S], seq 170456244, win 65535, length 0\nE..(..@.@..y\n...\n.....@...(.....P.......\n`
    const [first = '', second = '', third = ''] = captured([PLAIN], [300, 900])
      .replaceAll(
        /seq (\d+):(\d+)/g,
        (_, from: string, to: string) => `seq ${Number(from) + 170_456_244}:${Number(to) + 170_456_244}`,
      )
      .split(/(?=^22:13)/m)
    expect(textsIn(opening + second + first + third)).toEqual([SENT])
  })
})
