import { describe, expect, it } from 'vitest'
import { readMessageFacts } from '../../../../src/resnotif/facts/index.js'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { captureMessage } from '../../../../src/resnotif/read/index.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

/** Three nights of 100.00 in a Rate that is for two units, as its RoomRate is. */
const message = (sum: string, unit: string): string =>
  foreign(
    stay(
      roomRate(rate(1, 4, base('100.00'), `${unit} NumberOfUnits="2"`)).replace(
        'RatePlanCode="BAR" NumberOfUnits="1"',
        'RatePlanCode="BAR" NumberOfUnits="2"',
      ),
      sum,
    ),
  )

describe('a Total with NumberOfUnits', () => {
  const charged = (amount: string, sum: string): string =>
    message(sum, 'RateTimeUnit="Day" UnitMultiplier="1"').replace('</Rate>', `${total(amount)}</Rate>`)
  it.each([
    ['of one unit for a night', '100.00', '600.00'],
    ['of all for a night', '200.00', '600.00'],
    ['of one unit for all nights', '300.00', '600.00'],
    ['of all for all nights', '600.00', '600.00'],
  ])('is the price of one, or of all: %s', (_, amount, sum) => {
    expect(lintMessage(charged(amount, sum)).findings).toEqual([])
  })

  it('is wrong where neither makes the total', () => {
    expect(lintMessage(charged('100.00', '450.00')).findings.map(({ rule }) => rule)).toEqual(['total-mismatch'])
  })
})

describe('a Base with NumberOfUnits', () => {
  it.each([
    ['RateTimeUnit="Day" UnitMultiplier="1"', '600.00', []],
    ['RateTimeUnit="Day" UnitMultiplier="1"', '300.00', []],
    ['RateTimeUnit="FullDuration"', '200.00', []],
    ['RateTimeUnit="FullDuration"', '100.00', []],
    ['RateTimeUnit="Day" UnitMultiplier="1"', '450.00', ['total-mismatch 600.00 or 300.00']],
  ])('is the price of each unit, or of all: %s, %s', (unit, sum, found) => {
    const { findings, notes } = lintMessage(message(sum, unit))
    expect([...findings, ...notes].map(({ rule, expected = '' }) => `${rule} ${expected}`)).toEqual(found)
  })

  it('is not multiplied where the message is explained', () => {
    const facts = readMessageFacts(captureMessage(message('600.00', 'RateTimeUnit="Day"')).message)
    expect(facts.reservations[0]?.stays[0]?.prices.map(({ units, isOfAllOpen }) => [units, isOfAllOpen])).toEqual([
      [undefined, true],
    ])
  })
})
