import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

const WIDE_ROOM = '9223372036854775807'
const OWN = 1_000_001
const PMS = { id: 3, abbreviation: 'PMS', name: 'Property management system' }
const SUP = { id: 2, abbreviation: 'SUP', name: 'Supplier' }
const CM = { id: 4, abbreviation: 'CM', name: 'Channel manager' }

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller

interface Identifier {
  id: number
  sellableUnitId: number
  name: string
  value: string
  source: { abbreviation: string }
}
const identifiers = async (unitId: number, caller = supplier) =>
  (await caller.get(`/api/v1/sellable-unit/identifier/${unitId}`)).body['result'] as unknown as Identifier[]
const find = (source: string, id: string, caller = supplier) =>
  caller.get(`/api/v1/sellable-unit/by-external-id/${encodeURIComponent(source)}/${encodeURIComponent(id)}`)

/** Units 101 to 104 of the supplier, 105 and 106 of the operator. */
beforeAll(async () => {
  sandbox = await startTestSandbox()
  sandbox.sandbox.seed({
    properties: [
      {
        hubSwitchId: 'UF-1',
        code: 'UF1',
        name: 'Own',
        units: [
          {
            roomCode: '7',
            name: 'Double room',
            count: 1,
            basePrice: 1,
            identifiers: [{ source: 'PMS', name: 'room type', value: 'DBL/SEA 1' }],
          },
          {
            roomCode: WIDE_ROOM,
            name: 'Wide room',
            count: 1,
            basePrice: 1,
            identifiers: [{ source: 'PMS', name: 'room type', value: 'SUI' }],
          },
          { name: 'Breakfast', type: 'meal', count: 1, basePrice: 1 },
        ],
      },
      {
        hubSwitchId: 'UF-2',
        code: 'UF2',
        name: 'Own too',
        units: [
          {
            roomCode: '8',
            name: 'Twin',
            count: 1,
            basePrice: 1,
            identifiers: [
              { source: 'PMS', name: 'room type', value: 'SUI' },
              { source: 'PMS', name: 'label', value: 'SUI' },
              { source: 'SUP', name: 'old number', value: 'T-4' },
            ],
          },
        ],
      },
      {
        hubSwitchId: 'UF-3',
        code: 'UF3',
        name: 'Foreign',
        partnerId: 'demo-operator',
        units: [
          { roomCode: '7', name: 'Theirs', count: 1, basePrice: 1 },
          {
            roomCode: '9',
            name: 'Theirs too',
            count: 1,
            basePrice: 1,
            identifiers: [{ source: 'PMS', name: 'room type', value: 'FAR' }],
          },
        ],
      },
    ],
  })
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
afterAll(() => sandbox.close())

describe('identifiers of a unit', () => {
  it('are those drawn from it and those that were stored', async () => {
    expect(await identifiers(101)).toEqual([
      { id: expect.any(Number), sellableUnitId: 101, name: 'supplierUnitId', value: '101', source: SUP },
      { id: expect.any(Number), sellableUnitId: 101, name: 'roomCode', value: '7', source: CM },
      { id: expect.any(Number), sellableUnitId: 101, name: 'room type', value: 'DBL/SEA 1', source: PMS },
    ])
    expect((await identifiers(102)).map(({ value }) => value)).toEqual(['102', WIDE_ROOM, 'SUI'])
  })

  it('of a meal name no room', async () => {
    expect((await identifiers(103)).map(({ name }) => name)).toEqual(['supplierUnitId'])
  })

  it('have ids that are unique and stay', async () => {
    const all = async () =>
      (await Promise.all([101, 102, 103, 104, 105, 106].map((id) => identifiers(id, operator))))
        .flat()
        .map(({ id }) => id)
    const ids = await all()
    expect(ids).toHaveLength(17)
    expect(new Set(ids).size).toBe(17)
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(1)
    await supplier.put('/api/v1/sellable-unit/103', { limited: true })
    expect(await all()).toEqual(ids)
  })

  it("follow the unit's access rule", async () => {
    const statusOf = async (id: number | string, caller = supplier) =>
      (await caller.get(`/api/v1/sellable-unit/identifier/${id}`)).status
    expect([
      await statusOf(105),
      await statusOf(105, operator),
      await statusOf(999),
      await statusOf(0),
      await statusOf('x'),
    ]).toEqual([403, 200, 404, 400, 400])
  })
})

describe('finding a unit', () => {
  it.each([
    ['SUP', '103', 103],
    ['sup', '103', 103],
    ['CM', '7', 101],
    ['CM', WIDE_ROOM, 102],
    ['PMS', 'DBL/SEA 1', 101],
    ['Pms', 'DBL/SEA 1', 101],
    ['SUP', 'T-4', 104],
  ])('by its id in %s: %s', async (source, id, expected) => {
    const reply = await find(source, id)
    expect(reply).toMatchObject({ status: 200, body: { result: { id: expected } } })
    expect(reply.body['result']).toEqual((await supplier.get(`/api/v1/sellable-unit/${expected}`)).body['result'])
  })

  it.each([
    ['PMS', '101'],
    ['PMS', 'dbl/sea 1'],
    ['CM', '103'],
    ['REV', '7'],
    ['SUP', '0101'],
    ['CM', '9'],
    ['PMS', 'FAR'],
    ['SUP', '105'],
  ])('answers 404 where none the account may read has the id in %s: %s', async (source, id) =>
    expect((await find(source, id)).status).toBe(404),
  )

  it('answers 404 for a source that nobody knows, naming those there are', async () => {
    expect(await find('XYZ', '7')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('HUB, SUP, PMS, CM, REV') },
    })
  })

  it('answers 422 where several have the id, saying how many', async () => {
    expect(await find('PMS', 'SUI')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('2 units') },
    })
    expect(await find('CM', '7', operator)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('2 units') },
    })
    expect((await find('PMS', 'FAR', operator)).body['result']).toMatchObject({ id: 106 })
  })

  it("goes by the supplier's id of today", async () => {
    await supplier.put('/api/v1/sellable-unit/104', { supplierUnitId: 880_044 })
    expect((await find('SUP', '880044')).body['result']).toMatchObject({ id: 104 })
    expect((await find('SUP', '104')).status).toBe(404)
    expect((await identifiers(104))[0]).toMatchObject({ value: '880044' })
  })

  it('takes ids of 1 to 255 characters', async () => {
    expect((await find('PMS', 'x'.repeat(255))).status).toBe(404)
    expect((await find('PMS', 'x'.repeat(256))).status).toBe(400)
    expect((await find('x'.repeat(256), '1')).status).toBe(400)
  })
})

describe('listing units of a type', () => {
  const list = async (query: string, caller = supplier) =>
    caller.get(`/api/v1/sellable-unit/page/by-property-and-type?${query}`)

  it('pages through that type only', async () => {
    for (let at = 0; at < 5; at += 1)
      await supplier.post('/api/v1/sellable-unit', {
        propertyId: OWN + 1,
        sellableUnitTypeId: at % 2 === 0 ? 1 : 3,
        noOfSellableUnits: at,
      })
    const rooms = (await list(`propertyId=${OWN + 1}&type=room&page=0&size=3`)).body['result'] as unknown as {
      content: { id: number; sellableUnitType: { code: string } }[]
    }
    expect(rooms).toMatchObject({ pageNumber: 0, pageSize: 3, totalElements: 4, totalPages: 2 })
    const rest = (await list(`propertyId=${OWN + 1}&type=room&page=1&size=3`)).body['result'] as unknown as typeof rooms
    const seen = [...rooms.content, ...rest.content]
    expect(seen.map(({ sellableUnitType }) => sellableUnitType.code)).toEqual(['room', 'room', 'room', 'room'])
    expect(new Set(seen.map(({ id }) => id)).size).toBe(4)
    expect((await list(`propertyId=${OWN + 1}&type=extra`)).body['result']).toMatchObject({
      pageSize: 10,
      totalElements: 2,
      totalPages: 1,
    })
    expect((await list(`propertyId=${OWN + 1}&type=meal`)).body['result']).toMatchObject({
      content: [],
      totalElements: 0,
      totalPages: 0,
    })
  })

  it('reaches the last page there can be', async () => {
    const query = `propertyId=${OWN}&page=2147483647&size=2147483647`
    expect((await list(`${query}&type=room`)).body['result']).toMatchObject({ content: [], totalElements: 2 })
    expect((await supplier.get(`/api/v1/sellable-unit/paging/by-property?${query}`)).body['result']).toMatchObject({
      content: [],
      totalElements: 3,
    })
  })

  it('refuses a type that is none, naming those there are', async () => {
    expect(await list(`propertyId=${OWN}&type=suite`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'type' }], message: expect.stringContaining('room, meal, extra') },
    })
    expect((await list(`propertyId=${OWN}`)).status).toBe(400)
    expect((await list(`propertyId=${OWN}&type=${'x'.repeat(256)}`)).status).toBe(400)
  })

  it("follows the property's access rule", async () => {
    expect((await list(`propertyId=${OWN + 2}&type=room`)).status).toBe(403)
    expect((await list(`propertyId=${OWN + 2}&type=room`, operator)).body['result']).toMatchObject({ totalElements: 2 })
    expect((await list('propertyId=1999999&type=room')).status).toBe(404)
  })
})
