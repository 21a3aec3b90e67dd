import { describe, expect, it } from 'vitest'
import { compareInventory, compareRate, type KnownRoom } from '../../src/cli/compare-cell.js'

const NIGHT = 20_600
const NOTHING_OFFERED = { roomTypes: [] } as unknown as Parameters<typeof compareRate>[0]
const series = (plan: string, value: Record<string, string | number | boolean>) => ({ room: '101', plan, segments: [{ from: NIGHT, until: NIGHT + 1, value }] })
const known = (plan: string, rate: Record<string, string | number | boolean>, free?: number): KnownRoom => ({ room: '101', rates: [series(plan, rate)], inventory: free === undefined ? [] : [series('', { availability: free })] })

describe('a room that the service does not offer', () => {
  it('is drift only where everything that counts is known here', () => {
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00' }, 2), '501', NIGHT, 1)).toMatchObject({ verdict: 'drift', field: 'sale' })
    // No rate plan need sell a room for which rates were pushed without one.
    expect(compareRate(NOTHING_OFFERED, known('', { price: '90.00' }, 2), '', NIGHT, 1)).toEqual({ verdict: 'unknown', why: 'tooLittle' })
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00' }), '501', NIGHT, 1)).toEqual({ verdict: 'unknown', why: 'tooLittle' })
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00', closed: true }), '501', NIGHT, 1)).toEqual({ verdict: 'same', untested: ['price'] })
    expect(compareInventory(NOTHING_OFFERED, known('', { price: '90.00' }, 2), NIGHT, 1)).toEqual({ verdict: 'unknown', why: 'tooLittle' })
    expect(compareInventory(NOTHING_OFFERED, known('501', { price: '90.00' }, 0), NIGHT, 1)).toEqual({ verdict: 'same', untested: [] })
  })
})

describe('a room that the service offers', () => {
  const day = (at: number): string => new Date((NIGHT + at) * 86_400_000).toISOString().slice(0, 10)
  const offered = (plan: object): Parameters<typeof compareRate>[0] => ({ currencyCode: 'EUR', roomTypes: [{ roomId: 101, availableUnits: 2, ratePlans: [{ ratePlanId: 501, ...plan }] }] }) as unknown as Parameters<typeof compareRate>[0]
  const nightly = (...prices: unknown[]): object => ({ dailyPrices: prices.map((price, at) => ({ date: day(at), price })) })
  const compare = (plan: object, rate: Record<string, string | number | boolean>, nights = 1) => compareRate(offered(plan), known('501', rate, 2), '501', NIGHT, nights)

  it.each([
    ['the same price in another currency', { ...nightly('90.00'), currencyCode: 'USD' }, { price: '90.00', currency: 'EUR' }, { verdict: 'drift', field: 'currency', known: '90.00 EUR', service: '90.00 USD' }],
    ['another currency of the whole answer', nightly('90.00'), { price: '90.00', currency: 'USD' }, { verdict: 'drift', field: 'currency', service: '90.00 EUR' }],
    ['a total that is not the sum', { ...nightly('90.00'), totalPrice: '95.00' }, { price: '90.00' }, { verdict: 'unknown', why: 'contradicts' }],
    ['no price', nightly(null), { price: '90.00' }, { verdict: 'unknown', why: 'noPrice' }],
    ['a price that is no number', nightly('ninety'), { price: '90.00' }, { verdict: 'unknown', why: 'noPrice' }],
    ['a price in one more digit', { ...nightly(90), totalPrice: '90.000' }, { price: '90.00', currency: 'EUR', max_stay: 9 }, { verdict: 'same', untested: ['max_stay'] }],
  ])('%s', (_what, plan, rate, expected) => {
    expect(compare(plan, rate)).toMatchObject(expected)
  })

  it('names what a stay of three nights does not show', () => {
    const rate = { price: '90.00', min_stay: 3, max_stay: 9, closed: false, closed_to_arrival: false, closed_to_departure: true }
    const rates = [{ room: '101', plan: '501', segments: [{ from: NIGHT, until: NIGHT + 4, value: { ...rate, closed_to_departure: false } }] }]
    expect(compareRate(offered(nightly('90.00', '90.00', '90.00')), { room: '101', rates, inventory: [] }, '501', NIGHT, 3)).toEqual({ verdict: 'same', untested: ['min_stay', 'max_stay', 'closed_to_departure'] })
  })
})
