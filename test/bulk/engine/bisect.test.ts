import { describe, expect, it } from 'vitest'
import { proveBisect } from '../../proof/bisect.js'

describe('a service that says no more than success: false', () => {
  it.each([1, 2])('of 50,000 cells with 37 bad ones exactly those are named, all others applied, within the bound of requests (seed %s)', async (seed) => {
    const { wrong, missed, differ, extra, bound, cells, batches } = await proveBisect({ seed, cells: 50_000, bad: 37, bodyBytes: 300_000 })
    expect({ cells, wrong, missed, differ }).toEqual({ cells: 50_000, wrong: [], missed: [], differ: 0 })
    expect(batches).toBeGreaterThan(1)
    expect(extra).toBeGreaterThan(37)
    expect(extra).toBeLessThanOrEqual(bound)
  })
})
