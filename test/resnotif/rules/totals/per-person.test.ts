import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, rate, roomRate, stay } from './foreign.js'

const told = (all: string, sum: string): string[] => {
  const { findings, notes } = lintMessage(foreign(stay(roomRate(all), sum)))
  return [
    ...findings.map(({ rule }) => rule).filter((rule) => rule !== 'value-invalid'),
    ...notes.map(({ rule }) => `note ${rule}`),
  ]
}
const nights = (more: string): string =>
  rate(1, 2, base('100.00'), more) + rate(2, 3, base('110.00'), more) + rate(3, 4, base('120.00'), more)

describe('prices for each person, by RoomPricingType', () => {
  it.each(['Per person per night', 'Per person', ' per person '])('count for both adults: %s', (words) => {
    const all = nights(`RoomPricingType="${words}"`)
    expect(told(all, '660.00')).toEqual([])
    expect(told(all, '330.00')).toEqual(['note total-unchecked'])
    expect(told(all, '640.00')).toEqual(['total-mismatch'])
  })

  it.each(['Per night', 'Per stay', 'Per use'])('are none of other words: %s', (words) => {
    expect(told(nights(`RoomPricingType="${words}"`), '330.00')).toEqual([])
    expect(told(nights(`RoomPricingType="${words}"`), '660.00')).toEqual(['total-mismatch'])
  })
})
