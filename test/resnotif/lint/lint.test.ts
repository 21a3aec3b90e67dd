import { describe, expect, it } from 'vitest'
import { buildNotification } from '../../../src/resnotif/build/build.js'
import { explainMessage } from '../../../src/resnotif/explain/explain.js'
import { fixMessage } from '../../../src/resnotif/fix/fix.js'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { line, people, reservation } from '../reservations.js'

const OTA = 'http://www.opentravel.org/OTA/2003/05'
const rules = (text: string): string[] => lintMessage(text).findings.map(({ rule }) => rule)

/** A stranger's message, by hand: prefix, CRLF, comments, odd blanks, single quotes, a counter running across products. */
const WRONG = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<!-- GroupEventCode="9" is only talk -->',
  `<o:OTA_HotelResNotifRQ  xmlns:o='${OTA}' Version="3" ResStatus="Commit"><o:HotelReservations>`,
  ' <o:HotelReservation><o:UniqueID Type="14" ID="é&amp;1"/><o:RoomStays><o:RoomStay IndexNumber="1"><o:RoomRates>',
  '<o:RoomRate RoomTypeCode="D&amp;B" RatePlanCode="77" NumberOfUnits="2"/><o:RoomRate RoomTypeCode="102" RatePlanCode="77" NumberOfUnits="1"/>',
  '</o:RoomRates><o:TimeSpan Start="2027-01-01" End="2027-01-02"/><o:BasicPropertyInfo HotelCode="7"/><o:ResGuestRPHs><o:ResGuestRPH RPH="1-D&amp;B-77"/><o:ResGuestRPH   RPH = "1.102.77" /></o:ResGuestRPHs></o:RoomStay></o:RoomStays>',
  '<o:ResGuests>\t<o:ResGuest GroupEventCode = "1" ResGuestRPH="1-D&amp;B-77"/><!-- " --><o:ResGuest ResGuestRPH=\'1-D&amp;B-77\'',
  "   GroupEventCode='2'  /><o:ResGuest GroupEventCode='3' ResGuestRPH='1.102.77'></o:ResGuest>",
  '</o:ResGuests><o:ResGlobalInfo><o:Profiles><o:ProfileInfo><o:Profile><o:Customer><o:PersonName><o:Surname>X</o:Surname></o:PersonName></o:Customer></o:Profile></o:ProfileInfo></o:Profiles></o:ResGlobalInfo></o:HotelReservation></o:HotelReservations></o:OTA_HotelResNotifRQ>',
  '',
].join('\r\n')

const stranger = (guests: string, references = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="${OTA}"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays><RoomStay><TimeSpan Start="2027-01-01" End="2027-01-02"/><BasicPropertyInfo HotelCode="7"/>${references}</RoomStay></RoomStays><ResGuests>${guests}</ResGuests><ResGlobalInfo><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>X</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

describe('lint', () => {
  it('names the cause once, with every node, place, found and expected', () => {
    const { findings, hasErrors } = lintMessage(WRONG)
    expect(hasErrors).toBe(true)
    expect(findings.map(({ rule }) => rule)).toEqual(
      ['rph-not-from-parts', 'counter-across-products'].sort(
        (a, b) => findings.findIndex(({ rule }) => rule === a) - findings.findIndex(({ rule }) => rule === b),
      ),
    )
    const counter = findings.find(({ rule }) => rule === 'counter-across-products')
    expect(counter).toMatchObject({
      severity: 'error',
      line: 8,
      found: '3',
      expected: '1',
      node: 'HotelReservation/ResGuests/ResGuest[3]/@GroupEventCode',
    })
    expect(counter?.column).toBe((WRONG.split('\r\n')[7] as string).indexOf("'3'") + 2)
    expect(findings.find(({ rule }) => rule === 'rph-not-from-parts')).toMatchObject({
      found: '1.102.77',
      expected: '1-102-77',
    })
  })

  it('fix changes the wrong values and not a character more', () => {
    const { text, changes, remaining, open } = fixMessage(WRONG)
    expect(text).toBe(WRONG.replace("'3'", "'1'").replaceAll('1.102.77', '1-102-77'))
    expect(changes.map(({ line: at, from, to }) => [at, from, to])).toEqual([
      [6, '1.102.77', '1-102-77'],
      [8, '3', '1'],
      [8, '1.102.77', '1-102-77'],
    ])
    expect(remaining).toEqual([])
    expect(open).toEqual([])
    expect(fixMessage(text).text).toBe(text)
  })

  it('explain sets what is beside what should be, and tells what the schema means', () => {
    const { reservations, lines } = explainMessage(WRONG)
    expect(reservations[0]).toMatchObject({
      style: 'composite',
      id: 'é&1',
      indexNumbers: ['1'],
      faults: ['counter-across-products'],
    })
    expect(
      reservations[0]?.products.map(({ booked, units }) => [
        booked,
        units.map((unit) => unit.map((guest) => [guest.groupEventCode, guest.expectedCode, guest.isRight])),
      ]),
    ).toEqual([
      [2, [[['1', '1', true]], [['2', '2', true]]]],
      [1, [[['3', '1', false]]]],
    ])
    const story = lines.join('\n')
    for (const part of [
      '2 units booked, codes 1, 2.',
      '1 unit booked, codes 3, should be 1.',
      'RPH 1.102.77 → 1-102-77  code 3 → 1',
      'One counter ran through the whole reservation',
      'group or event block',
    ])
      expect(story).toContain(part)
  })

  it('a stranger’s group code is recognised and not scolded', () => {
    const text = stranger(
      '<ResGuest ResGuestRPH="1" GroupEventCode="CONGRESS"/><ResGuest ResGuestRPH="2" GroupEventCode="CONGRESS"/>',
      '<ResGuestRPHs><ResGuestRPH RPH="1"/><ResGuestRPH RPH="2"/></ResGuestRPHs>',
    )
    expect(lintMessage(text)).toMatchObject({
      hasErrors: false,
      findings: [{ rule: 'group-code', severity: 'info', found: 'CONGRESS' }],
    })
    expect(fixMessage(text).text).toBe(text)
    expect(explainMessage(text).lines.join(' ')).toContain('CONGRESS: a group or event block')
    expect(lintMessage(text, { expectComposite: true }).hasErrors).toBe(true)
  })

  it('references of a stranger must still lead somewhere', () => {
    expect(rules(stranger('<ResGuest ResGuestRPH="1"/>', '<ResGuestRPHs>1 3</ResGuestRPHs>'))).toEqual(['rph-dangling'])
    expect(rules(stranger('<ResGuest ResGuestRPH="1"/><ResGuest ResGuestRPH="1"/>'))).toEqual(['rph-duplicate'])
    expect(rules(stranger('<ResGuest/>'))).toEqual([])
  })

  it('a code with a dash is a warning; the counters are checked all the same', () => {
    const text = buildNotification(reservation([line('A-B', '77', 2, people(2))]))
    expect(lintMessage(text)).toMatchObject({
      hasErrors: false,
      findings: [{ rule: 'rph-dash-in-code', severity: 'warning' }],
    })
    expect(rules(text.replace('GroupEventCode="2"', 'GroupEventCode="3"')).toSorted()).toEqual([
      'counter-gap',
      'rph-dash-in-code',
    ])
  })

  it('numbers of one IndexNumber per RoomStay are told', () => {
    expect(
      rules(
        buildNotification(reservation([line(1, 2, 2), line(3, 2, 2)]), { roomStays: 'room', indexNumber: 'room-stay' }),
      ),
    ).toEqual(['index-changing'])
  })

  it('broken XML: one finding for the break, and what stands before it is checked without calling the rest missing', () => {
    const cut = WRONG.slice(0, WRONG.indexOf('</o:ResGuests>'))
    expect(rules(cut).toSorted()).toEqual(['counter-across-products', 'rph-not-from-parts', 'xml-broken'])
    expect(fixMessage(cut)).toMatchObject({ text: cut, changes: [] })
    for (let length = 0; length < WRONG.trimEnd().length; length += 7) {
      const part = WRONG.slice(0, length)
      expect(rules(part).filter((rule) => rule === 'xml-broken')).toHaveLength(1)
      expect(explainMessage(part).lines.length).toBeGreaterThan(0)
    }
  })

  it('a booking of a thousand units is read and checked quickly', () => {
    const text = buildNotification(reservation([line(101, 77, 999, people(999)), line(102, 77, 500)])).replaceAll(
      /GroupEventCode="(\d+)"/g,
      (_, code) => `GroupEventCode="${Number(code) - 1}"`,
    )
    const from = performance.now()
    expect(rules(text)).toEqual(['counter-zero-based'])
    expect(performance.now() - from).toBeLessThan(60_000)
  })
})
