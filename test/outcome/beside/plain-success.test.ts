import { describe, expect, it } from 'vitest'
import { isPlainSuccess } from '../../../src/outcome/beside/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const SENT = { body: { channelBookingId: 'HS-7', name: 'Seaview', room_id: 101, from: '2027-07-01', price: '120.00' } }
const RECORD = { bookingId: 'BK-9Q', id: 900_001 }
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

  it('of a hold may say that it is not confirmed yet', () => {
    expect(isPlain('Reservation created, pending confirmation', true)).toBe(true)
  })

  it('is read in little time, however long it is', () => {
    for (const piece of ['a', '1-', 'ok ', '0 errors ', '. ', 'aB', 'HS-7', 'failed : '])
      expect(
        cpuTime(() => void isPlain(piece.repeat(100_000 / piece.length)), 3),
        piece,
      ).toBeLessThan(50)
  })
})
