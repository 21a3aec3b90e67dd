import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const STAMP = '2026-11-23 12:00:00,123 INFO [http-1] a.b.C - '
const escaped = (text: string, sign = '&lt;'): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', sign).replaceAll('>', '&gt;')
const enveloped = (text: string): string => `<Envelope><Body><Process><xml>${text}</xml></Process></Body></Envelope>`
const read = (content: string): Capture => readCapture(Buffer.from(content))

const CODINGS: Record<string, (text: string) => string> = {
  'percent codes': encodeURIComponent,
  'pluses for blanks': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  'small digits': (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'percent codes of percent codes': (text) => encodeURIComponent(encodeURIComponent(text)),
}
const SIGNS = ['&lt;', '&#60;', '&#x3C;', '&amp;lt;']

it.each(Object.entries(CODINGS))('a message that is a text of the envelope in a form is read: %s', (name, coded) => {
  for (const sign of name.endsWith('of percent codes') ? SIGNS.slice(0, 3) : SIGNS) {
    const own = sign === '&amp;lt;' ? escaped(escaped(MESSAGE)) : escaped(MESSAGE, sign)
    const value = `xml=${coded(enveloped(own))}&a=1`
    const head = `POST /a HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${value.length}\r\n\r\n`
    for (const content of [`${head}${value}`, `${STAMP}got ${value}\n${STAMP}done\n`]) {
      const { messages, unread } = read(content)
      expect([messages.map(({ decoded }) => decoded.text), unread], sign).toEqual([[MESSAGE], []])
    }
  }
})

it('one that a log cut is told, wherever', () => {
  const value = encodeURIComponent(enveloped(escaped(MESSAGE)))
  for (let cut = value.indexOf('OTA_') + 25; cut < value.length - 120; cut += 83)
    expect(read(`${STAMP}got xml=${value.slice(0, cut)}\n${STAMP}done\n`), String(cut)).toMatchObject({
      messages: [],
      unread: [{ line: 1 }],
    })
})
