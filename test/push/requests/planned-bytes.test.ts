import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OverlayData, parseOverlay } from '../../../src/contract/index.js'
import { KINDS, kindOf } from '../../../src/files/kinds/index.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import { isShaped } from '../../../src/push/requests/shaped-entries.js'
import { wireNames } from '../../../src/push/requests/request-text.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
import { chunksOf, plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_600

const OVERLAYS: [string, OverlayData][] = [
  ['our names', {}],
  [
    'names of the service, some with letters of two bytes',
    {
      rename: {
        'rates.push': { room_settings: 'zeilen', 'room_settings.price': 'prix_à_la_nuit', 'room_settings.to': 'bis' },
        'inventory.push': { availabilities: 'plätze', 'availabilities.availability': 'frei' },
      },
    },
  ],
  [
    'objects of their own',
    {
      rename: {
        'rates.push': { 'room_settings.price': 'rate.amount', 'room_settings.currency': 'rate.code' },
        'inventory.push': { 'availabilities.availability': 'count.free', 'availabilities.from': 'period.from' },
      },
    },
  ],
  [
    'objects that ids, nights and values share',
    {
      rename: {
        'rates.push': {
          hotel_code: 'head.hotel',
          'room_settings.rate_plan_id': 'rate.plan',
          'room_settings.price': 'rate.amount',
          'room_settings.from': 'when.first',
          'room_settings.to': 'when.last',
          'room_settings.min_stay': 'when.stay.least',
          'room_settings.max_stay': 'when.stay.most',
          'room_settings.days': 'when.days',
        },
        'inventory.push': { 'availabilities.room_id': 'room.id', 'availabilities.availability': 'room.free' },
      },
    },
  ],
  [
    'values spelled in another way',
    {
      values: {
        'rates.push': { 'room_settings.closed': { true: 'geschlossen', false: 'öffentlich' } },
        'inventory.push': { 'availabilities.availability': { 0: 'none' } },
      },
    },
  ],
]

const rates = fc.record(
  {
    price: fc.constantFrom('9.00', '120.50', '1200', '0.125', '99999999999.99'),
    currency: fc.constantFrom('EUR', 'JPY'),
    min_stay: fc.constantFrom(1, 28, 365),
    max_stay: fc.constantFrom(400, 999),
    closed: fc.boolean(),
    closed_to_arrival: fc.boolean(),
  },
  { requiredKeys: ['closed'] },
) as fc.Arbitrary<CellFields>
const counts = fc.record({ availability: fc.constantFrom(0, 5, 10, 99, 100, 12_345) })

const rowsOf = (kind: 'rates' | 'inventory'): fc.Arbitrary<Row[]> =>
  fc
    .array(
      fc.record({
        hotel: fc.constantFrom('7', '1000001'),
        room:
          kind === 'rates' ? fc.constantFrom('', '101', '0102', '9007199254740993') : fc.constantFrom('101', '0102'),
        plan: kind === 'rates' ? fc.constantFrom('', '501') : fc.constant(''),
        days: kind === 'rates' ? fc.constantFrom(127, 0b0011111, 0b1100000) : fc.constant(127),
        length: fc.integer({ min: 1, max: 20 }),
        fields: kind === 'rates' ? rates : counts,
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((list) =>
      list.map(({ length, ...cell }, at) =>
        row(at + 2, { ...cell, from: NIGHT + 30 * at, until: NIGHT + 30 * at + length }),
      ),
    )

describe('the bytes of a plan', () => {
  it.each(
    OVERLAYS.flatMap(([name, data]) => (['rates', 'inventory'] as const).map((kind) => [kind, name, data] as const)),
  )('are those that are sent, credentials aside: %s with %s', async (name, _, data) => {
    const kind = kindOf(name)
    const overlay = parseOverlay(data)
    await fc.assert(
      fc.asyncProperty(rowsOf(name), fc.boolean(), fc.constantFrom(1, 3, 1000), async (rows, weekdayMasks, most) => {
        await withMemoryJournal(async (journal) => {
          let sent = 0
          const send = ({ writeBody }: OutgoingBatch): Promise<SendOutcome> => {
            const body = writeBody()
            JSON.parse(Buffer.from(body).toString())
            sent += body.length
            return Promise.resolve({ fate: 'acknowledged' })
          }
          const options = {
            weekdayMasks,
            entriesPerRequest: most,
            fieldName: (path: string, list?: string) => overlay.fieldName(kind.endpoint, path, list),
            valuesOf: (path: string) => overlay.wireValues(kind.endpoint, path),
          }
          const { runId, bytes } = await plan(journal, [], options, { kind, chunks: chunksOf(rows) })
          await sendRun({ journal, runId: runId as number, send, concurrency: 1 })
          expect(sent).toBe(bytes)
        })
      }),
      { numRuns: 25 },
    )
  })

  it.each(KINDS)('bodies with our names are written the usual way: $name', (kind) => {
    const overlay = parseOverlay({})
    const names = wireNames(kind, (path, list) => overlay.fieldName(kind.endpoint, path, list), overlay.end)
    expect(isShaped(names)).toBe(false)
  })
})
