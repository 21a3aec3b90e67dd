import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay } from '../totals/foreign.js'

const message = (start: string, end: string, own = ''): string =>
  foreign(
    stay(roomRate(rate(1, 2, base('100.00')) + rate(2, 3, base('100.00')), own), '', {
      span: `<TimeSpan Start="${start}" End="${end}"/>`,
    }),
  )
const told = (text: string): string[] =>
  lintMessage(text).findings.map(({ rule, found = '' }) => `${rule} ${found.split(' ')[0]}`)

describe('a stay of many years', () => {
  it.each([
    ['2027-03-01', '2072-03-03', 'stay-length 16439'],
    ['2007-03-01', '2027-03-03', 'stay-length 7307'],
    ['0001-01-01', '2027-03-03', 'stay-length 740042'],
  ])('is no clean one: %s to %s', (start, end, words) => {
    expect(told(message(start, end)).join()).toContain(words)
  })

  it('is one of more than 1,100 nights, and no offer of another sender', () => {
    expect(told(message('2027-03-01', '2030-03-05')).join()).not.toContain('stay-length')
    expect(told(message('2027-03-01', '2030-03-06')).join()).toContain('stay-length 1101')
    const offer = ' EffectiveDate="2020-01-01" ExpireDate="2099-01-01"'
    expect(told(message('2027-03-01', '2027-03-03', offer)).join()).not.toContain('stay-length')
  })
})
