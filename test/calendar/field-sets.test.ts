import { describe, expect, it } from 'vitest'
import { CodedSets, FieldSets, type NightFields } from '../../src/calendar/index.js'
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
  for (const [what, make] of [
    ['whatever the fields', () => new FieldSets()],
    ['with the fields known', () => new CodedSets(NAMES)],
  ] as const)
    it(`are one for equal sets and apart for others, ${what}`, () => {
      const random = randomFrom(7)
      const sets = make()
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

  it('give the fields of a set, combined over another, and count them', () => {
    const random = randomFrom(9)
    const sets = new CodedSets(NAMES)
    for (let round = 0; round < 2_000; round += 1) {
      const [under, over] = [anySet(random), anySet(random)]
      const id = sets.idOf({ ...sets.fieldsOf(sets.idOf(under)), ...sets.fieldsOf(sets.idOf(over)) })
      expect(keyOf(sets.fieldsOf(id))).toBe(keyOf({ ...under, ...over }))
      expect(sets.countOf(id)).toBe(Object.keys({ ...under, ...over }).length)
    }
  })

  it('tell a number from its text, and true from 1', () => {
    const sets = new FieldSets()
    const all: NightFields[] = [{ a: 1 }, { a: '1' }, { a: true }, { a: 'true' }, { b: 1 }, {}, { a: 1, b: 1 }]
    expect(all.map((fields) => sets.idOf(fields))).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(all.map((fields) => sets.idOf({ ...fields }))).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
