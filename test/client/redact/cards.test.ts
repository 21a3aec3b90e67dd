import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/client/redact.js'

/** Put together here, so that no card number stands in a file. */
const groups = (separator: string): string => ['4111', '1111', '1111', '1111'].join(separator)
const PAN = groups('')
const STARRED = '************1111'

describe('cards that a service echoes', () => {
  it.each([' ', '-', '.', '\u00b7', ',', ':', '/', '|', '\t', '\u00a0', ' - ', ''])('%j between the groups: a text shows the last four digits', (separator) => {
    const { text } = createRedactor(new Set())
    expect(text(`the card ${groups(separator)} is declined`)).toBe(`the card ${['****', '****', '****', '1111'].join(separator)} is declined`)
  })

  it.each(['cvc 123', 'CVV: 123', 'the security code is 123', '"cvc2":"123"', 'cvv=123'])('%s shows no code', (said) => {
    expect(createRedactor(new Set()).text(said)).not.toMatch(/123/)
  })

  it('by the names of fields, wherever they stand; ids stay whole', () => {
    const answered = {
      bookingId: PAN, hubSwitchId: PAN, property_id: 4111111111111111n, channelBookingId: PAN, rooms: [{ number: '101', phone: '+49 30 1234567' }],
      card: { number: Number(PAN), cvc: 123, code: '123', holderName: 'Ada', maskedNumber: STARRED, expiryMonth: 12, token: '1234567890123' }, payment: { cardNumber: groups('-'), securityCode: '123', card: PAN },
      cards: [{ pan: PAN, CVV2: '1234' }], remark: `paid with ${PAN}`, totalPrice: '236.00',
    }
    expect(createRedactor(new Set()).withoutCards(answered)).toEqual({
      ...answered, card: { ...answered.card, number: STARRED, cvc: '***', code: '***', token: '*********0123' }, payment: { cardNumber: '****-****-****-1111', securityCode: '***', card: STARRED },
      cards: [{ pan: STARRED, CVV2: '***' }], remark: `paid with ${STARRED}`,
    })
  })

  it('what api prints is hidden once: an id by its name is whole, and so are the last four digits before a code', () => {
    expect(createRedactor(new Set(['number'])).value({ bookingId: PAN, number: PAN, note: `${groups(' ')} cvc 987` })).toEqual({ bookingId: PAN, number: '[secret]', note: '**** **** **** 1111 cvc ***' })
  })

  it('an id that a person gave stays whole in texts, and the card of the same request does not', () => {
    const redactor = createRedactor(new Set())
    redactor.keep({ query: { bookingId: PAN }, body: { card: { number: `${'5'.repeat(15)}7` } } })
    expect(redactor.text(`no reservation ${PAN}, card ${'5'.repeat(15)}7`)).toBe(`no reservation ${PAN}, card ************5557`)
  })
})
