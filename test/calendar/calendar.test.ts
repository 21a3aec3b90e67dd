import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  align,
  append,
  clip,
  countNights,
  difference,
  EVERY_DAY,
  expandWeekdays,
  FieldSets,
  formatNight,
  nightOf,
  overlay,
  parseNight,
  weekday,
  type Segment,
} from '../../src/calendar/index.js'

const DAY_MS = 86_400_000

describe('nights', () => {
  it('agree with the platform calendar on every day of 800 years', () => {
    for (let night = Date.UTC(1700, 0, 1) / DAY_MS; night < Date.UTC(2500, 0, 1) / DAY_MS; night += 1) {
      const date = new Date(night * DAY_MS)
      const text = date.toISOString().slice(0, 10)
      if (formatNight(night) !== text || parseNight(text) !== night || weekday(night) !== (date.getUTCDay() + 6) % 7) {
        expect([text, formatNight(night), parseNight(text)]).toEqual([text, text, night])
      }
    }
    expect(nightOf(1970, 1, 1)).toBe(0)
    expect(formatNight(parseNight('0001-01-01') as number)).toBe('0001-01-01')
    expect(formatNight(parseNight('9999-12-31') as number)).toBe('9999-12-31')
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2100-02-29',
    '2026-1-01',
    '26-01-01',
    '2026/01/01',
    '2026-01-01 ',
    '',
    '0000-01-01',
    '2026-01-0a',
  ])('refuse %j', (text) => expect(parseNight(text)).toBeUndefined())
})

const list = fc
  .array(fc.record({ gap: fc.nat(3), length: fc.integer({ min: 1, max: 5 }), value: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 12,
  })
  .map((parts) => {
    const segments: Segment<number>[] = []
    let night = -5
    for (const { gap, length, value } of parts) {
      segments.push({ from: night + gap, until: night + gap + length, value })
      night += gap + length
    }
    return segments
  })

function grid<V>(segments: readonly Segment<V>[]): Map<number, V> {
  const nights = new Map<number, V>()
  for (const { from, until, value } of segments)
    for (let night = from; night < until; night += 1) nights.set(night, value)
  return nights
}

/** The number of segments no list for the same nights can go below. */
function fewest<V>(nights: Map<number, V>): number {
  return [...nights].filter(([night, value]) => !nights.has(night - 1) || nights.get(night - 1) !== value).length
}

describe('segments', () => {
  it('merge into the fewest that say the same', () => {
    fc.assert(
      fc.property(list, (segments) => {
        const merged: typeof segments = []
        for (const { from, until, value } of segments) append(merged, from, until, value)
        expect(grid(merged)).toEqual(grid(segments))
        expect(merged).toHaveLength(fewest(grid(segments)))
        expect(countNights(merged)).toBe(grid(segments).size)
      }),
    )
  })

  it('overlay and difference equal a night-by-night model', () => {
    fc.assert(
      fc.property(list, list, (base, top) => {
        const under = grid(base)
        const over = grid(top)
        const expected = new Map(under)
        for (const [night, value] of over) expected.set(night, (under.get(night) ?? 0) * 10 + value)
        const laid = overlay(base, top, (low, high) => low * 10 + high)
        expect(grid(laid)).toEqual(expected)
        expect(laid).toHaveLength(fewest(new Map([...expected].sort(([a], [b]) => a - b))))

        const missing = difference(top, base, (wanted, held) => wanted === held)
        expect(grid(missing)).toEqual(new Map([...over].filter(([night, value]) => under.get(night) !== value)))
      }),
    )
  })

  it('align visits every covered night once, in order', () => {
    fc.assert(
      fc.property(list, list, (left, right) => {
        const seen: number[] = []
        align(left, right, (from, until, a, b) => {
          expect(from).toBeLessThan(until)
          for (let night = from; night < until; night += 1) {
            seen.push(night)
            expect([a, b]).toEqual([grid(left).get(night), grid(right).get(night)])
          }
        })
        expect(seen).toEqual([...new Set([...grid(left).keys(), ...grid(right).keys()])].sort((a, b) => a - b))
      }),
    )
  })

  it('clip keeps what lies inside', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: -8, max: 40 }), fc.integer({ min: -8, max: 40 }), (segments, from, until) => {
        expect(grid(clip(segments, from, until))).toEqual(
          new Map([...grid(segments)].filter(([night]) => night >= from && night < until)),
        )
      }),
    )
  })

  it('append makes the last one longer only when it continues it', () => {
    const segments: Segment<string>[] = []
    append(segments, 0, 2, 'a')
    append(segments, 2, 3, 'a')
    append(segments, 3, 4, 'b')
    append(segments, 5, 6, 'b')
    expect(segments).toEqual([
      { from: 0, until: 3, value: 'a' },
      { from: 3, until: 4, value: 'b' },
      { from: 5, until: 6, value: 'b' },
    ])
  })
})

describe('expandWeekdays', () => {
  it('holds exactly the nights of the mask, in the fewest spans', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -30, max: 30 }),
        fc.nat(40),
        fc.integer({ min: 0, max: EVERY_DAY }),
        (from, length, mask) => {
          const spans = expandWeekdays(from, from + length, mask)
          const nights = new Map<number, true>()
          for (let night = from; night < from + length; night += 1)
            if ((mask >> weekday(night)) & 1) nights.set(night, true)
          expect(grid(spans.map((span) => ({ ...span, value: true as const })))).toEqual(nights)
          expect(spans).toHaveLength(fewest(nights))
        },
      ),
    )
  })
})

describe('FieldSets', () => {
  it('gives equal sets one number whatever the order of keys, and different sets different ones', () => {
    const value = fc.oneof(fc.string({ maxLength: 3 }), fc.nat(3), fc.boolean())
    const fields = fc.dictionary(fc.constantFrom('price', 'min_stay', 'closed'), value)
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const sets = new FieldSets()
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
        expect(sets.idOf(a) === sets.idOf(b)).toBe(same)
        expect(sets.idOf(Object.fromEntries(Object.entries(a).reverse()))).toBe(sets.idOf(a))
        expect(sets.fieldsOf(sets.combine(sets.idOf(a), sets.idOf(b)))).toEqual({ ...a, ...b })
      }),
    )
  })
})
