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

  const saying = (lines: string): string => post(1, SAMPLE).replace('Content-Length: 1', lines)
  const wrongIn = (content: string): unknown[] => {
    const { messages, unread } = readCapture(Buffer.from(content))
    expect([messages.length, unread, messages[0]?.shortLength]).toEqual([1, [], undefined])
    return messages.map(({ wrongLength }) => wrongLength)
  }
  const right = size(SAMPLE)

  it.each([
    ['Content-Length: abc', 'abc', 4],
    ['Content-Length: 0', '0', 4],
    ['Content-Length:', 'nothing', 4],
    ['Content-Length: -1', '-1', 4],
    [`Content-Length: ${right}.0`, `${right}.0`, 4],
    [`Content-Length: ${right}, 12`, `${right} and 12`, 4],
    [`Content-Length: ${right}\nContent-Length: 12`, `${right} and 12`, 5],
    [`Content-Length: 12\nAccept: */*\nContent-Length: ${right}`, `12 and ${right}`, 6],
  ])('that is right of no body is told with its place: %s', (lines, said, line) => {
    expect(wrongIn(saying(lines))).toEqual([{ said, line, column: 1 }])
    expect(wrongIn(`${saying(lines)}\n\nHTTP/1.1 200 OK\nContent-Length: 0\n\n`)).toEqual([{ said, line, column: 1 }])
  })

  it.each([
    ['twice the same', `Content-Length: ${right}\nContent-Length: ${right}`],
    ['twice the same in one line', `Content-Length: ${right}, ${right}`],
    ['hidden', 'Content-Length: ***'],
    ['yet to be counted', 'Content-Length: <calculated when request is sent>'],
    ['beside chunks', 'Content-Length: 0\nTransfer-Encoding: chunked'],
  ])('is not told for one that is right of none where it is %s', (_, lines) => {
    expect(wrongIn(saying(lines))).toEqual([undefined])
  })

  it('of 0 is right where another line of a log follows its request, or an answer has it', () => {
    const ping = 'POST /ping HTTP/1.1\nHost: pms.example\nContent-Length: 0\n\n'
    for (const capture of [
      `${ping}2027-06-01 12:00:00 sent ${SAMPLE}\n`,
      `${ping}\n${SAMPLE}\n`,
      `HTTP/1.1 200 OK\nContent-Length: 0\n\n${SAMPLE}`,
    ])
      expect(wrongIn(capture), capture.slice(0, 90)).toEqual([undefined])
  })

  it('that fits a plain body is told where the head calls it packed', () => {
    const head = (told: number, coding: string): string =>
      post(told, SAMPLE).replace('Host:', `Content-Encoding: ${coding}\nHost:`)
    const packedIn = (content: string): unknown => readCapture(Buffer.from(content)).messages[0]?.saysPacked
    expect(packedIn(head(right, 'gzip'))).toEqual({ packing: 'gzip', line: 2, column: 1 })
    const chunks = `${right.toString(16)}\r\n${SAMPLE}\r\n0\r\n\r\n`
    expect(packedIn(head(1, 'br').replace(/Content-Length[^]*/, `Transfer-Encoding: chunked\n\n${chunks}`))).toEqual({
      packing: 'br',
      line: 2,
      column: 1,
    })
    for (const silent of [head(700, 'gzip'), head(right, 'identity'), head(right, 'utf-8'), post(right, SAMPLE)])
      expect(packedIn(silent), silent.slice(0, 120)).toBeUndefined()
  })

  it('says nothing of a body that was packed, or sent in chunks', () => {
    const head = (more: string): string => post(700, SAMPLE).replace('Host:', `${more}\nHost:`)
    expect(read(head('Content-Encoding: gzip'))).toEqual([undefined])
    expect(read(head('Transfer-Encoding: chunked'))).toEqual([undefined])
  })
})
