import { describe, expect, it } from 'vitest'
import { compareMessages } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/index.js'
import { foreign, NIGHTS, roomRate, stay } from '../rules/totals/foreign.js'

const PLAIN = foreign(stay(roomRate(NIGHTS), '330.00'))
const price = (base: string, total: string): string =>
  `<Price><Base AmountAfterTax="${base}" CurrencyCode="EUR"/><Total AmountAfterTax="${total}" CurrencyCode="EUR"/></Price>`
const service = (code: string, many: number, inside: string, rph = 1): string =>
  `<Service ServiceInventoryCode="${code}" ServiceRPH="${rph}" Quantity="${many}">${inside}</Service>`
const days = (from: string, to: string, beside = ''): string =>
  `<ServiceDetails>${beside}<TimeSpan Start="${from}" End="${to}"/></ServiceDetails>`
const withServices = (...all: string[]): string =>
  PLAIN.replace('<ResGuests>', `<Services>${all.join('')}</Services><ResGuests>`)

const told = (before: string, after: string): string[] => {
  const [one, other] = [before, after].map((text) => ({ text, facts: explainMessage(text).facts }))
  const { changes } = compareMessages(one!, other!)
  return changes.map(({ text }) => text.replace(/ \(HotelReservation.*\)\.$/, ''))
}

const BREAKFAST = service('BREAKFAST', 2, price('15.00', '30.00'))

describe('a service that one message has alone', () => {
  it('is told in words on either side', () => {
    expect(told(PLAIN, withServices(BREAKFAST))).toEqual(['Service BREAKFAST added: 2 × 15.00 EUR, 30.00 EUR in all'])
    expect(told(withServices(BREAKFAST), PLAIN)).toEqual(['Service BREAKFAST removed: 2 × 15.00 EUR, 30.00 EUR in all'])
  })

  it('is told with its days, and with what the words do not say', () => {
    const inside = days('2027-03-01', '2027-03-03', '<Comments><Comment><Text>Window seat</Text></Comment></Comments>')
    const [text, ...others] = told(PLAIN, withServices(service('DINNER', 1, `${price('20.00', '20.00')}${inside}`)))
    expect(text).toBe(
      'Service DINNER added: 1 × 20.00 EUR, 20.00 EUR in all, 2027-03-01 to 2027-03-03; ServiceDetails/Comments/Comment/Text Window seat',
    )
    expect(others).toEqual([])
  })

  it.each([
    ['<Service ServiceRPH="4"/>', 'Service 4 added'],
    ['<Service ServiceInventoryCode="SPA" Inclusive="true"/>', 'Service SPA added: in the price of the room'],
    [
      '<Service ServiceInventoryCode="SPA" Quantity="3"><Price><Total AmountAfterTax="90.00"/></Price></Service>',
      'Service SPA added: quantity 3, 90.00 in all',
    ],
    [
      '<Service ServiceInventoryCode="SPA" ServicePricingType="Per person"><Price AmountAfterTax="9.00" CurrencyCode="EUR"/></Service>',
      'Service SPA added: 9.00 EUR, per person',
    ],
    [
      '<Service ServiceInventoryCode="SPA"><Price ChargeType="77"/></Service>',
      'Service SPA added: Price ChargeType 77',
    ],
  ])('%s', (one, words) => {
    expect(told(PLAIN, withServices(one))).toEqual([words])
  })

  it('is another one where its code is another, whatever its number and place', () => {
    const park = service('PARK', 1, price('9.00', '9.00'))
    expect(told(withServices(BREAKFAST), withServices(park))).toEqual([
      'Service BREAKFAST removed: 2 × 15.00 EUR, 30.00 EUR in all',
      'Service PARK added: 1 × 9.00 EUR, 9.00 EUR in all',
    ])
  })
})

describe('a service of both messages', () => {
  const before = service('BREAKFAST', 2, `${price('15.00', '30.00')}${days('2027-03-01', '2027-03-04')}`)
  it.each([
    [
      'quantity and total',
      service('BREAKFAST', 3, `${price('15.00', '45.00')}${days('2027-03-01', '2027-03-04')}`),
      'Service BREAKFAST: 2 × 15.00 EUR, 30.00 EUR in all → 3 × 15.00 EUR, 45.00 EUR in all',
    ],
    [
      'price',
      service('BREAKFAST', 2, `${price('16.00', '32.00')}${days('2027-03-01', '2027-03-04')}`),
      'Service BREAKFAST: 2 × 15.00 EUR, 30.00 EUR in all → 2 × 16.00 EUR, 32.00 EUR in all',
    ],
    [
      'days',
      service('BREAKFAST', 2, `${price('15.00', '30.00')}${days('2027-03-02', '2027-03-04')}`),
      'Service BREAKFAST: 2027-03-01 to 2027-03-04 → 2027-03-02 to 2027-03-04',
    ],
    [
      'no days any more',
      service('BREAKFAST', 2, price('15.00', '30.00')),
      'Service BREAKFAST: 2027-03-01 to 2027-03-04 → nothing told',
    ],
  ])('is told as it was and as it is: %s', (_, after, words) => {
    expect(told(withServices(before), withServices(after))).toEqual([words])
  })

  it('moves with the days of the stay, and says so', () => {
    const moved = foreign(stay(roomRate(NIGHTS), '330.00', { span: '<TimeSpan Start="2027-03-02" End="2027-03-04"/>' }))
    const after = moved.replace(
      '<ResGuests>',
      `<Services>${before.replace('Start="2027-03-01"', 'Start="2027-03-02"')}</Services><ResGuests>`,
    )
    expect(told(withServices(before), after)).toContain(
      'Service BREAKFAST: 2027-03-01 to 2027-03-04 → 2027-03-02 to 2027-03-04',
    )
  })

  it('has another value that the words do not say', () => {
    const after = before.replace('Quantity="2"', 'Quantity="2" ServiceCategoryCode="3"')
    expect(told(withServices(before), withServices(after))).toEqual([
      'Service BREAKFAST, ServiceCategoryCode is new: 3',
    ])
  })
})
