import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, rate, roomRate, stay } from '../totals/foreign.js'

/** A RoomRate that leaves its units to the RoomType. */
const silent = (rates: string, plan: string, told = ''): string =>
  roomRate(rates, told, plan).replace(' NumberOfUnits="1"', '')
const night = (day: number): string => rate(day, day + 1, base('100.00'))
const told = (units: number, rates: string): string[] =>
  lintMessage(
    foreign(
      stay(rates, '', { units: `<RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="${units}"/></RoomTypes>` }),
    ),
  ).findings.map(({ rule, found, expected }) => [rule, found, expected].join(' | '))

describe('plans that change during the stay', () => {
  it.each([1, 2])('are of the same %s units that RoomType alone counts', (units) => {
    expect(told(units, silent(night(1), 'A') + silent(night(2), 'B') + silent(night(3), 'C'))).toEqual([])
    const dated = (day: number): string => ` EffectiveDate="2027-03-0${day}" ExpireDate="2027-03-0${day + 1}"`
    expect(told(units, [1, 2, 3].map((day) => silent(night(day), `P${day}`, dated(day))).join(''))).toEqual([])
  })

  it('are still held against RoomType where they count units of their own', () => {
    const own = roomRate(night(1), '', 'A') + roomRate(night(2) + night(3), '', 'B')
    expect(told(1, own)).toEqual([])
    expect(told(2, own)).toEqual(['units-mismatch | 2 | 1, as its RoomRates say'])
  })

  it('are the same units where each price says only when it begins, and there is one for each night', () => {
    const begun = (day: number, amount = '100.00'): string => rate(day, undefined, base(amount))
    const turns = roomRate(begun(1) + begun(2), '', 'A') + roomRate(begun(3, '130.00'), '', 'B')
    expect(told(1, turns)).toEqual([])
    expect(told(2, turns)).toEqual(['units-mismatch | 2 | 1, as its RoomRates say'])
    // Weekdays and the weekend of one plan.
    expect(told(1, roomRate(begun(1) + begun(3), '', 'A') + roomRate(begun(2, '130.00'), '', 'A'))).toEqual([])
    // What repeats a price in another currency is none of its own.
    const again = begun(3).replace('<Rate ', '<Rate AlternateCurrencyInd="true" ').replace('"EUR"', '"USD"')
    expect(told(1, roomRate(begun(1) + begun(2), '', 'A') + roomRate(begun(3) + again, '', 'B'))).toEqual([])
    // Both are priced for the second night.
    expect(told(1, roomRate(begun(1) + begun(2), '', 'A') + roomRate(begun(2) + begun(3), '', 'B'))).toEqual([
      'units-mismatch | 1 | 2, as its RoomRates say',
    ])
  })

  it('have the totals of their nights where each price says only when it begins', () => {
    const begun = (day: number, amount: string): string =>
      rate(day, undefined, base(amount), 'RateTimeUnit="Day" UnitMultiplier="1"')
    const turns = roomRate(begun(1, '100.00') + begun(2, '100.00'), '', 'A') + roomRate(begun(3, '130.00'), '', 'B')
    const found = (sum: string): string[] =>
      lintMessage(foreign(stay(turns, sum))).findings.map(({ rule, expected }) => `${rule} | ${expected}`)
    expect(found('330.00')).toEqual([])
    expect(found('360.00')).toEqual([expect.stringContaining('total-mismatch | 330.00')])
  })
})
