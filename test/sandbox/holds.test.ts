import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox, temporaryDirectory, type Caller, type Reply, type TestSandbox } from '../support/sandbox.js'

const CREATE = '/api/v1/hubswitch/reservations/create'
const CONFIRM = '/api/v1/hubswitch/reservations/confirm'
const LOOKUP = '/api/v1/hubswitch/reservations/v2'
const MINUTE = 60_000

/** How long a pending reservation keeps its units, and for how many guests. The sandbox's clock stands at noon on 1 May 2027. */
describe('holds', () => {
  let sandbox: TestSandbox
  let supplier: Caller
  let now: number
  let booked = 0
  const folder = temporaryDirectory()

  beforeEach(async () => {
    now = Date.parse('2027-05-01T12:00:00Z')
    sandbox = await startTestSandbox({ now: () => now })
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
              count: 1,
              basePrice: 80,
              occupancy: { standard: 2, min: 1, max: 3 },
              ratePlans: ['Flexible'],
            },
            {
              name: 'Dormitory',
              count: 2,
              basePrice: 20,
              occupancy: { standard: 1, max: 3 },
              ratePlans: ['Flexible'],
              fields: { paymentType: 'per_person_per_night' },
            },
            { name: 'Closed wing', count: 0, basePrice: 20, ratePlans: ['Flexible'] },
          ],
        },
      ],
    })
    supplier = await sandbox.as('demo-supplier')
  })
  afterEach(async () => {
    await sandbox.close()
    folder.remove()
  })

  const create = (over: object = {}): Promise<Reply> =>
    supplier.post(CREATE, {
      propertyId: 1000001,
      channelBookingId: `CH-${++booked}`,
      checkInDate: '2027-06-01',
      checkOutDate: '2027-06-03',
      totalGuestCounts: { adults: 1 },
      booker: { firstName: 'Ada', lastName: 'Lovelace' },
      rooms: [{ roomId: 101, ratePlanId: 501, units: 1 }],
      ...over,
    })
  const idOf = (reply: Reply): string => String(reply.body['result']?.['bookingId'])
  const stateOf = async (id: string): Promise<unknown> =>
    (await supplier.get(`${LOOKUP}?bookingId=${id}`)).body['result']?.['status']
  const confirm = (bookingId: string): Promise<Reply> => supplier.post(CONFIRM, { bookingId })
  const later = async (minutes: number): Promise<void> => {
    now += minutes * MINUTE
    supplier = await sandbox.as('demo-supplier')
  }
  const setCount = (availability: number): Promise<Reply> =>
    supplier.channel('/v1/inventory', {
      hotel_code: 1000001,
      availabilities: [{ room_id: 101, from: '2027-06-01', to: '2027-06-02', availability }],
    })

  it('a hold lives 60 minutes; then it reads expired, its units are free, and it cannot be confirmed', async () => {
    const id = idOf(await create())
    expect((await create()).status).toBe(422)
    await later(59)
    expect([await stateOf(id), (await create()).status]).toEqual(['pending', 422])
    await later(1)
    expect(await stateOf(id)).toBe('expired')
    expect((await supplier.get(`${LOOKUP}?channelId=CH-${booked - 2}`)).body['result']?.['status']).toBe('expired')
    const refused = await confirm(id)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('not confirmed in time')])
    expect((await create()).status).toBe(201)
    expect([await stateOf(id), (await confirm(id)).status]).toEqual(['expired', 422])
  })

  it('a hold that nobody asked for has ended as well, before its units are offered', async () => {
    await create()
    const search = async (): Promise<unknown[]> => {
      const reply = await supplier.post('/api/v1/hubswitch/products', {
        propertyId: 1000001,
        checkInDate: '2027-06-01',
        checkOutDate: '2027-06-03',
        distributorId: 'demo-distributor',
        distributorCode: 'DEMO',
      })
      return (reply.body['result'] as unknown as { roomTypes: { roomId: number }[] }).roomTypes.map(
        ({ roomId }) => roomId,
      )
    }
    expect(await search()).toEqual([102])
    await later(60)
    expect(await search()).toEqual([101, 102])
  })

  it('how long is a setting of the data, for reservations made from then on', async () => {
    const early = idOf(await create())
    sandbox.sandbox.holds.set(5)
    const late = idOf(await create({ checkInDate: '2027-07-01', checkOutDate: '2027-07-02' }))
    await later(6)
    expect([await stateOf(early), await stateOf(late)]).toEqual(['pending', 'expired'])
    for (const wrong of [0, -1, 1.5, Number.NaN, 1e9]) expect(() => sandbox.sandbox.holds.set(wrong)).toThrow(/minutes/)
    sandbox.sandbox.holds.set(undefined)
    expect(sandbox.sandbox.holds.minutes).toBe(60)
  })

  it('however long it is held, it is not confirmed once its arrival is past', async () => {
    sandbox.sandbox.holds.set(525_600)
    const id = idOf(await create())
    await later(60 * 24 * 40)
    const refused = await confirm(id)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('2027-06-01')])
  })

  it('a confirmed one stays, and is answered again however late', async () => {
    const id = idOf(await create())
    expect((await confirm(id)).status).toBe(200)
    await later(60 * 24 * 400)
    const again = await confirm(id)
    expect([again.status, again.body['result']?.['status']]).toEqual([200, 'confirmed'])
  })

  it('a count that the PMS sends meanwhile neither sells the held unit nor comes back twice', async () => {
    const id = idOf(await create())
    await setCount(1)
    expect((await create()).status).toBe(422)
    await later(60)
    expect(await stateOf(id)).toBe('expired')
    const second = idOf(await create())
    expect([second === id, (await create()).status]).toEqual([false, 422])
    expect((await confirm(second)).status).toBe(200)
    expect([...sandbox.sandbox.inventory()].map(({ availability }) => availability)).toEqual([0, 0])
    await sandbox.sandbox.cancelBooking(second)
    expect([...sandbox.sandbox.inventory()].map(({ availability }) => availability)).toEqual([1, 1])
  })

  it.each([
    ['9 adults in a unit for 3', { totalGuestCounts: { adults: 9 } }, 'totalGuestCounts'],
    ['children count', { totalGuestCounts: { adults: 2, children: [{ age: 5, count: 2 }] } }, 'totalGuestCounts'],
    [
      '4 in two lines of which one counts 1',
      {
        totalGuestCounts: { adults: 5 },
        rooms: [
          { roomId: 101, ratePlanId: 501, guestCounts: { adults: 1 } },
          { roomId: 102, ratePlanId: 501 },
        ],
      },
      'totalGuestCounts',
    ],
    ['nobody', { totalGuestCounts: { adults: 0 } }, 'totalGuestCounts'],
    [
      'more named than counted',
      {
        totalGuestCounts: { adults: 1 },
        rooms: [
          {
            roomId: 101,
            ratePlanId: 501,
            guests: [
              { firstName: 'A', lastName: 'B' },
              { firstName: 'C', lastName: 'D' },
            ],
          },
        ],
      },
      'totalGuestCounts',
    ],
    [
      '4 in one of two units for 3',
      {
        totalGuestCounts: { adults: 4 },
        rooms: [
          {
            roomId: 102,
            ratePlanId: 501,
            units: 2,
            guests: ['A', 'B', 'C', 'D'].map((lastName) => ({ firstName: 'A', lastName, unit: 2 })),
          },
        ],
      },
      'rooms[0].guests',
    ],
    [
      'more named than the line counts',
      {
        totalGuestCounts: { adults: 3 },
        rooms: [
          {
            roomId: 101,
            ratePlanId: 501,
            guestCounts: { adults: 1 },
            guests: [
              { firstName: 'A', lastName: 'B' },
              { firstName: 'C', lastName: 'D' },
            ],
          },
        ],
      },
      'rooms[0].guestCounts',
    ],
  ])('%s: 422, and nothing is held', async (_, over, field) => {
    const reply = await create(over)
    expect({ status: reply.status, errors: reply.body['errors'] }).toMatchObject({ status: 422, errors: [{ field }] })
    expect((await create()).status).toBe(201)
  })

  it('guests who are only counted in all sleep where there is room, and are paid for', async () => {
    const dormitory = { roomId: 102, ratePlanId: 501 }
    expect((await create({ totalGuestCounts: { adults: 3 }, rooms: [dormitory] })).body['result']?.['totalPrice']).toBe(
      '120.00',
    )
    const two = await create({ totalGuestCounts: { adults: 4 }, rooms: [{ roomId: 101, ratePlanId: 501 }, dormitory] })
    expect(
      (two.body as unknown as { result: { rooms: { totalPrice: string }[] } }).result.rooms.map(
        ({ totalPrice }) => totalPrice,
      ),
    ).toEqual(['160.00', '40.00'])
  })

  it('rooms of which there are none are not listed until a count says otherwise', async () => {
    const listed = async (): Promise<number[]> =>
      ((await supplier.channel('/v1/rooms', { hotel_code: 1000001 })).body['rooms'] as unknown as { id: number }[]).map(
        ({ id }) => id,
      )
    expect(await listed()).toEqual([101, 102])
    const count = (from: string, availability: number): Promise<Reply> =>
      supplier.channel('/v1/inventory', {
        hotel_code: 1000001,
        availabilities: [{ room_id: 103, from, to: from, availability }],
      })
    await count('2027-04-30', 4)
    expect(await listed()).toEqual([101, 102])
    await count('2027-05-01', 4)
    expect(await listed()).toEqual([101, 102, 103])
    await count('2027-05-01', 0)
    expect(await listed()).toEqual([101, 102])
  })
})
