import { describe, expect, it } from 'vitest'
import { createCardHider, createRedactor, isHidden } from '../../../src/client/shown/index.js'

/** Put together here, so that no card number stands in a file. */
const groups = (separator: string): string => ['4111', '1111', '1111', '1111'].join(separator)
const OTHER = '5555555555554444'
const PAN = groups('')
const STARRED = '************1111'

describe('cards that a service echoes', () => {
  it.each([' ', '-', '.', '\u00b7', ',', ':', '/', '|', '\t', '\u00a0', ' - ', ''])(
    '%j between the groups: a text shows the last four digits',
    (separator) => {
      const { text } = createRedactor(new Set())
      expect(text(`the card ${groups(separator)} is declined`)).toBe(
        `the card ${['****', '****', '****', '1111'].join(separator)} is declined`,
      )
    },
  )

  it.each(['cvc 123', 'CVV: 123', 'the security code is 123', '"cvc2":"123"', 'cvv=123'])(
    '%s shows no code',
    (said) => {
      expect(createRedactor(new Set()).text(said)).not.toMatch(/123/)
    },
  )

  it('by the names of fields, wherever they stand; ids stay whole', () => {
    const answered = {
      bookingId: PAN,
      hubSwitchId: PAN,
      property_id: 4111111111111111n,
      channelBookingId: PAN,
      rooms: [{ number: '101', phone: '+49 30 1234567' }],
      card: {
        number: Number(PAN),
        cvc: 123,
        code: '123',
        holderName: 'Ada',
        maskedNumber: STARRED,
        expiryMonth: 12,
        token: '1234567890123',
      },
      payment: { cardNumber: groups('-'), securityCode: '123', card: PAN },
      cards: [{ pan: PAN, CVV2: '1234' }],
      remark: `paid with ${PAN}`,
      totalPrice: '236.00',
    }
    expect(createRedactor(new Set()).withoutCards(answered)).toEqual({
      ...answered,
      card: { ...answered.card, number: STARRED, cvc: '***', code: '***', token: '*********0123' },
      payment: { cardNumber: '****-****-****-1111', securityCode: '***', card: STARRED },
      cards: [{ pan: STARRED, CVV2: '***' }],
      remark: `paid with ${STARRED}`,
    })
  })

  it('what api prints is hidden once: an id by its name is whole, and so are the last four digits before a code', () => {
    expect(
      createRedactor(new Set(['number'])).value({ bookingId: PAN, number: PAN, note: `${groups(' ')} cvc 987` }),
    ).toEqual({ bookingId: PAN, number: '[secret]', note: '**** **** **** 1111 cvc ***' })
  })

  it('an id that a person gave stays whole in texts, and the card of the same request does not', () => {
    const redactor = createRedactor(new Set())
    redactor.keep({ query: { bookingId: PAN }, body: { card: { number: `${'5'.repeat(15)}7` } } })
    expect(redactor.text(`no reservation ${PAN}, card ${'5'.repeat(15)}7`)).toBe(
      `no reservation ${PAN}, card ************5557`,
    )
  })

  it.each(['comment', 'firstName', 'phone', 'remark', 'text'])('a card that a person wrote as %s is no id', (name) => {
    const redactor = createRedactor(new Set())
    for (const written of [PAN, `please charge ${groups(' ')} cvc 987`])
      redactor.keep({ body: { channelBookingId: `B-${OTHER}`, [name]: written, rooms: [{ [name]: written }] } })
    const shown = JSON.stringify([
      redactor.withoutCards({ [name]: PAN, rooms: [{ [name]: `please charge ${groups(' ')} cvc 987` }] }),
      redactor.text(`${groups(' ')} is refused, as is ${PAN} cvc 987`),
    ])
    expect(shown).not.toMatch(/4111 ?1111|987/)
    expect(redactor.text(`no reservation B-${OTHER}`)).toBe(`no reservation B-${OTHER}`)
  })

  describe('the security code that was sent', () => {
    const sent = createRedactor(new Set())
    sent.keep({ body: { bookingId: '900001', card: { number: PAN, expiryYear: 2030, cvc: '987' } } })

    it.each([
      ['987 is not valid for this card', '*** is not valid for this card'],
      ['{"rejectedValue":"987"}', '{"rejectedValue":"***"}'],
      ['{"987":"cvc"}', '{"***":"cvc"}'],
      ['in card%5Bx%5D%3D1%26cvc%3D987', 'in card%5Bx%5D%3D1%26cvc%3D***'],
      ['x%20987', 'x%20***'],
      ['x987y', 'x***y'],
      ['19871 9870 1987', '19871 9870 1987'],
      ['reservation 900001', 'reservation 900001'],
    ])('%s shows none of it', (said, shown) => {
      expect(sent.text(said)).toBe(shown)
    })

    it('is hidden in values and names of an answer, and what is an id or an expiry stays', () => {
      expect(
        sent.withoutCards({
          bookingId: '987',
          card: { verification: '987', x: 987, expiryYear: 2030 },
          errors: { 987: 'cvc' },
          remark: 'got 987',
        }),
      ).toEqual({
        bookingId: '987',
        card: { verification: '***', x: '***', expiryYear: 2030 },
        errors: { '***': 'cvc' },
        remark: 'got ***',
      })
    })

    it('is known by any name that a card gives it', () => {
      const redactor = createRedactor(new Set())
      redactor.keep({ body: { paymentCard: { cid: 4321, details: { verification: '654' } }, securityCode: '321' } })
      expect(redactor.text('4321, 654, 321, 322')).toBe('***, ***, ***, 322')
    })
  })

  it.each([
    '{"card":{"verification":"123"}}',
    `{"guarantee":{"number":"${groups(' ')}","cardCode":123}}`,
    'cvcCode=123',
    'card%5B%26cvc%3D123',
    'a%2Ccvc%3d%22123',
    '{"cardVerification":123}',
  ])('%s shows no code that nobody knew before', (said) => {
    expect(createRedactor(new Set()).text(said)).not.toMatch(/123/)
  })

  it('codes of a card by names that mean something else elsewhere', () => {
    expect(
      createRedactor(new Set()).withoutCards({
        cid: '123',
        customer: { cid: '123' },
        verification: 'done',
        card: { cid: '123', verification: 123, brand: 'x' },
        guarantee: { number: groups(' '), cardCode: 123 },
      }),
    ).toEqual({
      cid: '***',
      customer: { cid: '123' },
      verification: 'done',
      card: { cid: '***', verification: '***', brand: 'x' },
      guarantee: { number: '**** **** **** 1111', cardCode: '***' },
    })
  })

  const CODE_NAMES = [
    'cid',
    'cid2',
    'CID',
    'cidCode',
    'csc',
    'cvn',
    'cav2',
    'cvd',
    'securityCode',
    'verification_value',
    'cvv2Code',
  ]
  it.each(CODE_NAMES)('%s beside a card, in one, and among the names and values of one', (name) => {
    for (const answered of [
      { payment: { cardNumber: PAN, [name]: '987' } },
      { guarantee: { number: groups(' '), [name]: 987 } },
      { bookingId: 'B', card: { number: PAN }, [name]: ' 987 ' },
      { creditCard: { [name]: '987' } },
      { cardDetails: { [name]: '987' } },
      { pay: { pan: STARRED, [name]: 987 } },
      { pay: { holderName: 'A', [name]: '9876' } },
      { pay: { cardNumber: PAN, security: { [name]: '987' } } },
      { cards: [{ x: { [name]: '987' } }] },
      { card: [{ name, value: '987' }] },
      { cardType: 'VI', [name]: 987 },
    ])
      expect(JSON.stringify(createRedactor(new Set()).withoutCards(answered)), JSON.stringify(answered)).not.toMatch(
        /987/,
      )
    expect(createRedactor(new Set()).text(JSON.stringify({ number: PAN, [name]: '987' }))).not.toMatch(/987/)
  })

  it('a cid with no card beside it is an id', () => {
    const answered = {
      cid: '1234',
      customer: { cid: 123, name: 'A' },
      campaign: [{ cid: '999', discard: true }],
      reservation: { bookingId: PAN, cid: 321, cardRequired: true, card: null },
      list: [{ name: 'cid', value: '123' }],
    }
    expect(createRedactor(new Set()).withoutCards(answered)).toEqual(answered)
    expect(
      createRedactor(new Set()).withoutCards({
        cid: '1234',
        payment: { card: { brand: 'VI' } },
        other: { card: { brand: 'x' }, cid: 'spring', customer: { cid: '1234' } },
      }),
    ).toMatchObject({ cid: '1234', other: { cid: 'spring', customer: { cid: '1234' } } })
  })

  it.each(['track1', 'Track2', 'trackData', 'magStripe', 'magnetic_stripe'])(
    '%s shows nothing, whatever stands under it',
    (name) => {
      const shown = createRedactor(new Set()).withoutCards({
        bookingId: 'B1',
        payment: { [name]: `;${PAN}=2912101123?`, x: { [name]: { raw: ['2912101123', 2912101123] } } },
        list: [{ name, value: '2912101123' }],
      })
      expect(JSON.stringify(shown)).not.toMatch(/2912|1111/)
      expect(createRedactor(new Set(['password'])).text(`refused ;${PAN}=29121011234567890123?`)).toBe(
        `refused ;${STARRED}=********************?`,
      )
    },
  )

  it('are no telephone numbers with a plus, under the name of a number too', () => {
    const contact = {
      phones: [{ number: '+4915112345678' }],
      phone: '+49 (151) 1234-5678',
      note: 'call +4915112345678',
    }
    const shown = createCardHider().value(contact)
    expect([shown, isHidden(shown as object)]).toEqual([contact, false])
    const card = createCardHider().value({ phones: [{ number: '+4111111111111111' }] })
    expect([card, isHidden(card as object)]).toEqual([{ phones: [{ number: '+************1111' }] }, true])
    const inCard = createCardHider().value({ card: { number: '+4915112345678' } })
    expect(inCard).toEqual({ card: { number: '+*********5678' } })
  })
})
