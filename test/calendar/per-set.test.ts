import { describe, expect, it } from 'vitest'
import { CodedSets, type NightFields, PerSet } from '../../src/calendar/index.js'

describe('what is worked out once for each field set', () => {
  const setsOf = (...prices: string[]): CodedSets => {
    const sets = new CodedSets(['price'])
    for (const price of prices) sets.idOf({ price })
    return sets
  }

  it('is asked once, whatever the order of numbers, and anew for another collection', () => {
    const asked: unknown[] = []
    const found = new PerSet((fields: NightFields) => {
      asked.push(fields['price'])
      return `${String(fields['price'])} EUR`
    })
    const sets = setsOf('1', '2', '3')
    expect([2, 0, 2, 1, 0].map((id) => found.of(sets, id))).toEqual(['3 EUR', '1 EUR', '3 EUR', '2 EUR', '1 EUR'])
    expect(asked).toEqual(['3', '1', '2'])
    expect(found.of(setsOf('9'), 0)).toBe('9 EUR')
    expect(found.of(sets, 0)).toBe('1 EUR')
  })
})
