import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .replace(/<\?xml[^>]*>\s*/, '')
  .trim()
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const carried = (text: string): string =>
  `<s:Envelope xmlns:s="${SOAP}"><s:Body><m:put xmlns:m="urn:x"><m:xml>${text}</m:xml></m:put></s:Body></s:Envelope>`

const ESCAPES: readonly [string, (text: string) => string][] = [
  ['names', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['digits', (text) => text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&#62;')],
  ['hexadecimal digits', (text) => text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;').replaceAll('>', '&#x3e;')],
]
const FORMS: readonly [string, (text: string) => string][] = [
  ['every sign', encodeURIComponent],
  ['blanks as +', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
  ['in small letters', (text) => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase())],
  ['twice', (text) => encodeURIComponent(encodeURIComponent(text))],
]

describe('a message that is escaped in an envelope in a form', () => {
  it.each(ESCAPES)('is read: %s', (_name, escape) => {
    for (const [form, encode] of FORMS) {
      const value = encode(carried(escape(MESSAGE)))
      const body = `a=1&xml=${value}&b=2`
      for (const content of [
        `POST /ota HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        `${STAMP}start\n${STAMP}GET /ota?xml=${value} 200\n${STAMP}done\n`,
      ])
        expect([form, textsOf(read(content)), read(content).unread]).toEqual([form, [MESSAGE], []])
    }
  })

  it.each(ESCAPES)('is told where a log cut it, and hides none behind it: %s', (_name, escape) => {
    for (const [form, encode] of FORMS) {
      const value = encode(carried(escape(MESSAGE)))
      for (const end of [0.3, 0.6, 0.8].map((part) => Math.floor(value.length * part)))
        for (const behind of [[], [MESSAGE]]) {
          const lines = [
            `GET /ota?xml=${value.slice(0, end)}...`,
            ...behind.map((text) => `GET /ota?xml=${encode(carried(escape(text)))} 200`),
          ]
          const found = read(lines.map((line) => `${STAMP}${line}\n`).join(''))
          expect([form, end, textsOf(found), found.unread.map(({ line }) => line)]).toEqual([form, end, behind, [1]])
        }
    }
  })

  it('is told where only its end is left', () => {
    const value = encodeURIComponent(carried((ESCAPES[0]?.[1] ?? String)(MESSAGE)))
    const found = read(`${STAMP}...${value.slice(Math.floor(value.length / 2))} 200\n${STAMP}done\n`)
    expect([textsOf(found), found.unread.map(({ line }) => line)]).toEqual([[], [1]])
  })
})
