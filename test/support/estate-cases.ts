import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  claimKind,
  drainWorkers,
  type Estate,
  pullJournal,
  resumeRun,
  runOf,
  statusOf,
  stopRun,
  submitRun,
  workersOf,
} from '../../src/estate/index.js'
import { kindOf } from '../../src/files/index.js'
import { planUndo, rejectedRowsOf } from '../../src/push/index.js'
import { optionsOf, rowsOf } from '../proof/push-task.js'
import type { RealEngine } from './engines.js'
import { openTestEstate, startTestWorker, submitRows, untilEnded } from './estate-run.js'
import { type CountingService, startCountingService } from './estate-service.js'
import type { Limiter } from './limiters.js'

const hotelsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => String(1_000_001 + at))
const estateOf = (count: number, { round = 1, nights = 40 } = {}) => ({
  kind: 'rates' as const,
  round,
  hotels: hotelsOf(count),
  rooms: ['101'],
  nights,
})

/**
 * What holds of an estate on any engine.
 * @param without why there is no such engine on this machine: its tests are left out, by name
 */
export function describeEstate(name: string, start: () => Promise<RealEngine>, without: string | undefined): void {
  describe.skipIf(without !== undefined)(`an estate on ${name}${without === undefined ? '' : ` (${without})`}`, () => {
    let engine: RealEngine
    let database = 0
    const open: (() => unknown)[] = []
    const whenDone = <T extends { close(): unknown }>(one: T): T => {
      open.push(() => one.close())
      return one
    }
    /** Each test has a profile of its own, and so keys of its own. */
    const estate = async (options = {}): Promise<Estate> =>
      whenDone(await openTestEstate(engine.url, { ...options, profile: `test-${database}` }))
    const service = async (options = {}): Promise<CountingService> => whenDone(await startCountingService(options))
    const worker = async (url: string, options = {}) => {
      const started = startTestWorker(await estate({ waits: true }), url, options)
      open.push(() => started.end())
      return started
    }

    beforeAll(async () => {
      engine = await start()
    })
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close()
      database += 1
    })
    afterAll(() => engine.stop())

    it('sends every hotel in order, one request of it at a time, and keeps what was acknowledged', async () => {
      const { url, ...counted } = await service({ latencyMs: 3 }).then((one) => ({ url: one.url, one }))
      const mine = await estate()
      const id = await submitRows(mine, rowsOf(estateOf(6)))
      await Promise.all([worker(url), worker(url)])
      const run = await untilEnded(mine, id)
      expect(run).toMatchObject({ state: 'done', open: 0, nights: { planned: 240, acknowledged: 240, left: 0 } })
      expect(counted.one).toMatchObject({ mostAtOnce: 1, outOfOrder: 0, requests: run.batches.planned })
      expect(counted.one.held.size).toBe(240)
      // What the service holds by now is left out, whoever pushes.
      const again = await submitRows(mine, rowsOf(estateOf(6)), { changesOnly: true })
      expect((await runOf(mine.engine.store, again))?.state).toBe('nothing-to-do')
      const changed = [...rowsOf(estateOf(6))].map((row, at) =>
        at === 7 ? { ...row, fields: { price: '777.00' } } : row,
      )
      const last = await untilEnded(mine, await submitRows(mine, changed, { changesOnly: true }))
      expect(last.nights).toMatchObject({ planned: 1, acknowledged: 1 })
      expect([...counted.one.held.values()].filter((value) => value === '777.00')).toHaveLength(1)
    })

    it('narrows a refused request down and names the lines of its rows', async () => {
      const { url, requests: _ } = await service({
        answer: (_hotel: string, entries: readonly { price?: string }[]) =>
          entries.some(({ price }) => price === '777.00')
            ? { status: 200, body: { success: false, error: { code: 'BAD_PRICE', message: 'That price is wrong.' } } }
            : undefined,
      })
      const mine = await estate()
      const rows = [...rowsOf(estateOf(2))].map((row, at) =>
        at % 19 === 5 ? { ...row, fields: { price: '777.00' } } : row,
      )
      const bad = rows.filter(({ fields }) => fields['price'] === '777.00').map(({ line }) => line)
      const id = await submitRows(mine, rows)
      await worker(url)
      const run = await untilEnded(mine, id)
      expect(run).toMatchObject({ state: 'partial', nights: { rejected: bad.length, left: 0 } })
      const journal = whenDone(await pullJournal(mine, { run: id }))
      expect([...rejectedRowsOf(journal, id)].map(({ line }) => line).sort((a, b) => a - b)).toEqual(bad)
      const { hotels } = await statusOf(mine)
      expect(hotels.map(({ state }) => state)).toEqual(['refused', 'refused'])
    })

    it('blocks a hotel whose requests fail again and again, and a resume sends it', async () => {
      let isBroken = true
      const { url } = await service({
        answer: (hotel: string) =>
          isBroken && hotel === '1000002' ? { status: 500, body: { success: false } } : undefined,
      })
      const mine = await estate()
      const id = await submitRows(mine, rowsOf(estateOf(3)))
      await worker(url, { patience: { tries: 3, firstWaitMs: 10 } })
      const run = await untilEnded(mine, id)
      expect(run).toMatchObject({ state: 'stopped', blocked: 1, failed: 3, fault: { code: 'UNREACHABLE' } })
      const blocked = (await statusOf(mine)).hotels.filter(({ state }) => state === 'blocked')
      expect(blocked).toMatchObject([{ hotel: '1000002', nights: { acknowledged: 0, left: 40 }, host: mine.host }])
      isBroken = false
      await resumeRun(mine, id)
      expect(await untilEnded(mine, id)).toMatchObject({
        state: 'done',
        blocked: 0,
        nights: { acknowledged: 120, left: 0 },
      })
    })

    it('holds up all workers where the service asks one to wait', async () => {
      const times: number[] = []
      let refusedAt = 0
      const limiter: Limiter = {
        arrive: (now) => {
          times.push(now)
          if (times.length !== 6) return { ok: true }
          refusedAt = now
          return { ok: false, retryAfterMs: 1_000 }
        },
        leave: () => undefined,
      }
      const { url } = await service({ latencyMs: 20, limiter })
      const mine = await estate()
      const id = await submitRows(mine, rowsOf(estateOf(12)))
      await Promise.all([worker(url, { concurrency: 2 }), worker(url, { concurrency: 2 })])
      const run = await untilEnded(mine, id)
      expect(run).toMatchObject({ state: 'done', throttled: 1 })
      // Four were under way, and each may have been followed by one that had its turn before the word came.
      expect(times.filter((time) => time > refusedAt && time < refusedAt + 900).length).toBeLessThanOrEqual(8)
      expect(times.some((time) => time >= refusedAt + 900)).toBe(true)
    })

    it('stops a run where it is and sends the rest when it is resumed', async () => {
      const { url } = await service({ latencyMs: 30 })
      const mine = await estate()
      const id = await submitRows(mine, rowsOf(estateOf(30)))
      await worker(url, { concurrency: 3 })
      while (((await runOf(mine.engine.store, id))?.nights.acknowledged ?? 0) === 0) await sleep(10)
      await stopRun(mine, id)
      const stopped = await untilEnded(mine, id)
      expect(stopped).toMatchObject({ state: 'interrupted', open: 0 })
      expect(stopped.nights.left).toBeGreaterThan(0)
      expect(await mine.engine.counts()).toMatchObject({ waiting: 0, delayed: 0 })
      await resumeRun(mine, id)
      const done = await untilEnded(mine, id)
      expect(done).toMatchObject({ state: 'done', attempt: 2, nights: { planned: 1200, acknowledged: 1200 } })
      expect(done.requests).toBe(done.batches.planned)
    })

    it('undoes a run with what all workers have had acknowledged before', async () => {
      const counted = await service()
      const mine = await estate()
      await worker(counted.url)
      await untilEnded(mine, await submitRows(mine, rowsOf(estateOf(3))))
      const before = new Map(counted.held)
      const second = await submitRows(mine, rowsOf(estateOf(3, { round: 2 })))
      await untilEnded(mine, second)
      expect(counted.held).not.toEqual(before)
      const claim = await claimKind(mine, 'rates')
      const journal = whenDone(await pullJournal(mine))
      journal.slices.numberNext(claim.run)
      const plan = planUndo({
        journal,
        run: journal.getRun(second) as never,
        kind: kindOf('rates'),
        persist: true,
        options: { ...optionsOf(2400), overLater: false },
      })
      await submitRun({ estate: mine, claim, journal })
      expect(await untilEnded(mine, plan.runId as number)).toMatchObject({ state: 'done' })
      expect(counted.held).toEqual(before)
    })

    it('takes one run of a kind at a time, and says which is at work', async () => {
      const mine = await estate()
      const id = await submitRows(mine, rowsOf(estateOf(1)))
      await expect(claimKind(mine, 'rates')).rejects.toMatchObject({ code: 'LOCKED', facts: { run: id } })
      const other = await claimKind(mine, 'inventory')
      await expect(claimKind(mine, 'inventory')).rejects.toMatchObject({ code: 'LOCKED' })
      await other.release()
      await (await claimKind(mine, 'inventory')).release()
    })

    it('has a run wholly or not at all, and clears away what a killed submitter left', async () => {
      const mine = await estate()
      const { store } = mine.engine
      const change = store.change.bind(store)
      store.change = (one) =>
        one.set?.some(({ key }) => key === 'runs') === true ? Promise.reject(new Error('gone')) : change(one)
      await expect(submitRows(mine, rowsOf(estateOf(2)))).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        message: expect.stringContaining('Whether run 1 is in the estate is not known') as string,
      })
      store.change = change
      expect((await statusOf(mine)).runs).toEqual([])
      expect((await mine.engine.counts()).waiting).toBe(0)
      expect((await store.read('run:1:hotels')).size).toBe(2)
      // Its right to plan has run out.
      const left = { run: 1, phase: 'planning', host: 'gone', process: 1, until: mine.now() - 1_000 }
      await change({ set: [{ key: 'active', field: 'rates', value: JSON.stringify(left) }] })
      await (await claimKind(mine, 'rates')).release()
      expect((await store.read('run:1:hotels')).size).toBe(0)
      expect((await store.read('h:rates:1000001')).size).toBe(0)
    })

    it('refuses another release while one is at work, with both versions', async () => {
      const mine = await estate()
      await submitRows(mine, rowsOf(estateOf(1)))
      await expect(estate({ build: '9.9.9' })).rejects.toMatchObject({
        code: 'LOCKED',
        message: expect.stringMatching(/release 0\.1\.0 .* and this is release 9\.9\.9/) as string,
      })
    })

    it('drains workers and lists those that are there', async () => {
      const { url } = await service()
      const mine = await estate()
      const { worker: first } = await worker(url)
      while ((await workersOf(mine)).length === 0) await sleep(20)
      expect(await workersOf(mine)).toMatchObject([{ id: first.id, host: mine.host, isDraining: false }])
      await drainWorkers(mine, [first.id])
      while ((await workersOf(mine)).length > 0) await sleep(20)
    })
  })
}
