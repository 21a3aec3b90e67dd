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
})
