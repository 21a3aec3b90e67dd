import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heaviestPairs } from '../../../src/resnotif/comparison/heaviest.js'

/** By trying every order. */
function greatest(weights: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [row, ...rest] = weights
  if (row === undefined) return 0
  const taken = row.map((weight, at) => (used.includes(at) ? 0 : weight + greatest(rest, [...used, at])))
  return Math.max(greatest(rest, used), ...taken)
}

const sumOf = (weights: number[][]): { sum: number; pairs: number } => {
  const columns = weights[0]?.map((_, at) => at) ?? []
  const pairs = heaviestPairs(
    weights.map((_, at) => at),
    columns,
    (row, column) => weights[row]?.[column] ?? 0,
  )
  expect(new Set(pairs.map(([row]) => row)).size).toBe(pairs.length)
  expect(new Set(pairs.map(([, column]) => column)).size).toBe(pairs.length)
  return { sum: pairs.reduce((sum, [row, column]) => sum + (weights[row]?.[column] ?? 0), 0), pairs: pairs.length }
}

describe('pairs of the greatest weight', () => {
  it('are not those that one finds by taking the heaviest first', () => {
    expect(
      sumOf([
        [3, 2],
        [2, 0],
      ]).sum,
    ).toBe(4)
  })

  it('are as heavy as any', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.gen(), (rows, columns, gen) => {
        const weights = Array.from({ length: rows }, () =>
          Array.from({ length: columns }, () => gen(fc.integer, { min: 0, max: 9 })),
        )
        const { sum, pairs } = sumOf(weights)
        expect(sum).toBe(greatest(weights))
        expect(pairs).toBe(Math.min(rows, columns))
      }),
    )
  })

  it('of a great many are found as well', () => {
    const many = Array.from({ length: 300 }, (_, at) => at)
    expect(heaviestPairs(many, many.toReversed(), (a, b) => (a === b ? 2 : 0)).every(([a, b]) => a === b)).toBe(true)
  })
})
