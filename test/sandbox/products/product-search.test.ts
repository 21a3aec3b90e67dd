import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { productsOf, roomTypesOf, searchProducts } from '../../support/products.js'
import { startTestSandbox } from '../../support/sandbox.js'

/** At this moment it is Wednesday 10 March in UTC, the 9th in Pago Pago and the 11th on Kiritimati. */
const NOW = '2027-03-10T10:30:00Z'
const sandbox = await startTestSandbox({ now: () => Date.parse(NOW) })
const supplier = await sandbox.as('demo-supplier')
const operator = await sandbox.as('demo-operator')
afterAll(() => sandbox.close())

const OWN = 1_000_001
const [FOREIGN, ASLEEP, EAST, WEST] = [OWN + 1, OWN + 2, OWN + 3, OWN + 4]
const FLEX = ['Flexible']
const room = { name: 'Room', count: 1, basePrice: 50, ratePlans: FLEX }

/** A stay from Monday to Thursday: the nights of 5, 6 and 7 July. */
const [ARRIVAL, DEPARTURE] = ['2027-07-05', '2027-07-08']
const search = (more: object = {}, propertyId = OWN, caller = supplier) =>
  searchProducts(caller, propertyId, ARRIVAL, DEPARTURE, more)
const offered = async (more: object = {}) => productsOf(await search(more))
const setRates = async (entry: object) =>
  expect(
    await supplier.channel('/v1/room_settings', { hotel_code: OWN, room_settings: [{ room_id: 101, ...entry }] }),
  ).toMatchObject({ body: { success: true } })
const setCount = async (from: string, to: string, availability: number) =>
  expect(
    await supplier.channel('/v1/inventory', {
      hotel_code: OWN,
      availabilities: [{ room_id: 101, from, to, availability }],
    }),
  ).toMatchObject({ body: { success: true } })
const setUnit = async (fields: object) =>
  expect((await supplier.put('/api/v1/sellable-unit/101', fields)).status).toBe(200)

/** Room 101 under plans 501 and 502, room 102 under 501, room 103 under none. */
beforeEach(() => {
  sandbox.sandbox.reset()
  sandbox.sandbox.seed({
    properties: [
      {
        hubSwitchId: 'PS-1',
        code: 'PS1',
        name: 'Own',
        currency: 'EUR',
        units: [
          {
            name: 'Double room',
            names: { de: 'Doppelzimmer' },
            count: 4,
            basePrice: 100,
            occupancy: { standard: 2, min: 1, max: 3 },
            ratePlans: ['Flexible', 'Weekly'],
            fields: { mealType: 'breakfast', cancellationPolicies: [3] },
          },
          { name: 'Suite', count: 2, basePrice: 200, ratePlans: FLEX, fields: { roomType: 'SUI' } },
          { name: 'Cellar', count: 9, basePrice: 1 },
          { name: 'Breakfast', type: 'meal', count: 9, basePrice: 9, ratePlans: FLEX },
        ],
      },
      { hubSwitchId: 'PS-2', code: 'PS2', name: 'Foreign', partnerId: 'demo-operator', units: [room] },
      { hubSwitchId: 'PS-3', code: 'PS3', name: 'Asleep', status: 'INACTIVE', units: [room] },
      { hubSwitchId: 'PS-4', code: 'PS4', name: 'Far east', timezone: 'Pacific/Kiritimati', units: [room] },
      { hubSwitchId: 'PS-5', code: 'PS5', name: 'Far west', timezone: 'Pacific/Pago_Pago', units: [room] },
    ],
  })
})

describe('an availability answer', () => {
  it('has every room under every plan that sells it', async () => {
    const night = (price: string) => ['2027-07-05', '2027-07-06', '2027-07-07'].map((date) => ({ date, price }))
    const plan = {
      ratePlanId: 501,
      ratePlanCode: '501',
      productId: '101-501',
      name: 'Flexible',
      mealType: 'breakfast',
      totalPrice: '300.00',
      currencyCode: 'EUR',
      dailyPrices: night('100.00'),
      cancellationPolicies: [{ id: 3 }],
    }
    expect((await search()).body['result']).toEqual({
      propertyId: OWN,
      currencyCode: 'EUR',
      checkInDate: ARRIVAL,
      checkOutDate: DEPARTURE,
      roomTypes: [
        {
          roomId: 101,
          roomTypeCode: '101',
          name: 'Double room',
          availableUnits: 4,
          maxOccupancy: 3,
          ratePlans: [plan, { ...plan, ratePlanId: 502, ratePlanCode: '502', productId: '101-502', name: 'Weekly' }],
        },
        {
          roomId: 102,
          roomTypeCode: 'SUI',
          name: 'Suite',
          availableUnits: 2,
          maxOccupancy: null,
          ratePlans: [
            {
              ...plan,
              productId: '102-501',
              mealType: null,
              totalPrice: '600.00',
              dailyPrices: night('200.00'),
              cancellationPolicies: [],
            },
          ],
        },
      ],
    })
  })

  it('names rooms and plans in the language asked for', async () => {
    await supplier.post('/api/v1/rate-plans-v3', {
      propertyId: OWN,
      names: [
        { text: 'Half board', languageId: 1 },
        { text: 'Halbpension', languageId: 2 },
      ],
      cancellationPolicyIds: [8, 9],
      sellableUnits: [{ sellableUnitId: 102 }],
    })
    const names = async (language?: string) =>
      roomTypesOf(await search(language === undefined ? {} : { language })).map(({ name, ratePlans }) => [
        name,
        ...ratePlans.map((plan) => plan.name),
      ])
    const english = [
      ['Double room', 'Flexible', 'Weekly'],
      ['Suite', 'Flexible', 'Half board'],
    ]
    expect(await names()).toEqual(english)
    expect(await names('fr')).toEqual(english)
    expect(await names('de-AT')).toEqual([
      ['Doppelzimmer', 'Flexible', 'Weekly'],
      ['Suite', 'Flexible', 'Halbpension'],
    ])
    expect(roomTypesOf(await search())[1]?.ratePlans[1]?.cancellationPolicies).toEqual([{ id: 8 }, { id: 9 }])
  })

  it('carries wide ids with all their digits', async () => {
    sandbox.sandbox.seed({
      properties: [
        {
          hubSwitchId: 'PS-9',
          code: 'PS9',
          name: 'Wide',
          units: [
            { ...room, roomCode: '9223372036854775807', ratePlans: [{ name: 'Wide', planCode: '9007199254740993' }] },
          ],
        },
      ],
    })
    const { status, text } = await search({}, OWN + 5)
    expect(status).toBe(200)
    expect(text).toContain('"roomId":9223372036854775807,')
    expect(text).toContain('"ratePlanId":9007199254740993,')
    expect(text).toContain('"9223372036854775807-9007199254740993"')
  })

  it('has no room types where the property is not active', async () => {
    expect((await search({}, ASLEEP)).body['result']).toMatchObject({ propertyId: ASLEEP, roomTypes: [] })
  })
})

describe('a rule of the calendar', () => {
  const [first, middle, last] = [ARRIVAL, '2027-07-06', '2027-07-07']
  const on = (date: string, values: object) => ({ from: date, to: date, ...values })

  it.each([
    ['closed on the first night', on(first, { closed: true }), on(first, { closed: false })],
    ['closed on a night between', on(middle, { closed: true }), on(middle, { closed: false })],
    ['closed on the last night', on(last, { closed: true }), on(last, { closed: false })],
    ['closed to arrival', on(first, { closed_to_arrival: true }), on(first, { closed_to_arrival: false })],
    [
      'closed to departure on the day of departure',
      on(DEPARTURE, { closed_to_departure: true }),
      on(DEPARTURE, { closed_to_departure: false }),
    ],
    ['a minimum stay above the stay', on(first, { min_stay: 4 }), on(first, { min_stay: 3 })],
    ['a maximum stay below the stay', on(first, { max_stay: 2 }), on(first, { max_stay: 3 })],
    ['a currency of its own', on(middle, { currency: 'USD' }), on(middle, { currency: 'EUR' })],
  ])('%s hides the room and lets it appear again', async (_, hide, show) => {
    await setRates(hide)
    expect(await offered()).toEqual(['102-501'])
    await setRates(show)
    expect(await offered()).toEqual(['101-501', '101-502', '102-501'])
  })

  it.each([
    ['closed on the day of departure', on(DEPARTURE, { closed: true })],
    ['closed on the night before', on('2027-07-04', { closed: true })],
    ['closed to arrival on a later night', { from: middle, to: DEPARTURE, closed_to_arrival: true }],
    ['closed to departure on the nights slept', { from: first, to: last, closed_to_departure: true }],
    ['a minimum stay of a later night', { from: middle, to: DEPARTURE, min_stay: 9 }],
    ['a maximum stay of a later night', { from: middle, to: DEPARTURE, max_stay: 1 }],
  ])('%s hides nothing', async (_, entry) => {
    await setRates(entry)
    expect(await offered()).toEqual(['101-501', '101-502', '102-501'])
  })

  it('set for one plan hides that plan', async () => {
    await setRates({ ...on(middle, { closed: true }), rate_plan_id: 502 })
    expect(await offered()).toEqual(['101-501', '102-501'])
  })
})

describe('free units', () => {
  it('are the least count over the nights, and none hides the room', async () => {
    await setCount(ARRIVAL, '2027-07-06', 3)
    const units = async () => roomTypesOf(await search()).map(({ roomId, availableUnits }) => [roomId, availableUnits])
    expect(await units()).toEqual([
      [101, 3],
      [102, 2],
    ])
    await setCount('2027-07-07', '2027-07-07', 2)
    expect(await units()).toEqual([
      [101, 2],
      [102, 2],
    ])
    await setCount(DEPARTURE, DEPARTURE, 0)
    expect(await units()).toEqual([
      [101, 2],
      [102, 2],
    ])
    await setCount('2027-07-07', '2027-07-07', 0)
    expect(await units()).toEqual([[102, 2]])
    await setCount('2027-07-07', '2027-07-07', 11)
    expect(await units()).toEqual([
      [101, 3],
      [102, 2],
    ])
  })

  it('come from the unit where the calendar has no count', async () => {
    await setUnit({ noOfSellableUnits: 0 })
    expect(await offered()).toEqual(['102-501'])
    await setCount(ARRIVAL, '2027-07-07', 1)
    expect(await offered()).toContain('101-501')
  })

  it.each([
    ['2027-07-07', '2027-07-07', false],
    ['2027-06-01', ARRIVAL, false],
    ['2027-06-01', '2027-09-01', false],
    ['2027-07-01', '2027-07-04', true],
    [DEPARTURE, '2027-07-30', true],
  ])('blocked out from %s to %s', async (fromDate, toDate, isFree) => {
    await setUnit({ capacities: [{ capacity: 2 }, { capacity: 9, isBlockout: true, timeRange: { fromDate, toDate } }] })
    expect((await offered()).includes('101-501')).toBe(isFree)
    await setUnit({
      capacities: [{ capacity: 2 }, { capacity: 9, isBlockout: false, timeRange: { fromDate, toDate } }],
    })
    expect(await offered()).toContain('101-501')
  })

  it('hold the guests, and not one more', async () => {
    const guests = (adults: number, ...children: number[]) => ({
      totalGuestCounts: { adults, children: children.map((count) => ({ age: 5, count })) },
    })
    expect(await offered(guests(12))).toEqual(['101-501', '101-502', '102-501'])
    expect(await offered(guests(10, 1, 2))).toEqual(['102-501'])
    await setCount('2027-07-06', '2027-07-06', 1)
    expect(await offered(guests(1, 2))).toContain('101-501')
    expect(await offered(guests(2, 2))).toEqual(['102-501'])
    await setUnit({ capacities: [{ capacity: 4 }] })
    expect(await offered(guests(2, 2))).toContain('101-501')
    expect(await offered(guests(0, 5))).toEqual(['102-501'])
  })
})

describe("a unit's own rules", () => {
  it.each([
    [{ minLengthOfStay: 4 }, { minLengthOfStay: 3 }],
    [{ maxLengthOfStay: 2 }, { maxLengthOfStay: 3 }],
    [{ arrivalDays: { tuesday: true, thursday: true } }, { arrivalDays: { monday: true } }],
    [{ departureDays: { monday: true } }, { departureDays: { thursday: true } }],
    [{ bookableDays: { monday: true, thursday: true } }, { bookableDays: { wednesday: true } }],
    [{ departureDays: {} }, { departureDays: { thursday: true, sunday: false } }],
  ])('%j hides the room, %j does not', async (hide, show) => {
    await setUnit(hide)
    expect(await offered()).toEqual(['102-501'])
    await setUnit(show)
    expect(await offered()).toEqual(['101-501', '101-502', '102-501'])
  })

  it("take the booking day by the property's own calendar", async () => {
    for (const [propertyId, unitId, today, other] of [
      [EAST, 107, 'thursday', 'wednesday'],
      [WEST, 108, 'tuesday', 'wednesday'],
    ] as const) {
      await supplier.put(`/api/v1/sellable-unit/${unitId}`, { bookableDays: { [other]: true } })
      expect(roomTypesOf(await search({}, propertyId))).toEqual([])
      await supplier.put(`/api/v1/sellable-unit/${unitId}`, { bookableDays: { [today]: true } })
      expect(roomTypesOf(await search({}, propertyId))).toHaveLength(1)
    }
  })
})

describe('a search is refused', () => {
  it.each([
    [{ checkOutDate: ARRIVAL }, 400, 'checkOutDate'],
    [{ checkOutDate: '2027-07-04' }, 400, 'checkOutDate'],
    [{ checkOutDate: '2028-07-05' }, 400, 'checkOutDate'],
    [{ checkInDate: '2027-02-29' }, 400, 'checkInDate'],
    [{ checkInDate: '0000-01-01', checkOutDate: '0000-01-02' }, 400, 'checkInDate'],
    [{ checkInDate: '2027-03-09' }, 422, 'checkInDate'],
    [{ promoCode: 'SANDBOX11' }, 422, 'promoCode'],
    [{ promoCode: 'sandbox10' }, 422, 'promoCode'],
    [{ distributorId: 'someone' }, 403, 'distributorId'],
    [{ distributorCode: 'OTHER' }, 403, 'distributorCode'],
    [{ distributorCode: undefined }, 400, 'distributorCode'],
    [{ propertyId: 5 }, 400, 'propertyId'],
    [{ totalGuestCounts: { adults: 0 } }, 400, 'totalGuestCounts'],
    [{ totalGuestCounts: { adults: 1, children: [{ age: 18, count: 1 }] } }, 400, 'totalGuestCounts.children[0].age'],
    [{ rooms: 2 }, 400, 'rooms'],
  ])('with %j: %i', async (spoiled, status, field) => {
    expect(await search(spoiled)).toMatchObject({ status, body: { errors: [{ field }] } })
  })

  it('for a house of someone else, and one that is not there', async () => {
    expect((await search({}, FOREIGN)).status).toBe(403)
    expect((await search({}, 1_999_999)).status).toBe(404)
    expect(productsOf(await search({}, FOREIGN, operator))).toHaveLength(1)
    expect(productsOf(await search({}, OWN, operator))).toHaveLength(3)
  })

  it('not for the longest stay', async () => {
    expect(productsOf(await search({ checkOutDate: '2028-07-04' }))).toHaveLength(3)
  })

  it("where it begins before the property's own today", async () => {
    const statusOf = async (propertyId: number, checkInDate: string) =>
      (await search({ checkInDate }, propertyId)).status
    expect([await statusOf(EAST, '2027-03-11'), await statusOf(EAST, '2027-03-10')]).toEqual([200, 422])
    expect([await statusOf(OWN, '2027-03-10'), await statusOf(OWN, '2027-03-09')]).toEqual([200, 422])
    expect([await statusOf(WEST, '2027-03-09'), await statusOf(WEST, '2027-03-08')]).toEqual([200, 422])
  })
})
