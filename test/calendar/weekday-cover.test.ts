import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { append, coverByWeekdays, weekday, type MaskedSegment, type Segment } from '../../src/calendar/index.js'

function plain(values: readonly number[], from: number): Segment<number>[] {
  const segments: Segment<number>[] = []
  for (const [at, value] of values.entries()) if (value > 0) append(segments, from + at, from + at + 1, value)
  return segments
}

/** Night by night what entries say; a night said twice is a fault. */
function nightsOf(entries: readonly MaskedSegment<number>[]): Map<number, number> {
  const nights = new Map<number, number>()
  for (const { from, until, value, days } of entries) {
    for (let night = from; night < until; night += 1) {
      if (((days >> weekday(night)) & 1) === 0) continue
      expect(nights.has(night)).toBe(false)
      nights.set(night, value)
    }
  }
  return nights
}

describe('runs that name their weekdays', () => {
  it('say just what the segments say, each night once, in no more entries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: -400, max: 40_000 }),
        (values, from) => {
          const segments = plain(values, from)
          const entries = coverByWeekdays(segments)
          expect(nightsOf(entries)).toEqual(
            new Map(values.flatMap((value, at) => (value > 0 ? [[from + at, value] as const] : []))),
          )
          expect(entries.length).toBeLessThanOrEqual(segments.length)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('a season with weekends is two entries, and one holiday makes it three or four', () => {
    const season = (holiday?: number): number[] =>
      Array.from({ length: 84 }, (_, at) => (at === holiday ? 3 : weekday(20_000 + at) >= 4 ? 2 : 1))
    const entries = coverByWeekdays(plain(season(), 20_000))
    expect(entries.map(({ days, value }) => [value, days]).sort()).toEqual([
      [1, 0b0001111],
      [2, 0b1110000],
    ])
    expect(plain(season(), 20_000).length).toBeGreaterThan(20)
    expect(coverByWeekdays(plain(season(30), 20_000)).length).toBeLessThanOrEqual(5)
  })

  it('on random short calendars, its worst case, it stays within a third of the fewest that an exhaustive search finds', () => {
    let extra = 0
    let fewest = 0
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(1, 1, 2), { minLength: 8, maxLength: 11 }),
        fc.integer({ min: 0, max: 6 }),
        (values, from) => {
          const least = [1, 2].reduce(
            (sum, value) => sum + fewestOf(values.flatMap((one, at) => (one === value ? [from + at] : []))),
            0,
          )
          const found = coverByWeekdays(plain(values, from)).length
          expect(found).toBeGreaterThanOrEqual(least)
          extra += found - least
          fewest += least
        },
      ),
      { numRuns: 40, seed: 4 },
    )
    expect(fewest).toBeGreaterThan(60)
    expect(extra / fewest).toBeLessThan(1 / 3)
  })
})

/** The fewest disjoint entries for a set of nights, by trying all: every first night with every end and every weekday set. */
function fewestOf(nights: readonly number[]): number {
  const known = new Map<string, number>()
  const search = (left: readonly number[]): number => {
    const [first, ...rest] = left
    if (first === undefined) return 0
    const key = left.join()
    const before = known.get(key)
    if (before !== undefined) return before
    let best = 1 + search(rest)
    for (const last of rest) {
      // All weekday sets that hold the first night and touch nothing that is not left between first and last.
      const inside = left.filter((night) => night <= last)
      const allowed = [0, 1, 2, 3, 4, 5, 6].filter((day) =>
        range(first, last).every((night) => weekday(night) !== day || inside.includes(night)),
      )
      for (const days of subsets(allowed)) {
        if (!days.includes(weekday(first)) || !days.includes(weekday(last))) continue
        best = Math.min(best, 1 + search(left.filter((night) => night > last || !days.includes(weekday(night)))))
      }
    }
    known.set(key, best)
    return best
  }
  return search(nights)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

function subsets(items: readonly number[]): number[][] {
  return items.reduce<number[][]>((all, item) => [...all, ...all.map((set) => [...set, item])], [[]])
}
