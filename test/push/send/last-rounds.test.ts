import { describe, expect, it } from 'vitest'
import { sendRun, type SendNews } from '../../../src/push/send/send-run.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import { Fault } from '../../../src/errors.js'
import { Grid, plan, row, withMemoryJournal } from '../support.js'

const broken = (): SendOutcome => ({
  fate: 'failed',
  fault: new Fault('UNREACHABLE', 'No usable answer: HTTP 500.', { facts: { status: 500 } }),
})

/** A hotel a batch, as a chain's nightly push has. */
const rows = Array.from({ length: 60 }, (_, i) =>
  row(i + 2, { hotel: String(i + 1), from: 20_000, fields: { price: '100' } }),
)

describe('what a flaky service has left over', () => {
  it('is sent in last rounds: hotels that failed five times in a row while others were served', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, rows)
      const grid = new Grid()
      const tries = new Map<string, number>()
      const news: SendNews[] = []
      // Three hotels fail six times each: more than one is given while others are served.
      const send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
        const count = (tries.get(batch.hotel) ?? 0) + 1
        tries.set(batch.hotel, count)
        await new Promise((resolve) => setTimeout(resolve, 15))
        return ['7', '20', '33'].includes(batch.hotel) && count <= 6 ? broken() : grid.send(batch)
      }
      const report = await sendRun({
        journal,
        runId: runId as number,
        send,
        concurrency: 4,
        onNews: (what) => news.push(what),
      })
      expect(report).toMatchObject({ state: 'done', nights: { acknowledged: 60, left: 0 } })
      expect(report.fault).toBeUndefined()
      expect(news.filter(({ kind }) => kind === 'last-round').length).toBeGreaterThan(0)
    })
  })

  it('that keeps failing costs a few tries and seconds, and ends the run resumable', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, rows)
      const grid = new Grid()
      let tries = 0
      const send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
        await new Promise((resolve) => setTimeout(resolve, 15))
        if (batch.hotel !== '7') return grid.send(batch)
        tries += 1
        return broken()
      }
      const report = await sendRun({ journal, runId: runId as number, send, concurrency: 4 })
      expect(report).toMatchObject({
        state: 'stopped',
        fault: { code: 'UNREACHABLE' },
        nights: { acknowledged: 59, left: 1 },
      })
      expect(tries).toBeLessThanOrEqual(12)
      expect(await sendRun({ journal, runId: runId as number, send: grid.send, concurrency: 4 })).toMatchObject({
        state: 'done',
      })
    })
  })

  it('gets no last round where asking again cannot help and the run goes on without the hotel', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, rows)
      const grid = new Grid()
      const news: SendNews[] = []
      let tries = 0
      const send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
        if (batch.hotel !== '7') return grid.send(batch)
        tries += 1
        return {
          fate: 'stop',
          reach: 'unanswered',
          fault: new Fault('OUTCOME_UNKNOWN', 'It is not known whether the service has set the rates.'),
        }
      }
      const report = await sendRun({
        journal,
        runId: runId as number,
        send,
        concurrency: 4,
        keepsGoing: true,
        onNews: (what) => news.push(what),
      })
      expect(report).toMatchObject({
        state: 'stopped',
        fault: {
          code: 'OUTCOME_UNKNOWN',
          message: expect.stringContaining(
            'Hotel 7 brought no usable answer and nothing more was sent there',
          ) as string,
        },
        nights: { acknowledged: 59, left: 1, unanswered: 1 },
      })
      expect([tries, news.filter(({ kind }) => kind === 'last-round')]).toEqual([1, []])
    })
  })

  it('is broken off by a signal at once', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, rows)
      const grid = new Grid()
      const controller = new AbortController()
      let triesAfter = 0
      const send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
        if (controller.signal.aborted) triesAfter += 1
        await new Promise((resolve) => setTimeout(resolve, 15))
        return batch.hotel === '7' ? broken() : grid.send(batch)
      }
      const report = await sendRun({
        journal,
        runId: runId as number,
        send,
        concurrency: 4,
        signal: controller.signal,
        onNews: ({ kind }) => {
          if (kind === 'last-round') controller.abort()
        },
      })
      expect(report).toMatchObject({ state: 'interrupted', nights: { left: 1 } })
      expect(triesAfter).toBe(0)
    })
  })
})
