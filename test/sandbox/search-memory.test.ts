import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_DISTRIBUTOR } from '../../src/sandbox/index.js'
import { openStore } from '../../src/sandbox/store/index.js'
import { startTestSandbox, temporaryDirectory, type Caller, type Loose, type TestSandbox } from '../support/sandbox.js'
import { randomNumbers } from '../support/search-oracle.js'

/**
 * Searches answer from memory. What they find after random writes is held against what the products of each property say, which are read from the
 * store night by night, and against the writes themselves.
 */

const DAY_MS = 86_400_000
const NOW = Date.parse('2027-05-01T12:00:00Z')
const day = (nights: number): string => new Date(NOW + nights * DAY_MS).toISOString().slice(0, 10)
const PROPERTIES = 8
const FIRST = 1_000_001
const IDS = Array.from({ length: PROPERTIES }, (_, at) => FIRST + at)
const ROME = { latitude: '41.9', longitude: '12.5' }

interface Stay {
  checkInDate: string
  checkOutDate: string
}

const resultOf = (reply: { status: number; body: Loose; text: string }): Loose => {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`)
  return reply.body['result'] as Loose
}

/** Ids in the order of a search. */
async function searched(caller: Caller, stay: Stay, descending = false): Promise<number[]> {
  const found = resultOf(
    await caller.post('/api/v1/property/search-v4', {
      ...ROME,
      ...stay,
      pageSize: 100,
      sortRequests: [
        { field: 'price', order: descending ? 'DESC' : 'ASC' },
        { field: 'id', order: 'ASC' },
      ],
    }),
  )
  const ids = (found['content'] as unknown as { id: number }[]).map(({ id }) => id)
  expect(found['totalElements']).toBe(ids.length)
  return ids
}

/** The same by asking each property for its products. */
async function offered(caller: Caller, ids: readonly number[], stay: Stay, descending = false): Promise<number[]> {
  const lowest: { id: number; price: number }[] = []
  for (const id of ids) {
    const reply = await caller.post('/api/v1/hubswitch/products', {
      propertyId: id,
      ...stay,
      distributorId: DEMO_DISTRIBUTOR.id,
      distributorCode: DEMO_DISTRIBUTOR.code,
    })
    // A stay that is past where the property is.
    if (reply.status === 422) continue
    const rooms = resultOf(reply)['roomTypes'] as unknown as { ratePlans: { totalPrice: string }[] }[]
    const prices = rooms.flatMap(({ ratePlans }) => ratePlans.map(({ totalPrice }) => Number(totalPrice)))
    if (prices.length > 0) lowest.push({ id, price: Math.min(...prices) })
  }
  return lowest.sort((a, b) => (descending ? b.price - a.price : a.price - b.price) || a.id - b.id).map(({ id }) => id)
}

describe('searches with a stay, from memory', () => {
  const random = randomNumbers(2027)
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  const pick = <T>(values: readonly T[]): T => values[whole(0, values.length - 1)] as T
  const chance = (share: number): boolean => random() < share
  const folder = temporaryDirectory()
  let sandbox: TestSandbox
  let second: TestSandbox
  let operator: Caller
  let other: Caller
  let owners: Caller[]

  beforeAll(async () => {
    const options = { dataDir: folder.dir, now: () => NOW }
    sandbox = await startTestSandbox(options)
    sandbox.sandbox.seedGenerated({ properties: PROPERTIES, seed: 5, from: day(-3) })
    // A second process' eyes: what it has in memory must grow old with the writes of the first.
    second = await startTestSandbox(options)
    operator = await sandbox.as('demo-operator')
    other = await second.as('demo-operator')
    owners = [await sandbox.as('demo-supplier'), operator]
  })
  afterAll(async () => {
    await Promise.all([sandbox.close(), second.close()])
    folder.remove()
  })

  const stay = (): Stay => {
    const from = whole(-2, 40)
    return { checkInDate: day(from), checkOutDate: day(from + pick([1, 2, 3, 5, 9])) }
  }
  /** By the account whose property it is; the other is refused. */
  const write = async (act: (caller: Caller) => Promise<{ status: number }>): Promise<void> => {
    const statuses: number[] = []
    for (const caller of owners) statuses.push((await act(caller)).status)
    expect(statuses.some((status) => status < 300)).toBe(true)
  }
  const unitsOf = async (id: number): Promise<number[]> => {
    const page = resultOf(
      await operator.get(`/api/v1/sellable-unit/paging/by-property?propertyId=${id}&page=0&size=50`),
    )
    const units = page['content'] as unknown as { id: number; sellableUnitTypeId: number }[]
    return units.flatMap(({ id: unit, sellableUnitTypeId }) => (sellableUnitTypeId === 1 ? [unit] : []))
  }
  const flags = () => ({
    ...(chance(0.6) ? { price: pick(['99', '120.50', '0.1', '77.12345', '1e']).replace('1e', '61') } : {}),
    ...(chance(0.1) ? { currency: 'USD' } : {}),
    ...(chance(0.3) ? { min_stay: whole(1, 3) } : {}),
    ...(chance(0.2) ? { max_stay: whole(3, 9) } : {}),
    ...(chance(0.2) ? { closed: chance(0.5) } : {}),
    ...(chance(0.2) ? { closed_to_arrival: chance(0.5) } : {}),
    closed_to_departure: chance(0.2),
  })
  const writes: ((id: number, unit: number) => Promise<void>)[] = [
    (hotel_code, room_id) => {
      const from = whole(0, 40)
      const room_settings = [{ room_id, from: day(from), to: day(from + whole(0, 20)), ...flags() }]
      return write((caller) => caller.channel('/v1/room_settings', { hotel_code, room_settings }))
    },
    (hotel_code, room_id) => {
      const from = whole(0, 40)
      const availabilities = [{ room_id, from: day(from), to: day(from + whole(0, 15)), availability: pick([0, 1, 4]) }]
      return write((caller) => caller.channel('/v1/inventory', { hotel_code, availabilities }))
    },
    (id) =>
      write((caller) => caller.put(`/api/v1/properties/${id}`, { status: pick(['ACTIVE', 'ACTIVE', 'INACTIVE']) })),
    (id) =>
      write((caller) =>
        caller.put('/api/v1/properties/info', { propertyId: id, timezone: pick(['Asia/Tokyo', 'America/New_York']) }),
      ),
    (_, unit) =>
      write((caller) =>
        caller.put(`/api/v1/sellable-unit/${unit}`, {
          ...(chance(0.4) ? { noOfSellableUnits: whole(0, 3) } : {}),
          ...(chance(0.3) ? { paymentType: pick(['per_stay', 'per_person', 'per_night']) } : {}),
          ...(chance(0.2) ? { bookableDays: { saturday: chance(0.7), sunday: true } } : {}),
          minLengthOfStay: whole(1, 2),
        }),
      ),
    (id, unit) =>
      write((caller) =>
        caller.post('/api/v1/rate-plans-v3', {
          propertyId: id,
          names: [{ text: 'Plan', languageId: 1 }],
          sellableUnits: [{ sellableUnitId: unit, quantity: 1 }],
          ...(chance(0.5) ? { price: { value: '12.34', ...(chance(0.3) ? { currencyCode: 'USD' } : {}) } } : {}),
          ...(chance(0.3) ? { stopSell: true } : {}),
          closedToArrival: chance(0.3),
        }),
      ),
    (id) =>
      write((caller) =>
        caller.post('/api/v1/sellable-unit', {
          propertyId: id,
          names: [{ text: 'Room', languageId: 1 }],
          basePrice: 5,
          noOfSellableUnits: 1,
        }),
      ),
  ]

  it('finds and sorts what the products of each property say, after every kind of write, in two processes', async () => {
    for (let round = 0; round < 21; round += 1) {
      const id = pick(IDS)
      await (writes[round % writes.length] as (typeof writes)[number])(id, pick(await unitsOf(id)))
      const wanted = stay()
      const descending = chance(0.3)
      const expected = await offered(operator, IDS, wanted, descending)
      expect(await searched(operator, wanted, descending), JSON.stringify(wanted)).toEqual(expected)
      expect(await searched(other, wanted, descending), JSON.stringify(wanted)).toEqual(expected)
    }
  })

  it('knows of holds, of their end, of reservations and of what an administrator cancels', async () => {
    const wanted = { checkInDate: day(20), checkOutDate: day(22) }
    const [id] = await searched(operator, wanted)
    const products = resultOf(
      await operator.post('/api/v1/hubswitch/products', {
        propertyId: id,
        ...wanted,
        distributorId: DEMO_DISTRIBUTOR.id,
        distributorCode: DEMO_DISTRIBUTOR.code,
      }),
    )['roomTypes'] as unknown as { roomId: number; availableUnits: number; ratePlans: { ratePlanId: number }[] }[]
    const bookings: string[] = []
    for (const { roomId, availableUnits: units, ratePlans } of products) {
      const reply = await operator.post('/api/v1/hubswitch/reservations/create', {
        propertyId: id,
        channelBookingId: `C-${roomId}`,
        ...wanted,
        totalGuestCounts: { adults: 1 },
        booker: { firstName: 'Ada', lastName: 'Lovelace' },
        rooms: [{ roomId, ratePlanId: ratePlans[0]?.ratePlanId, units, guests: [{ firstName: 'A', lastName: 'B' }] }],
      })
      bookings.push(String(resultOf(reply)['bookingId']))
    }
    expect(await searched(other, wanted)).not.toContain(id)
    await operator.post('/api/v1/hubswitch/reservations/confirm', { bookingId: bookings[0] })
    // The others are held for an hour.
    sandbox.sandbox.clock.advance(2 * 3_600_000)
    const [signedIn, otherSignedIn] = [await sandbox.as('demo-operator'), await second.as('demo-operator')]
    expect(await searched(otherSignedIn, wanted)).toEqual(await offered(signedIn, IDS, wanted))
    await sandbox.sandbox.cancelBooking(bookings[0] as string)
    expect(await searched(otherSignedIn, wanted)).toContain(id)
    expect(await searched(signedIn, wanted)).toEqual(await offered(signedIn, IDS, wanted))
    sandbox.sandbox.clock.reset()
  })

  it('forgets everything when the data is removed, in the other process as well', async () => {
    const wanted = { checkInDate: day(20), checkOutDate: day(22) }
    const [fresh, freshOther] = [await sandbox.as('demo-operator'), await second.as('demo-operator')]
    expect(await searched(freshOther, wanted)).not.toEqual([])
    sandbox.sandbox.reset()
    expect(await searched(freshOther, wanted)).toEqual([])
    sandbox.sandbox.seedGenerated({ properties: 3, seed: 6, from: day(-3) })
    const expected = await offered(fresh, IDS.slice(0, 3), wanted)
    expect(expected).not.toEqual([])
    expect(await searched(freshOther, wanted)).toEqual(expected)
  })
})

describe('calendars that were seeded', () => {
  it('are nights for whoever reads them: a night that is pushed keeps what the push leaves alone', () => {
    const store = openStore()
    const owner = store.accounts.byPartnerId('demo-supplier')?.id ?? 0
    const property = store.properties.add({
      supplierId: owner,
      record: { hubSwitchId: 'R', status: 'ACTIVE', code: 'R', name: 'R' },
    })
    const unit = store.units.add(property, { sellableUnitTypeId: 1 })
    const series = store.cells.seriesOf(unit, 0)
    const random = randomNumbers(9)
    const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
    const nights = new Map<number, Record<string, unknown>>()
    const entry = () => {
      const from = whole(20_000, 20_060)
      const values = {
        ...(random() < 0.5 ? { price: String(whole(1, 99)) } : {}),
        ...(random() < 0.3 ? { minStay: whole(1, 5) } : {}),
        ...(random() < 0.3 ? { closed: random() < 0.5 } : {}),
        closedToArrival: random() < 0.5,
      }
      const range = { from, until: from + whole(1, 25), days: whole(1, 127) }
      for (let night = range.from; night < range.until; night += 1) {
        // The first of January 1970 was a Thursday.
        if (((range.days >> ((night + 3) % 7)) & 1) === 1) nights.set(night, { ...nights.get(night), ...values })
      }
      return { nights: range, values }
    }
    store.cells.seedSettings(series, Array.from({ length: 12 }, entry))
    const seeded = nights.size
    expect(store.counts().settings).toBe(seeded)
    for (let push = 0; push < 6; push += 1) {
      store.cells.writeSettings([{ series, ...entry() }])
      const told = [...store.cells.settings()].map(({ night, hotelCode: _hotel, roomCode: _room, ...values }) => [
        night,
        JSON.parse(JSON.stringify(values)) as unknown,
      ])
      expect(told).toEqual([...nights].sort(([a], [b]) => a - b))
      expect(store.counts().settings).toBe(nights.size)
    }
    store.close()
  })
})
