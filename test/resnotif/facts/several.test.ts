import { expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { explainMessage } from '../../../src/resnotif/index.js'
import { foreign, NIGHTS, roomRate, stay } from '../rules/totals/foreign.js'

const one = foreign(stay(roomRate(NIGHTS), '330.00'))
const both = one.replace(/<HotelReservation>.*<\/HotelReservation>/s, (text) => text + text.replace('ID="1"', 'ID="2"'))
const linesOf = (text: string): string[] => {
  const { facts, reservations } = explainMessage(text)
  return tellMore(
    facts,
    false,
    reservations.map(({ id }) => id),
  )
}

it('what is told of each of several reservations stands below its id', () => {
  const lines = linesOf(both)
  const heads = lines.filter((line) => line.startsWith('Reservation '))
  expect(heads).toEqual(['Reservation 1, prices and details:', 'Reservation 2, prices and details:'])
  const [first, second] = heads.map((head) => lines.indexOf(head)) as [number, number]
  expect(lines.slice(first, second).filter((line) => line.includes('2027-03-01  100.00 EUR'))).toHaveLength(1)
  expect(lines.slice(second).filter((line) => line.includes('2027-03-01  100.00 EUR'))).toHaveLength(1)
})

it('a single reservation needs no heading', () => {
  expect(linesOf(one).filter((line) => line.startsWith('Reservation '))).toEqual([])
})
