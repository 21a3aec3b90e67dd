import { describe, expect, it } from 'vitest'
import { tellUnchecked } from '../../../../src/cli/resnotif/view.js'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, guest, rate, roomRate, stay, total } from '../totals/foreign.js'

const ONE = 'UnitMultiplier="1"'
const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [...findings, ...notes.filter(({ rule }) => rule !== 'total-unchecked')].map(
    ({ rule, found = '' }) => `${rule} ${found}`,
  )
}
describe('a stay of one night more than is priced', () => {
  const net = (amount: string): string => `<Base AmountBeforeTax="${amount}" CurrencyCode="EUR"/>`
  const taxed = (before: string, after: string): string =>
    `<Total AmountBeforeTax="${before}" AmountAfterTax="${after}" CurrencyCode="EUR"/>`
  const NIGHT = 'RateTimeUnit="Day" UnitMultiplier="1"'
  const of = (price: string, sum: string, unit = NIGHT): string[] =>
    told(
      foreign(
        stay(roomRate(rate(1, 2, price, unit)), sum, { span: '<TimeSpan Start="2027-03-01" End="2027-03-03"/>' }),
      ),
    )

  it.each([
    ['by its Base', base('100.00')],
    ['by its Base and Total', base('100.00') + total('100.00')],
    ['by its Total with taxes of its Base', `${net('90.00')}${taxed('90.00', '100.00')}`],
    ['by its Total that is too little for two nights', net('90.00') + total('100.00')],
    ['by its Total with a fee', `${net('88.00')}<Fees><Fee Amount="2.00"/></Fees>${taxed('90.00', '100.00')}`],
  ])('is told where the total counts the nights that are priced, %s', (_, price) => {
    expect(of(price, '100.00')).toEqual(['night-missing 2027-03-02'])
  })

  it.each([
    ['the total counts both nights', base('100.00'), '200.00', NIGHT],
    ['the Total of the price is that of both', base('100.00') + total('200.00'), '200.00', NIGHT],
    ['the price may be that of both', base('100.00'), '100.00', ONE],
    ['the Total with taxes may be that of both', net('45.00') + total('100.00'), '100.00', NIGHT],
    ['a discount may be why it is less', `${net('90.00')}<Discount/>${total('100.00')}`, '100.00', NIGHT],
    ['nothing is charged', base('0.00'), '0.00', NIGHT],
  ])('may be one whose prices end with their last night: %s', (_, price, sum, unit) => {
    expect(of(price, sum, unit)).toEqual([])
  })

  it('is noted where a Total alone may be that of both', () => {
    expect(of(total('100.00'), '100.00')).toEqual(['night-unchecked 2027-03-02'])
    expect(of(total('100.00'), '200.00')).toEqual([])
    expect(of(total('100.00'), '100.00', ONE)).toEqual([])
    expect(of(total('100.00'), '100.00', 'RateTimeUnit="Day" UnitMultiplier="2"')).toEqual([])
  })

  it('is told by the total of its room, too', () => {
    const room = roomRate(rate(1, 2, base('100.00'), NIGHT)).replace('</RoomRate>', `${total('100.00')}</RoomRate>`)
    const span = '<TimeSpan Start="2027-03-01" End="2027-03-03"/>'
    expect(told(foreign(stay(room, '', { span })))).toEqual(['night-missing 2027-03-02'])
  })

  it('is told by the total of a reservation of one room', () => {
    const one = stay(roomRate(rate(1, 2, base('100.00'), NIGHT)), '', {
      span: '<TimeSpan Start="2027-03-01" End="2027-03-03"/>',
    })
    expect(told(foreign(one, { global: total('100.00') }))).toEqual(['night-missing 2027-03-02'])
    expect(told(foreign(one, { global: total('200.00') }))).toEqual([])
    expect(told(foreign(one + one, { global: total('200.00') }))).not.toContain('night-missing 2027-03-02')
  })
})

describe('a room with a price less than another room of the message', () => {
  const NIGHT = 'RateTimeUnit="Day" UnitMultiplier="1"'
  const span = '<TimeSpan Start="2027-03-01" End="2027-03-03"/>'
  const both = (told: string, price = base('80.00')): string =>
    foreign(
      stay(
        roomRate(rate(1, 2, base('100.00'), NIGHT) + rate(2, 3, base('110.00'), NIGHT), '', 'BAR', 'DBL'),
        '210.00',
        {
          span,
          rphs: [1],
        },
      ) + stay(roomRate(rate(1, 2, price, told), '', 'BAR', 'SGL'), '160.00', { span, rphs: [2] }),
    )

  it('is noted where its total counts the night all the same', () => {
    expect(told(both(NIGHT))).toEqual(['night-unchecked 2027-03-02'])
    const [note] = lintMessage(both(NIGHT)).notes
    expect(note === undefined ? '' : tellUnchecked('a.xml', note)).toBe(
      'a.xml: line 1: nights were not checked (2027-03-02). The prices of this RoomStay are those of all its nights only where ExpireDate is the last night, and those of another RoomStay only where it is the day after.',
    )
  })

  it('is not where its price says that it is of two days', () => {
    expect(told(both('RateTimeUnit="Day" UnitMultiplier="2"', base('160.00')))).toEqual([])
  })
})

describe('a first night before all prices that say only when they begin', () => {
  const begun = (from: number, price = base('100.00'), unit = ''): string => rate(from, undefined, price, unit)
  const of = (rates: string, sum: string, { own = '', to = 3 } = {}): string[] =>
    told(foreign(stay(roomRate(rates, own), sum, { span: `<TimeSpan Start="2027-03-01" End="2027-03-0${to}"/>` })))
  const OWN = ' EffectiveDate="2027-03-01" ExpireDate="2027-03-03"'

  it.each([
    ['one price, and the total of both nights', begun(2), '200.00', { own: OWN }],
    ['one price, and its own total', begun(2), '100.00', { own: OWN }],
    ['a RoomRate without days', begun(2), '200.00', {}],
    ['prices of the others', begun(2) + begun(3), '500.00', { to: 4 }],
  ])('is told: %s', (_, rates, sum, options) => {
    expect(of(rates, sum, options)).toEqual(['night-missing 2027-03-01'])
  })

  it('is told of RoomRates for one night each', () => {
    const ofNight = (from: number): string =>
      roomRate(`<Rate>${total('100.00')}</Rate>`, ` EffectiveDate="2027-03-0${from}"`)
    const span = '<TimeSpan Start="2027-03-01" End="2027-03-03"/>'
    expect(told(foreign(stay(ofNight(2), '200.00', { span })))).toEqual(['night-missing 2027-03-01'])
    expect(told(foreign(stay(ofNight(1) + ofNight(2), '200.00', { span })))).toEqual([])
  })

  it.each([
    ['the price begins on the first', begun(1), '200.00'],
    ['the price is of the whole stay', begun(2, base('200.00'), 'RateTimeUnit="FullDuration"'), '200.00'],
    ['another price says its days', begun(2) + rate(1, 2, base('100.00'), ''), '200.00'],
  ])('is not where %s', (_, rates, sum) => {
    expect(of(rates, sum).filter((one) => one.startsWith('night-missing'))).toEqual([])
  })
})

describe('one price of one night', () => {
  const lone = (
    from: number,
    to: number,
    end: number,
    span = `<TimeSpan Start="2027-03-01" End="2027-03-0${end}"/>`,
  ): string[] =>
    told(
      foreign(stay(roomRate(rate(from, to, base('100.00'), '')), '', { span }), {
        global: `<TimeSpan Start="2027-03-01" End="2027-03-0${end}"/>`,
      }),
    )

  it('leaves out the nights before it and behind it, unless it may stand for the stay', () => {
    expect(lone(2, 3, 3)).toEqual(['night-missing 2027-03-01'])
    expect(lone(3, 4, 6)).toEqual(['night-missing 2027-03-01, 2027-03-02, 2027-03-04, 2027-03-05'])
    expect(lone(1, 2, 4)).toEqual(['night-unchecked 2027-03-02, 2027-03-03'])
    expect(lone(1, 2, 2)).toEqual([])
    // The room may arrive later than the first.
    expect(lone(2, 3, 3, '')).toEqual([])
  })
})

describe('prices of several products of this service that say only when they begin', () => {
  const product = (room: string, ...begins: number[]): string =>
    roomRate(begins.map((day) => rate(day, undefined, base('100.00'), '')).join(''), '', 'BAR', room)
  const ours = (rates: string): string[] => {
    const rooms = [...new Set([...rates.matchAll(/RoomTypeCode="(\w+)"/g)].map(([, room = '']) => room))]
    const guests = rooms.map((room) =>
      guest(1).replace('ResGuestRPH="1"', `ResGuestRPH="1-${room}-BAR" GroupEventCode="1"`),
    )
    const text = foreign(
      stay(rates, '', { rphs: [], told: ' IndexNumber="1"', counts: '<GuestCount AgeQualifyingCode="10" Count="2"/>' }),
      { guests: guests.join('') },
    )
    return lintMessage(text)
      .findings.filter(({ rule }) => rule === 'night-missing')
      .map(({ found = '' }) => found)
  }

  it.each<[string, string, string[]]>([
    ['each priced from arrival', product('DBL', 1, 2, 3) + product('SGL', 1, 2, 3), []],
    ['one without its first night', product('DBL', 1, 2, 3) + product('SGL', 2, 3), ['2027-03-01']],
    ['none with its first night', product('DBL', 2, 3) + product('SGL', 2, 3), ['2027-03-01']],
    ['one behind the other', product('DBL', 1) + product('SGL', 2, 3), []],
  ])('%s', (_, rates, missing) => {
    expect([...new Set(ours(rates))]).toEqual(missing)
  })
})

describe('prices that say only when they begin, without a total', () => {
  const begun = (...days: number[]): string[] =>
    told(foreign(stay(roomRate(days.map((day) => rate(day, undefined, base('100.00'), '')).join('')), '')))

  it('are noted where none begins on a night', () => {
    expect(begun(1, 3)).toEqual(['night-unchecked 2027-03-02'])
    expect(begun(1, 2)).toEqual(['night-unchecked 2027-03-03'])
    expect(begun(1, 2, 3)).toEqual([])
    expect(begun(1)).toEqual([])
  })
})
