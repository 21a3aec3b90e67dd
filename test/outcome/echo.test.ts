import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answer.js'
import { createRedactor } from '../../src/client/redact.js'
import { endpointOf, type EndpointKey } from '../../src/contract/index.js'
import { EXIT } from '../../src/errors.js'
import { faultOf, RULES } from '../../src/outcome/index.js'
import { WRITES } from './writes.js'

/** How the judge ends, and which field it names as another one. */
function judged(key: EndpointKey, asked: object, result: unknown): { exit: number; field?: string; words: string } {
  const text = JSON.stringify({ result, status: 'success' })
  const sent = { label: key, rule: RULES[key], asked }
  const judgement = judgeReceived(key, endpointOf(key), sent, { status: 200, headers: {}, text, attempts: 1, requestId: 'r', isRepeat: false }, { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 })
  if (judgement.fate === 'done') return { exit: EXIT.ok, words: '' }
  const { field } = (judgement.facts['mismatch'] ?? {}) as { field?: string }
  return { exit: faultOf(judgement).exitCode, ...(field === undefined ? {} : { field }), words: judgement.words }
}

const ada = { firstName: 'Ada', lastName: 'Lovelace', unit: 1, age: 36 }
const eve = { firstName: 'Éve', lastName: 'de la Cruz', unit: 2 }
const tom = { firstName: 'Tom', lastName: 'Lovelace', unit: 1, age: 5 }
const double = { roomId: 101, ratePlanId: 501, units: 2, guestCounts: { adults: 2, children: [{ age: 5, count: 1 }] }, guests: [ada, eve, tom] }
const single = { roomId: 102, ratePlanId: 501, units: 1 }
const asked = {
  propertyId: 1000001, channelBookingId: 'HS-7', checkInDate: '2027-07-01', checkOutDate: '2027-07-03', currencyCode: 'EUR',
  totalGuestCounts: { adults: 3, children: [{ age: 5, count: 1 }, { age: 8, count: 2 }] }, booker: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@guests.example', phone: '+1 555 0100' }, rooms: [double, single],
}
const answer = { ...asked, bookingId: '900001', status: 'pending' }
const line = (change: object): object => ({ rooms: [{ ...double, ...change }, single] })
const counts = (change: object): object => ({ totalGuestCounts: { ...asked.totalGuestCounts, ...change } })

describe('what a booking is answered with', () => {
  it.each([
    ['other adults', 'totalGuestCounts.adults', counts({ adults: 4 })],
    ['other children', 'totalGuestCounts.children', counts({ children: [{ age: 5, count: 1 }, { age: 8, count: 1 }] })],
    ['other ages', 'totalGuestCounts.children', counts({ children: [{ age: 5, count: 1 }, { age: 9, count: 2 }] })],
    ['no children', 'totalGuestCounts.children', counts({ children: [] })],
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
  ])('%s is not what was asked', (_, field, change) => {
    const told = judged('reservation.create', { body: asked }, { ...answer, ...change })
    expect(told).toMatchObject({ exit: EXIT.outcomeUnknown, field })
    expect(told.words).toMatch(new RegExp(`it answered with ${field} .+, not .+`))
  })

  it.each([
    ['the same', {}],
    ['upper case and spaces', { channelBookingId: ' hs-7 ', currencyCode: 'eur', booker: { firstName: 'ADA ', lastName: ' lovelace', email: 'ADA@guests.example' }, rooms: [{ ...double, guests: [{ firstName: ' ada', lastName: 'LOVELACE ' }, { firstName: 'E\u0301VE', lastName: 'De  La Cruz' }, tom] }, single] }],
    ['another order', { rooms: [single, { ...double, guests: [tom, ada, eve] }] }],
    ['numbers as text', { propertyId: '1000001', totalGuestCounts: { adults: '3', children: [{ age: '8', count: '2' }, { age: '5' }] }, rooms: [{ ...double, roomId: '101', ratePlanId: '501', units: '2' }, single] }],
    ['children as their number', counts({ children: 3 })],
    ['children as ages', counts({ children: [8, 5, '8'] })],
    ['guests as ages', { totalGuestCounts: [30, 31, 32, 5, 8, 8] }],
    ['guests as one number', { totalGuestCounts: 6 }],
    ['a line for each unit', { rooms: [{ ...double, units: 1, guestCounts: { adults: 1 }, guests: [{ ...ada }, tom] }, { ...double, units: 1, guestCounts: { adults: 1 }, guests: [{ ...eve, unit: 1 }] }, single] }],
    ['guests of one line of two', { rooms: [{ ...double, units: 1, guests: [eve] }, { ...double, units: 1, guests: null }, single] }],
    ['a guest of its own where none was named', { rooms: [double, { ...single, guests: [ada] }] }],
    ['rooms without rate plans', { rooms: [{ ...double, ratePlanId: null }, { roomId: 102, units: 1 }] }],
    ['rooms without ids', { rooms: [{ units: 2 }, { units: 1 }] }],
    ['a hidden address', { booker: { ...asked.booker, email: 'a***@guests.example', phone: '0015550100' } }],
    ['nothing of it', { totalGuestCounts: null, booker: null, rooms: null, currencyCode: null, propertyId: null, channelBookingId: null, checkInDate: null, checkOutDate: null }],
  ])('%s is what was asked', (_, change) => {
    expect(judged('reservation.create', { body: asked }, { ...answer, ...change })).toEqual({ exit: EXIT.ok, words: '' })
  })

  it('names both in the message', () => {
    const { words } = judged('reservation.create', { body: asked }, { ...answer, ...line({ guests: [ada, { ...eve, lastName: 'Byron' }, tom] }) })
    expect(words).toContain('it answered with rooms.guests Éve Byron, unit 2, not Éve de la Cruz, unit 2.')
  })
})

describe('an empty text where an id was asked for', () => {
  it.each(WRITES.filter(({ isBatch }) => isBatch !== true).flatMap(({ key, input, record }) => Object.entries(RULES[key].same ?? {}).filter(([path]) => /^\w+$/.test(path) && record[path] !== undefined).map(([path]) => [key, path, input, record] as const)))('%s: %s is another one', (key, path, input, record) => {
    expect(judged(key, input, { ...record, [path]: '' }).exit).toBe(EXIT.outcomeUnknown)
  })

  it.each([['', ''], ['blank', '  ']])('a reservation is no success without a booking id (%s)', (_, bookingId) => {
    expect(judged('reservation.create', { body: asked }, { ...answer, bookingId }).exit).toBe(EXIT.outcomeUnknown)
  })

  it('a number that was sent and comes back empty is another one', () => {
    const body = { propertyId: 1000001, noOfSellableUnits: 12 }
    expect(judged('unit.add', { body }, { ...body, id: 101, propertyId: '' })).toMatchObject({ exit: EXIT.outcomeUnknown, field: 'propertyId' })
    expect(judged('unit.add', { body }, { ...body, id: 101, propertyId: null }).exit).toBe(EXIT.ok)
  })

  it.each([
    ['reservation.lookup', { query: { bookingId: '900001' } }, [{ bookingId: '', status: 'pending' }], 'bookingId'],
    ['reservation.lookup', { query: { channelId: 'HS-7' } }, [{ bookingId: 1, channelBookingId: '', status: 'pending' }], 'channelBookingId'],
    ['unit.list', { query: { propertyId: 1000001 } }, { content: [{ id: 1, propertyId: 1000001 }, { id: 2, propertyId: '' }], pageNumber: 0, totalElements: 2 }, 'content.propertyId'],
    ['product.search', { body: { propertyId: 1000001, totalGuestCounts: { adults: 2 } } }, { propertyId: 1000001, roomTypes: [], totalGuestCounts: { adults: 1 } }, 'totalGuestCounts.adults'],
  ] as const)('%s of %j is about something else', (key, input, result, field) => {
    expect(judged(key, input, result)).toMatchObject({ exit: EXIT.refused, field })
  })
})
