import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayAfter, onlyOffer, productsOf, roomTypesOf, searchProducts } from '../support/products.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

/** Where each field of a product comes from, and what a stay costs to the last decimal. */

let sandbox: TestSandbox
let supplier: Caller
const HOUSE = 1_000_001
const YEN_HOUSE = 1_000_002

beforeAll(async () => {
  sandbox = await startTestSandbox({ now: () => Date.parse('2027-03-10T10:30:00Z') })
  supplier = await sandbox.as('demo-supplier')
})
// A house for each test: a search prices all that the house has.
beforeEach(() => {
  sandbox.sandbox.reset()
  sandbox.sandbox.seed({
    properties: [
      { hubSwitchId: 'PP-1', code: 'PP1', name: 'House', currency: 'EUR' },
      { hubSwitchId: 'PP-2', code: 'PP2', name: 'Yen house', currency: 'JPY' },
      { hubSwitchId: 'PP-3', code: 'PP3', name: 'House without a currency' },
    ],
  })
})
afterAll(() => sandbox.close())

const idOf = async (
  reply: Promise<{ status: number; text: string; body: { [name: string]: { [name: string]: unknown } } }>,
): Promise<number> => {
  const { status, text, body } = await reply
  if (status !== 201) throw new Error(text)
  return Number(body['result']?.['id'])
}
const addUnit = (fields: object, propertyId = HOUSE) =>
  idOf(supplier.post('/api/v1/sellable-unit', { propertyId, noOfSellableUnits: 2, ...fields }))
const addPlan = (sellableUnitId: number, fields: object = {}, propertyId = HOUSE) =>
  idOf(
    supplier.post('/api/v1/rate-plans-v3', {
      propertyId,
      names: [{ text: 'Plan', languageId: 1 }],
      sellableUnits: [{ sellableUnitId }],
      ...fields,
    }),
  )
const push = async (room_settings: object[], hotel_code = HOUSE) =>
  expect(await supplier.channel('/v1/room_settings', { hotel_code, room_settings })).toMatchObject({
    body: { success: true },
  })

/** The offer of one product, for a stay of so many nights. */
async function offer(unitId: number, planId: number, from: string, nights = 1, more: object = {}, propertyId = HOUSE) {
  const found = roomTypesOf(await searchProducts(supplier, propertyId, from, dayAfter(from, nights), more))
  return found.flatMap(({ ratePlans }) => ratePlans).find(({ productId }) => productId === `${unitId}-${planId}`)
}

/** Every way to pick one value for each place. */
const combinations = <T>(values: readonly T[], places: number): T[][] =>
  places === 0 ? [[]] : combinations(values, places - 1).flatMap((rest) => values.map((value) => [...rest, value]))

/** A night of its own for each case, far enough apart for any stay between. */
const nightOfCase = (at: number): string => dayAfter('2027-04-01', at * 10)

describe('the first place that sets a field wins', () => {
  /** Where a value is set: plan's night, room's night, plan, unit. */
  const presences = combinations([false, true], 4).map((set, at) => ({ set, at }))
  /** Each place alone, and above all that stand behind it. */
  const telling = presences.filter(({ set }) => new Set(set.slice(set.indexOf(true) + 1)).size <= 1)

  it('for the price: night of the plan, night of the room, plan, unit', async () => {
    for (const {
      set: [ownNight, roomNight, inPlan, inUnit],
      at,
    } of presences) {
      const unit = await addUnit(inUnit === true ? { basePrice: 10 } : {})
      const plan = await addPlan(unit, inPlan === true ? { price: { mode: 'standard', value: '20' } } : {})
      const night = { from: nightOfCase(at), to: nightOfCase(at), room_id: unit }
      if (roomNight === true) await push([{ ...night, price: '30' }])
      if (ownNight === true) await push([{ ...night, rate_plan_id: plan, price: '40' }])
      const expected =
        ownNight === true
          ? '40.00'
          : roomNight === true
            ? '30.00'
            : inPlan === true
              ? '20.00'
              : inUnit === true
                ? '10.00'
                : undefined
      expect({ at, price: (await offer(unit, plan, nightOfCase(at)))?.totalPrice }).toEqual({ at, price: expected })
    }
  })

  it.each([
    ['minimum', 'min_stay', 'minLengthOfStay', (limit: number) => [limit, limit - 1]],
    ['maximum', 'max_stay', 'maxLengthOfStay', (limit: number) => [limit, limit + 1]],
  ] as const)('for the %s stay, the same', async (_, inCalendar, inRecord, lengths) => {
    for (const {
      set: [ownNight, roomNight, inPlan, inUnit],
      at,
    } of telling) {
      const unit = await addUnit({ basePrice: 10, ...(inUnit === true ? { [inRecord]: 2 } : {}) })
      const plan = await addPlan(unit, inPlan === true ? { [inRecord]: 3 } : {})
      const night = { from: nightOfCase(at), to: nightOfCase(at), room_id: unit }
      if (roomNight === true) await push([{ ...night, [inCalendar]: 4 }])
      if (ownNight === true) await push([{ ...night, rate_plan_id: plan, [inCalendar]: 5 }])
      const limit =
        ownNight === true ? 5 : roomNight === true ? 4 : inPlan === true ? 3 : inUnit === true ? 2 : undefined
      const [allowed, forbidden] = lengths(limit ?? 1)
      expect({ at, isOffered: (await offer(unit, plan, nightOfCase(at), allowed)) !== undefined }).toEqual({
        at,
        isOffered: true,
      })
      if (limit !== undefined)
        expect({ at, isOffered: (await offer(unit, plan, nightOfCase(at), forbidden)) !== undefined }).toEqual({
          at,
          isOffered: false,
        })
    }
  })

  it.each([
    ['closed', 'stopSell', 0],
    ['closed_to_arrival', 'closedToArrival', 0],
    ['closed_to_departure', 'closedToDeparture', 1],
  ] as const)('for %s, where false counts as set', async (inCalendar, inRecord, daysLater) => {
    const unit = await addUnit({ basePrice: 10 })
    for (const inPlan of [undefined, false, true]) {
      const plan = await addPlan(unit, inPlan === undefined ? {} : { [inRecord]: inPlan })
      const cases = combinations([undefined, false, true], 2).map(([ownNight, roomNight], at) => ({
        ownNight,
        roomNight,
        from: nightOfCase(at),
      }))
      await push(
        cases.flatMap(({ ownNight, roomNight, from }) => {
          const day = dayAfter(from, daysLater)
          const night = { room_id: unit, from: day, to: day }
          // An entry that sets nothing is refused.
          return [
            ...(ownNight === undefined ? [] : [{ ...night, rate_plan_id: plan, [inCalendar]: ownNight }]),
            ...(roomNight === undefined ? [] : [{ ...night, [inCalendar]: roomNight }]),
          ]
        }),
      )
      for (const { ownNight, roomNight, from } of cases) {
        const [first = false] = [ownNight, roomNight, inPlan].filter((value) => value !== undefined)
        expect({ ownNight, roomNight, inPlan, isOffered: (await offer(unit, plan, from)) !== undefined }).toEqual({
          ownNight,
          roomNight,
          inPlan,
          isOffered: !first,
        })
      }
    }
  })

  it('for the currency: night of the plan, night of the room, plan, property', async () => {
    const unit = await addUnit({ basePrice: 10 })
    const plain = await addPlan(unit)
    const dollar = await addPlan(unit, { price: { currencyCode: 'USD' } })
    const [bare, general, own] = [nightOfCase(0), nightOfCase(1), nightOfCase(2)]
    await push([
      { room_id: unit, from: general, to: own, currency: 'GBP' },
      { room_id: unit, rate_plan_id: plain, from: own, to: own, currency: 'CHF' },
    ])
    const currencies = async (plan: number) => [
      (await offer(unit, plan, bare))?.currencyCode,
      (await offer(unit, plan, general))?.currencyCode,
      (await offer(unit, plan, own))?.currencyCode,
    ]
    expect(await currencies(plain)).toEqual(['EUR', 'GBP', 'CHF'])
    expect(await currencies(dollar)).toEqual(['USD', 'GBP', 'GBP'])
  })
})

describe('the price of a stay', () => {
  const priced = async (fields: object, prices: string[], propertyId = HOUSE, planFields: object = {}) => {
    const unit = await addUnit({ basePrice: 1000, ...fields }, propertyId)
    const plan = await addPlan(unit, planFields, propertyId)
    const from = '2027-08-02'
    if (prices.length > 0)
      await push(
        prices.map((price, at) => ({ room_id: unit, from: dayAfter(from, at), to: dayAfter(from, at), price })),
        propertyId,
      )
    return async (nights: number, more: object = {}) => {
      const found = await offer(unit, plan, from, nights, more, propertyId)
      return found === undefined
        ? undefined
        : { total: found.totalPrice, daily: found.dailyPrices.map(({ price }) => price) }
    }
  }

  it('is the exact sum of its nights', async () => {
    const stay = await priced({}, ['0.10', '0.20', '999999999999.9999', '33.333'])
    expect(await stay(2)).toEqual({ total: '0.30', daily: ['0.10', '0.20'] })
    expect(await stay(3)).toEqual({ total: '1000000000000.2999', daily: ['0.10', '0.20', '999999999999.9999'] })
    expect(await stay(5)).toEqual({
      total: '1000000001033.6329',
      daily: ['0.10', '0.20', '999999999999.9999', '33.333', '1000.00'],
    })
  })

  it("takes a base price by its digits, and has the currency's decimals", async () => {
    expect(await (await priced({ basePrice: 0.1 }, []))(3)).toEqual({ total: '0.30', daily: ['0.10', '0.10', '0.10'] })
    expect(await (await priced({ basePrice: 18500 }, ['9000'], YEN_HOUSE))(2)).toEqual({
      total: '27500',
      daily: ['9000', '18500'],
    })
    expect(await (await priced({ basePrice: 80.5 }, [], YEN_HOUSE))(2)).toEqual({
      total: '161',
      daily: ['80.5', '80.5'],
    })
    expect(await (await priced({}, [], HOUSE, { price: { value: '12.5', currencyCode: 'KWD' } }))(2)).toEqual({
      total: '25.000',
      daily: ['12.500', '12.500'],
    })
  })

  it.each(['per_person', 'per_person_per_night'])(
    '%s counts every guest, else the guests that the room is for',
    async (paymentType) => {
      const stay = await priced({ paymentType, capacities: [{ capacity: 2, maxOccupancy: 4 }] }, ['33.35', '10.01'])
      expect(
        await stay(2, {
          totalGuestCounts: {
            adults: 1,
            children: [
              { age: 3, count: 1 },
              { age: 9, count: 1 },
            ],
          },
        }),
      ).toEqual({ total: '130.08', daily: ['100.05', '30.03'] })
      expect(await stay(2)).toEqual({ total: '86.72', daily: ['66.70', '20.02'] })
      expect(await (await priced({ paymentType }, ['33.35']))(1)).toEqual({ total: '33.35', daily: ['33.35'] })
    },
  )

  it.each([undefined, 'per_night', 'per_unit'])('%s does not count guests', async (paymentType) => {
    const stay = await priced(paymentType === undefined ? {} : { paymentType }, ['33.35'])
    expect(await stay(2, { totalGuestCounts: { adults: 2 } })).toEqual({
      total: '1033.35',
      daily: ['33.35', '1000.00'],
    })
  })

  it('per stay is charged once, unless the calendar prices the first night', async () => {
    expect(await (await priced({ paymentType: 'per_stay', basePrice: 250 }, []))(3)).toEqual({
      total: '250.00',
      daily: ['250.00', '0.00', '0.00'],
    })
    expect(
      await (
        await priced({ paymentType: 'per_stay', basePrice: 250 }, [], HOUSE, { price: { value: 80 } })
      )(2),
    ).toEqual({ total: '80.00', daily: ['80.00', '0.00'] })
    expect(await (await priced({ paymentType: 'per_stay', basePrice: 250 }, ['70']))(2)).toEqual({
      total: '320.00',
      daily: ['70.00', '250.00'],
    })
    const unit = await addUnit({ paymentType: 'per_stay', basePrice: 250 })
    const plan = await addPlan(unit)
    await push([{ room_id: unit, from: '2027-08-03', to: '2027-08-03', price: '70' }])
    expect(await offer(unit, plan, '2027-08-02', 3)).toMatchObject({
      totalPrice: '250.00',
      dailyPrices: [{ price: '250.00' }, { price: '0.00' }, { price: '0.00' }],
    })
    expect(await offer(unit, await addPlan(unit), '2027-08-03', 2)).toMatchObject({ totalPrice: '320.00' })
  })

  it('needs a price on every night', async () => {
    const unit = await addUnit({})
    const plan = await addPlan(unit)
    await push([{ room_id: unit, from: '2027-08-02', to: '2027-08-03', price: '5' }])
    expect((await offer(unit, plan, '2027-08-02', 2))?.totalPrice).toBe('10.00')
    expect(await offer(unit, plan, '2027-08-02', 3)).toBeUndefined()
    expect(await offer(unit, plan, '2027-08-01', 2)).toBeUndefined()
  })

  it('is ten per cent less a night with the promotion code, rounded half up', async () => {
    const promoCode = 'SANDBOX10'
    expect(await (await priced({}, ['10.05', '10.04', '0.04']))(3, { promoCode })).toEqual({
      total: '18.13',
      daily: ['9.05', '9.04', '0.04'],
    })
    expect(await (await priced({}, ['15', '16'], YEN_HOUSE))(2, { promoCode })).toEqual({
      total: '28',
      daily: ['14', '14'],
    })
    const guests = await priced({ paymentType: 'per_person' }, ['0.05'])
    expect(await guests(1, { promoCode, totalGuestCounts: { adults: 3 } })).toEqual({ total: '0.14', daily: ['0.14'] })
  })

  it('is in one currency, or there is none', async () => {
    const unit = await addUnit({ basePrice: 10 })
    const plan = await addPlan(unit)
    const dates = ['2027-08-02', '2027-08-03', '2027-08-04']
    await push([{ room_id: unit, from: '2027-08-02', to: '2027-08-03', currency: 'USD' }])
    expect(await offer(unit, plan, '2027-08-02', 2)).toMatchObject({ currencyCode: 'USD', totalPrice: '20.00' })
    expect(await offer(unit, plan, '2027-08-02', 3)).toBeUndefined()
    expect(await offer(unit, plan, '2027-08-04', 2)).toMatchObject({ currencyCode: 'EUR' })
    await push(dates.map((date) => ({ room_id: unit, from: date, to: date, currency: 'USD' })))
    expect(await offer(unit, plan, '2027-08-02', 3)).toMatchObject({ currencyCode: 'USD', totalPrice: '30.00' })
  })

  it('has no currency where nothing names one', async () => {
    const propertyId = HOUSE + 2
    const unit = await addUnit({ basePrice: 10 }, propertyId)
    await addPlan(unit, {}, propertyId)
    const reply = await searchProducts(supplier, propertyId, '2027-08-02', '2027-08-03')
    expect(reply.body['result']).toMatchObject({ currencyCode: null })
    expect(onlyOffer(reply)).toMatchObject({ currencyCode: null, totalPrice: '10.00' })
    expect(productsOf(reply)).toHaveLength(1)
  })
})
