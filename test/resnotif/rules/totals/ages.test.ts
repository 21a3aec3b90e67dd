import { describe, expect, it } from 'vitest'
import { explainMessage } from '../../../../src/resnotif/explain/explain.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, NIGHTS, rate, roomRate, stay } from './foreign.js'

const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [...findings, ...notes]
    .filter(({ rule }) => rule !== 'guests-unnamed')
    .map(({ rule, found, expected }) => [rule, found, expected].filter(Boolean).join(' | '))
}
const DAY = 'RateTimeUnit="Day" UnitMultiplier="1"'
const COUNTS = '<GuestCount AgeQualifyingCode="10" Count="2"/><GuestCount AgeQualifyingCode="8" Age="5" Count="1"/>'

describe('prices of several ages for one night', () => {
  const of = (ages: string, amount: string, from = 1, to = 4): string => rate(from, to, base(amount), `${ages} ${DAY}`)
  const rates = of('AgeQualifyingCode="10"', '100.00') + of('AgeQualifyingCode="8"', '20.00')
  const message = (inside: string, sum: string, counts = COUNTS): string =>
    foreign(stay(roomRate(inside), sum, { counts }))

  it.each<[string, string[]]>([
    ['360.00', []],
    ['660.00', []],
    ['300.00', ['total-mismatch | 300.00 | 360.00 or 660.00']],
    ['720.00', ['total-mismatch | 720.00 | 360.00 or 660.00']],
  ])('are one price, or that of each of their people: %s', (sum, rules) => {
    expect(told(message(rates, sum))).toEqual(rules)
  })

  it('are told apart by MinAge and MaxAge', () => {
    const bound = of('AgeQualifyingCode="8" MinAge="6" MaxAge="11"', '40.00')
    const young = of('AgeQualifyingCode="8" MaxAge="5"', '20.00')
    expect(told(message(of('AgeQualifyingCode="10"', '100.00') + young + bound, '660.00'))).toEqual([])
  })

  it('are not judged by people where these are not told', () => {
    const [note, ...more] = told(message(rates, '660.00', '<GuestCount Count="3"/>'))
    expect([note?.split(' | ')[0], more]).toEqual(['total-unchecked', []])
    expect(told(message(rates, '360.00', '<GuestCount Count="3"/>'))).toEqual([])
  })

  it('are priced twice where one age is', () => {
    expect(told(message(rates + of('AgeQualifyingCode="8"', '20.00', 2, 3), ''))).toContain('night-twice | 2027-03-02')
  })

  it('are explained with their people', () => {
    const { lines, reservations } = explainMessage(message(rates, '360.00'))
    expect(lines.join('\n')).toContain('rate 100.00 EUR for adults, 20.00 EUR for children;')
    expect(reservations[0]?.booked.stays).toHaveLength(1)
  })
})

describe('a price that repeats another one in another currency', () => {
  const other = (from: number, to: number, amount: string): string =>
    rate(from, to, base(amount).replace('EUR', 'USD'), `AlternateCurrencyInd="true" ${DAY}`)

  it('is no price of its own', () => {
    expect(told(foreign(stay(roomRate(NIGHTS + other(1, 4, '121.00')), '330.00')))).toEqual([])
    expect(
      explainMessage(foreign(stay(roomRate(NIGHTS + other(1, 4, '121.00')), '330.00'))).lines.join('\n'),
    ).not.toContain('More than one price')
  })

  it('does not stand for a night that has no other', () => {
    const two = rate(1, 2, base('100.00')) + rate(2, 3, base('110.00'))
    expect(told(foreign(stay(roomRate(two + other(3, 4, '121.00')), '')))).toEqual(['night-missing | 2027-03-03'])
  })

  it('is one where it does not say so, or is the only one', () => {
    const plain = other(1, 4, '121.00').replace('AlternateCurrencyInd="true" ', '')
    expect(told(foreign(stay(roomRate(NIGHTS + plain), '330.00'))).join()).toContain('currency-mixed')
    expect(told(foreign(stay(roomRate(other(1, 4, '121.00')), '330.00'))).join()).toContain('currency-mixed')
  })
})
