import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf, type EndpointKey } from '../../../src/contract/map/map.js'
import { EXIT } from '../../../src/errors.js'
import { faultOf, RULES } from '../../../src/outcome/index.js'
import { WRITES } from '../writes.js'

/** How the judge ends, and which field it names as another one. */
function judged(key: EndpointKey, asked: object, result: unknown): { exit: number; field?: string; words: string } {
  const text = JSON.stringify({ result, status: 'success' })
  const sent = { label: key, rule: RULES[key], asked }
  const judgement = judgeReceived(
    key,
    endpointOf(key),
    sent,
    { status: 200, headers: {}, text, attempts: 1, requestId: 'r', isRepeat: false },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
  if (judgement.fate === 'done') return { exit: EXIT.ok, words: '' }
  const { field } = (judgement.facts['mismatch'] ?? {}) as { field?: string }
  return { exit: faultOf(judgement).exitCode, ...(field === undefined ? {} : { field }), words: judgement.words }
}

const ada = { firstName: 'Ada', lastName: 'Lovelace', unit: 1, age: 36 }
const eve = { firstName: 'Éve', lastName: 'de la Cruz', unit: 2 }
const tom = { firstName: 'Tom', lastName: 'Lovelace', unit: 1, age: 5 }
const double = {
  roomId: 101,
  ratePlanId: 501,
  units: 2,
  guestCounts: { adults: 2, children: [{ age: 5, count: 1 }] },
  guests: [ada, eve, tom],
}
const single = { roomId: 102, ratePlanId: 501, units: 1 }
const asked = {
  propertyId: 1000001,
  channelBookingId: 'HS-7',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-03',
  currencyCode: 'EUR',
  totalGuestCounts: {
    adults: 3,
    children: [
      { age: 5, count: 1 },
      { age: 8, count: 2 },
    ],
  },
  booker: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@guests.example', phone: '+1 555 0100' },
  rooms: [double, single],
}
const answer = { ...asked, bookingId: '900001', status: 'pending' }
const line = (change: object): object => ({ rooms: [{ ...double, ...change }, single] })
const counts = (change: object): object => ({ totalGuestCounts: { ...asked.totalGuestCounts, ...change } })

describe('what a booking is answered with', () => {
  it.each([
    ['other adults', 'totalGuestCounts.adults', counts({ adults: 4 })],
    [
      'other children',
      'totalGuestCounts.children',
      counts({
        children: [
          { age: 5, count: 1 },
          { age: 8, count: 1 },
        ],
      }),
    ],
    [
      'other ages',
      'totalGuestCounts.children',
      counts({
        children: [
          { age: 5, count: 1 },
          { age: 9, count: 2 },
        ],
      }),
    ],
    ['no children', 'totalGuestCounts.children', counts({ children: [] })],
    ['children as the number 0', 'totalGuestCounts.children', counts({ children: 0 })],
    ['adults without the children', 'totalGuestCounts.children', counts({ children: undefined })],
    ['adults, and null for the children', 'totalGuestCounts.children', counts({ children: null })],
    ['the ages of the adults alone', 'totalGuestCounts.children', { totalGuestCounts: [30, 31, 32] }],
    ['other adults beside a right total', 'totalGuestCounts.adults', { totalGuestCounts: { adults: 2, total: 6 } }],
    ['a room without its children', 'rooms.guestCounts.children', line({ guestCounts: { adults: 2 } })],
    ['another number of children', 'totalGuestCounts.children', counts({ children: 2 })],
    ['other ages in a list', 'totalGuestCounts.children', { totalGuestCounts: [30, 31, 32, 5, 8, 9] }],
    ['another number of guests', 'totalGuestCounts', { totalGuestCounts: 5 }],
    ['another booker', 'booker.lastName', { booker: { ...asked.booker, lastName: 'Byron' } }],
    ['another address', 'booker.email', { booker: { ...asked.booker, email: 'eve@guests.example' } }],
    ['an empty booker', 'booker.firstName', { booker: { firstName: '', lastName: 'Lovelace' } }],
    ['no rooms', 'rooms', { rooms: [] }],
    ['a room less', 'rooms', { rooms: [double] }],
    ['another room', 'rooms', line({ roomId: 109 })],
    ['an empty room id', 'rooms', line({ roomId: '' })],
    ['another rate plan', 'rooms', line({ ratePlanId: 502 })],
    ['other units', 'rooms', line({ units: 1 })],
    ['another guest', 'rooms.guests', line({ guests: [ada, { ...eve, lastName: 'Byron' }, tom] })],
    ['an empty name', 'rooms.guests', line({ guests: [ada, { ...eve, firstName: '' }, tom] })],
    ['a guest less', 'rooms.guests', line({ guests: [ada, eve] })],
    ['a guest more', 'rooms.guests', line({ guests: [ada, eve, tom, { firstName: 'Max', lastName: 'Byron' }] })],
    ['no guests', 'rooms.guests', line({ guests: [] })],
    ['another age', 'rooms.guests', line({ guests: [ada, eve, { ...tom, age: 15 }] })],
    ['another unit', 'rooms.guests', line({ guests: [ada, eve, { ...tom, unit: 2 }] })],
    ['other guests of a room', 'rooms.guestCounts.adults', line({ guestCounts: { adults: 1 } })],
    ['another currency', 'currencyCode', { currencyCode: 'USD' }],
    ['no currency', 'currencyCode', { currencyCode: '' }],
    ['another arrival', 'checkInDate', { checkInDate: '2027-07-02' }],
    ['an empty departure', 'checkOutDate', { checkOutDate: ' ' }],
    ['an empty channel booking id', 'channelBookingId', { channelBookingId: '' }],
    ['an empty property id', 'propertyId', { propertyId: '' }],
    ['a channel booking id in another case', 'channelBookingId', { channelBookingId: 'hs-7' }],
    ['a channel booking id with a blank', 'channelBookingId', { channelBookingId: 'HS-7 ' }],
  ])('%s is not what was asked', (_, field, change) => {
    const told = judged('reservation.create', { body: asked }, { ...answer, ...change })
    expect(told).toMatchObject({ exit: EXIT.outcomeUnknown, field })
    expect(told.words).toMatch(new RegExp(`it answered with ${field} .+, not .+`))
  })

  it.each([
    ['the same', {}],
    [
      'upper case and spaces',
      {
        currencyCode: 'eur',
        booker: { firstName: 'ADA ', lastName: ' lovelace', email: 'ADA@guests.example' },
        rooms: [
          {
            ...double,
            guests: [
              { firstName: ' ada', lastName: 'LOVELACE ' },
              { firstName: 'E\u0301VE', lastName: 'De  La Cruz' },
              tom,
            ],
          },
          single,
        ],
      },
    ],
    ['another order', { rooms: [single, { ...double, guests: [tom, ada, eve] }] }],
    [
      'numbers as text',
      {
        propertyId: '1000001',
        totalGuestCounts: { adults: '3', children: [{ age: '8', count: '2' }, { age: '5' }] },
        rooms: [{ ...double, roomId: '101', ratePlanId: '501', units: '2' }, single],
      },
    ],
    ['children as their number', counts({ children: 3 })],
    ['children as ages', counts({ children: [8, 5, '8'] })],
    ['guests as ages', { totalGuestCounts: [30, 31, 32, 5, 8, 8] }],
    ['guests as one number', { totalGuestCounts: 6 }],
    ['adults and a right total', { totalGuestCounts: { adults: 3, total: 6 } }],
    ['children without the adults', { totalGuestCounts: { children: asked.totalGuestCounts.children } }],
    [
      'a line for each unit',
      {
        rooms: [
          { ...double, units: 1, guestCounts: { adults: 1 }, guests: [{ ...ada }, tom] },
          { ...double, units: 1, guestCounts: { adults: 1 }, guests: [{ ...eve, unit: 1 }] },
          single,
        ],
      },
    ],
    [
      'guests of one line of two',
      { rooms: [{ ...double, units: 1, guests: [eve] }, { ...double, units: 1, guests: null }, single] },
    ],
    ['a guest of its own where none was named', { rooms: [double, { ...single, guests: [ada] }] }],
    [
      'rooms without rate plans',
      {
        rooms: [
          { ...double, ratePlanId: null },
          { roomId: 102, units: 1 },
        ],
      },
    ],
    ['rooms without ids', { rooms: [{ units: 2 }, { units: 1 }] }],
    ['a hidden address', { booker: { ...asked.booker, email: 'a***@guests.example', phone: '0015550100' } }],
    [
      'nothing of it',
      {
        totalGuestCounts: null,
        booker: null,
        rooms: null,
        currencyCode: null,
        propertyId: null,
        channelBookingId: null,
        checkInDate: null,
        checkOutDate: null,
      },
    ],
  ])('%s is what was asked', (_, change) => {
    expect(judged('reservation.create', { body: asked }, { ...answer, ...change })).toEqual({
      exit: EXIT.ok,
      words: '',
    })
  })

  it('names both in the message', () => {
    const { words } = judged(
      'reservation.create',
      { body: asked },
      { ...answer, ...line({ guests: [ada, { ...eve, lastName: 'Byron' }, tom] }) },
    )
    expect(words).toContain('it answered with rooms.guests Éve Byron, unit 2, not Éve de la Cruz, unit 2.')
  })
})

describe('an empty text where an id was asked for', () => {
  it.each(
    WRITES.filter(({ isBatch }) => isBatch !== true).flatMap(({ key, input, record }) =>
      Object.entries(RULES[key].same ?? {})
        .filter(([path]) => /^\w+$/.test(path) && record[path] !== undefined)
        .map(([path]) => [key, path, input, record] as const),
    ),
  )('%s: %s is another one', (key, path, input, record) => {
    expect(judged(key, input, { ...record, [path]: '' }).exit).toBe(EXIT.outcomeUnknown)
  })

  it.each([
    ['', ''],
    ['blank', '  '],
  ])('a reservation is no success without a booking id (%s)', (_, bookingId) => {
    expect(judged('reservation.create', { body: asked }, { ...answer, bookingId }).exit).toBe(EXIT.outcomeUnknown)
  })

  it('a number that was sent and comes back empty is another one', () => {
    const body = { propertyId: 1000001, noOfSellableUnits: 12 }
    expect(judged('unit.add', { body }, { ...body, id: 101, propertyId: '' })).toMatchObject({
      exit: EXIT.outcomeUnknown,
      field: 'propertyId',
    })
    expect(judged('unit.add', { body }, { ...body, id: 101, propertyId: null }).exit).toBe(EXIT.outcomeUnknown)
  })

  it.each([
    ['reservation.lookup', { query: { bookingId: '900001' } }, [{ bookingId: '', status: 'pending' }], 'bookingId'],
    [
      'reservation.lookup',
      { query: { channelId: 'HS-7' } },
      [{ bookingId: 1, channelBookingId: '', status: 'pending' }],
      'channelBookingId',
    ],
    [
      'unit.list',
      { query: { propertyId: 1000001 } },
      {
        content: [
          { id: 1, propertyId: 1000001 },
          { id: 2, propertyId: '' },
        ],
        pageNumber: 0,
        totalElements: 2,
      },
      'content.propertyId',
    ],
    [
      'product.search',
      { body: { propertyId: 1000001, totalGuestCounts: { adults: 2, children: [{ age: 6, count: 1 }] } } },
      { propertyId: 1000001, roomTypes: [], totalGuestCounts: { adults: 2 } },
      'totalGuestCounts.children',
    ],
    [
      'product.search',
      { body: { propertyId: 1000001, totalGuestCounts: { adults: 2 } } },
      { propertyId: 1000001, roomTypes: [], totalGuestCounts: { adults: 1 } },
      'totalGuestCounts.adults',
    ],
  ] as const)('%s of %j is about something else', (key, input, result, field) => {
    expect(judged(key, input, result)).toMatchObject({ exit: EXIT.refused, field })
  })
})

const created = { hubSwitchId: '0012', code: '007', name: 'Zoë’s Inn', status: 'ACTIVE' }
const inOnePlace = { propertyId: 1000001 }
/** Endpoint, what is sent, what comes back instead of it, and the field that is named. */
type EchoCase = readonly [
  key: EndpointKey,
  sent: Record<string, unknown>,
  told: Record<string, unknown>,
  field?: string,
]

/** A request with the one field, and the record that comes back for it. */
function echoed(
  key: EndpointKey,
  sent: Record<string, unknown>,
  told: Record<string, unknown>,
): { exit: number; field?: string } {
  const base =
    key === 'property.create' ? created : key === 'property.update' || key === 'unit.update' ? {} : inOnePlace
  const id = key.startsWith('unit') ? 101 : 1000001
  return judged(key, { params: { id }, body: { ...base, ...sent } }, { ...base, ...sent, id, ...told })
}

describe('an id that no record has', () => {
  const unit = { propertyId: 1000001, basePrice: 9 }
  it.each([
    ...[-1, 0, 1000002.5, '-7', '0', '1000002.5'].map(
      (id) => ['property.create', created, { ...created, id }] as const,
    ),
    ...[-1, 0, 101.5].map((id) => ['unit.add', unit, { ...unit, id }] as const),
    ...[-1, 0, '0', '-1', '', ' '].map((id) => ['ratePlan.create', inOnePlace, { ...inOnePlace, id }] as const),
    ...[-1, 0, '0', '-1', '1.5'].map((bookingId) => ['reservation.create', asked, { ...answer, bookingId }] as const),
  ])('%s %# is not done', (key, body, result) => {
    expect(judged(key, { body }, result).exit).toBe(EXIT.outcomeUnknown)
  })

  it.each([
    ['ratePlan.create', inOnePlace, { ...inOnePlace, id: 'RP-0' }],
    ['reservation.create', asked, { ...answer, bookingId: '00042' }],
    ['property.create', created, { ...created, id: '1000002' }],
  ] as const)('%s: another id is one', (key, body, result) => {
    expect(judged(key, { body }, result).exit).toBe(EXIT.ok)
  })

  it.each(['property.count', 'property.countList'] as const)('%s: a number below 0 counts nothing', (key) => {
    expect([judged(key, { params: { listId: 1 } }, -1).exit, judged(key, { params: { listId: 1 } }, 0).exit]).toEqual([
      EXIT.outcomeUnknown,
      EXIT.ok,
    ])
  })
})

describe('a value of a write that comes back as another one', () => {
  const MOMENT = '2027-07-01T10:00:00Z'
  it.each([
    [
      'propertyInfo.set',
      { website: 'https://seaview.example/Rooms' },
      { website: 'https://other.example/' },
      'website',
    ],
    [
      'propertyInfo.update',
      { website: 'https://seaview.example/Rooms' },
      { website: 'https://seaview.example/rooms' },
      'website',
    ],
    ['propertyInfo.set', { websiteUrlReachable: true }, { websiteUrlReachable: 'false' }, 'websiteUrlReachable'],
    [
      'propertyInfo.set',
      { websiteUrlReachabilityLastUpdate: MOMENT },
      { websiteUrlReachabilityLastUpdate: '2027-07-01T12:00:00Z' },
      'websiteUrlReachabilityLastUpdate',
    ],
    ['propertyInfo.set', { addresses: [{ postalCode: '01067' }] }, { addresses: [{ postalCode: 1067 }] }, 'addresses'],
    ['propertyInfo.set', { languages: [{ languageId: 1 }] }, { languages: [{ language: { id: 2 } }] }, 'languages'],
    ['unit.update', { iCalLink: 'https://a.example/a.ics' }, { iCalLink: 'https://a.example/A.ics' }, 'iCalLink'],
    ['unit.update', { hubSwitchImportLink: 'https://a.example/1' }, { hubSwitchImportLink: '' }, 'hubSwitchImportLink'],
    ['unit.update', { supplierUnitId: 7 }, { supplierUnitId: 8 }, 'supplierUnitId'],
    ['property.update', { createdBy: 'ada' }, { createdBy: 'eve' }, 'createdBy'],
    ['property.update', { availabilityUpdateCount: 7 }, { availabilityUpdateCount: 8 }, 'availabilityUpdateCount'],
    [
      'property.update',
      { lastAvailabilityUpdate: MOMENT },
      { lastAvailabilityUpdate: '2027-07-01T10:00:00+02:00' },
      'lastAvailabilityUpdate',
    ],
    [
      'property.update',
      { companyOrganizationNumber: '12' },
      { companyOrganizationNumber: undefined, companyOrganisationNumber: '13' },
      'companyOrganisationNumber',
    ],
    ['property.create', {}, { hubSwitchId: '12' }, 'hubSwitchId'],
    ['property.create', {}, { hubSwitchId: 12 }, 'hubSwitchId'],
    ['property.create', {}, { code: 7 }, 'code'],
    ['property.create', {}, { name: 'ZOË’S INN' }, 'name'],
    ['property.create', {}, { name: 'Zoë’s  Inn' }, 'name'],
    [
      'property.create',
      { billingAddress: { postCode: '01067' } },
      { billingAddress: { postCode: 1067 } },
      'billingAddress.postCode',
    ],
    [
      'property.create',
      { homeCurrencyCode: 'EUR' },
      { homeCurrencyCode: undefined, homeCurrency: { id: 2, code: 'USD' } },
      'homeCurrency.code',
    ],
    ['unit.add', { price: { currencyCode: 'EUR' } }, { price: { currency: 'USD' } }, 'price.currency'],
    ['property.create', { homeCurrencyId: 1 }, { homeCurrency: { id: 2, code: 'USD' } }, 'homeCurrency.id'],
    ['property.create', { countryId: 1 }, { countryId: { id: 2 } }, 'countryId'],
    [
      'unit.add',
      { sellableUnitTypeId: 1 },
      { sellableUnitTypeId: undefined, sellableUnitType: { id: 2 } },
      'sellableUnitType.id',
    ],
    ['unit.add', { sellableUnitTypeId: 1 }, { sellableUnitType: { id: '2' } }, 'sellableUnitType.id'],
    ['unit.add', { channelIds: [1, 2] }, { channelIds: undefined, channels: [{ id: 1 }, { id: 3 }] }, 'channels'],
    [
      'unit.add',
      { cancellationPolicies: [1, 2] },
      { cancellationPolicies: [{ id: 1 }, { id: 3 }] },
      'cancellationPolicies',
    ],
    ['unit.add', { limited: false }, { limited: 1 }, 'limited'],
    ['unit.add', { limited: false }, { limited: 'perhaps' }, 'limited'],
    ['unit.add', { arrivalDays: { monday: true } }, { arrivalDays: { monday: 0 } }, 'arrivalDays.monday'],
    ['unit.add', { noOfSellableUnits: 0 }, { noOfSellableUnits: '' }, 'noOfSellableUnits'],
    ['unit.add', { noOfSellableUnits: 1 }, { noOfSellableUnits: -1 }, 'noOfSellableUnits'],
    ['unit.add', { names: [{ text: 'Suite', languageId: 1 }] }, { names: [{ text: 'SUITE', languageId: 1 }] }, 'names'],
  ] satisfies EchoCase[])('%s: %j answered with %j is not done', (key, sent, told, field) => {
    expect(echoed(key, sent, told)).toMatchObject({ exit: EXIT.outcomeUnknown, field })
  })

  it.each([
    ['propertyInfo.set', { website: 'https://Seaview.example' }, { website: 'HTTPS://seaview.example/' }],
    ['propertyInfo.set', { isExist: false }, { isExist: true }],
    ['propertyInfo.set', { websiteUrlReachable: true }, { websiteUrlReachable: 1 }],
    [
      'propertyInfo.set',
      { geoCode: { latitude: '48.10', longitude: 2 } },
      { geoCode: { latitude: 48.1, longitude: '2.0' } },
    ],
    ['propertyInfo.set', { languages: [{ languageId: 1 }] }, { languages: [{ language: { id: '1', code: 'en' } }] }],
    ['property.update', { lastAvailabilityUpdate: MOMENT }, { lastAvailabilityUpdate: '2027-07-01T12:00:00.000+0200' }],
    [
      'property.update',
      { lastAvailabilityUpdate: '2027-07-01T10:00:00' },
      { lastAvailabilityUpdate: '2027-07-01T10:00:00.000Z' },
    ],
    ['property.update', { lastAvailabilityUpdate: MOMENT }, { lastAvailabilityUpdate: Date.parse(MOMENT) }],
    ['property.create', { code: '7' }, { code: 7 }],
    ['property.create', {}, { name: '  Zoe\u0308’s Inn ' }],
    ['property.create', {}, { status: 'Active' }],
    [
      'property.create',
      { homeCurrencyCode: 'EUR', emailAddress: 'Ada@seaview.example' },
      { homeCurrency: { id: 1, code: 'eur' }, emailAddress: 'ada@seaview.example' },
    ],
    ['property.create', { taxId: 'AT7' }, { tax: { id: 3 } }],
    ['unit.add', { sellableUnitTypeId: 1 }, { sellableUnitTypeId: '1', sellableUnitType: { id: 1, code: 'room' } }],
    ['unit.add', { channelIds: [1, 2] }, { channelIds: undefined, channels: [{ id: 2 }, { id: 1 }] }],
    ['unit.add', { cancellationPolicies: [1, 2] }, { cancellationPolicies: [{ id: 2 }, { id: '1' }] }],
    ['unit.add', { limited: false }, { limited: 0 }],
    ['unit.add', { limited: true }, { limited: 'yes' }],
    ['unit.add', { arrivalDays: { monday: true, friday: false } }, { arrivalDays: { monday: 1, friday: '0' } }],
    ['unit.add', { basePrice: 99 }, { basePrice: '99.00' }],
    ['unit.add', { timeType: 'day' }, { timeType: 'DAY' }],
  ] satisfies EchoCase[])('%s: %j answered with %j is done', (key, sent, told) => {
    expect(echoed(key, sent, told)).toEqual({ exit: EXIT.ok, words: '' })
  })

  it('every field that a body can hold is compared, but those of which a reason says why not', () => {
    for (const key of [
      'property.create',
      'property.update',
      'propertyInfo.set',
      'propertyInfo.update',
      'unit.add',
      'unit.update',
    ] as const) {
      const body = endpointOf(key).body as unknown as { shape: object }
      for (const field of Object.keys(body.shape).filter((name) => !(name in (RULES[key].servicesOwn ?? {}))))
        expect([key, field, echoed(key, { [field]: 'one' }, { [field]: 'another' }).exit]).toEqual([
          key,
          field,
          EXIT.outcomeUnknown,
        ])
    }
  })
})
