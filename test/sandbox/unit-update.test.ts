import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../support/sandbox.js'

const sandbox = await startTestSandbox()
const supplier = await sandbox.as('demo-supplier')
const operator = await sandbox.as('demo-operator')
afterAll(() => sandbox.close())

const OWN = 1_000_001
const EN = { id: 1, code: 'en', name: 'English' }
const DE = { id: 2, code: 'de', name: 'German' }
const ROOM = 101
const FOREIGN_ROOM = 102
const path = (id: number) => `/api/v1/sellable-unit/${id}`

beforeEach(() => {
  sandbox.sandbox.reset()
  sandbox.sandbox.seed({
    properties: [
      {
        hubSwitchId: 'UU-1',
        code: 'UU1',
        name: 'Own',
        currency: 'EUR',
        units: [
          {
            name: 'Double room',
            names: { de: 'Doppelzimmer' },
            count: 12,
            basePrice: 99.5,
            occupancy: { standard: 2, min: 1, max: 3 },
            ratePlans: ['Flexible'],
            fields: {
              descriptions: [{ text: 'Sea side', languageId: 1 }],
              channelIds: [4, 5],
              cancellationPolicies: [1],
              arrivalDays: { monday: true },
              roomType: 'DBL',
            },
          },
        ],
      },
      {
        hubSwitchId: 'UU-2',
        code: 'UU2',
        name: 'Foreign',
        partnerId: 'demo-operator',
        units: [{ name: 'Theirs', count: 1, basePrice: 1 }],
      },
    ],
  })
})

describe('updating a unit', () => {
  it('changes what is supplied and nothing else, and answers the whole unit', async () => {
    const before = (await supplier.get(path(ROOM))).body['result']
    expect(before).toMatchObject({ noOfSellableUnits: 12, basePrice: 99.5, roomType: 'DBL' })
    const reply = await supplier.put(path(ROOM), { noOfSellableUnits: 14, limited: true })
    expect(reply).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(reply.body['result']).toEqual({ ...before, noOfSellableUnits: 14, limited: true })
    expect((await supplier.get(path(ROOM))).body['result']).toEqual(reply.body['result'])
  })

  it.each([
    [
      'names',
      [{ text: 'Chambre', languageId: 3 }],
      [{ text: 'Chambre', languageId: 3, language: { id: 3, code: 'fr', name: 'French' } }],
    ],
    ['names', [], []],
    ['capacities', [{ capacity: 4 }], [{ capacity: 4, isBlockout: false }]],
    ['capacities', [], []],
    [
      'descriptions',
      [
        { text: 'Garden', languageId: 2 },
        { text: 'Jardin', languageId: 3 },
      ],
      [
        { text: 'Garden', languageId: 2, language: DE },
        { text: 'Jardin', languageId: 3, language: { id: 3, code: 'fr', name: 'French' } },
      ],
    ],
    ['channelIds', [9], [9]],
    ['cancellationPolicies', [], []],
    [
      'arrivalDays',
      { friday: true },
      {
        monday: false,
        tuesday: false,
        wednesday: false,
        thursday: false,
        friday: true,
        saturday: false,
        sunday: false,
      },
    ],
  ])('replaces %s whole with %j', async (field, value, expected) => {
    const before = (await supplier.get(path(ROOM))).body['result']
    expect((await supplier.put(path(ROOM), { [field]: value })).body['result']).toEqual({
      ...before,
      [field]: expected,
    })
  })

  it('shows the language of each text beside its id', async () => {
    expect((await supplier.get(path(ROOM))).body['result']).toMatchObject({
      names: [
        { text: 'Double room', languageId: 1, language: EN },
        { text: 'Doppelzimmer', languageId: 2, language: DE },
      ],
      descriptions: [{ text: 'Sea side', languageId: 1, language: EN }],
    })
  })

  it("takes the supplier's own id, and its own property's", async () => {
    expect((await supplier.put(path(ROOM), { supplierUnitId: 77_001, propertyId: OWN })).body['result']).toMatchObject({
      supplierUnitId: 77_001,
      propertyId: OWN,
    })
  })

  it('leaves a unit with its property', async () => {
    const reply = await supplier.put(path(ROOM), { propertyId: OWN + 1, basePrice: 1 })
    expect(reply).toMatchObject({ status: 422, body: { status: 'fail', errors: [{ field: 'propertyId' }] } })
    expect(reply.body['message']).toContain('a unit stays with its property')
    expect((await supplier.get(path(ROOM))).body['result']).toMatchObject({ propertyId: OWN, basePrice: 99.5 })
  })

  it('changes what the rooms answer says', async () => {
    await supplier.put(path(ROOM), {
      names: [{ text: 'King room', languageId: 1 }],
      basePrice: 120,
      noOfSellableUnits: 3,
    })
    const { body } = await supplier.channel('/v1/rooms', { hotel_code: OWN })
    expect(body['rooms']).toMatchObject([{ id: ROOM, name: 'King room', quantity: 3, price: { amount: '120.00' } }])
  })

  it.each([
    [{ sellableUnitTypeId: 9 }, 'sellableUnitTypeId'],
    [{ names: [{ text: 'x', languageId: 999 }] }, 'names[0].languageId'],
    [{ names: [{ text: '', languageId: 1 }] }, 'names[0].text'],
    [
      {
        descriptions: [
          { text: 'x', languageId: 1 },
          { text: 'x', languageId: -1 },
        ],
      },
      'descriptions[1].languageId',
    ],
    [{ price: { currencyCode: 'ABC' } }, 'price.currencyCode'],
    [{ paymentType: 'weekly' }, 'paymentType'],
    [{ basePriceBeforeTax: 5 }, 'basePriceBeforeTax'],
    [{ id: 5 }, 'id'],
    [{ noOfSellableUnits: -1 }, 'noOfSellableUnits'],
  ])('refuses %j and changes nothing', async (spoiled, field) => {
    const before = (await supplier.get(path(ROOM))).body['result']
    expect(await supplier.put(path(ROOM), { limited: true, ...spoiled })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
    expect((await supplier.get(path(ROOM))).body['result']).toEqual(before)
  })

  it('refuses a body without a field', async () => {
    expect(await supplier.put(path(ROOM), {})).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('at least one field') },
    })
  })

  it("follows the property's access rule", async () => {
    expect((await supplier.put(path(FOREIGN_ROOM), { limited: true })).status).toBe(403)
    expect((await operator.put(path(ROOM), { limited: true })).status).toBe(403)
    expect((await operator.put(path(FOREIGN_ROOM), { limited: true })).status).toBe(200)
    expect((await supplier.put(path(9_999), { limited: true })).status).toBe(404)
    expect((await supplier.put(path(0), { limited: true })).status).toBe(400)
  })
})
