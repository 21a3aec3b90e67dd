import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

describe('a Rate that ends before it begins', () => {
  it.each([
    ['a Total', base('100.00') + total('100.00')],
    ['a Total and a fee', `${base('100.00')}<Fees><Fee Code="1" Amount="5.00"/></Fees>${total('105.00')}`],
    [
      'taxes on top',
      `<Base AmountAfterTax="110.00" CurrencyCode="EUR"><Taxes><Tax Code="1" Type="Exclusive" Amount="10.00"/></Taxes></Base>${total('110.00')}`,
    ],
  ])('is told as that, also with %s', (_, price) => {
    for (const end of [1, 2]) {
      const text = foreign(stay(roomRate(rate(1, 2, base('100.00')) + rate(3, end, price)), '300.00'))
      expect(lintMessage(text).findings.map(({ rule }) => rule)).toContain('date-order')
    }
  })
})
