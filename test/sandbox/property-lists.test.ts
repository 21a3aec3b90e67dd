import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeedProperty } from '../../src/sandbox/index.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

const house = (at: number, more: Partial<SeedProperty> = {}): SeedProperty => ({
  hubSwitchId: `L-${at}`,
  code: `L${at}`,
  name: `House ${at}`,
  ...more,
})
const room = (...channelIds: number[]) => ({ name: 'Room', count: 1, basePrice: 50, fields: { channelIds } })

/** Ids are counted up from 1000001 in this order. The fifth is the operator's, the sixth is deleted by its supplier. */
const HOUSES: SeedProperty[] = [
  house(1, {
    latitude: 48,
    longitude: 16,
    rating: 4,
    distributorType: 'A',
    propertyType: 'hotel',
    facilityIds: [1, 18],
    units: [room(3, 4)],
  }),
  house(2, {
    latitude: 48.1,
    longitude: 16,
    rating: 4,
    distributorType: 'B',
    propertyType: 'hotel',
    facilityIds: [17],
    units: [room(4)],
  }),
  house(3, { latitude: 40, longitude: 10, rating: 5, propertyType: 'apartment', facilityIds: [2], units: [room()] }),
  house(4, { propertyType: 'ryokan', units: [room(4, 3)] }),
  house(5, {
    latitude: 48,
    longitude: 16,
    rating: 1,
    distributorType: 'Z',
    partnerId: 'demo-operator',
    units: [room(3)],
  }),
  house(6, { latitude: 48, longitude: 16, fields: { isDeletedBySupplier: true }, units: [room(3)] }),
]
const [ONE, TWO, THREE, FOUR, FIVE, SIX] = [1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_005, 1_000_006]

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sandbox.sandbox.seed({
    properties: HOUSES,
    lists: [
      { domain: 'wien.stays.example', name: 'Wien', hubSwitchIds: ['L-1', 'L-2', 'L-5', 'L-6'] },
      { domain: 'münchen.example', name: 'München', hubSwitchIds: [] },
    ],
  })
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
afterAll(() => sandbox.close())

async function post(path: string, body: object, caller = supplier) {
  const reply = await caller.post(`/api/v1/property/${path}`, body)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body['result'] as unknown
}
async function get(path: string, caller = supplier) {
  const reply = await caller.get(`/api/v1/property/${path}`)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body['result'] as unknown
}
const idsOf = (page: unknown) => (page as { content: { id: number }[] }).content.map(({ id }) => id)

describe('a list search', () => {
  it('finds its members that the account may read, by id where there is no centre', async () => {
    expect(idsOf(await post('search-list-id-v4', { listId: 1 }))).toEqual([ONE, TWO, THREE, FOUR])
    expect(idsOf(await post('search-list-id-v4', { listId: 1 }, operator))).toEqual([ONE, TWO, THREE, FOUR, FIVE])
    expect(await post('search-list-id-v4', { listId: 2 })).toMatchObject({
      totalElements: 2,
      totalPages: 1,
      content: [{ id: ONE, distance: null }, { id: TWO }],
    })
    expect(idsOf(await post('search-list-id-v4', { listId: 2 }, operator))).toEqual([ONE, TWO, FIVE])
    expect(idsOf(await post('search-list-id-v4', { listId: 3 }))).toEqual([])
  })

  it('filters and measures as a search does', async () => {
    expect(await post('search-list-id-v4', { listId: 2, latitude: '48.1', longitude: '16' })).toMatchObject({
      content: [
        { id: TWO, distance: 0 },
        { id: ONE, distance: 11.12 },
      ],
    })
    expect(idsOf(await post('search-list-id-v4', { listId: 2, latitude: '48.1', longitude: '16', radius: 5 }))).toEqual(
      [TWO],
    )
    expect(idsOf(await post('search-list-id-v4', { listId: 1, hotelFacilitiesFiltered: [1] }))).toEqual([ONE, TWO])
    expect(idsOf(await post('search-list-id-v4', { listId: 1, hotelFacilitiesFiltered: [1, 2] }))).toEqual([ONE])
    expect(await post('search-list-id-v4', { listId: 1, pageNumber: 9, pageSize: 3 })).toEqual({
      content: [],
      pageNumber: 9,
      pageSize: 3,
      totalElements: 4,
      totalPages: 2,
    })
  })

  it.each([
    [{ listId: 99 }, 404, undefined],
    [{ listId: 0 }, 404, undefined],
    [{ listId: -1 }, 400, 'listId'],
    [{}, 400, 'listId'],
    [{ listId: 1, latitude: '1' }, 400, 'longitude'],
    [{ listId: 1, longitude: '1' }, 400, 'latitude'],
    [{ listId: 1, radius: 5 }, 400, 'radius'],
    [{ listId: 1, hotelFacilitiesFiltered: [1, 17] }, 400, 'hotelFacilitiesFiltered[1]'],
    [{ listId: 1, propertyTypeIds: [99] }, 400, 'propertyTypeIds[0]'],
  ])('%j is %i', async (body, status, field) => {
    for (const path of [
      'search-list-id-v4',
      ...('listId' in body && body.listId === -1 ? [] : ['filter-count-by-listId/v2']),
    ]) {
      expect(await supplier.post(`/api/v1/property/${path}`, body)).toMatchObject({
        status,
        body: field === undefined ? {} : { errors: [{ field }] },
      })
    }
  })
})

describe('filter counts', () => {
  it('say how many there would be with one more value, and every key at least as nought', async () => {
    const counts = (await post('filter-count-by-listId/v2', { listId: 1, ratings: ['5'] })) as Record<string, number>
    expect(counts).toMatchObject({
      'ratings.noRating': 1,
      'ratings.1': 0,
      'ratings.4': 2,
      'ratings.5': 1,
      'distributorType.A': 0,
      'distributorType.B': 0,
      'propertyTypeIds.1': 0,
      'propertyTypeIds.2': 1,
      'propertyTypeIds.12': 0,
      'hotelFacilitiesFiltered.1': 0,
      'hotelFacilitiesFiltered.2': 1,
      'hotelFacilitiesFiltered.16': 0,
    })
    expect(counts).not.toHaveProperty(['distributorType.Z'])
    expect(Object.keys(counts)).toHaveLength(6 + 2 + 12 + 16)
    expect(await post('filter-count-by-listId/v2', { listId: 1, hotelFacilitiesFiltered: [2] })).toMatchObject({
      'ratings.4': 1,
      'ratings.5': 1,
      'hotelFacilitiesFiltered.1': 1,
      'hotelFacilitiesFiltered.2': 2,
    })
  })

  it('stay inside the list, the radius and what the account may read', async () => {
    const near = { latitude: '48', longitude: '16', radius: 5 }
    expect(await post('filters-count-by-geocode/v2', near)).toMatchObject({
      'ratings.4': 1,
      'ratings.1': 0,
      'distributorType.A': 1,
      'distributorType.B': 0,
    })
    expect(await post('filters-count-by-geocode/v2', near, operator)).toMatchObject({
      'ratings.4': 1,
      'ratings.1': 1,
      'distributorType.Z': 1,
    })
    expect(await post('filter-count-by-listId/v2', { listId: 2 })).toMatchObject({ 'ratings.4': 2, 'ratings.5': 0 })
  })
})

describe('the list of a domain', () => {
  it.each([
    ['stays.example', 1],
    ['STAYS.Example', 1],
    ['www.stays.example', 1],
    ['wien.stays.example', 2],
    ['a.b.Wien.stays.example', 2],
    ['münchen.example', 3],
    ['xn--mnchen-3ya.example', 3],
  ])('%s is %i', async (domain, id) => {
    expect(await get(`list-id-by-domain-name/${encodeURIComponent(domain)}`)).toBe(id)
  })

  it.each([
    ['other.example', 404],
    ['notstays.example', 404],
    ['example.com', 404],
    ['nonsense', 400],
    ['a b.example', 400],
  ])('%s is answered with %i', async (domain, status) => {
    expect((await supplier.get(`/api/v1/property/list-id-by-domain-name/${encodeURIComponent(domain)}`)).status).toBe(
      status,
    )
  })
})

describe('counts', () => {
  it('leave out what has no distributor type, unless all are asked for', async () => {
    expect([
      await get('count'),
      await get('count?allPropertiesCount=false'),
      await get('count?allPropertiesCount=true'),
    ]).toEqual([2, 2, 4])
    expect([await get('count', operator), await get('count?allPropertiesCount=true', operator)]).toEqual([3, 5])
  })

  it('of a list count all its members', async () => {
    expect([
      await get('count-list/1'),
      await get('count-list/2'),
      await get('count-list/3'),
      await get('count-list/2', operator),
    ]).toEqual([4, 2, 0, 3])
    expect((await supplier.get('/api/v1/property/count-list/99')).status).toBe(404)
  })
})

describe('properties by ids', () => {
  it('are exactly those that the account may read, in the order asked for', async () => {
    expect(
      ((await post('ids', { propertyIds: [THREE, FIVE, 1_000_099, ONE] })) as { id: number }[]).map(({ id }) => id),
    ).toEqual([THREE, ONE])
    expect(
      ((await post('ids', { propertyIds: [FIVE, ONE] }, operator)) as { id: number }[]).map(({ id }) => id),
    ).toEqual([FIVE, ONE])
    expect(await post('ids', { propertyIds: [] })).toEqual([])
    expect(await post('ids', { propertyIds: [ONE] })).toEqual([
      (await supplier.get(`/api/v1/properties/${ONE}`)).body['result'],
    ])
    expect(await post('ids', { propertyIds: [SIX] })).toMatchObject([{ id: SIX, isDeletedBySupplier: true }])
  })

  it('may not repeat', async () => {
    expect(await supplier.post('/api/v1/property/ids', { propertyIds: [ONE, ONE] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'propertyIds' }] },
    })
  })
})

describe('properties by channel', () => {
  it('have a unit there, ascending', async () => {
    expect(await get('properties-by-channel/3')).toEqual([ONE, FOUR])
    expect(await get('properties-by-channel/4')).toEqual([ONE, TWO, FOUR])
    expect(await get('properties-by-channel/3', operator)).toEqual([ONE, FOUR, FIVE])
    expect(await get('properties-by-channel/9')).toEqual([])
    expect((await supplier.get('/api/v1/property/properties-by-channel/x')).status).toBe(400)
  })
})

describe('reset', () => {
  it('leaves the list of everything and no other', async () => {
    const own = await startTestSandbox()
    own.sandbox.seed()
    const caller = await own.as('demo-supplier')
    expect((await caller.get('/api/v1/property/list-id-by-domain-name/tokyo.stays.example')).body['result']).not.toBe(1)
    own.sandbox.reset()
    expect((await caller.get('/api/v1/property/list-id-by-domain-name/tokyo.stays.example')).body['result']).toBe(1)
    await own.close()
  })
})
