import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { planUndo } from '../../../src/push/after/undo-run.js'
import type { Journal } from '../../../src/journal/index.js'
import { entriesOf, Grid, OPTIONS, plan, row, TARGET, withMemoryJournal } from '../support.js'

const NIGHT = 20_600
const DAY_MS = 86_400_000

async function push(
  journal: Journal,
  grid: Grid,
  rows: readonly Row[],
): Promise<{ sent: string[]; plan: Awaited<ReturnType<typeof plan>> }> {
  const before = grid.sent.length
  const planned = await plan(journal, rows, { changesOnly: true, overlapLastWins: true })
  if (planned.runId !== undefined) await sendRun({ journal, runId: planned.runId, send: grid.send, concurrency: 1 })
  return { plan: planned, sent: grid.sent.slice(before).flatMap(valuesIn).sort() }
}

/** Each value that a request sets, by room, night and field. */
function valuesIn(batch: Parameters<typeof entriesOf>[0]): string[] {
  return entriesOf(batch).flatMap(
    ({ room_id: room = 'all', rate_plan_id: _plan, from, to, days: _days, ...fields }) => {
      const nights = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      return Array.from({ length: nights }, (_, at) =>
        Object.entries(fields).map(
          ([name, value]) => `${room} ${Date.parse(from) / DAY_MS + at} ${name}=${String(value)}`,
        ),
      ).flat()
    },
  )
}

const cell = (line: number, at: number, fields: CellFields, more: Partial<Row> = {}): Row =>
  row(line, { from: NIGHT + at, fields, ...more })

const full: CellFields = { price: '120.00', currency: 'EUR', min_stay: 2, max_stay: 14, closed: false }

describe('changes only, field by field', () => {
  it('a field that did not change is not sent, so what somebody else has set at the service stays', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101'])
      await push(journal, grid, [cell(2, 0, full), cell(3, 1, full)])
      // Somebody sets a minimum stay and a price in the extranet.
      const [first, second] = [...grid.nights.keys()]
      grid.nights.set(first as string, { ...grid.nights.get(first as string), min_stay: 5 })
      grid.nights.set(second as string, { ...grid.nights.get(second as string), price: '199.00' })
      const { sent, plan: planned } = await push(journal, grid, [
        cell(2, 0, { ...full, price: '130.00' }),
        cell(3, 1, { ...full, closed: true }),
      ])
      expect(sent).toEqual(
        [`101 ${NIGHT + 1} closed=true`, `101 ${NIGHT} currency=EUR`, `101 ${NIGHT} price=130.00`].sort(),
      )
      expect([...grid.nights.values()]).toEqual([
        { ...full, price: '130.00', min_stay: 5 },
        { ...full, price: '199.00', closed: true },
      ])
      expect(planned).toMatchObject({ nights: 2, values: 3, unchangedValues: 7, unchanged: 0 })
    }))

  it('a price takes its currency along, and a currency its price', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101'])
      await push(journal, grid, [cell(2, 0, full)])
      expect((await push(journal, grid, [cell(2, 0, { ...full, currency: 'CHF' })])).sent).toEqual([
        `101 ${NIGHT} currency=CHF`,
        `101 ${NIGHT} price=120.00`,
      ])
      // Stays are limits that stand for themselves.
      expect((await push(journal, grid, [cell(2, 0, { ...full, currency: 'CHF', min_stay: 3 })])).sent).toEqual([
        `101 ${NIGHT} min_stay=3`,
      ])
    }))

  it('nights on which one and the same field changed become one range, whatever their other values', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101'])
      const rows = (closed: boolean): Row[] =>
        Array.from({ length: 60 }, (_, at) => cell(at + 2, at, { price: `${100 + at}.00`, closed }))
      await push(journal, grid, rows(false))
      const { plan: planned, sent } = await push(journal, grid, rows(true))
      expect([planned.ranges, planned.nights, planned.values, sent.length]).toEqual([1, 60, 60, 60])
      // The rows of the merged range are named where the service refuses it.
      grid.isGuilty = ({ from, closed }) =>
        from === new Date((NIGHT + 7) * DAY_MS).toISOString().slice(0, 10) && closed === false
      const again = await plan(
        journal,
        [...rows(true).slice(0, 7), cell(9, 7, { price: '107.00', closed: false }), ...rows(true).slice(8)],
        { changesOnly: true },
      )
      const report = await sendRun({ journal, runId: again.runId as number, send: grid.send, concurrency: 1 })
      expect([again.values, report.rejectedRows.map(({ line }) => line)]).toEqual([1, [9]])
    }))

  it('the acknowledged calendar keeps what was not sent; undo puts back just what was sent, a price with its currency', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101'])
      await push(journal, grid, [cell(2, 0, full)])
      const { plan: changed } = await push(journal, grid, [cell(2, 0, { ...full, price: '90.00', min_stay: 4 })])
      expect(journal.acknowledged(TARGET, 'rates', '7')[0]?.segments).toEqual([
        { from: NIGHT, until: NIGHT + 1, value: { ...full, price: '90.00', min_stay: 4 } },
      ])
      // A price of one push alone, without a currency in its file.
      const { plan: bare } = await push(journal, grid, [cell(2, 0, { price: '70.00' })])
      const before = grid.sent.length
      for (const id of [bare.runId, changed.runId]) {
        const run = journal.getRun(id as number)
        if (run === undefined) throw new Error('no run')
        const { runId } = planUndo({
          journal,
          run,
          kind: kindOf('rates'),
          options: { ...OPTIONS, overLater: false },
          persist: true,
        })
        await sendRun({ journal, runId: runId as number, send: grid.send, concurrency: 1 })
      }
      expect(grid.sent.slice(before).map((batch) => valuesIn(batch).sort())).toEqual([
        [`101 ${NIGHT} currency=EUR`, `101 ${NIGHT} price=90.00`],
        [`101 ${NIGHT} currency=EUR`, `101 ${NIGHT} min_stay=2`, `101 ${NIGHT} price=120.00`],
      ])
      expect([...grid.nights.values()]).toEqual([full])
    }))

  it('where cells for all rooms go out, a room is sent only the fields that they would overwrite', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid(['101', '102'])
      const rows = (min: number): Row[] => [
        cell(2, 0, { min_stay: min, closed: false }, { room: '' }),
        cell(3, 0, { min_stay: 3, price: '80.00' }),
      ]
      await push(journal, grid, rows(2))
      const { sent } = await push(journal, grid, rows(4))
      expect(sent).toEqual([`101 ${NIGHT} min_stay=3`, `all ${NIGHT} min_stay=4`])
    }))

  const Fields = fc
    .record(
      {
        price: fc.constantFrom('10.00', '20.00', '30'),
        currency: fc.constant('EUR'),
        min_stay: fc.constantFrom(1, 2),
        max_stay: fc.constantFrom(7, 9),
        closed: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .filter((fields) => Object.keys(fields).length > 0)
  const File = fc.array(fc.option(Fields, { nil: undefined }), { minLength: 20, maxLength: 20 })

  it('what is sent is just what differs from a plain record of what was sent before', () =>
    fc.assert(
      fc.asyncProperty(fc.array(File, { minLength: 2, maxLength: 4 }), (files) =>
        withMemoryJournal(async (journal) => {
          const grid = new Grid(['101', '102'])
          const held = new Map<string, unknown>()
          for (const nights of files) {
            const rows = nights.flatMap((fields, at) =>
              fields === undefined
                ? []
                : [cell(at + 2, at % 10, fields as CellFields, { room: at < 10 ? '101' : '102' })],
            )
            const differing = rows.flatMap(({ room, from, fields }) => {
              const same = (name: string): boolean =>
                name === 'price'
                  ? Number(held.get(`${room} ${from} price`)) === Number(fields['price'])
                  : held.get(`${room} ${from} ${name}`) === fields[name]
              const names = Object.keys(fields)
              const changed = names.filter((name) => !same(name))
              const isMoney = changed.includes('price') || changed.includes('currency')
              return names
                .filter((name) => changed.includes(name) || (isMoney && ['price', 'currency'].includes(name)))
                .map((name) => [`${room} ${from} ${name}`, fields[name]] as const)
            })
            const { sent, plan: planned } = await push(journal, grid, rows)
            expect(sent).toEqual(differing.map(([key, value]) => `${key}=${String(value)}`).sort())
            expect([planned.values, planned.values + planned.unchangedValues]).toEqual([
              differing.length,
              rows.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0),
            ])
            for (const [key, value] of differing) held.set(key, value)
          }
        }),
      ),
      { numRuns: 40 },
    ))
})
