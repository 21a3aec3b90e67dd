import { describe, expect, it } from 'vitest'
import { tellUnchecked } from '../../../../src/cli/resnotif/view.js'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay, total } from './foreign.js'

const off = (amount: string): string => `<Discount AmountAfterTax="${amount}" CurrencyCode="EUR"/>`
const fee = (amount: string, told = 'TaxInclusive="true"'): string =>
  `<Fees><Fee Amount="${amount}" CurrencyCode="EUR" ${told}/></Fees>`

const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [
    ...findings.map(({ rule, severity, expected = '' }) => `${severity} ${rule} ${expected}`),
    ...notes.map((note) => tellUnchecked('x', note)),
  ]
}

/** One night for two adults. */
const SPAN = '<TimeSpan Start="2027-03-01" End="2027-03-02"/>'
const night = (beside: string, sum: string, { above = '', status = 'Commit', more = '' } = {}): string[] =>
  told(
    foreign(
      stay(
        roomRate(rate(1, 2, base('130.00') + beside + total(sum).replace('/>', `>${more}</Total>`))).replace(
          '</RoomRate>',
          `${above}</RoomRate>`,
        ),
        sum,
        { span: SPAN },
      ),
      { status },
    ),
  )

describe('the Total of one night with a discount or a fee', () => {
  it.each([
    ['a discount taken off', off('10.00'), '120.00'],
    ['a discount that its Base has', off('10.00'), '130.00'],
    ['a fee for each guest', fee('5.00'), '140.00'],
    ['a fee in its Base', fee('5.00'), '130.00'],
  ])('is never called wrong where it may be right: %s', (_, beside, sum) => {
    expect(night(beside, sum).filter((one) => !one.startsWith('x'))).toEqual([])
  })

  it.each([
    [off('100.00'), '120.00', '130.00 or 30.00'],
    [fee('50.00'), '150.00', '130.00 or 180.00 or 230.00'],
    [fee('50.00').replace('Amount=', 'AmountAfterTax='), '150.00', '130.00 or 180.00 or 230.00'],
    [fee('5.00'), '133.00', '130.00 or 135.00 or 140.00'],
  ])('is wrong where no number of it makes the difference: %s', (beside, sum, expected) => {
    expect(night(beside, sum)).toEqual([`warning total-mismatch ${expected}`])
  })

  it.each<[string, string, string, Parameters<typeof night>[2]]>([
    ['a fee that does not tell of its taxes', fee('50.00', ''), '150.00', {}],
    ['two charges', fee('50.00') + off('3.00'), '150.00', {}],
    ['taxes', off('100.00'), '120.00', { more: '<Taxes Amount="3.00" CurrencyCode="EUR"/>' }],
    ['a charge of its room', off('100.00'), '120.00', { above: fee('7.00') }],
  ])('is noted where %s may make it', (_, beside, sum, options) => {
    expect(night(beside, sum, options).map((one) => one.split(':')[2]?.trim())).toEqual(['totals were not checked'])
  })

  it('may be anything of what is cancelled', () => {
    expect(night(off('100.00'), '120.00', { status: 'Cancel' }).filter((one) => !one.startsWith('x'))).toEqual([])
  })
})

describe('Totals of nights with the same discount', () => {
  const nights = (...sums: readonly string[]): string[] =>
    told(
      foreign(
        stay(
          roomRate(sums.map((sum, at) => rate(at + 1, at + 2, base('130.00') + off('10.00') + total(sum))).join('')),
          '',
        ),
      ),
    )
  it.each([
    ['120.00', '120.00', '120.00'],
    ['130.00', '130.00', '130.00'],
  ])('are right where all have it or none: %s, %s, %s', (...sums) => {
    expect(nights(...sums)).toEqual([])
  })

  it('are noted where one leaves it out', () => {
    expect(nights('120.00', '130.00', '120.00')).toEqual([
      'x: line 1: totals were not checked: 130.00 cannot be held against its parts, because Rate[2] in line 1 has its Discount not in its Total, and other nights have theirs.',
    ])
  })

  it('are noted where one alone has it', () => {
    expect(nights('130.00', '130.00', '120.00')).toEqual([
      'x: line 1: totals were not checked: 120.00 cannot be held against its parts, because Rate[3] in line 1 has its Discount in its Total, and other nights do not.',
    ])
  })
})

describe('a fee that turns a Base into its Total', () => {
  const net = '<Base AmountBeforeTax="189.00" CurrencyCode="EUR"/>'
  const tax = '<Taxes Amount="18.90" CurrencyCode="EUR"/>'
  const own = fee('2.50', '')
  const all = '<Total AmountBeforeTax="191.50" AmountAfterTax="210.40" CurrencyCode="EUR">'
  const above = (price: string, sum: string): string[] =>
    told(foreign(stay(roomRate(rate(1, 2, price)), '210.40', { span: SPAN }), { global: total(sum) })).filter(
      (one) => !one.includes('guest'),
    )

  it.each([
    ['before tax alone, with Taxes in the Total', `${net}${own}${all}${tax}</Total>`],
    ['before tax alone', `${net}${own}${all}</Total>`],
    ['that the Total tells by its Taxes', `${net}${own}${total('210.40').replace('/>', `>${tax}</Total>`)}`],
    ['after tax', base('207.90') + own + total('210.40')],
  ])('is in no total above it once more: %s', (_, price) => {
    expect(above(price, '210.40')).toEqual([])
    for (const sum of ['212.90', '213.15', '215.40', '300.00'])
      expect(above(price, sum)).toEqual(['warning total-mismatch 210.40'])
  })
})
