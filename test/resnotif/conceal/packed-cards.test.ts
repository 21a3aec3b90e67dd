import { expect, it } from 'vitest'
import { createConcealer } from '../../../src/resnotif/conceal/index.js'

const CARD = '4111111111111111'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

it.each([
  ['base64', base64(CARD)],
  ['base64 of a sentence', base64('card 4111 1111 1111 1111, thanks')],
  ['base64 of base64', base64(base64(CARD))],
  ['hexadecimal digits', Buffer.from(CARD).toString('hex')],
])('a card number in %s is made stars of', (_, packed) => {
  expect(createConcealer().text(`note ${packed} end`)).toBe(`note ${'*'.repeat(packed.length)} end`)
})

it.each([
  base64('a note of a guest, and no number'),
  base64(CARD.replace(/1$/, '2')),
  'HS-20270701-1-commit-8f029ba2685f',
])('another word stays as it is: %s', (word) => {
  expect(createConcealer().text(`note ${word} end`)).toBe(`note ${word} end`)
})

it('an id that was given is no card, in base64 as well', () => {
  expect(createConcealer({ ids: [CARD] }).text(`note ${base64(CARD)} end`)).toBe(`note ${base64(CARD)} end`)
})
