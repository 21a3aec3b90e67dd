import { describe, expect, it } from 'vitest'
import type { PaceLimits } from '../../../src/push/pace/pace.js'
import { memoryPace } from '../../../src/push/pace/pacer.js'
import { type RunReport, sendRun } from '../../../src/push/send/send-run.js'
import { Grid, plan, row, withMemoryJournal } from '../support.js'

const NIGHTS = 24
const ACCOUNT = { start: 1_000_000, ceiling: 1_000_000 }
const ROWS = Array.from({ length: NIGHTS }, (_, i) =>
  row(i + 2, { from: 25_600 + i, fields: { price: String(100 + i) } }),
)

/** Runs of the same nights one after the other, each with so much time, against a service that answers at once. */
function runs(times: readonly number[], hotel: PaceLimits['hotel']): Promise<RunReport[]> {
  return withMemoryJournal(async (journal) => {
    const { send } = new Grid()
    const pace = { store: memoryPace(), limits: { account: ACCOUNT, hotel } }
    const reports: RunReport[] = []
    for (const deadlineMs of times) {
      const { runId } = await plan(journal, ROWS, { entriesPerRequest: 1 })
      reports.push(await sendRun({ journal, runId: runId as number, send, concurrency: 4, pace, deadlineMs }))
    }
    return reports
  })
}

describe('a run with a deadline', () => {
  it('lets its first request go out, however careful the start is, and says what was sent and what is left', async () => {
    const reports = await runs([1500, 400, 400], { start: 10 / 60, ceiling: 1_000_000 })
    expect(reports.map(({ requests, state, fault }) => [requests, state, fault?.code, fault?.message])).toEqual([
      [10, 'interrupted', 'DEADLINE', 'The time of run 1 was up after 10 requests; 14 of 24 nights are left.'],
      [1, 'interrupted', 'DEADLINE', 'The time of run 2 was up after 1 request; 23 of 24 nights are left.'],
      [1, 'interrupted', 'DEADLINE', 'The time of run 3 was up after 1 request; 23 of 24 nights are left.'],
    ])
  })

  it('asks no more of a service than a person allows, and says that it sent nothing', async () => {
    const reports = await runs([400, 400], { start: 0.1, ceiling: 0.1 })
    expect(reports.map(({ requests, fault }) => [requests, fault?.message])).toEqual([
      [1, 'The time of run 1 was up after 1 request; 23 of 24 nights are left.'],
      [0, 'The time of run 2 was up before its first request; 24 of 24 nights are left.'],
    ])
  })
})
