import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CellBlock, decodeBlock, encodeBlock } from '../../../src/journal/packed/cell-block.js'
import { columnsOf, setsOf } from '../../../src/journal/packed/field-columns.js'

const value = fc.oneof(
  fc.constantFrom('100.00', '55.5', '', 'null', 'EUR'),
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
)
const set = fc.dictionary(fc.constantFrom('price', 'currency', 'min_stay', 'closed'), value, { maxKeys: 4 })

describe('field sets as columns', () => {
  it('come back as they were, whichever fields some of them lack', () => {
    fc.assert(
      fc.property(fc.array(set, { maxLength: 12 }), (sets) => {
        const stored = JSON.parse(JSON.stringify(columnsOf(sets)))
        expect(setsOf(stored)).toEqual(sets.map((one) => ({ ...one })))
      }),
      { numRuns: 500 },
    )
  })

  it('write once what all have', () => {
    const sets = Array.from({ length: 3 }, (_, at) => ({ price: `${at}.00`, currency: 'EUR', closed: false }))
    expect(columnsOf(sets)).toEqual({
      n: 3,
      k: ['price', 'currency', 'closed'],
      v: [['0.00', '1.00', '2.00'], 'EUR', false],
    })
  })

  it('keep the order of names', () => {
    const [first] = setsOf(
      columnsOf([
        { price: '1.00', currency: 'EUR', min_stay: 2 },
        { price: '2.00', currency: 'EUR', min_stay: 2 },
      ]),
    )
    expect(Object.keys(first ?? {})).toEqual(['price', 'currency', 'min_stay'])
  })

  it('are read from what older versions stored: a list of objects', () => {
    const block: CellBlock = {
      series: [{ room: '101', plan: '', ranges: [{ from: 1, until: 3, value: 1 }] }],
      fields: [{ price: '1.00' }, { closed: true }],
    }
    const { head, ints } = encodeBlock(block)
    const old = JSON.stringify({ s: JSON.parse(head).s, f: block.fields })
    expect(decodeBlock({ head: old, ints })).toEqual(block)
    expect(decodeBlock({ head, ints })).toEqual(block)
  })
})
