import { describe, expect, it } from 'vitest'
import { NO_CONTENT, OverlayFile } from '../../../src/contract/overlay/overlay-file.js'
import { KINDS } from '../../../src/files/kinds/index.js'
import { wireNames } from '../../../src/push/requests/index.js'
import { checkOverlay, type OverlayData, parseOverlay } from '../../../src/contract/overlay/overlay.js'

/** What is wrong with an overlay: place, reason and remedy in one line each. */
function faults(data: unknown): string[] {
  const checked = checkOverlay(data)
  return checked.ok
    ? []
    : checked.findings.map(({ field = '', reason, remedy }) =>
        [field, reason, remedy].filter((part) => part !== undefined).join(' | '),
      )
}

describe('a wire overlay', () => {
  it.each<[string, unknown, RegExp[]]>([
    [
      'a misspelt endpoint',
      { rename: { 'rates.psuh': { room_settings: 'x' } } },
      [/^rename: rates\.psuh \| is no endpoint \| Did you mean "rates\.push"\?$/],
    ],
    [
      'a misspelt field',
      { rename: { 'rates.push': { 'room_settings.min_staay': 'x' } } },
      [/min_staay \| is no field of this endpoint \| Did you mean "room_settings\.min_stay"\?/],
    ],
    [
      'a field without its list',
      { rename: { 'rates.push': { min_stay: 'x' } } },
      [/Did you mean "room_settings\.min_stay"\?/],
    ],
    [
      'a field of the answer named for requests',
      { request: { 'room.list': { rooms: 'x' } } },
      [/is no field of its request/],
    ],
    [
      'a field of the request named for answers',
      { answer: { 'rates.push': { room_settings: 'x' } } },
      [/is no field of its answer/],
    ],
    [
      'a name given twice',
      { rename: { 'room.list': { rooms: 'a' } }, answer: { 'room.list': { rooms: 'b' } } },
      [/answer: room\.list: rooms \| stands under rename as well/],
    ],
    [
      'a name that changes nothing',
      { rename: { 'room.list': { 'rooms.name': 'name' } } },
      [/is the name it has anyway/],
    ],
    [
      'a name that is none',
      { rename: { 'room.list': { rooms: 'a..b', 'rooms.name': ' x' } } },
      [/"a\.\.b" is no name/, /" x" is no name/],
    ],
    [
      'two fields in one place',
      { rename: { 'rates.push': { 'room_settings.price': 'currency' } } },
      [/^rename: rates\.push: room_settings\.price \| "currency" is where room_settings\.currency goes as well/],
    ],
    [
      'two renamed fields in one place',
      { request: { 'inventory.push': { 'availabilities.from': 'day', 'availabilities.to': 'day' } } },
      [/"day" is where availabilities\.from goes as well/],
    ],
    [
      'a field inside a single value',
      { rename: { 'rates.push': { 'room_settings.currency': 'price.currency' } } },
      [/"price\.currency" is where room_settings\.price goes as well/],
    ],
    [
      'a section that there is none of',
      { renames: {} },
      [/^renames \| is not a known field \| Did you mean "rename"\?/],
    ],
    [
      'a misspelt state',
      { states: { reservation: { confirmd: ['OK'] } } },
      [/states\.reservation\.confirmd .*Did you mean "confirmed"\?/],
    ],
    [
      'a label of two states',
      { states: { reservation: { confirmed: ['Ok'], pending: ['OK', 'hold'] } } },
      [/the label "Ok|OK" stands for/],
    ],
    ['a misspelt list', { lookups: { lanuage: { fr: 3 } } }, [/lookups\.lanuage .*Did you mean "language"\?/]],
    [
      'a misspelt part of the envelope',
      { envelope: { v1: { sucess: 'ok' } } },
      [/envelope\.v1\.sucess .*Did you mean "success"\?/],
    ],
    [
      'one key for two parts',
      { envelope: { apiV1: { result: 'data', message: 'data' } } },
      [/the key "data" stands for result as well/],
    ],
    ['a key that changes nothing', { envelope: { apiV1: { result: 'result' } } }, [/is the key it has anyway/]],
    [
      'a misspelt value',
      { values: { 'unit.add': { paymentType: { per_nigth: 'PN' } } } },
      [/per_nigth \| is no value of this field \| Did you mean "per_night"\?/],
    ],
    [
      'a day that is none',
      { values: { 'rates.push': { 'room_settings.days': { monday: 1 } } } },
      [/Its values are mon, tue/],
    ],
    [
      'one value for two',
      { values: { 'rates.push': { 'room_settings.closed': { true: 'Y', false: 'Y' } } } },
      [/"Y" stands for true as well/],
    ],
    ['values of an object', { values: { 'rates.push': { room_settings: { a: 'b' } } } }, [/is an object/]],
    ['values of a date', { values: { 'rates.push': { 'room_settings.from': { '2027-01-01': 'x' } } } }, [/is a date/]],
    [
      'credentials inside what a push writes',
      { rename: { 'rates.push': { credentials: 'data.auth', hotel_code: 'data.hotel' } } },
      [/cannot stand in one object/],
    ],
    ['a first page that is neither', { firstPage: 2 }, [/^firstPage \| must be 0 or 1$/]],
    [
      'another state as label',
      { states: { reservation: { confirmed: ['cancelled'] } } },
      [/the label "cancelled" is the name of the state cancelled \| Say as well/],
    ],
    [
      'another state as label of a delivery',
      { states: { delivery: { delivered: ['FAILED'] } } },
      [/is the name of the state failed/],
    ],
    [
      'a state that has its own name',
      { states: { reservation: { confirmed: ['Confirmed'] } } },
      [/is the label it has anyway/],
    ],
    [
      'success as a failure',
      { failureLabels: ['KAPUTT', 'Success', 'OK'] },
      [/"Success" is a label of success/, /"OK" is a label of success/],
    ],
    ['an end that is none', { end: 'open' }, [/^end \| must be one of inclusive, exclusive/]],
    [
      'a key that no object has',
      JSON.parse('{"rename":{"__proto__":{"rooms":"x"}}}'),
      [/rename: __proto__ \| is no name/],
    ],
    ['text', 'just text', [/must be an object/]],
    ['a list', ['a'], [/must be an object/]],
  ])('is refused with %s', (_what, data, expected) => {
    const found = faults(data)
    expect(found).toHaveLength(expected.length)
    for (const [at, pattern] of expected.entries()) expect(found[at]).toMatch(pattern)
  })

  it('two states may change names, and a key may say its default', () => {
    expect(
      faults({
        end: 'inclusive',
        failureLabels: [],
        states: { reservation: { confirmed: ['pending'], pending: ['confirmed', 'hold'] } },
      }),
    ).toEqual([])
    expect(faults(null)).toEqual([])
  })

  it('names every fault of a file', () => {
    expect(
      faults({
        rename: { 'rates.psuh': {}, 'room.list': { roms: 'x' } },
        values: { 'unit.add': { timeTyp: { day: 'D' } } },
      }),
    ).toHaveLength(3)
  })

  it('has names for requests and answers apart', () => {
    const overlay = parseOverlay({
      request: { 'unit.update': { noOfSellableUnits: 'count' } },
      answer: { 'unit.update': { noOfSellableUnits: 'total' } },
    })
    expect(overlay.toWire('unit.update', { noOfSellableUnits: 3, basePrice: 9 })).toEqual({ count: 3, basePrice: 9 })
    expect(overlay.fromWire('unit.update', { id: 7, total: 3, count: 9 })).toEqual({
      id: 7,
      noOfSellableUnits: 3,
      count: 9,
    })
  })

  it('two names may change places', () => {
    const overlay = parseOverlay({ rename: { 'unit.get': { roomType: 'mealType', mealType: 'roomType' } } })
    expect(overlay.fromWire('unit.get', { id: 1, roomType: 'BB', mealType: 'suite' })).toEqual({
      id: 1,
      mealType: 'BB',
      roomType: 'suite',
    })
  })

  const nested: OverlayData = {
    request: {
      'reservation.create': {
        channelBookingId: 'reference.channel',
        booker: 'guest',
        'booker.firstName': 'name.given',
        'booker.lastName': 'name.family',
        'booker.email': '/contact.mail',
        'rooms.roomId': 'room.id',
        'rooms.guests': 'people',
        'rooms.guests.firstName': 'name.given',
        'totalGuestCounts.adults': '/adults',
      },
    },
  }
  const ours = {
    channelBookingId: 'C1',
    totalGuestCounts: { adults: 2, children: [{ age: 5, count: 1 }] },
    booker: { firstName: 'Ada', lastName: 'L', email: 'a@b.example', phone: '1' },
    rooms: [{ roomId: 101, units: 1, guests: [{ firstName: 'Ada', lastName: 'L' }] }],
  }
  const theirs = {
    reference: { channel: 'C1' },
    adults: 2,
    totalGuestCounts: { children: [{ age: 5, count: 1 }] },
    guest: { name: { given: 'Ada', family: 'L' }, phone: '1' },
    contact: { mail: 'a@b.example' },
    rooms: [{ room: { id: 101 }, units: 1, people: [{ name: { given: 'Ada' }, lastName: 'L' }] }],
  }

  it('moves fields into objects and out of them, and back', () => {
    const overlay = parseOverlay(nested)
    expect(overlay.toWire('reservation.create', ours)).toEqual(theirs)
    expect(overlay.fromWire('reservation.create', theirs, 'request')).toEqual(ours)
  })

  it('changes values by field, in both directions, and keeps those it does not know', () => {
    const overlay = parseOverlay({
      values: { 'unit.add': { paymentType: { per_night: 'PN', per_week: 'PW' }, limited: { true: 'Y', false: 'N' } } },
    })
    expect(overlay.toWire('unit.add', { paymentType: 'per_night', limited: false, timeType: 'day' })).toEqual({
      paymentType: 'PN',
      limited: 'N',
      timeType: 'day',
    })
    expect(['PW', 'PX'].map((paymentType) => overlay.fromWire('unit.add', { paymentType, limited: 'Y' }))).toEqual([
      { paymentType: 'per_week', limited: true },
      { paymentType: 'PX', limited: true },
    ])
  })

  it('knows the labels of states, whatever their case, where reservations are answered', () => {
    const overlay = parseOverlay({
      states: { reservation: { confirmed: ['CONF', 'Booked'], pending: ['ON_HOLD'] }, delivery: { failed: ['KO'] } },
    })
    expect(
      overlay.fromWire('reservation.lookup', [
        { bookingId: 1, status: 'booked', delivery: { state: 'ko' } },
        { bookingId: 2, status: 'On_Hold' },
        { status: 'other' },
      ]),
    ).toEqual([
      { bookingId: 1, status: 'confirmed', delivery: { state: 'failed' } },
      { bookingId: 2, status: 'pending' },
      { status: 'other' },
    ])
    expect(overlay.fromWire('property.get', { id: 1, status: 'CONF' })).toEqual({ id: 1, status: 'CONF' })
  })

  it('counts pages from where the service does', () => {
    const overlay = parseOverlay({ firstPage: 1 })
    expect([
      overlay.toWire('unit.list', { page: 0, size: 10 }),
      overlay.toWire('property.search', { pageNumber: 2 }),
      overlay.fromWire('unit.list', { content: [{ pageNumber: 5 }], pageNumber: 1 }),
    ]).toEqual([{ page: 1, size: 10 }, { pageNumber: 3 }, { content: [{ pageNumber: 5 }], pageNumber: 0 }])
    expect(overlay.fromWire('unit.list', { page: '1' }, 'request')).toEqual({ page: '0' })
  })

  it('says without content what the defaults are that no file is read for', () => {
    expect(OverlayFile.safeParse({})).toEqual({ success: true, data: NO_CONTENT })
    expect(faults({})).toEqual([])
  })

  it('knows the envelope of each family of endpoints; the usual keys stay readable unless they mean something else', () => {
    const overlay = parseOverlay({
      envelope: { apiV1: { result: 'data', status: 'result' }, v1: { success: ['ok', 'done'] } },
    })
    expect(overlay.envelope('unit.get')).toMatchObject({
      result: ['data'],
      status: ['result', 'status'],
      message: ['message'],
    })
    expect(overlay.envelope('rates.push')).toMatchObject({ success: ['ok', 'done', 'success'], result: ['result'] })
    expect(parseOverlay({}).envelope('unit.get')).toMatchObject({ result: ['result'], status: ['status'] })
  })

  it('knows under which names the top of an answer stands', () => {
    const overlay = parseOverlay({
      answer: { 'room.list': { rooms: 'data.list' }, 'reservation.create': { bookingId: 'ref' } },
    })
    expect([...(overlay.answerFields('room.list') ?? [])]).toEqual(
      expect.arrayContaining(['hotel_code', 'data', 'rooms']),
    )
    expect([...(overlay.answerFields('reservation.create') ?? [])]).toContain('ref')
    for (const key of ['property.facets', 'rates.push'] as const) expect(overlay.answerFields(key)).toBeUndefined()
  })

  it.each<[OverlayData, RegExp]>([
    [{ successLabels: ['Partial'], failureLabels: ['partial '] }, /stands under successLabels as well/],
    [{ values: { 'unit.add': { limited: { true: 'false' } } } }, /is another value of this field/],
    [{ values: { 'property.update': { status: { ACTIVE: 'INACTIVE' } } } }, /is another value of this field/],
    [{ values: { 'property.update': { status: { ACTIVE: 'X', INACTIVE: 'X' } } } }, /stands for ACTIVE as well/],
    [{ values: { 'property.update': { status: { ACTVE: 'LIVE' } } } }, /is no value of this field/],
    [{ values: { 'reservation.lookup': { status: { confrmed: 'OK' } } } }, /is no value of this field/],
  ])('%j is refused', (data, reason) => {
    expect(() => parseOverlay(data)).toThrow(reason)
  })

  it('values may change places where both are named, and a state that the interface does not show is taken', () => {
    expect(
      parseOverlay({ values: { 'unit.add': { limited: { true: 'false', false: 'true' } } } }).toWire('unit.add', {
        limited: true,
      }),
    ).toEqual({ limited: 'false' })
    expect(
      parseOverlay({ values: { 'property.update': { status: { PARKED: 'Q' } } } }).toWire('property.update', {
        status: 'PARKED',
      }),
    ).toEqual({ status: 'Q' })
  })

  it('a field called __proto__ is a field', () => {
    const body = JSON.parse('{"__proto__":{"a":1},"rooms":[{"__proto__":2,"roomId":1}]}')
    expect(JSON.stringify(parseOverlay(nested).toWire('reservation.create', body))).toBe(
      '{"__proto__":{"a":1},"rooms":[{"__proto__":2,"room":{"id":1}}]}',
    )
  })
})

describe('a name in a list', () => {
  it.each([{}, { rename: { 'rates.push': { room_settings: 'rows', 'room_settings.min_stay': 'rules.los' } } }])(
    'is the same whether the caller names the list or the contract is asked: %j',
    (data) => {
      const overlay = parseOverlay(data)
      for (const kind of KINDS) {
        const names = (isTold: boolean): unknown =>
          wireNames(
            kind,
            (path, list) => overlay.fieldName(kind.endpoint, path, isTold ? list : undefined),
            overlay.end,
          )
        expect(names(true)).toEqual(names(false))
      }
    },
  )
})
