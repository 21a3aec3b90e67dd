import { describe, expect, it } from 'vitest'
import { foreign, guest, roomRate, stay } from '../rules/totals/foreign.js'
import { compare, textsOf } from './compared.js'

const SPAN = '<TimeSpan Start="2027-03-01" End="2027-03-05"/>'
const adults = (count: number): string => `<GuestCount AgeQualifyingCode="10" Count="${count}"/>`
const price = (from: number, to: number, amount = '100.00'): string =>
  `\n<Rate EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="${amount}"/></Rate>`
const WHOLE = price(1, 5)
const NIGHTLY = price(1, 2) + price(2, 3) + price(3, 4) + price(4, 5)

interface Told {
  units?: number
  rates?: string
  counts?: string
  rphs?: number[]
  plan?: string
  room?: string
}
const roomStay = ({ units = 1, rates = WHOLE, counts = adults(2), rphs = [1], plan, room }: Told = {}): string =>
  stay(roomRate(rates, '', plan, room).replace('NumberOfUnits="1"', `NumberOfUnits="${units}"`), '', {
    span: SPAN,
    counts,
    rphs,
  })
const guests = (...rphs: number[]): { guests: string } => ({ guests: rphs.map((rph) => guest(rph)).join('') })

describe('guests of rooms that stand in another number of RoomStays', () => {
  const together = (told: Told = {}): string => roomStay({ units: 2, counts: adults(4), rphs: [1, 2, 3, 4], ...told })
  const [first, second] = [roomStay({ rphs: [1, 2] }), roomStay({ rphs: [3, 4] })]

  it('are counted in all of them: who leaves does so once', () => {
    const three = { counts: adults(3), rphs: [1, 2, 3] }
    const left = ['Guests counted: 4 × adult → 3 × adult.', 'A4 leaves (stay 2027-03-01 to 2027-03-05, room DBL).']
    const apart = foreign(first + second, guests(1, 2, 3, 4))
    expect(textsOf(apart, foreign(together(three), guests(1, 2, 3)))).toEqual(['RoomStays: 2 → 1.', ...left])
    const one = roomStay({ rphs: [3], counts: adults(1) })
    expect(textsOf(foreign(together(), guests(1, 2, 3, 4)), foreign(first + one, guests(1, 2, 3)))).toEqual([
      'RoomStays: 1 → 2.',
      ...left,
    ])
  })

  it('are told of no RoomStay where their plan changes', () => {
    const flex = { plan: 'FLEX' }
    const after = foreign(roomStay({ ...flex, rphs: [1, 2] }) + roomStay({ ...flex, rphs: [3, 4] }), guests(1, 2, 3, 4))
    const texts = textsOf(foreign(together(), guests(1, 2, 3, 4)), after)
    expect(texts.join('\n')).toContain('FLEX')
    expect(texts.join('\n')).not.toMatch(/counted|moves/)
  })

  it('do not move where one of them is named in each', () => {
    const both = foreign(roomStay() + roomStay(), guests(1))
    const one = foreign(together({ rphs: [1] }), guests(1))
    expect(textsOf(one, both)).toEqual(['RoomStays: 1 → 2.'])
    expect(textsOf(both, one)).toEqual(['RoomStays: 2 → 1.'])
    const rooms = roomRate(WHOLE) + roomRate(WHOLE, '', 'BAR', 'SGL')
    const mixed = foreign(stay(rooms, '', { span: SPAN, counts: adults(2), rphs: [1, 2] }))
    const single = roomStay({ counts: adults(1) }) + roomStay({ room: 'SGL', counts: adults(1), rphs: [2] })
    expect(textsOf(mixed, foreign(single))).toEqual(['RoomStays: 1 → 2.'])
  })

  it('do not move where the days change too, or another room is booked in their RoomStay', () => {
    const long = (told: Told): string => roomStay(told).replace('End="2027-03-05"', 'End="2027-03-06"')
    const rooms = roomRate(WHOLE) + roomRate(WHOLE, '', 'BAR', 'SGL')
    const mixed = foreign(stay(rooms, '', { span: SPAN, counts: adults(2), rphs: [1, 2] }))
    const single = long({ counts: adults(1) }) + long({ room: 'SGL', counts: adults(1), rphs: [2] })
    const longer = textsOf(mixed, foreign(single))
    expect(longer).toContain('Stay: 2027-03-01 to 2027-03-05 → 2027-03-01 to 2027-03-06.')
    expect(longer.join('\n')).not.toContain('moves')
    const more = textsOf(foreign(roomStay({ rphs: [1, 2] })), mixed)
    expect(more).toContain('Room SGL with plan BAR is new: 1 unit.')
    expect(more.join('\n')).not.toContain('moves')
    const elsewhere = foreign(roomStay({ room: 'SGL', rphs: [1, 2] }))
    expect(textsOf(foreign(roomStay({ rphs: [1, 2] })), elsewhere).join('\n')).toContain('A1 moves')
  })

  it('are told of the rooms that they are counted in, where there are others', () => {
    const other = roomStay({ room: 'SGL', counts: adults(1), rphs: [5] })
    const after = foreign(together({ counts: adults(3), rphs: [1, 2, 3] }) + other, guests(1, 2, 3, 5))
    expect(textsOf(foreign(first + second + other, guests(1, 2, 3, 4, 5)), after)).toEqual([
      'RoomStays: 3 → 2.',
      'Guests counted: 5 × adult → 4 × adult.',
      'Guests counted in stay 2027-03-01 to 2027-03-05, room DBL: 4 × adult → 3 × adult.',
      'A4 leaves (stay 2027-03-01 to 2027-03-05, room DBL).',
    ])
  })

  it('are told of their RoomStay where another one is booked beside it', () => {
    const alone = roomStay({ rphs: [3], counts: adults(1) })
    const texts = textsOf(
      foreign(first, guests(1, 2)),
      foreign(roomStay({ rphs: [1], counts: adults(1) }) + alone, guests(1, 3)),
    )
    expect(texts.join('\n')).toContain('(RoomStay 1): 2 × adult → 1 × adult')
  })
})

describe('nights that are cut otherwise in another number of RoomStays', () => {
  const one = (rates: string): string => foreign(roomStay({ units: 2, rates, counts: adults(4) }))
  const two = (rates: string): string => foreign(roomStay({ rates }) + roomStay({ rates }))

  it('say the same at the same prices', () => {
    for (const [before, after] of [
      [WHOLE, NIGHTLY],
      [NIGHTLY, WHOLE],
    ] as const) {
      expect(textsOf(one(before), two(after))).toEqual(['RoomStays: 1 → 2.'])
      expect(textsOf(two(before), one(after))).toEqual(['RoomStays: 2 → 1.'])
      expect(compare(one(before), two(after)).regrouped).toEqual(['Rate'])
    }
    expect(compare(one(WHOLE), two(WHOLE))).not.toHaveProperty('regrouped')
  })

  it('tell a night that costs something else, and no other', () => {
    const dearer = price(1, 3) + price(3, 4, '120.00') + price(4, 5)
    expect(textsOf(one(WHOLE), two(dearer))).toEqual([
      'RoomStays: 1 → 2.',
      'Night 2027-03-03, Room DBL with plan BAR: 2 × 100.00 → 2 × 120.00.',
    ])
  })

  it('say the same where their days are cut into RoomRates otherwise', () => {
    const rates = (from: number, to: number): string =>
      roomRate(price(from, to), ` EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}"`)
    const of = (roomRates: string, units: number): string =>
      stay(roomRates.replaceAll('NumberOfUnits="1"', `NumberOfUnits="${units}"`), '', {
        span: SPAN,
        counts: adults(2 * units),
      })
    const [whole, cut] = [of(rates(1, 5), 2), of(rates(1, 3) + rates(3, 5), 1)]
    expect(compare(foreign(whole), foreign(cut + cut)).regrouped).toEqual(['RoomRate', 'Rate'])
    expect(textsOf(foreign(whole), foreign(cut + cut))).toEqual(['RoomStays: 1 → 2.'])
    expect(textsOf(foreign(cut + cut), foreign(whole))).toEqual(['RoomStays: 2 → 1.'])
  })
})

describe('guests that are counted per room or in all', () => {
  const counted = (units: number, isPerRoom: string | undefined, count: number): string =>
    foreign(
      roomStay({ units, counts: adults(count) }).replace(
        ' IsPerRoom="false"',
        isPerRoom === undefined ? '' : ` IsPerRoom="${isPerRoom}"`,
      ),
    )

  it('are the same where they are as many', () => {
    expect(compare(counted(2, 'false', 4), counted(2, 'true', 2))).toMatchObject({
      changes: [],
      regrouped: ['IsPerRoom=true'],
    })
    expect(compare(counted(2, '1', 2), counted(2, '0', 4))).toMatchObject({
      changes: [],
      regrouped: ['IsPerRoom=false'],
    })
  })

  it('are the same in one room, whatever they say they are', () => {
    for (const [before, after] of [
      ['true', 'false'],
      ['true', '0'],
      ['false', undefined],
      [undefined, 'true'],
    ] as const)
      expect(compare(counted(1, before, 2), counted(1, after, 2))).toEqual({ changes: [], own: [] })
    expect(textsOf(counted(1, 'true', 2), counted(1, 'false', 3))).toEqual(['Guests counted: 2 × adult → 3 × adult.'])
  })

  it('are told in all where they are more or fewer', () => {
    expect(textsOf(counted(2, 'false', 6), counted(2, 'true', 2))).toEqual(['Guests counted: 6 × adult → 4 × adult.'])
    expect(textsOf(counted(2, 'false', 2), counted(2, 'true', 2))).toEqual([
      'Guests counted: 2 × adult → 4 × adult.',
      expect.stringContaining('Whether guests are counted for each room: false → true'),
    ])
  })

  it('are told as they stand where nothing tells what they count', () => {
    expect(textsOf(counted(2, undefined, 4), counted(2, 'true', 2)).join('\n')).toContain('is new: true')
  })
})

describe('rooms that stand otherwise in as many RoomStays', () => {
  const booked = (...units: number[]): string =>
    foreign(units.map((many) => roomStay({ units: many, counts: adults(2 * many) })).join(''))

  it('are the same rooms', () => {
    expect(textsOf(booked(3, 1), booked(2, 2))).toEqual([])
    const beside = foreign(
      roomStay({ units: 2, counts: adults(4) }) + roomStay({ room: 'SGL', counts: adults(1), rphs: [2] }),
      guests(1, 2),
    )
    const texts = textsOf(foreign(roomStay() + roomStay(), guests(1)), beside)
    expect(texts).toContain('Room SGL with plan BAR is new: 1 unit.')
    expect(texts.join('\n')).not.toMatch(/DBL → SGL|Count: |Night [-\d]+, Room DBL/)
  })

  it('cost what all of them cost', () => {
    const priced = (...amounts: [units: number, total: string][]): string =>
      foreign(
        amounts
          .map(([units, total]) =>
            roomStay({ units, counts: adults(2 * units) }).replace(
              '<BasicPropertyInfo',
              `<Total AmountAfterTax="${total}" CurrencyCode="EUR"/><BasicPropertyInfo`,
            ),
          )
          .join(''),
      )
    const before = priced([3, '1200.00'], [1, '400.00'])
    expect(textsOf(before, priced([2, '800.00'], [2, '800.00']))).toEqual([])
    expect(textsOf(before, priced([2, '800.00'], [2, '810.00']))).toEqual([expect.stringContaining('(+10.00 EUR)')])
  })
})

describe('a Total that repeats the Base of its Rate', () => {
  const totalled = (total: string): string => NIGHTLY.replaceAll(/(AmountAfterTax="(\d+\.\d+)")\/>/g, `$1/>${total}`)
  const [bare, repeated, other] = [
    NIGHTLY,
    totalled('<Total AmountAfterTax="100.0"/>'),
    totalled('<Total AmountAfterTax="110.00"/>'),
  ]
  const one = (rates: string): string => foreign(roomStay({ rates }))
  const two = (rates: string): string => foreign(roomStay({ rates }) + roomStay({ rates }))
  const together = (rates: string): string => foreign(roomStay({ units: 2, rates, counts: adults(4) }))

  it('says nothing more', () => {
    for (const [before, after] of [
      [bare, repeated],
      [repeated, bare],
    ] as const) {
      expect(compare(one(before), one(after))).toMatchObject({ changes: [], regrouped: ['Total'] })
      expect(textsOf(together(before), two(after))).toEqual(['RoomStays: 1 → 2.'])
    }
  })

  it('is told where it is another price', () => {
    expect(textsOf(one(bare), one(other)).join('\n')).toContain('100.00 → 110.00')
    expect(textsOf(one(repeated), one(other)).join('\n')).toContain('100.0 → 110.00')
    expect(textsOf(together(repeated), two(other)).join('\n')).toContain('110.00')
  })
})

it('a new room for several nights is told by its nights, and not by the day behind them', () => {
  const before = foreign(stay(roomRate(WHOLE), '', { span: SPAN }))
  const after = foreign(stay(roomRate(WHOLE) + roomRate(price(1, 5, '50.00'), '', 'BAR', 'SGL'), '', { span: SPAN }))
  expect(textsOf(before, after).join('\n')).toContain('Nights 2027-03-01 to 2027-03-04, Room SGL with plan BAR is new')
  expect(textsOf(before, after).join('\n')).not.toContain('ExpireDate')
})
