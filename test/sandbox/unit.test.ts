import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller
const OWN = 1_000_001
const FOREIGN = 1_000_002
const EMPTY = 1_000_003

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sandbox.sandbox.seed({
    properties: [
      { hubSwitchId: 'U-1', code: 'U1', name: 'Own', currency: 'EUR' },
      {
        hubSwitchId: 'U-2',
        code: 'U2',
        name: 'Foreign',
        partnerId: 'demo-operator',
        units: [{ name: 'Theirs', count: 1, basePrice: 1 }],
      },
      { hubSwitchId: 'U-3', code: 'U3', name: 'Empty' },
    ],
  })
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
afterAll(() => sandbox.close())

/** Every field that create takes. */
const FULL = {
  propertyId: OWN,
  names: [
    { text: 'Double room', languageId: 1 },
    { text: 'Doppelzimmer', languageId: 2 },
  ],
  limited: true,
  isExtra: false,
  soldOverTime: false,
  isCityTax: false,
  displayOccupancyPricesOnCalendar: true,
  basePrice: 99.5,
  basePriceBeforeTax: 90,
  sellableUnitTypeId: 1,
  roomTypeId: 3,
  timeType: 'day',
  paymentType: 'per_night',
  paymentMode: 'AMOUNT',
  roomType: 'DBL',
  mealType: 'breakfast,dinner',
  noOfSellableUnits: 12,
  capacities: [
    {
      capacity: 2,
      isBlockout: false,
      timeRange: { fromDate: '2027-01-01', toDate: '2027-12-31' },
      minOccupancy: 1,
      maxOccupancy: 3,
    },
    { capacity: 4 },
  ],
  descriptions: [{ text: 'Sea side', languageId: 1, descriptionTypeId: 2 }],
  isMandatory: false,
  inventoryType: 'internal',
  hubSwitchImportLink: 'https://example.com/import',
  translationKey: 'unit.double',
  channelIds: [4, 5],
  mapProduct: true,
  cancellationPolicies: [1, 2],
  minLengthOfStay: 1,
  maxLengthOfStay: 28,
  arrivalDays: { monday: true, friday: true },
  bookableDays: {
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: true,
    sunday: true,
  },
  departureDays: {},
  price: { mode: 'standard', value: 99.5, currencyCode: 'EUR', board: 'own key' },
  iCalLink: 'https://example.com/ical',
}
const NO_DAY = {
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: false,
  sunday: false,
}

describe('adding a unit', () => {
  it('answers the complete record, with what the system fills in', async () => {
    const reply = await supplier.post('/api/v1/sellable-unit', FULL)
    expect(reply.status).toBe(201)
    const id = Number(reply.body['result']?.['id'])
    expect(id).toBeGreaterThanOrEqual(101)
    const expected = {
      ...FULL,
      id,
      supplierUnitId: id,
      sellableUnitType: { id: 1, code: 'room', name: 'Room' },
      names: [
        { ...FULL.names[0], language: { id: 1, code: 'en', name: 'English' } },
        { ...FULL.names[1], language: { id: 2, code: 'de', name: 'German' } },
      ],
      descriptions: [{ ...FULL.descriptions[0], language: { id: 1, code: 'en', name: 'English' } }],
      capacities: [FULL.capacities[0], { capacity: 4, isBlockout: false }],
      arrivalDays: { ...NO_DAY, monday: true, friday: true },
      departureDays: NO_DAY,
    }
    expect(reply.body['result']).toEqual(expected)
    expect((await supplier.get(`/api/v1/sellable-unit/${id}`)).body['result']).toEqual(expected)
  })

  it('has every field where little was given, and takes a unit for a room', async () => {
    const { body } = await supplier.post('/api/v1/sellable-unit', { propertyId: OWN })
    expect(body['result']).toMatchObject({
      sellableUnitTypeId: 1,
      names: [],
      capacities: [],
      basePrice: null,
      isMandatory: false,
      arrivalDays: null,
    })
    for (const field of Object.keys(FULL)) expect(body['result']).toHaveProperty(field)
    const extra = await supplier.post('/api/v1/sellable-unit', { propertyId: OWN, isExtra: true })
    expect(extra.body['result']).toMatchObject({ sellableUnitType: { code: 'extra' } })
  })

  it.each([
    [{ supplierUnitId: 5 }, 'supplierUnitId'],
    [{ id: 5 }, 'id'],
    [{ timeType: 'week' }, 'timeType'],
    [{ paymentType: 'PER_NIGHT' }, 'paymentType'],
    [{ paymentMode: 'amount' }, 'paymentMode'],
    [{ inventoryType: 'both' }, 'inventoryType'],
    [{ sellableUnitTypeId: 9 }, 'sellableUnitTypeId'],
    [{ names: [{ text: 'x', languageId: 999 }] }, 'names[0].languageId'],
    [{ descriptions: [{ text: 'x', languageId: -1 }] }, 'descriptions[0].languageId'],
    [{ capacities: [{ capacity: -1 }] }, 'capacities[0].capacity'],
    [
      { capacities: [{ capacity: 1, timeRange: { fromDate: '2027-13-01', toDate: '2027-12-31' } }] },
      'capacities[0].timeRange.fromDate',
    ],
    [{ arrivalDays: { montag: true } }, 'arrivalDays.montag'],
    [{ price: { currencyCode: 'ABC' } }, 'price.currencyCode'],
    [{ basePrice: -1 }, 'basePrice'],
    [{ noOfSellableUnits: 1.5 }, 'noOfSellableUnits'],
    [{ propertyId: undefined }, 'propertyId'],
    [{ propertyId: 5 }, 'propertyId'],
  ])('refuses %j', async (spoiled, field) => {
    const before = sandbox.sandbox.counts().units
    expect(await supplier.post('/api/v1/sellable-unit', { propertyId: OWN, ...spoiled })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
    expect(sandbox.sandbox.counts().units).toBe(before)
  })

  it("follows the property's access rule", async () => {
    expect((await supplier.post('/api/v1/sellable-unit', { propertyId: FOREIGN })).status).toBe(403)
    expect((await operator.post('/api/v1/sellable-unit', { propertyId: OWN })).status).toBe(403)
    expect((await supplier.post('/api/v1/sellable-unit', { propertyId: 1_999_999 })).status).toBe(404)
  })
})

describe('reading units', () => {
  it("follows the property's access rule", async () => {
    const listed = (await operator.get(`/api/v1/sellable-unit/paging/by-property?propertyId=${FOREIGN}`)).body[
      'result'
    ]?.['content']
    const theirs = Number(listed?.['0']?.['id'])
    expect((await supplier.get(`/api/v1/sellable-unit/${theirs}`)).status).toBe(403)
    expect((await operator.get(`/api/v1/sellable-unit/${theirs}`)).status).toBe(200)
    expect((await supplier.get(`/api/v1/sellable-unit/paging/by-property?propertyId=${FOREIGN}`)).status).toBe(403)
    expect((await operator.get(`/api/v1/sellable-unit/paging/by-property?propertyId=${OWN}`)).status).toBe(200)
  })

  it.each([
    ['0', 400],
    ['-1', 400],
    ['x', 400],
    ['2147483648', 400],
    ['2147483647', 404],
  ])('answers id %s with %i', async (id, status) => {
    expect((await supplier.get(`/api/v1/sellable-unit/${id}`)).status).toBe(status)
  })

  it('pages through the units of a property', async () => {
    for (let count = 0; count < 23; count += 1) {
      expect(
        (
          await supplier.post('/api/v1/sellable-unit', {
            propertyId: EMPTY,
            names: [{ text: `Room ${count}`, languageId: 1 }],
          })
        ).status,
      ).toBe(201)
    }
    const list = async (query: string) =>
      (await supplier.get(`/api/v1/sellable-unit/paging/by-property?propertyId=${EMPTY}${query}`)).body['result']
    expect(await list('')).toMatchObject({ pageNumber: 0, pageSize: 10, totalElements: 23, totalPages: 3 })
    const seen: number[] = []
    for (const page of [0, 1, 2, 3]) {
      const content = (await list(`&page=${page}&size=8`))?.['content'] as unknown as {
        id: number
        propertyId: number
      }[]
      expect(content).toHaveLength(page < 2 ? 8 : page === 2 ? 7 : 0)
      expect(content.every(({ propertyId }) => propertyId === EMPTY)).toBe(true)
      seen.push(...content.map(({ id }) => id))
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen).toHaveLength(23)
    expect((await list('&size=2147483647'))?.['content']).toHaveLength(23)
  })

  it.each([
    '',
    '?propertyId=999999',
    '?propertyId=1000001&size=0',
    '?propertyId=1000001&page=-1',
    '?propertyId=1000001&page=x',
    '?propertyId=1000001&size=2147483648',
  ])('refuses the query "%s"', async (query) => {
    expect((await supplier.get(`/api/v1/sellable-unit/paging/by-property${query}`)).status).toBe(400)
  })

  it('lists unit types and payment types', async () => {
    expect((await supplier.get('/api/v1/sellable-unit/sellable-unit-types')).body['result']).toEqual([
      { id: 1, code: 'room', name: 'Room' },
      { id: 2, code: 'meal', name: 'Meal' },
      { id: 3, code: 'extra', name: 'Extra' },
    ])
    const payment = (await supplier.get('/api/v1/sellable-unit/payment-types')).body['result'] as unknown as {
      code: string
    }[]
    expect(payment.map(({ code }) => code)).toEqual([
      'per_stay',
      'per_night',
      'per_person',
      'per_person_per_night',
      'per_unit',
    ])
  })
})
