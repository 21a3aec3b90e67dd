import { describe, expect, it } from 'vitest'
import { FieldSets, type NightFields, PerSet } from '../../src/calendar/index.js'

describe('what is worked out once for each field set', () => {
  const asked: unknown[] = []
  const priceOf = (): PerSet<string> => {
    asked.length = 0
    return new PerSet((fields: NightFields) => {
      asked.push(fields['price'])
      return `${String(fields['price'])} EUR`
    })
  }
  const setsOf = (prices: readonly string[], below?: FieldSets): FieldSets => {
    const sets = new FieldSets(['price'], below)
    for (const price of prices) sets.idOf({ price })
    return sets
  }

  it('is asked once, whatever the order of numbers', () => {
    const found = priceOf()
    const sets = setsOf(['1', '2', '3'])
    expect([2, 0, 2, 1, 0].map((id) => found.of(sets, id))).toEqual(['3 EUR', '1 EUR', '3 EUR', '2 EUR', '1 EUR'])
    expect(asked).toEqual(['1', '2', '3'])
  })

  it('keeps what several collections share, and nothing of the numbers that each has for itself', () => {
    const found = priceOf()
    const shared = setsOf(['1', '2'])
    const [one, other] = [setsOf(['30', '31'], shared), setsOf(['40'], shared)]
    expect([0, 2, 3, 1].map((id) => found.of(one, id))).toEqual(['1 EUR', '30 EUR', '31 EUR', '2 EUR'])
    expect([1, 2, 0].map((id) => found.of(other, id))).toEqual(['2 EUR', '40 EUR', '1 EUR'])
    expect(found.of(one, 2)).toBe('30 EUR')
    expect(asked.filter((price) => price === '1' || price === '2')).toEqual(['1', '2'])
  })

  it('forgets all where nothing is shared', () => {
    const found = priceOf()
    expect(found.of(setsOf(['1']), 0)).toBe('1 EUR')
    expect(found.of(setsOf(['9']), 0)).toBe('9 EUR')
    expect(found.of(setsOf(['7', '8'], setsOf(['5'])), 0)).toBe('5 EUR')
    expect(found.of(setsOf(['7', '8'], setsOf(['6'])), 0)).toBe('6 EUR')
  })
})
