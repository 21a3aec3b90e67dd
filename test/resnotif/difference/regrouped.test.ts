import { describe, expect, it } from 'vitest'
import { foreign, guest, NIGHTS, roomRate, stay } from '../rules/totals/foreign.js'
import { compare, textsOf } from './compared.js'

const SPAN = '<TimeSpan Start="2027-03-01" End="2027-03-05"/>'

describe('nights that are cut into Rates otherwise', () => {
  const cut = (...rates: [from: number, to: number, price: string, tax?: string][]): string =>
    foreign(
      stay(
        roomRate(
          rates
            .map(
              ([from, to, price, tax = '7']) =>
                `\n<Rate EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="${price}"><Taxes><Tax Code="9" Percent="${tax}"/></Taxes></Base></Rate>`,
            )
            .join(''),
        ),
        '400.00',
        { span: SPAN },
      ),
    )
  const whole = cut([1, 5, '100.00'])

  it('say the same at the same prices', () => {
    const others = [
      cut([1, 3, '100.00'], [3, 5, '100.00']),
      cut([1, 2, '100.00'], [2, 3, '100.0'], [3, 4, '100.00'], [4, 5, '100.00']),
    ]
    for (const other of others) {
      expect(compare(whole, other)).toMatchObject({ changes: [], regrouped: ['Rate'] })
      expect(compare(other, whole).changes).toEqual([])
    }
    expect(compare(whole, whole)).not.toHaveProperty('regrouped')
  })

  it('tell the night that costs something else, and no other', () => {
    expect(textsOf(whole, cut([1, 2, '100.00'], [2, 3, '120.00'], [3, 5, '100.00']))).toEqual([
      'Night 2027-03-02, Room DBL with plan BAR: 100.00 → 120.00.',
    ])
    expect(textsOf(whole, cut([1, 2, '100.00'], [2, 3, '100.00', '8'], [3, 5, '100.00']))).toEqual([
      expect.stringMatching(/^Tax 9, Percent: 7 → 8 \(.*Rate\[2\].*Tax\/@Percent, line 3, before line 2\)\.$/),
    ])
  })

  it('tell nights that are gone', () => {
    expect(textsOf(whole, cut([1, 2, '100.00'], [2, 4, '100.00'])).join('\n')).toMatch(/Night 2027-03-04/)
  })

  it('say the same where ExpireDate of one message is the last night', () => {
    const single = cut([1, 2, '100.00'], [2, 3, '100.00'], [3, 4, '100.00'], [4, 5, '100.00'])
    const last = cut([1, 4, '100.00'])
    expect(textsOf(single, last)).toEqual([])
    expect(textsOf(last, single)).toEqual([])
    expect(compare(whole, cut([1, 4, '100.00']))).toMatchObject({ changes: [], regrouped: ['ExpireDate'] })
    expect(compare(cut([1, 4, '100.00']), whole).changes).toEqual([])
    // What neither the total nor a single night proves is told as it stands.
    const open = (text: string): string => text.replace(/<Total AmountAfterTax="400\.00"[^>]*>/, '')
    expect(textsOf(open(whole), open(cut([1, 4, '100.00']))).join()).toContain('ExpireDate')
    expect(textsOf(whole, cut([1, 3, '100.00'])).join()).toContain('ExpireDate')
  })

  it('tell a price that is gone, though the price before it may be read as that of its night', () => {
    const single = cut([1, 2, '100.00'], [2, 3, '100.00'], [3, 4, '100.00'], [4, 5, '100.00'])
    for (const [fewer, lost] of [
      [cut([1, 2, '100.00'], [3, 4, '100.00']), [2, 4]],
      [cut([1, 3, '100.00'], [3, 4, '100.00']), [4]],
    ] as const)
      for (const night of lost) expect(textsOf(single, fewer).join('\n')).toContain(`2027-03-0${night}`)
  })

  it('are the same where the days of their RoomRate end with the last night too', () => {
    const dated = (text: string, to: number): string =>
      text.replace('NumberOfUnits="1"', `NumberOfUnits="1" EffectiveDate="2027-03-01" ExpireDate="2027-03-0${to}"`)
    expect(compare(dated(whole, 5), dated(cut([1, 4, '100.00']), 4))).toMatchObject({
      changes: [],
      regrouped: ['ExpireDate'],
    })
    const nightly = (...nights: [number, number][]): string =>
      cut(...nights.map(([from, to]) => [from, to, '100.00'] as [number, number, string]))
    expect(compare(nightly([1, 2], [2, 3], [3, 4], [4, 5]), nightly([1, 1], [2, 2], [3, 3], [4, 4])).changes).toEqual(
      [],
    )
  })

  it('are compared as they stand where a price is not of each night', () => {
    const weekly = whole.replace('RateTimeUnit="Day"', 'RateTimeUnit="Week"')
    expect(textsOf(weekly, cut([1, 3, '100.00'], [3, 5, '100.00']))).not.toEqual([])
  })
})

describe('guests of one age', () => {
  const counted = (...counts: [code: string, count: string, age?: string][]): string =>
    foreign(
      stay(roomRate('<Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-05"/>'), '400.00', {
        span: SPAN,
        counts: counts
          .map(
            ([code, count, age]) =>
              `\n<GuestCount AgeQualifyingCode="${code}"${age === undefined ? '' : ` Age="${age}"`} Count="${count}"/>`,
          )
          .join(''),
      }),
    )

  it('may be counted in one line or in several', () => {
    expect(compare(counted(['10', '2']), counted(['10', '1'], ['10', '1']))).toMatchObject({
      changes: [],
      regrouped: ['GuestCount'],
    })
    expect(
      compare(counted(['10', '2'], ['8', '2', '5']), counted(['8', '1', '5'], ['10', '2'], ['8', '1', '5'])).changes,
    ).toEqual([])
  })

  it('are told where they are more or fewer', () => {
    expect(textsOf(counted(['10', '2']), counted(['10', '1'], ['10', '2']))).not.toEqual([])
    expect(
      textsOf(counted(['10', '2'], ['8', '2', '5']), counted(['10', '2'], ['8', '1', '5'], ['8', '1', '6'])),
    ).not.toEqual([])
  })
})

describe('rooms in one RoomStay or in one each', () => {
  const adults = (count: number): string => `<GuestCount AgeQualifyingCode="10" Count="${count}"/>`
  const together = foreign(
    stay(roomRate(NIGHTS).replace('NumberOfUnits="1"', 'NumberOfUnits="2"'), '660.00', { rphs: [1, 2] }),
  )
  const [one, other] = [1, 2].map((rph) => stay(roomRate(NIGHTS), '330.00', { rphs: [rph], counts: adults(1) }))

  it('are the same rooms: nobody moves, and no guest is more or fewer', () => {
    const apart = foreign(`${one}${other}`)
    expect(textsOf(together, apart)).toEqual(['RoomStays: 1 → 2.'])
    expect(textsOf(apart, together)).toEqual(['RoomStays: 2 → 1.'])
  })

  it('tell a guest more in one of them', () => {
    const more = stay(roomRate(NIGHTS), '330.00', { rphs: [2, 3], counts: adults(2) })
    const texts = textsOf(together, foreign(`${one}${more}`, { guests: guest(1) + guest(2) + guest(3) })).join('\n')
    expect(texts).toContain('Guests counted: 2 × adult → 3 × adult')
    expect(texts).toContain('A3 joins')
  })
})

describe('a price that may be that of one unit or of all', () => {
  const priced = (...nights: { base: string; total?: string; again?: boolean }[]): string => {
    const rates = nights
      .map(({ base, total, again = false }, at) => {
        const one = `\n<Rate EffectiveDate="2027-03-0${at + 1}" ExpireDate="2027-03-0${at + 2}" RateTimeUnit="Day"><Base AmountAfterTax="${base}" CurrencyCode="EUR"/>${total === undefined ? '' : `<Total AmountAfterTax="${total}" CurrencyCode="EUR"/>`}</Rate>`
        return again ? one + one : one
      })
      .join('')
    return foreign(stay(roomRate(rates).replace('NumberOfUnits="1"', 'NumberOfUnits="2"'), '600.00'))
  }
  const each = { base: '100.00' }
  const bare = priced(each, each, each)
  const nightsIn = (before: string, after: string): string[] =>
    textsOf(before, after).filter((text) => text.startsWith('Night'))

  it('is no other price than that of each, or of all together', () => {
    for (const total of ['100.00', '200.00']) {
      const open = priced({ ...each, total }, { ...each, total }, { ...each, total })
      expect(nightsIn(bare, open)).toEqual([])
      expect(nightsIn(open, bare)).toEqual([])
    }
  })

  it('is told where neither makes it, and where a night has more prices', () => {
    const dearer = priced(each, { ...each, total: '130.00' }, each)
    expect(nightsIn(bare, dearer)).toEqual([
      'Night 2027-03-02, Room DBL with plan BAR: 2 × 100.00 EUR → 130.00 EUR (of one room or of all).',
    ])
    expect(
      nightsIn(priced({ ...each, total: '100.00' }, each, each), priced({ ...each, total: '130.00' }, each, each)),
    ).toEqual([
      'Night 2027-03-01, Room DBL with plan BAR: 100.00 EUR (of one room or of all) → 130.00 EUR (of one room or of all).',
    ])
    const open = { ...each, total: '100.00' }
    expect(nightsIn(priced(open, each, each), priced({ ...open, again: true }, each, each))).toEqual([
      'Night 2027-03-01, Room DBL with plan BAR: 100.00 EUR (of one room or of all) → 100.00 EUR (of one room or of all) (priced twice).',
    ])
  })
})

describe('days that are cut into RoomRates otherwise', () => {
  const rates = (from: number, to: number, price = '100.00'): string =>
    roomRate(
      Array.from(
        { length: to - from },
        (_, at) =>
          `\n<Rate EffectiveDate="2027-03-0${from + at}" ExpireDate="2027-03-0${from + at + 1}" RateTimeUnit="Day"><Base AmountAfterTax="${price}"/></Rate>`,
      ).join(''),
      ` EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}"`,
    )
  const whole = foreign(stay(rates(1, 5), '400.00', { span: SPAN }))
  const cut = foreign(stay(rates(1, 3) + rates(3, 5), '400.00', { span: SPAN }))

  it('say the same', () => {
    expect(compare(whole, cut)).toMatchObject({ changes: [], regrouped: ['RoomRate'] })
    expect(compare(cut, whole).changes).toEqual([])
  })

  it('tell the night that costs something else alone, and days that are missing', () => {
    const dearer = foreign(stay(rates(1, 2) + rates(2, 3, '120.00') + rates(3, 5), '420.00', { span: SPAN }))
    expect(textsOf(whole, dearer).filter((text) => !text.startsWith('Total'))).toEqual([
      'Night 2027-03-02, Room DBL with plan BAR: 100.00 → 120.00.',
    ])
    const torn = foreign(stay(rates(1, 2) + rates(3, 5), '400.00', { span: SPAN }))
    expect(textsOf(whole, torn).join('\n')).toContain('Night 2027-03-02')
  })
})

describe('taxes of rooms in another number of RoomStays', () => {
  const taxed = (...taxes: string[]): string =>
    foreign(
      taxes
        .map((tax, at) =>
          stay(roomRate(NIGHTS).replace('NumberOfUnits="1"', `NumberOfUnits="${3 - taxes.length}"`), '', {
            rphs: taxes.length === 1 ? [1, 2] : [at + 1],
            counts: `<GuestCount AgeQualifyingCode="10" Count="${3 - taxes.length}"/>`,
          }).replace(
            '<BasicPropertyInfo',
            `<Total AmountAfterTax="${taxes.length === 1 ? 660 : 330}.00" CurrencyCode="EUR"><Taxes Amount="${tax}"><Tax Code="7" Amount="${tax}"/></Taxes></Total><BasicPropertyInfo`,
          ),
        )
        .join(''),
    )

  it('are compared as sums', () => {
    expect(textsOf(taxed('60.00'), taxed('30.00', '30.0'))).toEqual(['RoomStays: 1 → 2.'])
    expect(textsOf(taxed('60.00'), taxed('30.00', '40.00')).join('\n')).toMatch(/Amount: 60\.00 → [34]0\.00/)
  })
})

describe('a room whose plan changes on the way', () => {
  it('is the same room: nobody moves', () => {
    const nights = (from: number, to: number, plan: string): string =>
      roomRate(
        `<Rate EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}" RateTimeUnit="Day"><Base AmountAfterTax="100.00"/></Rate>`,
        ` EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}"`,
        plan,
      )
    const before = foreign(stay(nights(1, 5, 'BAR'), '400.00', { span: SPAN }))
    const after = foreign(stay(nights(1, 2, 'BAR') + nights(2, 5, 'FLEX'), '400.00', { span: SPAN }))
    const texts = textsOf(before, after)
    expect(texts.join('\n')).toContain('FLEX')
    expect(texts.filter((text) => text.includes('moves'))).toEqual([])
  })
})
