import { describe, expect, it } from 'vitest'
import { type SendNews, sendRun } from '../../../src/push/send/send-run.js'
import { plan, row, withMemoryJournal } from '../support.js'

const CELL = row(2, { from: 20_000, until: 20_003, fields: { price: '120' } })

describe('a service that puts off every request', () => {
  it.each([0, 200])(
    'and asks to wait %s ms is asked ever less often, and that is told',
    async (retryAfterMs) => {
      await withMemoryJournal(async (journal) => {
        const { runId } = await plan(journal, [CELL])
        const news: SendNews[] = []
        const report = await sendRun({
          journal,
          runId: runId as number,
          send: async () => ({ fate: 'throttled', retryAfterMs }),
          concurrency: 1,
          deadlineMs: 9_000,
          onNews: (one) => news.push(one),
        })
        expect(report.requests).toBeLessThan(20)
        expect(news.filter(({ kind }) => kind === 'throttled')).toHaveLength(1)
      })
    },
    20_000,
  )

  it('is not said to have been sent again what was put off last', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, [CELL])
      const report = await sendRun({
        journal,
        runId: runId as number,
        send: async () => ({ fate: 'throttled', retryAfterMs: 3_600_000 }),
        concurrency: 1,
      })
      expect(report).toMatchObject({ state: 'stopped', requests: 1, throttled: 1, throttledLeft: 1 })
      let sent = 0
      const next = await sendRun({
        journal,
        runId: runId as number,
        send: async () => (sent++ === 0 ? { fate: 'throttled', retryAfterMs: 10 } : { fate: 'acknowledged' }),
        concurrency: 1,
      })
      expect(next).toMatchObject({ state: 'done', throttled: 1, throttledLeft: 0 })
    })
  })
})
