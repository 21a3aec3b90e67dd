import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'
import { cpuTime } from '../../../support/cpu-time.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const read = (text: string): Capture => readCapture(Buffer.from(text))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const unreadOf = ({ unread }: Capture): string[] => unread.map(({ what }) => what)
const hexOf = (bytes: Buffer): string => bytes.toString('hex')
const HEAD = '2026-11-23 12:04:31,402 INFO body '

const FORMS: [string, (bytes: Buffer) => string][] = [
  ['digits', hexOf],
  ['digits in lines', (bytes) => `\n${hexOf(bytes).replaceAll(/.{60}/g, '$&\n')}`],
  [
    'dashes',
    (bytes) =>
      hexOf(bytes)
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&-'),
  ],
  ['blanks', (bytes) => hexOf(bytes).replaceAll(/..(?!$)/g, '$& ')],
  ['escapes', (bytes) => `"${hexOf(bytes).replaceAll(/../g, String.raw`\x$&`)}"`],
  ['an array of C#', (bytes) => `new byte[] {${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(', ')}}`],
  ['a Buffer in JSON', (bytes) => JSON.stringify(bytes)],
  ['numbers with a sign', (bytes) => `[${[...new Int8Array(bytes)].join(', ')}]`],
  ['numbers in lines', (bytes) => `[\n  ${[...bytes].join(',\n  ')}\n]`],
  ['numbers of PHP', (bytes) => `Array\n(\n${[...bytes].map((byte, at) => `    [${at}] => ${byte}\n`).join('')})`],
]
const PACKS: [string, Buffer][] = [
  ['gzip', gzipSync(MESSAGE)],
  ['zlib', deflateSync(MESSAGE)],
  ['base64', Buffer.from(Buffer.from(MESSAGE).toString('base64'))],
]

describe.each(PACKS)('%s in digits', (_, packed) => {
  it.each(FORMS)('is read: %s', (__, write) => {
    expect(textsOf(read(`${HEAD}${write(packed)}\n`))).toEqual([MESSAGE])
    const beside = read(`${HEAD}${MESSAGE}\n${HEAD}${write(packed)}\n${HEAD}done\n${HEAD}${write(packed)}\n`)
    expect([textsOf(beside), unreadOf(beside)]).toEqual([[MESSAGE, MESSAGE, MESSAGE], []])
  })

  it('is read where each line is one', () => {
    expect(textsOf(read(`${hexOf(packed)}\n${hexOf(packed)}\n`))).toEqual([MESSAGE, MESSAGE])
  })
})

describe('a pack in digits that does not unpack', () => {
  it.each(FORMS)('is told where it is cut or damaged: %s', (_, write) => {
    for (const packed of [gzipSync(MESSAGE), deflateSync(MESSAGE)]) {
      const damaged = Buffer.from(packed)
      damaged.fill(0xff, 500, 510)
      for (const [bytes, what] of [
        [packed.subarray(0, 700), 'in digits that is cut'],
        [damaged, 'in digits that is damaged'],
      ] as const) {
        const found = read(`${HEAD}${MESSAGE}\n${HEAD}${write(bytes)}\n`)
        expect([textsOf(found), unreadOf(found)]).toEqual([[MESSAGE], [expect.stringContaining(what)]])
      }
    }
  })

  it('is passed over where what shows of it is no message', () => {
    const packed = gzipSync(JSON.stringify({ rates: Array.from({ length: 900 }, (_, at) => at * 7919) }))
    // Escapes of a program are told for whatever begins as gzip in them.
    for (const [, write] of FORMS.filter(([name]) => name !== 'escapes'))
      expect(unreadOf(read(`${HEAD}${MESSAGE}\n${HEAD}${write(packed.subarray(0, 700))}\n`))).toEqual([])
  })
})

describe('digits that begin a message and are few', () => {
  it.each([150, 180])('are told: %i bytes', (length) => {
    const found = read(`${HEAD}${hexOf(Buffer.from(MESSAGE).subarray(0, length))}\n${HEAD}${MESSAGE}\n`)
    expect([textsOf(found), unreadOf(found)]).toEqual([[MESSAGE], [expect.stringContaining('cut')]])
  })
})

describe('digits that are none of a pack', () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => createHash('sha256').update(String(at)).digest('hex'))
  it.each([
    ['hashes', lines.join('\n')],
    [
      'hashes that begin as packs',
      lines.flatMap((line) => ['1f8b08', '789c', '5044'].map((head) => head + line)).join('\n'),
    ],
    [
      'the head of gzip in a program',
      'const HEAD = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3]\nvar head = "1f8b0800000000000003"\n',
    ],
    [
      'columns of numbers',
      Array.from({ length: 3_000 }, (_, at) => `${31 + (at % 3)} 139 8 120 156 80 ${at % 256}`).join('\n'),
    ],
    [
      'rows of a dump with their offsets',
      Array.from({ length: 99 }, (_, at) => `${String(at * 20).padStart(7, '0')} 1f 8b 08 00 00 00 00 00 00 03`).join(
        '\n',
      ),
    ],
  ])('are not told: %s', (_, text) => {
    expect(unreadOf(read(`${HEAD}${MESSAGE}\n${text}\n`))).toEqual([])
  })
})

describe('a long text of digits that begin as packs', () => {
  const zlib = hexOf(deflateSync(MESSAGE))
  it.each([
    '31, 139, 8, 0, 0, 0, 0, 0, 0, 3, ',
    '120, 156, ',
    '1f8b08000000000000031f8b08000000000000031f8b0800000000000003\n',
    `${zlib.slice(0, 60)}\n`,
    `${zlib.slice(0, 400)}\n`,
    '504433\n',
    'PD94 50 44 39 34 50 44 ',
    '"0": 31, "1": 139, "2": 8, ',
  ])('takes time in proportion to its length: %s', (text) => {
    const took = cpuTime(() => read(text.repeat(Math.ceil(1_000_000 / text.length))), 20_000)
    // What takes time with the square of it takes minutes.
    expect(took).toBeLessThan(20_000)
  })
})
