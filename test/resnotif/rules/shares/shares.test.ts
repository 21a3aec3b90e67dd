import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { base, foreign, NIGHTS, rate, roomRate, stay, total } from '../totals/foreign.js'

const of = (message: string): string[] => {
  const { findings, notes } = lintMessage(message)
  return [...findings, ...notes].flatMap(({ rule, severity, node, found, expected }) =>
    rule.startsWith('percent-')
      ? [`${severity} ${node.split('/').at(-2) ?? ''} ${found ?? ''}: ${expected ?? ''}`]
      : [],
  )
}
/** One Rate of three nights, for each of them. */
const ofRate = (price: string): string[] => of(foreign(stay(roomRate(rate(1, 4, price)), '')))
const tax = (percent: string, amount: string, told = ''): string =>
  `<Tax Percent="${percent}" Amount="${amount}" CurrencyCode="EUR"${told}/>`
const taxed = (amounts: string, ...taxes: string[]): string =>
  `<Base ${amounts} CurrencyCode="EUR"><Taxes>${taxes.join('')}</Taxes></Base>`
/** Nights of 330.00 together. */
const withCommission = (commission: string): string[] =>
  of(
    foreign(
      stay(roomRate(NIGHTS), '330.00', {
        units: `<RatePlans><RatePlan RatePlanCode="BAR">${commission}</RatePlan></RatePlans>`,
      }),
    ),
  )
const payable = (amount: string): string => `<CommissionPayableAmount Amount="${amount}" CurrencyCode="EUR"/>`

describe('shares and amounts', () => {
  it('are told as they stand', () => {
    const taxes = [tax('-5', '-30.00'), tax('7.1234567890123', '30.00')]
    expect(taxes.flatMap((one) => ofRate(taxed('AmountBeforeTax="100.00"', one)))).toEqual([
      'warning Tax -5 % and -30.00: 5.00 of 100.00',
      'warning Tax 7.123456789 % and 30.00: 7.12 of 100.00',
    ])
    expect(ofRate(taxed('AmountBeforeTax="100.00"', tax('33.3333333333333', '33.33')))).toEqual([])
  })

  it('of a tax go together by a price with it or without, of each night, room or all of them', () => {
    for (const right of [
      taxed('AmountBeforeTax="100.00"', tax('10', '10.00')),
      taxed('AmountBeforeTax="100.00"', tax('10', '30.00')),
      taxed('AmountAfterTax="100.00"', tax('10', '9.09', ' Type="Inclusive"')),
      taxed('AmountAfterTax="100.00"', tax('10', '10.00')),
      taxed('AmountBeforeTax="99.99" AmountAfterTax="108.86"', tax('8.875', '8.87')),
      taxed('AmountBeforeTax="100.00"', tax('10', '10.00'), tax('5', '5.50')),
      `${base('100.00')}<AdditionalGuestAmounts><AdditionalGuestAmount><Amount AmountAfterTax="20.00"/></AdditionalGuestAmount></AdditionalGuestAmounts><Fees><Fee Percent="5" Amount="6.00"/></Fees>`,
      `<Base AmountBeforeTax="100.00"/><Fees><Fee Percent="10" Amount="10.00"><Taxes>${tax('7', '0.70')}</Taxes></Fee></Fees><Total AmountBeforeTax="110.00"><Taxes>${tax('7', '7.70')}</Taxes></Total>`,
      taxed('AmountBeforeTax="100.00"', tax('10', '0.00')),
      taxed('AmountBeforeTax="100.00"', tax('0', '12.00')),
      taxed('AmountBeforeTax="100.00"', tax('10', '12.00', ' MaxChargeUnitApplies="2"')),
      taxed('AmountBeforeTax="100.00"', '<Tax Percent="10" Amount="12.00" CurrencyCode="USD"/>'),
    ])
      expect(ofRate(right)).toEqual([])
    expect(
      of(
        foreign(stay(roomRate(NIGHTS), ''), {
          global: `<Total AmountAfterTax="330.00" CurrencyCode="EUR"><Taxes>${tax('10', '30.00')}</Taxes></Total>`,
        }),
      ),
    ).toEqual([])
  })

  it('of a tax are told where no such price is there, as a note where it may be of a part of it', () => {
    expect(ofRate(taxed('AmountAfterTax="100.00"', tax('10', '10.50')))).toEqual([
      'warning Tax 10 % and 10.50: 9.09 of 90.91 or 10.00 of 100.00',
    ])
    expect(ofRate(taxed('AmountBeforeTax="100.00" AmountAfterTax="111.00"', tax('10', '11.00')))).toEqual([
      'warning Tax 10 % and 11.00: 10.00 of 100.00 or 11.10 of 111.00',
    ])
    expect(ofRate(taxed('AmountBeforeTax="100.00"', tax('110', '10.00')))).toEqual([
      'warning Tax 110 % and 10.00: 110.00 of 100.00',
    ])
    expect(ofRate(taxed('AmountBeforeTax="100.00"', tax('10', '12.00')))).toEqual([
      'warning Tax 10 % and 12.00: 10.00 of 100.00',
    ])
    expect(ofRate(taxed('AmountBeforeTax="100.00" AmountAfterTax="107.70"', tax('17.7', '7.70')))).toEqual([
      'info Tax 17.7 % and 7.70: 17.70 of 100.00 or 19.06 of 107.70',
    ])
    expect(ofRate(taxed('AmountAfterTax="100.00"', tax('10', '8.09', ' Type="Inclusive"')))).toEqual([
      'info Tax 10 % and 8.09: 9.09 of 90.91 or 10.00 of 100.00',
    ])
    expect(
      of(
        foreign(stay(roomRate(NIGHTS), ''), {
          global: `<Total AmountAfterTax="330.00" CurrencyCode="EUR"><Taxes>${tax('10', '31.00')}</Taxes></Total>`,
        }),
      ),
    ).toEqual(['info Tax 10 % and 31.00: 30.00 of 300.00 or 33.00 of 330.00'])
  })

  it('of one of several taxes may be those of a part of the price', () => {
    expect(ofRate(taxed('AmountAfterTax="117.00"', tax('7', '6.54'), tax('19', '2.71')))).toEqual([])
    expect(ofRate(taxed('AmountBeforeTax="100.00"', tax('10', '10.00'), tax('5', '4.20')))).toEqual([
      'info Tax[2] 5 % and 4.20: 5.00 of 100.00',
    ])
    expect(ofRate(taxed('AmountBeforeTax="100.00"', tax('10', '10.00'), tax('5', '40.00')))).toEqual([
      'warning Tax[2] 5 % and 40.00: 5.00 of 100.00',
    ])
  })

  it('of a discount and of a fee are those of the price that they stand beside', () => {
    const discount = (amount: string): string =>
      `${base('100.00')}<Discount Percent="10" AmountAfterTax="${amount}" CurrencyCode="EUR"/>`
    expect(ofRate(discount('10.00') + total('90.00'))).toEqual([])
    expect(ofRate(discount('-10.00') + total('90.00'))).toEqual([])
    for (const sum of ['90.00', '75.00'])
      expect(ofRate(discount('25.00') + total(sum))).toEqual(['warning Discount 10 % and 25.00: 10.00 of 100.00'])
    const fee = (amount: string): string =>
      `${base('100.00')}<Fees><Fee Percent="5" Amount="${amount}" CurrencyCode="EUR"/></Fees>`
    expect(ofRate(fee('5.00'))).toEqual([])
    expect(ofRate(fee('8.00'))).toEqual(['warning Fee 5 % and 8.00: 5.00 of 100.00'])
  })

  it('of a service count its quantity', () => {
    const service = (amount: string): string[] =>
      of(
        foreign(stay(roomRate(NIGHTS), '330.00')).replace(
          '<ResGuests>',
          `<Services><Service Quantity="7"><Price>${taxed('AmountBeforeTax="15.00"', tax('10', amount))}</Price></Service></Services><ResGuests>`,
        ),
      )
    expect(service('1.50')).toEqual([])
    expect(service('10.50')).toEqual([])
    expect(service('33.00')).toEqual(['warning Tax 10 % and 33.00: 1.50 of 15.00'])
  })

  it('of a commission are those of what it is reckoned of', () => {
    for (const right of [
      `<Commission Percent="15">${payable('49.50')}</Commission>`,
      `<Commission Percent="15" CapAmount="20">${payable('20.00')}</Commission>`,
      `<Commission Percent="15" StatusType="No-show">${payable('20.00')}</Commission>`,
      `<Commission Percent="15"><FlatCommission Amount="5.00"/>${payable('54.50')}</Commission>`,
      `<Commission Percent="10"><CommissionableAmount Amount="300.00"/>${payable('30.00')}</Commission>`,
    ])
      expect(withCommission(right)).toEqual([])
    expect(withCommission(`<Commission Percent="15">${payable('59.50')}</Commission>`)).toEqual([
      'warning CommissionPayableAmount 15 % and 59.50: 49.50 of 330.00',
    ])
    expect(withCommission('<Commission Percent="15"><FlatCommission Amount="59.50"/></Commission>')).toEqual([
      'warning FlatCommission 15 % and 59.50: 49.50 of 330.00',
    ])
    // Of a price before tax that is not told, and of one that is.
    const reduced = `<Commission Percent="15">${payable('45.00')}</Commission>`
    expect(withCommission(reduced)).toEqual(['info CommissionPayableAmount 15 % and 45.00: 49.50 of 330.00'])
    for (const sum of [
      '<Total AmountBeforeTax="290.00" AmountAfterTax="330.00" CurrencyCode="EUR"/>',
      '<Total AmountAfterTax="330.00" CurrencyCode="EUR"><Taxes Amount="40.00" CurrencyCode="EUR"/></Total>',
    ])
      expect(
        of(
          foreign(stay(roomRate(NIGHTS), '', { units: `<RatePlans><RatePlan>${reduced}</RatePlan></RatePlans>` }), {
            global: sum,
          }),
        ),
      ).toEqual([expect.stringMatching(/^warning CommissionPayableAmount 15 % and 45\.00: /)])
    expect(
      withCommission(
        `<Commission Percent="10"><CommissionableAmount Amount="300.00"/>${payable('33.00')}</Commission>`,
      ),
    ).toEqual(['warning CommissionPayableAmount 10 % and 33.00: 30.00 of 300.00'])
  })

  it('of nights with and without cents add up to those of all nights', () => {
    const nights = [101, 99.99, 87.65, 133.33]
    const cents = (amount: number): string => amount.toFixed(2)
    const taxes = nights.map((night) => Math.round(night * 7.7) / 100)
    const rates = nights.map((night, at) =>
      rate(at + 1, at + 2, taxed(`AmountBeforeTax="${cents(night)}"`, tax('7.7', cents(taxes[at] ?? 0)))),
    )
    const sum = (amounts: readonly number[]): string => cents(amounts.reduce((so, one) => so + one, 0))
    const all = `<Total AmountBeforeTax="${sum(nights)}" AmountAfterTax="${sum([...nights, ...taxes])}" CurrencyCode="EUR"><Taxes>${tax('7.7', sum(taxes))}</Taxes></Total>`
    const span = '<TimeSpan Start="2027-03-01" End="2027-03-05"/>'
    const message = (amount: string): string =>
      foreign(
        stay(roomRate(rates.join('')), '', {
          span,
          units: `<RatePlans><RatePlan><Commission Percent="12">${payable(amount)}</Commission></RatePlan></RatePlans>`,
        }),
        { global: all },
      )
    expect(of(message(cents(nights.reduce((so, one) => so + one, 0) * 0.12)))).toEqual([])
    expect(of(message('60.00'))).toHaveLength(1)
  })
})
