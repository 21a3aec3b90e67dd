import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf } from '../../../src/contract/index.js'
import { type Judgement, RULES } from '../../../src/outcome/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const RECORD = {
  bookingId: '900001',
  status: 'confirmed',
  channelBookingId: 'CB-1',
  propertyId: 1_000_001,
  checkInDate: '2030-06-01',
  checkOutDate: '2030-06-03',
}

function judged(body: unknown): Judgement {
  return judgeReceived(
    'reservation.lookup',
    endpointOf('reservation.lookup'),
    {
      label: 'reservation.lookup',
      rule: RULES['reservation.lookup'],
      asked: { query: { bookingId: '900001' } },
    },
    { status: 200, headers: {}, text: JSON.stringify(body), attempts: 1, requestId: 'r', isRepeat: false },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
}

const WORDS: [object, string[]][] = [
  [{ remark: 'Rejected by hotel' }, ['Rejected by hotel']],
  [{ notes: ['Call the hotel', 'No parking'] }, ['Call the hotel', 'No parking']],
  [{ hotelRemarks: 'Renovation in May' }, ['Renovation in May']],
  [{ message: 'The hotel asks for a call' }, ['The hotel asks for a call']],
  [{ notices: ['New terms'] }, ['New terms']],
  [{ notices: [{ code: 'N1', text: 'New terms' }], partial: true }, ['notices: New terms', 'partial: true']],
]

describe('the words of a record that a look-up finds', () => {
  it.each(WORDS)('%j are told, of one record, of a list, of several, and without an envelope', (more, told) => {
    const record = { ...RECORD, ...more }
    for (const body of [
      { result: record, status: 'success' },
      { result: [record], status: 'success' },
      { result: [RECORD, record], status: 'success' },
      [record],
    ]) {
      const { fate, additions } = judged(body)
      expect([fate, additions], JSON.stringify(body)).toEqual(['done', told])
    }
  })

  it.each<[object, string[]]>([
    [{ message: 'The hotel has not answered' }, ['The hotel has not answered']],
    [{ note: 'On behalf of the hotel' }, ['On behalf of the hotel']],
  ])('%j beside them too', (more, told) => {
    expect(judged({ result: RECORD, status: 'success', ...more }).additions).toEqual(told)
  })

  it.each<object>([
    {},
    { message: 'Success' },
    { message: 'Reservation found' },
    { message: '1 reservation found.' },
    { message: 'Reservations retrieved successfully' },
    { message: null, note: '' },
  ])('%j says no more than that it was found', (more) => {
    const { fate, additions } = judged({ result: [RECORD], status: 'success', ...more })
    expect([fate, additions]).toEqual(['done', undefined])
  })

  it('are read in little time', () => {
    for (const piece of ['a ', 'found 1 ', '…'])
      expect(
        cpuTime(() => void judged({ result: { ...RECORD, remark: piece.repeat(100_000 / piece.length) } }), 1_500),
        piece,
        // All patterns together; each alone is held to 500.
      ).toBeLessThan(1_500)
  })
})
