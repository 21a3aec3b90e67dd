import { describe, expect, it } from 'vitest'
import { compareMessages, foldNights } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/index.js'
import { foreign, guest, NIGHTS, roomRate, stay } from '../rules/totals/foreign.js'

const compare = (before: string, after: string): ReturnType<typeof compareMessages> => {
  const [one, other] = [before, after].map((text) => ({ text, facts: explainMessage(text).facts }))
  return compareMessages(one!, other!)
}
const textsOf = (before: string, after: string): string[] =>
  foldNights(compare(before, after).changes).map(({ text }) => text)

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
    for (const last of [cut([1, 4, '100.00']), cut([1, 2, '100.00'], [3, 4, '100.00'])]) {
      expect(textsOf(single, last)).toEqual([])
      expect(textsOf(last, single)).toEqual([])
    }
    // A price that ends a day sooner is written otherwise, whatever it means.
    expect(textsOf(whole, cut([1, 4, '100.00'])).join()).toContain('ExpireDate')
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
