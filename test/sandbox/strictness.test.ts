import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type Reply, type TestSandbox } from '../support/sandbox.js'

const CREATE = '/api/v1/hubswitch/reservations/create'
const PRODUCTS = '/api/v1/hubswitch/products'
const stay = { propertyId: 1000001, checkInDate: '2027-06-01', checkOutDate: '2027-06-03' }
const booking = {
  ...stay,
  channelBookingId: 'CH-1',
  totalGuestCounts: { adults: 1 },
  booker: { firstName: 'Ada', lastName: 'Lovelace' },
  rooms: [{ roomId: 101, ratePlanId: 501 }],
}

/** What the interface calls an integer is one, in one notation. */
describe('integers', () => {
  let sandbox: TestSandbox
  let supplier: Caller

  beforeAll(async () => {
    sandbox = await startTestSandbox({ now: () => Date.parse('2027-05-01T12:00:00Z') })
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'Inn',
          code: 'INN',
          hubSwitchId: 'INN',
          currency: 'EUR',
          units: [{ name: 'Double', count: 5, basePrice: 80, ratePlans: ['Flexible'] }],
        },
      ],
    })
    supplier = await sandbox.as('demo-supplier')
  })
  afterAll(() => sandbox.close())

  const NOTATIONS = [
    '0x0F4241',
    '1000001.0',
    '1e6',
    '%201000001',
    '1000001%20',
    '+1000001',
    '%2B1000001',
    '01000001',
    '1_000_001',
    '0b11',
    '٣',
    '１000001',
    '-1000001',
    'NaN',
    'Infinity',
    '1000001,',
    '1000001%00',
    'null',
    'true',
    '%5B1000001%5D',
    '%22',
  ]

  it.each(NOTATIONS)('%s is no id in a path or a query', async (id) => {
    const paths = [
      `/api/v1/properties/${id}`,
      `/api/v1/properties/with-main-media/${id}`,
      `/api/v1/properties/info/${id}`,
      `/api/v1/properties/identifier/${id}`,
      `/api/v1/properties/facility-data/${id}`,
      `/api/v1/properties/facility-data-by-id-and-identifier-source-id/1000001/${id}`,
      `/api/v1/logo/${id}`,
      `/api/v1/sellable-unit/${id}`,
      `/api/v1/sellable-unit/identifier/${id}`,
      `/api/v1/property-facility/filter/${id}`,
      `/api/v1/sellable-unit/paging/by-property?propertyId=${id}`,
      `/api/v1/sellable-unit/paging/by-property?propertyId=1000001&size=${id}`,
    ]
    for (const path of paths) expect({ path, status: (await supplier.get(path)).status }).toEqual({ path, status: 400 })
    // -1000001 is an int32, and these two have no least value.
    for (const path of [`/api/v1/property/properties-by-channel/${id}`, `/api/v1/property/count-list/${id}`])
      if (!id.startsWith('-'))
        expect({ path, status: (await supplier.get(path)).status }).toEqual({ path, status: 400 })
  })

  it('an id in plain digits is one, percent-encoded too', async () => {
    for (const path of [
      '/api/v1/properties/1000001',
      '/api/v1/properties/%31000001',
      '/api/v1/sellable-unit/paging/by-property?propertyId=1000001&page=0&size=2147483647',
    ])
      expect((await supplier.get(path)).status).toBe(200)
  })

  const BODIES: [name: string, send: (id: unknown) => Promise<Reply>][] = [
    ['property information', (propertyId) => supplier.post('/api/v1/properties/info', { propertyId, capacity: 1 })],
    ['changed information', (propertyId) => supplier.put('/api/v1/properties/info', { propertyId, capacity: 1 })],
    ['a unit', (propertyId) => supplier.post('/api/v1/sellable-unit', { propertyId, basePrice: 1 })],
    ['a changed unit', (propertyId) => supplier.put('/api/v1/sellable-unit/101', { propertyId })],
    [
      'a rate plan',
      (propertyId) =>
        supplier.post('/api/v1/rate-plans-v3', {
          propertyId,
          names: [{ text: 'A', languageId: 1 }],
          sellableUnits: [{ sellableUnitId: 101 }],
        }),
    ],
    [
      'products',
      (propertyId) =>
        supplier.post(PRODUCTS, { ...stay, propertyId, distributorId: 'demo-distributor', distributorCode: 'DEMO' }),
    ],
    ['a reservation', (propertyId) => supplier.post(CREATE, { ...booking, propertyId })],
    ['ids', (id) => supplier.post('/api/v1/property/ids', { propertyIds: [id] })],
  ]
  it.each(BODIES)('the propertyId of %s is a number', async (_, send) => {
    for (const id of ['1000001', [1000001], true, null, { id: 1000001 }, 1000001.5, '0x0F4241', 999_999, 2 ** 31]) {
      const { status, body } = await send(id)
      if (status === 200 && (id === 999_999 || id === 2 ** 31)) continue // an int32 id that nobody has answers nothing
      expect({ id, status, errors: body['errors'] }).toMatchObject({
        id,
        status: 400,
        errors: [{ field: expect.stringMatching(/^propertyIds?/) as string }],
      })
    }
    expect([200, 201]).toContain((await send(1000001)).status)
  })

  it('codes of the /v1 family are integers, however wide; the id of credentials may be text', async () => {
    const night = { from: '2027-06-01', to: '2027-06-01' }
    const refused: [string, object, string][] = [
      ['/v1/rooms', { hotel_code: '1000001' }, 'hotel_code'],
      ['/v1/products', { hotel_code: '1000001' }, 'hotel_code'],
      ['/v1/rooms', { hotel_code: [1000001] }, 'hotel_code'],
      ['/v1/rooms', { hotel_code: 1000001.5 }, 'hotel_code'],
      ['/v1/rooms', { hotel_code: null }, 'hotel_code'],
      [
        '/v1/inventory',
        { hotel_code: '1000001', availabilities: [{ room_id: 101, ...night, availability: 1 }] },
        'hotel_code',
      ],
      [
        '/v1/inventory',
        { hotel_code: 1000001, availabilities: [{ room_id: '101', ...night, availability: 1 }] },
        'availabilities[0].room_id',
      ],
      [
        '/v1/inventory',
        { hotel_code: 1000001, availabilities: [{ room_id: 101, ...night, availability: '1' }] },
        'availabilities[0].availability',
      ],
      [
        '/v1/room_settings',
        {
          hotel_code: 1000001,
          room_settings: [
            { ...night, min_stay: 1 },
            { room_id: 101, rate_plan_id: '501', ...night, min_stay: 1 },
          ],
        },
        'room_settings[1].rate_plan_id',
      ],
    ]
    for (const [path, body, field] of refused)
      expect((await supplier.channel(path, body)).body).toMatchObject({
        success: false,
        error: { code: 'INVALID_REQUEST', details: [{ field }] },
      })
    const credentials = { id: '15786', duty_code: 'sandbox-duty', user: 'demo' }
    expect((await supplier.post('/v1/rooms', { credentials, hotel_code: 1000001 })).body).toMatchObject({
      success: true,
    })
    const wide = (text: string): Promise<Reply> =>
      supplier.send('POST', '/v1/rooms', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ credentials, hotel_code: 'X' }).replace('"X"', text),
      })
    expect((await wide('9007199254740993')).body).toMatchObject({
      error: { code: 'INVALID_HOTEL', message: expect.stringContaining('9007199254740993') as string },
    })
    expect((await wide('"9007199254740993"')).body).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
  })

  it('rooms and plans of a reservation are integers; its booking id may be either', async () => {
    expect(
      (await supplier.post(CREATE, { ...booking, rooms: [{ roomId: '101', ratePlanId: 501 }] })).body,
    ).toMatchObject({ errors: [{ field: 'rooms[0].roomId' }] })
    const made = await supplier.post(CREATE, { ...booking, channelBookingId: 'CH-2' })
    const id = String(made.body['result']?.['bookingId'])
    for (const bookingId of [id, Number(id)])
      expect((await supplier.post('/api/v1/hubswitch/reservations/confirm', { bookingId })).status).toBe(200)
  })

  it('a minimum stay above the maximum is refused, wherever one can be set', async () => {
    const night = { from: '2027-06-01', to: '2027-06-01' }
    expect(
      (
        await supplier.channel('/v1/room_settings', {
          hotel_code: 1000001,
          room_settings: [{ room_id: 101, ...night, min_stay: 5, max_stay: 3 }],
        })
      ).body,
    ).toMatchObject({
      success: false,
      error: { code: 'INVALID_RESTRICTION', details: [{ field: 'room_settings[0].min_stay' }] },
    })
    expect(
      (
        await supplier.channel('/v1/room_settings', {
          hotel_code: 1000001,
          room_settings: [{ room_id: 101, ...night, min_stay: 3, max_stay: 3 }],
        })
      ).body,
    ).toMatchObject({ success: true })
    expect(
      (await supplier.post('/api/v1/sellable-unit', { propertyId: 1000001, minLengthOfStay: 5, maxLengthOfStay: 3 }))
        .status,
    ).toBe(400)
    expect((await supplier.put('/api/v1/sellable-unit/101', { maxLengthOfStay: 3 })).status).toBe(200)
    expect((await supplier.put('/api/v1/sellable-unit/101', { minLengthOfStay: 5 })).status).toBe(422)
    expect(
      (
        await supplier.put('/api/v1/sellable-unit/101', {
          capacities: [{ capacity: 2, minOccupancy: 3, maxOccupancy: 2 }],
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await supplier.put('/api/v1/sellable-unit/101', {
          capacities: [{ capacity: 2, timeRange: { fromDate: '2027-06-02', toDate: '2027-06-01' } }],
        })
      ).status,
    ).toBe(400)
  })

  it('a name that stands twice in a body, or in no query of the endpoint, is refused', async () => {
    const twice = await supplier.send('PUT', '/api/v1/properties/1000001', {
      headers: { 'content-type': 'application/json' },
      body: '{"name":"A","name":"B"}',
    })
    expect([twice.status, twice.body]).toMatchObject([400, { errors: [{ field: 'name' }] }])
    const unknown = await supplier.get('/api/v1/properties/1000001?with=media')
    expect([unknown.status, unknown.body]).toMatchObject([400, { errors: [{ field: 'with' }] }])
  })

  it.each([
    ['a property name', 'PUT', '/api/v1/properties/1000001', { name: ' ' }, 'name'],
    ['a hubSwitchId', 'PUT', '/api/v1/properties/1000001', { hubSwitchId: '\t' }, 'hubSwitchId'],
    ['a state', 'PUT', '/api/v1/properties/1000001', { status: ' ' }, 'status'],
    [
      'a localized name',
      'PUT',
      '/api/v1/properties/1000001',
      { names: [{ text: '\n', languageId: 1 }] },
      'names[0].text',
    ],
    [
      'the name of a unit',
      'POST',
      '/api/v1/sellable-unit',
      { propertyId: 1000001, names: [{ text: ' ', languageId: 1 }] },
      'names[0].text',
    ],
    [
      'the name of a rate plan',
      'POST',
      '/api/v1/rate-plans-v3',
      { propertyId: 1000001, names: [{ text: ' ', languageId: 1 }], sellableUnits: [{ sellableUnitId: 101 }] },
      'names[0].text',
    ],
    ['a booker', 'POST', CREATE, { ...booking, booker: { firstName: ' ', lastName: 'Lovelace' } }, 'booker.firstName'],
    [
      'a guest',
      'POST',
      CREATE,
      { ...booking, rooms: [{ roomId: 101, ratePlanId: 501, guests: [{ firstName: 'Ada', lastName: '  ' }] }] },
      'rooms[0].guests[0].lastName',
    ],
    ['a channel booking id', 'POST', CREATE, { ...booking, channelBookingId: ' ' }, 'channelBookingId'],
    ['a distributor', 'POST', PRODUCTS, { ...stay, distributorId: ' ', distributorCode: 'DEMO' }, 'distributorId'],
  ] as const)('%s of blanks alone is refused', async (_name, method, path, body, field) => {
    const { status, body: answer } = await (method === 'PUT' ? supplier.put(path, body) : supplier.post(path, body))
    expect([status, answer]).toMatchObject([
      400,
      { errors: [{ field, message: expect.stringContaining('must not be blank') as string }] },
    ])
  })

  it('an entry of rates that sets nothing is refused', async () => {
    const night = { room_id: 101, from: '2027-06-01', to: '2027-06-01' }
    const send = (...entries: object[]): Promise<Reply> =>
      supplier.channel('/v1/room_settings', { hotel_code: 1000001, room_settings: entries })
    expect((await send({ ...night, closed: false }, night)).body).toMatchObject({
      success: false,
      error: { code: 'NOTHING_SET', details: [{ field: 'room_settings[1]' }] },
    })
    expect((await send({ ...night, closed: false })).body).toMatchObject({ success: true })
  })

  it('answers that hold a token are not to be stored', async () => {
    const login = await sandbox.send(
      'POST',
      '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=sandbox-supplier',
    )
    expect([
      login.headers.get('cache-control'),
      (await supplier.get('/api/v1/partners/refresh-token')).headers.get('cache-control'),
    ]).toEqual(['no-store', 'no-store'])
  })
})
