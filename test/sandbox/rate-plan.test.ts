import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { productsOf, searchProducts } from '../support/products.js'
import { startTestSandbox } from '../support/sandbox.js'

const sandbox = await startTestSandbox({ now: () => Date.parse('2027-03-10T10:30:00Z') })
const supplier = await sandbox.as('demo-supplier')
const operator = await sandbox.as('demo-operator')
afterAll(() => sandbox.close())

const OWN = 1_000_001
const create = (body: object, caller = supplier) =>
  caller.post('/api/v1/rate-plans-v3', { propertyId: OWN, names: [{ text: 'Half board', languageId: 1 }], ...body })

/** Rooms 101 and 102, a breakfast 103; 104 is another house's. */
beforeEach(() => {
  sandbox.sandbox.reset()
  sandbox.sandbox.seed({
    properties: [
      {
        hubSwitchId: 'RP-1',
        code: 'RP1',
        name: 'Own',
        currency: 'EUR',
        units: [
          { name: 'Double room', count: 3, basePrice: 100 },
          { name: 'Suite', count: 1, basePrice: 200 },
          { name: 'Breakfast', type: 'meal', count: 9, basePrice: 9 },
        ],
      },
      { hubSwitchId: 'RP-2', code: 'RP2', name: 'Own too', units: [{ name: 'Twin', count: 1, basePrice: 1 }] },
      {
        hubSwitchId: 'RP-3',
        code: 'RP3',
        name: 'Foreign',
        partnerId: 'demo-operator',
        units: [{ name: 'Theirs', count: 1, basePrice: 1 }],
      },
    ],
  })
})

describe('creating a rate plan', () => {
  it('answers the plan with its id', async () => {
    const body = {
      stopSell: false,
      closedToArrival: false,
      closedToDeparture: true,
      minLengthOfStay: 2,
      maxLengthOfStay: 9,
      cancellationPolicyIds: [4, 2],
      price: { mode: 'standard', value: '80.50', currencyCode: 'EUR', board: 'own key' },
      sellableUnits: [{ sellableUnitId: 102 }, { sellableUnitId: 101, quantity: 3 }],
    }
    const reply = await create(body)
    expect(reply.status).toBe(201)
    expect(reply.body['result']).toEqual({
      ...body,
      id: 501,
      propertyId: OWN,
      names: [{ text: 'Half board', languageId: 1 }],
      sellableUnits: [
        { sellableUnitId: 102, quantity: 1 },
        { sellableUnitId: 101, quantity: 3 },
      ],
    })
    expect((await create({ sellableUnits: [{ sellableUnitId: 101 }] })).body['result']).toMatchObject({ id: 502 })
    expect(sandbox.sandbox.counts().ratePlans).toBe(2)
  })

  it('makes it known to rates, to product search and to the product list', async () => {
    const stay = ['2027-07-05', '2027-07-07'] as const
    const rate = { rate_plan_id: 501, from: '2027-07-05', to: '2027-07-06', price: '70.00' }
    const push = () => supplier.channel('/v1/room_settings', { hotel_code: OWN, room_settings: [rate] })
    expect(await push()).toMatchObject({ body: { success: false, error: { code: 'INVALID_RATE_PLAN' } } })
    expect(productsOf(await searchProducts(supplier, OWN, ...stay))).toEqual([])
    await create({ sellableUnits: [{ sellableUnitId: 101 }, { sellableUnitId: 103 }] })
    expect(await push()).toMatchObject({ body: { success: true } })
    expect((await searchProducts(supplier, OWN, ...stay)).body['result']).toMatchObject({
      roomTypes: [
        {
          roomId: 101,
          ratePlans: [
            { ratePlanId: 501, productId: '101-501', name: 'Half board', totalPrice: '140.00', currencyCode: 'EUR' },
          ],
        },
      ],
    })
    const listed = (await supplier.channel('/v1/products', { hotel_code: OWN })).body['products'] as unknown as {
      id: unknown
    }[]
    expect(listed.map(({ id }) => id)).toEqual(['101-501', 103])
  })

  it.each([
    [{ sellableUnits: [{ sellableUnitId: 101 }, { sellableUnitId: 104 }] }, 'sellableUnits[1].sellableUnitId'],
    [{ sellableUnits: [{ sellableUnitId: 999 }] }, 'sellableUnits[0].sellableUnitId'],
    [
      { sellableUnits: [{ sellableUnitId: 101 }, { sellableUnitId: 102 }, { sellableUnitId: 101 }] },
      'sellableUnits[2].sellableUnitId',
    ],
    [{ sellableUnits: [] }, 'sellableUnits'],
    [{ sellableUnits: [{ sellableUnitId: 101, quantity: 0 }] }, 'sellableUnits[0].quantity'],
    [{ minLengthOfStay: 5, maxLengthOfStay: 4 }, 'minLengthOfStay'],
    [{ minLengthOfStay: 0 }, 'minLengthOfStay'],
    [{ names: [] }, 'names'],
    [
      {
        names: [
          { text: 'x', languageId: 1 },
          { text: 'x', languageId: 999 },
        ],
      },
      'names[1].languageId',
    ],
    [{ price: { mode: 'per_guest', value: 5 } }, 'price.mode'],
    [{ price: { value: '5,00' } }, 'price.value'],
    [{ price: { value: -5 } }, 'price.value'],
    [{ price: { value: 5, currencyCode: 'ABC' } }, 'price.currencyCode'],
    [{ price: { value: 5, currencyCode: 'eur' } }, 'price.currencyCode'],
    [{ propertyId: 5 }, 'propertyId'],
    [{ id: 5 }, 'id'],
  ])('refuses %j', async (spoiled, field) => {
    expect(await create({ sellableUnits: [{ sellableUnitId: 101 }], ...spoiled })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
    expect(sandbox.sandbox.counts().ratePlans).toBe(0)
  })

  it('takes equal limits of stay', async () => {
    expect(
      (await create({ minLengthOfStay: 4, maxLengthOfStay: 4, sellableUnits: [{ sellableUnitId: 101 }] })).status,
    ).toBe(201)
  })

  it("follows the property's access rule", async () => {
    const sellableUnits = [{ sellableUnitId: 105 }]
    expect((await create({ propertyId: OWN + 2, sellableUnits })).status).toBe(403)
    expect((await create({ sellableUnits: [{ sellableUnitId: 101 }] }, operator)).status).toBe(403)
    expect((await create({ propertyId: 1_999_999, sellableUnits })).status).toBe(404)
    expect((await create({ propertyId: OWN + 2, sellableUnits }, operator)).status).toBe(201)
  })
})
