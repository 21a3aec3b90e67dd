import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendRun } from '../../../src/push/send/send-run.js'
import { entriesOf, Grid, plan, row, withMemoryJournal, type Entry } from '../support.js'

const DAY_MS = 86_400_000
const nightOf = (day: string): number => Date.parse(day) / DAY_MS

/** Rows of one room: the price of each night, 0 = none. */
const rowsOf = (prices: readonly number[]) =>
  prices.flatMap((price, at) =>
    price === 0 ? [] : [row(at + 2, { from: 20_600 + at, fields: { price: `${price}.00` } })],
  )

/** The fewest runs of equal nights that cover just the nights with a price, by dynamic programming over the end of the last run. */
function fewestRuns(prices: readonly number[]): number {
  const best = [0]
  for (let end = 1; end <= prices.length; end += 1) {
    if (prices[end - 1] === 0) {
      best.push(best[end - 1] as number)
      continue
    }
    let least = Infinity
    for (let start = end - 1; start >= 0 && prices[start] === prices[end - 1]; start -= 1)
      least = Math.min(least, (best[start] as number) + 1)
    best.push(least)
  }
  return best.at(-1) as number
}

describe('the smallest push', () => {
  it('has the fewest ranges that say what the rows say', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 }), async (prices) => {
        fc.pre(prices.some((price) => price > 0))
        await withMemoryJournal(async (journal) =>
          expect((await plan(journal, rowsOf(prices))).ranges).toBe(fewestRuns(prices)),
        )
      }),
      { numRuns: 25 },
    ))

  it('with weekday masks the service holds the same nights, in no more entries', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 7, maxLength: 60 }), async (prices) => {
        const push = (weekdayMasks: boolean): Promise<{ ranges: number; nights: [string, unknown][]; left: unknown }> =>
          withMemoryJournal(async (journal) => {
            const grid = new Grid(['101'])
            const { runId = 0, ranges } = await plan(journal, rowsOf(prices), { weekdayMasks })
            const { nights } = await sendRun({ journal, runId, send: grid.send, concurrency: 1 })
            expect(nights).toEqual({
              planned: prices.length,
              acknowledged: prices.length,
              rejected: 0,
              left: 0,
              unanswered: 0,
            })
            const again = await plan(journal, rowsOf(prices), { weekdayMasks, changesOnly: true })
            return { ranges, nights: [...grid.nights].sort(([a], [b]) => (a < b ? -1 : 1)), left: again.nights }
          })
        const [with_, without] = [await push(true), await push(false)]
        expect(with_.nights).toEqual(without.nights)
        expect(with_.ranges).toBeLessThanOrEqual(without.ranges)
        expect([with_.left, without.left]).toEqual([0, 0])
      }),
      { numRuns: 10 },
    ))

  it('a masked entry that is refused names just the rows of its weekdays', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101'])
      grid.isGuilty = ({ price }) => price === '2.00'
      const weekend = (night: number): boolean => [5, 6].includes(new Date(night * DAY_MS).getUTCDay())
      const prices = Array.from({ length: 28 }, (_, at) => (weekend(20_600 + at) ? 2 : 1))
      const { runId = 0, ranges } = await plan(journal, rowsOf(prices), { weekdayMasks: true })
      expect(ranges).toBe(2)
      const report = await sendRun({ journal, runId, send: grid.send, concurrency: 1 })
      expect(report.rejectedRows.map(({ line }) => line)).toEqual(
        prices.flatMap((price, at) => (price === 2 ? [at + 2] : [])),
      )
      expect([report.nights.acknowledged, report.nights.rejected]).toEqual([20, 8])
    }))

  it('a service that wants months apart gets each month in requests of its own; entries and bytes keep to their limits', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101', '102'])
      const rows = ['101', '102'].flatMap((room, index) =>
        Array.from({ length: 120 }, (_, at) =>
          row(index * 200 + at + 2, { room, from: 20_600 + at, fields: { price: at < 70 ? '90.00' : `${at}.00` } }),
        ),
      )
      const { runId = 0, requests } = await plan(journal, rows, { monthsPerRequest: 1, entriesPerRequest: 7 })
      await sendRun({ journal, runId, send: grid.send, concurrency: 1 })
      const bodies = grid.sent.map(entriesOf)
      expect(bodies.length).toBe(requests)
      for (const entries of bodies) {
        expect(entries.length).toBeLessThanOrEqual(7)
        expect(new Set(entries.flatMap(({ from, to }: Entry) => [from.slice(0, 7), to.slice(0, 7)])).size).toBe(1)
      }
      expect(grid.nights.size).toBe(240)
      expect(bodies.flat().every(({ from, to }) => nightOf(from) <= nightOf(to))).toBe(true)
    }))
})
