import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, guest, rate, roomRate, stay } from '../totals/foreign.js'

interface Part {
  from: number
  to: number
  people: number
  rphs?: number[]
}
const room = ({ from, to, people, rphs = [] }: Part): string =>
  stay(roomRate(rate(from, to, base('100.00'))), '', {
    counts: `<GuestCount AgeQualifyingCode="10" Count="${people}"/>`,
    span: `<TimeSpan Start="2027-03-0${from}" End="2027-03-0${to}"/>`,
    rphs,
  })
/** What is told of RoomStays of guests of whom ResGlobalInfo counts so many. */
function told(whole: number, parts: Part[], sent: number[]): string[] {
  const isReferred = parts.some(({ rphs = [] }) => rphs.length > 0)
  const guests = sent.map((rph) => guest(rph)).join('')
  const { findings, notes } = lintMessage(
    foreign(parts.map(room).join(''), {
      global: `<GuestCounts><GuestCount AgeQualifyingCode="10" Count="${whole}"/></GuestCounts>`,
      guests: isReferred ? guests : guests.replaceAll(/ ResGuestRPH="\d"/g, ''),
    }),
  )
  return [...findings, ...notes].map(({ rule, found, expected }) => [rule, found, expected].join(' | '))
}
const mismatch = (found: number, expected: number): string =>
  `guest-count-mismatch | ${found} in ResGlobalInfo | ${expected}, as the RoomStays count`

describe('guests who change room during the stay', () => {
  const rphs = [1, 2]
  const moved = [1, 2, 3].map((from) => ({ from, to: from + 1, people: 2, rphs }))

  it.each<[number, string[]]>([
    [2, []],
    [6, ['guests-counted-again | 6 in ResGlobalInfo | 2, who change room']],
    [1, [mismatch(1, 2)]],
    [4, [mismatch(4, 2)]],
  ])('are counted once: %s', (whole, rules) => {
    expect(told(whole, moved, rphs)).toEqual(rules)
  })

  it('may be others where no reference names them', () => {
    const open = moved.slice(0, 2).map((one) => ({ ...one, rphs: [] }))
    expect([1, 2, 3, 4, 5].flatMap((whole) => told(whole, open, rphs))).toEqual([mismatch(1, 4), mismatch(5, 4)])
  })

  it('are others where each RoomStay names its own', () => {
    const [first, second] = moved as [Part, Part]
    const parts = [first, { ...second, rphs: [3, 4] }]
    expect(told(4, parts, [1, 2, 3, 4])).toEqual([])
    expect(told(2, parts, [1, 2, 3, 4])).toEqual([mismatch(2, 4)])
  })

  it('add to those of a room at the same time', () => {
    const parts = [{ from: 1, to: 3, people: 1, rphs: [3] }, ...moved.slice(0, 2)]
    expect(told(3, parts, [1, 2, 3])).toEqual([])
    expect(told(2, parts, [1, 2, 3])).toEqual([mismatch(2, 3)])
    const twice = moved.slice(0, 2).map((one) => ({ ...one, from: 1, to: 3, rphs: [] }))
    expect(told(2, twice, rphs)).toEqual([mismatch(2, 4)])
  })
})
