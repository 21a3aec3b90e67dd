import { describe, expect, it } from 'vitest'
import { foreign, roomRate, stay } from '../rules/totals/foreign.js'
import { textsOf } from './compared.js'

const SPAN = '<TimeSpan Start="2027-03-01" End="2027-03-04"/>'
const base = (amount: string): string => `<Base AmountAfterTax="${amount}"/>`
const price = (from: number, until: number, amount: string, kind = 'RateTimeUnit="Day" UnitMultiplier="1"'): string =>
  `\n<Rate EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${until}" ${kind}>${base(amount)}</Rate>`
const adults = (count: number): string => `<GuestCount AgeQualifyingCode="10" Count="${count}"/>`
const withTotals = (rates: string): string => rates.replaceAll(/<Base( [^>]*)\/>/g, '<Base$1/><Total$1/>')

describe('RoomStays of one room in another order', () => {
  const room = (plan: string, rates: string): string =>
    stay(roomRate(rates, '', plan), '', { span: SPAN, counts: adults(2) })
  const [bar, flex] = [price(1, 4, '100.00'), price(1, 4, '200.00')]
  const before = foreign(room('BAR', bar) + room('FLEX', flex))

  it('are known by their plans, whatever else is told otherwise', () => {
    expect(textsOf(before, foreign(room('FLEX', withTotals(flex)) + room('BAR', withTotals(bar))))).toEqual([])
    const nightly = price(1, 2, '100.00') + price(2, 3, '100.00') + price(3, 4, '100.00')
    expect(textsOf(before, foreign(room('FLEX', flex) + room('BAR', nightly)))).toEqual([])
  })

  it('are known by what they hold where the plan is one', () => {
    const same = foreign(room('BAR', flex) + room('BAR', bar))
    expect(textsOf(same, foreign(room('BAR', withTotals(bar)) + room('BAR', withTotals(flex))))).toEqual([])
    const dearer = price(1, 2, '100.00') + price(2, 3, '111.00') + price(3, 4, '100.00')
    expect(textsOf(same, foreign(room('BAR', withTotals(dearer)) + room('BAR', withTotals(flex))))).toEqual([
      'Night 2027-03-02, Room DBL with plan BAR: 100.00 + 200.00 → 111.00 + 200.00.',
    ])
  })
})

describe('prices of a stay that are cut otherwise', () => {
  it('are compared night by night where ChargeType says that they are of a night', () => {
    const night = (from: number, until: number): string => price(from, until, '100.00', 'ChargeType="1"')
    const one = (rates: string): string => foreign(stay(roomRate(rates), '', { span: SPAN }))
    expect(textsOf(one(night(1, 4)), one(night(1, 2) + night(2, 3) + night(3, 4)))).toEqual([])
    expect(
      textsOf(one(night(1, 4)), one(night(1, 2) + price(2, 3, '101.00', 'ChargeType="1"') + night(3, 4))),
    ).not.toEqual([])
  })

  it('are so where ExpireDate of each RoomRate is its last night', () => {
    const rate = (from: number, until: number, amount: string): string =>
      roomRate(price(from, until, amount)).replace(
        '<RoomRate',
        `<RoomRate EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${until}"`,
      )
    const whole = roomRate(price(1, 2, '100.00') + price(2, 3, '120.00') + price(3, 4, '130.00')).replace(
      '<RoomRate',
      '<RoomRate EffectiveDate="2027-03-01" ExpireDate="2027-03-04"',
    )
    const before = foreign(stay(whole, '350.00', { span: SPAN }))
    const apart = (third: string): string => rate(1, 1, '100.00') + rate(2, 2, '120.00') + rate(3, 3, third)
    expect(textsOf(before, foreign(stay(apart('130.00'), '350.00', { span: SPAN })))).toEqual([])
    expect(textsOf(before, foreign(stay(apart('140.00'), '350.00', { span: SPAN }))).join('\n')).toContain('140.00')
  })
})

it('counts of each room are compared where RoomStays are divided otherwise and both messages tell them', () => {
  const room = (units: number, counts: string): string =>
    stay(roomRate(price(1, 4, '100.00')).replace('NumberOfUnits="1"', `NumberOfUnits="${units}"`), '', {
      span: SPAN,
      counts,
    })
  const before = foreign(
    room(2, adults(2)).replace('<GuestCounts', '<GuestCounts IsPerRoom="true"').replace(' IsPerRoom="false"', ''),
  )
  expect(textsOf(before, foreign(room(1, adults(1)) + room(1, adults(3))))).toEqual([
    'RoomStays: 1 → 2.',
    'Guests counted room by room in stay 2027-03-01 to 2027-03-04, room DBL: 2 × adult and 2 × adult → 1 × adult and 3 × adult.',
  ])
  const alike = textsOf(before, foreign(room(1, adults(2)) + room(1, adults(2))))
  expect(alike[0]).toBe('RoomStays: 1 → 2.')
  expect(alike.join('\n')).not.toContain('room by room')
})
