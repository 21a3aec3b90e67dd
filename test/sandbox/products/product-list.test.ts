import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type TestSandbox } from '../../support/sandbox.js'

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller
const OWN = 1_000_001
const list = (more: object = {}, caller = supplier) => caller.channel('/v1/products', { hotel_code: OWN, ...more })

/** Rooms 101 (plans 501, 502), 102 (501) and 103 (none); breakfast 104, cleaning 105, parking 106. */
beforeAll(async () => {
  sandbox = await startTestSandbox()
  sandbox.sandbox.seed({
    properties: [
      {
        hubSwitchId: 'PL-1',
        code: 'PL1',
        name: 'Own',
        currency: 'EUR',
        units: [
          {
            name: 'Double room',
            names: { de: 'Doppelzimmer' },
            count: 4,
            basePrice: 99.5,
            ratePlans: ['Flexible', 'Weekly'],
            fields: {
              mealType: 'breakfast',
              channelIds: [4, 5],
              cancellationPolicies: [3],
              minLengthOfStay: 1,
              maxLengthOfStay: 28,
              arrivalDays: { monday: true, saturday: true, sunday: false },
            },
          },
          { name: 'Suite', count: 2, basePrice: 200, ratePlans: ['Flexible'], fields: { paymentType: 'per_person' } },
          { name: 'Cellar', count: 9, basePrice: 1 },
          {
            name: 'Breakfast',
            names: { de: 'Frühstück' },
            type: 'meal',
            count: 9,
            basePrice: 14,
            fields: { paymentType: 'per_person_per_night' },
          },
          {
            name: 'Final cleaning',
            names: { de: 'Endreinigung' },
            type: 'extra',
            count: 9,
            basePrice: 45,
            fields: { isMandatory: true, channelIds: [4] },
          },
          { name: 'Parking', type: 'extra', count: 9, basePrice: 12 },
        ],
      },
      {
        hubSwitchId: 'PL-2',
        code: 'PL2',
        name: 'Asleep',
        status: 'INACTIVE',
        units: [{ name: 'Room', count: 1, basePrice: 1, ratePlans: ['Flexible'] }],
      },
      {
        hubSwitchId: 'PL-3',
        code: 'PL3',
        name: 'Foreign',
        partnerId: 'demo-operator',
        currency: 'JPY',
        units: [{ name: 'Room', count: 1, basePrice: 9000, ratePlans: ['Flexible'] }],
      },
      {
        hubSwitchId: 'PL-4',
        code: 'PL4',
        name: 'Wide',
        hotelCode: '9007199254740993',
        units: [{ roomCode: '9223372036854775807', name: 'Room', count: 1, basePrice: 1, ratePlans: ['Flexible'] }],
      },
    ],
  })
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
afterAll(() => sandbox.close())

describe('the products of a hotel', () => {
  it('are rooms under their plans, meals and extras', async () => {
    const anyStay = { min_stay: null, max_stay: null, arrival_days: null }
    const double = {
      id: '101-501',
      name: 'Double room, Flexible',
      category: 'room',
      room: { id: 101, name: 'Double room' },
      rate_plan: { id: 501, name: 'Flexible' },
      meal_plan: 'breakfast',
      price: { mode: 'per_room', amount: '99.50', currency: 'EUR' },
      booking_rules: { min_stay: 1, max_stay: 28, arrival_days: ['mon', 'sat'] },
      cancellation_policies: [{ id: 3 }],
      services: ['Final cleaning'],
      channels: [4, 5],
    }
    const extra = {
      room: null,
      rate_plan: null,
      meal_plan: null,
      booking_rules: anyStay,
      cancellation_policies: [],
      services: [],
      channels: [],
    }
    const reply = await list()
    expect(reply).toMatchObject({ status: 200, body: { success: true, error: null, hotel_code: OWN, language: 'en' } })
    expect(reply.body['products']).toEqual([
      double,
      { ...double, id: '101-502', name: 'Double room, Weekly', rate_plan: { id: 502, name: 'Weekly' } },
      {
        ...double,
        id: '102-501',
        name: 'Suite, Flexible',
        room: { id: 102, name: 'Suite' },
        meal_plan: null,
        price: { mode: 'per_person', amount: '200.00', currency: 'EUR' },
        booking_rules: anyStay,
        cancellation_policies: [],
        channels: [],
      },
      {
        ...extra,
        id: 104,
        name: 'Breakfast',
        category: 'meal',
        price: { mode: 'per_person', amount: '14.00', currency: 'EUR' },
      },
      {
        ...extra,
        id: 105,
        name: 'Final cleaning',
        category: 'extra',
        price: { mode: 'per_unit', amount: '45.00', currency: 'EUR' },
        channels: [4],
      },
      {
        ...extra,
        id: 106,
        name: 'Parking',
        category: 'extra',
        price: { mode: 'per_unit', amount: '12.00', currency: 'EUR' },
      },
    ])
  })

  it('are named in the language asked for', async () => {
    const { body } = await list({ language: 'de' })
    const products = body['products'] as unknown as { name: string; services: string[] }[]
    expect(body).toMatchObject({ language: 'de' })
    expect(products.map(({ name }) => name)).toEqual([
      'Doppelzimmer, Flexible',
      'Doppelzimmer, Weekly',
      'Suite, Flexible',
      'Frühstück',
      'Endreinigung',
      'Parking',
    ])
    expect(products[0]?.services).toEqual(['Endreinigung'])
  })

  it('follow what the plan says before what the unit says', async () => {
    await supplier.post('/api/v1/rate-plans-v3', {
      propertyId: OWN,
      names: [
        { text: 'Half board', languageId: 1 },
        { text: 'Halbpension', languageId: 2 },
      ],
      minLengthOfStay: 2,
      maxLengthOfStay: 9,
      cancellationPolicyIds: [7, 8],
      price: { mode: 'standard', value: '120.125', currencyCode: 'CHF' },
      sellableUnits: [{ sellableUnitId: 101 }],
    })
    const { body } = await list({ language: 'de' })
    const products = body['products'] as unknown as { rate_plan: { name: string } | null }[]
    expect(products.find(({ rate_plan }) => rate_plan?.name === 'Halbpension')).toMatchObject({
      name: 'Doppelzimmer, Halbpension',
      price: { amount: '120.125', currency: 'CHF' },
      booking_rules: { min_stay: 2, max_stay: 9, arrival_days: ['mon', 'sat'] },
      cancellation_policies: [{ id: 7 }, { id: 8 }],
    })
    expect(products).toHaveLength(7)
  })

  it('are none where the hotel is not active', async () => {
    expect((await list({ hotel_code: OWN + 1 })).body).toMatchObject({ success: true, products: [] })
  })

  it('keep wide ids', async () => {
    const { text } = await supplier.send('POST', '/v1/products', {
      body: '{"credentials":{"id":15786,"duty_code":"sandbox-duty"},"hotel_code":9007199254740993}',
    })
    expect(text).toContain('"hotel_code":9007199254740993,')
    expect(text).toContain('"room":{"id":9223372036854775807,')
  })

  it("follow the hotel's access rule and ask for credentials", async () => {
    expect((await list({ hotel_code: OWN + 2 })).body).toMatchObject({
      success: false,
      error: { code: 'HOTEL_NOT_ALLOWED' },
    })
    expect((await list({ hotel_code: OWN + 2 }, operator)).body).toMatchObject({
      products: [{ price: { amount: '9000', currency: 'JPY' } }],
    })
    expect((await list({}, operator)).body).toMatchObject({ success: true })
    expect((await list({ hotel_code: 5 })).body).toMatchObject({ success: false, error: { code: 'INVALID_HOTEL' } })
    expect((await list({ credentials: { id: 1, duty_code: 'x' } })).body).toMatchObject({
      success: false,
      error: { code: 'INVALID_CREDENTIALS' },
    })
    expect((await list({ credentials: undefined })).body).toMatchObject({
      success: false,
      error: { code: 'INVALID_REQUEST', details: [{ field: 'credentials' }] },
    })
  })
})
