import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, type Foreign, foreign, NIGHTS, rate, roomRate, stay, total } from './foreign.js'

const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [...findings, ...notes].map(({ rule, found }) =>
    rule === 'total-unchecked' ? `note ${found}` : `${rule} ${found}`,
  )
}
const one = (rates: string, sum: string, more: Foreign = {}): string[] =>
  told(foreign(stay(roomRate(rates), sum), more))
const fee = '<Fees><Fee Type="Exclusive" Amount="35.00" CurrencyCode="EUR"/></Fees>'

describe('what the message says that an amount is the price of', () => {
  const whole = (sum: string): string[] => one(rate(1, 4, base('330.00'), 'RateTimeUnit="FullDuration"'), sum)
  const days = (many: number, amount: string, sum: string): string[] =>
    one(rate(1, 4, base(amount), `RateTimeUnit="Day" UnitMultiplier="${many}"`), sum)

  it('the full duration is charged once', () => {
    expect(whole('330.00')).toEqual([])
    expect(whole('990.00')).toEqual(['total-mismatch 990.00'])
    expect(one(`<Rate RateTimeUnit="FullDuration">${base('330.00')}</Rate>`, '330.00')).toEqual([])
    expect(one(`<Rate RateTimeUnit="FullDuration">${base('330.00')}</Rate>`, '990.00')).toEqual([
      'total-mismatch 990.00',
    ])
  })

  it('the full duration is of one unit; of all of them is noted', () => {
    const units = (sum: string): string[] => {
      const price = rate(1, 4, base('330.00'), 'RateTimeUnit="FullDuration"')
      return told(foreign(stay(roomRate(price).replace('NumberOfUnits="1"', 'NumberOfUnits="2"'), sum)))
    }
    expect(units('660.00')).toEqual([])
    expect(units('330.00')).toEqual(['note 330.00'])
    expect(units('990.00')).toEqual(['total-mismatch 990.00'])
  })

  it('a price of several days is charged by them; by night is another way to mean it, and noted', () => {
    expect(days(3, '330.00', '330.00')).toEqual([])
    expect(days(3, '330.00', '990.00')).toEqual(['note 990.00'])
    expect(days(3, '330.00', '500.00')).toEqual(['total-mismatch 500.00'])
    expect(days(2, '330.00', '990.00')).toEqual(['note 990.00'])
  })

  it('a price of a week', () => {
    const week = (sum: string): string[] =>
      told(
        foreign(
          stay(roomRate(rate(1, 8, base('700.00'), 'RateTimeUnit="Week"')), sum, {
            span: '<TimeSpan Start="2027-03-01" End="2027-03-08"/>',
          }),
        ),
      )
    expect(week('700.00')).toEqual([])
    expect(week('4900.00')).toEqual(['total-mismatch 4900.00'])
  })
})

describe('the last day of a rate', () => {
  const DAY = 'RateTimeUnit="Day" UnitMultiplier="1"'
  const INCLUSIVE = `${DAY} ExpireDateExclusiveIndicator="false"`
  it.each<[string, string]>([
    ['is its one night', rate(1, 1, base('100.00')) + rate(2, 2, base('110.00')) + rate(3, 3, base('120.00'))],
    [
      'is its one night, and said to be',
      rate(1, 1, base('100.00'), INCLUSIVE) +
        rate(2, 2, base('110.00'), INCLUSIVE) +
        rate(3, 3, base('120.00'), INCLUSIVE),
    ],
    ['is a night, as it says', rate(1, 2, base('105.00'), INCLUSIVE) + rate(3, 3, base('120.00'), INCLUSIVE)],
    ['is a night, as the other rate shows', rate(1, 2, base('105.00')) + rate(3, 3, base('120.00'))],
    ['is a night, as only that makes the stay', rate(1, 3, base('110.00'))],
    [
      'is the departure, whatever it says',
      rate(1, 2, base('100.00'), INCLUSIVE) +
        rate(2, 3, base('110.00'), INCLUSIVE) +
        rate(3, 4, base('120.00'), INCLUSIVE),
    ],
  ])('%s', (_, rates) => {
    expect(one(rates, '330.00')).toEqual([])
    expect(one(rates, '440.00')).toEqual(['total-mismatch 440.00'])
  })

  it('need not be told where a rate begins on each night', () => {
    const rates =
      rate(1, undefined, base('100.00')) + rate(2, undefined, base('110.00')) + rate(3, undefined, base('120.00'))
    expect(one(rates, '330.00')).toEqual([])
    expect(one(rates, '440.00')).toEqual(['total-mismatch 440.00'])
  })

  it('leaves nights open where a rate may hold from its first day on', () => {
    const rates = rate(1, undefined, base('100.00')) + rate(2, undefined, base('115.00'))
    expect(one(rates, '330.00')).toEqual(['note 330.00'])
    const [note] = lintMessage(foreign(stay(roomRate(rates), '330.00'))).notes
    expect(note?.nodes?.map(({ found }) => found)).toEqual(Array(2).fill('does not say of which nights it is'))
  })
})

describe('one unit with two plans or in two rooms', () => {
  const UNITS = '<RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="1"/></RoomTypes>'
  const rest = rate(2, 3, base('110.00')) + rate(3, 4, base('120.00'))
  it.each<[string, string]>([
    ['by the days of its rates', roomRate(rate(1, 2, base('100.00'))) + roomRate(rest, '', 'PROMO')],
    [
      'by days of its own',
      roomRate(rate(1, 2, base('100.00')), ' EffectiveDate="2027-03-01" ExpireDate="2027-03-02"') +
        roomRate(rest, ' EffectiveDate="2027-03-02" ExpireDate="2027-03-04"', 'PROMO'),
    ],
    [
      'without days of the one rate in it',
      roomRate(
        `<Rate RateTimeUnit="Day">${base('100.00')}</Rate>`,
        ' EffectiveDate="2027-03-01" ExpireDate="2027-03-02"',
      ) + roomRate(rest, '', 'PROMO'),
    ],
  ])('%s', (_, rates) => {
    expect(told(foreign(stay(rates, '330.00', { units: UNITS })))).toEqual([])
    expect(told(foreign(stay(rates, '660.00', { units: UNITS })))).toEqual(['total-mismatch 660.00'])
    const two = UNITS.replace('NumberOfUnits="1"', 'NumberOfUnits="2"')
    expect(told(foreign(stay(rates, '330.00', { units: two })))).toEqual(['units-mismatch 2'])
  })

  it('a move into another room', () => {
    const rates = roomRate(rate(1, 2, base('100.00'))) + roomRate(rest, '', 'BAR', 'SGL')
    expect(told(foreign(stay(rates, '330.00', { told: ' NumberOfUnits="1"' })))).toEqual([])
    expect(told(foreign(stay(rates, '330.00', { told: ' NumberOfUnits="2"' })))).toEqual(['units-mismatch 2'])
  })

  it('two units of one night are two', () => {
    const rates = roomRate(NIGHTS) + roomRate(NIGHTS, '', 'PROMO')
    expect(told(foreign(stay(rates, '660.00', { units: UNITS })))).toEqual(['units-mismatch 1'])
  })
})

describe('a cancellation', () => {
  const cancel = (sum: string, global: string): string[] =>
    one(NIGHTS, sum, { status: 'Cancel', global: global === '' ? '' : total(global) })
  it('costs nothing, as much as the stay, or something else, which is noted', () => {
    expect(cancel('0.00', '0.00')).toEqual([])
    expect(cancel('330.00', '330.00')).toEqual([])
    expect(cancel('330.00', '0.00')).toEqual([])
    expect(cancel('100.00', '')).toEqual(['note 100.00'])
    expect(one(NIGHTS, '0.00', { status: 'Modify' })).toEqual(['total-mismatch 0.00'])
  })

  it('of one room is in the total of the reservation or not', () => {
    const stays = (sum: string): string =>
      stay(roomRate(NIGHTS), sum, { told: ' RoomStayStatus="Cancelled"' }) + stay(roomRate(NIGHTS), '330.00')
    const whole = (sum: string, cancelled = '330.00'): string[] =>
      told(foreign(stays(cancelled), { status: 'Modify', global: total(sum) }))
    expect(whole('330.00')).toEqual([])
    expect(whole('660.00')).toEqual([])
    expect(whole('500.00')).toEqual(['total-mismatch 500.00'])
    expect(whole('330.00', '0.00')).toEqual([])
    expect(whole('380.00', '50.00')).toEqual(['note 50.00'])
  })
})

describe('a fee beside the total of the reservation', () => {
  it('may be in that of the room, once', () => {
    expect(one(NIGHTS, '365.00', { global: fee + total('365.00') })).toEqual([])
    expect(one(NIGHTS, '330.00', { global: fee + total('365.00') })).toEqual([])
    expect(one(NIGHTS, '330.00', { global: fee + total('330.00') })).toEqual([])
    expect(one(NIGHTS, '365.00', { global: fee + total('400.00') })).toEqual(['note 400.00'])
    expect(one(NIGHTS, '900.00', { global: fee + total('900.00') })).toEqual(['total-mismatch 900.00'])
  })
})

describe('a discount that makes the Total of a Rate', () => {
  const night = (from: number, beside: string, charged: string): string =>
    rate(from, from + 1, base('100.00') + beside + total(charged))
  const three = (beside: string, charged: string): string =>
    [1, 2, 3].map((from) => night(from, beside, charged)).join('')
  const off = '<Discount AmountAfterTax="10.00" CurrencyCode="EUR"/>'
  it.each<[string, string, string, string[]]>([
    ['is taken once', three(off, '90.00'), '270.00', []],
    ['is not taken for each night again', three(off, '90.00'), '240.00', ['total-mismatch 240.00']],
    ['is not taken for each night and guest again', three(off, '90.00'), '210.00', ['total-mismatch 210.00']],
    ['in percent', three('<Discount Percent="10"/>', '90.00'), '243.00', ['total-mismatch 243.00']],
    ['may come later where the Total is the Base', three(off, '100.00'), '270.00', []],
    [
      'leaves a fee open that is not in the Total',
      three(`${off}<Fees><Fee Amount="5.00"/></Fees>`, '90.00'),
      '285.00',
      [],
    ],
    [
      'settles a fee that is in the Total',
      three('<Fees><Fee Amount="5.00"/></Fees>', '105.00'),
      '330.00',
      ['total-mismatch 330.00'],
    ],
  ])('%s', (_, rates, sum, findings) => {
    expect(one(rates, sum)).toEqual(findings)
  })
})
