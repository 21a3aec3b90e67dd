import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../src/errors.js'
import { rejectedRowsOf, sendRun, type SendInput, untriedRowsOf } from '../../../src/push/send/send-run.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import type { Row } from '../../../src/files/reading/row.js'
import type { Journal, Problem } from '../../../src/journal/index.js'
import { parseNight } from '../../../src/calendar/index.js'
import { entriesOf, Grid, plan, row, TARGET, withJournal, withMemoryJournal } from '../support.js'

const NIGHT = 20_000

/** One row per night, none of which merge. */
function nights(count: number, hotel = '7', firstLine = 2): Row[] {
  return Array.from({ length: count }, (_, i) =>
    row(firstLine + i, { hotel, from: NIGHT + i, fields: { price: String(100 + i) } }),
  )
}

async function planned(journal: Journal, rows: readonly Row[], bodyLimitBytes = 1_500_000): Promise<number> {
  return (await plan(journal, rows, { bodyLimitBytes })).runId as number
}

function send(journal: Journal, runId: number, sender: SendInput['send'], more: Partial<SendInput> = {}) {
  return sendRun({ journal, runId, send: sender, concurrency: 4, ...more })
}

const nightOf = (from: string) => (parseNight(from) as number) - NIGHT

describe('a rejected batch', () => {
  it('is narrowed down to exactly the guilty rows; all others are applied, within the bound of requests', async () => {
    const guilty = fc.uniqueArray(fc.nat(63), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 6, max: 64 }), guilty, async (count, marks) => {
        const bad = new Set(marks.filter((mark) => mark < count))
        await withMemoryJournal(async (journal) => {
          const grid = new Grid()
          grid.isGuilty = ({ from }) => bad.has(nightOf(from))
          const report = await send(journal, await planned(journal, nights(count)), grid.send)
          expect(report.state).toBe(bad.size === 0 ? 'done' : 'partial')
          expect(report.rejectedRows.map(({ line }) => line - 2)).toEqual([...bad].sort((a, b) => a - b))
          expect(grid.nights.size).toBe(count - bad.size)
          expect(report.nights).toEqual({
            planned: count,
            acknowledged: count - bad.size,
            rejected: bad.size,
            left: 0,
            unanswered: 0,
          })
          const probes = bad.has(0) ? 4 : 0
          expect(report.extraRequests).toBeLessThanOrEqual(bad.size * 2 * Math.ceil(Math.log2(count)) + probes)
          expect(grid.requests).toBe(report.requests)
        })
      }),
      { numRuns: 12 },
    )
  })

  it('of which every entry is refused costs a few requests, and the next batch is tried all the same', async () => {
    await withJournal(async (journal) => {
      const grid = new Grid()
      grid.isGuilty = (_, hotel) => hotel === '7'
      const report = await send(journal, await planned(journal, [...nights(500), ...nights(5, '8', 900)]), grid.send)
      expect(report).toMatchObject({
        state: 'partial',
        rejectedRowCount: 5,
        nights: { acknowledged: 5, rejected: 5, untried: 495 },
      })
      expect(report.requests).toBeLessThan(20)
    })
  })

  it('because of its hotel is not taken apart at all', async () => {
    await withJournal(async (journal) => {
      let requests = 0
      const sender = async (): Promise<SendOutcome> => {
        requests += 1
        return { fate: 'rejected', problem: { code: 'INVALID_HOTEL', message: 'unknown hotel' } }
      }
      const runId = await planned(journal, nights(40), 2500)
      expect(journal.getRun(runId)?.batches.planned).toBeGreaterThan(1)
      const report = await send(journal, runId, sender)
      expect([requests, report.rejectedRowCount, report.nights.untried]).toEqual([1, 21, 19])
      expect([...untriedRowsOf(journal, runId)].at(-1)?.reason).toBe(
        'unknown hotel (not sent: the service had refused the hotel)',
      )
      expect(report.rejectedRows[0]).toEqual({
        file: 'a.csv',
        fileIndex: 0,
        line: 2,
        hotel: '7',
        reason: 'unknown hotel',
        code: 'INVALID_HOTEL',
      })
    })
  })

  it.each([
    ['right', (index: number) => index, 7],
    ['wrong', (index: number) => index + 1, 40],
  ])('whose details point at the %s entries ends with the same rows', async (_, pointed, mostRequests) => {
    await withJournal(async (journal) => {
      const bad = new Set([3, 30, 31])
      const sender = async (batch: OutgoingBatch): Promise<SendOutcome> => {
        const found = entriesOf(batch).flatMap(({ from }, i) => (bad.has(nightOf(from)) ? [i] : []))
        const problem: Problem = {
          message: 'bad',
          details: found.map((i) => ({ field: `room_settings[${pointed(i)}].price`, message: 'no' })),
        }
        return found.length === 0 ? { fate: 'acknowledged' } : { fate: 'rejected', problem }
      }
      const report = await send(journal, await planned(journal, nights(60)), sender)
      expect(report.rejectedRows.map(({ line }) => line - 2)).toEqual([3, 30, 31])
      expect(report.requests).toBeLessThanOrEqual(mostRequests)
    })
  })

  it('names every source row of a guilty range, and no row of its neighbours', async () => {
    await withJournal(async (journal) => {
      const rows = [
        ...[2, 3, 4].map((line) => row(line, { from: NIGHT + line, fields: { price: '10' } })),
        row(9, { file: 1, from: NIGHT + 5, fields: { price: '10' } }),
        row(10, { from: NIGHT + 6, fields: { price: '11' } }),
      ]
      const grid = new Grid()
      grid.isGuilty = ({ price }) => price === '10'
      const runId = await planned(journal, rows)
      await send(journal, runId, grid.send)
      expect([...rejectedRowsOf(journal, runId)].map(({ file, line }) => `${file}:${line}`)).toEqual([
        'a.csv:2',
        'a.csv:3',
        'a.csv:4',
        'b.csv:9',
      ])
    })
  })
})

describe('sending', () => {
  it('keeps one request in flight per hotel, in order, and hotels side by side up to the limit', async () => {
    await withJournal(async (journal) => {
      const rows = ['1', '2', '3', '4', '5'].flatMap((hotel) => nights(30, hotel))
      const inFlight = new Map<string, number>()
      const order = new Map<string, number[]>()
      let most = 0
      const sender = async ({ hotel, seq }: OutgoingBatch): Promise<SendOutcome> => {
        expect(inFlight.get(hotel) ?? 0).toBe(0)
        inFlight.set(hotel, 1)
        most = Math.max(
          most,
          [...inFlight.values()].reduce((a, b) => a + b, 0),
        )
        order.set(hotel, [...(order.get(hotel) ?? []), seq])
        await new Promise((resolve) => setTimeout(resolve, 5))
        inFlight.set(hotel, 0)
        return { fate: 'acknowledged' }
      }
      const report = await send(journal, await planned(journal, rows, 2000), sender, { concurrency: 3 })
      expect(report.state).toBe('done')
      expect(most).toBe(3)
      for (const seqs of order.values()) expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
      expect([...order.values()].flat()).toHaveLength(report.batches.planned)
    })
  })

  it('keeps to the rate', async () => {
    await withJournal(async (journal) => {
      const grid = new Grid()
      const startedAt = performance.now()
      await send(
        journal,
        await planned(
          journal,
          ['1', '2', '3', '4', '5', '6'].flatMap((hotel) => nights(1, hotel)),
        ),
        grid.send,
        { ratePerSecond: 20 },
      )
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(245)
      expect(grid.requests).toBe(6)
    })
  })

  it('ends resumable on a stop, an abort and a spent time budget; what is in flight is finished, and nothing is sent twice', async () => {
    await withJournal(async (journal) => {
      const runId = await planned(journal, nights(60), 2000)
      const grid = new Grid()
      const batches = journal.getRun(runId)?.batches.planned as number
      expect(batches).toBeGreaterThan(4)

      const gone = new Fault('UNREACHABLE', 'the service is gone')
      const stopped = await send(journal, runId, async (batch) =>
        grid.requests === 1 ? { fate: 'stop', fault: gone } : grid.send(batch),
      )
      expect(stopped).toMatchObject({ state: 'stopped', fault: gone, batches: { acknowledged: 1, left: batches - 1 } })

      const controller = new AbortController()
      const interrupted = await send(
        journal,
        runId,
        async (batch) => {
          controller.abort()
          return grid.send(batch)
        },
        { signal: controller.signal },
      )
      expect(interrupted).toMatchObject({
        state: 'interrupted',
        fault: { code: 'INTERRUPTED' },
        batches: { acknowledged: 2 },
      })

      const late = await send(
        journal,
        runId,
        async (batch) => {
          await new Promise((resolve) => setTimeout(resolve, 60))
          return grid.send(batch)
        },
        { deadlineMs: 20 },
      )
      expect(late).toMatchObject({
        state: 'interrupted',
        fault: { code: 'DEADLINE', exitCode: 9 },
        batches: { acknowledged: 3 },
      })
      expect(journal.getRun(runId)).toMatchObject({ state: 'interrupted', fault: { code: 'DEADLINE' } })

      const done = await send(journal, runId, grid.send)
      expect(done).toMatchObject({ state: 'done', batches: { acknowledged: batches, left: 0 } })
      expect(done.fault).toBeUndefined()
      expect(grid.sent.map(({ seq }) => seq)).toEqual([...Array(batches).keys()])
      expect(await send(journal, runId, grid.send)).toMatchObject({ state: 'done', batches: { acknowledged: batches } })
      expect(grid.requests).toBe(batches)
    })
  })

  it('a sender that throws stops the run and loses nothing', async () => {
    await withJournal(async (journal) => {
      const runId = await planned(journal, nights(3))
      const report = await send(journal, runId, async () => Promise.reject(new TypeError('broken')))
      expect(report).toMatchObject({
        state: 'stopped',
        fault: { code: 'UNEXPECTED', message: 'broken' },
        batches: { left: 1 },
      })
    })
  })

  it('all-rooms cells go first, so that the cells of a room lie over them', async () => {
    await withJournal(async (journal) => {
      const { runId } = await plan(journal, [
        row(2, { from: NIGHT + 1, fields: { price: '120' } }),
        row(3, { room: '', from: NIGHT, until: NIGHT + 3, fields: { min_stay: 2 } }),
      ])
      const grid = new Grid(['101', '102'])
      await send(journal, runId as number, grid.send)
      expect(grid.nights.get(`7 101  ${NIGHT + 1}`)).toEqual({ price: '120', min_stay: 2 })
      expect(journal.acknowledged(TARGET, 'rates', '7', { room: '101' })[0]?.segments).toHaveLength(3)
    })
  })

  it('refuses runs that do not exist or were never planned to the end', async () => {
    await withJournal(async (journal) => {
      await expect(send(journal, 5, new Grid().send)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const cut = journal.runs.create({ target: TARGET, kind: 'rates', files: [], command: {}, wire: {} })
      await expect(send(journal, cut, new Grid().send)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    })
  })
})
