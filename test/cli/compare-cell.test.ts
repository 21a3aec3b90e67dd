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
    expect(compareRate(NOTHING_OFFERED, known('', { price: '90.00' }, 2), '', NIGHT, 1)).toEqual({ verdict: 'unknown' })
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00' }), '501', NIGHT, 1)).toEqual({ verdict: 'unknown' })
    expect(compareRate(NOTHING_OFFERED, known('501', { price: '90.00', closed: true }), '501', NIGHT, 1)).toEqual({ verdict: 'same' })
    expect(compareInventory(NOTHING_OFFERED, known('', { price: '90.00' }, 2), NIGHT, 1)).toEqual({ verdict: 'unknown' })
    expect(compareInventory(NOTHING_OFFERED, known('501', { price: '90.00' }, 0), NIGHT, 1)).toEqual({ verdict: 'same' })
  })
})
