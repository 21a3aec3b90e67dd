import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../../support/cli.js'
import { cpuTime } from '../../../../support/cpu-time.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim().replace('>Ada<', '>Zoë<')
const BYTES = [...Buffer.from(MESSAGE)]
const signed = BYTES.map((byte) => (byte > 127 ? byte - 256 : byte))
const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const HEX = BYTES.map(hex)
const UPPER = HEX.map((digits) => digits.toUpperCase())
const read = (text: string): Capture => readCapture(Buffer.from(text))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const told = (capture: Capture): unknown[] => [textsOf(capture), capture.unread]

/** As `od -A d -t x1c` writes bytes. */
const withLetters = (bytes: readonly number[]): string =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) => {
    const line = bytes.slice(at * 16, at * 16 + 16)
    const letters = line.map((byte) =>
      byte === 10 ? '\\n' : byte > 126 ? byte.toString(8) : String.fromCodePoint(byte),
    )
    return `${String(at * 16).padStart(7, '0')}${line.map((byte) => `  ${hex(byte)}`).join('')}\n${' '.repeat(7)}${letters.map((one) => one.padStart(4)).join('')}\n`
  }).join('')

describe('bytes that a program wrote out one by one', () => {
  const forms: [string, string][] = [
    ['JSON of Node', `2026 body ${JSON.stringify(Buffer.from(MESSAGE))}`],
    ['numbers with a sign', `2026-11-23 12:04:32 body [${signed.join(', ')}]`],
    ['numbers with blanks', `body [${BYTES.join(' ')}]`],
    [
      'numbers in lines',
      `byte[] body = {${signed.map((one, at) => (at % 16 === 15 ? `${one},\n   ` : `${one}, `)).join('')}};`,
    ],
    [
      'numbers with their places',
      `body {"0": ${BYTES.map((byte, at) => (at === 0 ? byte : `"${at}": ${byte}`)).join(', ')}}`,
    ],
    ['numbers of PHP', BYTES.map((byte, at) => `    [${at}] => ${byte}\n`).join('')],
    ['an array of C#', `var body = new byte[] {${UPPER.map((digits) => `0x${digits}`).join(', ')}};`],
    ['digits of Go', `body []byte{${BYTES.map((byte) => `0x${byte.toString(16)}`).join(', ')}}`],
    ['dashes', `2026-11-23 12:04:32 body ${UPPER.join('-')}`],
    ['colons', `body ${HEX.join(':')}`],
    ['blanks', `body ${HEX.join(' ')}`],
    ['escapes', `write(1, "${HEX.map((digits) => `\\x${digits}`).join('')}", 4258) = 4258`],
    ['nothing between', `body ${HEX.join('')}`],
    ['nothing between, in lines', `body:\n${HEX.join('').replaceAll(/.{60}/g, '$&\n')}\n`],
    ['quotes around', `{"at":1,"body":"${UPPER.join('')}"`],
  ]

  it.each(forms)('are read beside a message that stands as it is, and alone: %s', (_, text) => {
    expect(told(read(`2026-11-23 12:04:31 in ${MESSAGE}\n2026-11-23 12:04:32 ${text}\n`))).toEqual([
      [MESSAGE, MESSAGE],
      [],
    ])
    expect(told(read(`2026-11-23 12:04:32 ${text}\n`))).toEqual([[MESSAGE], []])
  })

  it('know their places', () => {
    const found = read(`in ${MESSAGE}\nbody ${UPPER.join('-')}\n`).messages[1]
    const lines = MESSAGE.split('\n').length
    expect(found?.place).toEqual({ line: lines + 1, column: 6 })
    expect(found?.placeOf({ line: 1, column: 11 })).toEqual({ line: lines + 1, column: 36 })
  })

  it('are told once where lines of letters stand between those of digits', () => {
    const found = read(`2026-11-23 in ${MESSAGE}\n${withLetters(BYTES)}done\n`)
    expect(textsOf(found)).toEqual([MESSAGE])
    expect(found.unread.map(({ what }) => what)).toEqual([expect.stringContaining('in digits')])
  })

  it('are none of a message where they only name one, or name another', () => {
    for (const text of [
      'SOAPAction OTA_HotelResNotifRQ',
      MESSAGE.replaceAll('OTA_HotelResNotifRQ', 'OTA_HotelAvailRQ'),
    ]) {
      const digits = [...Buffer.from(text)].map(hex).join('-')
      expect(told(read(`in ${MESSAGE}\nbody ${digits}\n`)).slice(1)).toEqual([[]])
    }
  })
})

describe('a long text of digits', () => {
  it.each([
    '79, 84, 65, 95, 72, 111, ',
    `${UPPER.slice(0, 90).join('-')} `,
    '0',
    `${HEX.join('')}\n`,
    '4f54415f486f74656c5265734e6f7469',
    'ff ',
  ])('takes time in proportion to its length: %s', (text) => {
    const took = cpuTime(() => read(text.repeat(Math.ceil(1_000_000 / text.length))), 20_000)
    // What takes time with the square of it takes minutes.
    expect(took).toBeLessThan(20_000)
  })
})

describe('base64 of deflate', () => {
  it.each([
    ['zlib', deflateSync],
    ['bare', deflateRawSync],
  ])('is read beside a message that stands as it is: %s', (_, deflate) => {
    const packed = deflate(Buffer.from(MESSAGE)).toString('base64')
    const found = read(`2026-11-23 12:04:31 in ${MESSAGE}\n2026-11-23 12:04:32 body ${packed}\n`)
    expect(told(found)).toEqual([[MESSAGE, MESSAGE], []])
    expect(found.messages[1]?.wrapping).toEqual(['base64 deflate'])
  })
})

describe('the nodes of a document as xmllint lists them', () => {
  it('are told beside a message that stands as it is', () => {
    const listed =
      'DOCUMENT\nversion=1.0\n  ELEMENT OTA_HotelResNotifRQ\n    default namespace href=x\n    ATTRIBUTE EchoToken\n'
    expect(read(`2026 in ${MESSAGE}\n${listed}`).unread.map(({ what }) => what)).toEqual([
      expect.stringContaining('xmllint --debug'),
    ])
  })
})
