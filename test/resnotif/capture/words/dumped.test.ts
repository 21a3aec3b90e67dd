import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BYTES = Buffer.from(MESSAGE.replaceAll('Babbage', 'Menabrea'))
const LOG = `2026-11-23 12:00:00 INFO up\n2026-11-23 12:00:01 INFO in ${MESSAGE}\n2026-11-23 12:00:02 INFO done\n`

const hex = (number: number, width = 2): string => number.toString(16).padStart(width, '0')
const octal = (number: number, width: number): string => number.toString(8).padStart(width, '0')
const LETTERS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Rows of so many bytes, with what stands before them and behind them. */
function rows(bytes: Buffer, size: number, row: (part: Buffer, at: number) => string): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += size) lines.push(`${row(bytes.subarray(at, at + size), at)}\n`)
  return lines.join('')
}
const words = (part: Buffer, size: number, write: (word: Buffer) => string): string => {
  const shown: string[] = []
  for (let at = 0; at < part.length; at += size) shown.push(write(part.subarray(at, at + size)))
  return shown.join(' ')
}
const number = (word: Buffer): number => word.readUIntLE(0, word.length)
const text = (part: Buffer): string => part.toString('latin1').replaceAll(/[^ -~]/g, '.')

const FORMS: readonly [string, (bytes: Buffer) => string][] = [
  ['hexdump', (bytes) => rows(bytes, 16, (part, at) => `${hex(at, 7)} ${words(part, 2, (w) => hex(number(w), 4))}`)],
  ['od', (bytes) => rows(bytes, 16, (part, at) => `${octal(at, 7)} ${words(part, 2, (w) => octal(number(w), 6))}`)],
  ['od -b', (bytes) => rows(bytes, 16, (part, at) => `${octal(at, 7)} ${words(part, 1, (w) => octal(number(w), 3))}`)],
  ['od -An -t x1', (bytes) => rows(bytes, 16, (part) => ` ${words(part, 1, (w) => hex(number(w)))}`)],
  ['od -An -t x2', (bytes) => rows(bytes, 16, (part) => ` ${words(part, 2, (w) => hex(number(w), 4))}`)],
  [
    'od -c',
    (bytes) =>
      rows(
        bytes,
        16,
        (part, at) =>
          octal(at, 7) + [...part.toString('latin1')].map((one) => (LETTERS[one] ?? one).padStart(4)).join(''),
      ),
  ],
  [
    'xxd -e',
    (bytes) =>
      rows(bytes, 16, (part, at) => `${hex(at, 8)}: ${words(part, 4, (w) => hex(number(w), 8))}  ${text(part)}`),
  ],
  [
    'xxd -b',
    (bytes) =>
      rows(
        bytes,
        6,
        (part, at) => `${hex(at, 8)}: ${words(part, 1, (w) => number(w).toString(2).padStart(8, '0'))}  ${text(part)}`,
      ),
  ],
  ['xxd -i', (bytes) => rows(bytes, 12, (part) => `  ${words(part, 1, (w) => `0x${hex(number(w))},`)}`)],
  ['rows without offsets', (bytes) => rows(bytes, 16, (part) => words(part, 1, (w) => hex(number(w)).toUpperCase()))],
  ['one word', (bytes) => `body(hex)=${bytes.toString('hex')}\n`],
  [
    'rows of socat -x -v whose head is lost',
    (bytes) => rows(bytes, 16, (part) => ` ${words(part, 1, (w) => hex(number(w))).padEnd(48)} ${text(part)}`),
  ],
  [
    'rows of curl --trace-ascii whose head is lost',
    (bytes) => rows(bytes, 64, (part, at) => `${hex(at + 0xa85, 4)}: ${text(part)}`),
  ],
]

const PARTS: readonly [string, (text: string) => string][] = [
  ['whole', (all) => all],
  ['its first half', (all) => all.slice(0, all.length / 2)],
  ['its last half', (all) => all.slice(all.indexOf('\n', all.length / 2) + 1)],
]

/** Whole, these are read. */
const READ = /^(?:od -An -t x1|xxd -i|rows without offsets|one word)$/

describe('digits in a form that is not read', () => {
  it.each(FORMS)('are told where they show a message or a piece of one, alone and beside others: %s', (form, write) => {
    for (const [part, cut] of PARTS)
      for (const [before, behind] of [
        ['', ''],
        [LOG, ''],
        ['', LOG],
        ['2026-11-23 12:00:00 INFO got\n', '2026-11-23 12:00:02 INFO done\n'],
      ] as const) {
        const all = write(BYTES)
        const dump = all.includes('=') && part === 'its last half' ? all : cut(all)
        const { messages, unread } = readCapture(Buffer.from(`${before}${dump}\n${behind}`))
        const name = `${part} ${before.length} ${behind.length}`
        const isRead = READ.test(form) && dump === all
        expect([name, messages.map(({ decoded }) => decoded.text).toSorted()]).toEqual([
          name,
          [...((before + behind).includes('OTA_') ? [MESSAGE] : []), ...(isRead ? [BYTES.toString()] : [])],
        ])
        expect([name, unread.length]).toEqual([name, isRead ? 0 : 1])
      }
  })

  it.each(FORMS)('say nothing where they show something else: %s', (_, write) => {
    const answer =
      '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><HotelReservations><HotelReservation>' +
      '<ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Value="P1"/></HotelReservationIDs></ResGlobalInfo>' +
      '</HotelReservation></HotelReservations></OTA_HotelResNotifRS>\n'
    const guests =
      '<ResGuests><ResGuest><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>Lovelace</Surname></PersonName></Customer>' +
      '</Profile></ProfileInfo></Profiles></ResGuest></ResGuests>'
    for (const other of [
      answer,
      answer.replace('<ResGlobalInfo>', `${guests}<ResGlobalInfo>`),
      '<ok/>\n'.repeat(50),
      'Guest <Surname>Lovelace is here, room 12. '.repeat(1),
      'x'.repeat(900),
    ])
      expect(readCapture(Buffer.from(`${LOG}${write(Buffer.from(other))}`)).unread).toEqual([])
  })
})

const ANSWERED = [
  '<= Recv header, 17 bytes (0x11)',
  '0000: HTTP/1.1 200 OK',
  '<= Recv header, 21 bytes (0x15)',
  '0000: Content-Length: 111',
  '<= Recv header, 2 bytes (0x2)',
  '0000: ',
  '<= Recv data, 111 bytes (0x6f)',
  '0000: <OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/0',
  '0040: 5" Version="1"><Success/></OTA_HotelResNotifRS>',
  '',
].join('\n')

it.each(FORMS)('digits behind a message in a field of a table are told: %s', (_, write) => {
  const quoted = MESSAGE.replaceAll('"', '""').replaceAll(/>\s+</g, '><')
  const file = `id,body,status\n1,"${quoted}",OK\nTrace of the next one:\n${write(BYTES.subarray(BYTES.length / 2))}${ANSWERED}`
  const { messages, unread } = readCapture(Buffer.from(file))
  expect([messages.length, unread.length]).toEqual([1, 1])
})

describe('socat -x', () => {
  const head = `POST / HTTP/1.1\r\nContent-Length: ${BYTES.length}\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head), BYTES])
  const block = (from: number, to: number): string =>
    `> 2026/11/23 10:00:00.000001  length=${to - from} from=${from} to=${to - 1}\n`
  const pairs = (part: Buffer): string => ` ${words(part, 1, (word) => hex(number(word)))}\n`
  const shown: readonly [string, (part: Buffer) => string][] = [
    ['-x', pairs],
    ['-x -v', (part) => rows(part, 16, (row) => `${pairs(row).trimEnd().padEnd(49)} ${text(row)}`)],
  ]

  it.each(shown)('with %s of a block that is cut is told as unread, beside whatever', (_, write) => {
    for (let size = 700; size < bytes.length; size += 307) {
      const trace = `${block(0, bytes.length)}${write(bytes.subarray(0, size))}`
      for (const file of [
        trace,
        `${trace}${LOG}`,
        `${LOG}${trace}`,
        trace.slice(0, -2),
        `${trace.slice(0, -2)}\n${LOG}`,
      ])
        expect([size, readCapture(Buffer.from(file)).unread.length]).toEqual([size, 1])
    }
  })

  it.each(['...', '[...]', '...[truncated 1200 chars]...', '(32 lines omitted)'])(
    'with %s in its digits is told as unread, beside whatever',
    (mark) => {
      const digits = pairs(bytes).trimEnd()
      const trace = `${block(0, bytes.length)}${digits.slice(0, 2_400)} ${mark} ${digits.slice(6_000)}\n`
      for (const file of [trace, `${trace}${LOG}`, `${LOG}${trace}`])
        expect(readCapture(Buffer.from(file)).unread.length).toBe(1)
    },
  )

  it('whose digits begin anywhere in a byte is told as unread, beside whatever', () => {
    const digits = pairs(bytes)
    for (let cut = 6_000; cut < 6_006; cut++) {
      const { messages, unread } = readCapture(Buffer.from(`${LOG}${digits.slice(cut)}`))
      expect([cut, messages.length, unread.length]).toEqual([cut, 1, 1])
    }
  })

  it.each(shown)('with %s whose block is cut in the middle does not go on behind it', (_, write) => {
    const trace = `${block(0, 2_000)}${write(bytes.subarray(0, 1_000))}${block(2_000, bytes.length)}${write(bytes.subarray(2_000))}`
    const { messages, unread } = readCapture(Buffer.from(trace))
    expect([messages.length, unread.length > 0]).toEqual([0, true])
  })
})
