import { describe, expect, it } from 'vitest'
import { deliveryNotice } from '../../src/booking/index.js'

const notice = (delivery: object, status = 'confirmed'): string | undefined =>
  deliveryNotice({ bookingId: '7', status, delivery } as never)

describe('what is said of a notification to the hotel', () => {
  it.each([
    ['not_sent', 'The hotel has not taken the notification of reservation 7 yet: HTTP 503.'],
    ['NOT SENT', 'The hotel has not taken the notification of reservation 7 yet: HTTP 503.'],
    ['unknown', 'It is not known whether the hotel has taken the notification of reservation 7: HTTP 503.'],
    ['failed', 'The latest notification of reservation 7 to the hotel failed: HTTP 503.'],
    ['queued', 'The notification of reservation 7 to the hotel is queued: HTTP 503.'],
  ])('%s', (state, words) => {
    expect(notice({ state, message: 'HTTP 503.' })).toBe(words)
    expect(notice({ state })).toMatch(/, and the service gives no reason\.$/)
  })

  it.each([
    [{ state: 'failed', partial: true }],
    [{ state: 'unknown', partial: true }],
    [{ state: 'PARTIAL' }],
    [{ state: 'partially_delivered' }],
  ])('in part: %j', (delivery) => {
    expect(notice({ ...delivery, message: 'The hotel has taken the booking in part.' })).toBe(
      'The latest notification of reservation 7 to the hotel did not get through whole: The hotel has taken the booking in part. Check at the hotel what it has.',
    )
    expect(notice(delivery)).toMatch(/did not get through whole, and the service gives no reason\. Check/)
    expect(notice({ ...delivery, partial: false, state: 'failed' })).toMatch(/to the hotel failed/)
  })

  it('nothing of one that is delivered, or not due', () => {
    expect(notice({ state: 'delivered' })).toBeUndefined()
    expect(notice({ state: 'not_sent' }, 'pending')).toBeUndefined()
  })
})
