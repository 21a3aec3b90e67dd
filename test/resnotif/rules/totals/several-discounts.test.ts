import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

const off = (percent: number): string => `<Discount Percent="${percent}"/>`
const told = (discounts: string, net: string): string[] => {
  const nights = [1, 2, 3].map((day) => rate(day, day + 1, `${base('100.00')}${discounts}${total(net)}`)).join('')
  const sum = (Number(net) * 3).toFixed(2)
  return lintMessage(foreign(stay(roomRate(nights), sum))).findings.map(({ rule }) => rule)
}

describe('several discounts of a night', () => {
  it.each([
    [off(10) + off(10), ['80.00', '81.00'], '70.00'],
    [off(10) + off(20), ['70.00', '72.00'], '60.00'],
    [off(10) + off(10) + off(10), ['70.00', '72.90'], '60.00'],
    [off(50) + off(10), ['40.00', '45.00'], '30.00'],
    [`<Discount AmountAfterTax="5.00" CurrencyCode="EUR"/>${off(10)}`, ['85.00', '85.50'], '70.00'],
  ])('are taken off together or one after the other: %s', (discounts, right, wrong) => {
    for (const net of right) expect(told(discounts, net), net).toEqual([])
    expect(told(discounts, wrong)).toContain('total-mismatch')
  })
})
