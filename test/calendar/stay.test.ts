import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStay, type StayNight, type StayObstacle } from '../../src/calendar/index.js'

const FREE = { price: '80.00', available: 1 }
/** Nights 10, 11, 12 …, each free and priced unless a part says otherwise. */
const nights = (...parts: Partial<StayNight>[]): StayNight[] =>
  parts.map((part, at) => ({ night: 10 + at, ...FREE, ...part }))

const CASES: [
  name: string,
  nights: StayNight[],
  departure: { closedToDeparture?: boolean },
  expected: StayObstacle[],
][] = [
  ['nothing forbids a free night', nights({}), {}, []],
  [
    'false forbids nothing',
    nights({ closed: false, closedToArrival: false, closedToDeparture: false }),
    { closedToDeparture: false },
    [],
  ],
  ['a closed first night', nights({ closed: true }, {}), {}, [{ rule: 'closed', night: 10 }]],
  ['a closed last night', nights({}, {}, { closed: true }), {}, [{ rule: 'closed', night: 12 }]],
  [
    'no arrival on the first night',
    nights({ closedToArrival: true }, {}),
    {},
    [{ rule: 'closedToArrival', night: 10 }],
  ],
  ['no arrival on a later night is no matter', nights({}, { closedToArrival: true }), {}, []],
  [
    'no departure on the day of departure',
    nights({}, {}),
    { closedToDeparture: true },
    [{ rule: 'closedToDeparture', night: 12 }],
  ],
  [
    'no departure on the nights slept is no matter',
    nights({ closedToDeparture: true }, { closedToDeparture: true }),
    {},
    [],
  ],
  ['one night less than the minimum', nights({ minStay: 3 }, {}), {}, [{ rule: 'minStay', night: 10, limit: 3 }]],
  ['the minimum itself', nights({ minStay: 2 }, {}), {}, []],
  ['a minimum of a later night is no matter', nights({}, { minStay: 9 }), {}, []],
  ['one night more than the maximum', nights({ maxStay: 1 }, {}), {}, [{ rule: 'maxStay', night: 10, limit: 1 }]],
  ['the maximum itself', nights({ maxStay: 2 }, {}), {}, []],
  ['a maximum of a later night is no matter', nights({}, { maxStay: 1 }), {}, []],
  ['a night without a price', nights({}, { price: undefined }), {}, [{ rule: 'noPrice', night: 11 }]],
  ['a price of nothing is a price', nights({ price: '0' }), {}, []],
  ['a night without a free unit', nights({}, { available: 0 }), {}, [{ rule: 'noInventory', night: 11 }]],
  ['a night without a count', nights({ available: undefined }), {}, [{ rule: 'noInventory', night: 10 }]],
  [
    'several at once, in the order of nights',
    nights(
      { closedToArrival: true, minStay: 4, maxStay: 1, closed: true },
      { closed: true, price: undefined, available: 0 },
    ),
    { closedToDeparture: true },
    [
      { rule: 'closedToArrival', night: 10 },
      { rule: 'minStay', night: 10, limit: 4 },
      { rule: 'maxStay', night: 10, limit: 1 },
      { rule: 'closed', night: 10 },
      { rule: 'closed', night: 11 },
      { rule: 'noPrice', night: 11 },
      { rule: 'noInventory', night: 11 },
      { rule: 'closedToDeparture', night: 12 },
    ],
  ],
]

const flag = fc.constantFrom(undefined, false, true)
const limit = fc.constantFrom(undefined, 0, 1, 2, 3, 4, 5)
const someNight = fc.record({
  closed: flag,
  closedToArrival: flag,
  closedToDeparture: flag,
  minStay: limit,
  maxStay: limit,
  price: fc.constantFrom('0', '12.50', undefined),
  available: fc.constantFrom(undefined, 0, 1, 7),
})

/** Every rule as a sentence about each night, gathered without an order. */
function forbidden(stay: readonly StayNight[], departureClosed: boolean | undefined): Set<string> {
  const length = stay.length
  const last = stay[length - 1]?.night ?? 0
  const per = (rule: string, isBad: (night: StayNight, isFirst: boolean) => boolean) =>
    stay.filter((night, at) => isBad(night, at === 0)).map(({ night }) => `${rule} ${night}`)
  return new Set([
    ...per('closed', ({ closed }) => closed === true),
    ...per('closedToArrival', ({ closedToArrival }, isFirst) => isFirst && closedToArrival === true),
    ...per('minStay', ({ minStay }, isFirst) => isFirst && length < (minStay ?? Number.NEGATIVE_INFINITY)),
    ...per('maxStay', ({ maxStay }, isFirst) => isFirst && length > (maxStay ?? Number.POSITIVE_INFINITY)),
    ...per('noPrice', ({ price }) => price === undefined),
    ...per('noInventory', ({ available }) => !(available !== undefined && available > 0)),
    ...(departureClosed === true ? [`closedToDeparture ${last + 1}`] : []),
  ])
}

describe('a stay', () => {
  it.each(CASES)('%s', (_, stay, departure, expected) => expect(checkStay(stay, departure)).toEqual(expected))

  it('has at least one night', () => expect(() => checkStay([], {})).toThrow(RangeError))

  it('is judged as the rules say one by one', () => {
    fc.assert(
      fc.property(
        fc.array(someNight, { minLength: 1, maxLength: 6 }),
        flag,
        fc.integer({ min: -400, max: 40_000 }),
        (parts, departureClosed, first) => {
          const stay = parts.map((part, at) => ({ night: first + at, ...part }))
          const found = checkStay(stay, { closedToDeparture: departureClosed })
          const told = found.map(({ rule, night }) => `${rule} ${night}`)
          expect(new Set(told)).toEqual(forbidden(stay, departureClosed))
          expect(told).toHaveLength(new Set(told).size)
          expect(found.map(({ night }) => night)).toEqual(found.map(({ night }) => night).sort((a, b) => a - b))
          for (const { rule, limit: told } of found)
            expect(told).toBe(rule === 'minStay' ? stay[0]?.minStay : rule === 'maxStay' ? stay[0]?.maxStay : undefined)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
