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

describe('a log that quotes elements', () => {
  const SENTENCES = [
    'mapped <ResGuest ResGuestRPH="1-101-501" GroupEventCode="1"> to unit 1',
    'read <UniqueID Type="14" ID="HS-1"/>',
    'guest <Surname>Hopper</Surname> not found',
    'guest <PersonName><GivenName>Ada</GivenName><Surname>Lovelace</Surname></PersonName> saved',
    'rates <Rate UnitMultiplier="1"/><Rate UnitMultiplier="2"/> merged',
    'room <RoomType RoomTypeCode="101" NumberOfUnits="2"/> booked',
    'guests: <GuestCount AgeQualifyingCode="10" Count="4"/>',
    'sent <TimeSpan Start="2027-07-01" End="2027-07-04"/> to cache',
    'use <UniqueID Type="14"> instead of <UniqueID Type="15">',
    '<RoomStays>...</RoomStays> skipped',
    'trace: enter <HotelReservations><HotelReservation>',
    'trace: leave </HotelReservation></HotelReservations>',
    'Opening and ending tag mismatch: <Surname> line 3 and </PersonName>',
    'no </ResGuest> found for <ResGuest>',
    'expected <ResGuest> in <ResGuests>',
    'List<HotelReservation> from Map<String, RoomStay>',
    '<RoomStay>',
  ]

  const PAIRS = Number(process.env['LOG_PAIRS'] ?? 4)
  it.each(SENTENCES)('is clean: %s', (sentence) => {
    // Each with the four behind it in turn; with all: LOG_PAIRS=99.
    for (const other of [...SENTENCES, ...SENTENCES].slice(
      SENTENCES.indexOf(sentence),
      SENTENCES.indexOf(sentence) + PAIRS,
    ))
      for (const prefix of [STAMP, 'Jan  1 10:00:01 pms app[7]: ', 'web_1  | ']) {
        const words = `${prefix}${sentence}\n${prefix}${other}\n`
        const whole = `${prefix}in ${MESSAGE}\n`
        for (const content of [
          `${words}${whole}`,
          `${whole}${words}`,
          `${prefix}ok\n${words}${words}${prefix}ok\n${whole}`,
        ])
          expect([other, read(content).unread, read(content).messages.length]).toEqual([other, [], 1])
      }
  })

  it.each(SENTENCES)('beside the middle of a message hides nothing of it: %s', (sentence) => {
    const rows = MESSAGE.split('\n')
    for (const piece of [rows.slice(6, 40), rows.slice(50, 110)])
      for (const prefix of [STAMP, 'Jan  1 10:00:01 pms app[7]: ', 'web_1  | ', '']) {
        const middle = written(piece.join('\n'), prefix)
        for (const content of [`${STAMP}${sentence}\n${middle}`, `${middle}${STAMP}${sentence}\n`])
          expect([prefix, read(content).messages, read(content).unread.length]).toEqual([prefix, [], 1])
      }
  })

  it('is not one whose lines go on with a tag each, with numbers or other names before them', () => {
    const rows = MESSAGE.split('\n').slice(20, 70)
    for (const head of [
      (at: number) => `${at}\t`,
      (at: number) => `app.log:${at}:`,
      (at: number) => `2026-11-23 12:00:0${at % 10},${100 + at} DEBUG [http-${at}] a.b.Wire - `,
      (at: number) => `${JSON.stringify({ at, id: `a${at * 7919}b` }).slice(0, -1)},"log":"`,
    ])
      expect(
        read(`${STAMP}start\n${rows.map((row, at) => `${head(at)}${row}\n`).join('')}${STAMP}done\n`),
      ).toMatchObject({ messages: [], unread: [{ line: 2 }] })
  })

  it('is not one with more than a sentence quotes', () => {
    const from = LINE.indexOf('<RoomStay ')
    const stay = LINE.slice(from, LINE.indexOf('</RoomStay>') + 11)
    expect(read(`${STAMP}got ${stay} for the house\n${STAMP}done\n`)).toMatchObject({
      messages: [],
      unread: [{ line: 1 }],
    })
  })
})
