import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BARE = SAMPLE.replace(/<\?xml[^>]*>\s*/, '').replaceAll(/>\s+</g, '><')
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (lines: readonly string[], stamp = STAMP): Capture =>
  readCapture(Buffer.from(lines.map((line) => `${stamp}${line}\n`).join('')))
const tokensOf = ({ messages }: Capture): (string | undefined)[] =>
  messages.map(({ decoded }) => /EchoToken="(\w+)"/.exec(decoded.text)?.[1])

const numbered = (token: string): string => BARE.replace('<OTA_HotelResNotifRQ ', `$&EchoToken="${token}" `)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const enveloped = (text: string): string => `<s:Envelope xmlns:s="${SOAP}"><s:Body>${text}</s:Body></s:Envelope>`
const carried = (text: string): string => enveloped(`<Process xmlns="urn:x"><xml>${text}</xml></Process>`)

const FORMS: readonly [string, (text: string) => string][] = [
  ['bare', (text) => text],
  ['SOAP', enveloped],
  ['CDATA in SOAP', (text) => carried(`<![CDATA[${text}]]>`)],
  ['escaped in SOAP', (text) => carried(escaped(text))],
]
const PAIRS = FORMS.flatMap(([name, cut]) => FORMS.map(([other, whole]) => [name, other, cut, whole] as const))

/** Places in the element of a message, in whatever way it is written. */
function placesIn(text: string, step: number): number[] {
  const [from, to] = [text.indexOf('<POS') + 1 || text.indexOf('&lt;POS') + 1, text.lastIndexOf('OTA_HotelResNotifRQ')]
  return Array.from({ length: Math.ceil((to - 4 - from) / step) }, (_, at) => from + at * step)
}

describe('a message that a log cut', () => {
  it.each(PAIRS)('hides none of the lines behind it: %s, then %s', (_name, _other, cut, whole) => {
    for (const declaration of ['', DECLARATION])
      for (const stamp of [STAMP, '']) {
        const first = `${declaration}${cut(numbered('1'))}`
        for (const end of placesIn(first, 401)) {
          const found = read([`${first.slice(0, end)}...`, whole(numbered('2')), whole(numbered('3'))], stamp)
          expect([end, tokensOf(found), found.unread.map(({ line }) => line)]).toEqual([end, ['2', '3'], [1]])
        }
      }
  })

  it.each(PAIRS)('hides none where the tail of a third one follows: %s, then %s', (_name, _other, cut, whole) => {
    const first = `${DECLARATION}${cut(numbered('1'))}`
    const end = first.indexOf('ResGlobalInfo')
    for (const [, last] of FORMS) {
      const tail = last(numbered('3'))
      const found = read([first.slice(0, end), whole(numbered('2')), tail.slice(tail.indexOf('UniqueID')), 'done'])
      expect([tokensOf(found), found.unread.map(({ line }) => line)]).toEqual([['2'], [1, 3]])
    }
  })
})

describe('messages in CDATA of envelopes that a log cut', () => {
  it('are each told, however many follow each other, and hide none behind them', () => {
    const [, cdata] = FORMS[2] as (typeof FORMS)[number]
    for (const [, last] of FORMS)
      for (const stamp of [STAMP, '<134>1 2026-11-23T12:00:00Z host pms 4711 ID47 - ', 'pms_1  | ', ''])
        for (const end of [700, 2_000]) {
          const cut = Array.from(
            { length: 10 },
            (_, at) => `${DECLARATION}${cdata(numbered(`${at}`)).slice(0, end)}...`,
          )
          const found = read([...cut, last(numbered('whole'))], stamp)
          expect([tokensOf(found), found.unread.map(({ line }) => line)]).toEqual([
            ['whole'],
            cut.map((_, at) => at + 1),
          ])
          expect(found.messages.map(({ wrapping }) => wrapping.length)).toEqual([
            last === FORMS[0]?.[1] ? 0 : expect.any(Number),
          ])
        }
  })
})

describe('an envelope that a log cut behind the text of its message', () => {
  const STAMPS = [STAMP, '<134>1 2026-11-23T12:00:00Z host pms 4711 ID47 - ', '']
  const endsOf = (text: string): number[] => {
    const [from, to] = [text.lastIndexOf('OTA_HotelResNotifRQ') + 23, text.length - 1]
    return Array.from({ length: to - from }, (_, at) => from + at)
  }

  it.each(FORMS.slice(1))('is told, and the message in it is not judged: %s', (_name, write) => {
    const text = write(numbered('1'))
    for (const stamp of STAMPS)
      for (const end of endsOf(text).filter((_, at) => at % 5 === 0))
        for (const behind of [[], ['done'], [write(numbered('2'))]]) {
          const found = read([`${text.slice(0, end)}...(truncated)`, ...behind], stamp)
          const told = found.unread.map(({ line }) => line)
          expect([end, tokensOf(found), told]).toEqual([
            end,
            behind[0] === undefined || behind[0] === 'done' ? [] : ['2'],
            [1],
          ])
        }
  })

  it.each(FORMS)('leaves a message that is no part of it: %s', (_name, write) => {
    const text = write(numbered('1'))
    for (const words of [
      'saw <soap:Envelope>',
      `saw <soap:Envelope xmlns:soap="${SOAP}">`,
      'no </soap:Envelope> found',
    ])
      for (const lines of [
        [words, text],
        [text, words],
      ]) {
        const found = read(lines)
        expect([words, tokensOf(found), found.unread]).toEqual([words, ['1'], []])
      }
  })

  it('is that of a request whose length is right: the sender left its end off', () => {
    const body = carried(escaped(numbered('1'))).replace('</s:Envelope>', '')
    const request = `POST /ota HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    expect(tokensOf(readCapture(Buffer.from(request)))).toEqual(['1'])
  })
})

describe('the head of one message and the tail of another', () => {
  const [head, tail] = [SAMPLE.slice(0, SAMPLE.lastIndexOf('<Surname')), SAMPLE.slice(SAMPLE.indexOf('<ResGuests'))]

  it('are no message of their own where a line between them begins as the first one does', () => {
    for (const stamp of ['I, [2026-11-23T12:00:00.123456 #4711]  INFO -- : ', 'pms_1  | '])
      expect(readCapture(Buffer.from(`${stamp}${head}</OTA_Ho\n${stamp}...${tail}\n${stamp}done\n`))).toMatchObject({
        messages: [],
        unread: [{ line: 1 }, { what: expect.stringContaining('the end of a message') }],
      })
  })

  it('are told where another message stands between them', () => {
    const between = '<OTA_PingRQ xmlns="http://www.opentravel.org/OTA/2003/05"><EchoData>hi</EchoData></OTA_PingRQ>'
    expect(readCapture(Buffer.from(`starting\n${head}\n${between}\n${tail}\ndone\n`))).toMatchObject({
      messages: [],
      unread: [{ line: 2, what: expect.stringContaining('another one inside it') }],
    })
  })
})

describe('a whole message behind a section or a comment of something else that is cut', () => {
  const stamp = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
  const envelope = (body: string): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`
  it.each([
    'got <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><x><![CDATA[<OTA_HotelRateAmountNotifRQ><RateAmount',
    'got <x><![CDATA[<OTA_PingRQ Version="1.0"><EchoData>...',
    'a value may begin with <![CDATA[ there',
    'got <OTA_PingRQ><!-- a comment that is cut...',
  ])('is read: %s', (cut) => {
    const message = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
      .trim()
      .replace(/<\?xml[^>]*>\s*/, '')
    const line = message.replaceAll(/>\s+</g, '><')
    for (const [text, wanted] of [
      [line, line],
      [message, message],
      [envelope(line), envelope(line)],
      [envelope(`<x><![CDATA[${line}]]></x>`), line],
    ] as const)
      for (const between of ['', `${stamp}done\n`.repeat(40)]) {
        const { messages, unread } = readCapture(
          Buffer.from(`${stamp}${cut}\n${between}${stamp}in ${text}\n${stamp}in ${text}\n${stamp}done\n`),
        )
        expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[wanted, wanted], []])
      }
  })
})
