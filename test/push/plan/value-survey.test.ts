import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/push/plan/plan.js'
import type { Row } from '../../../src/files/reading/row.js'
import { valueLines } from '../../../src/cli/report/value-lines.js'
import { plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_600
const cell = (at: number, price: string, more: Partial<Row> = {}): Row =>
  row(at + 2, { from: NIGHT + at, fields: { price, currency: 'EUR' }, ...more })
const survey = (rows: readonly Row[], options: Parameters<typeof plan>[2] = {}): Promise<Plan> =>
  withMemoryJournal((journal) => plan(journal, rows, options, { persist: false, surveysValues: true }))

describe('the values of a first load', () => {
  it('smallest, median and largest with their rows, and the nights that stand out', async () => {
    const prices = Array.from({ length: 60 }, (_, at) =>
      at === 20 ? '12.00' : at === 40 || at === 41 ? '1200.00' : `${(at % 7 > 4 ? 140 : 120) + (at % 3)}.00`,
    )
    const { fileValues } = await survey(prices.map((price, at) => cell(at, price)))
    expect(fileValues).toMatchObject([
      {
        field: 'price',
        currency: 'EUR',
        nights: 60,
        median: '121.00',
        smallest: { value: '12.00', hotel: '7', room: '101', night: NIGHT + 20, file: 'a.csv', line: 22 },
        largest: { value: '1200.00', night: NIGHT + 40, line: 42 },
        odd: [
          { value: '12.00', from: NIGHT + 20, until: NIGHT + 21, line: 22 },
          { value: '1200.00', from: NIGHT + 40, until: NIGHT + 42, line: 42 },
        ],
      },
    ])
    const lines = valueLines(fileValues)
    expect(lines[0]).toBe('Prices     12.00 to 1200.00 EUR, median 121.00, on 60 nights')
    expect(lines.slice(3)).toEqual([
      'Stands out 12.00 among 122.00 EUR: hotel 7, room 101, 2026-06-16 (a.csv:22)',
      '           1200.00 among 122.00 EUR: hotel 7, room 101, 2026-07-06 to 2026-07-07 (a.csv:42)',
    ])
  })

  it('a season, a weekend and a slow rise do not stand out; a moved decimal mark does, in a range as well', async () => {
    const calm = Array.from({ length: 120 }, (_, at) =>
      cell(at, `${Math.round((at < 60 ? 100 : 140) * (at % 7 > 4 ? 1.3 : 1) + at / 4)}.00`),
    )
    expect((await survey(calm)).fileValues?.[0]?.odd).toEqual([])
    const ranges = [
      row(2, { from: NIGHT, until: NIGHT + 30, fields: { price: '90.00' } }),
      row(3, { from: NIGHT + 30, until: NIGHT + 33, fields: { price: '9.00' } }),
      row(4, { from: NIGHT + 33, until: NIGHT + 90, fields: { price: '95.00' } }),
    ]
    expect((await survey(ranges)).fileValues?.[0]).toMatchObject({
      field: 'price',
      nights: 90,
      median: '95.00',
      odd: [{ value: '9.00', from: NIGHT + 30, until: NIGHT + 33, line: 3 }],
    })
  })

  it('currencies are kept apart, and a room is not compared with another', async () => {
    const yen = Array.from({ length: 20 }, (_, at) =>
      row(at + 100, { room: '102', from: NIGHT + at, fields: { price: '14000', currency: 'JPY' } }),
    )
    const found = await survey([...Array.from({ length: 30 }, (_, at) => cell(at, '90.00')), ...yen])
    expect(found.fileValues).toMatchObject([
      { currency: 'EUR', nights: 30, median: '90.00', odd: [] },
      { currency: 'JPY', nights: 20, smallest: { value: '14000', room: '102' }, odd: [] },
    ])
  })

  it('is there in a first load, whatever was sent before, and not in a push', () =>
    withMemoryJournal(async (journal) => {
      expect(
        (await plan(journal, [cell(0, '90.00')], {}, { persist: false, surveysValues: true })).fileValues,
      ).toHaveLength(1)
      expect((await plan(journal, [cell(0, '90.00')])).fileValues).toBeUndefined()
    }))

  it('agrees with plain counting on random calendars', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            room: fc.constantFrom('101', '102'),
            price: fc.integer({ min: 1, max: 400 }),
            nights: fc.integer({ min: 1, max: 4 }),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        async (parts) => {
          const next: Record<string, number> = { 101: NIGHT, 102: NIGHT }
          const rows = parts.map(({ room, price, nights }, at) => {
            const from = next[room] as number
            next[room] = from + nights
            return row(at + 2, { room, from, until: from + nights, fields: { price: `${price}.50` } })
          })
          const all = rows
            .flatMap(({ from, until, fields }) => Array.from({ length: until - from }, () => Number(fields['price'])))
            .sort((a, b) => a - b)
          const [found] = (await survey(rows)).fileValues ?? []
          expect(found).toMatchObject({
            nights: all.length,
            smallest: { value: all[0]?.toFixed(2) },
            median: all[Math.ceil(all.length / 2) - 1]?.toFixed(2),
            largest: { value: all.at(-1)?.toFixed(2) },
          })
          // The farthest night of all, by a plain median of up to seven nights on either side.
          let farthest = 2
          for (const room of ['101', '102']) {
            const prices = rows
              .filter((one) => one.room === room)
              .flatMap(({ from, until, fields }) => Array.from({ length: until - from }, () => Number(fields['price'])))
            for (const [at, price] of prices.entries()) {
              const around = prices
                .slice(Math.max(0, at - 7), at + 8)
                .toSpliced(Math.min(7, at), 1)
                .sort((a, b) => a - b)
              const middle = around[around.length >> 1] as number
              if (around.length >= 4) farthest = Math.max(farthest, price / middle, middle / price)
            }
          }
          expect(found?.odd[0]?.factor ?? 2).toBeCloseTo(farthest, 9)
        },
      ),
      { numRuns: 60 },
    ))

  const medianOf = (prices: readonly string[]): string => {
    const sorted = prices.map(Number).toSorted((a, b) => a - b)
    return (sorted[Math.ceil(sorted.length / 2) - 1] as number).toFixed(2)
  }
  const drawn = (count: number, priceOf: (at: number, random: number) => string): string[] => {
    let state = 7
    return Array.from({ length: count }, (_, at) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return priceOf(at, state / 0x8000_0000)
    })
  }
  const spread = (prices: readonly string[]): Row[] =>
    prices.map((price, at) =>
      row(at + 2, { room: String(100 + Math.floor(at / 1000)), from: NIGHT + (at % 1000), fields: { price } }),
    )

  it.each([
    ['to the cent', (_: number, random: number) => (50 + random * 19_000).toFixed(2)],
    [
      'whole, of a currency of small money',
      (_: number, random: number) => `${Math.floor(20_000 + random * 900_000)}.00`,
    ],
    [
      'some whole, some not',
      (at: number, random: number) =>
        at % 2 === 0 ? `${Math.floor(random * 90_000)}.00` : (random * 9_000).toFixed(2),
    ],
  ])('80,000 different prices have their exact median: %s', async (_, priceOf) => {
    const prices = drawn(80_000, priceOf)
    expect(new Set(prices).size).toBeGreaterThan(60_000)
    const [found] = (await survey(spread(prices))).fileValues ?? []
    expect([found?.nights, found?.median, found?.medianIsRounded]).toEqual([80_000, medianOf(prices), undefined])
  })

  it.each([
    ['with three decimals', (at: number) => (100 + at / 1000).toFixed(3)],
    ['too far apart', (at: number) => (1000.5 + at * 997).toFixed(2)],
  ])(
    'the median of more different prices than are kept is right to four digits, and says so: %s',
    async (_, priceOf) => {
      const prices = drawn(60_000, priceOf)
      const { fileValues } = await survey(spread(prices))
      const [found] = fileValues ?? []
      const exact = Number(medianOf(prices))
      expect(found).toMatchObject({ nights: 60_000, medianIsRounded: true, smallest: { value: prices[0] } })
      expect(Math.abs(Number(found?.median) / exact - 1)).toBeLessThanOrEqual(0.0005)
      expect(valueLines(fileValues)[0]).toContain(`, median about ${found?.median}, on 60,000 nights`)
    },
  )
})
