import { describe, expect, it } from 'vitest'
import { checkTotal, otherTotal } from '../../src/booking/total.js'
import type { ReservationRecord } from '../../src/contract/endpoints/reservation-fields.js'

const held = (totalPrice: string, currencyCode: string): ReservationRecord =>
  ({ bookingId: '900001', status: 'pending', totalPrice, currencyCode }) as unknown as ReservationRecord
const noCall = (() => Promise.reject(new Error('not asked'))) as never
const offered = { total: 3_000_000n, currency: 'EUR' }

describe('the total of a booking', () => {
  it('the same amount in another currency is another total', async () => {
    await expect(checkTotal(noCall, held('300.00', 'USD'), { offered, expected: '300.00' })).rejects.toMatchObject({
      exitCode: 3,
      message: 'Reservation 900001 is held at 300.00 USD, not at 300.00 EUR. It is not confirmed.',
    })
    expect(await checkTotal(noCall, held('300.00', 'USD'), { offered, expected: undefined })).toBe(
      'It was offered at 300.00 EUR, and the service holds it at 300.00 USD.',
    )
    expect(await checkTotal(noCall, held('300.00', 'eur'), { offered, expected: '300.00' })).toBeUndefined()
  })

  it('is compared with what the attempt expected', () => {
    expect(otherTotal(held('300.00', 'EUR'), '300.00 EUR')).toBeUndefined()
    expect(otherTotal(held('310.00', 'EUR'), undefined)).toBeUndefined()
    expect(otherTotal(held('310.00', 'EUR'), '300.00 EUR')).toBe('held at 310.00 EUR, not at 300.00 EUR')
    expect(otherTotal(held('300.00', 'USD'), '300.00 EUR')).toBe('held at 300.00 USD, not at 300.00 EUR')
  })

  it.each(['EUR 300.00', '300,00', '1 300.00'])('a total that cannot be read is quoted: %s', async (text) => {
    const looked = (() => Promise.resolve([held(text, 'EUR')])) as never
    await expect(checkTotal(looked, held(text, 'EUR'), { offered, expected: '300.00' })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(`is held at "${text}", which cannot be read as a total`) as string,
    })
    expect(otherTotal(held(text, 'EUR'), '300.00 EUR')).toContain(`at "${text}"`)
  })
})
