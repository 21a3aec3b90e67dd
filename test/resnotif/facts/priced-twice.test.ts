import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { explainMessage } from '../../../src/resnotif/index.js'
import { foreign, NIGHTS, rate, roomRate, stay, total } from '../rules/totals/foreign.js'

const twiceIn = (rates: string, told = ''): string[] | undefined =>
  explainMessage(foreign(stay(roomRate(rates, told), '330.00'))).facts.reservations[0]?.stays[0]?.pricedTwice
const whole = (told: string): string => `<Rate ${told}>${total('330.00')}</Rate>`
const ALL = ['2027-03-01', '2027-03-02', '2027-03-03']

describe('nights that have a price of their own and one of the whole stay', () => {
  it.each([
    ['by its unit, without days', whole('RateTimeUnit="FullDuration"')],
    ['by its unit, with days', rate(1, 4, total('330.00'), 'RateTimeUnit="FullDuration" UnitMultiplier="1"')],
    ['by ChargeType', whole('ChargeType="12"')],
    ['by ChargeType, for each guest', rate(1, 4, total('330.00'), 'ChargeType="20"')],
  ])('are told: %s', (_, one) => {
    expect(twiceIn(NIGHTS + one)).toEqual(ALL)
    expect(twiceIn(one + NIGHTS)).toEqual(ALL)
    expect(twiceIn(one)).toBeUndefined()
  })

  it('are those of both prices only', () => {
    const part = rate(1, 3, total('210.00'), 'RateTimeUnit="FullDuration"')
    expect(twiceIn(part + rate(2, 4, total('100.00')))).toEqual(['2027-03-02'])
    expect(twiceIn(part + rate(3, 4, total('120.00')))).toBeUndefined()
    expect(twiceIn(whole('RateTimeUnit="FullDuration"') + rate(2, 3, total('110.00')))).toEqual(['2027-03-02'])
  })

  it('are told of a price of a week as well', () => {
    expect(twiceIn(rate(1, 8, total('700.00'), 'RateTimeUnit="Week"') + rate(2, 3, total('110.00')))).toEqual([
      '2027-03-02',
    ])
  })

  it('are not told of two rooms, each with its way of pricing', () => {
    const rooms = roomRate(NIGHTS) + roomRate(whole('RateTimeUnit="FullDuration"'))
    expect(explainMessage(foreign(stay(rooms, '660.00'))).facts.reservations[0]?.stays[0]?.pricedTwice).toBeUndefined()
  })

  it('are not told of a price by the hour, or of days that cannot be read', () => {
    expect(twiceIn(NIGHTS + rate(1, 4, total('5.00'), 'RateTimeUnit="Hour"'))).toBeUndefined()
    expect(twiceIn(NIGHTS + whole('RateTimeUnit="FullDuration" EffectiveDate="soon"'))).toBeUndefined()
  })

  it('stand under what is unusual', () => {
    const text = foreign(stay(roomRate(NIGHTS + whole('RateTimeUnit="FullDuration"')), '330.00'))
    const { lines, facts } = explainMessage(text)
    expect([...lines, ...tellMore(facts, false)].join('\n')).toMatch(
      /more than one price is told for 2027-03-01, 2027-03-02, 2027-03-03/i,
    )
  })
})
