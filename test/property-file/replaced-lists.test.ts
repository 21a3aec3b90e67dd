import { describe, expect, it } from 'vitest'
import { droppedEntries, listsNotShown, mergeLists } from '../../src/property-file/replaced-lists.js'

const current = {
  names: [
    { text: 'Double', languageId: 1 },
    { text: 'Doppel', languageId: 2 },
  ],
  descriptions: [
    { text: 'a', languageId: 1 },
    { text: 'b', languageId: 1, descriptionTypeId: 2 },
  ],
  capacities: [
    { capacity: 2 },
    { capacity: 0, isBlockout: true, timeRange: { fromDate: '2027-01-01', toDate: '2027-01-31' } },
  ],
}

describe('lists that an update replaces', () => {
  it('names what would be dropped, only for lists that are given', () => {
    expect(droppedEntries(current, { names: [{ text: 'Zimmer', languageId: 2 }] })).toEqual([
      { list: 'names', entry: { text: 'Double', languageId: 1 } },
    ])
    expect(droppedEntries(current, { basePrice: 3 })).toEqual([])
    expect(droppedEntries(current, { capacities: [] }).map(({ entry }) => entry)).toEqual(current.capacities)
    expect(droppedEntries(current, { descriptions: [{ text: 'c', languageId: 1, descriptionTypeId: 2 }] })).toEqual([
      { list: 'descriptions', entry: { text: 'a', languageId: 1 } },
    ])
  })

  it('puts them back when merging: replaced in place, new at the end', () => {
    const merged = mergeLists(current, {
      names: [
        { text: 'Chambre', languageId: 3 },
        { text: 'Zimmer', languageId: 2 },
      ],
      basePrice: 5,
    })
    expect(merged).toEqual({
      names: [
        { text: 'Double', languageId: 1 },
        { text: 'Zimmer', languageId: 2 },
        { text: 'Chambre', languageId: 3 },
      ],
      basePrice: 5,
    })
    expect(droppedEntries(current, merged)).toEqual([])
  })

  it.each([
    ['absent', {}, ['names']],
    ['null', { names: null }, ['names']],
    ['a text', { names: 'Double' }, ['names']],
    ['without languages', { names: [{ text: 'Double' }] }, ['names']],
    ['languages that are null', { names: [{ text: 'Double', languageId: null }] }, ['names']],
    ['empty', { names: [] }, []],
    ['shown', current, []],
  ])('a list that is %s is known or not', (_, record, hidden) => {
    expect(listsNotShown(record, { names: [], basePrice: 3 })).toEqual(hidden)
  })
})
