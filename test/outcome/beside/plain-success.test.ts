import { describe, expect, it } from 'vitest'
import { isPlainSuccess } from '../../../src/outcome/beside/index.js'
import { batchIn } from '../../../src/outcome/entries/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const SENT = { body: { channelBookingId: 'HS-7', name: 'Seaview', room_id: 101, from: '2027-07-01', price: '120.00' } }
const RECORD = { bookingId: 'BK-9Q', id: 900_001, ratePlanId: 501 }
const isPlain = (text: string, mayHold = false): boolean => isPlainSuccess(text, SENT, RECORD, { mayHold })

describe('a text beside a success', () => {
  it.each([
    'ok',
    'OK.',
    'Success',
    '200',
    'Reservation created',
    'Reservation BK-9Q created for HS-7.',
    'RESERVATION_CREATED',
    'ReservationCreated',
    '2 rows updated',
    'Rates have been updated successfully',
    'Rate plan saved!',
    'Rate-plan 501 created',
    'Updated: 3, failed: 0',
    'Saved. No errors.',
    'No errors found',
    'The price of room 101 was set to 120.00 from 2027-07-01',
    'Property "Seaview" updated',
    'Request 8f3-a2 was processed',
    'Thank you, your booking is confirmed',
    'Reservation has been confirmed.',
    'The booking is confirmed',
    'Reservation 900001 confirmed',
    'Prices updated successfully',
    'OK (200)',
    'Status: 200 OK',
    'Updated in 12 ms',
    'Updated in 0.3s',
    'Stored at 2026-11-23T10:15:30.123Z',
    'Request 88123 processed',
    'Updated. Request id: 8f3-a2',
    'Stored for room 101',
    '1 room updated',
    '2 of 2 settings were applied',
    'Entries stored: 2',
    '',
    ' ',
  ])('"%s" is the word of success', (text) => {
    expect([text, isPlain(text)]).toEqual([text, true])
  })

  it.each([
    'Erfolgreich gespeichert',
    'Opgeslagen ✓',
    'Values kept from the season before',
    'Saved in the test system only',
    'The price of room 101 was set to 90.00',
    'Rates set to 0',
    'Availability 7 saved',
    'Updated until midnight',
    'Created, see your account manager',
    'Updated?',
    'Rates updated from 2027-08-01',
    'Room 24h saved',
    'Rates updated in 10min',
    'Updated 50%',
    'Stored for room 102',
    'Stored for hotel 1000002',
    'Confirmation for booking 900002 stored',
    'Reservation 900002 confirmed',
    'Reservation BK-9R confirmed',
    'Booking reference BK-9R confirmed',
    'Confirmed 900002',
    'Updated. ID: 4711',
    'Rooms 102, 103 updated',
    'Rate plan 502 saved',
    'Updated for 2027-08-01',
    'Confirmation number 55123',
    'Reservation',
    'The old rates were saved',
    '0 rows updated',
    '-1 rows updated',
    'Saved as template',
    'Reservation created, pending',
    `ok ${'a'.repeat(2_000)}`,
  ])('"%s" is more than that', (text) => {
    expect([text, isPlain(text)]).toEqual([text, false])
  })

  it('to a batch counts what was sent, or more than that, and names what was sent', () => {
    const sent = [101, 102].map((room_id) => ({
      room_id,
      from: '2027-07-01',
      to: '2027-07-31',
      price: 80,
      min_stay: 1,
    }))
    const batch = batchIn(sent, { hotel_code: '1000001' })
    const told = (text: string): boolean => isPlainSuccess(text, {}, {}, { mayHold: false, batch: () => batch })
    for (const text of ['2 entries stored', 'Stored 2', '62 nights updated', 'Room 101 stored', '2027-07-01 stored'])
      expect([text, told(text)]).toEqual([text, true])
    for (const text of ['1 entry stored', 'Stored 1', 'Stored 1000002', 'Room 2 stored', '2027-07-02 stored'])
      expect([text, told(text)]).toEqual([text, false])
  })

  it('to a batch is measured by counts, whatever value a number equals as well', () => {
    const sent = [101, 102].flatMap((room_id) =>
      ['2027-07-01', '2027-07-04', '2027-07-07'].map((from) => ({
        room_id,
        rate_plan_id: 501,
        from,
        to: from,
        price: '120',
        min_stay: 2,
      })),
    )
    const batch = batchIn(sent, { hotel_code: '1000001' })
    const body = { hotel_code: '1000001', room_settings: sent }
    const told = (text: string): boolean => isPlainSuccess(text, { body }, {}, { mayHold: false, batch: () => batch })
    for (const text of [
      '6 rates updated',
      'Updated: 6',
      '2 rooms updated',
      '1 rate plan updated',
      '3 nights updated',
      'Rates updated: 6',
      'Room 101 updated',
      'Price 120 stored',
      'Saved 101, 102',
      'Stored 6 of 6 entries',
    ])
      expect([text, told(text)]).toEqual([text, true])
    for (const text of [
      '2 rates updated',
      '2 new rates saved',
      'Updated: 2',
      'Rates updated (2)',
      '2 saved',
      '2 entries',
      'total 2 updated',
      '2 settings were saved',
      '2 nights updated',
      'Updated 2 of your rates',
      '1 room updated',
      '501 rates updated',
      '120 rates updated',
    ])
      expect([text, told(text)]).toEqual([text, false])
  })

  it('of a hold may say that it is not confirmed yet', () => {
    expect(isPlain('Reservation created, pending confirmation', true)).toBe(true)
  })

  it('is read in little time, however long it is', () => {
    for (const piece of ['a', '1-', 'ok ', '0 errors ', '. ', 'aB', 'HS-7', 'failed : '])
      expect(
        cpuTime(() => void isPlain(piece.repeat(100_000 / piece.length)), 500),
        piece,
      ).toBeLessThan(500)
  })
})
