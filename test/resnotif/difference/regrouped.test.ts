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
