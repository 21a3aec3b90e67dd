import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeedProperty } from '../../src/sandbox/index.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

const ID = 1_000_001
const FOREIGN = 1_000_002

const SEA: SeedProperty = {
  hubSwitchId: 'a/b c?ü',
  code: 'SEA',
  name: 'Seaview Hotel',
  hotelCode: '77001',
  latitude: 38.7,
  longitude: -9.1,
  timezone: 'Europe/Lisbon',
  address: { cityName: 'Lisboa', country: 'PT' },
  facilityIds: [1],
  facilities: [
    { id: 18, sourceId: 3, value: '12 places' },
    { id: 25, sourceId: 5 },
  ],
  images: [
    { url: 'https://images.example/1.jpg' },
    { url: 'https://images.example/2.jpg', isMain: true },
    { url: 'https://images.example/logo.svg', isLogo: true },
    { url: 'https://images.example/plan.png', type: 'floor_plan' },
    { url: 'https://images.example/logo-dark.svg', isLogo: true, isMain: true },
  ],
  identifiers: [
    { source: 'REV', identifier: 'r-5', url: 'https://reviews.example/r-5' },
    { source: 'PMS', identifier: 'P-7' },
  ],
  reviews: [
    {
      rating: 8.7,
      ratingMax: 10,
      reviewCount: 214,
      url: 'https://reviews.example/r-5',
      lastUpdate: '2026-11-01T10:00:00Z',
    },
    { source: 'PMS', rating: 4 },
  ],
  fields: { emailAddress: 'desk@sea.example', emails: [{ email: 'book@sea.example' }, { email: 'desk@sea.example' }] },
  units: [
    { name: 'Double room', count: 2, basePrice: 90 },
    { name: 'Suite', count: 1, basePrice: 200 },
  ],
}

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sandbox.sandbox.seed({
    properties: [SEA, { hubSwitchId: 'F-1', code: 'F', name: 'Foreign', partnerId: 'demo-operator' }],
  })
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
afterAll(() => sandbox.close())

const result = async (path: string, caller = supplier) => {
  const reply = await caller.get(path)
  expect(reply.status).toBe(200)
  return reply.body['result']
}

const media = (id: number, url: string, type: object, rest: object) => ({
  id,
  propertyId: ID,
  url: `https://images.example/${url}`,
  mediaType: type,
  isMain: false,
  isLogo: false,
  sortOrder: id,
  ...rest,
})
const IMAGE = { id: 1, code: 'image', name: 'Image' }
const LOGO = { id: 2, code: 'logo', name: 'Logo' }
const source = (id: number, abbreviation: string, name: string) => ({ id, abbreviation, name })
const wifi = { id: 1, facilityMetadataId: 1, code: 'wifi', name: 'Wi-Fi', categoryName: 'Internet' }
const garage = {
  id: 18,
  facilityMetadataId: 18,
  code: 'parking_garage',
  name: 'Underground garage',
  categoryName: 'Arrival',
  value: '12 places',
}

describe('a property read', () => {
  it('with its main media only', async () => {
    expect(await result(`/api/v1/properties/with-main-media/${ID}`)).toMatchObject({
      id: ID,
      name: 'Seaview Hotel',
      geoCode: { latitude: 38.7, longitude: -9.1 },
      media: [
        media(2, '2.jpg', IMAGE, { isMain: true }),
        media(5, 'logo-dark.svg', LOGO, { isMain: true, isLogo: true }),
      ],
    })
  })

  it('by its logos, in their order', async () => {
    expect(await result(`/api/v1/logo/${ID}`)).toEqual([
      media(3, 'logo.svg', LOGO, { isLogo: true }),
      media(5, 'logo-dark.svg', LOGO, { isMain: true, isLogo: true }),
    ])
    expect(await result(`/api/v1/logo/${FOREIGN}`, operator)).toEqual([])
  })

  it('with its facilities, all or those of one source', async () => {
    const all = [
      wifi,
      garage,
      { id: 25, facilityMetadataId: 25, code: 'hot_spring', name: 'Hot spring bath', categoryName: 'Wellness' },
    ]
    expect(await result(`/api/v1/properties/facility-data/${ID}`)).toEqual(all)
    expect(await result(`/api/v1/properties/with-facility-data/${ID}`)).toMatchObject({
      id: ID,
      name: 'Seaview Hotel',
      facilities: all,
    })
    const path = `/api/v1/properties/facility-data-by-id-and-identifier-source-id/${ID}`
    expect(await result(`${path}/1`)).toEqual([wifi])
    expect(await result(`${path}/3`)).toEqual([garage])
    expect(await result(`${path}/2`)).toEqual([])
    expect((await supplier.get(`${path}/6`)).status).toBe(404)
    expect((await supplier.get(`${path}/0`)).status).toBe(400)
  })

  it('with its information and external reviews', async () => {
    expect(await result(`/api/v1/properties/property-with-property-info-and-external-reviews/${ID}`)).toMatchObject({
      id: ID,
      propertyInfo: {
        propertyId: ID,
        timezone: 'Europe/Lisbon',
        addresses: [{ cityName: 'Lisboa', country: { code: 'PT' } }],
      },
      externalReviews: [
        {
          source: source(5, 'REV', 'Review platform'),
          rating: 8.7,
          ratingMax: 10,
          reviewCount: 214,
          url: 'https://reviews.example/r-5',
          lastUpdate: '2026-11-01T10:00:00Z',
        },
        { source: source(3, 'PMS', 'Property management system'), rating: 4 },
      ],
    })
    expect(
      await result(`/api/v1/properties/property-with-property-info-and-external-reviews/${FOREIGN}`, operator),
    ).toMatchObject({ propertyInfo: null, externalReviews: [] })
  })

  it('by its ids in source systems, one for each', async () => {
    expect(await result(`/api/v1/properties/identifier/${ID}`)).toEqual([
      { propertyId: ID, identifier: 'a/b c?ü', source: source(1, 'HUB', 'External integration system') },
      { propertyId: ID, identifier: 'SEA', source: source(2, 'SUP', 'Supplier') },
      { propertyId: ID, identifier: 'P-7', source: source(3, 'PMS', 'Property management system') },
      { propertyId: ID, identifier: '77001', source: source(4, 'CM', 'Channel manager') },
      {
        propertyId: ID,
        identifier: 'r-5',
        url: 'https://reviews.example/r-5',
        source: source(5, 'REV', 'Review platform'),
      },
    ])
  })

  it('by the id of the external system, however it is spelt', async () => {
    const path = '/api/v1/properties/hubswitch-property-id'
    expect(await result(`${path}/${encodeURIComponent('a/b c?ü')}`)).toEqual(await result(`/api/v1/properties/${ID}`))
    expect((await supplier.get(`${path}/F-1`)).status).toBe(403)
    expect((await supplier.get(`${path}/nobody`)).status).toBe(404)
    expect((await supplier.get(`${path}/${'x'.repeat(256)}`)).status).toBe(400)
  })
})

describe('a sitemap file', () => {
  it('groups addresses, e-mails and images of what the account may read, without an envelope', async () => {
    const own = {
      id: ID,
      name: 'Seaview Hotel',
      emails: ['desk@sea.example', 'book@sea.example'],
      images: ['1.jpg', '2.jpg', 'plan.png'].map((file) => `https://images.example/${file}`),
    }
    const reply = await supplier.get('/api/v1/properties/sitemap/sitemap-1.json')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        fileName: 'sitemap-1.json',
        properties: [{ ...own, addresses: [{ cityName: 'Lisboa', country: { code: 'PT' } }] }],
      },
    })
    const all = await operator.get('/api/v1/properties/sitemap/sitemap-1.json')
    expect(all.body['properties']).toMatchObject([
      own,
      { id: FOREIGN, name: 'Foreign', addresses: [], emails: [], images: [] },
    ])
  })

  it('holds 500 properties, the next file the rest', async () => {
    const own = await startTestSandbox()
    own.sandbox.seed({
      properties: Array.from({ length: 501 }, (_, at) => ({ hubSwitchId: `M-${at}`, code: 'M', name: 'Many' })),
    })
    const caller = await own.as('demo-supplier')
    const idsOf = async (file: string) =>
      ((await caller.get(`/api/v1/properties/sitemap/${file}`)).body['properties'] as unknown as { id: number }[]).map(
        ({ id }) => id,
      )
    expect(await idsOf('sitemap-1.json')).toEqual(Array.from({ length: 500 }, (_, at) => 1_000_001 + at))
    expect(await idsOf('sitemap-2.json')).toEqual([1_000_501])
    expect((await caller.get('/api/v1/properties/sitemap/sitemap-3.json')).status).toBe(404)
    own.sandbox.reset()
    expect((await caller.get('/api/v1/properties/sitemap/sitemap-1.json')).status).toBe(404)
    await own.close()
  })

  it.each([
    'sitemap-2.json',
    'sitemap-0.json',
    'sitemap.json',
    'sitemap-1.xml',
    'sitemap-01.json',
    'sitemap-9999999999.json',
  ])('%s is not there', async (file) => {
    expect((await supplier.get(`/api/v1/properties/sitemap/${file}`)).status).toBe(404)
  })
})

describe('a property data file', () => {
  it('holds everything kept of the property', async () => {
    const { status, body } = await supplier.get(`/api/v1/properties/details/property-${ID}.json`)
    expect({ status, fileName: body['fileName'] }).toEqual({ status: 200, fileName: `property-${ID}.json` })
    expect(body['executionTime']).toEqual(expect.any(Number))
    expect(body['data']).toMatchObject({
      ...(await result(`/api/v1/properties/${ID}`)),
      propertyInfo: { timezone: 'Europe/Lisbon' },
      unitIds: [101, 102],
    })
  })

  it.each([
    [`property-${FOREIGN}.json`, 403],
    ['property-1000099.json', 404],
    ['property-x.json', 404],
    ['other.json', 404],
    ['property-99999999999.json', 404],
  ])('%s is %i', async (file, status) => {
    expect((await supplier.get(`/api/v1/properties/details/${file}`)).status).toBe(status)
  })
})

const READS = [
  'properties',
  'properties/with-main-media',
  'properties/with-facility-data',
  'properties/property-with-property-info-and-external-reviews',
  'properties/identifier',
  'properties/facility-data',
  'properties/info',
  'logo',
]

describe.each(READS)('/api/v1/%s', (path) => {
  it("is refused for another supplier's property, for an unknown and for a malformed id", async () => {
    const statuses = []
    for (const id of [FOREIGN, 1_000_099, 999_999, 'abc'])
      statuses.push((await supplier.get(`/api/v1/${path}/${id}`)).status)
    expect(statuses).toEqual([403, 404, 400, 400])
  })

  it('is answered to whoever may read all', async () => {
    expect((await operator.get(`/api/v1/${path}/${ID}`)).status).toBe(200)
  })
})
