import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { base, foreign, NIGHTS, roomRate, stay, total } from './foreign.js'

/** Three nights of 330 together for two adults, with a service. */
const of = (price: string, quantity: string, sum?: string, status = 'Commit'): string[] => {
  const service = `<Services><Service ServiceInventoryCode="B" ${quantity} Inclusive="false"><Price>${price}</Price></Service></Services>`
  const text = foreign(stay(roomRate(NIGHTS), '330.00'), { status, global: sum === undefined ? '' : total(sum) })
  const { findings, notes } = lintMessage(text.replace('</RoomStays>', `</RoomStays>${service}`))
  return [...findings, ...notes].map(({ rule, found = '', expected = '' }) => `${rule} ${found} ${expected}`)
}
const both = (one: string, all: string): string => base(one) + total(all)

describe('the Total of a service', () => {
  it.each([
    ['once', 'Quantity="1"', '15.00'],
    ['its number', 'Quantity="2"', '30.00'],
    ['its number for each night', 'Quantity="2"', '90.00'],
    ['each guest and night', '', '90.00'],
    ['each night', '', '45.00'],
    ['the price of all of them', 'Quantity="3"', '15.00'],
  ])('is made by its Base: %s', (_, quantity, sum) => {
    expect(of(both('15.00', sum), quantity)).toEqual([])
  })

  it.each([
    ['Quantity="2"', '45.00', '15.00 or 30.00'],
    ['Quantity="3"', '30.00', '15.00 or 45.00'],
    ['', '31.00', '15.00'],
  ])('is noted where its Base makes it in no way: %s and %s', (quantity, sum, expected) => {
    expect(of(both('15.00', sum), quantity)).toEqual([`total-unchecked ${sum} ${expected}`])
  })

  it.each([
    ['a tax', both('15.00', '33.00').replace('/>', '><Taxes Amount="3.00" CurrencyCode="EUR"/></Base>')],
    ['a fee', `${both('15.00', '33.00')}<Fees><Fee Amount="3.00" CurrencyCode="EUR"/></Fees>`],
    ['another currency', base('15.00').replace('EUR', 'USD') + total('33.00')],
  ])('may be another with %s', (_, price) => {
    expect(of(price, 'Quantity="2"').filter((one) => one.startsWith('total'))).toEqual([])
  })

  it('may be anything of what is cancelled', () => {
    expect(of(both('15.00', '31.00'), 'Quantity="2"', undefined, 'Cancel')).toEqual([])
  })
})

describe('a total with a service that tells what all of it costs', () => {
  it.each(['330.00', '360.00'])('is right with all of it or nothing: %s', (sum) => {
    expect(of(both('15.00', '30.00'), 'Quantity="2"', sum)).toEqual([])
  })

  it.each(['345.00', '375.00', '390.00', '420.00'])('is noted where it has some of it, or more: %s', (sum) => {
    expect(of(both('15.00', '30.00'), 'Quantity="2"', sum).map((one) => one.split(' ', 2).join(' '))).toEqual([
      `total-unchecked ${sum}`,
    ])
  })

  it.each([
    ['no Total', base('15.00')],
    ['a Total that may be that of one', both('15.00', '15.00')],
  ])('may count it as often as makes sense, with %s', (_, price) => {
    for (const sum of ['345.00', '360.00', '420.00']) expect(of(price, 'Quantity="2"', sum)).toEqual([])
  })
})
