import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { foreign, NIGHTS, rate, roomRate, stay, total } from './foreign.js'

const told = (message: string): string[] =>
  lintMessage(message).findings.map(({ found, expected }) => `${found ?? ''}: ${expected ?? ''}`)

describe('amounts in findings', () => {
  it('have the places of their currency, also where they were reckoned', () => {
    const shared = rate(
      1,
      4,
      `<Base AmountAfterTax="136.000" CurrencyCode="EUR"/><Discount Percent="10"/>${total('150.00')}`,
    )
    expect(told(foreign(stay(roomRate(shared), '501.00')))).toEqual([
      '150.00: 136.00 or 122.40 or 408.00 or 367.20',
      '501.00: 82.50 to 450.00',
    ])
    const taxed =
      '<Base AmountBeforeTax="100.00" AmountAfterTax="150.000" CurrencyCode="EUR"><Taxes><Tax Percent="7.75"/></Taxes></Base>'
    expect(told(foreign(stay(roomRate(rate(1, 4, taxed)), '')))).toEqual([
      '150.00: 107.75: 100.00 before tax with Taxes of 7.75',
    ])
  })

  it('keep the places that a message needs, and those of another currency', () => {
    expect(told(foreign(stay(roomRate(NIGHTS.replace('100.00', '100.125')), '500.00')))).toEqual(['500.00: 330.125'])
    const dinars = foreign(stay(roomRate(NIGHTS.replaceAll('.00', '.000')), '500.000')).replaceAll('"EUR"', '"KWD"')
    expect(told(dinars)).toEqual(['500.000: 330.000'])
  })
})
