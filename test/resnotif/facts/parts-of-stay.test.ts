import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { tellUnchecked } from '../../../src/cli/resnotif/view.js'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { base, foreign, guest, rate, roomRate, stay, total } from '../rules/totals/foreign.js'

const FULL = 'RateTimeUnit="FullDuration" UnitMultiplier="1"'
const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}

describe('a price of the full duration', () => {
  it('of each part of a stay is told as that of its nights', () => {
    const rates = [rate(1, 3, total('200.00'), FULL), rate(3, 4, total('150.00'), FULL)]
    for (const all of [roomRate(rates.join('')), rates.map((one) => roomRate(one)).join('')]) {
      const story = storyOf(foreign(stay(all, '350.00')))
      expect(story).toContain('2027-03-01 to 2027-03-03, for these 2 nights together  200.00 EUR')
      expect(story).toContain('2027-03-03 to 2027-03-04, for this night  150.00 EUR')
      expect(story).not.toContain('whole stay')
    }
  })

  it('of its RoomRate is told as that of the nights of the RoomRate', () => {
    const dated = ' EffectiveDate="2027-03-01" ExpireDate="2027-03-02"'
    const text = foreign(stay(roomRate(`<Rate ${FULL}>${total('200.00')}</Rate>`, dated), ''))
    expect(storyOf(text)).toContain('2027-03-01 to 2027-03-02, for this night  200.00 EUR')
  })

  it('by ChargeType is told as that of its nights', () => {
    const text = foreign(
      stay(roomRate(rate(2, 4, total('200.00'), 'ChargeType="12"') + rate(1, 2, total('90.00'))), ''),
    )
    expect(storyOf(text)).toContain('for these 2 nights together  200.00 EUR')
  })

  it.each([
    [rate(1, 4, total('300.00'), FULL)],
    [`<Rate ${FULL}>${total('300.00')}</Rate>`],
    [rate(1, 6, total('300.00'), FULL)],
  ])('of all nights is that of the whole stay: %s', (all) => {
    expect(storyOf(foreign(stay(roomRate(all), '')))).toContain('for the whole stay  300.00 EUR')
  })

  it('that goes beyond the stay is noted as that', () => {
    const { notes } = lintMessage(foreign(stay(roomRate(rate(1, 6, total('300.00'), FULL)), '')))
    const [note] = notes.filter(({ rule }) => rule === 'night-unchecked')
    expect(note === undefined ? '' : tellUnchecked('a.xml', note)).toBe(
      'a.xml: line 1: nights were not checked (2027-03-04, 2027-03-05). The days of this price are more than those of the stay: it may be that of another stay, or its days those of an offer.',
    )
  })
})

describe('shares of a deposit', () => {
  it('are all told', () => {
    const deposit =
      '<DepositPayments><GuaranteePayment><AmountPercent Amount="50.00" CurrencyCode="EUR"/><AmountPercent Percent="20"/><Deadline AbsoluteDeadline="2027-01-01"/><Deadline AbsoluteDeadline="2027-02-01"/></GuaranteePayment></DepositPayments>'
    expect(storyOf(foreign(stay(roomRate(rate(1, 4, base('100.00'))), ''), { global: deposit }))).toContain(
      'Deposits: 50.00 EUR, due 2027-01-01 and 2027-02-01, 20 %, due 2027-01-01 and 2027-02-01.',
    )
  })

  it('of a cancellation are all told', () => {
    const terms =
      '<CancelPenalties><CancelPenalty><AmountPercent Amount="50.00" CurrencyCode="EUR"/><AmountPercent NmbrOfNights="1"/></CancelPenalty></CancelPenalties>'
    expect(
      storyOf(foreign(stay(roomRate(rate(1, 4, base('100.00'))), '').replace('<TimeSpan', `${terms}<TimeSpan`))),
    ).toContain('Cancellation: 50.00 EUR; the price of 1 night.')
  })
})

describe('the day of arrival', () => {
  const child = guest(1, 'AgeQualifyingCode="8"').replace('<Customer>', '<Customer BirthDate="2004-03-02">')
  it.each([
    ['by its TimeSpan', '<TimeSpan Start="2027-03-01" End="2027-03-04"/>'],
    ['by a TimeSpan without an end', '<TimeSpan Start="2027-03-01"/>'],
    ['by its prices', ''],
  ])('%s is that of ages in lint and in explain', (_, span) => {
    const text = foreign(stay(roomRate(rate(1, 4, base('100.00'))), '', { span, rphs: [1] }), { guests: child })
    expect(explainMessage(text).facts.reservations[0]?.guests[0]?.ageAtArrival).toBe(22)
    expect(lintMessage(text).findings).toContainEqual(
      expect.objectContaining({ rule: 'birth-date-mismatch', found: '2004-03-02, 22 years old' }),
    )
  })
})
