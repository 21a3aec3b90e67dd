import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody, textOf } from '../../../src/client/http/decode-body.js'

const answer = (encoding?: string): string =>
  `<?xml version="1.0"${encoding === undefined ? '' : ` encoding="${encoding}"`}?><RS><Error ShortText="Zimmer nicht verfügbar – Größe"/></RS>`
const latin = (text: string): Buffer => Buffer.from(text.replace('–', '-'), 'latin1')
const windows = (text: string): Buffer => Buffer.from(text.replace('–', '\x96'), 'latin1')
const wide = (text: string, isBig = false): Buffer =>
  isBig ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')

describe('the text of an answer', () => {
  it.each<[string, Buffer, string | undefined, string]>([
    ['UTF-8', Buffer.from(answer()), 'text/xml', answer()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${answer('utf-8')}`), undefined, answer('utf-8')],
    ['ISO-8859-1 by its declaration', latin(answer('ISO-8859-1')), 'text/xml', answer('ISO-8859-1').replace('–', '-')],
    ['ISO-8859-1 by the header', latin(answer()), 'text/xml; charset="ISO-8859-1"', answer().replace('–', '-')],
    ['windows-1252 by its declaration', windows(answer('windows-1252')), undefined, answer('windows-1252')],
    ['windows-1252 by the header', windows(answer()), 'application/xml;charset=windows-1252', answer()],
    ['UTF-16 with a mark', wide(`\ufeff${answer('utf-16')}`), 'text/xml', answer('utf-16')],
    [
      'UTF-16 with the high byte first',
      wide(`\ufeff${answer('utf-16')}`, true),
      'text/xml; charset=utf-16',
      answer('utf-16'),
    ],
    ['UTF-16 without a mark', wide(answer('utf-16')), undefined, answer('utf-16')],
    [
      'ISO-8859-1 under a header that says UTF-8',
      latin(answer('ISO-8859-1')),
      'text/xml; charset=utf-8',
      answer('ISO-8859-1').replace('–', '-'),
    ],
    ['JSON, whatever the header says', Buffer.from('{"a":"ü"}'), 'application/json; charset=iso-8859-1', '{"a":"ü"}'],
  ])('%s', async (_, body, contentType, text) => {
    expect(textOf(body, contentType)).toBe(text)
    expect(await decodeBody(gzipSync(body), 'gzip', 10_000, contentType)).toBe(text)
  })
})
