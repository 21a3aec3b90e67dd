import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'
import { STAMP, type Wrapped, WRAPPINGS } from '../wrappings.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const MARK = 'Babbage'
const wrap = (name: string, message: string): Wrapped => (WRAPPINGS[name] as (typeof WRAPPINGS)[string])(message, MARK)
const read = (content: string): Capture => readCapture(Buffer.from(content, 'latin1'))
const inOneLine = (text: string): string => text.replaceAll(/>\s+</g, '><')
const IN_ROWS = [
  'xxd',
  'hexdump -C',
  'od -t x1',
  'Wireshark',
  'System.Net',
  'tcpdump -X',
  'tcpdump -x',
  'curl --trace',
  'curl --trace-ascii',
]

describe('rows with lines of others between them', () => {
  it.each(IN_ROWS)('are one recording: %s', (name) => {
    const lines = wrap(name, SAMPLE).content.toString('latin1').split('\n')
    for (const words of [`${STAMP}took 12 ms`, '', '----', '$ '])
      for (const every of [1, 7, 40]) {
        const mixed = lines.flatMap((line, at) => (at > 0 && at % every === 0 ? [words, line] : [line]))
        const { messages, unread } = read(mixed.join('\n'))
        expect([words, every, unread, messages.map(({ decoded }) => inOneLine(decoded.text))]).toEqual([
          words,
          every,
          [],
          [inOneLine(SAMPLE)],
        ])
        const [part] = messages
        const before = part?.decoded.text.slice(0, part.decoded.text.indexOf(MARK)).split('\n') ?? []
        const place = part?.placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 })
        const own = wrap(name, SAMPLE).lineOf(SAMPLE.indexOf(MARK))
        expect(mixed[(place?.line ?? 0) - 1]).toBe(lines[own - 1])
      }
  })

  it.each(IN_ROWS)('are told as unread where some of them are missing: %s', (name) => {
    const lines = wrap(name, SAMPLE).content.toString('latin1').split('\n')
    for (const at of [40, 45, Math.floor(lines.length / 2)]) {
      const left = lines.flatMap((line, own) => (own === at ? [] : own === at + 1 ? [`${STAMP}x`, line] : [line]))
      const { messages, unread } = read(left.join('\n'))
      expect([at, messages.length, unread.length > 0]).toEqual([at, 0, true])
    }
  })
})

describe('two recordings of one connection', () => {
  it.each(['tcpdump -A', 'tcpdump -X', 'tcpdump -x'])('whose numbers begin again are both read: %s', (name) => {
    const other = SAMPLE.replace(MARK, 'Cabbage')
    const both = [SAMPLE, other].map((text) => wrap(name, text).content.toString('latin1'))
    const { messages, unread } = read(both.join(`${STAMP}again\n`))
    const texts = messages.map(({ decoded }) => decoded.text)
    expect([unread, texts.map((text) => [text === SAMPLE, text === other])]).toEqual([
      [],
      [
        [true, false],
        [false, true],
      ],
    ])
    // What was sent again is one message.
    expect(read(`${both[0]}${both[0]}`).messages.length).toBe(1)
  })
})
