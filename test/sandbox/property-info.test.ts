import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

const ID = 1_000_001
const INFO = '/api/v1/properties/info'

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
beforeEach(async () => {
  sandbox.sandbox.reset()
  await supplier.post('/api/v1/properties', {
    hubSwitchId: 'HS-1',
    status: 'ACTIVE',
    code: 'SEA',
    name: 'Seaview Hotel',
  })
})
afterAll(() => sandbox.close())

/** Every field of the interface's table that is the caller's to say. */
const FULL = {
  propertyId: ID,
  website: 'https://seaview.example',
  geoCode: { latitude: 38.7, longitude: '-9.1' },
  brandId: 2,
  timezone: 'Europe/Lisbon',
  taxpayerId: 'PT500000000',
  capacity: 40,
  capacityType: 'rooms',
  propertyTypeId: 5,
  websiteUrlReachable: true,
  websiteUrlReachabilityLastUpdate: '2026-11-01T10:00:00Z',
  languages: [{ languageId: 7, isMain: true }, { languageId: 2 }],
  addresses: [
    {
      addressType: 'GEOCODE',
      addressLine: 'Rua 1',
      cityName: 'Lisboa',
      postalCode: '1100-411',
      countryId: 7,
      stateId: 11,
      regionId: 3,
      cityId: 4,
    },
  ],
}

const ANSWER = {
  ...FULL,
  brand: { id: 2, code: 'porto_azul', name: 'Porto Azul Stays' },
  propertyType: { id: 5, code: 'hostel', name: 'Hostel' },
  languages: [
    { languageId: 7, isMain: true, language: { id: 7, code: 'pt', name: 'Portuguese' } },
    { languageId: 2, language: { id: 2, code: 'de', name: 'German' } },
  ],
  addresses: [{ ...FULL.addresses[0], country: { id: 7, code: 'PT', name: 'Portugal' }, state: { id: 11 } }],
}

describe('setting property information', () => {
  it('creates it, keeps every field and answers its lookups', async () => {
    const reply = await supplier.post(INFO, { ...FULL, isExist: true })
    expect(reply).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(reply.body['result']).toEqual({ ...ANSWER, isExist: false })
    expect((await supplier.get(`${INFO}/${ID}`)).body['result']).toEqual(ANSWER)
  })

  it('changes what is given where there is some, and says that there was', async () => {
    await supplier.post(INFO, FULL)
    const reply = await supplier.post(INFO, { propertyId: ID, capacity: 41, languages: [{ languageId: 1 }] })
    const changed = {
      ...ANSWER,
      capacity: 41,
      languages: [{ languageId: 1, language: { id: 1, code: 'en', name: 'English' } }],
    }
    expect(reply.body['result']).toEqual({ ...changed, isExist: true })
    expect((await supplier.get(`${INFO}/${ID}`)).body['result']).toEqual(changed)
  })

  it('invents no value', async () => {
    expect((await supplier.post(INFO, { propertyId: ID, timezone: 'Asia/Tokyo' })).body['result']).toEqual({
      propertyId: ID,
      timezone: 'Asia/Tokyo',
      isExist: false,
    })
    expect((await supplier.get(`${INFO}/${ID}`)).body['result']).toEqual({ propertyId: ID, timezone: 'Asia/Tokyo' })
  })

  it('moves the property: searches find it at its new place', async () => {
    await supplier.post(INFO, { propertyId: ID, geoCode: { latitude: '48.2', longitude: '16.37' } })
    const near = { latitude: '48.2', longitude: '16.37', radius: 1 }
    expect((await supplier.post('/api/v1/property/search-v4', near)).body['result']).toMatchObject({ totalElements: 1 })
    await supplier.put(INFO, { propertyId: ID, geoCode: { latitude: 10, longitude: 10 } })
    expect((await supplier.post('/api/v1/property/search-v4', near)).body['result']).toMatchObject({ totalElements: 0 })
  })
})

describe('updating property information', () => {
  it('changes the fields given and replaces lists whole', async () => {
    await supplier.post(INFO, FULL)
    const reply = await supplier.put(INFO, { propertyId: ID, website: 'https://new.example', addresses: [] })
    const changed = { ...ANSWER, website: 'https://new.example', addresses: [] }
    expect(reply.body['result']).toEqual({ ...changed, isExist: true })
    expect((await supplier.get(`${INFO}/${ID}`)).body['result']).toEqual(changed)
  })

  it('is refused where there is none, and leaves none behind', async () => {
    expect((await supplier.put(INFO, { propertyId: ID, capacity: 1 })).status).toBe(404)
    expect((await supplier.get(`${INFO}/${ID}`)).status).toBe(404)
  })
})

describe.each(['post', 'put'] as const)('%s', (method) => {
  it.each([
    [{ brandId: 9 }, 'brandId'],
    [{ propertyTypeId: 99 }, 'propertyTypeId'],
    [{ languages: [{ languageId: 1 }, { languageId: 999 }] }, 'languages[1].languageId'],
    [{ addresses: [{ countryId: 0 }] }, 'addresses[0].countryId'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ capacity: -1 }, 'capacity'],
    [{ capacityType: 'tents' }, 'capacityType'],
    [{ geoCode: { latitude: 91, longitude: 0 } }, 'geoCode.latitude'],
    [{ propertyId: 999_999 }, 'propertyId'],
    [{ stars: 5 }, 'stars'],
  ])('refuses %j for its field and keeps nothing', async (spoiled, field) => {
    await supplier.post(INFO, FULL)
    expect(await supplier[method](INFO, { propertyId: ID, ...spoiled })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
    expect((await supplier.get(`${INFO}/${ID}`)).body['result']).toEqual(ANSWER)
  })

  it("refuses another supplier's property, also with permission to read it, and an unknown one", async () => {
    await supplier.post(INFO, FULL)
    expect((await operator[method](INFO, { propertyId: ID, capacity: 1 })).status).toBe(403)
    expect((await operator.get(`${INFO}/${ID}`)).body['result']).toEqual(ANSWER)
    expect((await supplier[method](INFO, { propertyId: 1_000_099, capacity: 1 })).status).toBe(404)
  })
})
