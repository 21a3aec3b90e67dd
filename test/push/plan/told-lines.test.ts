import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasWeekday, parseNight } from '../../../src/calendar/index.js'
import { kindOf } from '../../../src/files/kinds/index.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import type { GuardLimits } from '../../../src/push/guards/guards.js'
import type { PlanInput } from '../../../src/push/plan/input.js'
import type { Plan } from '../../../src/push/plan/plan.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { chunksOf, FILES, Grid, plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_600
const GUARDS: GuardLimits = {
  priceFloor: 20,
  priceCeiling: 500,
  maxChange: 50,
  maxClosing: 0,
  mayZeroPrice: false,
  mayBeOlder: true,
  mayRepeatFullLoad: true,
  mayExceedUnits: false,
  mayChangeCurrency: false,
  mayUnknownRooms: true,
}

interface Told {
  file: string
  line: number
  field: string
  value: string
  /** Undefined where it is not told. */
  night: number | undefined
  room: string | undefined
}

const isSame = (value: CellFields[string] | undefined, told: string): boolean =>
  value !== undefined &&
  (String(value) === told || (typeof value === 'string' && value !== '' && Number(value) === Number(told)))

const sets = (one: Row, { field, night, room }: Pick<Told, 'field' | 'night' | 'room'>): boolean =>
  one.fields[field] !== undefined &&
  (room === undefined || one.room === room) &&
  (night === undefined || (one.from <= night && night < one.until && hasWeekday(night, night + 1, one.days)))

/** Everything in a plan that tells a value with its row. */
function toldBy({ stops, fileValues = [], bad }: Plan): Told[] {
  return [
    ...stops.flatMap(({ file, line, field, value, reason }) => {
      if (line === undefined || field === undefined || value === undefined) return []
      const [, date] = /(?:on|beginning with) (\d{4}-\d\d-\d\d)/.exec(reason) ?? []
      const isHere = !reason.startsWith('was ') && !reason.startsWith('has as')
      const [, room = ''] = /, room (\d+)/.exec(reason) ?? []
      // A change names the room that has held the price, which may be one of all that a row is for.
      return [{ file, line, field, value, night: parseNight(date ?? '') ?? undefined, room: isHere ? room : undefined }]
    }),
    ...fileValues.flatMap(({ field, smallest, largest, odd }) => [
      ...[smallest, largest].map(({ file, line, value, night, room }) => ({ file, line, field, value, night, room })),
      ...odd.map(({ file, line, value, from, room }) => ({ file, line, field, value, night: from, room })),
    ]),
    ...bad.flatMap(({ file, line, field, value }) =>
      file === undefined || line === undefined || field === undefined || value === undefined
        ? []
        : [{ file, line, field, value, night: undefined, room: undefined }],
    ),
  ]
}

/** By the rows alone: the value stands in the told line, for that night and room, and no later row of the room sets it. */
function requireTrue(told: readonly Told[], rows: readonly Row[]): void {
  for (const one of told) {
    const file = FILES.findIndex(({ name }) => name === one.file)
    const found = rows.filter(({ file: at, line }) => at === file && line === one.line)
    expect({
      one,
      found: found.filter((each) => sets(each, one) && isSame(each.fields[one.field], one.value)),
    }).not.toEqual({ one, found: [] })
    if (one.night === undefined || one.room === undefined) continue
    const last = rows
      .filter((each) => sets(each, one))
      .toSorted((a, b) => a.file - b.file || a.line - b.line)
      .at(-1)
    expect({ one, at: [last?.file, last?.line] }).toEqual({ one, at: [file, one.line] })
  }
}

const money = fc.constantFrom('0.00', '5.00', '10.00', '60.00', '61.50', '200.00', '900.00')
const priced = fc.record({ price: money, currency: fc.constantFrom('EUR', 'EUR', 'USD') })
const stays = fc.record(
  { min_stay: fc.integer({ min: 1, max: 4 }), max_stay: fc.integer({ min: 2, max: 5 }), closed: fc.boolean() },
  { requiredKeys: [] },
)
const cells = (fields: fc.Arbitrary<CellFields>, rooms: string[], masks: number[]): fc.Arbitrary<Row[]> =>
  fc
    .array(
      fc.record({
        file: fc.constantFrom(0, 1),
        room: fc.constantFrom(...rooms),
        from: fc.nat(20),
        length: fc.constantFrom(1, 1, 2, 9),
        days: fc.constantFrom(...masks),
        fields,
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((list) =>
      list.map(({ from, length, ...cell }, at) =>
        row(at + 2, { ...cell, from: NIGHT + from, until: NIGHT + from + length }),
      ),
    )
const rates = cells(
  fc
    .tuple(fc.option(priced), stays)
    .map(([price, rest]): CellFields => ({ ...price, ...rest }))
    .filter(
      ({ min_stay: min = 0, max_stay: max = 9, ...rest }) =>
        min <= max && (min !== 0 || max !== 9 || 'price' in rest || 'closed' in rest),
    ),
  ['101', '101', '102', ''],
  [127, 127, 127, 0b1010101],
)
const counts = cells(fc.record({ availability: fc.constantFrom(0, 1, 4, 9) }), ['101', '102'], [127])

async function planned(
  rows: readonly Row[],
  before: readonly Row[],
  kind: 'rates' | 'inventory',
  isLastWins: boolean,
): Promise<Plan> {
  return withMemoryJournal(async (journal) => {
    const more = { kind: kindOf(kind) }
    const { runId } = await plan(journal, [], { overlapLastWins: true }, { ...more, chunks: chunksOf(before) })
    if (runId !== undefined) await sendRun({ journal, runId, send: new Grid().send, concurrency: 1 })
    const roomsOf: PlanInput['roomsOf'] = () =>
      Promise.resolve(new Map([['7', ['101', '102'].map((room) => ({ room, quantity: 5, currency: 'EUR' }))]]))
    return plan(
      journal,
      [],
      { overlapLastWins: isLastWins, guards: GUARDS },
      { ...more, chunks: chunksOf(rows), roomsOf, surveysValues: true, persist: false },
    )
  })
}

describe('the line of a value', () => {
  it.each(['rates', 'inventory'] as const)(
    'where rows lie over each other, what is told of %s names the last row that sets it',
    async (kind) => {
      const seen = new Set<string>()
      await fc.assert(
        fc.asyncProperty(
          kind === 'rates' ? rates : counts,
          kind === 'rates' ? rates : counts,
          fc.boolean(),
          async (rows, before, isLastWins) => {
            const found = await planned(rows, before, kind, isLastWins)
            for (const { guard } of found.stops) seen.add(guard)
            if (found.fileValues?.some(({ odd }) => odd.length > 0) === true) seen.add('odd')
            if (found.bad.length > 0) seen.add('bad')
            requireTrue(toldBy(found), rows)
          },
        ),
        { numRuns: 100 },
      )
      expect([...seen]).toEqual(expect.arrayContaining([kind === 'rates' ? 'price-floor' : 'unit-count']))
    },
  )

  it('a price of the lower row with a minimum of the upper one', async () => {
    const rows = [
      row(2, { from: NIGHT, until: NIGHT + 30, fields: { price: '29640.00', currency: 'JPY', min_stay: 4 } }),
      row(3, { from: NIGHT + 27, until: NIGHT + 57, fields: { price: '1.00', currency: 'JPY' } }),
    ]
    const { stops, fileValues } = await planned(rows, [], 'rates', true)
    expect(stops.find(({ guard }) => guard === 'price-floor')).toMatchObject({ value: '1', line: 3 })
    expect(fileValues).toMatchObject([
      { smallest: { value: '1.00', night: NIGHT + 27, line: 3 }, largest: { line: 2 } },
    ])
  })

  it('a night in the middle of rows that became one range has its own line', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => row(at + 2, { from: NIGHT + at, fields: { price: '90.00' } }))
    const before = [...rows.slice(0, 12), row(14, { from: NIGHT + 12, fields: { price: '30.00' } })]
    const { stops } = await planned(rows, before, 'rates', false)
    expect(stops).toMatchObject([{ guard: 'max-change', line: 14 }])
  })
})
