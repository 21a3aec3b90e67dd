import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { placeFindings, readCapture } from '../../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Lovelace', 'Lovel\u00e4ce \u661f')
const WIDE = SAMPLE.replace('encoding="UTF-8"', 'encoding="UTF-16"')
const wide = (text: string, isBig: boolean, hasMark: boolean): Buffer => {
  const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const head = (bytes: Buffer, more = ''): string =>
  `POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Type: text/xml${more}\r\nContent-Length: ${bytes.length}\r\n\r\n`

const FORMS: Record<string, (bytes: Buffer) => Buffer> = {
  'a request': (bytes) => Buffer.concat([Buffer.from(head(bytes)), bytes]),
  'a request with its charset': (bytes) => Buffer.concat([Buffer.from(head(bytes, '; charset=utf-16')), bytes]),
  'a request in gzip': (bytes) => {
    const packed = gzipSync(bytes)
    return Buffer.concat([Buffer.from(head(packed).replace('\r\nHost', '\r\nContent-Encoding: gzip\r\nHost')), packed])
  },
  'a request, then another': (bytes) =>
    Buffer.concat([Buffer.from(head(bytes)), bytes, Buffer.from('GET / HTTP/1.1\r\nHost: pms\r\n\r\n')]),
  'a HAR file': (bytes) =>
    Buffer.from(
      JSON.stringify({
        log: {
          version: '1.2',
          entries: [
            {
              request: { method: 'POST', url: 'http://pms/', headers: [] },
              response: {
                status: 200,
                content: { mimeType: 'text/xml', encoding: 'base64', text: bytes.toString('base64') },
              },
            },
          ],
        },
      }),
    ),
  'a mail': (bytes) =>
    Buffer.from(
      `Subject: refused\r\nMIME-Version: 1.0\r\nContent-Type: text/xml\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes
        .toString('base64')
        .replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
    ),
  'base64 in JSON': (bytes) => Buffer.from(JSON.stringify({ body: bytes.toString('base64') })),
}

const CASES = Object.keys(FORMS).flatMap((form) =>
  [false, true].flatMap((isBig) => [false, true].map((hasMark) => [form, isBig, hasMark] as const)),
)

describe('a message in UTF-16', () => {
  it.each(CASES)('is read from %s, high byte first %s, with a mark %s', (form, isBig, hasMark) => {
    const wrap = FORMS[form] as (bytes: Buffer) => Buffer
    const { messages, unread } = readCapture(wrap(wide(WIDE, isBig, hasMark)))
    expect(unread).toEqual([])
    expect(messages.map(({ decoded }) => [decoded.text, decoded.encoding, decoded.fault])).toEqual([
      [WIDE, isBig ? 'utf-16be' : 'utf-16le', undefined],
    ])
    // Its declaration is held against the bytes that were sent.
    const [part] = readCapture(wrap(wide(SAMPLE, isBig, hasMark))).messages
    expect(part?.decoded.fault).toMatchObject({ kind: 'contradiction' })
  })

  it.each([false, true])('has its findings where they stand, high byte first %s', (isBig) => {
    const at = WIDE.lastIndexOf('GroupEventCode="') + 16
    const faulty = `${WIDE.slice(0, at)}777${WIDE.slice(WIDE.indexOf('"', at))}`
    const body = wide(faulty, isBig, true)
    const file = Buffer.concat([Buffer.from(head(body)), body])
    const [part] = readCapture(file).messages
    if (part === undefined) throw new Error('nothing was read')
    const line = head(body).split('\n').length - 1 + faulty.slice(0, at).split('\n').length
    expect(
      placeFindings(part, lintDecoded(part.decoded).findings).flatMap((one) => [
        one.line,
        ...(one.nodes ?? []).map((node) => node.line),
      ]),
    ).toContain(line)
  })

  it('that stands in the middle of other text, or is cut, is told as unread', () => {
    const text = (bytes: Buffer): Buffer =>
      Buffer.concat([Buffer.from('2026-11-23 12:00:00 in '), bytes, Buffer.from('\n2026-11-23 12:00:01 done\n')])
    for (const isBig of [false, true]) {
      expect(readCapture(text(wide(WIDE, isBig, false)))).toMatchObject({
        messages: [],
        unread: [{ line: 2, what: expect.stringContaining('UTF-16') as string }],
      })
      const body = wide(WIDE, isBig, true)
      for (const length of [body.length - 400, body.length - 401])
        expect(readCapture(Buffer.concat([Buffer.from(head(body)), body.subarray(0, length)]))).toMatchObject({
          messages: [],
          unread: [{}],
        })
    }
  })
})

describe('an encoding that a text of JSON names', () => {
  it('is no fault: its letters were characters', () => {
    const text = SAMPLE.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
    for (const file of [JSON.stringify({ msg: text }), `${JSON.stringify({ at: 1, msg: text })}\n`.repeat(2)])
      for (const { decoded } of readCapture(Buffer.from(file)).messages)
        expect([decoded.text, decoded.fault]).toEqual([text, undefined])
    expect(readCapture(Buffer.from(JSON.stringify({ msg: text }))).messages).toHaveLength(1)
  })
})
