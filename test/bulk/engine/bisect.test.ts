import { describe, expect, it } from 'vitest'
import { proveBisect } from '../../proof/bisect.js'

describe('a service that says no more than success: false', () => {
  it('of 12,000 cells with 13 bad ones exactly those are named, all others applied, within the bound of requests', async () => {
    const { wrong, missed, differ, extra, bound, cells, batches } = await proveBisect({ seed: 1, cells: 12_000, bad: 13, bodyBytes: 150_000 })
    expect({ cells, wrong, missed, differ }).toEqual({ cells: 12_000, wrong: [], missed: [], differ: 0 })
    expect(batches).toBeGreaterThan(1)
    expect(extra).toBeGreaterThan(13)
    expect(extra).toBeLessThanOrEqual(bound)
  })
})
