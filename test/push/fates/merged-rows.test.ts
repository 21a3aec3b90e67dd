import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import type { PlanOptions } from '../../../src/push/plan/input.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { formatNight } from '../../../src/calendar/index.js'
import { Grid, chunksOf, plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_000
const PRICE = { price: '90' }

interface Case {
  what: string
  rows: Row[]
  /** Nights, from the first on, that the service refuses in whatever entry holds them. */
  bad: number[]
  refused: number[]
  acknowledged: number
  /** Requests at most. */
  within: number
  kind?: 'rates' | 'inventory'
  options?: Partial<PlanOptions>
}

const single = (count: number, fields: CellFields = PRICE): Row[] =>
  Array.from({ length: count }, (_, at) => row(at + 2, { from: NIGHT + at, until: NIGHT + at + 1, fields }))
const seasons = (...lengths: number[]): Row[] => {
  let from = NIGHT
  return lengths.map((length, at) => row(at + 2, { from, until: (from += length), fields: PRICE }))
}

const CASES: Case[] = [
  { what: 'one of five rows', rows: single(5), bad: [2], refused: [4], acknowledged: 4, within: 8 },
  {
    what: 'one of five rows with a count',
    rows: single(5, { availability: 3 }),
    bad: [2],
    refused: [4],
    acknowledged: 4,
    within: 8,
    kind: 'inventory',
  },
  {
    what: 'one of rows of several lengths',
    rows: seasons(3, 7, 1, 4),
    bad: [5],
    refused: [3],
    acknowledged: 8,
    within: 7,
  },
  { what: 'one of rows out of order', rows: single(5).reverse(), bad: [0], refused: [2], acknowledged: 4, within: 8 },
  { what: 'two of a year', rows: single(365), bad: [10, 300], refused: [12, 302], acknowledged: 363, within: 40 },
  {
    what: 'all of a year, of which five are tried',
    rows: single(365),
    bad: Array.from({ length: 365 }, (_, at) => at),
    refused: [2, 93, 184, 276, 366],
    acknowledged: 0,
    within: 20,
  },
  {
    what: 'one row alone, which is not taken apart',
    rows: seasons(10),
    bad: [3],
    refused: [2],
    acknowledged: 0,
    within: 1,
  },
  {
    what: 'one of five rows where weekdays may be named',
    rows: single(5),
    bad: [2],
    refused: [4],
    acknowledged: 4,
    within: 8,
    options: { weekdayMasks: true },
  },
  {
    what: 'one of rows in two rooms',
    rows: [...single(5), ...single(5).map((one) => ({ ...one, line: one.line + 100, room: '102' }))],
    bad: [2],
    refused: [4, 104],
    acknowledged: 8,
    within: 18,
  },
]

describe('rows of one value that share an entry', () => {
  it.each(CASES)(
    '$what: only what is guilty is refused, within the bound of requests',
    async ({ rows, bad, refused, acknowledged, within, kind = 'rates', options = {} }) => {
      await withMemoryJournal(async (journal) => {
        const grid = new Grid()
        const dates = bad.map((at) => formatNight(NIGHT + at))
        grid.isGuilty = ({ from, to }) => dates.some((date) => from <= date && date <= to)
        const { runId } = await plan(journal, [], options, { kind: kindOf(kind), chunks: chunksOf(rows) })
        const report = await sendRun({ journal, runId: runId as number, send: grid.send, concurrency: 1 })
        expect({
          lines: report.rejectedRows.map(({ line }) => line).sort((a, b) => a - b),
          acknowledged: report.nights.acknowledged,
          left: report.nights.left,
          state: report.state,
        }).toEqual({ lines: refused, acknowledged, left: 0, state: 'partial' })
        expect(grid.nights.size).toBe(acknowledged)
        expect(grid.requests).toBeLessThanOrEqual(within)
        expect(report.extraRequests).toBe(grid.requests - 1)
        expect([...journal.batches.lineFates(runId as number)].filter(({ fate }) => fate === 'rejected')).toHaveLength(
          refused.length,
        )
      })
    },
  )

  it('a service that names the entry is asked for each of its rows as well', async () => {
    await withMemoryJournal(async (journal) => {
      const grid = new Grid()
      const rows = [...single(3), ...single(3).map((one) => ({ ...one, line: one.line + 100, room: '102' }))]
      const bad = formatNight(NIGHT + 1)
      const send: typeof grid.send = async (batch) => {
        const entries = (
          JSON.parse(new TextDecoder().decode(batch.writeBody())) as { room_settings: { from: string; to: string }[] }
        ).room_settings
        const named = entries.flatMap(({ from, to }, at) =>
          from <= bad && bad <= to ? [{ field: `room_settings[${at}].price`, message: 'No.' }] : [],
        )
        const outcome = await grid.send(batch)
        return named.length === 0 ? outcome : { fate: 'rejected', problem: { message: 'No.', details: named } }
      }
      grid.isGuilty = ({ from, to }) => from <= bad && bad <= to
      const { runId } = await plan(journal, rows)
      const { rejectedRows, nights } = await sendRun({ journal, runId: runId as number, send, concurrency: 1 })
      expect([rejectedRows.map(({ line }) => line), nights.acknowledged]).toEqual([[3, 103], 4])
    })
  })
})
