import { describe, expect, it } from 'vitest'
import { compareInventory, compareRate, type KnownRoom } from '../../../src/push/verify/compare-cell.js'

const NIGHT = 20_600
const NOTHING_OFFERED = { roomTypes: [] } as unknown as Parameters<typeof compareRate>[0]
const series = (plan: string, value: Record<string, string | number | boolean>) => ({
  room: '101',
  plan,
  segments: [{ from: NIGHT, until: NIGHT + 1, value }],
})
const known = (plan: string, rate: Record<string, string | number | boolean>, free?: number): KnownRoom => ({
  room: '101',
  rates: [series(plan, rate)],
  inventory: free === undefined ? [] : [series('', { availability: free })],
})

describe('a room that the service does not offer', () => {
  it('is drift only where everything that counts is known here', () => {
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00' }, 2), '501', NIGHT, 1)).toMatchObject({
      verdict: 'drift',
      field: 'sale',
    })
    // No rate plan need sell a room for which rates were pushed without one.
    expect(compareRate(NOTHING_OFFERED, known('', { price: '90.00' }, 2), '', NIGHT, 1)).toEqual({
      verdict: 'unknown',
      why: 'tooLittle',
      lacks: ['plan'],
    })
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00' }), '501', NIGHT, 1)).toEqual({
      verdict: 'unknown',
      why: 'tooLittle',
      lacks: ['inventory'],
    })
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00', closed: true }), '501', NIGHT, 1)).toEqual({
      verdict: 'same',
      untested: ['price'],
      isAbsent: true,
    })
    expect(compareInventory(NOTHING_OFFERED, known('', { price: '90.00' }, 2), NIGHT, 1)).toEqual({
      verdict: 'unknown',
      why: 'tooLittle',
      lacks: ['plan'],
    })
    expect(compareInventory(NOTHING_OFFERED, known('501', { price: '90.00' }, 0), NIGHT, 1)).toEqual({
      verdict: 'same',
      untested: [],
      isAbsent: true,
    })
  })
})

describe('a room that the service offers', () => {
  const day = (at: number): string => new Date((NIGHT + at) * 86_400_000).toISOString().slice(0, 10)
  const offered = (plan: object): Parameters<typeof compareRate>[0] =>
    ({
      currencyCode: 'EUR',
      roomTypes: [{ roomId: 101, availableUnits: 2, ratePlans: [{ ratePlanId: 501, ...plan }] }],
    }) as unknown as Parameters<typeof compareRate>[0]
  const nightly = (...prices: unknown[]): object => ({
    dailyPrices: prices.map((price, at) => ({ date: day(at), price })),
  })
  const compare = (plan: object, rate: Record<string, string | number | boolean>, nights = 1) =>
    compareRate(offered(plan), known('501', rate, 2), '501', NIGHT, nights)

  it.each([
    [
      'the same price in another currency',
      { ...nightly('90.00'), currencyCode: 'USD' },
      { price: '90.00', currency: 'EUR' },
      { verdict: 'drift', field: 'currency', known: '90.00 EUR', service: '90.00 USD' },
    ],
    [
      'another currency of the whole answer',
      nightly('90.00'),
      { price: '90.00', currency: 'USD' },
      { verdict: 'drift', field: 'currency', service: '90.00 EUR' },
    ],
    [
      'a total that is not the sum',
      { ...nightly('90.00'), totalPrice: '95.00' },
      { price: '90.00' },
      { verdict: 'unknown', why: 'contradicts' },
    ],
    ['no price', nightly(null), { price: '90.00' }, { verdict: 'unknown', why: 'noPrice' }],
    ['a price that is no number', nightly('ninety'), { price: '90.00' }, { verdict: 'unknown', why: 'noPrice' }],
    [
      'a price in one more digit',
      { ...nightly(90), totalPrice: '90.000' },
      { price: '90.00', currency: 'EUR', max_stay: 9 },
      { verdict: 'same', untested: ['max_stay'] },
    ],
  ])('%s', (_what, plan, rate, expected) => {
    expect(compare(plan, rate)).toMatchObject(expected)
  })

  it('names what a stay of three nights does not show', () => {
    const rate = {
      price: '90.00',
      min_stay: 3,
      max_stay: 9,
      closed: false,
      closed_to_arrival: false,
      closed_to_departure: true,
    }
    const rates = [
      {
        room: '101',
        plan: '501',
        segments: [{ from: NIGHT, until: NIGHT + 4, value: { ...rate, closed_to_departure: false } }],
      },
    ]
    expect(
      compareRate(offered(nightly('90.00', '90.00', '90.00')), { room: '101', rates, inventory: [] }, '501', NIGHT, 3),
    ).toEqual({ verdict: 'same', untested: ['min_stay', 'max_stay', 'closed_to_departure'] })
  })
})

describe('a price without a plan, and answers that say two things', () => {
  const day = new Date(NIGHT * 86_400_000).toISOString().slice(0, 10)
  type Offer = Parameters<typeof compareRate>[0]
  const plan = (id: number, ...prices: string[]): object => ({
    ratePlanId: id,
    dailyPrices: prices.map((price) => ({ date: day, price })),
  })
  const room = (...ratePlans: object[]): object => ({ roomId: 101, availableUnits: 2, ratePlans })
  const offer = (...roomTypes: object[]): Offer => ({ currencyCode: 'EUR', roomTypes }) as unknown as Offer
  const pushed = { price: '120.00', currency: 'EUR' }
  const both = (first: string, second: string): Offer[] => [
    offer(room(plan(501, first), plan(502, second))),
    offer(room(plan(502, second), plan(501, first))),
    offer(room(plan(502, second)), room(plan(501, first))),
  ]

  it.each([
    [
      'one of two plans',
      both('120.00', '1.00'),
      { verdict: 'unknown', why: 'plansDiffer', detail: 'plan 501 as pushed, plan 502 price 1.00' },
    ],
    [
      'two other prices',
      both('130.00', '1.00'),
      { verdict: 'unknown', why: 'plansDiffer', detail: 'plan 501 price 130.00, plan 502 price 1.00' },
    ],
    ['both plans', both('120.00', '120'), { verdict: 'same', untested: [] }],
    [
      'one other price',
      both('130.00', '130.00'),
      { verdict: 'drift', field: 'price', known: '120.00', service: '130.00' },
    ],
  ])('%s in any order', (_what, offers, expected) => {
    for (const one of offers) expect(compareRate(one, known('', pushed, 2), '', NIGHT, 1)).toEqual(expected)
  })

  it('leaves out a plan that has a price of its own here', () => {
    const own: KnownRoom = { ...known('', pushed, 2), rates: [series('', pushed), series('502', { price: '1.00' })] }
    for (const one of both('120.00', '1.00'))
      expect(compareRate(one, own, '', NIGHT, 1)).toEqual({ verdict: 'same', untested: [] })
    expect(compareRate(offer(room(plan(502, '1.00'))), own, '', NIGHT, 1)).toEqual({
      verdict: 'unknown',
      why: 'tooLittle',
    })
  })

  it.each([
    ['room', offer(room(plan(501, '120.00')), room(plan(501, '1.00')))],
    ['plan', offer(room(plan(501, '120.00'), plan(501, '1.00')))],
    ['plan at two other prices', offer(room(plan(501, '2.00'), plan(501, '1.00')))],
    ['night', offer(room(plan(501, '120.00', '1.00')))],
  ])('never calls the first of a %s listed twice the same', (_what, answer) => {
    expect(compareRate(answer, known('501', pushed, 2), '501', NIGHT, 1)).toEqual({
      verdict: 'unknown',
      why: 'namedTwice',
    })
  })

  it('takes what is listed twice alike, and no count of units that is listed as two', () => {
    const twice = offer(room(plan(501, '120.00', '120')), room(plan(501, '120.0')))
    expect(compareRate(twice, known('501', pushed, 2), '501', NIGHT, 1)).toEqual({ verdict: 'same', untested: [] })
    expect(compareInventory(twice, known('501', pushed, 2), NIGHT, 1)).toEqual({ verdict: 'same', untested: [] })
    expect(
      compareInventory(offer(room(), { ...room(), availableUnits: 1 }), known('501', pushed, 2), NIGHT, 1),
    ).toEqual({ verdict: 'unknown', why: 'namedTwice' })
  })
})
