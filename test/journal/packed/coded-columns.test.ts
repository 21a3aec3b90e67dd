import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodedSets, type NightFields } from '../../../src/calendar/index.js'
import { columnsOfCodes, pickSets, setsOf, valueAt } from '../../../src/journal/packed/field-columns.js'

const NAMES = ['price', 'currency', 'min_stay', 'closed']
const price = fc.oneof(
  fc.integer({ min: 0, max: 50_000_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  fc.constantFrom('0.00', '2684354.55', '2684354.56', '9000000.00', '1.234', '12.3456', '70.00'),
)
const anySet: fc.Arbitrary<NightFields> = fc
  .record(
    { price, currency: fc.constantFrom('EUR', 'JPY'), min_stay: fc.integer({ min: 0, max: 3 }), closed: fc.boolean() },
    { requiredKeys: [] },
  )
  .map((fields) => fields as NightFields)
const plainSet: fc.Arbitrary<NightFields> = fc.record({
  price: fc.integer({ min: 0, max: 900 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  closed: fc.boolean(),
})

describe('columns of numbered sets', () => {
  for (const [what, set] of [
    ['any', anySet],
    ['with a price each', plainSet],
  ] as const)
    it(`give the sets again, whole and in part, through JSON: sets ${what}`, () => {
      fc.assert(
        fc.property(
          fc.array(set, { minLength: 1, maxLength: 40 }),
          fc.array(fc.nat(), { maxLength: 20 }),
          (all, picks) => {
            const sets = new CodedSets(NAMES)
            const ids = all.map((one) => sets.idOf(one))
            const columns = JSON.parse(JSON.stringify(columnsOfCodes(sets, ids))) as ReturnType<typeof columnsOfCodes>
            expect(setsOf(columns)).toEqual(all)
            for (const [at, name] of columns.k.entries())
              expect(all.map((_, place) => valueAt(columns.v[at], place) ?? undefined)).toEqual(
                all.map((one) => one[name]),
              )
            const places = picks.map((pick) => pick % all.length)
            const picked = JSON.parse(JSON.stringify(pickSets(columns, places))) as typeof columns
            expect(setsOf(picked)).toEqual(places.map((place) => all[place]))
          },
        ),
        { numRuns: 300 },
      )
    })

  it('hold prices that differ as hundredths, flags as digits, and what all have as it is', () => {
    const sets = new CodedSets(NAMES)
    const ids = ['70.00', '80.05', '70.00'].map((one, at) => sets.idOf({ price: one, currency: 'EUR', closed: at > 0 }))
    const columns = columnsOfCodes(sets, ids)
    const k = ['price', 'currency', 'closed']
    expect(columns).toEqual({ n: 3, k, v: [{ h: [7000, 8005, 7000] }, 'EUR', { b: '011' }] })
    expect(pickSets(columns, [0, 2])).toEqual({ n: 2, k, v: ['70.00', 'EUR', { b: '01' }] })
    expect(pickSets(columns, [1, 2])).toEqual({ n: 2, k, v: [{ h: [8005, 7000] }, 'EUR', true] })
  })
})
