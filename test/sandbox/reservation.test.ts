import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, temporaryDirectory, type Caller, type Reply, type TestSandbox } from '../support/sandbox.js'

const CREATE = '/api/v1/hubswitch/reservations/create'
const CONFIRM = '/api/v1/hubswitch/reservations/confirm'
const CARD = '/api/v1/hubswitch/reservations/cc-update'
const LOOKUP = '/api/v1/hubswitch/reservations/v2'

/** Digits that pass the check digit and belong to nobody: they are put together here, so that no card number stands in a file. */
const CARD_NUMBER = ['4', '2'].join('').repeat(8)
const card = { holderName: 'Ada Lovelace', number: CARD_NUMBER, expiryMonth: 12, expiryYear: 2030, cvc: '987' }

const guest = (lastName: string, unit = 1) => ({ firstName: 'A', lastName, unit })
const request = (over: object = {}): Record<string, unknown> => ({
  propertyId: 1000001,
  channelBookingId: 'CH-1',
  checkInDate: '2027-06-01',
  checkOutDate: '2027-06-03',
  totalGuestCounts: { adults: 2 },
  booker: { firstName: 'Ada', lastName: 'Lovelace' },
  rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guests: [guest('One'), guest('Two')] }],
  ...over,
})

describe('reservations', () => {
  let sandbox: TestSandbox
  let supplier: Caller
  let operator: Caller
  const folder = temporaryDirectory()

  beforeAll(async () => {
    sandbox = await startTestSandbox({ dataDir: folder.dir, now: () => Date.parse('2027-05-01T12:00:00Z') })
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'Inn',
          code: 'INN',
          hubSwitchId: 'INN',
          currency: 'EUR',
          units: [
            {
              name: 'Double',
              count: 7,
              basePrice: 80.1,
              occupancy: { standard: 2, min: 1, max: 2 },
              ratePlans: ['Flexible', 'Saver'],
            },
            { name: 'Suite', count: 2, basePrice: 200, ratePlans: ['Flexible'] },
            {
              name: 'Dormitory',
              count: 10,
              basePrice: 20,
              occupancy: { standard: 4 },
              ratePlans: ['Flexible'],
              fields: { paymentType: 'per_person_per_night' },
            },
          ],
        },
        {
          name: 'Other',
          code: 'OTHER',
          hubSwitchId: 'OTHER',
          partnerId: 'demo-operator',
          currency: 'EUR',
          units: [{ name: 'Double', count: 1, basePrice: 50, ratePlans: ['Flexible'] }],
        },
      ],
    })
    ;[supplier, operator] = [await sandbox.as('demo-supplier'), await sandbox.as('demo-operator')]
  })
  afterAll(async () => {
    await sandbox.close()
    folder.remove()
  })

  const create = (over: object = {}, caller = supplier): Promise<Reply> => caller.post(CREATE, request(over))
  const bookingOf = (reply: Reply): string => String(reply.body['result']?.['bookingId'])
  const freeOn = async (room: number, day: string): Promise<number> => {
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const reply = await supplier.post('/api/v1/hubswitch/products', {
      propertyId: 1000001,
      checkInDate: day,
      checkOutDate: next,
      distributorId: 'demo-distributor',
      distributorCode: 'DEMO',
    })
    const { roomTypes: rooms } = reply.body['result'] as unknown as {
      roomTypes: { roomId: number; availableUnits: number }[]
    }
    return rooms.find(({ roomId }) => roomId === room)?.availableUnits ?? 0
  }

  it('create holds the units of every night and prices each line', async () => {
    const reply = await create({
      channelBookingId: 'CH-PRICES',
      checkInDate: '2027-07-01',
      checkOutDate: '2027-07-03',
      totalGuestCounts: { adults: 8 },
      rooms: [
        { roomId: 101, ratePlanId: 501, units: 2, guests: [guest('A', 1), guest('B', 2)] },
        { roomId: 102, ratePlanId: 501, units: 1 },
        { roomId: 103, ratePlanId: 501, units: 2, guestCounts: { adults: 6 } },
      ],
    })
    expect(reply.status).toBe(201)
    // 2 × 80.10 × 2 nights = 320.40; 200 × 2 = 400; 20 × 3 guests a unit × 2 units × 2 nights = 240.
    expect(reply.body['result']).toMatchObject({
      status: 'pending',
      channelBookingId: 'CH-PRICES',
      totalPrice: '960.40',
      currencyCode: 'EUR',
      delivery: { state: 'not_sent' },
      rooms: [
        {
          roomId: 101,
          ratePlanId: 501,
          units: 2,
          totalPrice: '320.40',
          dailyPrices: [
            { date: '2027-07-01', price: '80.10' },
            { date: '2027-07-02', price: '80.10' },
          ],
        },
        { totalPrice: '400.00' },
        { totalPrice: '240.00' },
      ],
    })
    expect([
      await freeOn(101, '2027-06-30'),
      await freeOn(101, '2027-07-01'),
      await freeOn(101, '2027-07-02'),
      await freeOn(101, '2027-07-03'),
    ]).toEqual([7, 5, 5, 7])
    expect(await freeOn(102, '2027-07-01')).toBe(1)
  })

  it('lines of one room share its units', async () => {
    const rooms = [
      { roomId: 101, ratePlanId: 501, units: 4 },
      { roomId: 101, ratePlanId: 502, units: 4 },
    ]
    const reply = await create({ checkInDate: '2027-08-01', checkOutDate: '2027-08-02', rooms })
    expect({ status: reply.status, text: reply.text }).toMatchObject({
      status: 422,
      text: expect.stringContaining('3 of room 101 are free') as string,
    })
    expect(await freeOn(101, '2027-08-01')).toBe(7)
  })

  it.each([
    ['an unknown room', { rooms: [{ roomId: 999, ratePlanId: 501 }] }, 400, 'rooms[0].roomId'],
    ['an unknown plan', { rooms: [{ roomId: 101, ratePlanId: 999 }] }, 400, 'rooms[0].ratePlanId'],
    ['a plan that does not sell the room', { rooms: [{ roomId: 102, ratePlanId: 502 }] }, 400, 'rooms[0].ratePlanId'],
    [
      'a guest of a unit that is not booked',
      { rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guests: [guest('X', 2)] }] },
      400,
      'rooms[0].guests',
    ],
    [
      'more guests than fit',
      { rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guestCounts: { adults: 3 } }] },
      422,
      'rooms[0].guests',
    ],
    ['more units than there are', { rooms: [{ roomId: 101, ratePlanId: 501, units: 8 }] }, 422, 'rooms[0].units'],
    ['a stay that is past', { checkInDate: '2027-04-01', checkOutDate: '2027-04-02' }, 422, 'checkInDate'],
    ['a departure before the arrival', { checkOutDate: '2027-05-31' }, 400, 'checkOutDate'],
    ['another currency', { currencyCode: 'USD' }, 422, 'currencyCode'],
    ['an unknown distributor', { distributorId: 'x', distributorCode: 'y' }, 403, 'distributorId'],
    [
      'a wrong card',
      { payment: { method: 'card', card: { ...card, number: CARD_NUMBER.replace(/.$/, '9') } } },
      422,
      'payment.card.number',
    ],
    [
      'a card that has expired',
      { payment: { method: 'card', card: { ...card, expiryMonth: 4, expiryYear: 2027 } } },
      422,
      'payment.card.expiryYear',
    ],
    ['no rooms', { rooms: [] }, 400, 'rooms'],
  ])('%s is refused and holds nothing', async (_, over, status, field) => {
    const before = await freeOn(101, '2027-06-01')
    const reply = await create(over)
    expect({ status: reply.status, errors: reply.body['errors'] }).toMatchObject({ status, errors: [{ field }] })
    expect(await freeOn(101, '2027-06-01')).toBe(before)
  })

  it('a property that may not be read cannot be booked', async () => {
    expect((await create({ propertyId: 1000002, rooms: [{ roomId: 104, ratePlanId: 503 }] })).status).toBe(403)
    expect((await create({ propertyId: 1999999 })).status).toBe(404)
  })

  it.each([
    ['closed', { closed: true }, '2027-09-02', /closed on 2027-09-02/],
    ['closed to arrival', { closed_to_arrival: true }, '2027-09-01', /no arrivals on 2027-09-01/],
    ['closed to departure', { closed_to_departure: true }, '2027-09-03', /no departure on 2027-09-03/],
    ['a minimum stay', { min_stay: 3 }, '2027-09-01', /3 nights or more/],
  ])('%s forbids the stay', async (_, setting, day, says) => {
    const set = (values: object) =>
      supplier.channel('/v1/room_settings', {
        hotel_code: 1000001,
        room_settings: [{ room_id: 101, from: day, to: day, ...values }],
      })
    await set(setting)
    const stay = { checkInDate: '2027-09-01', checkOutDate: '2027-09-03' }
    expect((await create(stay)).text).toMatch(says)
    await set(Object.fromEntries(Object.entries(setting).map(([name, value]) => [name, value === true ? false : 1])))
    expect((await create(stay)).status).toBe(201)
  })

  it('pending is confirmed once; confirming it again answers it again', async () => {
    const bookingId = bookingOf(await create({ channelBookingId: 'CH-CONFIRM' }))
    const confirmed = await supplier.post(CONFIRM, { bookingId })
    expect(confirmed.body['result']).toMatchObject({ bookingId, status: 'confirmed' })
    const again = await supplier.post(CONFIRM, { bookingId })
    expect([again.status, again.body['result']]).toEqual([200, confirmed.body['result']])
    expect(sandbox.sandbox.outbox.list().filter((message) => String(message.reservationId) === bookingId)).toHaveLength(
      1,
    )
    expect((await supplier.post(CONFIRM, { bookingId: '1' })).status).toBe(404)
    expect((await supplier.get(`${LOOKUP}?bookingId=${bookingId}`)).body['result']).toMatchObject({
      status: 'confirmed',
    })
  })

  it('a card changes no state, is answered masked, and is kept nowhere', async () => {
    const bookingId = bookingOf(await create({ channelBookingId: 'CH-CARD', payment: { method: 'card', card } }))
    for (const status of ['pending', 'confirmed']) {
      const reply = await supplier.post(CARD, { bookingId, card })
      expect(reply.body['result']).toEqual({
        bookingId,
        status,
        card: {
          holderName: 'Ada Lovelace',
          maskedNumber: `${'*'.repeat(12)}${CARD_NUMBER.slice(-4)}`,
          expiryMonth: 12,
          expiryYear: 2030,
        },
      })
      await supplier.post(CONFIRM, { bookingId })
    }
    const texts = [
      (await supplier.get(`${LOOKUP}?bookingId=${bookingId}`)).text,
      JSON.stringify(sandbox.log),
      ...['sandbox.sqlite', 'sandbox.sqlite-wal'].map((file) => readFileSync(path.join(folder.dir, file), 'latin1')),
    ]
    for (const text of texts) expect(text.includes(CARD_NUMBER)).toBe(false)
  })

  it('is looked up by either id; several with one channel id are a list', async () => {
    const first = bookingOf(await create({ channelBookingId: 'CH-TWICE' }))
    expect((await supplier.get(`${LOOKUP}?channelId=CH-TWICE`)).body['result']).toMatchObject({ bookingId: first })
    const second = bookingOf(await create({ channelBookingId: 'CH-TWICE' }))
    expect((await supplier.get(`${LOOKUP}?channelId=CH-TWICE`)).body['result']).toMatchObject([
      { bookingId: first },
      { bookingId: second },
    ])
    expect((await supplier.get(LOOKUP)).status).toBe(400)
    expect((await supplier.get(`${LOOKUP}?bookingId=${first}&channelId=CH-TWICE`)).status).toBe(400)
    expect((await supplier.get(`${LOOKUP}?channelId=NOBODY`)).status).toBe(404)
    expect((await operator.get(`${LOOKUP}?bookingId=${first}`)).status).toBe(200)
    const others = bookingOf(await create({ propertyId: 1000002, rooms: [{ roomId: 104, ratePlanId: 503 }] }, operator))
    expect((await supplier.get(`${LOOKUP}?bookingId=${others}`)).status).toBe(403)
    expect((await supplier.post(CONFIRM, { bookingId: others })).status).toBe(403)
  })

  /** The long form: RACE_CLIENTS=200. */
  const CLIENTS = Number(process.env['RACE_CLIENTS'] ?? 40)

  it(`${CLIENTS} clients, seven units, random stays: never more sold than exist, and each refusal is right`, async () => {
    let seed = 7
    const random = (below: number): number => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >>> 8) % below
    const day = (at: number): string => new Date(Date.UTC(2027, 10, 1 + at)).toISOString().slice(0, 10)
    const stays = Array.from({ length: CLIENTS }, () => ({
      from: random(8),
      nights: 1 + random(4),
      units: 1 + random(2),
    }))
    const replies = await Promise.all(
      stays.map(({ from, nights, units }, at) =>
        create({
          channelBookingId: `RACE-${at}`,
          checkInDate: day(from),
          checkOutDate: day(from + nights),
          rooms: [{ roomId: 101, ratePlanId: 501, units }],
        }),
      ),
    )
    const sold = Array.from({ length: 12 }, () => 0)
    replies.forEach((reply, at) => {
      const { from, nights, units } = stays[at] as (typeof stays)[number]
      if (reply.status === 201)
        for (let night = from; night < from + nights; night += 1) sold[night] = (sold[night] ?? 0) + units
    })
    expect(Math.max(...sold)).toBe(7)
    replies.forEach((reply, at) => {
      const { from, nights, units } = stays[at] as (typeof stays)[number]
      expect([201, 422]).toContain(reply.status)
      // Nothing is ever given back, so a stay that was refused would not fit at the end either.
      if (reply.status === 422) expect(sold.slice(from, from + nights).some((count) => count + units > 7)).toBe(true)
    })
    for (let night = 0; night < 12; night += 1) expect(await freeOn(101, day(night))).toBe(7 - (sold[night] ?? 0))
  })
})
