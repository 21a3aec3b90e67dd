import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BARE = MESSAGE.replace(/<\?xml[^>]*>\s*/, '')
const LINE = BARE.replaceAll(/>\s+</g, '><')
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const WITH_ENVELOPE = `<s:Envelope xmlns:s="${SOAP}">\n<s:Body>\n${BARE}\n</s:Body>\n</s:Envelope>`
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const prefixed = (text: string): string => text.replaceAll(/^/gm, STAMP)
const request = (body: string): string =>
  `POST /ota HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const WORDS = [
  'Could not find <soap:Envelope> element',
  'expected <soap:Envelope>, found <ota:x>',
  'List<s:Envelope> size=2',
  '<soap:Envelope>...</soap:Envelope> skipped',
  'missing end tag </soap:Envelope>',
  'got <Envelope>',
  '<soap:Envelope> received, 4246 bytes',
  'no <soap:Body> in <soap:Envelope>',
  `saw <soap:Envelope xmlns:soap="${SOAP}">`,
  '<Errors><Error Type="3">no <s:Envelope></Error></Errors>',
]

describe('a log that speaks of an envelope', () => {
  it.each(WORDS)('hides no message: %s', (words) => {
    for (const text of [MESSAGE, BARE, LINE, WITH_ENVELOPE])
      for (const content of [
        `${STAMP}${words}\n${STAMP}in ${text}\n${STAMP}done\n`,
        `${STAMP}in ${text}\n${STAMP}${words}\n`,
        `${STAMP}${words}\n${request(text)}\n${STAMP}${words}\n`,
      ])
        expect([text, textsOf(read(content)), read(content).unread]).toEqual([text, [text], []])
    for (const text of [BARE, WITH_ENVELOPE]) {
      const found = read(`${STAMP}${words}\n${prefixed(text)}\n${STAMP}done\n`)
      expect([textsOf(found), found.unread]).toEqual([[text], []])
    }
  })

  it('with its body hides none that has a declaration or other words before it', () => {
    for (const text of [MESSAGE, BARE])
      expect(textsOf(read(`${STAMP}unwrapped <soap:Envelope><soap:Body>\n${STAMP}in ${text}\n${STAMP}done\n`))).toEqual(
        [text],
      )
  })
})

describe('an envelope that is cut', () => {
  it('makes its message one that is cut', () => {
    for (const text of [WITH_ENVELOPE, WITH_ENVELOPE.replaceAll(/>\s+</g, '><')])
      for (const half of [text.slice(0, text.indexOf('</s:Body')), text.slice(0, -5)])
        for (const content of [`${STAMP}in ${half}\n${STAMP}done\n`, `${prefixed(half)}\n${STAMP}done\n`])
          expect(read(content)).toMatchObject({ messages: [], unread: [{ what: expect.stringContaining('cut') }] })
  })

  it.each([
    ['with a prefix', STAMP],
    ['without one', ''],
  ])('leaves the messages of the next lines whole, in lines %s', (_name, stamp) => {
    const bare = ['2', '3'].map((token) => LINE.replace('<OTA_HotelResNotifRQ ', `$&EchoToken="${token}" `))
    const whole = WITH_ENVELOPE.replaceAll(/>\s+</g, '><')
    const from = whole.indexOf('<HotelReservations') + 1
    for (let end = from; end < whole.indexOf('</s:Envelope>'); end += 23)
      for (const [behind, texts] of [
        [bare, bare],
        [
          [...bare, whole],
          [...bare, whole],
        ],
        [['hello there', ...bare], bare],
      ] as const) {
        const found = read([whole.slice(0, end), ...behind].map((line) => `${stamp}${line}\n`).join(''))
        expect([end, textsOf(found), found.unread.map(({ line }) => line)]).toEqual([end, texts, [1]])
      }
  })

  it('without a body is the document that its end closes', () => {
    const text = `<Envelope xmlns="urn:x">${BARE}</Envelope>`
    expect(textsOf(read(`${STAMP}in ${text}\n${STAMP}done\n`))).toEqual([text])
  })
})
