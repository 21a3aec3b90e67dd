import { describe, expect, it } from 'vitest'
import { FirstValues } from '../../../src/files/values/first-values.js'

describe('values of the first column', () => {
  it('are found under the number of their text alone, and texts without a number never', () => {
    const first = new FirstValues()
    for (const number of [0, 1, 2, 1 + (1 << 15)]) first.keep(number, { value: `${number}.00`, decimals: 2 })
    expect(first.find(2)).toEqual({ value: '2.00', decimals: 2 })
    expect([first.find(0), first.find(3)]).toEqual([undefined, undefined])
    // The one that took its place.
    expect([first.find(1), first.find(1 + (1 << 15))?.value]).toEqual([undefined, `${1 + (1 << 15)}.00`])
  })

  it('are kept as whole sets beside the cells they stand with, once they come again', () => {
    const first = new FirstValues()
    first.keep(7, { value: 1, decimals: 0 })
    const [one, other] = [{ a: 1 }, { a: 1, b: 2 }]
    first.keepWhole(7, 1, one)
    expect(first.findWhole(7, 1)).toBeUndefined()
    first.keepWhole(7, 1, one)
    expect(first.findWhole(7, 1)).toBe(one)
    first.keepWhole(7, 2, other)
    first.keepWhole(7, 2, other)
    expect([first.findWhole(7, 2), first.findWhole(8, 1)]).toEqual([other, undefined])
    first.keepWhole(0, 1, one)
    first.keepWhole(0, 1, one)
    expect(first.findWhole(0, 1)).toBeUndefined()
  })

  it('are forgotten where texts are read in another way', () => {
    const first = new FirstValues()
    first.keep(7, { value: 1, decimals: 0 })
    first.keepWhole(7, 1, { a: 1 })
    first.keepWhole(7, 1, { a: 1 })
    first.clear()
    expect([first.find(7), first.findWhole(7, 1)]).toEqual([undefined, undefined])
    first.keep(8, { value: 2, decimals: 0 })
    expect([first.find(7), first.find(8)?.value, first.findWhole(7, 1)]).toEqual([undefined, 2, undefined])
  })
})
