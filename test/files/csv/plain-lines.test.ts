import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlainLines } from '../../../src/files/csv/plain-lines.js'
import { readText } from '../reading.js'

const day = (at: number): string => new Date(Date.UTC(2027, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)

/** A night, and how the line below goes on from it: the next night, the same, another, none at all. */
const steps = fc.array(
  fc.tuple(
    fc.constantFrom(1, 1, 1, 1, 0, 2, -1, 400),
    fc.constantFrom('same', 'same', 'same', 'same', 'price', 'room', 'ragged', 'blank', 'no night'),
  ),
  { minLength: 1, maxLength: 60 },
)
const tables = fc.record({
  start: fc.integer({ min: 0, max: 1500 }),
  steps,
  place: fc.constantFrom(0, 1, 3),
  end: fc.constantFrom('\n', '\r\n'),
  isEnded: fc.boolean(),
})

/** Lines of a table whose nights stand in column `place`. */
function linesOf({
  start,
  steps,
  place,
}: {
  start: number
  steps: readonly (readonly [number, string])[]
  place: number
}): string[] {
  let night = start
  let price = 100
  let room = 101
  return steps.map(([step, change]) => {
    night = Math.max(0, night + step)
    if (change === 'price') price += 1
    if (change === 'room') room += 1
    if (change === 'blank') return ''
    const cells = ['1000001', String(room), `${price}.00`]
    cells.splice(place, 0, change === 'no night' ? '2027-02-30' : day(night))
    return [...cells, ...(change === 'ragged' ? ['x'] : [])].join(',')
  })
}

/** Enough lines that their heads and tails are known. */
const LONG_TABLE = Array.from({ length: 60 }, (_, at) => ({
  start: at,
  steps: Array.from(
    { length: 100 },
    (_one, more) => [0, more % 3 === 0 ? 'price' : more % 7 === 0 ? 'room' : 'same'] as const,
  ),
}))

describe('plain lines', () => {
  it('are the records of csv-parse, whatever is counted rather than split', () => {
    fc.assert(
      fc.property(tables, fc.boolean(), fc.boolean(), (table, isFollowing, isLong) => {
        const lines = linesOf(table)
        const text = lines.join(table.end) + (table.isEnded ? table.end : '')
        const scanner = new PlainLines(',')
        if (isFollowing) scanner.follow({ date: table.place, numbered: -1, tail: table.place < 3 ? 3 : -1 })
        if (isFollowing && isLong) {
          const before = Buffer.from(
            LONG_TABLE.map((one) => linesOf({ ...one, place: table.place }).join(table.end)).join(table.end),
          )
          scanner.take({ bytes: before, text: before.toString('latin1') }, 1)
        }
        const found = scanner.take({ bytes: Buffer.from(text), text }, 5).flatMap(({ line, cells, repeats = 0 }) =>
          Array.from({ length: repeats + 1 }, (_, at) => ({
            line: line + at,
            cells: cells.map((cell, place) =>
              at > 0 && place === table.place
                ? new Date(Date.parse(cell) + at * 86_400_000).toISOString().slice(0, 10)
                : cell,
            ),
          })),
        )
        const wanted = lines.flatMap((line, at) =>
          parse(line, { relax_column_count: true, skip_empty_lines: true }).map((cells) => ({ line: at + 5, cells })),
        )
        expect(found).toEqual(wanted)
      }),
      { numRuns: 200 },
    )
  })

  it('have one number for one text of the cell that is numbered', () => {
    fc.assert(
      fc.property(tables, fc.nat({ max: 4 }), (table, numbered) => {
        const text = linesOf(table).join(table.end)
        const scanner = new PlainLines(',')
        scanner.follow({ date: table.place, numbered, tail: -1 })
        const texts = new Map<number, string>()
        for (const { cells, number = 0 } of scanner.take({ bytes: Buffer.from(text), text }, 1)) {
          if (cells.length <= numbered) continue
          if (numbered !== table.place) expect(number).toBeGreaterThan(0)
          if (number > 0) expect(texts.get(number) ?? cells[numbered]).toBe(cells[numbered])
          texts.set(number, cells[numbered] as string)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('count nights that follow each other, over the end of a month and a leap day, not over the end of a year', () => {
    const count = (first: string, nights: number): number[] => {
      const at = (Date.parse(first) - Date.UTC(2027, 0, 1)) / 86_400_000
      const text = Array.from({ length: nights }, (_, more) => `7,${day(at + more)},100\n`).join('')
      const scanner = new PlainLines(',')
      scanner.follow({ date: 1, numbered: -1, tail: -1 })
      return scanner.take({ bytes: Buffer.from(text), text }, 1).map(({ repeats = 0 }) => repeats + 1)
    }
    expect(count('2027-01-01', 365)).toEqual([365])
    expect(count('2028-02-27', 4)).toEqual([4])
    expect(count('2027-12-30', 5)).toEqual([2, 3])
  })

  it('read like the same table with quotes: good, bad, blank and past rows, line by line', async () => {
    const header = 'hotel_code,room_id,price,_more'.split(',')
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom('skip', 'error', 'send'),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 7, max: 4000 }),
        fc.constantFrom('100.00', '1,5', '', '-3'),
        async (table, past, today, chunkBytes, price) => {
          const names = header.slice(0, 3)
          names.splice(table.place, 0, 'date')
          const lines = [
            names.join(','),
            ...linesOf(table).map((line) => line.replace('102.00', price === '1,5' ? '"1,5"' : price)),
          ]
          const quoted = lines.map((line, at) => (line === '' ? '' : `${line},${at === 0 ? '_more' : '""'}`))
          const plain = lines.map((line, at) => (line === '' ? '' : `${line},${at === 0 ? '_more' : ''}`))
          const options = { past, today: 20_819 + today, currency: 'EUR' } as const
          const [a, b] = await Promise.all(
            [plain, quoted].map(async (one) =>
              readText(one.join(table.end), { options, chunkBytes }).catch((error: unknown) => String(error)),
            ),
          )
          expect(a).toEqual(b)
        },
      ),
      { numRuns: 80 },
    )
  })

  it('give the values of their own cells, however many prices and other cells take turns', async () => {
    const cells = fc.record({ price: fc.integer({ min: 1, max: 400 }), stay: fc.integer({ min: 1, max: 12 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 300, maxLength: 1500 }), async (rows) => {
        const lines = rows.map(({ price, stay }, at) => `1000001,101,${day(2 * at)},${price}.00,EUR,${stay}`)
        const { rows: read } = await readText(
          ['hotel_code,room_id,date,price,currency,min_stay', ...lines].join('\n'),
          { chunkBytes: 3000 },
        )
        expect(read.map(({ fields }) => fields)).toEqual(
          rows.map(({ price, stay }) => ({ price: `${price}.00`, currency: 'EUR', min_stay: stay })),
        )
      }),
      { numRuns: 20 },
    )
  })
})
