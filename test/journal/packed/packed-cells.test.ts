import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVERY_DAY, type NightFields } from '../../../src/calendar/index.js'
import { type CellBlock, decodeBlock, encodeBlock, type SeriesRanges } from '../../../src/journal/packed/cell-block.js'
import { IntList } from '../../../src/journal/packed/int-list.js'
import { columnsOf } from '../../../src/journal/packed/field-columns.js'
import { BatchPacker, type NewBatch, packBatch, unpackBatch } from '../../../src/journal/packed/packed-batch.js'
import { PackedCells } from '../../../src/journal/packed/packed-cells.js'

const value = fc.oneof(fc.constantFrom('100.00', '55.50', ''), fc.integer({ min: 0, max: 2 }), fc.boolean())
const set = fc.dictionary(fc.constantFrom('price', 'currency', 'min_stay', 'closed'), value, { maxKeys: 4 })
const range = fc.record({
  gap: fc.integer({ min: 0, max: 2 }),
  nights: fc.integer({ min: 1, max: 4 }),
  value: fc.nat(),
})
const series = fc.record({
  days: fc.constantFrom(undefined, undefined, 0b11),
  ranges: fc.array(range, { minLength: 1, maxLength: 8 }),
})

/** Blocks as batches hold them: sets that differ, ranges of a series in order. */
const block = fc
  .record({
    sets: fc.uniqueArray(set, {
      minLength: 1,
      maxLength: 6,
      selector: (one) => JSON.stringify(Object.entries(one).toSorted()),
    }),
    series: fc.array(series, { maxLength: 4 }),
  })
  .map(({ sets, series: all }): CellBlock => ({
    fields: sets.map((one) => ({ ...one })),
    series: all.map(({ days, ranges }, at): SeriesRanges => {
      let night = 20_000
      const placed = ranges.map(({ gap, nights, value: number }) => {
        const from = night + gap
        night = from + nights
        return { from, until: night, value: number % sets.length }
      })
      return {
        room: String(100 + at),
        plan: at % 2 === 0 ? '' : '501',
        ...(days === undefined ? {} : { days }),
        ranges: placed,
      }
    }),
  }))

/** Values night by night; a reader of its own. */
function nightsOf(
  ranges: SeriesRanges['ranges'],
  fields: readonly NightFields[],
): Record<string, NightFields | undefined> {
  return Object.fromEntries(
    ranges.flatMap(({ from, until, value: number }) =>
      Array.from({ length: until - from }, (_, at) => [from + at, fields[number]]),
    ),
  )
}

describe('packed cells', () => {
  const scratch = new IntList()

  it('are the block that was stored', () => {
    fc.assert(
      fc.property(block, (cells) => {
        const packed = PackedCells.read(encodeBlock(cells))
        expect(packed.unpack()).toEqual(cells)
        expect(packed.entries).toBe(cells.series.reduce((sum, { ranges }) => sum + ranges.length, 0))
      }),
    )
  })

  it('a part holds those entries and no others', () => {
    fc.assert(
      fc.property(block, fc.nat(), fc.nat(), (cells, a, b) => {
        const all = cells.series.flatMap(({ ranges, ...rest }) => ranges.map((one) => ({ ...rest, ...one })))
        const [from = 0, until = 0] = [a % (all.length + 1), b % (all.length + 1)].toSorted((x, y) => x - y)
        const part = PackedCells.read(encodeBlock(cells)).part(from, until)
        expect(
          part.unpack().series.flatMap(({ ranges, ...rest }) => ranges.map((one) => ({ ...rest, ...one }))),
        ).toEqual(all.slice(from, until))
        expect(part.entries).toBe(until - from)
        expect(part.part(0, part.entries)).toBe(part)
      }),
    )
  })

  it('a series is stored alone as the same nights, in the one way in which they are ever stored', () => {
    fc.assert(
      fc.property(block, fc.nat(), (cells, skipped) => {
        const packed = PackedCells.read(encodeBlock(cells))
        const part = packed.part(skipped % (packed.entries + 1), packed.entries)
        const { series: left, fields } = part.unpack()
        for (const [at, one] of part.series.entries()) {
          const stored = part.storeAlone(one, scratch)
          const alone = decodeBlock(stored)
          expect(alone.series).toHaveLength(1)
          expect(alone.series[0]).toMatchObject({ room: one.room, plan: one.plan })
          const ranges = alone.series[0]?.ranges ?? []
          expect(nightsOf(ranges, alone.fields)).toEqual(nightsOf(left[at]?.ranges ?? [], fields))
          for (const [i, { from, value: number }] of ranges.entries())
            expect(i > 0 && ranges[i - 1]?.until === from && ranges[i - 1]?.value === number).toBe(false)
          expect(new Set(ranges.map(({ value: number }) => number)).size).toBe(alone.fields.length)
          expect(encodeBlock(alone)).toEqual({ ...stored, ints: new Uint8Array(stored.ints) })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('weekdays stay with their series', () => {
    const cells: CellBlock = {
      fields: [{ price: '1.00' }],
      series: [
        { room: '1', plan: '2', days: 0b1100000, ranges: [{ from: 1, until: 30, value: 0 }] },
        { room: '1', plan: '2', ranges: [{ from: 40, until: 41, value: 0 }] },
      ],
    }
    const packed = PackedCells.read(encodeBlock(cells))
    expect(packed.series.map(({ days }) => days ?? EVERY_DAY)).toEqual([0b1100000, EVERY_DAY])
    expect(packed.part(1, 2).series).toEqual([{ room: '1', plan: '2', start: 0, end: 1 }])
  })
})

const run = fc.record({
  file: fc.nat(3),
  line: fc.integer({ min: 2, max: 2 ** 31 - 1 }),
  step: fc.integer({ min: 0, max: 400 }),
  count: fc.integer({ min: 1, max: 9000 }),
})

describe('a batch', () => {
  it('is the same packed entry by entry as packed whole, the second time as the first, and comes back as it was', () => {
    const packer = new BatchPacker()
    fc.assert(
      fc.property(
        block,
        fc.array(fc.array(run, { maxLength: 3 }), { minLength: 32, maxLength: 32 }),
        (cells, lines) => {
          const series = cells.series.filter(({ ranges }) => ranges.length > 0)
          const sources = lines.slice(
            0,
            series.reduce((sum, { ranges }) => sum + ranges.length, 0),
          )
          const batch: NewBatch = {
            hotel: '7',
            cells: { ...cells, series },
            sources,
            nights: 9,
            bytes: 100,
            firstNight: 1,
            lastNight: 2,
          }
          packer.clear()
          for (const { room, plan, days, ranges } of series) {
            // One that gets no entries leaves nothing behind, be it before another or the last.
            packer.begin('none', 'none')
            packer.begin(room, plan, days)
            for (const { from, until, value } of ranges) {
              packer.add(from, until, value)
              packer.addLines(sources[packer.entries - 1] ?? [])
            }
          }
          packer.begin('none', 'none')
          const { cells: _cells, sources: _sources, ...counts } = batch
          const packed = { ...counts, ...packer.pack(columnsOf(cells.fields)) }
          expect(packed).toEqual(packBatch(batch))
          expect(unpackBatch(packed)).toEqual(batch)
        },
      ),
    )
  })

  it('keeps rows that follow each other like the run of lines that they are', () => {
    const rows = fc.record({
      file: fc.nat(3),
      line: fc.integer({ min: 2, max: 2 ** 31 - 1 }),
      step: fc.integer({ min: 0, max: 400 }),
      count: fc.integer({ min: 1, max: 9 }),
      from: fc.integer({ min: 0, max: 30_000 }),
      length: fc.integer({ min: 1, max: 40 }),
    })
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1 }), (entries) => {
        const [asRows, asLines] = [new BatchPacker(), new BatchPacker()]
        for (const packer of [asRows, asLines]) packer.begin('1', '2')
        for (const one of entries) {
          const { file, line, step, count, from, length } = one
          for (const packer of [asRows, asLines]) packer.add(from, from + length * count, 0)
          asRows.addRows({ file, line, step, count, from, until: from + length * count })
          asLines.addLines([{ file, line, step: count === 1 ? 0 : step, count, nights: { from, length } }])
        }
        const columns = columnsOf([{}])
        expect(asRows.pack(columns)).toEqual(asLines.pack(columns))
      }),
    )
  })
})
