import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import type { GuardLimits } from '../../../src/push/guards/guards.js'
import type { Plan } from '../../../src/push/plan/plan.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import type { Journal } from '../../../src/journal/index.js'
import { chunksOf, Grid, plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_000
const GUARDS: GuardLimits = {
  maxChange: 400,
  maxClosing: 50,
  mayZeroPrice: false,
  mayBeOlder: false,
  mayRepeatFullLoad: false,
  mayExceedUnits: false,
  mayChangeCurrency: false,
  mayUnknownRooms: false,
}

const nights = (count: number, fields: (at: number) => CellFields, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => row(at + 2, { plan: '501', from: NIGHT + from + at, fields: fields(at) }))

/** What a push of these rows leaves as acknowledged. */
async function acknowledge(journal: Journal, rows: Row[], kind: 'rates' | 'inventory' = 'rates'): Promise<void> {
  const { runId } = await plan(journal, [], {}, { kind: kindOf(kind), chunks: chunksOf(rows) })
  await sendRun({ journal, runId: runId as number, send: new Grid().send, concurrency: 1 })
}

const stopsOf = ({ stops }: Plan): [string, number][] => stops.map(({ guard, nights: count }) => [guard, count])

describe('guards', () => {
  it('a misplaced decimal comma is stopped, named by its row, and leaves no run; the named flag lets it through', async () => {
    await withMemoryJournal(async (journal) => {
      await acknowledge(
        journal,
        nights(10, () => ({ price: '900.00' })),
      )
      const slip = nights(10, (at) => ({ price: at === 3 ? '9.00' : at === 5 ? '90.00' : '950.00' }))
      const stopped = await plan(journal, slip, { guards: GUARDS })
      expect({ runId: stopped.runId, isSendable: stopped.isSendable, stops: stopped.stops }).toEqual({
        runId: undefined,
        isSendable: false,
        stops: [
          {
            guard: 'max-change',
            nights: 2,
            file: 'a.csv',
            line: 5,
            field: 'price',
            value: '9',
            reason:
              'was 900 on 2024-10-07, hotel 7, room 101, plan 501: −99 %, beyond 400 % (or a fall by the same factor)',
            remedy: 'Correct the price. To send it all the same, add --max-change 9900.',
          },
        ],
      })
      expect(journal.listRuns(undefined, 10)).toHaveLength(1)
      expect((await plan(journal, slip, { guards: { ...GUARDS, maxChange: 9900 } })).runId).toBeDefined()
    })
  })

  it('zero, floor and ceiling are judged without a calendar', async () => {
    await withMemoryJournal(async (journal) => {
      const rows = [
        row(2, { from: NIGHT, fields: { price: '0.00' } }),
        row(3, { from: NIGHT + 2, until: NIGHT + 4, fields: { price: '19.99' } }),
        row(4, { from: NIGHT + 8, fields: { price: '2000.01' } }),
        row(5, { from: NIGHT + 9, fields: { price: '20' } }),
      ]
      const found = await plan(journal, rows, { guards: { ...GUARDS, priceFloor: 20, priceCeiling: 2000 } })
      expect(found.stops.map(({ guard, nights: count, line }) => [guard, count, line])).toEqual([
        ['zero-price', 1, 2],
        ['price-floor', 2, 3],
        ['price-ceiling', 1, 4],
      ])
      expect(stopsOf(await plan(journal, rows, { guards: { ...GUARDS, mayZeroPrice: true } }))).toEqual([])
      expect(stopsOf(await plan(journal, rows, { guards: GUARDS }, { persist: false }))).toEqual([['zero-price', 1]])
    })
  })

  it.each([
    ['rates', { price: '90' }, { closed: true }],
    ['inventory', { availability: 4 }, { availability: 0 }],
  ] as const)('%s: closing most of what is open is stopped, a few nights are not', async (kind, open, shut) => {
    await withMemoryJournal(async (journal) => {
      await acknowledge(
        journal,
        nights(100, () => open),
        kind,
      )
      const close = (count: number, maxClosing = 50): Promise<Plan> =>
        plan(
          journal,
          [],
          { guards: { ...GUARDS, maxClosing } },
          { kind: kindOf(kind), chunks: chunksOf(nights(count, () => shut)) },
        )
      expect(stopsOf(await close(51))).toEqual([['max-closing', 51]])
      expect(stopsOf(await close(50))).toEqual([])
      expect(stopsOf(await close(29, 10))).toEqual([])
      expect(stopsOf(await close(100, 100))).toEqual([])
    })
  })

  it('closing all of a small hotel is stopped however large the file is, most of it is not', async () => {
    await withMemoryJournal(async (journal) => {
      await acknowledge(journal, [
        ...nights(15, () => ({ price: '90' })),
        ...nights(200, () => ({ price: '90' })).map((one) => ({ ...one, hotel: '8' })),
      ])
      const close = (count: number, maxClosing = 50): Promise<Plan> =>
        plan(
          journal,
          [],
          { guards: { ...GUARDS, maxClosing } },
          { chunks: chunksOf(nights(count, () => ({ closed: true }))) },
        )
      const { stops } = await close(15)
      expect(stops.map(({ guard, reason }) => [guard, reason.slice(0, 56)])).toEqual([
        ['max-closing', 'closes or empties all 15 nights of hotel 7 that are open'],
      ])
      expect(stopsOf(await close(14))).toEqual([])
      expect(stopsOf(await close(15, 100))).toEqual([])
    })
  })

  describe('look at what was acknowledged under another name', () => {
    const cells = (rooms: readonly string[], fields: CellFields, plan = ''): Row[] =>
      rooms.flatMap((room, n) =>
        Array.from({ length: 40 }, (_, at) => row(100 * n + at + 2, { room, plan, from: NIGHT + at, fields })),
      )
    const [all, rooms] = [[''], ['101', '102', '103']]
    it.each<[string, 'rates' | 'inventory', Row[], Row[], [string, number] | undefined]>([
      [
        'a room, then all rooms',
        'rates',
        cells(['101'], { price: '100' }),
        cells(all, { price: '900' }),
        ['max-change', 40],
      ],
      [
        'all rooms, then a room',
        'rates',
        cells(all, { price: '100' }),
        cells(['101'], { price: '900' }),
        ['max-change', 40],
      ],
      [
        'all rooms, then a room at a price near it',
        'rates',
        cells(all, { price: '100' }),
        cells(['101'], { price: '300' }),
        undefined,
      ],
      [
        'rooms, then all closed',
        'rates',
        cells(rooms, { price: '90' }),
        cells(all, { closed: true }),
        ['max-closing', 120],
      ],
      [
        'all rooms open, then each closed',
        'rates',
        cells(all, { price: '90' }),
        cells(rooms, { closed: true }),
        ['max-closing', 120],
      ],
      [
        'rooms, then all emptied',
        'inventory',
        cells(rooms, { availability: 8 }),
        cells(all, { availability: 0 }),
        ['max-closing', 120],
      ],
      [
        'all rooms, then each emptied',
        'inventory',
        cells(all, { availability: 8 }),
        cells(rooms, { availability: 0 }),
        ['max-closing', 120],
      ],
      [
        'all rooms, then one of many emptied',
        'inventory',
        cells(all, { availability: 8 }),
        cells(['101'], { availability: 0 }),
        undefined,
      ],
      [
        'no plan, then a plan',
        'rates',
        cells(['101'], { price: '100' }),
        cells(['101'], { price: '900' }, '501'),
        ['max-change', 40],
      ],
      [
        'a plan, then none',
        'rates',
        cells(['101'], { price: '100' }, '501'),
        cells(['101'], { price: '900' }),
        ['max-change', 40],
      ],
      [
        'plans of which one is near, then none',
        'rates',
        [...cells(['101'], { price: '100' }, '501'), ...cells(['101'], { price: '800' }, '502')],
        cells(['101'], { price: '900' }),
        undefined,
      ],
      [
        'a plan, then another plan',
        'rates',
        cells(['101'], { price: '100' }, '501'),
        cells(['101'], { price: '900' }, '502'),
        undefined,
      ],
      [
        'a plan of a room, then none of all rooms',
        'rates',
        cells(['101'], { price: '100' }, '501'),
        cells(all, { price: '900' }),
        ['max-change', 40],
      ],
      [
        'all rooms and a room at its own price, then the same again',
        'rates',
        [...cells(all, { price: '100' }), ...cells(['101'], { closed: false })],
        cells(all, { price: '100' }),
        undefined,
      ],
    ])('%s (%s)', async (_, kind, before, after, stop) => {
      await withMemoryJournal(async (journal) => {
        await acknowledge(journal, before, kind)
        const found = await plan(
          journal,
          [],
          { guards: GUARDS },
          { kind: kindOf(kind), chunks: chunksOf(after), persist: false },
        )
        expect(stopsOf(found)).toEqual(stop === undefined ? [] : [stop])
      })
    })

    it('says of which room or plan the price was, and that it is only the nearest', async () => {
      await withMemoryJournal(async (journal) => {
        await acknowledge(journal, [...cells(['101'], { price: '100' }), ...cells(['102'], { price: '110' }, '501')])
        const reasonsOf = async (rows: Row[]): Promise<string[]> =>
          (await plan(journal, rows, { guards: GUARDS }, { persist: false })).stops.map(({ reason }) => reason)
        expect(await reasonsOf(cells(all, { price: '900' }))).toEqual([
          expect.stringMatching(/^was 100 on 2024-10-04, hotel 7, room 101: \+800 %/),
        ])
        expect(await reasonsOf(cells(['102'], { price: '900' }))).toEqual([
          expect.stringMatching(
            /^has as its nearest acknowledged price 110 on 2024-10-04, hotel 7, room 102, plan 501: \+718 %/,
          ),
        ])
      })
    })
  })

  it('random moves: exactly those beyond the factor are counted', async () => {
    const prices = fc.array(fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999 })), {
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(prices, fc.integer({ min: 0, max: 900 }), async (pairs, maxChange) => {
        await withMemoryJournal(async (journal) => {
          await acknowledge(
            journal,
            nights(pairs.length, (at) => ({ price: String(pairs[at]?.[0]) })),
          )
          const found = await plan(
            journal,
            nights(pairs.length, (at) => ({ price: String(pairs[at]?.[1]) })),
            { guards: { ...GUARDS, maxChange } },
            { persist: false },
          )
          // In whole numbers: after > before × (100 + p) / 100, or the other way round.
          const beyond = pairs.filter(
            ([before, after]) => after * 100 > before * (100 + maxChange) || before * 100 > after * (100 + maxChange),
          ).length
          expect(stopsOf(found)).toEqual(beyond === 0 ? [] : [['max-change', beyond]])
        })
      }),
      { numRuns: 15 },
    )
  })
})
