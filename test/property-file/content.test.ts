import { describe, expect, it } from 'vitest'
import { changesOf, differingFields, saysTheSame } from '../../src/property-file/content.js'

describe('saysTheSame', () => {
  it.each([
    ['the same text', 'a', 'a', true],
    ['another text', 'a', 'b', false],
    ['a number and its text', 1, '1', false],
    ['false and absent, at the top', false, undefined, false],
    ['false and absent, inside', { a: 1, b: false }, { a: 1 }, true],
    ['true and absent, inside', { a: 1, b: true }, { a: 1 }, false],
    ['null, empty list and absent', { a: null, b: [], c: {} }, undefined, true],
    ['another order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['another order of entries', [1, 2], [2, 1], false],
    ['an entry less', [{ a: 1 }, { a: 2 }], [{ a: 1 }], false],
    ['zero and absent', { a: 0 }, {}, false],
    ['empty text and absent', { a: '' }, {}, false],
  ])('%s', (_, a, b, same) => {
    expect(saysTheSame(a, b)).toBe(same)
    expect(saysTheSame(b, a)).toBe(same)
  })
})

describe('changes', () => {
  const current = {
    name: 'Seaview',
    phones: [{ phoneNumber: '1', name: 'Desk' }, { phoneNumber: '2' }],
    forTesting: false,
    fax: '3',
  }

  it('are the fields that differ, whole', () => {
    expect(differingFields(current, { name: 'Seaview', phones: [{ phoneNumber: '1' }], forTesting: true })).toEqual({
      phones: [{ phoneNumber: '1' }],
      forTesting: true,
    })
  })

  it('are told value by value, old and new', () => {
    expect(
      changesOf(current, { name: 'Grand', phones: [{ phoneNumber: '9', name: 'Desk' }], forTesting: true, taxId: 'T' }),
    ).toEqual([
      { field: 'name', from: 'Seaview', to: 'Grand' },
      { field: 'phones[0].phoneNumber', from: '1', to: '9' },
      { field: 'phones[1]', from: { phoneNumber: '2' } },
      { field: 'forTesting', from: false, to: true },
      { field: 'taxId', to: 'T' },
    ])
  })

  it('are none where nothing differs, and never touch what is not given', () => {
    expect(changesOf(current, { name: 'Seaview', phones: current.phones })).toEqual([])
  })
})
