import { describe, expect, it } from 'vitest'
import { proveBisect } from '../../proof/bisect.js'

describe('a service that says no more than success: false', () => {
  it('of 6,000 cells with 9 bad ones exactly those are named, all others applied, within the bound of requests', async () => {
    const { wrong, missed, differ, extra, bound, cells, batches } = await proveBisect({
      seed: 1,
      cells: 6000,
      bad: 9,
      bodyBytes: 100_000,
    })
    expect({ cells, wrong, missed, differ }).toEqual({ cells: 6000, wrong: [], missed: [], differ: 0 })
    expect(batches).toBeGreaterThan(1)
    expect(extra).toBeGreaterThan(9)
    expect(extra).toBeLessThanOrEqual(bound)
  })
})
