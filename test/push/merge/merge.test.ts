import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandWeekdays } from '../../../src/calendar/index.js'
import { mergeHotel } from '../../../src/push/merge/merge.js'
import { type MergedHotel, sourcesOf } from '../../../src/push/merge/merged.js'
import { rowOfValue } from '../../../src/push/merge/row-of-value.js'
import { RowLog } from '../../../src/push/merge/row-log.js'
import { rates } from '../../../src/files/kinds/rates.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import { row } from '../support.js'

const NAMES = rates.fields.map(({ name }) => name)

function merge(rows: readonly Row[], isLastWins = false, limits = {}): MergedHotel[] {
  const log = new RowLog(NAMES, limits)
  for (const each of rows) log.add(each)
  const merged = [...log.hotels()].map((hotel) => mergeHotel(hotel, { kind: rates, isLastWins }))
  log.close()
  return merged
}

/** What the service holds after the entries are applied in order: per hotel, room and night. */
function finalGrid(hotels: readonly MergedHotel[], rooms: readonly string[]): Map<string, CellFields> {
  const grid = new Map<string, CellFields>()
  for (const { hotel, series, sets } of hotels) {
    for (const { room, plan, ranges } of series) {
      for (const { from, until, value } of ranges) {
        for (const name of room === '' ? rooms : [room]) {
          for (let night = from; night < until; night += 1) {
            const key = `${hotel} ${name} ${plan} ${night}`
            grid.set(key, { ...grid.get(key), ...sets.fieldsOf(value) })
          }
        }
      }
    }
  }
  return grid
}

/** The plain reading: rows in file order, night by night, room by room. */
function naiveGrid(
  rows: readonly Row[],
  rooms: readonly string[],
): { grid: Map<string, CellFields>; isContradictory: boolean } {
  const grid = new Map<string, CellFields>()
  let isContradictory = false
  for (const { hotel, room, plan, from, until, days, fields } of [...rows].sort(
    (a, b) => a.file - b.file || a.line - b.line,
  )) {
    for (const span of expandWeekdays(from, until, days)) {
      for (const name of room === '' ? rooms : [room]) {
        for (let night = span.from; night < span.until; night += 1) {
          const key = `${hotel} ${name} ${plan} ${night}`
          const before = grid.get(key) ?? {}
          for (const [field, value] of Object.entries(fields))
            if (before[field] !== undefined && before[field] !== value) isContradictory = true
          grid.set(key, { ...before, ...fields })
        }
      }
    }
  }
  return { grid, isContradictory }
}

const ROOMS = ['1', '2', '3']
const fields = fc
  .record(
    { price: fc.constantFrom('10', '20'), min_stay: fc.constantFrom(1, 2), closed: fc.boolean() },
    { requiredKeys: [] },
  )
  .filter((set) => Object.keys(set).length > 0) as fc.Arbitrary<CellFields>
const cells = fc.record({
  hotel: fc.constantFrom('7', '8'),
  room: fc.constantFrom('', '1', '2'),
  plan: fc.constantFrom('', '5'),
  from: fc.nat(12),
  length: fc.integer({ min: 1, max: 6 }),
  days: fc.oneof({ weight: 3, arbitrary: fc.constant(127) }, fc.integer({ min: 1, max: 126 })),
  fields,
})
const manyRows = fc
  .array(cells, { maxLength: 14 })
  .map((list) => list.map(({ length, from, ...cell }, i): Row => row(i + 2, { ...cell, from, until: from + length })))
/** Consistent rows: every value is a function of field, hotel, room-independent night. */
const harmless = manyRows.map((rows) =>
  rows.map((each) => ({
    ...each,
    fields: Object.fromEntries(
      Object.keys(each.fields).map((name) => [name, name === 'min_stay' ? 2 : 'same']),
    ) as CellFields,
  })),
)

describe('mergeHotel', () => {
  it('last wins: what is sent leaves the service as the rows in file order would', () => {
    fc.assert(
      fc.property(manyRows, (rows) => {
        expect(finalGrid(merge(rows, true), ROOMS)).toEqual(naiveGrid(rows, ROOMS).grid)
      }),
      { numRuns: 80 },
    )
  })

  it('finds a contradiction exactly where night by night there is one, in any order of rows, and however little memory there is', () => {
    fc.assert(
      fc.property(manyRows, fc.array(fc.nat(), { minLength: 14, maxLength: 14 }), (rows, keys) => {
        const { isContradictory } = naiveGrid(rows, ROOMS)
        const shuffled = rows.map((each, i) => ({ ...each, line: 2 + (keys[i] as number) * 100 + i }))
        const arrival = [...shuffled].sort((a, b) => a.line - b.line)
        for (const some of [rows, arrival, [...rows].reverse()]) {
          for (const limits of [{}, { stretches: 2 }, { values: 1 }, { series: 1 }]) {
            const found = merge(some, false, limits).flatMap(({ contradictions }) => contradictions)
            expect(found.length > 0).toBe(isContradictory)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('without contradictions the order of rows does not matter, and spilling to disk changes nothing', () => {
    fc.assert(
      fc.property(harmless, (rows) => {
        const expected = naiveGrid(rows, ROOMS).grid
        expect(finalGrid(merge(rows), ROOMS)).toEqual(expected)
        expect(finalGrid(merge([...rows].reverse(), false, { stretches: 3 }), ROOMS)).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it('without the doubtful rows nothing contradicts any more, and all other rows are kept whole', () => {
    fc.assert(
      fc.property(manyRows, (rows) => {
        const doubtful = new Set(merge(rows).flatMap((hotel) => [...hotel.doubtful.values()].map(({ line }) => line)))
        const rest = rows.filter(({ line }) => !doubtful.has(line))
        expect(naiveGrid(rest, ROOMS).isContradictory).toBe(false)
        expect(doubtful.size > 0).toBe(naiveGrid(rows, ROOMS).isContradictory)
      }),
    )
  })

  it('neighbouring nights with the same values become one range that knows its lines', () => {
    const [merged] = merge([
      row(2, { from: 1, fields: { price: '10' } }),
      row(3, { from: 2, fields: { price: '10' } }),
      row(4, { from: 3, fields: { price: '12' } }),
      row(9, { from: 4, until: 6, fields: { price: '12' } }),
    ])
    expect(
      merged?.series[0]?.ranges.map((range) => [
        range.from,
        range.until,
        sourcesOf(range).map(({ line, count }) => [line, count]),
      ]),
    ).toEqual([
      [1, 3, [[2, 2]]],
      [
        3,
        6,
        [
          [4, 1],
          [9, 1],
        ],
      ],
    ])
  })

  it('fields of several rows make one cell; amounts that differ in zeros alone agree', () => {
    const [merged] = merge([
      row(2, { fields: { price: '120' } }),
      row(3, { fields: { min_stay: 2 } }),
      row(4, { fields: { price: '120.00' } }),
    ])
    expect(merged?.contradictions).toEqual([])
    expect(merged?.repeated).toBe(1)
    expect(merged?.sets.fieldsOf(merged.series[0]?.ranges[0]?.value as number)).toMatchObject({ min_stay: 2 })
  })

  it('a minimum from one row above the maximum of another is found, also through rows for all rooms', () => {
    for (const room of ['101', '']) {
      const [merged] = merge([row(2, { room, fields: { max_stay: 3 } }), row(3, { fields: { min_stay: 5 } })])
      expect(merged?.contradictions.map(({ row: { line }, against, field }) => [line, against?.line, field])).toEqual([
        [3, 2, 'min_stay'],
      ])
      expect([...(merged?.doubtful.values() ?? [])].map(({ line }) => line).sort()).toEqual([2, 3])
    }
  })

  it('the row of the field that is wrong is told, beside the one it cannot stand with; a third one has no part in it', () => {
    for (const [minimum, maximum, price] of [
      [2, 3, 4],
      [3, 4, 2],
      [4, 2, 3],
    ] as const) {
      const [merged] = merge([
        row(minimum, { fields: { min_stay: 5 } }),
        row(maximum, { fields: { max_stay: 3 } }),
        row(price, { fields: { price: '90' } }),
      ])
      expect(merged?.contradictions).toMatchObject([
        { row: { line: minimum }, against: { line: maximum }, field: 'min_stay', value: 5 },
      ])
    }
  })

  it('every value of a night has its row, and a row is called replaced as a whole where none is its own', () => {
    fc.assert(
      fc.property(manyRows, fc.boolean(), (rows, isLastWins) => {
        for (const { hotel, series, sets, contradictions } of merge(rows, isLastWins)) {
          if (contradictions.length > 0) continue
          for (const { room, plan, ranges } of series)
            for (const range of ranges)
              for (let night = range.from; night < range.until; night += 1) {
                const here = rows.filter(
                  (one) =>
                    one.hotel === hotel &&
                    one.room === room &&
                    one.plan === plan &&
                    expandWeekdays(one.from, one.until, one.days).some(
                      ({ from, until }) => from <= night && night < until,
                    ),
                )
                for (const [field, value] of Object.entries(sets.fieldsOf(range.value))) {
                  const last = here.findLast(({ fields: own }) => own[field] !== undefined)
                  expect([last?.line, last?.fields[field]]).toEqual([
                    rowOfValue(sets, range, field, night)?.line,
                    value,
                  ])
                }
              }
          for (const { file, line, isWhole } of merge(rows, isLastWins).find((one) => one.hotel === hotel)?.replaced ??
            [])
            expect(
              series.some(({ ranges }) =>
                ranges.some((range) => sourcesOf(range).some((one) => one.file === file && one.line === line)),
              ),
            ).toBe(!isWhole)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('a price that a later row for all rooms repeats is still of its own row, and is sent', () => {
    const [merged] = merge(
      [
        row(2, { from: 1, fields: { price: '5.00', currency: 'EUR', min_stay: 2 } }),
        row(3, { room: '', from: 1, fields: { price: '5.00', currency: 'EUR', min_stay: 3 } }),
      ],
      true,
    )
    expect(merged?.series[1]?.ranges.map((range) => sourcesOf(range).map(({ line }) => line))).toEqual([[2]])
    expect(merged?.replaced).toMatchObject([{ line: 2, byLine: 3, isWhole: false }])
  })
})
