import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeedProperty } from '../../../src/sandbox/index.js'
import { startTestSandbox, type Caller, type Loose, type TestSandbox } from '../../support/sandbox.js'

/** Distance by the spherical law of cosines on vectors: another formula than the one under test. */
function distanceByVectors(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const vector = ({ latitude, longitude }: typeof a) => {
    const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)] as const
  }
  const [u, v] = [vector(a), vector(b)]
  const cross = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
  return 6371.0088 * Math.atan2(cross, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
}

/** Deterministic numbers in [0, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = randomNumbers(42)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

interface Estate extends SeedProperty {
  latitude: number
  longitude: number
}

/** Houses all over the world, close to poles and to the 180th meridian too. */
const WORLD: Estate[] = Array.from({ length: 600 }, (_, at) => {
  const rating = pick([undefined, 1, 2, 3, 4, 5])
  const facilityIds = [1, 2, 3, 4].filter(() => random() < 0.5)
  return {
    hubSwitchId: `W-${at}`,
    code: `W${at}`,
    name: `House ${String(at).padStart(4, '0')}`,
    latitude: Number((random() * 180 - 90).toFixed(6)),
    longitude: Number(
      (at % 5 === 0 ? (random() < 0.5 ? -180 + random() : 180 - random()) : random() * 360 - 180).toFixed(6),
    ),
    partnerId: at % 3 === 0 ? 'demo-operator' : 'demo-supplier',
    distributorType: pick(['A', 'B', 'C']),
    propertyType: pick(['hotel', 'apartment', 'hostel']),
    ...(rating === undefined ? {} : { rating }),
    ...(facilityIds.length === 0 ? {} : { facilityIds }),
  }
})
/** Houses of the demo supplier. */
const OWN = 400
const TYPE_IDS: Record<string, number> = { hotel: 1, apartment: 2, hostel: 5 }

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sandbox.sandbox.seed({ properties: WORLD })
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
afterAll(() => sandbox.close())

async function search(caller: Caller, body: object): Promise<Loose> {
  const reply = await caller.post('/api/v1/property/search-v4', body)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body['result'] as Loose
}

const rows = (page: Loose) =>
  page['content'] as unknown as { id: number; name: string; distance: number | null; rating: number | null }[]
const names = (page: Loose) => rows(page).map(({ name }) => name)
const at = (latitude: number, longitude: number) => ({ latitude: String(latitude), longitude: String(longitude) })

describe('distance', () => {
  it.each([
    [48.8566, 2.3522, 500],
    [0, 0, 1000],
    [0, 179.9, 800],
    [-35, -179.9, 1500],
    [89.5, 10, 900],
    [-89.99, -120, 2000],
    [90, 0, 600],
    [60, 100, 9000],
    [10, 10, 21_000],
    [45, 45, 0],
  ])('around %d, %d within %d km finds what another formula finds', async (latitude, longitude, radius) => {
    const centre = { latitude, longitude }
    const expected = WORLD.map((house) => ({ name: house.name, distance: distanceByVectors(centre, house) }))
      .filter(({ distance }) => distance <= radius)
      .sort((a, b) => a.distance - b.distance)
    const page = await search(operator, { ...at(latitude, longitude), radius, pageSize: 2000 })
    expect(page['totalElements']).toBe(expected.length)
    expect(names(page)).toEqual(expected.map(({ name }) => name))
    rows(page).forEach(({ distance }, place) =>
      expect(distance).toBeCloseTo(expected[place]?.distance ?? Number.NaN, 2),
    )
  })

  it('knows real distances', async () => {
    const [lisbon, vienna] = [
      { hubSwitchId: 'LIS', code: 'L', name: 'Lisbon', latitude: 38.7223, longitude: -9.1393 },
      { hubSwitchId: 'VIE', code: 'V', name: 'Vienna', latitude: 48.2082, longitude: 16.3738 },
    ]
    const own = await startTestSandbox()
    own.sandbox.seed({ properties: [lisbon, vienna] })
    const page = await search(await own.as('demo-supplier'), at(48.8566, 2.3522))
    expect(names(page)).toEqual(['Vienna', 'Lisbon'])
    expect(rows(page)[0]?.distance).toBeCloseTo(1033, -1)
    expect(rows(page)[1]?.distance).toBeCloseTo(1453, -1)
    await own.close()
  })

  it('without a radius answers everything, nearest first, and what has no place last', async () => {
    const created = await operator.post('/api/v1/properties', {
      hubSwitchId: 'NOWHERE',
      status: 'ACTIVE',
      code: 'N',
      name: 'Nowhere',
    })
    const page = await search(operator, { ...at(1, 2), pageSize: 2000 })
    expect(page['totalElements']).toBe(WORLD.length + 1)
    const distances = rows(page)
      .slice(0, -1)
      .map(({ distance }) => Number(distance))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(rows(page).at(-1)).toMatchObject({ id: Number(created.body['result']?.['id']), distance: null })
    expect((await search(operator, { ...at(1, 2), radius: 25_000 }))['totalElements']).toBe(WORLD.length)
  })
})

describe('filters', () => {
  it('agree with a plain filter over the estate, 25 random ones', async () => {
    for (let round = 0; round < 25; round += 1) {
      const facilities = [1, 2, 3, 4].filter(() => random() < 0.3)
      const ratings = ['noRating', '1', '2', '3', '4', '5'].filter(() => random() < 0.4)
      const distributorType = ['A', 'B', 'C'].filter(() => random() < 0.5)
      const types = ['hotel', 'apartment', 'hostel'].filter(() => random() < 0.5)
      const radius = random() < 0.5 ? undefined : Math.floor(random() * 12_000)
      const centre = { latitude: random() * 180 - 90, longitude: random() * 360 - 180 }
      const isSupplier = random() < 0.5
      const expected = WORLD.filter(
        (house) =>
          (!isSupplier || house.partnerId === 'demo-supplier') &&
          facilities.every((id) => house.facilityIds?.includes(id) === true) &&
          (ratings.length === 0 || ratings.includes(house.rating === undefined ? 'noRating' : String(house.rating))) &&
          (distributorType.length === 0 || distributorType.includes(house.distributorType ?? '')) &&
          (types.length === 0 || types.includes(house.propertyType ?? '')) &&
          (radius === undefined || distanceByVectors(centre, house) <= radius),
      )
      const page = await search(isSupplier ? supplier : operator, {
        ...at(centre.latitude, centre.longitude),
        hotelFacilitiesFiltered: facilities,
        ratings,
        distributorType,
        propertyTypeIds: types.map((type) => TYPE_IDS[type]),
        ...(radius === undefined ? {} : { radius }),
        pageSize: 2000,
      })
      const found = names(page)
        .filter((name) => name !== 'Nowhere')
        .sort()
      expect({ round, found }).toEqual({ round, found: expected.map(({ name }) => name).sort() })
    }
  })

  it('show a supplier its own properties and permission to read all every one', async () => {
    const own = await search(supplier, { ...at(0, 0), pageSize: 2000 })
    expect(
      new Set((own['content'] as unknown as { supplierId: number }[]).map(({ supplierId }) => supplierId)),
    ).toEqual(new Set([1]))
    expect(own['totalElements']).toBe(OWN)
  })

  it('leave out what its supplier deleted', async () => {
    const [first] = rows(await search(supplier, { ...at(0, 0), pageSize: 1 }))
    await supplier.put(`/api/v1/properties/${first?.id}`, { isDeletedBySupplier: true })
    expect((await search(supplier, at(0, 0)))['totalElements']).toBe(OWN - 1)
    await supplier.put(`/api/v1/properties/${first?.id}`, { isDeletedBySupplier: false })
    expect((await search(supplier, at(0, 0)))['totalElements']).toBe(OWN)
  })
})

describe('pages', () => {
  it('hold every row once, with the same totals', async () => {
    const seen: number[] = []
    for (let pageNumber = 0; ; pageNumber += 1) {
      const page = await search(supplier, { ...at(20, 20), pageNumber, pageSize: 97 })
      expect(page).toMatchObject({ pageNumber, pageSize: 97, totalElements: OWN, totalPages: 5 })
      if (rows(page).length === 0) break
      seen.push(...rows(page).map(({ id }) => id))
    }
    expect(seen).toHaveLength(OWN)
    expect(new Set(seen).size).toBe(OWN)
  })

  it('start at 0 with 10 rows unless asked otherwise', async () => {
    const page = await search(supplier, at(20, 20))
    expect(page).toMatchObject({ pageNumber: 0, pageSize: 10, totalPages: 40 })
    expect(rows(page)).toHaveLength(10)
    expect(
      (await search(supplier, { ...at(20, 20), pageNumber: 2_147_483_647, pageSize: 2_147_483_647 }))['content'],
    ).toEqual([])
  })
})

describe('sorting', () => {
  const sorted = async (sortRequests: object[]) =>
    rows(await search(operator, { ...at(0, 0), pageSize: 2000, sortRequests }))

  it('goes by order or direction, with what lacks a value last', async () => {
    for (const request of [
      { field: 'rating', order: 'DESC' },
      { field: 'rating', direction: 'DESC' },
    ]) {
      const ratings = (await sorted([request])).map(({ rating }) => rating)
      const rated = ratings.filter((rating) => rating !== null)
      expect(rated).toEqual([...rated].sort((a, b) => b - a))
      expect(ratings.slice(rated.length).every((rating) => rating === null)).toBe(true)
    }
    const upward = (await sorted([{ field: 'rating' }])).map(({ rating }) => rating)
    expect(upward[0]).toBe(1)
    expect(upward.at(-1)).toBeNull()
  })

  it('goes by priority, the lowest first, then by distance', async () => {
    const found = await sorted([
      { field: 'name', order: 'DESC', priority: 2 },
      { field: 'rating', order: 'ASC', priority: 1 },
    ])
    const expected = [...found].sort((a, b) => (a.rating ?? 9) - (b.rating ?? 9) || (a.name < b.name ? 1 : -1))
    expect(found).toEqual(expected)
    const byRating = await sorted([{ field: 'rating' }])
    expect(byRating).toEqual(
      [...byRating].sort((a, b) => (a.rating ?? 9) - (b.rating ?? 9) || (a.distance ?? 1e9) - (b.distance ?? 1e9)),
    )
  })

  it('goes by the lowest room price', async () => {
    const own = await startTestSandbox()
    const house = (name: string, ...prices: number[]): SeedProperty => ({
      hubSwitchId: name,
      code: name,
      name,
      units: prices.map((basePrice) => ({ name: 'r', count: 1, basePrice })),
    })
    own.sandbox.seed({
      properties: [
        house('dear', 300),
        house('none'),
        house('cheap', 200, 50),
        { ...house('meal'), units: [{ name: 'm', type: 'meal', count: 1, basePrice: 5 }] },
      ],
    })
    const page = await search(await own.as('demo-supplier'), {
      ...at(0, 0),
      sortRequests: [{ field: 'price', order: 'ASC' }],
    })
    expect(names(page)).toEqual(['cheap', 'dear', 'none', 'meal'])
    await own.close()
  })
})

describe('refusals', () => {
  it.each([
    [{ latitude: '1' }, 'longitude'],
    [{ longitude: '1' }, 'latitude'],
    [{ latitude: '91', longitude: '0' }, 'latitude'],
    [{ latitude: '0', longitude: '180.01' }, 'longitude'],
    [{ latitude: 'north', longitude: '0' }, 'latitude'],
    [{ ...at(0, 0), radius: -1 }, 'radius'],
    [{ ...at(0, 0), radius: 1.5 }, 'radius'],
    [{ ...at(0, 0), propertyTypeIds: [1, 1] }, 'propertyTypeIds'],
    [{ ...at(0, 0), hotelFacilitiesFiltered: [2, 2] }, 'hotelFacilitiesFiltered'],
    [{ ...at(0, 0), ratings: ['6'] }, 'ratings[0]'],
    [{ ...at(0, 0), pageSize: 0 }, 'pageSize'],
    [{ ...at(0, 0), pageNumber: -1 }, 'pageNumber'],
    [{ ...at(0, 0), sortRequests: [{ field: 'colour' }] }, 'sortRequests[0].field'],
    [
      { ...at(0, 0), sortRequests: [{ field: 'name' }, { field: 'rating', order: 'ASC', direction: 'DESC' }] },
      'sortRequests[1].direction',
    ],
    [{ ...at(0, 0), checkInDate: '2027-02-30' }, 'checkInDate'],
    [{ ...at(0, 0), checkInDate: '2027-02-03', checkOutDate: '2027-02-03' }, 'checkOutDate'],
  ])('%j is refused for %s', async (body, field) => {
    expect(await supplier.post('/api/v1/property/search-v4', body)).toMatchObject({
      status: 400,
      body: { status: 'fail', errors: [{ field }] },
    })
  })
})
