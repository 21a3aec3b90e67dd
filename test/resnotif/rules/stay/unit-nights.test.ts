import { expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, NIGHTS, rate, roomRate, stay } from '../totals/foreign.js'

const told = (rates: string, sum: string, more: { span?: string; told?: string } = {}): string[] => {
  const { findings, notes } = lintMessage(foreign(stay(roomRate(rates), sum, more)))
  return [...findings, ...notes].flatMap(({ rule, severity, found }) =>
    rule.startsWith('rate-unit') ? [`${severity} | ${rule} | ${found}`] : [],
  )
}
const by = (unit: string): string => NIGHTS.replaceAll('"Day"', `"${unit}"`)
const whole = (unit: string): string => rate(1, 4, base('100.00'), `RateTimeUnit="${unit}"`)

it.each<[string, string, string, string[]]>([
  ['of nights that the total adds', by('Week'), '330.00', ['warning | rate-unit-mismatch | Week for 1 night']],
  ['by the month', by('Month'), '330.00', ['warning | rate-unit-mismatch | Month for 1 night']],
  ['by the year', by('year'), '330.00', ['warning | rate-unit-mismatch | Year for 1 night']],
  ['of nights without a total', by('Week'), '', ['info | rate-unit-unchecked | Week for 1 night']],
  ['of nights with another total', by('Week'), '120.00', ['info | rate-unit-unchecked | Week for 1 night']],
  ['that counts for each night', whole('Week'), '300.00', ['warning | rate-unit-mismatch | Week for 3 nights']],
  ['of a shorter stay', whole('Month'), '100.00', ['info | rate-unit-unchecked | Month for 3 nights']],
  [
    'by ChargeType',
    whole('Week').replace('RateTimeUnit="Week"', 'ChargeType="17"'),
    '300.00',
    ['warning | rate-unit-mismatch | Week for 3 nights'],
  ],
  ['of the night', by('Day'), '330.00', []],
  ['of the stay', whole('FullDuration'), '100.00', []],
])('a price of a unit of time %s', (_, rates, sum, expected) => {
  expect(told(rates, sum)).toEqual(expected)
})

it('a price of a week goes with a week, and with what is left of one', () => {
  const span = '<TimeSpan Start="2027-03-01" End="2027-03-09"/>'
  const week = rate(1, 8, base('700.00'), 'RateTimeUnit="Week"')
  expect(told(week, '700.00', { span: span.replace('-09', '-08') })).toEqual([])
  expect(told(week + rate(8, 9, base('700.00'), 'RateTimeUnit="Week"'), '800.00', { span })).toEqual([])
  expect(told(rate(1, 9, base('700.00'), 'RateTimeUnit="Week"'), '800.00', { span })).toEqual([])
})

it('a price of a month that goes with a month is that of a night where the total adds it for each', () => {
  const span = '<TimeSpan Start="2027-03-01" End="2027-04-01"/>'
  const month = '<Rate RateTimeUnit="Month">$</Rate>'.replace('$', base('700.00'))
  expect(told(month, '21700.00', { span })).toEqual(['warning | rate-unit-mismatch | Month for 31 nights'])
  expect(told(month, '700.00', { span })).toEqual([])
  expect(told(month, '1400.00', { span })).toEqual([])
  const week = rate(1, 9, base('700.00'), 'RateTimeUnit="Week"')
  const days = (end: string): { span: string } => ({ span: span.replace('2027-04-01', end) })
  expect(told(week, '5600.00', days('2027-03-09'))).toEqual(['warning | rate-unit-mismatch | Week for 8 nights'])
  // That is told by its total.
  expect(told(week.replace('-09', '-08'), '4900.00', days('2027-03-08'))).toEqual([])
})

it('the Total of a RoomRate proves it too', () => {
  const text = foreign(stay(roomRate(by('Week')).replace('</Rates>', '</Rates><Total AmountAfterTax="330.00"/>'), ''))
  expect(lintMessage(text).findings.map(({ rule }) => rule)).toContain('rate-unit-mismatch')
})
