import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const PREFIXES = ['', STAMP, 'Jan  1 10:00:01 pms app[7]: ', 'web_1  | ', 'INFO ', 'app.log-12-']

/** What a log of lines with a prefix keeps of a text. */
const written = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((one) => `${prefix}${one}\n`)
    .join('')
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

describe('the middle of a message', () => {
  const rows = MESSAGE.split('\n')
  const PIECES = [
    rows.slice(6, 40),
    rows.slice(20, 26),
    rows.slice(50, 110),
    rows.slice(rows.length - 20, rows.length - 1),
  ]

  it.each(PREFIXES)('is told as unread, alone and beside whole ones, with the prefix "%s"', (prefix) => {
    for (const piece of PIECES.map((one) => written(one.join('\n'), prefix))) {
      const line = (content: string): number[] => read(content).unread.map((one) => one.line)
      expect(read(`${piece}${STAMP}next\n`)).toMatchObject({ messages: [], unread: [{ line: 1 }] })
      expect(read(piece)).toMatchObject({ messages: [], unread: [{ line: 1 }] })
      const whole = `${STAMP}in ${MESSAGE}\n`
      expect([read(`${piece}${whole}`).messages.length, line(`${piece}${whole}`)]).toEqual([1, [1]])
      expect([read(`${whole}${STAMP}ok\n${piece}`).messages.length, line(`${whole}${STAMP}ok\n${piece}`)]).toEqual([
        1,
        [rows.length + 2],
      ])
    }
  })

  it.each([
    'sending <OTA_HotelResNotifRS>',
    'sending <OTA_HotelResNotifRS/>',
    'List<OTA_HotelResNotifRS> is empty',
    'no <OTA_HotelAvailNotifRQ> here',
    'got <OTA_PingRQ>',
  ])('is told behind a line that only speaks of another message: %s', (words) => {
    for (const piece of PIECES)
      for (const behind of ['', `${STAMP}${words}\n`, `${STAMP}in ${MESSAGE}\n`])
        expect(read(`${STAMP}${words}\n${written(piece.join('\n'), STAMP)}${behind}`).unread).toMatchObject([
          { line: 2 },
        ])
  })

  it('is told in one line, in JSON, escaped and in bytes', () => {
    const piece = LINE.slice(900, 2_200)
    for (const content of [
      `${STAMP}${piece}\n`,
      `${JSON.stringify({ log: `${piece}\n` })}\n`,
      `${STAMP}${escaped(piece)}\n`,
      PIECES[0]?.map((one) => `${JSON.stringify({ log: `${one}\n`, stream: 'stdout' })}\n`).join('') ?? '',
    ]) {
      expect(read(content)).toMatchObject({ messages: [], unread: [{ line: 1 }] })
      expect(read(`${content}${STAMP}${MESSAGE}\n`)).toMatchObject({ messages: [{}], unread: [{ line: 1 }] })
    }
  })

  it('is told once with the end or the beginning that it belongs to', () => {
    for (const prefix of PREFIXES) {
      expect(read(`${written(rows.slice(40).join('\n'), prefix)}${STAMP}in ${MESSAGE}\n`).unread).toHaveLength(1)
      expect(read(`${written(rows.slice(0, 60).join('\n'), STAMP)}${STAMP}in ${MESSAGE}\n`).unread).toHaveLength(1)
    }
  })
})

describe('no piece of a message', () => {
  const OTHER = (name: string): string =>
    `<${name} xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/>` +
    `<RoomStays><RoomStay IndexNumber="1"><RatePlans><RatePlan RatePlanCode="A"/></RatePlans></RoomStay></RoomStays></HotelReservation></HotelReservations></${name}>`

  it.each([
    ['an answer', OTHER('OTA_HotelResNotifRS')],
    ['another message', OTHER('OTA_HotelAvailNotifRQ').replaceAll('><', '>\n<')],
    ['a message of another kind with a prefix', OTHER('ota:OTA_ResRetrieveRS')],
    ['another message that is cut', OTHER('OTA_HotelAvailNotifRQ').slice(0, 250)],
    ['the end of another message', OTHER('OTA_HotelAvailNotifRQ').slice(150)],
    ['a document of a program', OTHER('booking')],
    ['an escaped answer', escaped(OTHER('OTA_HotelResNotifRS'))],
    ['a sentence', 'unknown element <RoomStay> in <HotelReservation>, expected <RoomStays>'],
    ['a parser', 'The element type "RoomStay" must be terminated by the matching end-tag "</RoomStay>".'],
    ['a parser that says more', 'no </RoomStay> before </HotelReservation>'],
    ['a line of a document', 'checked <RoomType RoomTypeCode="DBL"/> for the house'],
    ['HTML', '<html><body><Text class="a">x</Text><Address id="b">y</Address></body></html>'],
  ])('is %s', (_, text) => {
    for (const line of [text, text.split('\n').join(`\n${STAMP}`)])
      for (const content of [
        `${STAMP}${line}\n${STAMP}in ${MESSAGE}\n${STAMP}done\n`,
        `${STAMP}in ${MESSAGE}\n${STAMP}${line}\n`,
      ])
        expect(read(content)).toMatchObject({ messages: [{}], unread: [] })
  })

  it('is a document that is wrong by itself', () => {
    expect(read('<HotelReservations><HotelReservation/></HotelReservations>')).toMatchObject({ unread: [] })
    expect(read(MESSAGE.replaceAll('OTA_HotelResNotifRQ', 'OTA_HotelResNotif').slice(0, 2_000)).unread).toEqual([])
  })
})
