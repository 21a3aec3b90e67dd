import { describe, expect, it } from 'vitest'
import type { ReservationRequest } from '../../../../src/contract/endpoints/reservation-fields.js'
import { buildNotification } from '../../../../src/resnotif/build/build.js'
import { explainMessage } from '../../../../src/resnotif/explain/explain.js'
import { fixMessage } from '../../../../src/resnotif/fix/fix.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { line, people, reservation } from '../../reservations.js'

const REQUEST = reservation([line(101, 77, 2, people(2)), line(102, 77, 1, people(1, 5))]) as ReservationRequest
const SOAP = buildNotification(REQUEST, { timeStamp: '2027-01-01T00:00:00Z', envelope: 'soap11' })
const [MESSAGE] = /<OTA_HotelResNotifRQ[\s\S]*<\/OTA_HotelResNotifRQ>/.exec(SOAP) as unknown as [string]
const OTHER = MESSAGE.replaceAll('CH-1', 'CH-2')
const [RESERVATION] = /<HotelReservation>[\s\S]*<\/HotelReservation>/.exec(SOAP) as unknown as [string]
const twice = (name: string): string =>
  SOAP.replace(new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`), (found) => found + found)
/** One counter over both products. */
const wrong = (text: string): string =>
  text.replace(/GroupEventCode="1"(?![\s\S]*GroupEventCode="1")/, 'GroupEventCode="3"')

describe('nothing in a message goes unread', () => {
  it.each<[string, string, string]>([
    ['two messages in one Body', SOAP.replace(MESSAGE, () => MESSAGE + OTHER), 'several-messages'],
    [
      'a message of another kind beside it',
      SOAP.replace(MESSAGE, () => `${MESSAGE}<OTA_CancelRQ/>`),
      'several-messages',
    ],
    ['two messages in a wrapper', `<all>${MESSAGE}${OTHER}</all>`, 'several-messages'],
    [
      'a copy in the Header',
      SOAP.replace('<soap:Body>', () => `<soap:Header>${OTHER}</soap:Header><soap:Body>`),
      'several-messages',
    ],
    [
      'the message in the Header',
      SOAP.replace(MESSAGE, '').replace('<soap:Body>', () => `<soap:Header>${MESSAGE}</soap:Header><soap:Body>`),
      'message-in-header',
    ],
    [
      'a message beside the Body',
      SOAP.replace(MESSAGE, '').replace('<soap:Body>', () => `${MESSAGE}<soap:Body>`),
      'element-misplaced',
    ],
    ['a second HotelReservations', twice('HotelReservations'), 'element-twice'],
    ['a second ResGuests', twice('ResGuests'), 'element-twice'],
    ['a second RoomStays', twice('RoomStays'), 'element-twice'],
    ['a second RoomRates', twice('RoomRates'), 'element-twice'],
    ['a second ResGlobalInfo', twice('ResGlobalInfo'), 'element-twice'],
    ['a second TimeSpan', SOAP.replace(/<TimeSpan [^>]*>/, '$&$&'), 'element-twice'],
    [
      'a guest outside of ResGuests',
      SOAP.replace('</ResGuests>', '</ResGuests><ResGuest ResGuestRPH="1-101-77" GroupEventCode="1"/>'),
      'element-misplaced',
    ],
    [
      'a reservation outside of HotelReservations',
      SOAP.replace('</HotelReservations>', () => `</HotelReservations>${RESERVATION.replaceAll('CH-1', 'CH-2')}`),
      'element-misplaced',
    ],
  ])('%s is an error, is told by explain, and fix leaves it alone', (_, text, rule) => {
    expect(
      lintMessage(text)
        .findings.filter(({ severity }) => severity === 'error')
        .map((one) => one.rule),
    ).toContain(rule)
    expect(fixMessage(wrong(text))).toMatchObject({ text: wrong(text), changes: [] })
    expect(explainMessage(text).lines[0]).toMatch(/^Note line \d+, /)
  })

  it('the Body is read, not what stands in the Header before it', () => {
    const text = wrong(SOAP).replace('<soap:Body>', () => `<soap:Header>${OTHER}</soap:Header><soap:Body>`)
    expect(lintMessage(text).findings.map(({ rule }) => rule)).toContain('counter-across-products')
  })

  it('a second reservation with plain references is judged as the first is', () => {
    const plain = RESERVATION.replaceAll('CH-1', 'CH-2').replaceAll(/RPH="1-[^"]*"/g, 'RPH="1"')
    expect(
      lintMessage(SOAP.replace(RESERVATION, () => RESERVATION + plain)).findings.map(({ rule }) => rule),
    ).toContain('rph-not-from-parts')
    expect(
      lintMessage(SOAP.replace(RESERVATION, () => RESERVATION + RESERVATION.replaceAll('CH-1', 'CH-2'))).findings,
    ).toEqual([])
  })
})
