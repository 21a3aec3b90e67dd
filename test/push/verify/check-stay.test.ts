import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNight, parseNight } from '../../../src/calendar/index.js'
import { checkKnownStay, LOOK_AROUND_NIGHTS } from '../../../src/push/verify/check-stay.js'
import type { KnownSeries } from '../../../src/journal/index.js'

const FIRST = parseNight('2027-02-01') as number

interface Cell {
  closed?: boolean
  closed_to_arrival?: boolean
  closed_to_departure?: boolean
  min_stay?: number
  max_stay?: number
  price?: string
}

/** One segment a night, as the journal would merge them: it makes no difference to who reads them. */
function seriesOf(plan: string, cells: readonly Cell[]): KnownSeries {
  return {
    room: '101',
    plan,
    segments: cells.map((value, at) => ({ from: FIRST + at, until: FIRST + at + 1, value: value as never })),
  }
}
const countsOf = (counts: readonly (number | undefined)[]): KnownSeries[] => [
  {
    room: '101',
    plan: '',
    segments: counts.flatMap((availability, at) =>
      availability === undefined ? [] : [{ from: FIRST + at, until: FIRST + at + 1, value: { availability } }],
    ),
  },
]

/** Written apart from the code: whether something that is known forbids the stay. */
function isForbidden(
  general: readonly Cell[],
  own: readonly Cell[],
  counts: readonly (number | undefined)[],
  from: number,
  length: number,
): boolean {
  const at = (night: number): Cell => ({ ...general[night], ...own[night] })
  const nights = Array.from({ length }, (_, i) => from + i)
  const { closed_to_arrival: noArrival, min_stay: min = 0, max_stay: max = Infinity } = at(from)
  return (
    noArrival === true ||
    at(from + length).closed_to_departure === true ||
    min > length ||
    max < length ||
    nights.some((night) => at(night).closed === true || counts[night] === 0)
  )
}

/** Written apart from the code: whether nights [from, from + length) can be sold, from the lists themselves. */
function maySell(
  general: readonly Cell[],
  own: readonly Cell[],
  counts: readonly (number | undefined)[],
  from: number,
  length: number,
): boolean {
  const at = (night: number): Cell => ({ ...general[night], ...own[night] })
  const arrival = at(from)
  if (arrival.closed_to_arrival === true || at(from + length).closed_to_departure === true) return false
  if ((arrival.min_stay ?? 0) > length || (arrival.max_stay ?? Infinity) < length) return false
  for (let night = from; night < from + length; night += 1) {
    if (night < 0 || at(night).closed === true || at(night).price === undefined || (counts[night] ?? 0) < 1)
      return false
  }
  return true
}

describe('calendar check', () => {
  it('names each rule with its night, and the nearest stay', () => {
    const open: Cell = { price: '90.00' }
    const cells = [
      open,
      { ...open, closed: true },
      open,
      { ...open, closed_to_arrival: true, min_stay: 3 },
      open,
      { ...open, closed_to_departure: true },
      open,
      open,
    ]
    const check = (from: number, nights: number) =>
      checkKnownStay([seriesOf('501', cells)], countsOf(cells.map((_, at) => (at === 4 ? 0 : 2))), {
        room: '101',
        from: FIRST + from,
        nights,
        earliest: FIRST,
      })[0]
    expect(check(0, 1)).toEqual({
      room: '101',
      plan: '501',
      checkIn: '2027-02-01',
      checkOut: '2027-02-02',
      nights: 1,
      answer: 'yes',
      obstacles: [],
      unknown: [],
    })
    expect(check(3, 2)).toMatchObject({
      answer: 'no',
      obstacles: [
        { night: '2027-02-04', rule: 'closedToArrival', words: 'no arrival' },
        { night: '2027-02-04', rule: 'minStay', words: 'sold for 3 nights or more, not 2' },
        { night: '2027-02-05', rule: 'noInventory', words: 'sold out' },
        { night: '2027-02-06', rule: 'closedToDeparture', words: 'no departure' },
      ],
      nearest: { checkIn: '2027-02-03', checkOut: '2027-02-05' },
    })
    expect(check(0, 2)?.obstacles).toEqual([{ night: '2027-02-02', rule: 'closed', words: 'closed' }])
  })

  it('what is not known is neither yes nor no, and is named with its nights', () => {
    const rates = seriesOf('501', [{ price: '90.00' }, { price: '90.00' }, {}, { price: '90.00', closed: true }])
    const check = (from: number, nights: number, counts: (number | undefined)[], more: object = {}) =>
      checkKnownStay([rates], countsOf(counts), {
        room: '101',
        from: FIRST + from,
        nights,
        earliest: FIRST,
        ...more,
      })[0]
    // Rates alone: how many units are free is not known.
    expect(check(0, 2, [])).toMatchObject({
      answer: 'unknown',
      obstacles: [],
      unknown: [
        { what: 'inventory', words: 'no count of free units was pushed from here for 2027-02-01 to 2027-02-02' },
      ],
    })
    expect(check(0, 3, [1, undefined, 1])).toMatchObject({
      answer: 'unknown',
      unknown: [
        { what: 'price', words: expect.stringContaining('2027-02-03') as string },
        { what: 'inventory', words: expect.stringMatching(/for 2027-02-02$/) as string },
      ],
    })
    // One night that is known to be closed settles it, whatever else is not known.
    expect(check(2, 2, [])).toMatchObject({ answer: 'no', obstacles: [{ night: '2027-02-04', words: 'closed' }] })
    expect(check(0, 1, [0])).toMatchObject({ answer: 'no', obstacles: [{ words: 'sold out' }] })
    expect(check(0, 1, [2])).toMatchObject({ answer: 'yes', unknown: [] })
  })

  it('yes only where a rate plan is known to sell the room', () => {
    const open = [{ price: '90.00' }]
    const check = (plan: string, more: { plan?: string; sellingPlans?: ReadonlySet<string> }) =>
      checkKnownStay([seriesOf(plan, open)], countsOf([3]), {
        room: '101',
        from: FIRST,
        nights: 1,
        earliest: FIRST,
        ...more,
      })
    expect(check('', {})).toMatchObject([
      { plan: '', answer: 'unknown', unknown: [{ what: 'plan', words: 'no rate plan is known to sell room 101' }] },
    ])
    expect(check('501', { sellingPlans: new Set() })).toMatchObject([
      { answer: 'unknown', unknown: [{ words: 'plan 501 is not known to sell room 101' }] },
    ])
    expect(check('501', { sellingPlans: new Set(['501']) })).toMatchObject([{ answer: 'yes' }])
    expect(check('', { plan: '502', sellingPlans: new Set(['501']) })).toMatchObject([
      { plan: '502', answer: 'unknown' },
    ])
    expect(check('', {})[0]).not.toHaveProperty('nearest')
  })

  it('agrees with a brute-force model on random calendars', () => {
    const flag = fc.option(fc.boolean(), { nil: undefined, freq: 2 })
    const cell = fc
      .record(
        {
          closed: flag,
          closed_to_arrival: flag,
          closed_to_departure: flag,
          min_stay: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
          max_stay: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
          price: fc.option(fc.constant('80.00'), { nil: undefined, freq: 8 }),
        },
        { requiredKeys: [] },
      )
      .map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as Cell)
    const list = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 30, maxLength: 30 })
    fc.assert(
      fc.property(
        list(cell),
        list(cell),
        list(fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined, freq: 8 })),
        fc.integer({ min: 0, max: 29 }),
        fc.integer({ min: 1, max: 5 }),
        (general, own, counts, from, nights) => {
          const [check] = checkKnownStay([seriesOf('', general), seriesOf('501', own)], countsOf(counts), {
            room: '101',
            plan: '501',
            from: FIRST + from,
            nights,
            earliest: FIRST,
          })
          const isSellable = maySell(general, own, counts, from, nights)
          expect(check?.answer).toBe(
            isSellable ? 'yes' : isForbidden(general, own, counts, from, nights) ? 'no' : 'unknown',
          )
          const starts = Array.from({ length: 30 }, (_, at) => at).filter(
            (at) => Math.abs(at - from) <= LOOK_AROUND_NIGHTS && maySell(general, own, counts, at, nights),
          )
          const best = starts.sort((a, b) => Math.abs(a - from) - Math.abs(b - from) || a - b)[0]
          expect(check?.nearest?.checkIn).toBe(isSellable || best === undefined ? undefined : formatNight(FIRST + best))
        },
      ),
      { numRuns: Number(process.env['STAYS'] ?? 300) },
    )
  })
})
