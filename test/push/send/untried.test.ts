import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import { rejectedRowsOf, sendRun, untriedRowsOf } from '../../../src/push/send/send-run.js'
import { refusedNightsOf } from '../../../src/push/index.js'
import { entriesOf, Grid, plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_820
const lineOf = (from: string): number => Date.parse(from) / 86_400_000 - NIGHT + 2

/** Nights of one room; `isApart` gives each a value of its own, so that it is an entry of its own. */
const nights = (count: number, isApart: boolean) =>
  Array.from({ length: count }, (_, at) =>
    row(at + 2, {
      from: NIGHT + at,
      until: NIGHT + at + 1,
      fields: { price: String(100 + (isApart ? at : Math.floor(at / 3))) },
    }),
  )

describe('a large batch of which a sample is refused', () => {
  it('calls refused what was refused in a request of its own, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 16, max: 60 }),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 4 }),
        fc.boolean(),
        async (count, isApart, good, atProbes) =>
          withMemoryJournal(async (journal) => {
            const lines = new Set(good.map((at) => 2 + (at % count)))
            if (atProbes)
              for (const at of [0, count - 1, count >>> 1, count >>> 2, count - (count >>> 2)]) lines.delete(at + 2)
            const grid = new Grid()
            grid.isGuilty = ({ from, to }) =>
              Array.from({ length: lineOf(to) - lineOf(from) + 1 }, (_, at) => lineOf(from) + at).some(
                (line) => !lines.has(line),
              )
            const alone = new Set<number>()
            const send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
              const [one, ...others] = entriesOf(batch)
              const outcome = await grid.send(batch)
              if (outcome.fate === 'rejected' && others.length === 0 && one !== undefined && one.from === one.to)
                alone.add(lineOf(one.from))
              return outcome
            }
            const { runId = 0 } = await plan(journal, nights(count, isApart))
            const report = await sendRun({ journal, runId, send, concurrency: 1 })
            const refused = [...rejectedRowsOf(journal, runId)].map(({ line }) => line)
            const untried = [...untriedRowsOf(journal, runId)].map(({ line }) => line)
            expect(refused.filter((line) => !alone.has(line))).toEqual([])
            expect(refused.filter((line) => lines.has(line))).toEqual([])
            expect(grid.nights.size).toBe(report.nights.acknowledged)
            expect({ ...report.nights, untried: report.nights.untried ?? 0 }).toMatchObject({
              left: 0,
              rejected: refused.length,
              untried: untried.length,
              acknowledged: count - refused.length - untried.length,
            })
            // All of it can be pushed again.
            expect(new Set([...refusedNightsOf(journal, runId)].map(({ line }) => line))).toEqual(
              new Set([...refused, ...untried]),
            )
          }),
      ),
      { numRuns: 60 },
    )
  })

  it('of 120 entries tells the good one among those that were not tried', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      grid.isGuilty = ({ from, to }) => !(from === to && lineOf(from) === 10)
      const { runId = 0 } = await plan(journal, nights(120, true))
      const report = await sendRun({ journal, runId, send: grid.send, concurrency: 1 })
      expect(report).toMatchObject({
        state: 'partial',
        rejectedRowCount: 5,
        nights: { rejected: 5, untried: 115, left: 0 },
      })
      expect([...untriedRowsOf(journal, runId)].find(({ line }) => line === 10)?.reason).toBe(
        'refused (not tried alone: refused as part of a batch)',
      )
      expect([...journal.batches.lineFates(runId)].find(({ line }) => line === 10)?.fate).toBe('untried')
      expect(journal.getRun(runId)?.batches).toMatchObject({ planned: 1, rejected: 1 })
    })
  })
})
