import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace(/<Surname>[^<]*/, '<Surname>Źółć Müller')
const COMPACT = SAMPLE.replaceAll(/>\s+</g, '><')
const size = (text: string): number => Buffer.byteLength(text)
const post = (told: number, body: string, type = 'text/xml; charset=utf-8'): string =>
  `POST /ota HTTP/1.1\nHost: pms.example\nContent-Type: ${type}\nContent-Length: ${told}\n\n${body}`

function read(content: string | Buffer): unknown[] {
  const { messages, unread } = readCapture(Buffer.from(content))
  expect([messages.length, unread]).toEqual([1, []])
  return messages.map(({ shortLength }) => shortLength)
}

const indented = (text: string, unit: string): string =>
  text.replaceAll(/^ +/gm, (blank) => unit.repeat(blank.length / 2))

describe('a Content-Length', () => {
  it.each([
    ['as it stands', SAMPLE, SAMPLE.length],
    ['with a line end behind it', `${SAMPLE}\n`, SAMPLE.length + 1],
    ['in one line', COMPACT, COMPACT.length],
    ['with carriage returns that the capture left out', SAMPLE, SAMPLE.replaceAll('\n', '\r\n').length],
  ])('that counts characters is too short for a message %s', (_, body, told) => {
    const bytes = size(body.trim())
    const expected = told < bytes ? [{ told, bytes, isOfCharacters: true, line: 4, column: 1 }] : [undefined]
    expect(read(post(told, body))).toEqual(expected)
    expect(read(`${post(told, body)}\n\nHTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n`)).toEqual(expected)
  })

  it('that is shorter than the message for any other reason is too short as well', () => {
    const told = size(COMPACT) - 300
    for (const body of [SAMPLE, COMPACT])
      expect(read(post(told, body))).toEqual([{ told, bytes: size(body), isOfCharacters: false, line: 4, column: 1 }])
  })

  it('that is longer than all that stands below it is too long, if no line ends were lost', () => {
    const bytes = size(SAMPLE)
    expect(read(post(9_001, SAMPLE))).toEqual([{ told: 9_001, bytes, isOfCharacters: false, line: 4, column: 1 }])
    expect(read(post(bytes + SAMPLE.split('\n').length, SAMPLE))).toEqual([undefined])
    expect(read(post(9_001, SAMPLE.replace(/<Surname>[^<]*/, '<Surname>***')))).toEqual([undefined])
  })

  it.each([
    ['as it is', SAMPLE, SAMPLE],
    ['with a line end more', SAMPLE, `${SAMPLE}\n`],
    ['with a line end less', `${SAMPLE}\r\n`, SAMPLE],
    ['with line ends of Windows', SAMPLE, SAMPLE.replaceAll('\n', '\r\n')],
    ['laid out by a logger', COMPACT, SAMPLE],
    ['laid out in another way', indented(SAMPLE, ' '), SAMPLE],
    ['laid out by tabs', indented(SAMPLE, '\t'), indented(SAMPLE, '    ')],
    ['laid out from an empty element without a blank', COMPACT, SAMPLE.replaceAll('/>', ' />')],
    ['laid out with a declaration', COMPACT.replace(/^<\?xml[^>]*>/, ''), SAMPLE],
    ['with references for letters', COMPACT, COMPACT.replaceAll(/[^ -~]/g, (one) => `&#${one.codePointAt(0)};`)],
    ['with stars', COMPACT, COMPACT.replace(/<Surname>[^<]*/, '<Surname>***************************')],
    ['read in another encoding', SAMPLE, Buffer.from(SAMPLE).toString('latin1')],
  ])('is right where the capture shows the message %s', (_, sent, shown) => {
    expect(read(post(size(sent), shown))).toEqual([undefined])
  })

  it('is right of a message in another encoding that the capture converted', () => {
    const sent = SAMPLE.replace('Źółć ', '').replace('UTF-8', 'ISO-8859-1')
    expect(read(post(sent.length, sent, 'text/xml'))).toEqual([undefined])
    expect(read(post(sent.length, sent, 'text/xml; charset=ISO-8859-1'))).toEqual([undefined])
  })

  it('says nothing of a body that was packed, or sent in chunks', () => {
    const head = (more: string): string => post(700, SAMPLE).replace('Host:', `${more}\nHost:`)
    expect(read(head('Content-Encoding: gzip'))).toEqual([undefined])
    expect(read(head('Transfer-Encoding: chunked'))).toEqual([undefined])
  })
})
