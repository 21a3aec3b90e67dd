import { describe, expect, it } from 'vitest'
import { FieldSets, type NightFields } from '../../src/calendar/index.js'
import { randomFrom } from '../support/limiters.js'

const NAMES = ['price', 'currency', 'min_stay', 'max_stay', 'closed', 'closed_to_arrival']

function anySet(random: () => number): NightFields {
  const draw = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const fields: [string, string | number | boolean | undefined][] = [
    ['price', draw([undefined, '9', '90', '9.00', '10.00', String(Math.floor(random() * 3_000))])],
    ['currency', draw([undefined, 'EUR', 'JPY'])],
    ['min_stay', draw([undefined, 0, 1, 2, 14])],
    ['max_stay', draw([undefined, 0, 1, 28])],
    ['closed', draw([undefined, true, false])],
    ['closed_to_arrival', draw([undefined, true, false])],
  ]
  if (random() < 0.5) fields.reverse()
  return Object.fromEntries(
    fields.filter((field): field is [string, string | number | boolean] => field[1] !== undefined),
  )
}

/** Sets by a text of theirs: what the numbers must be. */
const keyOf = (fields: NightFields): string =>
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

describe('numbers of field sets', () => {
  for (const names of [NAMES, undefined]) {
    it(`are one for equal sets and apart for others, ${names === undefined ? 'whatever the fields' : 'with the fields known'}`, () => {
      const random = randomFrom(7)
      const sets = new FieldSets(names)
      const numbers = new Map<string, number>()
      const wrong: string[] = []
      for (let round = 0; round < 20_000; round += 1) {
        const fields = anySet(random)
        const key = keyOf(fields)
        const known = numbers.get(key) ?? numbers.size
        numbers.set(key, known)
        if (sets.idOf(fields) !== known || keyOf(sets.fieldsOf(known)) !== key) wrong.push(key)
      }
      expect(wrong).toEqual([])
      expect(sets.size).toBe(numbers.size)
      expect(numbers.size).toBeGreaterThan(5_000)
    })

    it(`go on behind those of sets below, over two floors, ${names === undefined ? 'whatever the fields' : 'with the fields known'}`, () => {
      const random = randomFrom(8)
      const ground = new FieldSets(names)
      const all: NightFields[] = Array.from({ length: 900 }, () => anySet(random))
      for (const fields of all.slice(0, 300)) ground.idOf(fields)
      const middle = new FieldSets(names, ground)
      for (const fields of all.slice(0, 600)) middle.idOf(fields)
      const top = new FieldSets(names, middle)
      const numbers = new Map<string, number>()
      for (const fields of all) {
        const known = numbers.get(keyOf(fields)) ?? numbers.size
        numbers.set(keyOf(fields), known)
        expect(top.idOf(fields)).toBe(known)
        expect(keyOf(top.fieldsOf(known))).toBe(keyOf(fields))
      }
      expect([top.start, top.size]).toEqual([middle.size, numbers.size])
    })
  }

  it('tell a number from its text, and true from 1', () => {
    const sets = new FieldSets()
    const all: NightFields[] = [{ a: 1 }, { a: '1' }, { a: true }, { a: 'true' }, { b: 1 }, {}, { a: 1, b: 1 }]
    expect(all.map((fields) => sets.idOf(fields))).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(all.map((fields) => sets.idOf({ ...fields }))).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
