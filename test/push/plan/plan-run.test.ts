import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CREDENTIALS_BYTES } from '../../../src/push/requests/fill-batches.js'
import { kindOf } from '../../../src/files/kinds/index.js'
import { RequestWriter } from '../../../src/push/requests/request-text.js'
import { type WireNames } from '../../../src/push/requests/wire-names.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import type { Row } from '../../../src/files/reading/row.js'
import type { Journal } from '../../../src/journal/index.js'
import { chunksOf, entriesIn, Grid, plan, row, TARGET, withJournal, withMemoryJournal } from '../support.js'

const NIGHT = 20_000

function bodiesOf(journal: Journal, runId: number): { hotel: string; body: string; bytes: number }[] {
  const writer = new RequestWriter(journal.getRun(runId)?.wire as unknown as WireNames)
  return [...journal.batches.list(runId)].map(({ seq, hotel, bytes }) => ({
    hotel,
    bytes,
    body: Buffer.from(writer.body(hotel, journal.batches.cells(runId, seq))).toString(),
  }))
}

describe('planRun', () => {
  it('writes bodies with integer literals, amounts as text and fields in order', async () => {
    await withJournal(async (journal) => {
      const { runId } = await plan(journal, [
        row(2, {
          hotel: '9223372036854775807',
          room: '9007199254740993',
          plan: '77',
          from: NIGHT,
          until: NIGHT + 2,
          fields: { closed: false, min_stay: 2, price: '120.00', currency: 'EUR' },
        }),
        row(3, { hotel: '9223372036854775806', room: '', from: NIGHT, fields: { price: '1' } }),
      ])
      expect(bodiesOf(journal, runId as number).map(({ body }) => body)).toEqual([
        '{"hotel_code":9223372036854775807,"room_settings":[{"room_id":9007199254740993,"rate_plan_id":77,"from":"2024-10-04","to":"2024-10-05","price":"120.00","currency":"EUR","min_stay":2,"closed":false}]}',
        '{"hotel_code":9223372036854775806,"room_settings":[{"from":"2024-10-04","to":"2024-10-04","price":"1"}]}',
      ])
    })
  })

  it("uses the service's names and its sense of the end", async () => {
    await withJournal(async (journal) => {
      const names: Record<string, string> = {
        hotel_code: 'hôtel',
        availabilities: 'slots',
        'availabilities.room_id': 'room',
        'availabilities.to': 'until',
        'availabilities.availability': 'free',
      }
      const chunks = chunksOf([row(2, { from: NIGHT, fields: { availability: 0 } })])
      const options = {
        end: 'exclusive' as const,
        fieldName: (path: string) => names[path] ?? path.slice(path.lastIndexOf('.') + 1),
      }
      const { runId, bytes } = await plan(journal, [], options, { kind: kindOf('inventory'), chunks })
      const [batch] = bodiesOf(journal, runId as number)
      expect(batch?.body).toBe('{"hôtel":7,"slots":[{"room":101,"from":"2024-10-04","until":"2024-10-05","free":0}]}')
      expect([batch?.bytes, bytes]).toEqual([
        Buffer.byteLength(batch?.body ?? ''),
        Buffer.byteLength(batch?.body ?? ''),
      ])
    })
  })

  it('fills bodies up to the limit, never beyond it, and loses no entry', async () => {
    const limits = fc.integer({ min: 130 + CREDENTIALS_BYTES, max: 900 + CREDENTIALS_BYTES })
    await fc.assert(
      fc.asyncProperty(
        limits,
        fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 30 }),
        async (bodyLimitBytes, prices) => {
          await withMemoryJournal(async (journal) => {
            const rows = prices.map((price, i) => row(i + 2, { from: NIGHT + i * 2, fields: { price: `${price}.00` } }))
            const { runId, requests, bytes } = await plan(journal, rows, { bodyLimitBytes })
            const batches = bodiesOf(journal, runId as number)
            expect(batches).toHaveLength(requests)
            for (const { body, bytes: recorded } of batches) {
              expect(Buffer.byteLength(body)).toBe(recorded)
              expect(recorded).toBeLessThanOrEqual(bodyLimitBytes - CREDENTIALS_BYTES)
            }
            expect(batches.reduce((sum, batch) => sum + batch.bytes, 0)).toBe(bytes)
            expect(batches.flatMap(({ body }) => entriesIn(body)).map(({ price }) => price)).toEqual(
              prices.map((price) => `${price}.00`),
            )
            for (const [i, { bytes: recorded }] of batches.entries()) {
              const following = batches[i + 1]
              const first = following === undefined ? undefined : JSON.stringify(entriesIn(following.body)[0])
              if (first !== undefined)
                expect(recorded + 1 + first.length).toBeGreaterThan(bodyLimitBytes - CREDENTIALS_BYTES)
            }
          })
        },
      ),
      { numRuns: 8 },
    )
  })

  it('a limit that no entry fits into is a usage fault, and leaves no run', async () => {
    await withJournal(async (journal) => {
      const refused = plan(journal, [row(2, { from: NIGHT, fields: { price: '1' } })], { bodyLimitBytes: 1100 })
      await expect(refused).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('1100') })
      expect(journal.listRuns(undefined, 5)).toEqual([])
    })
  })

  it('bad rows stop the plan: all are found, and nothing becomes sendable', async () => {
    await withJournal(async (journal) => {
      const rows = [
        row(2, { from: NIGHT, fields: { price: '1' } }),
        row(3, { from: NIGHT, fields: { price: '2' } }),
        row(4, { hotel: '8', from: NIGHT, fields: { price: '2' } }),
      ]
      async function* chunks() {
        yield {
          rows,
          bad: [{ fileIndex: 1, file: 'b.csv', line: 9, reason: 'no such day' }],
          rowsRead: 4,
          bytesRead: 1,
        }
      }
      const seen: number[] = []
      const made = await plan(journal, [], {}, { chunks: chunks(), onBad: ({ line }) => seen.push(line) })
      // Three that were read and one that could not be: two good ones, and the later of two that contradict each other is wrong.
      expect(made).toMatchObject({ isSendable: false, badRows: 2, rows: 2, hotels: 2 })
      expect(made.runId).toBeUndefined()
      expect(seen).toEqual([9, 3])
      expect(made.bad[1]).toEqual({
        file: 'a.csv',
        fileIndex: 0,
        line: 3,
        field: 'price',
        value: '2',
        reason: 'sets price of 2024-10-04 to 2, but a.csv:2 sets it to 1',
        remedy: expect.stringContaining('--overlap last-wins'),
      })
      expect(journal.listRuns(undefined, 5)).toEqual([])
    })
  })

  it('skip-invalid leaves both contradicting rows out and names them, and sends the rest', async () => {
    await withJournal(async (journal) => {
      const rows = [
        row(2, { from: NIGHT, until: NIGHT + 3, fields: { price: '1' } }),
        row(3, { file: 1, from: NIGHT + 1, fields: { price: '2' } }),
        row(4, { from: NIGHT + 5, fields: { price: '3' } }),
        row(5, { from: NIGHT + 1, fields: { min_stay: 2 } }),
      ]
      const made = await plan(journal, rows, { skipInvalid: true })
      expect(made.bad.map(({ file, line, reason }) => [file, line, reason])).toEqual([
        ['b.csv', 3, 'sets price of 2024-10-05 to 2, but a.csv:2 sets it to 1'],
        ['a.csv', 2, 'contradicted for 2024-10-05 by b.csv:3'],
      ])
      expect(entriesIn(bodiesOf(journal, made.runId as number)[0]?.body ?? '')).toEqual([
        { room_id: 101, from: '2024-10-05', to: '2024-10-05', min_stay: 2 },
        { room_id: 101, from: '2024-10-09', to: '2024-10-09', price: '3' },
      ])
    })
  })

  it('counts a row that contradicts another in several fields once, and names each of them for both rows', async () => {
    await withJournal(async (journal) => {
      const rows = [
        row(2, { fields: { price: '1', min_stay: 1 } }),
        row(3, { fields: { price: '2', min_stay: 2 } }),
        row(4, { from: NIGHT + 5, fields: { price: '3' } }),
      ]
      expect(await plan(journal, rows)).toMatchObject({ badRows: 1, rows: 2 })
      const told: unknown[] = []
      const made = await plan(
        journal,
        rows,
        { skipInvalid: true },
        { onBad: ({ line, field }) => told.push([line, field]) },
      )
      expect(made).toMatchObject({ badRows: 2, rows: 1, nights: 1 })
      expect(told.toSorted()).toEqual([
        [2, 'min_stay'],
        [2, 'price'],
        [3, 'min_stay'],
        [3, 'price'],
      ])
    })
  })

  it('a hotel that comes back is one hotel, and a contradiction far apart is found with little memory', async () => {
    await withJournal(async (journal) => {
      const rows: Row[] = []
      for (let night = 0; night < 30; night += 1)
        for (let hotel = 1; hotel <= 20; hotel += 1)
          rows.push(
            row(rows.length + 2, {
              hotel: String(hotel),
              from: NIGHT + night,
              fields: { price: String(100 + (night % 3)) },
            }),
          )
      const limits = { stretches: 50 }
      const sorted = await plan(journal, rows, {}, { limits })
      const grouped = await plan(
        journal,
        [...rows].sort((a, b) => Number(a.hotel) - Number(b.hotel)),
      )
      expect(sorted).toMatchObject({ hotels: 20, requests: 20, nights: 600, ranges: 600 })
      expect(bodiesOf(journal, sorted.runId as number)).toEqual(bodiesOf(journal, grouped.runId as number))
      const bad = await plan(
        journal,
        [...rows, row(5000, { hotel: '1', from: NIGHT, fields: { price: '7' } })],
        {},
        { limits },
      )
      expect(bad.bad.map(({ line, reason }) => [line, reason])).toEqual([
        [5000, 'sets price of 2024-10-04 to 7, but a.csv:2 sets it to 100'],
      ])
    })
  })

  it('a dry run writes nothing, and reports the same', async () => {
    await withJournal(async (journal) => {
      const rows = [
        row(2, { from: NIGHT, until: NIGHT + 3, fields: { price: '1' } }),
        row(3, { from: NIGHT, fields: { price: '1.0' } }),
      ]
      const { runId, ...wet } = await plan(journal, rows)
      const dry = await plan(journal, rows, {}, { persist: false })
      expect(runId).toBe(1)
      expect(dry).toEqual(wet)
      expect(dry).toMatchObject({ isSendable: true, duplicates: 1, nights: 3, firstNight: NIGHT, lastNight: NIGHT + 2 })
      expect(journal.listRuns(undefined, 5)).toHaveLength(1)
    })
  })

  it('stops when asked to, with nothing left behind', async () => {
    await withJournal(async (journal) => {
      const controller = new AbortController()
      const stopped = plan(
        journal,
        [row(2, { from: NIGHT, fields: { price: '1' } })],
        {},
        { signal: controller.signal, onProgress: () => controller.abort() },
      )
      await expect(stopped).rejects.toMatchObject({ code: 'INTERRUPTED' })
      expect(journal.listRuns(undefined, 5)).toEqual([])
    })
  })
})

describe('changes only', () => {
  const fields = fc
    .record({ price: fc.constantFrom('10', '20'), min_stay: fc.constantFrom(1, 2) }, { requiredKeys: [] })
    .filter((set) => Object.keys(set).length > 0)
  const file = fc
    .array(
      fc.record({
        room: fc.constantFrom('', '101', '102'),
        from: fc.integer({ min: NIGHT, max: NIGHT + 8 }),
        length: fc.integer({ min: 1, max: 5 }),
        fields,
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((list) =>
      list.map(({ length, ...cell }, i): Row =>
        row(i + 2, { ...cell, fields: cell.fields as Row['fields'], until: cell.from + length }),
      ),
    )

  it('ends where a full push would, and the same file again sends nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
        await withMemoryJournal(async (journal) => {
          const lean = new Grid()
          const full = new Grid()
          for (const rows of files) {
            const changes = await plan(journal, rows, { changesOnly: true, overlapLastWins: true })
            await sendRun({ journal, runId: changes.runId as number, send: lean.send, concurrency: 2 })
            await withMemoryJournal(async (fresh) => {
              const { runId } = await plan(fresh, rows, { overlapLastWins: true })
              await sendRun({ journal: fresh, runId: runId as number, send: full.send, concurrency: 2 })
            })
            expect(new Map([...lean.nights].sort())).toEqual(new Map([...full.nights].sort()))
            const again = await plan(journal, rows, { changesOnly: true, overlapLastWins: true })
            expect([again.requests, again.nights]).toEqual([0, 0])
          }
        })
      }),
      { numRuns: 8 },
    )
  })

  it('a price in another currency neither rises nor falls, and is no slip', async () => {
    await withJournal(async (journal) => {
      const grid = new Grid()
      const before = await plan(journal, [
        row(2, { from: NIGHT, until: NIGHT + 3, fields: { price: '90.00', currency: 'EUR' } }),
      ])
      await sendRun({ journal, runId: before.runId as number, send: grid.send, concurrency: 1 })
      const guards = {
        maxChange: 50,
        mayZeroPrice: false,
        mayBeOlder: true,
        mayRepeatFullLoad: true,
        mayExceedUnits: true,
        mayChangeCurrency: true,
        mayUnknownRooms: true,
      }
      const yen = await plan(
        journal,
        [row(2, { from: NIGHT, until: NIGHT + 3, fields: { price: '14000', currency: 'JPY' } })],
        { guards },
      )
      expect([yen.stops, yen.moves, yen.changes]).toMatchObject([
        [],
        [],
        { priceUp: 0, priceDown: 0, otherCurrency: 3 },
      ])
      // One that is not named is taken for the same.
      expect(
        (await plan(journal, [row(2, { from: NIGHT, fields: { price: '900.00' } })], { guards })).stops,
      ).toMatchObject([{ guard: 'max-change' }])
    })
  })

  it('counts what rises, falls, opens and closes', async () => {
    await withJournal(async (journal) => {
      const grid = new Grid()
      const before = await plan(journal, [
        row(2, { from: NIGHT, fields: { price: '100', closed: false } }),
        row(3, { from: NIGHT + 1, fields: { price: '100', closed: true } }),
        row(4, { from: NIGHT + 2, fields: { price: '100' } }),
      ])
      expect(before.changes).toMatchObject({ newNights: 3, priceUp: 0 })
      await sendRun({ journal, runId: before.runId as number, send: grid.send, concurrency: 1 })
      const after = await plan(
        journal,
        [
          row(2, { from: NIGHT, fields: { price: '90', closed: true } }),
          row(3, { from: NIGHT + 1, fields: { price: '110', closed: false } }),
          row(4, { from: NIGHT + 2, until: NIGHT + 4, fields: { price: '100.0' } }),
        ],
        { changesOnly: true },
      )
      expect(after.changes).toEqual({
        newNights: 1,
        sameNights: 1,
        priceUp: 1,
        priceDown: 1,
        otherCurrency: 0,
        opened: 1,
        closed: 1,
      })
      expect([after.nights, after.unchanged]).toEqual([3, 1])
      expect(journal.acknowledged(TARGET, 'rates', '7')[0]?.segments).toHaveLength(3)
    })
  })
})
