import { describe, expect, it } from 'vitest'
import { splitPiece } from '../../../src/push/send/split-piece.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import { rejectedRowsOf, sendRun } from '../../../src/push/send/send-run.js'
import { entriesOf, Grid, plan, row, withMemoryJournal } from '../support.js'

/** 176 ranges of each of four rooms, of which two are unknown to the service. */
const ROOMS = ['101', '102', '901', '902']
const rows = ROOMS.flatMap((room, at) =>
  Array.from({ length: 176 }, (_, i) =>
    row(at * 176 + i + 2, { room, from: 20_000 + i, fields: { price: String(100 + (i % 2)) } }),
  ),
)

/** Names each unknown room, entry by entry, and no more than `most` of them. */
const naming =
  (
    grid: Grid,
    {
      most = Infinity,
      base = 0,
      words = (_at: number, room: number) => `room ${room} is unknown`,
    }: { most?: number; base?: number; words?: (at: number, room: number) => string } = {},
  ) =>
  async (batch: OutgoingBatch): Promise<SendOutcome> => {
    const unknown = entriesOf(batch).flatMap(({ room_id: room = 0 }, at) =>
      room > 900 ? [{ field: `room_settings[${at + base}].room_id`, message: words(at, room) }] : [],
    )
    grid.requests += unknown.length === 0 ? 0 : 1
    return unknown.length === 0
      ? grid.send(batch)
      : {
          fate: 'rejected',
          problem: {
            code: 'INVALID_ROOM',
            message: `${unknown.length} entries are wrong.`,
            details: unknown.slice(0, most),
          },
        }
  }

async function sent(sender: (grid: Grid) => (batch: OutgoingBatch) => Promise<SendOutcome>) {
  return withMemoryJournal(async (journal) => {
    const { runId = 0 } = await plan(journal, rows)
    const grid = new Grid(ROOMS)
    const report = await sendRun({ journal, runId, send: sender(grid), concurrency: 1 })
    return { report, grid, rejected: [...rejectedRowsOf(journal, runId)] }
  })
}

describe('a service that names what it refuses', () => {
  it('finds two unknown rooms of 352 entries in a handful of requests, each row with its own reason', async () => {
    const { report, grid, rejected } = await sent((grid) => naming(grid))
    expect(report.requests).toBeLessThanOrEqual(5)
    expect(report).toMatchObject({
      state: 'partial',
      nights: { acknowledged: 352, rejected: 352, left: 0 },
      rejectedRowCount: 352,
    })
    expect(grid.nights.size).toBe(352)
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(
      new Set(['room 901 is unknown', 'room 902 is unknown']),
    )
    expect(rejected.map(({ line }) => line)).toEqual(Array.from({ length: 352 }, (_, i) => 2 * 176 + i + 2))
  })

  it('in a few more where it names the first hundred at a time, or words each entry differently', async () => {
    expect((await sent((grid) => naming(grid, { most: 100 }))).report).toMatchObject({
      nights: { acknowledged: 352, rejected: 352 },
      requests: expect.toSatisfy((n: number) => n <= 14) as number,
    })
    expect(
      (await sent((grid) => naming(grid, { words: (at, room) => `entry ${at}: room ${room}` }))).report,
    ).toMatchObject({
      nights: { acknowledged: 352, rejected: 352 },
      requests: expect.toSatisfy((n: number) => n <= 5) as number,
    })
  })

  it('is not believed: one that counts from 1, or names the innocent, costs requests and no row', async () => {
    for (const base of [1, -1, 7]) {
      const { report, grid } = await sent((grid) => naming(grid, { base }))
      expect(report).toMatchObject({ nights: { acknowledged: 352, rejected: 352, left: 0 } })
      expect(grid.nights.size).toBe(352)
    }
  })
})

describe('the parts of a refused piece', () => {
  const piece = { run: 1, seq: 0, fromEntry: 10, untilEntry: 20, isSuspect: false }
  const named = (...at: number[]) => ({
    message: 'No.',
    details: at.map((index) => ({ field: `a[${index}].b`, message: 'unknown' })),
  })

  it('are runs of named entries and what lies between', () => {
    expect(splitPiece(piece, named(2, 3, 4, 7)).map(({ untilEntry }) => untilEntry)).toEqual([12, 15, 17, 18, 20])
    expect(splitPiece(piece, named(0, 1, 2)).map(({ untilEntry }) => untilEntry)).toEqual([13, 20])
  })

  it('are halves where nothing in it is named', () => {
    for (const problem of [
      undefined,
      named(),
      named(10, 11),
      { message: 'No.', details: 'a[1]' },
      { message: 'No.', details: [{ field: `${'x'.repeat(500)}[1]` }] },
    ]) {
      expect(splitPiece(piece, problem)).toEqual([{ untilEntry: 15, siblingUntil: 20 }, { untilEntry: 20 }])
    }
  })

  it('need not be sent again where every entry is named', () => {
    const all = named(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    expect(splitPiece(piece, all)).toEqual([{ untilEntry: 20, problem: { message: 'unknown' } }])
    ;(all.details[4] as { message: string }).message = 'closed'
    expect(splitPiece(piece, all).map(({ untilEntry, problem }) => [untilEntry, problem?.message])).toEqual([
      [14, 'unknown'],
      [15, 'closed'],
      [20, 'unknown'],
    ])
  })
})
