import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { parseOverlay } from '../../src/contract/overlay/overlay.js'
import type { SettingCell } from '../../src/sandbox/index.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

const DAY_MS = 86_400_000
const nightOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (night: number): string => new Date(night * DAY_MS).toISOString().slice(0, 10)

const WIDE_HOTEL = '9007199254740993'
const WIDE_TWIN = '9007199254740992'
const WIDE_ROOM = '9223372036854775807'

const DATA = {
  properties: [
    {
      hubSwitchId: 'A-1',
      code: 'A1',
      name: 'Main',
      currency: 'EUR',
      units: [
        {
          roomCode: '101',
          name: 'Double room',
          names: { de: 'Doppelzimmer' },
          count: 12,
          basePrice: 99,
          occupancy: { standard: 2, min: 1, max: 3 },
          ratePlans: [{ name: 'Flex', planCode: '77' }],
        },
        { roomCode: '102', name: 'Suite', count: 2, basePrice: 250.5 },
        { roomCode: '201', name: 'Breakfast', type: 'meal' as const, count: 50, basePrice: 12 },
      ],
    },
    {
      hubSwitchId: 'A-2',
      code: 'A2',
      name: 'Foreign',
      partnerId: 'demo-operator',
      units: [{ roomCode: '101', name: 'Theirs', count: 1, basePrice: 1 }],
    },
    {
      hubSwitchId: 'A-3',
      code: 'A3',
      name: 'Asleep',
      status: 'INACTIVE',
      units: [{ roomCode: '101', name: 'Room', count: 1, basePrice: 1 }],
    },
    {
      hubSwitchId: 'A-4',
      code: 'A4',
      name: 'Wide',
      hotelCode: WIDE_HOTEL,
      units: [{ roomCode: WIDE_ROOM, name: 'Wide room', count: 1, basePrice: 1 }],
    },
    {
      hubSwitchId: 'A-5',
      code: 'A5',
      name: 'Wide twin',
      hotelCode: WIDE_TWIN,
      units: [{ roomCode: '9223372036854775806', name: 'Other', count: 1, basePrice: 1 }],
    },
  ],
}
const MAIN = 1_000_001
const FOREIGN = 1_000_002
const ASLEEP = 1_000_003

const sandbox: TestSandbox = await startTestSandbox()
const supplier: Caller = await sandbox.as('demo-supplier')
const operator: Caller = await sandbox.as('demo-operator')
beforeEach(() => {
  sandbox.sandbox.reset()
  sandbox.sandbox.seed(DATA)
})
afterAll(() => sandbox.close())

const rates = (room_settings: object[], hotel_code: number = MAIN, caller = supplier) =>
  caller.channel('/v1/room_settings', { hotel_code, room_settings })
const inventory = (availabilities: object[], hotel_code: number = MAIN, caller = supplier) =>
  caller.channel('/v1/inventory', { hotel_code, availabilities })
const settings = () => [...sandbox.sandbox.settings()]
const counts = () => [...sandbox.sandbox.inventory()]
const present = (cell: SettingCell | undefined) =>
  Object.fromEntries(Object.entries(cell ?? {}).filter(([, value]) => value !== undefined))
const ok = { status: 200, body: { success: true, error: null } }
const refused = (code: string, field: string) => ({
  status: 200,
  body: { success: false, error: { code, details: [{ field }] } },
})

describe('rooms', () => {
  it('are listed in the language asked for, rooms only', async () => {
    const { body } = await supplier.channel('/v1/rooms', { hotel_code: MAIN, language: 'de-AT' })
    expect(body).toMatchObject({ success: true, hotel_code: MAIN, language: 'de-AT' })
    expect(body['rooms']).toEqual([
      {
        id: 101,
        code: '101',
        name: 'Doppelzimmer',
        descriptions: [],
        quantity: 12,
        occupancy: { standard: 2, min: 1, max: 3 },
        price: { mode: 'per_room', amount: '99.00', currency: 'EUR' },
      },
      {
        id: 102,
        code: '102',
        name: 'Suite',
        descriptions: [],
        quantity: 2,
        price: { mode: 'per_room', amount: '250.50', currency: 'EUR' },
      },
    ])
    for (const language of ['en', 'fr', 'xx']) {
      expect((await supplier.channel('/v1/rooms', { hotel_code: MAIN, language })).body['rooms']).toMatchObject([
        { name: 'Double room' },
        { name: 'Suite' },
      ])
    }
    expect((await supplier.channel('/v1/rooms', { hotel_code: MAIN })).body).toMatchObject({ language: 'en' })
  })

  it('are none where the property is not active', async () => {
    expect((await supplier.channel('/v1/rooms', { hotel_code: ASLEEP })).body).toMatchObject({
      success: true,
      rooms: [],
    })
    await supplier.put(`/api/v1/properties/${ASLEEP}`, { status: 'Active' })
    expect((await supplier.channel('/v1/rooms', { hotel_code: ASLEEP })).body).toMatchObject({ rooms: [{ id: 101 }] })
    await supplier.put(`/api/v1/properties/${ASLEEP}`, { isPermanentlyClosed: true })
    expect((await supplier.channel('/v1/rooms', { hotel_code: ASLEEP })).body).toMatchObject({ rooms: [] })
  })

  it('keep ids of 19 digits to the last one', async () => {
    const send = (hotel: string) =>
      supplier.send('POST', '/v1/rooms', {
        body: `{"credentials":{"id":15786,"duty_code":"sandbox-duty"},"hotel_code":${hotel}}`,
      })
    const wide = await send(WIDE_HOTEL)
    expect(wide.text).toContain(`"hotel_code":${WIDE_HOTEL}`)
    expect(wide.text).toContain(`"id":${WIDE_ROOM}`)
    expect((await send(WIDE_TWIN)).text).toContain('"name":"Other"')
  })
})

describe('credentials', () => {
  it.each([
    [{ id: 15786, duty_code: 'wrong' }],
    [{ id: 15787, duty_code: 'sandbox-duty' }],
    [{ id: 15786, duty_code: 'sandbox-duty', user: 'other' }],
  ])('%j are not those of the supplier', async (credentials) => {
    for (const path of ['/v1/rooms', '/v1/room_settings', '/v1/inventory']) {
      const reply = await supplier.post(path, {
        credentials,
        hotel_code: MAIN,
        ...(path === '/v1/room_settings'
          ? { room_settings: [{ from: '2027-01-01', to: '2027-01-01', closed: true }] }
          : {}),
        ...(path === '/v1/inventory'
          ? { availabilities: [{ room_id: 101, from: '2027-01-01', to: '2027-01-01', availability: 1 }] }
          : {}),
      })
      expect(reply).toMatchObject(refused('INVALID_CREDENTIALS', 'credentials'))
    }
    expect([settings(), counts()]).toEqual([[], []])
  })

  it('may give the id as text and leave the user out', async () => {
    for (const credentials of [
      { id: '15786', duty_code: 'sandbox-duty' },
      { id: 15786, duty_code: 'sandbox-duty', user: 'demo' },
    ]) {
      expect(await supplier.post('/v1/rooms', { credentials, hotel_code: MAIN })).toMatchObject(ok)
    }
  })
})

describe('hotels', () => {
  it('must exist and belong to who writes', async () => {
    const entry = { room_id: 101, from: '2027-01-01', to: '2027-01-01' }
    expect(await rates([{ ...entry, price: '1.00' }], 4_711)).toMatchObject(refused('INVALID_HOTEL', 'hotel_code'))
    expect(await inventory([{ ...entry, availability: 1 }], 4_711)).toMatchObject(
      refused('INVALID_HOTEL', 'hotel_code'),
    )
    expect(await rates([{ ...entry, price: '1.00' }], FOREIGN)).toMatchObject(
      refused('HOTEL_NOT_ALLOWED', 'hotel_code'),
    )
    expect(await inventory([{ ...entry, availability: 1 }], MAIN, operator)).toMatchObject(
      refused('HOTEL_NOT_ALLOWED', 'hotel_code'),
    )
    expect(await supplier.channel('/v1/rooms', { hotel_code: FOREIGN })).toMatchObject(
      refused('HOTEL_NOT_ALLOWED', 'hotel_code'),
    )
    expect(await operator.channel('/v1/rooms', { hotel_code: MAIN })).toMatchObject(ok)
    expect(await rates([{ ...entry, price: '1.00' }], FOREIGN, operator)).toMatchObject(ok)
    expect(settings()).toMatchObject([{ hotelCode: String(FOREIGN), price: '1.00' }])
  })
})

describe('rates and restrictions', () => {
  it('are set on every night of the range, the last one too', async () => {
    expect(
      await rates([
        {
          room_id: 101,
          from: '2027-02-27',
          to: '2027-03-02',
          price: '120.00',
          currency: 'EUR',
          min_stay: 2,
          max_stay: 14,
          closed: false,
          closed_to_arrival: true,
          closed_to_departure: false,
        },
      ]),
    ).toMatchObject(ok)
    const expected = ['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-02'].map((date) => ({
      hotelCode: String(MAIN),
      roomCode: '101',
      planId: undefined,
      night: nightOf(date),
      price: '120.00',
      currency: 'EUR',
      minStay: 2,
      maxStay: 14,
      closed: false,
      closedToArrival: true,
      closedToDeparture: false,
    }))
    expect(settings()).toEqual(expected)
  })

  it('leave alone what is absent and set what is present, false included', async () => {
    const night = { room_id: 101, from: '2027-01-01', to: '2027-01-01' }
    await rates([{ ...night, price: '80.00', min_stay: 3, closed: true }])
    await rates([{ ...night, price: '90.50' }])
    expect(present(settings()[0])).toMatchObject({ price: '90.50', minStay: 3, closed: true })
    await rates([{ ...night, closed: false }])
    expect(present(settings()[0])).toEqual({
      hotelCode: String(MAIN),
      roomCode: '101',
      night: nightOf('2027-01-01'),
      price: '90.50',
      minStay: 3,
      closed: false,
    })
    await rates([night])
    expect(present(settings()[0])).toMatchObject({ price: '90.50', minStay: 3, closed: false })
  })

  it('make no night of an entry that sets nothing, and refuse it', async () => {
    expect(await rates([{ room_id: 101, from: '2027-01-01', to: '2027-01-31' }])).toMatchObject({
      body: { success: false, error: { code: 'NOTHING_SET' } },
    })
    expect(settings()).toEqual([])
  })

  it('go to all active rooms where no room is named', async () => {
    expect(await rates([{ from: '2027-01-01', to: '2027-01-02', closed: true }])).toMatchObject(ok)
    expect(settings().map(({ roomCode, night }) => [roomCode, dateOf(night)])).toEqual([
      ['101', '2027-01-01'],
      ['101', '2027-01-02'],
      ['102', '2027-01-01'],
      ['102', '2027-01-02'],
    ])
    expect(await rates([{ from: '2027-01-01', to: '2027-01-02', closed: true }], ASLEEP)).toMatchObject(
      refused('INVALID_ROOM', 'room_settings[0]'),
    )
    expect(await rates([{ room_id: 101, from: '2027-01-01', to: '2027-01-01', closed: true }], ASLEEP)).toMatchObject(
      ok,
    )
  })

  it('fall on the weekdays named only', async () => {
    await rates([{ room_id: 101, from: '2027-01-01', to: '2027-01-31', days: ['fri', 'sun'], price: '150.00' }])
    const dates = settings().map(({ night }) => new Date(night * DAY_MS))
    expect(new Set(dates.map((date) => date.getUTCDay()))).toEqual(new Set([5, 0]))
    expect(dates).toHaveLength(10)
    await rates([{ room_id: 102, from: '1969-12-20', to: '1970-01-05', days: ['mon', 'wed'], price: '1.00' }])
    expect(
      settings()
        .filter(({ roomCode }) => roomCode === '102')
        .map(({ night }) => dateOf(night)),
    ).toEqual(['1969-12-22', '1969-12-24', '1969-12-29', '1969-12-31', '1970-01-05'])
  })

  it('keep the room and its rate plans apart', async () => {
    const range = { room_id: 101, from: '2027-01-01', to: '2027-01-01' }
    expect(
      await rates([
        { ...range, price: '100.00' },
        { ...range, rate_plan_id: 77, price: '90.00' },
      ]),
    ).toMatchObject(ok)
    expect(settings().map(({ planId, price }) => [planId, price])).toEqual([
      [undefined, '100.00'],
      ['77', '90.00'],
    ])
    await rates([{ rate_plan_id: 77, from: '2027-01-02', to: '2027-01-02', price: '91.00' }])
    expect(
      settings()
        .filter(({ planId }) => planId === '77')
        .map(({ roomCode, price }) => [roomCode, price]),
    ).toEqual([
      ['101', '90.00'],
      ['101', '91.00'],
    ])
  })

  it('obey the later of two entries that meet, field by field', async () => {
    await rates([
      { room_id: 101, from: '2027-01-01', to: '2027-01-05', price: '10.00', min_stay: 2 },
      { room_id: 101, from: '2027-01-03', to: '2027-01-08', price: '20.00' },
      { from: '2027-01-05', to: '2027-01-05', min_stay: 7 },
    ])
    const cells = settings().filter(({ roomCode }) => roomCode === '101')
    expect(cells.map(({ price }) => price)).toEqual([
      '10.00',
      '10.00',
      '20.00',
      '20.00',
      '20.00',
      '20.00',
      '20.00',
      '20.00',
    ])
    expect(cells.map(({ minStay }) => minStay)).toEqual([2, 2, 2, 2, 7, undefined, undefined, undefined])
  })

  it.each([
    [{ room_id: 999 }, 'INVALID_ROOM', 'room_settings[1].room_id'],
    [{ room_id: 201 }, 'INVALID_ROOM', 'room_settings[1].room_id'],
    [{ rate_plan_id: 78 }, 'INVALID_RATE_PLAN', 'room_settings[1].rate_plan_id'],
    [{ room_id: 102, rate_plan_id: 77 }, 'INVALID_RATE_PLAN', 'room_settings[1].rate_plan_id'],
    [{ from: '2027-01-11' }, 'INVALID_RANGE', 'room_settings[1].to'],
    [{ from: '2016-01-01' }, 'INVALID_RANGE', 'room_settings[1].to'],
    [{ from: '2027-02-29' }, 'INVALID_REQUEST', 'room_settings[1].from'],
    [{ price: '1,50' }, 'INVALID_REQUEST', 'room_settings[1].price'],
    [{ price: '-1' }, 'INVALID_REQUEST', 'room_settings[1].price'],
    [{ min_stay: 0 }, 'INVALID_REQUEST', 'room_settings[1].min_stay'],
    [{ closed: 'false' }, 'INVALID_REQUEST', 'room_settings[1].closed'],
    [{ days: ['monday'] }, 'INVALID_REQUEST', 'room_settings[1].days[0]'],
    [{ stop_sell: true }, 'INVALID_REQUEST', 'room_settings[1].stop_sell'],
  ])('refuse the whole request for %j', async (spoiled, code, field) => {
    const good = { room_id: 101, from: '2027-01-01', to: '2027-01-10', price: '10.00' }
    expect(await rates([good, { ...good, ...spoiled }])).toMatchObject(refused(code, field))
    expect(settings()).toEqual([])
  })

  it('name every entry at fault', async () => {
    const night = { from: '2027-01-01', to: '2027-01-01', price: '1.00' }
    const { body } = await rates([
      { ...night, room_id: 1 },
      { ...night, room_id: 101 },
      { ...night, room_id: 101, to: '2026-12-31' },
      { ...night, room_id: 3, to: '2026-12-31' },
    ])
    expect(body['error']?.['details']).toMatchObject([
      { field: 'room_settings[0].room_id' },
      { field: 'room_settings[2].to' },
      { field: 'room_settings[3].to' },
      { field: 'room_settings[3].room_id' },
    ])
  })

  it('refuse an empty list', async () => {
    expect(await rates([])).toMatchObject(refused('INVALID_REQUEST', 'room_settings'))
    expect(await inventory([])).toMatchObject(refused('INVALID_REQUEST', 'availabilities'))
  })
})

describe('inventory', () => {
  it('sets counts, zero and more than the house has included', async () => {
    expect(
      await inventory([
        { room_id: 101, from: '2027-01-01', to: '2027-01-02', availability: 5 },
        { room_id: 102, from: '2027-01-01', to: '2027-01-01', availability: 9 },
      ]),
    ).toMatchObject(ok)
    await inventory([{ room_id: 101, from: '2027-01-02', to: '2027-01-03', availability: 0 }])
    expect(counts().map(({ roomCode, night, availability }) => [roomCode, dateOf(night), availability])).toEqual([
      ['101', '2027-01-01', 5],
      ['101', '2027-01-02', 0],
      ['101', '2027-01-03', 0],
      ['102', '2027-01-01', 9],
    ])
  })

  it.each([
    [{ room_id: 999 }, 'INVALID_ROOM', 'availabilities[1].room_id'],
    [{ to: '2026-12-31' }, 'INVALID_RANGE', 'availabilities[1].to'],
    [{ availability: -1 }, 'INVALID_REQUEST', 'availabilities[1].availability'],
    [{ availability: 1.5 }, 'INVALID_REQUEST', 'availabilities[1].availability'],
    [{ room_id: undefined }, 'INVALID_REQUEST', 'availabilities[1].room_id'],
  ])('refuses the whole request for %j', async (spoiled, code, field) => {
    const good = { room_id: 101, from: '2027-01-01', to: '2027-01-10', availability: 3 }
    expect(await inventory([good, { ...good, ...spoiled }])).toMatchObject(refused(code, field))
    expect(counts()).toEqual([])
  })

  it('keeps wide ids distinct', async () => {
    const body = (hotel: string, room: string, availability: number) =>
      `{"credentials":{"id":15786,"duty_code":"sandbox-duty"},"hotel_code":${hotel},"availabilities":[{"room_id":${room},"from":"2027-01-01","to":"2027-01-01","availability":${availability}}]}`
    expect(await supplier.send('POST', '/v1/inventory', { body: body(WIDE_HOTEL, WIDE_ROOM, 1) })).toMatchObject(ok)
    expect(
      await supplier.send('POST', '/v1/inventory', { body: body(WIDE_TWIN, '9223372036854775806', 2) }),
    ).toMatchObject(ok)
    expect(await supplier.send('POST', '/v1/inventory', { body: body(WIDE_TWIN, WIDE_ROOM, 3) })).toMatchObject({
      body: { error: { code: 'INVALID_ROOM' } },
    })
    expect(
      await supplier.send('POST', '/v1/inventory', { body: body('9007199254740994', WIDE_ROOM, 3) }),
    ).toMatchObject({ body: { error: { code: 'INVALID_HOTEL' } } })
    expect(counts().map(({ hotelCode, roomCode, availability }) => [hotelCode, roomCode, availability])).toEqual([
      [WIDE_HOTEL, WIDE_ROOM, 1],
      [WIDE_TWIN, '9223372036854775806', 2],
    ])
  })
})

describe('a large request', () => {
  it('of 4,000 entries of 30 nights is applied right', async () => {
    const start = nightOf('2027-01-01')
    const entries = Array.from({ length: 4000 }, (_, at) => {
      const from = start + Math.floor(at / 2) * 30
      return {
        room_id: at % 2 === 0 ? 101 : 102,
        from: dateOf(from),
        to: dateOf(from + 29),
        price: `${at}.00`,
        min_stay: (at % 7) + 1,
      }
    })
    expect(await rates(entries)).toMatchObject(ok)
    const cells = settings()
    expect(cells).toHaveLength(120_000)
    const wrong = cells.filter(({ roomCode, night, price, minStay }) => {
      const at = Math.floor((night - start) / 30) * 2 + (roomCode === '101' ? 0 : 1)
      return price !== `${at}.00` || minStay !== (at % 7) + 1
    })
    expect(wrong).toEqual([])
  })
})

describe('an overlay', () => {
  it('moves the end of ranges and renames fields on the wire', async () => {
    const overlay = parseOverlay({
      end: 'exclusive',
      rename: { 'rates.push': { 'room_settings.min_stay': 'minLOS' }, 'room.list': { rooms: 'roomList' } },
    })
    const other = await startTestSandbox({ overlay })
    other.sandbox.seed(DATA)
    const caller = await other.as('demo-supplier')
    const push = (room_settings: object[]) => caller.channel('/v1/room_settings', { hotel_code: MAIN, room_settings })
    expect(await push([{ room_id: 101, from: '2027-01-01', to: '2027-01-03', minLOS: 4 }])).toMatchObject(ok)
    expect([...other.sandbox.settings()].map(({ night, minStay }) => [dateOf(night), minStay])).toEqual([
      ['2027-01-01', 4],
      ['2027-01-02', 4],
    ])
    expect(await push([{ room_id: 101, from: '2027-01-01', to: '2027-01-01', minLOS: 4 }])).toMatchObject(
      refused('INVALID_RANGE', 'room_settings[0].to'),
    )
    expect((await caller.channel('/v1/rooms', { hotel_code: MAIN })).body['roomList']).toHaveLength(2)
    await other.close()
  })
})
