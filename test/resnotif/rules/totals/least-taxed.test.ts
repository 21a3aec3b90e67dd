import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { foreign, rate, roomRate, stay } from './foreign.js'

const SPAN = '<TimeSpan Start="2027-03-01" End="2027-03-03"/>'
const both = (name: string, before: string, after: string, taxes = ''): string =>
  `<${name} AmountBeforeTax="${before}" AmountAfterTax="${after}" CurrencyCode="EUR">${taxes}</${name}>`
const TAXES = '<Taxes><Tax Code="3" Amount="20.00" CurrencyCode="EUR"/></Taxes>'
const found = (price: string, status = 'Commit'): string[] =>
  lintMessage(
    foreign(stay(roomRate(rate(1, 3, price, 'RateTimeUnit="Day" UnitMultiplier="2"')), '220.00', { span: SPAN }), {
      status,
    }),
  )
    .findings.filter(({ rule }) => rule === 'total-mismatch')
    .map(({ found: told, expected }) => `${told} ${expected}`)

describe('the Total after tax of two nights, whose Total before tax is twice the Base', () => {
  it.each([
    ['as much', both('Base', '100.00', '110.00') + both('Total', '200.00', '220.00', TAXES)],
    ['taxes rounded for each night', both('Base', '100.00', '110.01') + both('Total', '200.00', '220.00', TAXES)],
    ['a tax of the stay beside it', both('Base', '100.00', '107.00') + both('Total', '200.00', '220.00', TAXES)],
    [
      'a discount',
      `${both('Base', '100.00', '120.00')}<Discount AmountAfterTax="20.00"/>${both('Total', '200.00', '220.00', TAXES)}`,
    ],
    ['another Total before tax', both('Base', '100.00', '120.00') + both('Total', '183.33', '220.00', TAXES)],
  ])('is not called less than twice the Base after tax: %s', (_, price) => {
    expect(found(price).filter((one) => one.endsWith(' 240.00'))).toEqual([])
  })

  it('is wrong where it is less than twice the Base after tax', () => {
    const price = both('Base', '100.00', '120.00') + both('Total', '200.00', '220.00', TAXES)
    expect(found(price)).toEqual(['220.00 240.00'])
    expect(found(price, 'Cancel')).toEqual([])
  })
})
