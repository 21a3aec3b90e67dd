import { describe, expect, it } from 'vitest'
import * as z from '../../../src/zod/index.js'
import { Int32, UniqueIds, ofLookup } from '../../../src/contract/schema/fields.js'
import { PropertyCreate } from '../../../src/contract/property/property-fields.js'
import { lookupOf, pickFields, withIds } from '../../../src/contract/schema/walk.js'

const Body = z.strictObject({
  languageId: ofLookup('language', Int32).optional().describe('Language'),
  facilities: ofLookup('facility', UniqueIds).optional(),
  names: z.array(z.strictObject({ text: z.string(), languageId: ofLookup('language', Int32) })).optional(),
  code: z.string().optional(),
})

const ids: Record<string, number> = { de: 2, fr: 3, wifi: 1, pool: 4 }

describe('names instead of ids', () => {
  it('finds the mark through optional and describe', () => {
    expect(lookupOf(Body.shape.languageId)).toBe('language')
    expect(lookupOf(Body.shape.facilities)).toBe('facility')
    expect(lookupOf(Body.shape.code)).toBeUndefined()
  })

  it('replaces names where an id belongs, at any depth, and nowhere else', async () => {
    const asked: string[] = []
    const read = async (lookup: string, name: string, field: string): Promise<number> => {
      asked.push(`${lookup} ${name} ${field}`)
      return ids[name] as number
    }
    const body = {
      languageId: 'de',
      facilities: ['wifi', 7, '9', 'pool'],
      names: [
        { text: 'de', languageId: 'fr' },
        { text: 'fr', languageId: 5 },
      ],
      code: 'de',
      other: 'de',
    }
    expect(await withIds(Body, body, read)).toEqual({
      languageId: 2,
      facilities: [1, 7, 9, 4],
      names: [
        { text: 'de', languageId: 3 },
        { text: 'fr', languageId: 5 },
      ],
      code: 'de',
      other: 'de',
    })
    expect(asked).toEqual([
      'language de languageId',
      'facility wifi facilities[0]',
      'facility pool facilities[3]',
      'language fr names[0].languageId',
    ])
  })
})

describe('fields of a record that a request takes', () => {
  it('leaves out what the service added, null and what holds nothing', () => {
    const record = {
      id: 1000001,
      code: 'SEA',
      name: 'Seaview',
      hubSwitchId: 'HS-1',
      status: 'ACTIVE',
      fax: null,
      emails: [],
      phones: [{ phoneTypeId: 1, phoneType: { id: 1, name: 'Phone' }, phoneNumber: '+49', extension: null }],
      forTesting: false,
      supplier: { id: 1 },
    }
    expect(pickFields(PropertyCreate, record)).toEqual({
      hubSwitchId: 'HS-1',
      status: 'ACTIVE',
      code: 'SEA',
      name: 'Seaview',
      forTesting: false,
      phones: [{ phoneTypeId: 1, phoneNumber: '+49' }],
    })
  })

  it("keeps the schema's order, so that the same record gives the same bytes", () => {
    const one = pickFields(PropertyCreate, { name: 'n', code: 'c', status: 's', hubSwitchId: 'h' })
    expect(JSON.stringify(one)).toBe('{"hubSwitchId":"h","status":"s","code":"c","name":"n"}')
  })

  it('keeps the unknown fields of an open object, in the order of their names', () => {
    expect(
      JSON.stringify(pickFields(z.looseObject({ value: z.number().optional() }), { z: 1, value: 2, a: null, b: 3 })),
    ).toBe('{"value":2,"b":3,"z":1}')
  })
})
