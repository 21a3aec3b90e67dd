import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { foreign, rate, roomRate, stay } from '../rules/totals/foreign.js'

const price = (amount: string, places = ' DecimalPlaces="2"'): string =>
  `<Total AmountAfterTax="${amount}" CurrencyCode="EUR"${places}/>`
/** Two nights, with a total. */
const of = (first: string, second: string, sum: string, places?: string): string =>
  foreign(
    stay(roomRate(rate(1, 2, price(first, places)) + rate(2, 3, price(second, places))), '', {
      span: '<TimeSpan Start="2027-03-01" End="2027-03-03"/>',
    }).replace('<BasicPropertyInfo', `${price(sum, places)}<BasicPropertyInfo`),
  )
const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}
const linted = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [...findings, ...notes].map(({ rule, severity, found }) => `${rule} ${severity} ${found ?? ''}`)
}

describe('whole amounts with DecimalPlaces beside amounts with a decimal point', () => {
  it.each([
    ['100', '120.50', '220.50'],
    ['110', '110', '220.00'],
    ['110.50', '110.50', '221'],
  ])('%s and %s, in all %s, are told in both ways', (first, second, sum) => {
    const story = storyOf(of(first, second, sum))
    const whole = [first, second, sum].find((one) => !one.includes('.')) ?? ''
    const placed = `${whole.slice(0, -2)}.${whole.slice(-2)}`
    expect(story).toContain(`${whole} EUR (or ${placed}, by its DecimalPlaces)`)
    expect(story).toContain(
      `DecimalPlaces is in doubt, for other amounts have a decimal point beside it: ${whole} (DecimalPlaces 2) may be ${placed}`,
    )
    expect(story).not.toContain('(written ')
    expect(linted(of(first, second, sum))).toEqual([expect.stringMatching(/^amount-invalid warning/)])
  })

  it('that add up by their DecimalPlaces are right in that way', () => {
    expect(linted(of('10000', '12050', '220.50'))).toEqual([
      'amount-invalid warning 10000 with DecimalPlaces 2, and 1 more such amount',
    ])
  })

  it('that add up in neither way are noted', () => {
    const { findings, notes } = lintMessage(of('100', '120.50', '230.00'))
    expect(findings.map(({ rule }) => rule)).toEqual(['amount-invalid'])
    expect(notes).toMatchObject([
      { rule: 'total-unchecked', nodes: [{ found: 'may be 100 or 1.00: its DecimalPlaces is in doubt' }] },
    ])
  })

  it('are in data as they stand, with the other reading', () => {
    const { facts } = explainMessage(of('100', '120.50', '220.50'))
    expect(facts.reservations[0]?.stays[0]?.prices[0]).toMatchObject({ amount: '100', orAmount: '1.00' })
    expect(facts.openAmounts).toEqual([{ written: '100', places: '2', placed: '1.00' }])
  })
})

describe('amounts with DecimalPlaces alone', () => {
  it('count the smallest unit where none has a decimal point', () => {
    const text = of('10000', '12050', '22050')
    expect(storyOf(text)).toContain('100.00 EUR (written 10000, DecimalPlaces 2)')
    expect(linted(text)).toEqual([])
  })

  it('are right where all have a decimal point', () => {
    const text = of('100.00', '120.50', '220.50')
    expect(storyOf(text)).not.toContain('DecimalPlaces')
    expect(linted(text)).toEqual([])
  })

  it.each(['', ' DecimalPlaces="0"'])('are in no doubt with %s', (places) => {
    const text = of('100', '120.50', '220.50', places)
    expect(storyOf(text)).not.toContain('by its DecimalPlaces')
    expect(linted(text)).toEqual([])
  })

  it('of nothing are nothing in either way', () => {
    expect(linted(of('0', '220.50', '220.50'))).toEqual([])
  })
})

describe('a penalty or a deposit with a decimal point', () => {
  const amount = (text: string): string => `<AmountPercent Amount="${text}" CurrencyCode="EUR" DecimalPlaces="2"/>`
  const amounts = (text: string): string[] => linted(text).filter((one) => !one.startsWith('element-order'))
  const penalty = (...amounts: string[]): string =>
    `<CancelPenalties>${amounts.map((text) => `<CancelPenalty>${amount(text)}</CancelPenalty>`).join('')}</CancelPenalties>`
  const deposit = `<DepositPayments><GuaranteePayment>${amount('50.00')}</GuaranteePayment></DepositPayments>`
  const withTerms = (terms: string, sum = '22050'): string =>
    of('10000', '12050', sum).replace('<BasicPropertyInfo', `${terms}<BasicPropertyInfo`)

  it.each([penalty('50.00'), deposit])('puts no price in doubt: %s', (terms) => {
    const story = storyOf(withTerms(terms))
    expect(story).toContain('100.00 EUR (written 10000, DecimalPlaces 2)')
    expect(story).not.toContain('in doubt')
    expect(amounts(withTerms(terms))).toEqual([])
    expect(amounts(withTerms(terms, '23050'))).toEqual([expect.stringMatching(/^total-mismatch/)])
  })

  it('puts other penalties in doubt, and the totals stay what they are', () => {
    const text = withTerms(penalty('50.00', '5000'), '23050')
    expect(explainMessage(text).facts.openAmounts).toEqual([{ written: '5000', places: '2', placed: '50.00' }])
    expect(amounts(text).map((one) => one.split(' ')[0])).toEqual(
      expect.arrayContaining(['amount-invalid', 'total-mismatch']),
    )
  })

  it('is in doubt itself where prices have a decimal point', () => {
    const text = of('100.00', '120.50', '220.50').replace('<BasicPropertyInfo', `${penalty('5000')}<BasicPropertyInfo`)
    expect(amounts(text)).toEqual([expect.stringMatching(/^amount-invalid warning 5000/)])
  })
})
