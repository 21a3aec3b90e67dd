import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../src/cli/calendar/changes.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { Grid, plan, row, withMemoryJournal } from '../../push/support.js'

const NIGHT = 20_600

describe('what a run changed', () => {
  it('a price that is only written with other zeros has not changed', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101'])
      let id = 0
      for (const prices of [
        ['90', '90'],
        ['90.00', '95.00'],
      ]) {
        const { runId } = await plan(
          journal,
          prices.map((price, at) => row(at + 2, { from: NIGHT + at, fields: { price } })),
        )
        id = runId as number
        await sendRun({ journal, runId: id, send: grid.send, concurrency: 1 })
      }
      const run = journal.getRun(id)
      expect(run === undefined ? [] : changesOf(journal, run, '7')).toEqual([
        { night: '2026-05-28', room: '101', plan: '', before: { price: '90' } },
      ])
    }))
})
