import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { compareMessages } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/index.js'
import { base, foreign, roomRate, stay } from '../rules/totals/foreign.js'

const DAYS = 'EffectiveDate="2027-03-01" ExpireDate="2027-03-15"'
const of = (told: string, amount = '700.00', days = DAYS): string =>
  foreign(
    stay(roomRate(`<Rate ${days} ${told}>${base(amount)}</Rate>`), '1400.00', {
      span: '<TimeSpan Start="2027-03-01" End="2027-03-15"/>',
    }),
  )
const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}

describe('a price of a unit of time', () => {
  it.each([
    ['RateTimeUnit="Week" UnitMultiplier="1"', '2027-03-01 to 2027-03-15, 2 weeks  700.00 EUR a week'],
    ['ChargeType="17"', '2027-03-01 to 2027-03-15, 2 weeks  700.00 EUR a week'],
    ['RateTimeUnit="Week" UnitMultiplier="2"', '2027-03-01 to 2027-03-15, 2 weeks  700.00 EUR for 2 weeks'],
    ['RateTimeUnit="Month"', '2027-03-01 to 2027-03-15  700.00 EUR a month'],
    ['RateTimeUnit="Hour"', '2027-03-01 to 2027-03-15  700.00 EUR an hour'],
    ['RateTimeUnit="Minute"', '2027-03-01 to 2027-03-15  700.00 EUR a minute'],
    ['RateTimeUnit="Day" UnitMultiplier="2"', '2027-03-01 to 2027-03-15  700.00 EUR for 2 days'],
    ['RateTimeUnit="FullDuration"', '2027-03-01 to 2027-03-15, for the whole stay  700.00 EUR'],
  ])('says behind the amount what it is for: %s', (told, row) => {
    expect(storyOf(of(told))).toContain(`  ${row}  room DBL, plan BAR`)
  })

  it('of weeks that are not whole says how many nights there are', () => {
    const days = 'EffectiveDate="2027-03-01" ExpireDate="2027-03-09"'
    expect(storyOf(of('RateTimeUnit="Week"', '700.00', days))).toContain(
      '2027-03-01 to 2027-03-09, 8 nights  700.00 EUR a week',
    )
  })

  it('says so in the line of the stay', () => {
    expect(storyOf(of('RateTimeUnit="Week"'))).toContain('; rate 700.00 EUR a week; total 1400.00 EUR')
    expect(storyOf(of('RateTimeUnit="Day" UnitMultiplier="2"'))).toContain('; rate 700.00 EUR for 2 days; total')
    expect(storyOf(of('RateTimeUnit="FullDuration"'))).toContain('; rate 700.00 EUR; total')
    expect(storyOf(of('RateTimeUnit="Day"'))).toContain('; rate 700.00 EUR; total')
  })

  it('says so where another message has another price', () => {
    const [one, other] = [of('RateTimeUnit="Week"'), of('RateTimeUnit="Week"', '650.00')].map((text) => ({
      text,
      facts: explainMessage(text).facts,
    }))
    expect(compareMessages(one!, other!).changes.map(({ text }) => text)).toContain(
      '2027-03-01 to 2027-03-15, Room DBL with plan BAR: 700.00 EUR a week → 650.00 EUR a week.',
    )
  })
})
