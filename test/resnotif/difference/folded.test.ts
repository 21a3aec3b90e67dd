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

describe('changes of nights that follow each other', () => {
  const taxed = (...percents: number[]): string =>
    foreign(
      stay(
        roomRate(
          percents
            .map(
              (percent, at) =>
                `\n<Rate EffectiveDate="2027-03-0${at + 1}" ExpireDate="2027-03-0${at + 2}" RateTimeUnit="Day"><Base AmountAfterTax="100.00"><Taxes><Tax Code="7" Percent="${percent}"/></Taxes></Base></Rate>`,
            )
            .join(''),
        ),
        '400.00',
        { span: '<TimeSpan Start="2027-03-01" End="2027-03-05"/>' },
      ),
    )

  it('are one, where all are equal', () => {
    expect(textsOf(taxed(10, 10, 10, 10), taxed(12, 12, 12, 12))).toEqual([
      'Nights 2027-03-01 to 2027-03-04, Tax 7, Percent: 10 → 12 (lines 2 to 5, before lines 2 to 5).',
    ])
    expect(compare(taxed(10, 10, 10, 10), taxed(12, 12, 12, 12)).changes.map(({ nights }) => nights?.from)).toEqual([
      '2027-03-01',
      '2027-03-02',
      '2027-03-03',
      '2027-03-04',
    ])
  })

  it('are one for each run', () => {
    const changes = textsOf(taxed(10, 10, 10, 10), taxed(12, 12, 10, 12))
    expect(changes[0]).toContain('Nights 2027-03-01 to 2027-03-02, Tax 7')
    expect(changes[1]).toContain('Rate[4]/Base/Taxes/Tax/@Percent')
    expect(changes).toHaveLength(2)
    expect(textsOf(taxed(10, 10, 10, 10), taxed(12, 13, 12, 13))).toHaveLength(4)
  })

  it('are one of prices too', () => {
    const before = taxed(10, 10, 10, 10)
    expect(textsOf(before, before.replaceAll('"100.00"', '"110.00"'))).toEqual([
      'Nights 2027-03-01 to 2027-03-04, Room DBL with plan BAR: 100.00 → 110.00.',
    ])
  })
})

const counts = (children: number): string =>
  `<GuestCount AgeQualifyingCode="10" Count="2"/>${children === 0 ? '' : '<GuestCount AgeQualifyingCode="8" Age="5" Count="1"/>'}`
const family = (children: number): string =>
  foreign(stay(roomRate(NIGHTS), '330.00', { counts: counts(children), rphs: children === 0 ? [1, 2] : [1, 2, 3] }), {
    guests: guest(1) + guest(2) + (children === 0 ? '' : guest(3, 'AgeQualifyingCode="8" Age="5"')),
  })

it('a child who leaves or joins is told by name, and not by number', () => {
  expect(textsOf(family(1), family(0)).join(' ')).toContain('A3 leaves (child, 5;')
  expect(textsOf(family(1), family(0)).join(' ')).not.toContain('ResGuestRPH')
  expect(textsOf(family(0), family(1)).join(' ')).not.toContain('ResGuestRPH')
})

it('numbers that are given anew are named', () => {
  const anew = family(0).replaceAll('RPH="1"', 'RPH="11"').replaceAll('RPH="2"', 'RPH="12"')
  expect(compare(family(0), anew)).toEqual({ changes: [], own: [], renumbered: ['ResGuestRPH'] })
  expect(compare(family(0), family(0))).toEqual({ changes: [], own: [] })
})

describe('what belongs to the rate of a room', () => {
  const taxed = (percent: number, ...rooms: string[]): string =>
    foreign(
      stay(
        rooms
          .map((room) =>
            roomRate(
              `\n<Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-04" RateTimeUnit="Day"><Base AmountAfterTax="100.00"><Taxes><Tax Code="7" Percent="${percent}"/></Taxes></Base></Rate>`,
              '',
              'BAR',
              room,
            ),
          )
          .join(''),
        '300.00',
      ),
    )

  it('names it where rates of several are told', () => {
    const changes = textsOf(taxed(10, 'DBL', 'SGL'), taxed(12, 'DBL', 'SGL'))
    expect(changes.map((text) => text.slice(0, text.indexOf(' ('))).toSorted()).toEqual([
      'Tax 7 of room DBL, Percent: 10 → 12',
      'Tax 7 of room SGL, Percent: 10 → 12',
    ])
    expect(textsOf(taxed(10, 'DBL'), taxed(12, 'DBL'))[0]).toMatch(/^Tax 7, Percent/)
  })
})
