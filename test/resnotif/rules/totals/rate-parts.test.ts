import { describe, expect, it } from 'vitest'
import { tellUnchecked } from '../../../../src/cli/resnotif/view.js'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

const days = (many: number): string => `RateTimeUnit="Day" UnitMultiplier="${many}"`
/** What is told of a message with one Rate for three nights, beside its number. */
const told = (
  price: string,
  unit: string,
  sum: string,
  options: { above?: string; status?: string } = {},
): string[] => {
  const { above = '', status = 'Commit' } = options
  const rates = roomRate(rate(1, 4, price, unit)).replace('</RoomRate>', `${above}</RoomRate>`)
  const { findings, notes } = lintMessage(foreign(stay(rates, sum), { status }))
  return [...findings.map(({ rule }) => rule), ...notes.map((note) => tellUnchecked('x', note))]
}
const both = (one: string, all: string): string => base(one) + total(all)
const OPEN = 'because Rate in line 1 does not say how its Base makes its Total.'

describe('the Total of a Rate that says of how many days it is', () => {
  it.each([
    ['its Base for each night', both('100.00', '300.00'), days(3), '300.00'],
    ['its Base for all nights', both('300.00', '300.00'), days(3), '300.00'],
    ['the price of a night, with another of its Base', both('300.00', '300.00'), days(1), '900.00'],
    ['a part of the price of a week', both('700.00', '300.00'), days(7), '300.00'],
    ['the price of each guest', both('50.00', '300.00'), days(1), '300.00'],
    ['rounded', both('33.33', '100.00'), days(3), '100.00'],
    ['a Base of nothing', both('0.00', '300.00'), days(3), '300.00'],
    ['no unit of time', both('100.00', '300.00'), '', '300.00'],
  ])('is right: %s', (_, price, unit, sum) => {
    expect(told(price, unit, sum)).toEqual([])
  })

  it.each([
    [days(3), '300.00'],
    [days(1), '300.00'],
    ['RateTimeUnit="FullDuration"', '300.00'],
    ['', '300.00'],
  ])('is noted where its Base makes it in no way, with %s', (unit, sum) => {
    expect(told(both('110.00', '300.00'), unit, sum)).toEqual([
      `x: line 1: totals were not checked: 300.00 cannot be held against its parts (110.00 or 330.00, as far as they can be read), ${OPEN}`,
    ])
  })

  it('may have what stands beside the total of its room', () => {
    const fee = '<Fees><Fee Amount="30.00" CurrencyCode="EUR"/></Fees>'
    expect(told(both('90.00', '300.00'), days(3), '300.00', { above: fee })).toEqual([])
  })

  it.each([
    ['2', both('100.00', '300.00')],
    ['4', both('100.00', '300.00')],
    ['4', total('300.00')],
  ])('is noted where %s days are none of its dates', (many, price) => {
    expect(told(price, days(Number(many)), '300.00')).toEqual([
      `x: line 1: totals were not checked: 300.00 cannot be held against its parts, because Rate in line 1 is the price of ${many} days by its UnitMultiplier, and of 3 nights by its dates.`,
    ])
  })

  it('may be anything of what is cancelled', () => {
    expect(told(both('110.00', '300.00'), days(2), '300.00', { status: 'Cancel' })).toEqual([])
  })
})

describe('the Total of a Rate with a discount of so many percent', () => {
  const of = (sum: string, told = 'Percent="10"', unit = days(1), beside = ''): string[] => {
    const price = `${base('100.00')}${beside}<Discount ${told}/>${total(sum)}`
    const { findings, notes } = lintMessage(foreign(stay(roomRate(rate(1, 4, price, unit)), '')))
    return [...findings, ...notes].map(({ rule, expected = '' }) => `${rule} ${expected}`.trim())
  }

  it.each([
    ['taken off', '90.00'],
    ['taken off before', '100.00'],
    ['rounded', '90.50'],
  ])('is right, or may be: %s', (_, sum) => {
    expect(of(sum).filter((one) => one.startsWith('total-mismatch'))).toEqual([])
  })

  it.each(['95.00', '99.00'])('is wrong where it is %s', (sum) => {
    expect(of(sum)).toEqual(['total-mismatch 100.00 or 90.00'])
  })

  it('is right without a note', () => {
    expect(of('90.00')).toEqual([])
    expect(of('100.00')).toEqual([])
  })

  it.each([
    ['it may be of some nights', 'Percent="10" NightsDiscounted="1"', days(1), ''],
    ['a fee stands beside it', 'Percent="10"', days(1), '<Fees><Fee Amount="10.00" CurrencyCode="EUR"/></Fees>'],
  ])('is noted where %s', (_, told, unit, beside) => {
    expect(of('95.00', told, unit, beside).map((one) => one.split(' ')[0])).toEqual(['total-unchecked'])
  })
})

describe('the Total of a Rate of a price for each of three nights', () => {
  const FEE = '<Fees><Fee Type="Exclusive" Amount="5.00" CurrencyCode="EUR"/></Fees>'
  const GUEST = '<AdditionalGuestAmounts Amount="20.00"/>'
  const DISCOUNT = '<Discount AmountAfterTax="10.00" CurrencyCode="EUR"/>'
  const taxed = (amounts: string, tax = '<Tax Type="Inclusive" Amount="9.09"/>'): string =>
    `<Base ${amounts} CurrencyCode="EUR"><Taxes>${tax}</Taxes></Base>`
  const INCLUSIVE = taxed('AmountAfterTax="100.00"')
  const EXCLUSIVE = taxed('AmountAfterTax="100.00"', '<Tax Type="Exclusive" Amount="10.00" CurrencyCode="EUR"/>')
  const of = (price: string, sum: string, unit = days(1)): string[] => {
    const { findings } = lintMessage(foreign(stay(roomRate(rate(1, 4, price, unit)), sum)))
    return findings.map(({ rule, expected = '' }) => `${rule} ${expected}`)
  }

  it.each([
    ['a tax in its Base', INCLUSIVE + total('300.00'), '300.00'],
    ['a tax in its Base, for one night', INCLUSIVE + total('100.00'), '300.00'],
    ['a tax on top of each night', EXCLUSIVE + total('330.00'), '330.00'],
    ['a fee for each night', `${base('100.00')}${FEE}${total('315.00')}`, '315.00'],
    ['a fee once', `${base('100.00')}${FEE}${total('305.00')}`, '305.00'],
    ['a fee for one night', `${base('100.00')}${FEE}${total('105.00')}`, '315.00'],
    ['a guest more', `${base('100.00')}${GUEST}${total('360.00')}`, '360.00'],
    ['a discount of each night', `${base('100.00')}${DISCOUNT}${total('270.00')}`, '270.00'],
    ['a share taken off', `${base('100.00')}<Discount Percent="10"/>${total('270.00')}`, '270.00'],
    [
      'amounts before and after tax',
      `<Base AmountBeforeTax="90.91" AmountAfterTax="100.00" CurrencyCode="EUR"><Taxes Amount="9.09"/></Base><Total AmountBeforeTax="272.73" AmountAfterTax="300.00" CurrencyCode="EUR"/>`,
      '300.00',
    ],
  ])('may be that of all nights, or of one: %s', (_, price, sum) => {
    expect(of(price, sum)).toEqual([])
    expect(of(price, sum, 'RateTimeUnit="Day"')).toEqual([])
  })

  it.each([
    ['200.00', INCLUSIVE, 'total-mismatch 100.00 or 300.00'],
    [
      '200.00',
      `${base('100.00')}${DISCOUNT}`,
      'total-mismatch 100.00 or 90.00 or 300.00 or 290.00 or one of 1 more, by what is in it',
    ],
    ['285.00', `${base('100.00')}${DISCOUNT}`, 'total-mismatch 300.00 or 290.00 or 270.00'],
  ])('is wrong where it is neither: %s', (sum, price, expected) => {
    const { findings } = lintMessage(foreign(stay(roomRate(rate(1, 4, `${price}${total(sum)}`)), '')))
    expect(findings.map(({ rule, expected: right = '' }) => `${rule} ${right}`)).toEqual([expected])
  })
})
