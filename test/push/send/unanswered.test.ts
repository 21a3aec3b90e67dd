import { describe, expect, it } from 'vitest'
import { sendRun } from '../../../src/push/send/send-run.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import { Fault } from '../../../src/errors.js'
import type { Journal } from '../../../src/journal/index.js'
import { Grid, plan, row, TARGET, withMemoryJournal } from '../support.js'

const NIGHT = 20_000
const cell = (price: string, more: Parameters<typeof row>[1] | object = {}) =>
  row(2, { from: NIGHT, until: NIGHT + 3, fields: { price }, ...more })
const stop = (): SendOutcome => ({
  fate: 'stop',
  reach: 'unanswered',
  fault: new Fault('UNREACHABLE', 'The answer could not be read.'),
})

/** Pushes and answers what the service now holds for a room on the first night. */
async function push(
  journal: Journal,
  grid: Grid,
  rows: ReturnType<typeof row>[],
  { isLost = false, room = '101' } = {},
): Promise<unknown> {
  const { runId, requests } = await plan(journal, rows, { changesOnly: true })
  const send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
    const outcome = await grid.send(batch)
    return isLost ? stop() : outcome
  }
  if (requests > 0) await sendRun({ journal, runId: runId as number, send, concurrency: 1 })
  return grid.nights.get(`7 ${room}  ${NIGHT}`)?.['price']
}

describe('a refusal of what may have arrived before', () => {
  const refused: SendOutcome = { fate: 'rejected', problem: { message: 'no such room', code: 'INVALID_ROOM' } }
  const failed: SendOutcome = {
    fate: 'failed',
    fault: new Fault('UNREACHABLE', 'No usable answer: the connection was cut.', { facts: { fate: 'unknown' } }),
  }

  it('leaves the nights in doubt, in the run, for the next push of changes and for an undo', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      await push(journal, grid, [cell('120')])
      const { runId } = await plan(journal, [cell('150')], { changesOnly: true })
      const answers = [failed]
      const send = async (batch: OutgoingBatch): Promise<SendOutcome> =>
        answers.length === 0 ? refused : (await grid.send(batch), answers.shift() as SendOutcome)
      const report = await sendRun({ journal, runId: runId as number, send, concurrency: 1 })
      expect(report).toMatchObject({
        state: 'stopped',
        nights: { acknowledged: 0, rejected: 0, left: 3, unanswered: 3 },
        rejectedRowCount: 0,
        fault: { code: 'OUTCOME_UNKNOWN', exitCode: 12 },
      })
      expect(report.fault?.message).toContain('no such room')
      expect(journal.doubts.pieces(runId as number)).toHaveLength(1)
      expect(await push(journal, grid, [cell('120')])).toBe('120')
    })
  })

  it('when the run is resumed leaves them too, until they are accepted', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, [cell('150')])
      for (const outcome of [stop(), refused, refused])
        await sendRun({ journal, runId: runId as number, send: async () => outcome, concurrency: 1 })
      expect(journal.getRun(runId as number)).toMatchObject({
        state: 'stopped',
        nights: { rejected: 0, unanswered: 3 },
        requests: 3,
      })
      const report = await sendRun({
        journal,
        runId: runId as number,
        send: async () => ({ fate: 'acknowledged' }),
        concurrency: 1,
      })
      expect(report).toMatchObject({ state: 'done', nights: { acknowledged: 3, unanswered: 0 } })
    })
  })

  it('is narrowed down: what is accepted is done, and the guilty rows alone stay in doubt', async () => {
    await withMemoryJournal(async (journal) => {
      const rows = Array.from({ length: 20 }, (_, at) =>
        row(2 + at, { room: String(101 + at), from: NIGHT, until: NIGHT + 3, fields: { price: '150' } }),
      )
      const { runId } = await plan(journal, rows)
      const grid = new Grid()
      grid.isGuilty = (entry) => String(entry.room_id) === '107'
      let sent = 0
      const report = await sendRun({
        journal,
        runId: runId as number,
        send: async (batch) => (sent++ === 0 ? failed : grid.send(batch)),
        concurrency: 1,
      })
      expect(report).toMatchObject({
        state: 'stopped',
        nights: { acknowledged: 57, rejected: 0, left: 3, unanswered: 3 },
      })
      expect(
        [...journal.batches.lineFates(runId as number)].filter(({ fate }) => fate !== 'acknowledged'),
      ).toMatchObject([{ fate: 'unanswered', problem: { code: 'INVALID' } }])
    })
  })

  it('by hotel, or by naming every entry, leaves them as well', async () => {
    const named: SendOutcome = {
      fate: 'rejected',
      problem: {
        message: 'no',
        details: [
          { field: 'availabilities[0].x', message: 'a' },
          { field: 'availabilities[1].x', message: 'b' },
        ],
      },
    }
    for (const outcome of [
      named,
      { fate: 'rejected', problem: { message: 'unknown hotel', code: 'INVALID_HOTEL' } },
    ] satisfies SendOutcome[]) {
      await withMemoryJournal(async (journal) => {
        const { runId } = await plan(journal, [cell('150'), cell('160', { room: '102' })])
        let sent = 0
        const report = await sendRun({
          journal,
          runId: runId as number,
          send: async () => (sent++ === 0 ? failed : outcome),
          concurrency: 1,
        })
        expect(report).toMatchObject({
          nights: { rejected: 0, left: 6, unanswered: 6 },
          fault: { code: 'OUTCOME_UNKNOWN' },
        })
      })
    }
  })

  it('after a kill leaves what may have been under way: the part whose turn it was of each hotel at work, and of a batch that was tried entry by entry all of it', async () => {
    await withMemoryJournal(async (journal) => {
      const hotels = Array.from({ length: 70 }, (_, at) =>
        row(2 + at, { hotel: String(1001 + at), from: NIGHT, until: NIGHT + 1, fields: { price: '150' } }),
      )
      const { runId } = await plan(journal, hotels)
      const id = runId as number
      journal.runs.started(id)
      journal.batches.rejectPending({ run: id, firstSeq: 0, lastSeq: 0, problem: { message: 'no' }, tried: [] })
      const report = await sendRun({ journal, runId: id, send: async () => refused, concurrency: 1, keepsGoing: true })
      expect(report).toMatchObject({
        state: 'stopped',
        nights: { rejected: 5, untried: 1, left: 64, unanswered: 64 },
        fault: {
          code: 'OUTCOME_UNKNOWN',
          exitCode: 12,
          message: expect.stringContaining('may have been under way when the process was killed') as string,
        },
      })
    })
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(
        journal,
        Array.from({ length: 20 }, (_, at) =>
          row(2 + at, { room: String(101 + at), from: NIGHT, until: NIGHT + 1, fields: { price: '150' } }),
        ),
      )
      const id = runId as number
      journal.runs.started(id)
      journal.batches.settle({ target: 1, kind: 'rates' }, [
        {
          hotel: '7',
          cells: journal.batches.cells(id, 0),
          settlement: {
            piece: { run: id, seq: 0, fromEntry: 0, untilEntry: 20, isSuspect: false },
            fate: 'split',
            parts: [{ untilEntry: 1 }, { untilEntry: 20 }],
            problem: { message: 'no' },
          },
        },
      ])
      journal.batches.settle({ target: 1, kind: 'rates' }, [
        {
          hotel: '7',
          cells: journal.batches.cells(id, 0),
          settlement: {
            piece: { run: id, seq: 0, fromEntry: 0, untilEntry: 1, isSuspect: false },
            fate: 'rejected',
            problem: { message: 'no' },
          },
        },
      ])
      expect(await sendRun({ journal, runId: id, send: async () => refused, concurrency: 1 })).toMatchObject({
        nights: { rejected: 1, left: 19, unanswered: 19 },
      })
    })
  })

  it('after a kill is older than what a later run has been acknowledged for', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      const { runId } = await plan(journal, [cell('150')])
      journal.runs.started(runId as number)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await push(journal, grid, [cell('120')])
      journal.runs.cut(runId as number)
      expect(journal.unacknowledged(TARGET, 'rates', '7').flatMap(({ segments }) => segments)).toEqual([])
    })
  })

  it('takes nothing from a refusal of what never went out before', async () => {
    await withMemoryJournal(async (journal) => {
      const { runId } = await plan(journal, [cell('150')])
      expect(
        await sendRun({ journal, runId: runId as number, send: async () => refused, concurrency: 1 }),
      ).toMatchObject({ state: 'partial', nights: { rejected: 3, left: 0 } })
    })
  })
})

describe('values that were sent without a usable answer', () => {
  it('are not trusted by the next push of changes, until something is acknowledged in their place', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      expect(await push(journal, grid, [cell('120')])).toBe('120')
      expect(await push(journal, grid, [cell('150')], { isLost: true })).toBe('150')
      expect(journal.getRun(2)).toMatchObject({ nights: { left: 3, unanswered: 3 } })
      expect(await push(journal, grid, [cell('120')])).toBe('120')
      const before = grid.requests
      await push(journal, grid, [cell('120')])
      expect(grid.requests).toBe(before)
    })
  })

  it('of all rooms put each room in doubt, and those of a room the values of all rooms', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      await push(journal, grid, [cell('120'), cell('120', { room: '' })])
      await push(journal, grid, [cell('150', { room: '' })], { isLost: true })
      expect(await push(journal, grid, [cell('120')])).toBe('120')
      await push(journal, grid, [cell('120', { room: '' })])
      await push(journal, grid, [cell('150', { room: '102' })], { isLost: true })
      expect(await push(journal, grid, [cell('120', { room: '' })], { room: '102' })).toBe('120')
    })
  })

  it('put in doubt only the fields and nights that they set', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      await push(journal, grid, [row(2, { from: NIGHT, until: NIGHT + 3, fields: { price: '120', min_stay: '2' } })])
      await push(journal, grid, [row(2, { from: NIGHT + 1, until: NIGHT + 2, fields: { min_stay: '4' } })], {
        isLost: true,
      })
      const planned = await plan(
        journal,
        [row(2, { from: NIGHT, until: NIGHT + 3, fields: { price: '120', min_stay: '2' } })],
        { changesOnly: true },
        { persist: false },
      )
      expect(planned).toMatchObject({ nights: 1, values: 1, unchanged: 2 })
    })
  })

  it('of a process that was killed are not trusted either', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      await push(journal, grid, [cell('120')])
      const { runId } = await plan(journal, [cell('150')])
      journal.runs.started(runId as number)
      expect(journal.getRun(runId as number)).toMatchObject({ wasCut: true, nights: { left: 3, unanswered: 0 } })
      expect((await plan(journal, [cell('120')], { changesOnly: true }, { persist: false })).nights).toBe(3)
    })
  })

  it('of a plan that was never begun, or that the service has refused, change nothing', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      await push(journal, grid, [cell('120')])
      await plan(journal, [cell('150')])
      grid.isGuilty = () => true
      await push(journal, grid, [cell('160')])
      grid.isGuilty = () => false
      expect((await plan(journal, [cell('120')], { changesOnly: true }, { persist: false })).nights).toBe(0)
    })
  })

  it('of a newer run hold back the resuming of an older one', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      await push(journal, grid, [cell('150')], { isLost: true })
      await push(journal, grid, [cell('120')], { isLost: true })
      expect(journal.laterRuns(1)).toEqual([{ run: 2, hotels: ['7'] }])
    })
  })
})
