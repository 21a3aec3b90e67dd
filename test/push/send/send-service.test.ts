import { describe, expect, it } from 'vitest'
import { Fault } from '../../../src/errors.js'
import { sendRun, type RunReport, type SendInput } from '../../../src/push/send/send-run.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import { memoryPace } from '../../../src/push/pace/pacer.js'
import { UNLIMITED } from '../../../src/push/pace/rate-state.js'
import type { Row } from '../../../src/files/reading/row.js'
import type { Journal } from '../../../src/journal/index.js'
import { Grid, plan, row, withMemoryJournal } from '../support.js'

const HOTELS = ['1', '2', '3', '4', '5', '6']

const rowsOf = (hotels: readonly string[], nights = 3): Row[] =>
  hotels.flatMap((hotel) =>
    Array.from({ length: nights }, (_, i) =>
      row(Number(hotel) * 100 + i, { hotel, from: 20_000 + i, fields: { price: String(100 + i) } }),
    ),
  )

async function withRun<T>(
  work: (journal: Journal, runId: number) => Promise<T>,
  hotels: readonly string[] = HOTELS,
): Promise<T> {
  return withMemoryJournal(async (journal) => work(journal, (await plan(journal, rowsOf(hotels))).runId as number))
}

const send = (
  journal: Journal,
  runId: number,
  sender: SendInput['send'],
  more: Partial<SendInput> = {},
): Promise<RunReport> => sendRun({ journal, runId, send: sender, concurrency: 4, ...more })
const broken = (): SendOutcome => ({
  fate: 'failed',
  fault: new Fault('UNREACHABLE', 'No usable answer: HTTP 500.', { facts: { status: 500 } }),
})

describe('a service that asks to wait', () => {
  it('is waited for: nothing is lost, nothing is refused, and what was put off is counted', async () => {
    await withRun(async (journal, runId) => {
      const grid = new Grid()
      const times: number[] = []
      const sender = async (batch: OutgoingBatch): Promise<SendOutcome> => {
        times.push(performance.now())
        return times.length === 2 ? { fate: 'throttled', retryAfterMs: 400 } : grid.send(batch)
      }
      const report = await send(journal, runId, sender, { concurrency: 1 })
      expect(report).toMatchObject({
        state: 'done',
        throttled: 1,
        failed: 0,
        requests: 7,
        extraRequests: 0,
        nights: { acknowledged: 18, rejected: 0, left: 0 },
      })
      expect(grid.nights.size).toBe(18)
      expect((times.at(-1) as number) - (times[1] as number)).toBeGreaterThanOrEqual(395)
    })
  })

  it('longer than the time budget ends the run at once, resumable', async () => {
    await withRun(async (journal, runId) => {
      const startedAt = performance.now()
      const report = await send(journal, runId, async () => ({ fate: 'throttled', retryAfterMs: 60_000 }), {
        deadlineMs: 20_000,
      })
      expect(report).toMatchObject({
        state: 'interrupted',
        fault: { code: 'DEADLINE', exitCode: 9 },
        nights: { left: 18, rejected: 0 },
      })
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      expect((await send(journal, runId, new Grid().send)).state).toBe('done')
    })
  })

  it.each([
    [3_600_000, '3600 s'],
    [12_600_000, '4 h'],
    [259_200_000, '3 days'],
  ])('for %s ms ends the run and says when to come back', async (retryAfterMs, words) => {
    await withRun(async (journal, runId) => {
      const report = await send(journal, runId, async () => ({ fate: 'throttled', retryAfterMs }))
      expect(report).toMatchObject({
        state: 'stopped',
        fault: { code: 'UNREACHABLE', exitCode: 10 },
        nights: { left: 18 },
      })
      expect(report.fault?.next).toContain(`Come back in ${words}.`)
      expect(report.fault?.next).toContain(`run resume ${runId}`)
    })
  })

  it('on and on is waited for until the time is up', async () => {
    await withRun(async (journal, runId) => {
      const report = await send(journal, runId, async () => ({ fate: 'throttled' }), { deadlineMs: 700 })
      expect(report).toMatchObject({
        state: 'interrupted',
        fault: { code: 'DEADLINE' },
        nights: { left: 18, rejected: 0 },
      })
      expect(report.throttled).toBeLessThan(20)
    })
  })
})

describe('a service that fails', () => {
  it('for a moment is tried again, and nothing is lost', async () => {
    await withRun(async (journal, runId) => {
      const grid = new Grid()
      let requests = 0
      const report = await send(journal, runId, async (batch) => (++requests % 4 === 2 ? broken() : grid.send(batch)))
      expect(report).toMatchObject({ state: 'done', nights: { acknowledged: 18, left: 0 } })
      expect(report.failed).toBeGreaterThan(0)
      expect(grid.nights.size).toBe(18)
    })
  })

  it('for every hotel stops the run after a few tries, with no row judged', async () => {
    await withRun(async (journal, runId) => {
      let requests = 0
      const report = await send(journal, runId, async () => {
        requests += 1
        return broken()
      })
      expect(report).toMatchObject({
        state: 'stopped',
        fault: { code: 'UNREACHABLE', exitCode: 10 },
        nights: { left: 18, rejected: 0, acknowledged: 0 },
      })
      expect(report.fault?.message).toContain('HTTP 500')
      expect(report.fault?.next).toContain(`run resume ${runId}`)
      expect(requests).toBeLessThanOrEqual(12)
      expect((await send(journal, runId, new Grid().send)).state).toBe('done')
    })
  })

  it('for one hotel alone is no reason to stop: the others are sent, and that one is left for later', async () => {
    await withRun(
      async (journal, runId) => {
        const grid = new Grid()
        let tries = 0
        const slowly = async (batch: OutgoingBatch): Promise<SendOutcome> => {
          if (batch.hotel === '2') {
            tries += 1
            return broken()
          }
          await new Promise((resolve) => setTimeout(resolve, 30))
          return grid.send(batch)
        }
        const report = await send(journal, runId, slowly, { concurrency: 2 })
        expect(report).toMatchObject({
          state: 'stopped',
          fault: { code: 'UNREACHABLE' },
          nights: { acknowledged: 120, left: 3, rejected: 0 },
        })
        expect(report.fault?.message).toContain('hotel 2')
        expect(tries).toBeLessThanOrEqual(12)
        expect((await send(journal, runId, grid.send)).state).toBe('done')
      },
      Array.from({ length: 41 }, (_, i) => String(i + 1)),
    )
  })
})

describe('hotel after hotel refused for one reason', () => {
  const many = Array.from({ length: 40 }, (_, i) => String(i + 1))
  const refused = (hotel: string): SendOutcome => ({
    fate: 'rejected',
    problem: { message: `Account 17 may not write hotel ${hotel}.` },
  })

  it('stops the run, takes back what was refused, and can be resumed', async () => {
    await withRun(async (journal, runId) => {
      let requests = 0
      const report = await send(journal, runId, async ({ hotel }) => {
        requests += 1
        return refused(hotel)
      })
      expect(report).toMatchObject({
        state: 'stopped',
        fault: { code: 'REFUSED', exitCode: 5 },
        nights: { left: 120, rejected: 0 },
        rejectedRowCount: 0,
      })
      expect(report.fault?.next).toContain('--keep-going')
      expect(requests).toBeLessThan(120)
      expect(await send(journal, runId, new Grid().send)).toMatchObject({
        state: 'done',
        nights: { acknowledged: 120 },
      })
    }, many)
  })

  it('with the word to keep going each hotel is judged', async () => {
    await withRun(async (journal, runId) => {
      const report = await send(journal, runId, async ({ hotel }) => refused(hotel), { keepsGoing: true })
      expect(report).toMatchObject({ state: 'partial', nights: { left: 0, rejected: 120 }, rejectedRowCount: 120 })
    }, many)
  })

  it('is no reason to stop where many others are accepted', async () => {
    await withRun(async (journal, runId) => {
      const grid = new Grid()
      const report = await send(journal, runId, async (batch) =>
        Number(batch.hotel) % 2 === 0 ? refused(batch.hotel) : grid.send(batch),
      )
      expect(report).toMatchObject({ state: 'partial', nights: { acknowledged: 60, rejected: 60, left: 0 } })
    }, many)
  })
})

describe('a run that another process asks to stop', () => {
  it('finishes what is in flight, and a later resume is not stopped by the old wish', async () => {
    await withRun(async (journal, runId) => {
      const grid = new Grid()
      const report = await send(
        journal,
        runId,
        async (batch) => {
          if (grid.requests === 1) journal.stops.ask(runId)
          await new Promise((resolve) => setTimeout(resolve, 250))
          return grid.send(batch)
        },
        { concurrency: 1 },
      )
      expect(report).toMatchObject({ state: 'interrupted', fault: { code: 'INTERRUPTED', exitCode: 130 } })
      expect(report.fault?.message).toContain('another process')
      expect(report.nights.acknowledged).toBe(grid.nights.size)
      expect(report.nights.left).toBeGreaterThan(0)
      expect(journal.stops.senderOf(runId)).toBeUndefined()
      // One that was asked while nobody heard it, such as a process that was killed meanwhile.
      journal.stops.ask(runId)
      expect((await send(journal, runId, grid.send)).state).toBe('done')
    })
  })

  it('before it has sent anything sends nothing', async () => {
    await withRun(async (journal, runId) => {
      journal.stops.ask(runId)
      const grid = new Grid()
      expect(await send(journal, runId, grid.send)).toMatchObject({ state: 'interrupted', requests: 0 })
      expect(grid.requests).toBe(0)
    })
  })
})

describe('the pace of a run', () => {
  const pace = () => ({
    store: memoryPace(),
    limits: { account: { start: UNLIMITED, ceiling: UNLIMITED }, hotel: { start: 2, ceiling: 2 } },
  })

  it('keeps the distance between the requests of one hotel while other hotels go on', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, rowsOf(['1', '2', '3'], 40), { bodyLimitBytes: 2200 })
      const batches = journal.getRun(runId as number)?.batches.planned as number
      expect(batches).toBeGreaterThanOrEqual(6)
      const starts = new Map<string, number[]>()
      const grid = new Grid()
      const begun = performance.now()
      const report = await send(
        journal,
        runId as number,
        async (batch) => {
          starts.set(batch.hotel, [...(starts.get(batch.hotel) ?? []), performance.now()])
          return grid.send(batch)
        },
        { pace: pace(), concurrency: 1 },
      )
      expect(report.state).toBe('done')
      // From the beginning of all: a busy machine may notice a start late, and the next one in time.
      for (const times of starts.values())
        times.forEach((at, i) => expect(at - begun).toBeGreaterThanOrEqual(500 * i - 10))
      expect(report.elapsedMs).toBeLessThan(500 * batches)
    })
  })
})
