import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildNotification,
  concealMessage,
  createConcealer,
  decodeXml,
  explainMessage,
  lintDecoded,
} from '../../../src/resnotif/index.js'
import { validRequests } from '../mutations.js'

/** The long form: RESNOTIF_RUNS=500. */
const RUNS = Number(process.env['RESNOTIF_RUNS'] ?? 40)
const AGAIN = createConcealer()

describe(`${RUNS} right messages without cards and passwords`, { timeout: 60_000 + RUNS * 500 }, () => {
  const texts = fc.sample(validRequests, { numRuns: RUNS, seed: 2027 }).map((request, i) => {
    const phone = ['+49 89 1234567', '+44 20 7946 0958', '089 / 45 67 89-0', '+1 (415) 555-0100'][i % 4] as string
    const comment = [
      `Arrival 12:30, ${2 + (i % 3)} cots, rooms 4101, 4102, 4103, 4104. Call ${phone}.`,
      `Paid ${400 + i}.00, ${380 + i}.50 and ${120 + i}.25 EUR on 01.07.2027, 04.07.2027.`,
      `Invoice 2027-${1000 + i}/ABN ${51_824_753_556 + i}, VAT DE${811_569_869 + i}.`,
      `Flight LH${400 + i} at 18:45; taxi 3 x 12,50. Voucher GIFT-${100_000 + i}-2027.`,
      `See https://hotel.example:8080/bookings/${i}?mail=ada@host.example and the key card at desk ${i}.`,
      `Pass the pin board; the secret garden opens 10:00-18:00. Basic room ${i} is fine, token gesture.`,
    ][i % 6] as string
    return buildNotification({ ...request, comment, booker: { ...request.booker, phone } } as typeof request, {
      roomStays: i % 2 === 0 ? 'room' : 'reservation',
      timeStamp: '2027-01-01T00:00:00Z',
      envelope: i % 3 === 0 ? 'soap12' : 'none',
    })
  })

  it('stay as they are, byte for byte', () => {
    for (const text of texts)
      expect(concealMessage(text)).toMatchObject({ text, cards: 0, passwords: 0, strayCards: [] })
  })

  it('nothing is found in them, and their story has no stars', () => {
    for (const text of texts) {
      expect(lintDecoded(decodeXml(Buffer.from(text))).findings.filter(({ rule }) => rule === 'card-number')).toEqual(
        [],
      )
      const { lines } = explainMessage(text)
      expect(lines.join('\n')).not.toContain('*')
      expect(AGAIN.value(lines)).toEqual(lines)
    }
  })
})
