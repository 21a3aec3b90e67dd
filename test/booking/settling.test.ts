import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../src/booking/book.js'
import type { Booking, ReservationBody } from '../../src/booking/booking.js'
import { confirmBooking } from '../../src/booking/confirm-booking.js'
import { confirmDuplicate } from '../../src/booking/confirm-duplicate.js'
import { reconcile } from '../../src/booking/reconcile.js'
import { attemptColumns } from '../../src/cli/calendar/index.js'
import { reconcileAnswer } from '../../src/cli/reservation/reconcile-answer.js'
import { giveUp } from '../../src/booking/give-up.js'
import { noteState } from '../../src/booking/note-state.js'
import { asRepeated } from '../../src/booking/found/told.js'
import { type Client, createClient } from '../../src/client/index.js'
import { Fault } from '../../src/errors.js'
import { type Journal, openJournal } from '../../src/journal/index.js'
import { cut, json, type Reply, type Scripted, startScripted, text, withTokens } from '../client/scripted-server.js'

type Held = Record<string, unknown> & { bookingId: string; status: string }

/** What look-ups say of an attempt is judged as its answer would be, by the command that booked and by those that come later. */
describe('what look-ups settle of a booking', () => {
  let server: Scripted
  let client: Client
  let journal: Journal
  let booking: Booking
  let held: Held[] = []
  let onWrite: Reply[] = []
  /** Look-ups by channel id; undefined where they tell what is held. */
  let onLook: Reply | undefined
  let stays = 0

  beforeAll(async () => {
    server = await startScripted(
      withTokens((request) => {
        if (request.method === 'POST') return onWrite.shift() ?? cut
        if (onLook !== undefined) return onLook
        const [id, channelId] = [request.query.get('bookingId'), request.query.get('channelId')]
        const found = held.filter((one) => one.bookingId === id || one['channelBookingId'] === channelId)
        return found.length === 0
          ? NOT_FOUND
          : json(200, { result: found.length === 1 ? found[0] : found, status: 'success' })
      }),
    )
    client = createClient({
      baseUrl: server.url,
      userAgent: 'hubswitch/test',
      identity: { partner: async () => ({ partnerId: 'demo', partnerSecret: 'demo-secret' }) },
      maxAttempts: 1,
    })
  })
  beforeEach(() => {
    journal = openJournal()
    booking = { call: client.call, journal, target: { profile: 'test', service: server.url }, waitMs: [0, 0, 0] }
    held = []
    onWrite = []
    onLook = undefined
  })
  afterAll(async () => {
    await client.close()
    await server.close()
  })

  const NOT_FOUND = json(404, { result: null, status: 'fail', message: 'no such reservation' })
  const stay = (): ReservationBody => {
    stays += 1
    return {
      propertyId: 1000001,
      channelBookingId: `CB-${stays}`,
      checkInDate: '2027-07-01',
      checkOutDate: '2027-07-04',
      totalGuestCounts: { adults: 1, children: [{ age: 5, count: 1 }] },
      booker: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@guests.example' },
      rooms: [{ roomId: '101', ratePlanId: '501', units: 1, guests: [{ firstName: 'Ada', lastName: 'Lovelace' }] }],
    }
  }
  const recordOf = (body: ReservationBody, bookingId: string, over: object = {}): Held => ({
    ...structuredClone(body),
    bookingId,
    status: 'pending',
    ...over,
  })
  const line = (over: object): object => ({
    rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guests: [{ firstName: 'Ada', lastName: 'Lovelace' }], ...over }],
  })
  const faultOf = async (work: Promise<unknown>): Promise<Fault> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof Fault)) throw new Error('no fault came')
    return error
  }
  const nothingKnown = { attempts: [], bookings: [] }
  const reconciled = async () => {
    const rows = await reconcile(booking)
    return { exit: reconcileAnswer(rows).exitCode, words: rows.map(({ remark }) => remark).join(' '), rows }
  }
  const again = (body: ReservationBody) =>
    faultOf(
      confirmDuplicate(
        booking,
        { ...body, channelBookingId: `CB-${(stays += 1)}` },
        { isOwnId: false, isAllowed: false },
      ),
    )
  /** An attempt of a process that was killed before anything came back. */
  const killed = (body: ReservationBody): void => {
    const call: Booking['call'] = () => Promise.reject(new RangeError('killed'))
    void book({ ...booking, call }, body, nothingKnown).catch(() => undefined)
  }

  const DIFFERENCES: [field: string, over: object][] = [
    ['checkInDate', { checkInDate: '2027-07-02' }],
    ['checkOutDate', { checkOutDate: '2027-07-05' }],
    ['propertyId', { propertyId: 1000002 }],
    ['rooms', line({ roomId: 102 })],
    ['rooms', line({ units: 2 })],
    ['rooms.guests', line({ guests: [{ firstName: 'Eve', lastName: 'Lovelace' }] })],
    ['booker.lastName', { booker: { firstName: 'Ada', lastName: 'Byron' } }],
    ['totalGuestCounts.adults', { totalGuestCounts: { adults: 2, children: [{ age: 5, count: 1 }] } }],
    ['totalGuestCounts.children', { totalGuestCounts: { adults: 1, children: [{ age: 9, count: 1 }] } }],
    ['totalGuestCounts.children', { totalGuestCounts: { adults: 1 } }],
  ]

  it.each(DIFFERENCES)(
    'another %s: unknown from create, and from every reconcile, with the difference; the same is not booked again',
    async (field, over) => {
      const body = stay()
      held = [recordOf(body, '900001', over)]
      onWrite = [cut]
      const fault = await faultOf(book(booking, body, nothingKnown))
      expect([fault.exitCode, fault.message]).toEqual([12, expect.stringContaining(`but with ${field} `) as string])
      for (let times = 0; times < 2; times += 1)
        expect(await reconciled()).toMatchObject({
          exit: 12,
          words: expect.stringContaining(`but with ${field} `) as string,
          rows: [{ state: 'answered' }],
        })
      expect(await again(body)).toMatchObject({ exitCode: 7 })
      held = [recordOf(body, '900001', { ...over, status: 'cancelled' })]
      expect(await reconciled()).toMatchObject({ exit: 0, rows: [{ state: 'cancelled' }] })
    },
  )

  it.each(DIFFERENCES)(
    'another %s in the answer to the confirmation, or in its look-up: unknown',
    async (field, over) => {
      const body = stay()
      onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
      await book(booking, body, nothingKnown)
      onWrite = [
        json(200, { result: recordOf(body, '900001', { ...over, status: 'confirmed' }), status: 'success' }),
        cut,
      ]
      held = [recordOf(body, '900001', { ...over, status: 'confirmed' })]
      for (let times = 0; times < 2; times += 1)
        expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({
          exitCode: 12,
          message: expect.stringContaining(`as it was booked: it answered with ${field} `) as string,
        })
      expect(await reconciled()).toMatchObject({
        exit: 12,
        words: expect.stringContaining(`but with ${field} `) as string,
      })
      // What the hotel has modified is no confirmation, and no other stay.
      onWrite = [cut]
      held = [recordOf(body, '900001', { checkOutDate: '2027-07-05', status: 'modified' })]
      expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({ exitCode: 5 })
    },
  )

  it('what the record does not say is told beside what it proves', async () => {
    const body = stay()
    killed(body)
    held = [
      {
        bookingId: '900001',
        channelBookingId: body.channelBookingId,
        propertyId: 1000001,
        checkInDate: '2027-07-01',
        status: 'pending',
        rooms: [{ roomId: 101, ratePlanId: 501 }],
        totalGuestCounts: 2,
        booker: { firstName: 'Ada', lastName: 'Lovelace', email: 'a***@guests.example' },
      },
    ]
    const lacking = ['checkOutDate', 'totalGuestCounts.children', 'booker.email', 'rooms.units', 'rooms.guests']
    expect(await reconciled()).toMatchObject({
      exit: 0,
      words: expect.stringContaining(
        `does not say of reservation 900001: ${lacking.join(', ')}. So that could not be compared`,
      ) as string,
      rows: [{ notCompared: lacking }],
    })
  })

  it.each(DIFFERENCES)('another %s, found after the command was killed: unknown as well', async (field, over) => {
    const body = stay()
    killed(body)
    held = [recordOf(body, '900001', over)]
    for (let times = 0; times < 2; times += 1)
      expect(await reconciled()).toMatchObject({
        exit: 12,
        words: expect.stringContaining(`but with ${field} `) as string,
      })
  })

  it('a hold that turns into another stay is told each time; a state that is not known as well', async () => {
    const body = stay()
    onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
    await book(booking, body, nothingKnown)
    held = [recordOf(body, '900001', { checkInDate: '2027-07-02' })]
    for (let times = 0; times < 2; times += 1)
      expect(await reconciled()).toMatchObject({
        exit: 12,
        words: expect.stringContaining('but with checkInDate 2027-07-02, not 2027-07-01') as string,
      })
    held = [recordOf(body, '900001', { status: 'shelved' })]
    expect(await reconciled()).toMatchObject({ exit: 12, words: expect.stringContaining('"shelved"') as string })
    held = [recordOf(body, '900001')]
    expect(await reconciled()).toMatchObject({ exit: 0, rows: [{ state: 'pending', bookingId: '900001' }] })
  })

  it('what the answer said otherwise is not settled by a look-up that leaves it out, by reconcile neither', async () => {
    const body = stay()
    onWrite = [json(201, { result: recordOf(body, '900001', { checkInDate: '2027-07-02' }), status: 'success' })]
    held = [recordOf(body, '900001', { checkInDate: undefined })]
    expect((await faultOf(book(booking, body, nothingKnown))).exitCode).toBe(12)
    expect(await reconciled()).toMatchObject({
      exit: 12,
      words: expect.stringContaining('does not say its checkInDate') as string,
    })
  })

  it.each<[string, Reply | undefined, string]>([
    ['HTTP 500', json(500, { message: 'oops' }), 'answered'],
    ['a page', text(200, '<title>x</title>'), 'answered'],
    ['killed', undefined, 'sending'],
  ])('%s, and look-ups find nothing: open until it is found or allowed', async (_, reply, state) => {
    const body = stay()
    if (reply === undefined) killed(body)
    else {
      onWrite = [reply]
      expect((await faultOf(book(booking, body, nothingKnown))).exitCode).toBe(12)
    }
    for (let times = 0; times < 2; times += 1) expect(await reconciled()).toMatchObject({ exit: 12, rows: [{ state }] })
    expect(await again(body)).toMatchObject({
      exitCode: 7,
      message: expect.stringContaining('it is not known whether it is booked') as string,
    })
    held = [recordOf(body, '900001')]
    expect(await reconciled()).toMatchObject({ exit: 0, rows: [{ state: 'pending', bookingId: '900001' }] })
  })

  describe('an attempt that a person gives up', () => {
    const yes = async (): Promise<void> => undefined
    const lost = async (): Promise<ReservationBody> => {
      const body = stay()
      onWrite = [json(500, { message: 'oops' })]
      await faultOf(book(booking, body, nothingKnown))
      return body
    }
    const stateOf = (channelId: string): string | undefined =>
      journal.attempts.list(booking.target, 99).find((one) => one.channelId === channelId)?.state

    it('is closed without being called absent, is kept, and blocks neither its channel booking id nor the same stay', async () => {
      const body = await lost()
      expect((await reconciled()).words).toContain(
        `close it with "hubswitch reservation reconcile --give-up ${body.channelBookingId}"`,
      )
      const rows = await giveUp(booking, body.channelBookingId, yes)
      expect(rows).toMatchObject([
        {
          state: 'given-up',
          isOpen: false,
          remark: expect.stringMatching(
            /^Given up: nobody knows whether .* The last look: The service answered it, .* a look-up does not find it/,
          ) as string,
        },
      ])
      expect(await reconciled()).toMatchObject({ exit: 0, rows: [] })
      expect(stateOf(body.channelBookingId)).toBe('given-up')
      const before = await confirmDuplicate(booking, body, { isOwnId: true, isAllowed: false })
      onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
      expect((await book(booking, body, before)).reservation.bookingId).toBe('900001')
      expect(await faultOf(giveUp(booking, 'CB-none', yes))).toMatchObject({
        exitCode: 5,
        message: expect.stringContaining('CB-none') as string,
      })
    })

    it('stays open on no, and where a look-up finds it, it is settled instead', async () => {
      const body = await lost()
      const no = new Fault('USAGE', 'no')
      expect(await faultOf(giveUp(booking, body.channelBookingId, () => Promise.reject(no)))).toBe(no)
      expect([stateOf(body.channelBookingId), (await reconciled()).exit]).toEqual(['answered', 12])
      held = [recordOf(body, '900001')]
      expect(await giveUp(booking, body.channelBookingId, () => Promise.reject(no))).toMatchObject([
        { state: 'pending', bookingId: '900001', isOpen: false },
      ])
    })

    it.each<[string, object | undefined]>([
      ['a hold that the service does not know any more', undefined],
      ['a hold that differs', { checkOutDate: '2027-07-09' }],
    ])('%s: closed as well', async (_, over) => {
      const body = stay()
      onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
      await book(booking, body, nothingKnown)
      held = over === undefined ? [] : [recordOf(body, '900001', over)]
      expect((await reconciled()).exit).toBe(12)
      await giveUp(booking, body.channelBookingId, yes)
      expect(await reconciled()).toMatchObject({ exit: 0, rows: [] })
    })
  })

  it('no answer and a look-up that failed: one "not found" is not enough for absent', async () => {
    const body = stay()
    onWrite = [cut]
    onLook = json(422, { message: 'not now' })
    expect((await faultOf(book(booking, body, nothingKnown))).exitCode).toBe(12)
    let looks = 0
    onLook = (response, request) => {
      looks += 1
      ;(looks < 3 ? NOT_FOUND : json(200, { result: recordOf(body, '900001'), status: 'success' }))(response, request)
    }
    expect(await reconciled()).toMatchObject({ exit: 0, rows: [{ state: 'pending' }] })
  })

  it('a hold is listed as "confirm open" once a confirmation went unanswered, not after one that was refused', async () => {
    const body = stay()
    held = [recordOf(body, '900001')]
    onWrite = [json(200, { result: held[0], status: 'success' })]
    await book(booking, body, nothingKnown)
    const state = attemptColumns.find(({ name }) => name === 'state')
    const listed = () => journal.attempts.list(booking.target, 1).map((attempt) => state?.value(attempt as never))
    expect(listed()).toEqual(['pending'])
    onWrite = [json(409, { message: 'not now' })]
    expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({ exitCode: 5 })
    expect(listed()).toEqual(['pending'])
    expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({ exitCode: 12 })
    expect(listed()).toEqual(['confirm open'])
    // A second one that is refused says nothing of the first.
    onWrite = [json(409, { message: 'not now' })]
    expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({ exitCode: 5 })
    expect(listed()).toEqual(['confirm open'])
    onWrite = [json(200, { result: recordOf(body, '900001', { status: 'confirmed' }), status: 'success' })]
    await confirmBooking(booking, '900001')
    expect(listed()).toEqual(['confirmed'])
  })

  it('a hold that a look-up does not know any more is open and not free, after a confirmation that was answered 404 too', async () => {
    const body = stay()
    onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
    await book(booking, body, nothingKnown)
    onWrite = [NOT_FOUND]
    await faultOf(confirmBooking(booking, '900001'))
    for (let times = 0; times < 2; times += 1)
      expect(await reconciled()).toMatchObject({
        exit: 12,
        words: expect.stringContaining('has told of 900001') as string,
        rows: [{ state: 'pending' }],
      })
    expect(await again(body)).toMatchObject({ exitCode: 7 })
  })

  it.each([
    ['first', 0],
    ['last', 1],
  ] as const)(
    'of several, the one that stands counts, wherever it is (%s), and the others are named',
    async (_, at) => {
      const body = stay()
      const both = [recordOf(body, '900002'), recordOf(body, '900001', { status: 'cancelled' })]
      held = at === 0 ? both : both.reverse()
      onWrite = [cut]
      expect(await book(booking, body, nothingKnown)).toMatchObject({
        reservation: { bookingId: '900002' },
        surplus: [],
        fallen: [{ bookingId: '900001' }],
      })
    },
  )

  it.each([
    ['first', 0],
    ['last', 1],
  ] as const)('reconcile takes the one that is what was asked for (%s), too', async (_, at) => {
    const body = stay()
    killed(body)
    const both = [recordOf(body, '900004'), recordOf(body, '900003', { checkInDate: '2027-01-01' })]
    held = at === 0 ? both : both.reverse()
    expect(await reconciled()).toMatchObject({
      exit: 8,
      rows: [
        { bookingId: '900004', isSurplus: false },
        { bookingId: '900003', isSurplus: true },
      ],
    })
    held = [recordOf(body, '900004', { status: 'cancelled' }), recordOf(body, '900003', { checkInDate: '2027-01-01' })]
    expect(await reconciled()).toMatchObject({
      exit: 12,
      words: expect.stringContaining('holds reservation 900003') as string,
    })
  })

  it('two bookings of one attempt: told by every reconcile until one is gone, whichever is confirmed', async () => {
    const body = stay()
    held = [recordOf(body, '900001'), recordOf(body, '900002')]
    onWrite = [cut]
    expect(await book(booking, body, nothingKnown)).toMatchObject({
      reservation: { bookingId: '900001' },
      surplus: [{ bookingId: '900002' }],
    })
    for (let times = 0; times < 2; times += 1)
      expect(await reconciled()).toMatchObject({
        exit: 8,
        words: expect.stringContaining('One of 2 bookings') as string,
      })
    held = held.map((one) => ({ ...one, status: 'confirmed' }))
    for (let times = 0; times < 2; times += 1) expect((await reconciled()).exit).toBe(8)
    held = [recordOf(body, '900001', { status: 'confirmed' }), recordOf(body, '900002', { status: 'cancelled' })]
    for (let times = 0; times < 2; times += 1) expect((await reconciled()).exit).toBe(0)
  })

  it('an open attempt that turns out to be booked beside its repeat is told; what was booked once more on purpose is not', async () => {
    const body = stay()
    onWrite = [
      json(500, { message: 'oops' }),
      json(201, { result: { ...recordOf(body, '900002'), channelBookingId: 'OTHER' }, status: 'success' }),
    ]
    await faultOf(book(booking, body, nothingKnown))
    const repeat = { ...body, channelBookingId: 'OTHER' }
    const allowed = (one: ReservationBody) => confirmDuplicate(booking, one, { isOwnId: false, isAllowed: true })
    await book(booking, repeat, await allowed(repeat))
    held = [recordOf(body, '900001'), recordOf(repeat, '900002')]
    for (let times = 0; times < 2; times += 1)
      expect(await reconciled()).toMatchObject({
        exit: 8,
        words: expect.stringContaining('booked as 900001 as well') as string,
      })
    held = [recordOf(body, '900001', { status: 'cancelled' }), recordOf(repeat, '900002')]
    expect((await reconciled()).exit).toBe(0)
    const third = { ...body, channelBookingId: 'THIRD' }
    onWrite = [json(201, { result: recordOf(third, '900003'), status: 'success' })]
    await book(booking, third, await allowed(third))
    held.push(recordOf(third, '900003'))
    expect((await reconciled()).exit).toBe(0)
  })

  it.each<[string, Reply]>([
    ['the refusal', json(422, { message: 'not like this' })],
    ['the silence', cut],
  ])('%s after a repeat says nothing about what was sent before: unknown, and not booked again', async (_, second) => {
    const body = stay()
    onWrite = [(response) => void response.writeHead(503, { 'retry-after': '0' }).end(), second]
    onLook = NOT_FOUND
    const fault = await faultOf(book(booking, body, nothingKnown))
    expect([fault.exitCode, fault.message]).toEqual([
      12,
      expect.stringContaining('which proves nothing about what was sent before') as string,
    ])
    expect(await again(body)).toMatchObject({ exitCode: 7 })
    expect(await reconciled()).toMatchObject({ exit: 12 })
  })

  it('answered 401, sent again, and cut: nobody says that no answer came', async () => {
    onWrite = [json(401, { message: 'token expired' }), cut]
    expect(await faultOf(book(booking, stay(), nothingKnown))).toMatchObject({
      exitCode: 10,
      message: expect.stringMatching(
        /^The service answered HTTP 401; sent again after a new sign-in, it got no answer/,
      ) as string,
    })
  })

  describe('a booking id that another attempt of this machine has', () => {
    const over = { channelBookingId: undefined }
    const booked = async (): Promise<ReservationBody> => {
      const body = stay()
      onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
      await book(booking, body, nothingKnown)
      held = [recordOf(body, '900001')]
      return body
    }

    it.each<[string, number, (record: Held) => Reply]>([
      ['with the record', 5, (record) => json(200, { result: record, status: 'success' })],
      [
        'with the record as cancelled',
        5,
        (record) => json(200, { result: { ...record, status: 'rejected' }, status: 'success' }),
      ],
    ])(
      'answered %s that was there before: refused, and the booking stays that of the attempt that made it',
      async (_, exitCode, reply) => {
        const old = await booked()
        const body = { ...stay(), checkInDate: '2027-07-02' }
        onWrite = [reply(recordOf(body, '900001', over))]
        expect(await faultOf(book(booking, body, { bookings: ['900001'] }))).toMatchObject({ exitCode })
        onWrite = [json(200, { result: recordOf(old, '900001', { status: 'confirmed' }), status: 'success' })]
        expect(await confirmBooking(booking, '900001')).toMatchObject({ reservation: { status: 'confirmed' } })
        held = [recordOf(old, '900001', { status: 'confirmed' })]
        expect(await reconciled()).toMatchObject({ exit: 0, rows: [] })
        const [later, first] = journal.attempts.list(booking.target, 2)
        expect([later?.state, later?.bookingId, first?.state, first?.bookingId]).toEqual([
          'refused',
          undefined,
          'confirmed',
          '900001',
        ])
      },
    )

    it('a refused attempt that an older release gave the booking id is left alone', async () => {
      const old = await booked()
      const refused = journal.attempts.begin(booking.target, {
        channelId: 'CB-LATER',
        fingerprint: 'f',
        summary: 'x',
        createdAt: 1,
        asked: { ...stay(), checkInDate: '2027-07-09' },
      })
      journal.attempts.settle(refused?.id ?? 0, 'refused', '900001', 2)
      onWrite = [json(200, { result: recordOf(old, '900001', { status: 'confirmed' }), status: 'success' })]
      expect(await confirmBooking(booking, '900001')).toMatchObject({ reservation: { status: 'confirmed' } })
      expect(journal.attempts.list(booking.target, 2).map(({ state }) => state)).toEqual(['refused', 'confirmed'])
    })

    it.each<[string, number, (body: ReservationBody) => Reply | undefined]>([
      ['fails', 12, () => cut],
      ['shows it under the other channel booking id', 12, () => undefined],
      [
        'names no channel booking id',
        12,
        (body) => json(200, { result: recordOf(body, '900001', over), status: 'success' }),
      ],
      [
        'shows it under that of this attempt',
        0,
        (body) => json(200, { result: recordOf(body, '900001'), status: 'success' }),
      ],
    ])('answered as a new one, and the look-up %s: %i', async (_, exitCode, look) => {
      await booked()
      const body = stay()
      onWrite = [json(201, { result: recordOf(body, '900001', over), status: 'success' })]
      onLook = look(body)
      const work = book(booking, body, { bookings: [] })
      if (exitCode === 0) expect(await work).toMatchObject({ reservation: { bookingId: '900001' } })
      else
        expect(await faultOf(work)).toMatchObject({
          exitCode,
          facts: { bookingId: '900001' },
          message: expect.stringContaining('which is another booking of this machine') as string,
        })
      expect(journal.attempts.list(booking.target, 2).map(({ state }) => state)).toEqual([
        exitCode === 0 ? 'pending' : 'answered',
        'pending',
      ])
      if (exitCode !== 0)
        expect((await reconciled()).rows[0]).toMatchObject({
          channelId: body.channelBookingId,
          bookingId: undefined,
          state: 'answered',
          isOpen: true,
        })
    })
  })

  it('what the channel id had before is named where nothing new is found', async () => {
    const body = stay()
    held = [recordOf(body, '800001', { status: 'confirmed' })]
    onWrite = [cut]
    expect((await faultOf(book(booking, body, { bookings: ['800001'] }))).message).toMatch(
      /holds no reservation with the channel booking id CB-\d+ but 800001, which it held before\.$/,
    )
  })

  describe('a look-up that does not say what it found', () => {
    /** What a look-up shows in place of the record, and what is told of it. */
    const STRANGE: [what: string, rows: (record: Held) => object[], words: string | RegExp][] = [
      [
        'an id and a state alone',
        ({ bookingId, status }) => [{ bookingId, status }],
        /names nothing of the booking: neither the channel booking id nor the stay/,
      ],
      [
        'an id, a state and one date',
        ({ bookingId, status }) => [{ bookingId, status, checkInDate: '2027-07-01' }],
        /names nothing of the booking/,
      ],
      [
        'one booking in two states',
        (record) => [record, { ...record, status: 'cancelled' }],
        /more than once: as (pending|confirmed) and as cancelled/,
      ],
      [
        'one booking in two states, the other way round',
        (record) => [{ ...record, status: 'cancelled' }, record],
        /more than once: as cancelled and as (pending|confirmed)/,
      ],
      [
        'a room that is cancelled',
        (record) => [{ ...record, rooms: [{ roomId: 101, ratePlanId: 501, units: 1, status: 'Cancelled' }] }],
        'and also rooms[0].status Cancelled',
      ],
      [
        'another state beside its own',
        (record) => [{ ...record, bookingStatus: 'rejected' }],
        'and also bookingStatus rejected',
      ],
      ['a flag of its end', (record) => [{ ...record, isCancelled: true }], 'and also isCancelled true'],
      ['a flag that it is deleted', (record) => [{ ...record, deleted: true }], 'and also deleted true'],
      [
        'a day of its end',
        (record) => [{ ...record, cancellationDate: '2027-06-01' }],
        'and also cancellationDate 2027-06-01',
      ],
      ['a flag that it is void', (record) => [{ ...record, void: 'true' }], 'and also void true'],
      ['a flag that it is not active', (record) => [{ ...record, is_active: false }], 'and also is_active false'],
      [
        'a moment of its end',
        (record) => [{ ...record, cancelled_at: '2027-06-01T10:00:00Z' }],
        'and also cancelled_at 2027-06-01T10:00:00Z',
      ],
      ['that it is expired', (record) => [{ ...record, expired: 'true' }], 'and also expired true'],
    ]

    it.each(STRANGE)(
      '%s: unknown from create, and from every reconcile; it is not booked again',
      async (_, rows, words) => {
        const body = stay()
        onWrite = [cut]
        onLook = json(200, { result: rows(recordOf(body, '900001')), status: 'success' })
        expect(await faultOf(book(booking, body, nothingKnown))).toMatchObject({
          exitCode: 12,
          message:
            typeof words === 'string'
              ? (expect.stringContaining(words) as string)
              : (expect.stringMatching(words) as string),
        })
        for (let times = 0; times < 2; times += 1)
          expect(await reconciled()).toMatchObject({
            exit: 12,
            words:
              typeof words === 'string'
                ? (expect.stringContaining(words) as string)
                : (expect.stringMatching(words) as string),
          })
        expect(await again(body)).toMatchObject({ exitCode: 7 })
      },
    )

    it.each(STRANGE)(
      '%s, after a confirmation that was cut or refused: unknown, and a hold stays a hold here',
      async (_, rows, words) => {
        const body = stay()
        onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
        await book(booking, body, nothingKnown)
        onLook = json(200, { result: rows(recordOf(body, '900001', { status: 'confirmed' })), status: 'success' })
        for (const reply of [cut, json(409, { message: 'already confirmed' })]) {
          onWrite = [reply]
          expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({
            exitCode: 12,
            message:
              typeof words === 'string'
                ? (expect.stringContaining(words) as string)
                : (expect.stringMatching(words) as string),
          })
        }
        expect(journal.attempts.list(booking.target, 1)).toMatchObject([{ state: 'pending' }])
      },
    )

    it.each<[part: object, words: string]>([
      [line({ status: 'on_request' }), 'rooms[0].status on_request'],
      [line({ status: 'pending' }), 'rooms[0].status pending'],
      [line({ status: 'waitlisted' }), 'rooms[0].status waitlisted'],
      [{ state: 'pending' }, 'state pending'],
      [{ reservationStatus: 'pending' }, 'reservationStatus pending'],
      [{ bookingStatus: 'PENDING' }, 'bookingStatus PENDING'],
      [line({ status: 'sold_out' }), 'rooms[0].status sold_out (a state this version does not know)'],
      [line({ status: 'UNAVAILABLE' }), 'rooms[0].status UNAVAILABLE (a state this version does not know)'],
      [line({ status: 'not_confirmed' }), 'rooms[0].status not_confirmed'],
      [line({ status: 'unconfirmed' }), 'rooms[0].status unconfirmed'],
      [line({ status: { code: 'rejected' } }), 'rooms[0].status {"code":"rejected"}'],
      [{ confirmationStatus: 'failed' }, 'confirmationStatus failed'],
      [{ subStatus: 'awaiting_hotel' }, 'subStatus awaiting_hotel (a state this version does not know)'],
      [{ failureReason: 'hotel rejected the booking' }, 'failureReason hotel rejected the booking'],
      [{ requiresApproval: true }, 'requiresApproval true'],
      [line({ onRequest: true }), 'rooms[0].onRequest true'],
      [{ waitlisted: true }, 'waitlisted true'],
      [{ isPending: 'yes' }, 'isPending yes'],
      [{ requiresAction: true }, 'requiresAction true'],
      [{ dryRun: true }, 'dryRun true'],
      [{ simulated: 1 }, 'simulated 1'],
      [{ authorization: { approved: false } }, 'authorization.approved false'],
      [{ error: 'not stored' }, 'error not stored'],
      [{ success: false }, 'success false'],
      [{ stored: false }, 'stored false'],
      [{ persisted: 'false' }, 'persisted false'],
      [{ held: false }, 'held false'],
      [{ unitsHeld: 0 }, 'unitsHeld 0'],
      [{ roomStatuses: ['confirmed', 'rejected'] }, 'roomStatuses ["confirmed","rejected"]'],
      [{ pmsStatus: 'rejected' }, 'pmsStatus rejected'],
      [{ payment: { status: 'failed' } }, 'payment.status failed'],
    ])('confirmed beside %j is not settled by the same record of a look-up', async (part, words) => {
      const body = stay()
      const twin = stay()
      const told = (one: ReservationBody, id: string): Held => recordOf(one, id, { status: 'confirmed', ...part })
      const unsettled = {
        exitCode: 12,
        message: expect.stringContaining(
          `A look-up says that reservation 900001 is confirmed, and also ${words}`,
        ) as string,
      }
      onWrite = [json(201, { result: recordOf(body, '900001'), status: 'success' })]
      await book(booking, body, nothingKnown)
      held = [told(body, '900001'), told(twin, '900002')]
      for (const reply of [
        json(200, { result: told(body, '900001'), status: 'success' }),
        cut,
        json(409, { message: 'already confirmed' }),
      ]) {
        onWrite = [reply]
        expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject(unsettled)
      }
      onWrite = [json(201, { result: told(twin, '900002'), status: 'success' })]
      expect(await faultOf(book(booking, twin, { bookings: [] }))).toMatchObject({
        exitCode: 12,
        message: expect.stringContaining(words) as string,
      })
      expect(await reconciled()).toMatchObject({ exit: 12, words: expect.stringContaining(words) as string })
    })

    it.each([
      { rooms: [{ roomId: 101, ratePlanId: 501, units: 1, status: 'Confirmed' }] },
      { state: { code: 'confirmed', name: 'Bestätigt' } },
      { confirmationStatus: 'CONFIRMED', subStatus: null, bookingState: '' },
    ])('confirmed beside %j is confirmed', async (part) => {
      const body = stay()
      onWrite = [json(201, { result: recordOf(body, '900001', { status: 'confirmed', ...part }), status: 'success' })]
      expect(await book(booking, body, nothingKnown)).toMatchObject({ reservation: { status: 'confirmed' } })
    })

    it('flags that deny an end, and a hold that is not confirmed yet, tell nothing against it', async () => {
      const body = stay()
      onWrite = [cut]
      held = [
        recordOf(body, '900001', {
          isCancelled: false,
          deleted: false,
          cancellationDate: null,
          void: 0,
          active: true,
          cancelledAt: null,
          expired: 'no',
          confirmed: false,
          state: 'open',
          rooms: [{ roomId: 101, ratePlanId: 501, units: 1, status: 'pending' }],
        }),
      ]
      expect(await book(booking, body, nothingKnown)).toMatchObject({ reservation: { bookingId: '900001' } })
      onWrite = [cut]
      held = [{ ...recordOf(body, '900001', { status: 'confirmed' }), confirmed: false }]
      expect(await faultOf(confirmBooking(booking, '900001'))).toMatchObject({
        exitCode: 12,
        message: expect.stringContaining('and also confirmed false') as string,
      })
    })

    it.each(['modified', 'no_show', 'on_request'])(
      '%s is a state that is known, and not what was asked for',
      async (status) => {
        const body = stay()
        onWrite = [json(201, { result: recordOf(body, '900001', { status }), status: 'success' })]
        held = [recordOf(body, '900001', { status })]
        const fault = await faultOf(book(booking, body, nothingKnown))
        expect([fault.exitCode, fault.message]).toEqual([
          12,
          expect.stringContaining(`is ${status}, which is not what was asked for`) as string,
        ])
        expect(fault.message).not.toMatch(/does not know/)
      },
    )
  })

  describe('a booking that differs from what was asked', () => {
    const hold = async (over: object, expectedTotal?: string): Promise<ReservationBody> => {
      const body = stay()
      onWrite = [
        json(201, {
          result: recordOf(body, '900001', { totalPrice: '200.00', currencyCode: 'EUR' }),
          status: 'success',
        }),
      ]
      await book(booking, body, { ...nothingKnown, expectedTotal })
      held = [recordOf(body, '900001', { totalPrice: '200.00', currencyCode: 'EUR', ...over })]
      return body
    }

    it.each<[string, object, string | undefined, string]>([
      ['another stay', { checkOutDate: '2027-07-09' }, undefined, 'but with checkOutDate 2027-07-09'],
      ['more units', line({ units: 2 }), undefined, 'but with rooms 2 × 101/501'],
      [
        'another total than was expected',
        { totalPrice: '300.00' },
        '200.00 EUR',
        'held at 300.00 EUR, not at 200.00 EUR',
      ],
    ])(
      '%s: told by every reconcile, also once it is confirmed and a look-up has shown it, until it is settled',
      async (_, over, expectedTotal, words) => {
        const body = await hold(over, expectedTotal)
        expect(await reconciled()).toMatchObject({ exit: 12, words: expect.stringContaining(words) as string })
        held = held.map((one) => ({ ...one, status: 'confirmed' }))
        noteState(booking, held[0] as never)
        for (let times = 0; times < 2; times += 1)
          expect(await reconciled()).toMatchObject({
            exit: 12,
            words: expect.stringContaining(words) as string,
            rows: [{ bookingId: '900001' }],
          })
        held = [recordOf(body, '900001', { totalPrice: '200.00', currencyCode: 'EUR', status: 'confirmed' })]
        expect((await reconciled()).exit).toBe(0)
        expect(await reconciled()).toMatchObject({ exit: 0, rows: [] })
      },
    )

    it('is left as it is on a word of the person', async () => {
      const body = await hold({ totalPrice: '300.00' }, '200.00 EUR')
      await reconciled()
      expect(await giveUp(booking, body.channelBookingId, async () => undefined)).toMatchObject([
        {
          isOpen: false,
          remark: expect.stringMatching(
            /^Given up: what is open about reservation 900001 is left as it is\. The last look: .*not at 200\.00 EUR\. Look .* that total\.$/,
          ) as string,
        },
      ])
      expect(await reconciled()).toMatchObject({ exit: 0, rows: [] })
    })

    it('a total that nobody named is told where it moved', async () => {
      await hold({ totalPrice: '300.00' })
      expect(await reconciled()).toMatchObject({
        exit: 0,
        words: expect.stringContaining(
          'It was held at 200.00 EUR when it was booked, and is held at 300.00 EUR now.',
        ) as string,
      })
    })

    it.each([
      [
        'as it is about to be written: whoever was killed behind it is not told that it was never confirmed',
        true,
        /^A confirmation was sent at 20.*Z, and the service says that it is pending\. Confirm it again/,
      ],
      ['and not before: whoever was killed while signing in has sent none', false, /^Held, never confirmed\./],
    ])('a confirmation is written down %s', async (_, leaves, words) => {
      await hold({})
      const call: Booking['call'] = (_key, _input, options) => {
        if (leaves) options?.onLeave?.()
        return Promise.reject(new RangeError('killed'))
      }
      await confirmBooking({ ...booking, call }, '900001').catch(() => undefined)
      expect(await reconciled()).toMatchObject({ exit: 0, words: expect.stringMatching(words) as string })
    })
  })

  it.each<[string, Reply, number, string, string]>([
    ['finds nothing', NOT_FOUND, 5, 'refused', 'not like this'],
    [
      'fails',
      json(500, { message: 'oops' }),
      12,
      'answered',
      'all the same: The service refused this: not like this. The look-up failed: ',
    ],
  ])('refused, and the look-up %s', async (_, look, exit, state, words) => {
    onWrite = [json(422, { message: 'not like this' })]
    onLook = look
    expect(await faultOf(book(booking, stay(), nothingKnown))).toMatchObject({
      exitCode: exit,
      message: expect.stringContaining(words) as string,
    })
    expect(journal.attempts.list(booking.target, 1)).toMatchObject([{ state }])
  })

  it('answered with a booking that was there before: nothing new, unless a look-up finds it', async () => {
    const body = stay()
    const old = recordOf(body, '800001')
    held = [old]
    onWrite = [json(201, { result: old, status: 'success' })]
    const known = { bookings: ['800001'] }
    expect(await faultOf(book(booking, body, known))).toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(
        /answered with reservation 800001 \(pending\), which it held before this was sent\. .* it was not booked once more\.$/,
      ) as string,
    })
    expect(await reconciled()).toMatchObject({ exit: 0, rows: [] })
    onWrite = [json(201, { result: old, status: 'success' })]
    onLook = json(500, { message: 'oops' })
    expect(await faultOf(book(booking, body, known))).toMatchObject({
      exitCode: 12,
      message: expect.stringContaining('It is not known whether it has booked once more.') as string,
    })
    onLook = undefined
    onWrite = [json(201, { result: old, status: 'success' })]
    held = [old, recordOf(body, '900001')]
    expect(await book(booking, body, known)).toMatchObject({ reservation: { bookingId: '900001' } })
  })

  it('answered 401, and the sign-in after it fails: told of the reservation, of the 401, and that it was the sign-in', async () => {
    let tokens = 0
    const token = json(200, { tokenType: 'Bearer', expiresIn: 3_600, accessToken: 'opaque-token', executionTime: 1 })
    const other = await startScripted((request) => {
      if (!request.path.includes('token')) return json(401, { message: 'token expired' })
      tokens += 1
      return tokens === 1 ? token : json(500, { message: 'down' })
    })
    const lost = async (work: (call: Booking['call']) => Promise<unknown>): Promise<string> => {
      tokens = 0
      const own = createClient({
        baseUrl: other.url,
        userAgent: 'hubswitch/test',
        identity: { partner: async () => ({ partnerId: 'demo', partnerSecret: 'demo-secret' }) },
        maxAttempts: 1,
      })
      const { message } = await faultOf(work(own.call))
      await own.close()
      return message
    }
    const body = stay()
    const told = [
      await lost((call) => book({ ...booking, call }, body, nothingKnown)),
      await lost((call) => confirmBooking({ ...booking, call }, '900001')),
    ]
    await other.close()
    const words = (deed: string): string =>
      expect.stringContaining(
        `The request that would have ${deed} was sent and answered HTTP 401. Signing in again failed: `,
      ) as string
    expect(told).toEqual([words(`booked ${body.channelBookingId}`), words('confirmed reservation 900001')])
  })

  it('a confirmation that was answered the second time is told so', async () => {
    const body = stay()
    held = [recordOf(body, '900001')]
    onWrite = [cut, json(200, { result: recordOf(body, '900001', { status: 'confirmed' }), status: 'success' })]
    const { doubt, repeated } = await confirmBooking(booking, '900001')
    expect([doubt, asRepeated(repeated, 'Reservation 900001 is confirmed.')]).toEqual([
      undefined,
      'No answer came the first time, and it was sent again after a look-up: reservation 900001 is confirmed.',
    ])
  })

  it('a create that is answered with another stay keeps its booking id, and reconciling asks for it', async () => {
    const body = stay()
    onWrite = [
      json(201, {
        result: { ...recordOf(body, '900077'), channelBookingId: undefined, checkInDate: '2027-08-01' },
        status: 'success',
      }),
    ]
    const fault = await faultOf(book(booking, body, nothingKnown))
    expect([fault.exitCode, fault.facts]).toMatchObject([12, { bookingId: '900077' }])
    expect(journal.attempts.list(booking.target, 1)).toMatchObject([{ bookings: { 900077: 'pending' } }])
    server.requests.length = 0
    await reconciled()
    expect(server.requests.map(({ query }) => query.get('bookingId'))).toContain('900077')
  })
})
