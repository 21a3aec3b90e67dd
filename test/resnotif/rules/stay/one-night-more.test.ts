import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay, total } from '../totals/foreign.js'

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
    ['a Total alone may be that of both', total('100.00'), '100.00', NIGHT],
    ['the Total with taxes may be that of both', net('45.00') + total('100.00'), '100.00', NIGHT],
    ['a discount may be why it is less', `${net('90.00')}<Discount/>${total('100.00')}`, '100.00', NIGHT],
    ['nothing is charged', base('0.00'), '0.00', NIGHT],
  ])('may be one whose prices end with their last night: %s', (_, price, sum, unit) => {
    expect(of(price, sum, unit)).toEqual([])
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
