import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'
import {
  json,
  type Recorded,
  type Reply,
  type Scripted,
  startScripted,
  success,
  text,
  withTokens,
} from '../client/scripted-server.js'

/** What commands print and how they end when a service answers in ways that are no plain success. */
describe('what commands say of answers', () => {
  let machine: Machine
  let server: Scripted
  let env: Record<string, string>
  /** Answers by method and path; what is not listed is 404. */
  let answers: Record<string, Reply | Reply[]> = {}
  beforeAll(async () => {
    machine = await freshMachine()
    server = await startScripted(
      withTokens((request: Recorded) => {
        const reply = answers[`${request.method} ${request.path}`]
        return (
          (Array.isArray(reply) ? reply.shift() : reply) ??
          json(404, {
            result: null,
            status: 'fail',
            message: request.path.includes('/reservations/') ? 'no such reservation' : 'no such property',
          })
        )
      }),
    )
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: server.url,
      HUBSWITCH_PARTNER_ID: 'demo',
      HUBSWITCH_PARTNER_SECRET: 'demo-secret',
      HUBSWITCH_DISTRIBUTOR_ID: 'd',
      HUBSWITCH_DISTRIBUTOR_CODE: 'D',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"demo-duty"}',
    }
  })
  afterAll(async () => {
    await server.close()
    await machine.remove()
  })
  beforeEach(() => {
    answers = {}
    server.requests.length = 0
  })

  /** What a look before a create finds. */
  const missing = json(404, { result: null, status: 'fail', message: 'no such property' })
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--yes'], env)
  const CREATE = '/api/v1/hubswitch/reservations/create'
  const CONFIRM = '/api/v1/hubswitch/reservations/confirm'
  const LOOKUP = 'GET /api/v1/hubswitch/reservations/v2'
  const PRODUCTS = 'POST /api/v1/hubswitch/products'
  const stay = { propertyId: 1000001, checkInDate: '2027-07-01', checkOutDate: '2027-07-03' }
  const held = {
    bookingId: '900001',
    channelBookingId: 'MINE-1',
    status: 'confirmed',
    ...stay,
    totalPrice: '236.00',
    currencyCode: 'EUR',
    rooms: [{ roomId: 101, ratePlanId: 501, units: 1 }],
  }
  const offer = (totalPrice: string): Reply =>
    success({
      ...stay,
      currencyCode: 'EUR',
      roomTypes: [
        { roomId: 101, availableUnits: 3, ratePlans: [{ ratePlanId: 501, totalPrice, currencyCode: 'EUR' }] },
      ],
    })
  let booked = 0
  /** On a machine that has booked nothing yet. */
  const book = (...more: string[]): Promise<Ran> => {
    booked += 1
    env = { ...env, HUBSWITCH_DATA_DIR: path.join(machine.folder, `data-${booked}`) }
    const guests = more.includes('--guest') ? [] : ['--guest', 'Ada Lovelace']
    return run(
      'reservation',
      'create',
      '--property',
      '1000001',
      '--check-in',
      '2027-07-01',
      '--nights',
      '2',
      '--room',
      '101',
      '--plan',
      '501',
      '--channel-booking-id',
      'MINE-1',
      ...guests,
      ...more,
    )
  }

  describe('reservation confirm', () => {
    const confirm = async (reply: Reply, look?: Reply): Promise<Ran> => {
      answers = { [`POST ${CONFIRM}`]: reply, ...(look === undefined ? {} : { [LOOKUP]: look }) }
      return run('reservation', 'confirm', '900001')
    }

    it.each([
      ['confirmed', 0, /Reservation 900001 is confirmed\./],
      ['CONFIRMED', 0, /Reservation 900001 is CONFIRMED\./],
      ['rejected', 5, /reservation 900001 is rejected, not confirmed/],
      ['cancelled', 5, /is cancelled, not confirmed/],
      ['failed', 5, /is failed, not confirmed/],
      ['pending', 5, /is pending, not confirmed/],
      ['on_request', 5, /is on_request, not confirmed/],
      ['shelved', 12, /"shelved", a state this version does not know/],
    ] as const)('answered %s ends with %i', async (status, code, words) => {
      const ran = await confirm(success({ ...held, status }), success({ ...held, status }))
      expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(words)])
    })

    it('answered for another booking is unknown, both named; a look-up settles it', async () => {
      const other = await confirm(success({ ...held, bookingId: '111' }), success({ ...held, status: 'pending' }))
      expect([other.code, other.stderr]).toEqual([
        12,
        expect.stringMatching(/bookingId 111, not 900001\. A look-up still says pending\./),
      ])
      expect(server.to(CONFIRM)).toHaveLength(1)
      expect((await confirm(success({ ...held, bookingId: '111' }), success(held))).code).toBe(0)
    })

    it.each([
      ['a web page', text(200, '<title>Welcome</title>')],
      ['success and an error', json(200, { result: held, status: 'success', error: { message: 'card declined' } })],
    ])('answered %s: sent once, never "No answer came"', async (_name, reply) => {
      const ran = await confirm(reply, success({ ...held, status: 'pending' }))
      expect([ran.code, server.to(CONFIRM).length]).toEqual([12, 1])
      expect(ran.stderr).not.toMatch(/No answer came|nothing was/i)
      const settled = await confirm(reply, success(held))
      expect([settled.code, settled.stderr]).toEqual([
        0,
        expect.stringMatching(/a look-up does: reservation 900001 is confirmed/),
      ])
    })

    it('409 "already confirmed" is success where a look-up says so, refused where it does not', async () => {
      const conflict = json(409, { result: null, status: 'fail', message: 'already confirmed' })
      const settled = await confirm(conflict, success(held))
      expect([settled.code, settled.stderr]).toEqual([
        0,
        expect.stringMatching(/Reservation 900001 is confirmed already\./),
      ])
      const refused = await confirm(conflict, success({ ...held, status: 'cancelled' }))
      expect([refused.code, refused.stderr]).toEqual([5, expect.stringMatching(/already confirmed/)])
    })

    it.each([
      [409, json(500, {})],
      [422, text(206, '[]')],
      [404, text(200, '{"result":[{"boo')],
      [422, success({ ...held, status: 'shelved' })],
    ])('HTTP %i whose look-up tells nothing is unknown', async (status, look) => {
      const ran = await confirm(json(status, { result: null, status: 'fail', message: 'try again' }), look)
      expect([ran.code, ran.stderr, server.to(CONFIRM).length]).toEqual([
        12,
        expect.stringMatching(
          /It is not known whether reservation 900001 is confirmed all the same: .*try again\. (The look-up failed|Reservation 900001 is "shelved")[^]*reservation lookup --booking-id 900001/,
        ),
        1,
      ])
    })

    it('tells that the notification failed, and why, and nothing of what the hotel has; so does the look-up', async () => {
      const told = /The latest notification of reservation 900001 to the hotel failed: PMS is down/
      const failed = { ...held, delivery: { state: 'failed', message: 'PMS is down' } }
      expect((await confirm(success(failed))).stderr).toMatch(told)
      answers = { [LOOKUP]: success(failed) }
      expect((await run('reservation', 'lookup', '--booking-id', '900001')).stderr).toMatch(told)
      expect(
        (
          await confirm(
            success({ ...held, delivery: { state: 'not_sent', message: 'Attempt 2 failed: no answer in time' } }),
          )
        ).stderr,
      ).toMatch(/The hotel has not taken the notification of reservation 900001 yet: Attempt 2 failed/)
    })
  })

  describe('reservation create', () => {
    it('asks for products with the guests, and compares the total with what is held', async () => {
      answers = {
        [PRODUCTS]: offer('236.00'),
        [`POST ${CREATE}`]: success({ ...held, status: 'pending', totalPrice: '999.00' }),
      }
      const ran = await book(
        '--guest',
        'Ada One',
        '--guest',
        'Bob Two',
        '--guest',
        'Cid Three',
        '--expect-total',
        '236.00',
      )
      expect(JSON.parse(server.to('/api/v1/hubswitch/products')[0]?.body ?? '')).toMatchObject({
        totalGuestCounts: { adults: 3 },
      })
      expect([ran.code, ran.stderr]).toEqual([
        3,
        expect.stringMatching(
          /Reservation 900001 is held at 999\.00 EUR, not at 236\.00 EUR\. It is not confirmed\.\n.*hubswitch reservation lookup --booking-id 900001/,
        ),
      ])
      expect(server.to(CONFIRM)).toHaveLength(0)
      answers = { [PRODUCTS]: offer('708.00') }
      const before = await book('--expect-total', '236.00')
      expect([before.code, before.stderr, server.to(CREATE).length]).toEqual([
        7,
        expect.stringMatching(/The total is 708\.00, not 236\.00/),
        1,
      ])
    })

    it('in another currency than the offer is not sent', async () => {
      answers = { [PRODUCTS]: offer('236.00') }
      const ran = await book('--set', 'currencyCode=USD')
      expect([ran.code, ran.stderr, server.to(CREATE).length]).toEqual([
        7,
        expect.stringMatching(
          /The stay is offered in EUR, and the reservation says currencyCode USD\. Nothing was booked\./,
        ),
        0,
      ])
    })

    it('confirmed for another channel booking id is unknown; at another total than was expected is told', async () => {
      answers = { [PRODUCTS]: offer('236.00'), [`POST ${CREATE}`]: success({ ...held, status: 'pending' }) }
      expect((await book('--expect-total', '236.00')).code).toBe(0)
      answers = { [`POST ${CONFIRM}`]: success({ ...held, channelBookingId: 'OTHER-1' }) }
      const other = await run('reservation', 'confirm', '900001')
      expect([other.code, other.stderr]).toEqual([
        12,
        expect.stringMatching(/answered with channelBookingId OTHER-1, and this machine booked MINE-1/),
      ])
      answers = { [`POST ${CONFIRM}`]: success({ ...held, totalPrice: '999.00' }) }
      const dear = await run('reservation', 'confirm', '900001')
      expect([dear.code, dear.stderr]).toEqual([
        3,
        expect.stringMatching(
          /Reservation 900001 is held at 999\.00 EUR, not at 236\.00 EUR as expected when it was booked\./,
        ),
      ])
    })

    it('a total that rises between hold and confirmation is told, and the document has both', async () => {
      answers = { [PRODUCTS]: offer('236.00'), [`POST ${CREATE}`]: success({ ...held, status: 'pending' }) }
      expect((await book()).code).toBe(0)
      answers = {
        [`POST ${CONFIRM}`]: success({ ...held, totalPrice: '999.00' }),
        [LOOKUP]: success({ ...held, totalPrice: '999.00' }),
      }
      const dear = await run('reservation', 'confirm', '900001', '--json')
      expect([dear.code, dear.stderr]).toEqual([
        0,
        expect.stringMatching(/it was held at 236\.00 EUR when it was booked, and is held at 999\.00 EUR now/),
      ])
      expect(dear.json()).toMatchObject({ heldTotal: '236.00 EUR', totalPrice: '999.00' })
      answers = { [PRODUCTS]: offer('236.00'), [`POST ${CREATE}`]: success({ ...held, status: 'pending' }) }
      expect((await book('--expect-total', '236.00')).code).toBe(0)
      answers = {
        [`POST ${CONFIRM}`]: success({ ...held, totalPrice: undefined }),
        [LOOKUP]: success({ ...held, totalPrice: '999.00' }),
      }
      const untold = await run('reservation', 'confirm', '900001', '--json')
      expect([untold.code, untold.json()]).toMatchObject([3, { expectedTotal: '236.00 EUR', totalPrice: '999.00' }])
      const later = await run('reservation', 'reconcile')
      expect([later.code, later.stdout]).toEqual([
        12,
        expect.stringContaining('It is confirmed, and held at 999.00 EUR, not at 236.00 EUR.'),
      ])
    })

    it('says what the record leaves out, in words and in the document, and so does the confirmation', async () => {
      const { totalGuestCounts: _guests, booker: _booker, ...less } = held as Record<string, unknown>
      answers = {
        [PRODUCTS]: offer('236.00'),
        [`POST ${CREATE}`]: success({ ...less, status: 'pending' }),
        [`POST ${CONFIRM}`]: success(less),
      }
      for (const ran of [await book('--json'), await run('reservation', 'confirm', '900001', '--json')]) {
        expect([ran.code, ran.stderr]).toEqual([
          0,
          expect.stringMatching(
            /does not say of reservation 900001: .*totalGuestCounts, booker.* could not be compared/,
          ),
        ])
        expect(JSON.parse(ran.stdout)).toMatchObject({
          notCompared: expect.arrayContaining(['totalGuestCounts', 'booker']) as string[],
        })
      }
    })

    it('says where it is held at another total than it was offered', async () => {
      answers = {
        [PRODUCTS]: offer('236.00'),
        [`POST ${CREATE}`]: success({ ...held, status: 'pending', totalPrice: 240 }),
      }
      const ran = await book()
      expect([ran.code, ran.stderr]).toEqual([
        0,
        expect.stringMatching(/offered at 236\.00 EUR, and the service holds it at 240\.00/),
      ])
    })

    it.each([
      ['rejected', 5, /reservation 900001 is rejected, not pending/],
      ['CANCELLED', 5, /is CANCELLED, not pending/],
      ['shelved', 12, /"shelved", a state this version does not know/],
    ] as const)('answered %s ends with %i and offers no confirmation', async (status, code, words) => {
      answers = {
        [PRODUCTS]: offer('236.00'),
        [`POST ${CREATE}`]: success({ ...held, status }),
        [LOOKUP]: [json(404, { message: 'no such reservation' }), success({ ...held, status })],
      }
      const ran = await book()
      expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(words)])
      expect(ran.stderr).not.toMatch(/reservation confirm/)
    })

    it.each([
      ['dates', { checkInDate: '2027-08-01' }, /checkInDate 2027-08-01, not 2027-07-01/],
      ['rooms', { rooms: [{ roomId: 102, ratePlanId: 501, units: 1 }] }, /rooms 1 × 102\/501, not 1 × 101\/501/],
      ['channel id', { channelBookingId: 'THEIRS-9' }, /channelBookingId THEIRS-9, not MINE-1/],
    ])('answered with other %s is unknown, both named', async (_name, over, words) => {
      answers = { [PRODUCTS]: offer('236.00'), [`POST ${CREATE}`]: success({ ...held, status: 'pending', ...over }) }
      const ran = await book()
      expect([ran.code, ran.stderr]).toEqual([12, expect.stringMatching(words)])
    })

    it('answered with a bare 201 and not found is unknown: it is never called absent', async () => {
      answers = { [PRODUCTS]: offer('236.00'), [`POST ${CREATE}`]: text(201, '') }
      const ran = await book()
      expect([ran.code, ran.stderr]).toEqual([
        12,
        expect.stringMatching(/HTTP 201 with an empty body\. A look-up does not find it, which proves nothing/),
      ])
      expect(ran.stderr).not.toMatch(/No answer came|nothing was booked/i)
    })
  })

  describe('answers about something else', () => {
    it.each<[string, Record<string, Reply>, string[], RegExp]>([
      [
        'reservation lookup',
        { [LOOKUP]: success({ ...held, bookingId: '111' }) },
        ['reservation', 'lookup', '--booking-id', '900001'],
        /bookingId 111, not 900001/,
      ],
      [
        'reservation lookup by channel id',
        { [LOOKUP]: success([held]) },
        ['reservation', 'lookup', '--channel-id', 'OTHER'],
        /channelBookingId MINE-1, not OTHER/,
      ],
      [
        'property get',
        { 'GET /api/v1/properties/1000001': success({ id: 1000002, name: 'Other' }) },
        ['property', 'get', '1000001'],
        /id 1000002, not 1000001/,
      ],
      [
        'property get by hub id',
        { 'GET /api/v1/properties/hubswitch-property-id/HS-1': success({ id: 1000002, hubSwitchId: 'HS-2' }) },
        ['property', 'get', '--hub-id', 'HS-1'],
        /hubSwitchId HS-2, not HS-1/,
      ],
      [
        'property ids',
        { 'POST /api/v1/property/ids': success([{ id: 1000001 }, { id: 1000009 }]) },
        ['property', 'ids', '1000001'],
        /id 1000009, not 1000001/,
      ],
      [
        'room list',
        { 'POST /v1/rooms': json(200, { success: true, hotel_code: 999, rooms: [{ id: 1 }] }) },
        ['room', 'list', '1000001'],
        /hotel_code 999, not 1000001/,
      ],
      [
        'unit get',
        { 'GET /api/v1/sellable-unit/101': success({ id: 102, propertyId: 1000001 }) },
        ['unit', 'get', '101'],
        /id 102, not 101/,
      ],
      [
        'unit list',
        {
          'GET /api/v1/sellable-unit/paging/by-property': success({
            content: [{ id: 1, propertyId: 1000002 }],
            pageNumber: 0,
            totalElements: 1,
          }),
        },
        ['unit', 'list', '1000001'],
        /propertyId 1000002, not 1000001/,
      ],
      [
        'property info get',
        { 'GET /api/v1/properties/info/1000001': success({ propertyId: 1000002 }) },
        ['property', 'info', 'get', '1000001'],
        /propertyId 1000002, not 1000001/,
      ],
      [
        'facility get',
        { 'GET /api/v1/property-facility/filter/1': success({ id: 2, name: 'Pool' }) },
        ['facility', 'get', '1'],
        /id 2, not 1/,
      ],
      [
        'product search',
        { [PRODUCTS]: success({ ...stay, checkInDate: '2027-08-01', roomTypes: [] }) },
        ['product', 'search', '1000001', '--check-in', '2027-07-01', '--nights', '2'],
        /checkInDate 2027-08-01, not 2027-07-01/,
      ],
      [
        'property details',
        { 'GET /api/v1/properties/details/a.json': json(200, { fileName: 'b.json', data: {} }) },
        ['property', 'details', 'a.json'],
        /fileName b\.json, not a\.json/,
      ],
    ])('%s ends with 5, both named', async (_name, given, args, words) => {
      answers = given
      const ran = await run(...args)
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([5, '', expect.stringMatching(words)])
    })

    it('writes end with 12, both named', async () => {
      const before = { id: 1000001, hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Old' }
      answers = { 'GET /api/v1/properties/1000001': success(before), 'PUT /api/v1/properties/1000001': success(before) }
      const update = await run('property', 'update', '1000001', '--name', 'New')
      expect([update.code, update.stderr]).toEqual([
        12,
        expect.stringMatching(/updated property 1000001: it answered with name Old, not New/),
      ])
      expect(update.stderr).not.toMatch(/Updated property/)
      answers = { 'POST /api/v1/sellable-unit': success({ id: 5, propertyId: 1000002 }) }
      const unit = await run('unit', 'add', '1000001', '--sellable-unit-type-id', '1', '--no-of-sellable-units', '2')
      expect([unit.code, unit.stderr]).toEqual([12, expect.stringMatching(/propertyId 1000002, not 1000001/)])
      answers = {
        'POST /api/v1/rate-plans-v3': success({ id: 5, propertyId: 1000001, sellableUnits: [{ sellableUnitId: 999 }] }),
      }
      const plan = await run('rate-plan', 'create', '1000001', '--name', '1:Flexible', '--unit', '101')
      expect([plan.code, plan.stderr]).toEqual([12, expect.stringMatching(/sellableUnitId 999, not 101/)])
      answers = { 'POST /api/v1/properties/info': success({ propertyId: 1000001, capacity: 3 }) }
      const info = await run('property', 'info', 'set', '1000001', '--capacity', '40')
      expect([info.code, info.stderr]).toEqual([12, expect.stringMatching(/capacity 3, not 40/)])
      answers = {
        'GET /api/v1/sellable-unit/101': success({ id: 101, propertyId: 1000001, noOfSellableUnits: 12 }),
        'PUT /api/v1/sellable-unit/101': success({ id: 101, propertyId: 1000001, noOfSellableUnits: 12 }),
      }
      expect((await run('unit', 'update', '101', '--no-of-sellable-units', '14')).code).toBe(12)
    })
  })

  describe('answers without a record', () => {
    it('an update answered 204, or success without a result, is success', async () => {
      answers = {
        'GET /api/v1/properties/1000001': success({ id: 1000001, name: 'Old' }),
        'PUT /api/v1/properties/1000001': [text(204, ''), json(200, { status: 'OK', result: null })],
      }
      for (let times = 0; times < 2; times += 1) {
        const ran = await run('property', 'update', '1000001', '--name', 'New')
        expect([ran.code, ran.stderr]).toEqual([0, expect.stringMatching(/Updated property 1000001\./)])
      }
    })

    it('a property that was answered without a record is looked up by its hubSwitchId', async () => {
      const args = [
        'property',
        'create',
        '--hub-switch-id',
        'HS-1',
        '--status',
        'ACTIVE',
        '--code',
        'SEA',
        '--name',
        'Seaview',
      ]
      const record = { id: 1000001, hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }
      answers = {
        'POST /api/v1/properties': json(201, { result: null, status: 'success' }),
        'GET /api/v1/properties/hubswitch-property-id/HS-1': [missing, success(record)],
      }
      const found = await run(...args)
      expect([found.code, found.stderr]).toEqual([0, expect.stringMatching(/a look-up does: created property 1000001/)])
      delete answers['GET /api/v1/properties/hubswitch-property-id/HS-1']
      const lost = await run(...args)
      expect([lost.code, lost.stderr]).toEqual([
        12,
        expect.stringMatching(/success without a result\. A look-up does not find it, which proves nothing/),
      ])
    })

    it.each([
      [
        'another e-mail address and currency',
        { emailAddress: 'old@seaview.example', homeCurrencyCode: 'USD' },
        'which differs in emailAddress, homeCurrencyCode',
      ],
      [
        'another currency in a record of its own',
        { homeCurrency: { id: 2, code: 'USD' } },
        'which differs in homeCurrency.code',
      ],
      ['another name', { name: 'SEAVIEW' }, 'which differs in name'],
      ['no status', { status: null }, 'which does not show its status'],
    ])('a property that is found with %s is not the one that was created', async (_, other, fields) => {
      const record = { id: 1000001, hubSwitchId: 'HS-2', status: 'ACTIVE', code: 'SEA', name: 'Seaview', ...other }
      answers = {
        'POST /api/v1/properties': json(502, {}),
        'GET /api/v1/properties/hubswitch-property-id/HS-2': [missing, success(record)],
      }
      const ran = await run(
        'property',
        'create',
        '--hub-switch-id',
        'HS-2',
        '--status',
        'ACTIVE',
        '--code',
        'SEA',
        '--name',
        'Seaview',
        '--email-address',
        'new@seaview.example',
        '--home-currency-code',
        'EUR',
      )
      expect([ran.code, ran.stderr.replace(/\s+/g, ' ')]).toEqual([
        12,
        expect.stringContaining(
          `There is a property with this hubSwitchId, ${record.id}, ${fields}; it may be an older one.`,
        ),
      ])
    })

    it('a property that is found with an id that no property has is no answer', async () => {
      answers = {
        'POST /api/v1/properties': json(502, {}),
        'GET /api/v1/properties/hubswitch-property-id/HS-2': [
          missing,
          success({ id: 0, hubSwitchId: 'HS-2', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }),
        ],
      }
      const ran = await run(
        'property',
        'create',
        '--hub-switch-id',
        'HS-2',
        '--status',
        'ACTIVE',
        '--code',
        'SEA',
        '--name',
        'Seaview',
      )
      expect([ran.code, ran.stderr.replace(/\s+/g, ' ')]).toEqual([
        12,
        expect.stringContaining('The look-up failed as well: The service answered id 0 for property HS-2'),
      ])
    })

    it('what the answer to a create said otherwise is not settled by a look-up that leaves it out', async () => {
      const record = { id: 1000001, hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }
      answers = {
        'POST /api/v1/properties': json(201, { result: { ...record, homeCurrencyCode: 'USD' }, status: 'success' }),
        'GET /api/v1/properties/hubswitch-property-id/HS-1': [missing, success(record)],
      }
      const ran = await run(
        'property',
        'create',
        '--hub-switch-id',
        'HS-1',
        '--status',
        'ACTIVE',
        '--code',
        'SEA',
        '--name',
        'Seaview',
        '--home-currency-code',
        'EUR',
      )
      expect([ran.code, ran.stderr]).toEqual([
        12,
        expect.stringContaining('it answered with homeCurrencyCode USD, not EUR'),
      ])
    })

    it('what cannot be looked up is unknown', async () => {
      answers = { 'POST /api/v1/sellable-unit': json(201, { result: null, status: 'success' }) }
      expect(
        (await run('unit', 'add', '1000001', '--sellable-unit-type-id', '1', '--no-of-sellable-units', '2')).code,
      ).toBe(12)
      answers = { 'POST /api/v1/rate-plans-v3': json(201, { result: null, status: 'success' }) }
      expect((await run('rate-plan', 'create', '1000001', '--name', '1:Flexible', '--unit', '101')).code).toBe(12)
    })

    it('an empty list of reservations is "not found"; a page that is missing proves nothing', async () => {
      answers = { [LOOKUP]: success([]) }
      const ran = await run('reservation', 'lookup', '--channel-id', 'MINE-1')
      expect([ran.code, ran.stderr]).toEqual([5, expect.stringMatching(/did not find it/)])
    })

    it('a card that a service echoes is never shown, and an id that looks like one stays whole', async () => {
      const pan = '4111'.padEnd(16, '1')
      const echoed = {
        ...held,
        channelBookingId: pan,
        card: { number: pan, cvc: '987' },
        payment: { cardNumber: '4111-1111-1111-1111', securityCode: 987 },
        deleted: true,
      }
      answers = {
        [LOOKUP]: success(echoed),
        [`POST ${CONFIRM}`]: json(422, {
          result: null,
          status: 'fail',
          message: `card ${pan.replace(/(....)/g, '$1|')} with cvc 987 declined`,
        }),
      }
      const ran = await run('reservation', 'lookup', '--channel-id', pan, '--json', '--debug')
      expect([ran.code, ran.json()]).toMatchObject([
        0,
        {
          channelBookingId: pan,
          card: { number: '************1111', cvc: '***' },
          payment: { cardNumber: '****-****-****-1111', securityCode: '***' },
        },
      ])
      expect(ran.stderr).toMatch(/A look-up says that reservation 900001 is confirmed, and also deleted true\./)
      expect(ran.stderr).not.toMatch(/\b987\b|"(?:number|cardNumber)":"[^"]*4111/)
      for (const args of [
        ['api', 'GET', `${LOOKUP.slice(4)}?bookingId=900001`],
        ['api', 'GET', '/api/v1/anything'],
        ['reservation', 'confirm', '900001', '--debug'],
      ]) {
        answers['GET /api/v1/anything'] = success({ cards: [{ pan }], note: `4111 1111 1111 1111, CVV: 987` })
        const { stdout, stderr } = await run(...args)
        expect((stdout + stderr).replaceAll(/"channelBookingId": ?"\d+"/g, '')).not.toMatch(/\b987\b|4111.?1111/)
      }
    })

    it.each([
      ['an error', { error: 'no such file' }, /no such file/],
      ['a failed envelope', { result: null, status: 'fail', message: 'no such file' }, /no such file/],
    ])('a sitemap or data file is no %s', async (_name, body, words) => {
      answers = {
        'GET /api/v1/properties/sitemap/a.json': json(200, body),
        'GET /api/v1/properties/details/a.json': json(200, body),
      }
      for (const verb of ['sitemap', 'details']) {
        const ran = await run('property', verb, 'a.json')
        expect([ran.code, ran.stdout, ran.stderr]).toEqual([5, '', expect.stringMatching(words)])
      }
      answers = {
        'GET /api/v1/properties/sitemap/a.json': json(200, {
          result: { properties: [{ id: 1000001, name: 'Seaview' }] },
          status: 'success',
        }),
      }
      expect((await run('property', 'sitemap', 'a.json')).stdout).toContain('Seaview')
    })
  })

  describe('a push', () => {
    const push = async (...replies: Reply[]): Promise<Ran> => {
      const file = path.join(machine.folder, 'inventory.csv')
      await writeFile(file, 'hotel_code,room_id,date,availability\n1000001,101,2027-07-01,5\n')
      answers = {
        'POST /v1/rooms': json(200, { success: true, hotel_code: 1000001, rooms: [{ id: 101, quantity: 9 }] }),
        'POST /v1/inventory': replies,
      }
      return run('inventory', 'push', file)
    }

    it.each([
      ['"true"', 'true'],
      ['1', 1],
      ['"YES"', 'YES'],
    ])('success %s is success', async (_name, given) => {
      expect((await push(json(200, { success: given }))).code).toBe(0)
    })

    it.each([
      ['an error', { error: { code: 'PARTLY', message: 'room 101 was left out' } }, /room 101 was left out/],
      ['rejected rows', { Rejected: [{ room_id: 101 }] }, /Rejected.*101/],
      ['fewer applied than there are', { applied: 3, total: 5 }, /applied 3 of 5/],
      ['a result that failed', { results: [{ success: true }, { success: false }] }, /results\[1\]\.success false/],
      ['a count of 0', { updated: 0 }, /updated 0/],
    ])('success beside %s is not: it stops and shows what stands there', async (_name, aside, shown) => {
      const ran = await push(json(200, { success: true, ...aside }))
      expect([ran.code, ran.stdout + ran.stderr]).toEqual([12, expect.stringMatching(shown)])
      expect(server.to('/v1/inventory')).toHaveLength(1)
    })

    it.each([
      { warnings: ['price looks low'] },
      { warning: 'price looks low' },
      { results: [{ room_id: 101, warning: 'price looks low' }] },
    ])('success beside a warning is success, and the warning is told: %j', async (aside) => {
      const ran = await push(json(200, { success: true, error: null, ...aside }))
      expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('The service warns: price looks low\n')])
    })

    it('success beside words that nobody knows is success, and the words are told once: on the screen, in the document and in the summary', async () => {
      const file = path.join(machine.folder, 'hotels.csv')
      const summary = path.join(machine.folder, 'told.txt')
      await writeFile(
        file,
        `hotel_code,room_id,date,availability\n${[1, 2, 3].map((hotel) => `${hotel},101,2027-07-01,5`).join('\n')}\n`,
      )
      answers = {
        'POST /v1/rooms': json(200, { success: true, rooms: [{ id: 101, quantity: 9 }] }),
        'POST /v1/inventory': json(200, { success: true, message: 'Alles \u001b[31m gespeichert, demo-duty' }),
      }
      const ran = await run('inventory', 'push', file, '--json', '--summary', summary)
      expect([ran.code, ran.json()]).toMatchObject([
        0,
        { warnings: ['Alles \u001b[31m gespeichert, [secret] (in 3 answers)'] },
      ])
      expect(ran.stderr.match(/The service adds: "Alles \uFFFD\[31m gespeichert, \[secret\]"\n/g)).toHaveLength(1)
      expect(await readFile(summary, 'utf8')).toContain('gespeichert, [secret]" (in 3 answers)\n')
    })

    it.each([
      ['a warning that names an entry', { warnings: [{ message: 'room DBL ignored: unknown' }] }, /DBL ignored/],
      [
        'an entry with another value',
        { availabilities: [{ room_id: 101, date: '2027-07-01', availability: 4 }] },
        /availabilities\[0\]\.availability 4, not 5/,
      ],
    ])('success beside %s is open', async (_name, aside, shown) => {
      const ran = await push(json(200, { success: true, ...aside }))
      expect([ran.code, ran.stdout + ran.stderr]).toEqual([12, expect.stringMatching(shown)])
      expect(server.to('/v1/inventory')).toHaveLength(1)
    })

    it.each([400, 401, 403, 409, 422])(
      'a word of success beside HTTP %i is unknown, and is not sent again',
      async (status) => {
        const ran = await push(json(status, { success: true }))
        expect([ran.code, ran.stdout + ran.stderr]).toEqual([
          12,
          expect.stringMatching(new RegExp(`HTTP ${status} and success at once`)),
        ])
        expect(server.to('/v1/inventory')).toHaveLength(1)
      },
    )

    it.each([301, 302, 307, 308])('answered with HTTP %i is unknown: it may have been done', async (status) => {
      expect((await push((response) => void response.writeHead(status, { location: '/elsewhere' }).end())).code).toBe(
        12,
      )
    })

    it.each([
      [{ error: ['no such room'] }, /no such room/],
      [{ error: { code: 'X17' } }, /X17/],
      [{ message: 'OK', error: 'closed' }, /closed/],
    ])('refused with %j keeps the words of the service', async (aside, shown) => {
      const reply = json(200, { success: false, ...aside })
      const ran = await push(reply, reply, reply)
      expect([ran.code, ran.stdout + ran.stderr]).toEqual([5, expect.stringMatching(shown)])
      expect(ran.stdout + ran.stderr).not.toMatch(/refused this: ok/i)
    })

    it.each([
      ['HTTP 202', json(202, { success: true })],
      ['another hotel', json(200, { success: true, hotel_code: 999 })],
      ['a web page', text(200, '<title>Welcome</title>')],
      ['no word of success', json(200, { processing_times: { total: 3 } })],
    ])('answered with %s stops at once, unknown, and stays resumable', async (_name, reply) => {
      const ran = await push(reply)
      expect([ran.code, server.to('/v1/inventory').length]).toEqual([12, 1])
      expect(ran.stdout + ran.stderr).not.toMatch(/nothing was sent|No answer came/i)
    })
  })

  describe('a redirect', () => {
    const reads: [string, ...string[]][] = [
      ['GET /api/v1/properties/1000001', 'property', 'get', '1000001'],
      ['GET /api/v1/properties/1000001', 'api', 'GET', '/api/v1/properties/1000001'],
      ['GET /api/v1/other', 'api', 'GET', '/api/v1/other'],
      [LOOKUP, 'reservation', 'lookup', '--booking-id', '900001'],
    ]
    const writes: [string, ...string[]][] = [
      ['PUT /api/v1/properties/info', 'property', 'info', 'update', '1000001', '--capacity', '4'],
      [
        'PUT /api/v1/properties/info',
        'api',
        'PUT',
        '/api/v1/properties/info',
        '--set',
        'propertyId=1000001',
        '--set',
        'capacity=4',
      ],
      ['POST /api/v1/other', 'api', 'POST', '/api/v1/other', '--set', 'name=New'],
      [`POST ${CONFIRM}`, 'api', 'POST', CONFIRM, '--set', 'bookingId=900001'],
    ]
    it.each(
      [300, 301, 302, 303, 304, 305, 307, 308].flatMap((status) => [
        [status, 5, reads] as const,
        [status, 12, writes] as const,
      ]),
    )('HTTP %i ends with %i', async (status, exit, commands) => {
      for (const location of ['https://elsewhere.example/x', undefined]) {
        for (const [request, ...words] of commands) {
          answers = {
            [request]: (response) => void response.writeHead(status, location === undefined ? {} : { location }).end(),
          }
          server.requests.length = 0
          const ran = await run(...words)
          // What leads nowhere is no redirect, and tells a read nothing.
          expect({ words, code: ran.code }).toEqual({ words, code: location === undefined ? 12 : exit })
          expect(server.requests.filter(({ method, path: to }) => `${method} ${to}` === request)).toHaveLength(1)
          expect(ran.stderr).not.toMatch(/nothing was sent|no answer came/i)
        }
      }
    })
  })

  describe('a warning beside a single write', () => {
    const stored = { propertyId: 1000001, capacity: 4 }
    it.each<[string, unknown, string[]]>([
      [
        'texts',
        { result: stored, status: 'success', warnings: ['price looks low', 'capacity is unusual'] },
        ['price looks low', 'capacity is unusual'],
      ],
      [
        'objects',
        {
          result: stored,
          status: 'success',
          Warnings: [{ field: 'capacity', message: 'is unusual' }, { code: 'W17' }],
        },
        ['capacity: is unusual', 'W17'],
      ],
      ['a map', { result: stored, status: 'success', warning: { capacity: ['is unusual'] } }, ['capacity: is unusual']],
      ['in the record', { result: { ...stored, warningMessage: 'is unusual' }, status: 'success' }, ['is unusual']],
    ])('is told: %s', async (_, body, warnings) => {
      answers = { 'PUT /api/v1/properties/info': json(200, body) }
      const change = ['property', 'info', 'update', '1000001', '--capacity', '4']
      const ran = await run(...change)
      expect([ran.code, ran.stderr]).toEqual([
        0,
        `${warnings.map((warning) => `The service warns: ${warning}`).join('\n')}\nUpdated the information of property 1000001.\n`,
      ])
      expect((await run(...change, '--json')).json()).toMatchObject({ capacity: 4, warnings })
    })

    it('that says nothing is not told', async () => {
      answers = {
        'PUT /api/v1/properties/info': json(200, {
          result: stored,
          status: 'success',
          warnings: [],
          warning: null,
          hasWarnings: false,
        }),
      }
      const ran = await run('property', 'info', 'update', '1000001', '--capacity', '4', '--json')
      expect([ran.code, ran.stderr, ran.json()]).toEqual([0, expect.not.stringContaining('warn'), stored])
    })

    it('of a booking is told beside it', async () => {
      answers = {
        [PRODUCTS]: offer('236.00'),
        [`POST ${CREATE}`]: json(201, {
          result: { ...held, status: 'pending' },
          status: 'success',
          warnings: ['the guest is not of age'],
        }),
      }
      const ran = await book()
      expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('The service warns: the guest is not of age')])
    })
  })

  it('a text that warns beside what was read is told once, and stands in the document as a warning', async () => {
    const record = { id: 1000001, hubSwitchId: 'HS-1', code: 'N', name: 'N', status: 'ACTIVE' }
    const message = 'Data may be stale'
    answers = { 'GET /api/v1/properties/1000001': json(200, { result: record, status: 'success', message }) }
    const ran = await run('property', 'get', '1000001')
    expect([ran.code, ran.stderr, ran.stdout]).toEqual([
      0,
      `The service adds: "${message}"\n`,
      expect.not.stringContaining(message),
    ])
    expect((await run('property', 'get', '1000001', '--json')).json()).toEqual({ ...record, warnings: [message] })
  })

  it('what was answered otherwise, a look-up has to say', async () => {
    const other = { ...held, status: 'pending', propertyId: '' }
    answers = {
      [PRODUCTS]: offer('236.00'),
      [`POST ${CREATE}`]: json(201, { result: other, status: 'success' }),
      [LOOKUP]: [success([]), success(other)],
    }
    const ran = await book()
    expect([ran.code, ran.stderr]).toEqual([
      12,
      expect.stringContaining('A look-up finds reservation 900001 and does not say its propertyId.'),
    ])
    const nameless = success({ ...held, status: 'pending', bookingId: '' })
    answers = { [PRODUCTS]: offer('236.00'), [`POST ${CREATE}`]: nameless, [LOOKUP]: [success([]), nameless] }
    const without = await book()
    expect([without.code, without.stderr]).toEqual([
      12,
      expect.stringContaining('finds a reservation without a booking id'),
    ])
  })

  it('api ends with what the answer proves', async () => {
    answers = {
      'POST /v1/inventory': json(200, { success: false, error: { message: 'no such room' } }),
      [`POST ${CONFIRM}`]: success({ ...held, status: 'rejected' }),
      'PUT /api/v1/properties/1000001': text(200, ''),
    }
    expect((await run('api', 'POST', '/v1/inventory', '--set', 'hotel_code=1000001')).code).toBe(5)
    expect((await run('api', 'POST', CONFIRM, '--set', 'bookingId=900001')).code).toBe(5)
    expect((await run('api', 'PUT', '/api/v1/properties/1000001', '--set', 'name=New')).code).toBe(12)
    answers = { [`POST ${CONFIRM}`]: success(held) }
    expect((await run('api', 'POST', CONFIRM, '--set', 'bookingId=900001')).code).toBe(0)
  })

  it('a fault after a request has left does not say that nothing was sent, and does not end with 6', async () => {
    const { withoutFalseClaims } = await import('../../src/cli/show/claims.js')
    const { Fault } = await import('../../src/errors.js')
    const fault = new Fault('INVALID_INPUT', 'unit.add: the input does not fit; nothing was sent.')
    expect(withoutFalseClaims(fault, 0)).toBe(fault)
    const told = withoutFalseClaims(fault, 2)
    expect([told.exitCode, told.message, told.next]).toEqual([
      3,
      'unit.add: the input does not fit.',
      '2 requests had been sent by then. Correct the input and run the command again.',
    ])
  })
})
