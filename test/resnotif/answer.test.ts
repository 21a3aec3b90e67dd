import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../src/resnotif/answer.js'

const rs = (inner: string): string => `<?xml version="1.0"?><OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000">${inner}</OTA_HotelResNotifRS>`
const error = (code: string, type = '3'): string => rs(`<Errors><Error Type="${type}" Code="${code}" ShortText="no">text</Error></Errors>`)

describe('the answer of a PMS', () => {
  it.each([
    [rs('<Success/>'), 200, 'delivered', false],
    [`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${rs('<Success/>').slice(21)}</s:Body></s:Envelope>`, 202, 'delivered', false],
    [rs('<Success/><Warnings><Warning Type="11">note</Warning></Warnings>'), 200, 'delivered', false],
    [rs('<Success/><Warnings><Warning Type="3" Code="402" Status="NotProcessed">x</Warning></Warnings>'), 200, 'partial', false],
    [rs('<Success/>'), 500, 'failed', true],
    [rs(''), 200, 'failed', false],
    [rs('<Success/>').slice(0, -5), 200, 'failed', false],
    ['busy', 503, 'failed', true],
    ['<html/>', 200, 'failed', false],
    ['not xml', 200, 'failed', false],
    ['', 200, 'failed', false],
    ['', 404, 'failed', false],
    ['', 429, 'failed', true],
    ['<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>Bad token.</faultstring></s:Fault></s:Body></s:Envelope>', 500, 'failed', true],
    ...['187', '191', '448', '784'].map((code) => [error(code), 200, 'failed', true] as const),
    ...['249', '320', '321', '392', '402', '404', '783'].map((code) => [error(code), 200, 'failed', false] as const),
    [error('320', '5'), 200, 'failed', true],
  ] as const)('%# %s', (body, status, state, isRetryable) => {
    expect(readAnswer(body, status)).toMatchObject({ state, isRetryable })
  })

  it('127 says that it had been delivered', () => {
    expect(readAnswer(error('127'))).toMatchObject({ state: 'failed', isAlreadyDelivered: true, isRetryable: false })
    expect(readAnswer(rs('<Errors><Error Type="3" Code="127"/><Error Type="3" Code="402"/></Errors>')).isAlreadyDelivered).toBe(false)
  })

  it('says codes in words, keeps the PMS’s own, and gives its ids', () => {
    const answer = readAnswer(rs('<Success/><Warnings><Warning Type="3" Code="402" Status="NotProcessed" ShortText="Zimmer?"/></Warnings><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="10" ResID_Value="PMS-7"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>'))
    expect(answer.problems).toEqual([{ kind: 'warning', type: '3', code: '402', status: 'NotProcessed', text: 'Zimmer?', words: 'the room type is not valid (code 402)' }])
    expect(answer.reservationIds).toEqual(['PMS-7'])
    expect(readAnswer(rs('<Errors><Error Type="10">Hotel?</Error></Errors>')).summary).toBe('The PMS refused the message: a required field is missing.')
    expect(readAnswer(rs('<Errors><Error Type="99" Code="9999">Hotel?</Error></Errors>')).summary).toBe('The PMS refused the message: Hotel? (code 9999).')
  })
})
