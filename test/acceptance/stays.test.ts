import { describe, expect, it } from 'vitest'
import { proveStays } from '../proof/stays.js'

describe('whether a stay can be sold', () => {
  it('is told alike by calendar check, by the sandbox and by a model of plain arrays', async () => {
    const { stays, sellable, differences } = await proveStays(400, 5)
    expect(differences).toEqual([])
    expect(stays).toBeGreaterThanOrEqual(400)
    expect(sellable / stays).toBeGreaterThan(0.05)
    expect(sellable / stays).toBeLessThan(0.8)
  })
})
