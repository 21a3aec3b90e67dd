import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withoutColours, wholeOf } from '../../../../src/resnotif/capture/bytes/index.js'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const COLOURED = '\u001b[32m10:00\u001b[0m \u001b[36mINFO\u001b[0m up\n'

const textsOf = ({ messages, unread }: Capture): string[] => [
  ...messages.map(({ decoded }) => decoded.text),
  ...unread.map(({ what }) => `unread: ${what}`),
]

/** What is packed stands in the pack as it is, which random bytes do by chance. */
const PACKS: readonly [string, (text: string) => Buffer][] = [
  ['gzip', (text) => gzipSync(text, { level: 0 })],
  ['deflate', (text) => deflateSync(text, { level: 0 })],
  ['deflate', (text) => deflateRawSync(text, { level: 0 })],
]

const packed = (coding: string, body: Buffer, isChunked = false): Buffer =>
  Buffer.concat([
    Buffer.from(`POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Encoding: ${coding}\r\n`),
    Buffer.from(isChunked ? 'Transfer-Encoding: chunked\r\n\r\n' : `Content-Length: ${body.length}\r\n\r\n`),
    ...(isChunked
      ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
      : [body, Buffer.from('\n')]),
  ])

describe('what looks like a colour', () => {
  it.each([
    ['of a line that begins with a bracket', 'Ada\n[King bed]'],
    ['behind a tab', 'Ada\t[King bed]'],
    ['behind a carriage return', 'Ada&#13;\r\n[m]'],
    ['behind a mark whose bytes are controls of Latin-1', 'Ada “[King bed]'],
    ['behind a letter whose bytes are controls of Latin-1', 'GRÜ[K] À[m] Ž[12m'],
  ])('stays in a text that is none: %s', (_, name) => {
    const text = MESSAGE.replace('Babbage', name)
    for (const around of ['', COLOURED])
      expect(textsOf(readCapture(Buffer.from(`${around}[main] 10:00 got ${text}\n[main] end\n`)))).toEqual([text])
  })

  it('leaves lines of a log as they are that begin with a bracket', () => {
    const lines = MESSAGE.split('\n').map((line) => `[main] ${line}\n`)
    expect(textsOf(readCapture(Buffer.from(`[main] up\n${lines.join('')}[main] end\n`)))).toEqual([MESSAGE])
  })

  it.each(PACKS)('stays in bytes that are packed: %s', (coding, pack) => {
    for (const colour of ['^[[1m', '#033[K', '^[[36;1m^[[0m']) {
      const body = pack(MESSAGE.replace('</POS>', `</POS>${colour}`))
      for (const around of ['', COLOURED])
        for (const isChunked of [false, true]) {
          const file = Buffer.concat([Buffer.from(around), packed(coding, body, isChunked), Buffer.from(around)])
          expect(textsOf(readCapture(file))).toEqual([MESSAGE])
        }
    }
  })

  it('stays in a line of bytes whose head is coloured', () => {
    const body = Buffer.concat([Buffer.from('\u0000\u0001^[[1m'), deflateSync(MESSAGE)])
    const head = '\u001b[34mPOST\u001b[0m / HTTP/1.1\n\u001b[34mContent-Encoding\u001b[0m: gzip\n\n'
    const file = wholeOf(Buffer.concat([Buffer.from(head), body]))
    expect(withoutColours(file, []).bytes.includes(body)).toBe(true)
  })

  it('is taken from the text around a pack, and from a body that a tool unpacked', () => {
    const body = deflateSync(MESSAGE)
    const [, behind = ''] = COLOURED.split(' ')
    const coloured = MESSAGE.split('\n')
      .map((line) => `\u001b[32m10:00\u001b[0m ${line}\n`)
      .join('')
    const file = Buffer.concat([packed('deflate', body), Buffer.from(`${behind}\n${coloured}`)])
    expect(textsOf(readCapture(file))).toEqual([MESSAGE, MESSAGE])
    const shown = `POST / HTTP/1.1\nContent-Encoding: gzip\n\n${MESSAGE.replaceAll('<', '\u001b[36m<')}\n`
    expect(textsOf(readCapture(Buffer.from(`${COLOURED}${shown}`)))).toEqual([MESSAGE])
  })
})

describe('a message that a terminal coloured', () => {
  const mark = (text: string, word: string): string =>
    text.replace(word, `\u001b[01;31m\u001b[K${word}\u001b[m\u001b[K`)

  it.each([
    ['grep, far inside of it', (text: string) => mark(text, 'Babbage')],
    ['a value', (text: string) => mark(text, '"501"')],
    ['its end', (text: string) => `${text}\u001b[0m`],
    ['as cat -v shows it', (text: string) => mark(text, 'Babbage').replaceAll('\u001b', '^[')],
    ['sgr0 of xterm', (text: string) => text.replace('Babbage', '\u001b[1mBabbage\u001b(B\u001b[m')],
    ['a link', (text: string) => text.replace('Babbage', '\u001b]8;;http://a.example\u0007Babbage\u001b]8;;\u001b\\')],
  ])('is read though it is the whole file: %s', (_, colour) => {
    const capture = readCapture(Buffer.from(`${colour(MESSAGE)}\n`))
    expect(textsOf(capture)).toEqual([MESSAGE])
    const [message] = capture.messages
    expect([message?.isWhole, message?.isExact]).toEqual([false, true])
  })
})
