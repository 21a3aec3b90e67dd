import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { endpointOf } from '../../src/contract/map/map.js'
import { type Judgement, RULES } from '../../src/outcome/index.js'

/** Put together here, so that no card number stands in a file. */
const NUMBER = `${'4111'.repeat(3)}1234`
const sent = { holderName: 'Ada Lovelace', number: NUMBER, expiryMonth: 3, expiryYear: 2031, cvc: '123' }

function judged(result: unknown): Judgement {
  const call = {
    label: 'reservation.card',
    rule: RULES['reservation.card'],
    asked: { body: { bookingId: '900001', card: sent } },
  }
  const received = {
    status: 200,
    headers: {},
    text: JSON.stringify({ result, status: 'success' }),
    attempts: 1,
    requestId: 'r',
    isRepeat: false,
  }
  return judgeReceived('reservation.card', endpointOf('reservation.card'), call, received, {
    redactor: createRedactor(new Set()),
    baseAddress: new URL('https://service.example'),
    retryAfterCapMs: 120_000,
  })
}

const answer = (card: unknown, over: object = {}): unknown => ({
  bookingId: '900001',
  status: 'pending',
  card,
  ...over,
})

describe('what the answer to a card proves', () => {
  it('in doubt no look-up is named, since none shows a card', () => {
    const { fate, next } = judged(answer({ holderName: 'Eve Stranger' }))
    expect([fate, next]).toEqual([
      'unknown',
      'No look-up shows a card. A card is added or changed, so sending the same one again doubles nothing: run the same command again.',
    ])
  })

  it.each<[string, unknown, RegExp]>([
    ['another holder', answer({ holderName: 'Eve Stranger' }), /card\.holderName Eve Stranger, not Ada Lovelace/],
    ['no holder', answer({ holderName: '' }), /card\.holderName empty, not Ada Lovelace/],
    [
      'other last digits',
      answer({ maskedNumber: '************9999' }),
      /one that ends in 9999, not a number that ends in 1234/,
    ],
    ['other last digits by themselves', answer({ last4: 9999 }), /ends in 9999/],
    ['a whole other number', answer({ number: `${'5'.repeat(12)}9999` }), /one that ends in 9999, not/],
    [
      'other first digits',
      answer({ maskedNumber: '411122******1234' }),
      /card\.maskedNumber one with other digits, not the number that was sent/,
    ],
    ['a whole other number with the same end', answer({ number: `${'4222'.repeat(3)}1234` }), /one with other digits/],
    ['another beginning by itself', answer({ bin: '422222' }), /card\.bin otherwise/],
    [
      'another card of the payment',
      answer(null, { payment: { card: { maskedNumber: '****9999' } } }),
      /payment\.card\.maskedNumber one that ends in 9999/,
    ],
    [
      'another card in a list',
      answer(null, { cards: [{ last4: '9999' }, { last4: '8888' }] }),
      /cards\.last4 one that ends in 9999/,
    ],
    [
      'another credit card',
      answer(null, { credit_card: { card_holder: 'Eve Stranger' } }),
      /credit_card\.card_holder Eve Stranger, not Ada Lovelace/,
    ],
    [
      'another payment card in a list of rooms',
      answer(null, { rooms: [{ paymentCard: { expiry: '03/30' } }] }),
      /paymentCard\.expiry 3\/2030/,
    ],
    [
      'another card of the guarantee, which is called nothing',
      answer(null, { guarantee: { maskedPan: 'XXXX-XXXX-XXXX-9999' } }),
      /guarantee\.maskedPan one that ends in 9999/,
    ],
    [
      'another number beside the record',
      answer(null, { maskedCardNumber: '****9999' }),
      /maskedCardNumber one that ends in 9999/,
    ],
    ['another card as a text', answer(null, { creditCard: '****9999' }), /creditCard\.number one that ends in 9999/],
    [
      'a card of the payment that is declined',
      answer(null, { payment: { card: { status: 'declined' } } }),
      /payment\.card\.status declined/,
    ],
    ['another month', answer({ expiryMonth: 4 }), /card\.expiryMonth 4, not 3/],
    ['another year', answer({ expiryYear: '30' }), /card\.expiryYear 30, not 2031/],
    ['another expiry', answer({ expiry: '03/30' }), /card\.expiry 3\/2030, not 3\/2031/],
    ['an error', answer({ error: 'no such issuer' }), /card\.error no such issuer/],
    ['a card that is declined', answer({ status: 'declined' }), /card\.status declined/],
    ['a card in an odd state', answer({ status: 'blocked' }), /card\.status blocked/],
    ['a card that is not valid', answer({ valid: false }), /card\.valid false/],
    ['an expired card', answer({ expired: true }), /card\.expired true/],
    ['not valid beside the card', answer(null, { valid: false }), /result\.valid false/],
    ['an error in the record', { bookingId: '900001', errorMessage: 'issuer away' }, /errorMessage issuer away/],
    ['declined as the state', answer(null, { status: 'declined' }), /status declined/],
  ])('%s is no card that is stored', (_, result, words) => {
    const judgement = judged(result)
    expect([judgement.fate, judgement.words]).toEqual(['unknown', expect.stringMatching(words)])
    expect(JSON.stringify(judgement)).not.toMatch(/\d{5,}9999|41111|"123"/)
  })

  it.each<[string, unknown]>([
    [
      'as sent',
      answer({
        holderName: 'ADA LOVELACE',
        maskedNumber: '**** **** **** 1234',
        expiryMonth: '03',
        expiryYear: 31,
        type: 'VISA',
      }),
    ],
    ['masked to its end', answer({ maskedNumber: '411141******', expiry: '2031-03' })],
    ['with a state of its own', answer({ status: 'active', valid: true, expired: false, error: null })],
    ['with its first and last digits', answer({ maskedNumber: '411141******1234', bin: '411141' })],
    ['among others', answer(null, { cards: [{ last4: '9999', status: 'declined' }, { last4: '1234' }] })],
    ['of which a name is a type only', answer(null, { creditCard: 'VISA', paymentMethod: { card: true } })],
    ['not shown', answer(null, { status: 'cancelled' })],
    ['without a state of the reservation', { bookingId: '900001' }],
  ])('a card %s is stored', (_, result) => {
    expect(judged(result)).toMatchObject({ fate: 'done' })
  })

  it('a state that is not told is not made up', () => {
    expect(judged({ bookingId: '900001', status: null }).result).toEqual({ bookingId: '900001' })
  })
})
