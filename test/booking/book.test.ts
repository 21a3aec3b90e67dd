import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../src/booking/book.js'
import { type Booking, newChannelId, type ReservationBody } from '../../src/booking/booking.js'
import { confirmBooking } from '../../src/booking/confirm-booking.js'
import { confirmDuplicate } from '../../src/booking/confirm-duplicate.js'
import { reconcile } from '../../src/booking/reconcile.js'
import { giveUp } from '../../src/booking/give-up.js'
import { type Client, createClient } from '../../src/client/index.js'
import { Fault } from '../../src/errors.js'
import { type Journal, openJournal } from '../../src/journal/index.js'
import { journalOptions } from '../../src/journal/file/journal-file.js'
import { openDatabase } from '../../src/sql/index.js'
import { type FaultyProxy, type Mishap, startFaultyProxy } from '../support/faulty-proxy.js'
import { startTestSandbox, temporaryDirectory, type TestSandbox } from '../support/sandbox.js'

const CREATE = 'POST /api/v1/hubswitch/reservations/create'
const CONFIRM = 'POST /api/v1/hubswitch/reservations/confirm'
const LOOKUP = 'GET /api/v1/hubswitch/reservations/v2'
const target = { profile: 'test', service: 'faulty' }

/** Nothing is booked twice and nothing is lost, whatever happens to a request or its answer. */
describe('bookings on a bad line', () => {
  let sandbox: TestSandbox
  let proxy: FaultyProxy
  let client: Client
  let journal: Journal
  let booking: Booking
  const folder = temporaryDirectory()
  /** Mishaps of the next requests, by request. */
  let script: Record<string, (Mishap | undefined)[]> = {}
  let days = 0

  beforeAll(async () => {
    sandbox = await startTestSandbox({ now: () => Date.parse('2027-01-01T12:00:00Z') })
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'Inn',
          code: 'INN',
          hubSwitchId: 'INN',
          currency: 'EUR',
          units: [{ name: 'Double', count: 50, basePrice: 80, ratePlans: ['Flexible'] }],
        },
      ],
    })
    proxy = await startFaultyProxy(sandbox.url, (request) => script[request]?.shift())
    client = createClient({
      baseUrl: proxy.url,
      userAgent: 'hubswitch/test',
      timeouts: { headersMs: 4000, bodyMs: 4000 },
      maxAttempts: 2,
      identity: { partner: () => Promise.resolve({ partnerId: 'demo-supplier', partnerSecret: 'sandbox-supplier' }) },
    })
    journal = openJournal(folder.dir)
    booking = { call: client.call, journal, target, waitMs: [0, 5, 10] }
  })
  afterAll(async () => {
    journal.close()
    await client.close()
    await proxy.close()
    await sandbox.close()
    folder.remove()
  })
  beforeEach(() => {
    script = {}
    proxy.seen.length = 0
  })

  /** A stay of its own for each test, so that no two look alike unless they are meant to. */
  const stay = (over: Partial<ReservationBody> = {}): ReservationBody => {
    days += 1
    const day = (at: number): string => new Date(Date.UTC(2027, 1, at)).toISOString().slice(0, 10)
    return {
      propertyId: 1000001,
      channelBookingId: newChannelId(day(days)),
      checkInDate: day(days),
      checkOutDate: day(days + 1),
      totalGuestCounts: { adults: 1 },
      booker: { firstName: 'Ada', lastName: 'Lovelace' },
      rooms: [{ roomId: '101', ratePlanId: '501', units: 1 }],
      ...over,
    }
  }
  const created = (): number => proxy.seen.filter((one) => one === CREATE).length
  const held = async (channelId: string): Promise<{ bookingId: string; status: string }[]> => {
    const reply = await (
      await sandbox.as('demo-supplier')
    ).get(`/api/v1/hubswitch/reservations/v2?channelId=${channelId}`)
    return reply.status === 404
      ? []
      : ([reply.body['result']].flat() as unknown as { bookingId: string; status: string }[])
  }
  const stateOf = (channelId: string): string | undefined =>
    journal.attempts.list(target, 1000).find((one) => one.channelId === channelId)?.state
  const faultOf = async (work: Promise<unknown>): Promise<Fault> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof Fault)) throw new Error('no fault came')
    return error
  }
  const nothingKnown = { attempts: [], bookings: [] }

  it.each<Mishap>(['cut-after', '500-after', 'torn-after', 'garbage-after', 'hang-after', '429-after', '503-after'])(
    '%s: the look-up finds what was booked',
    async (mishap) => {
      const body = stay()
      script = { [CREATE]: [mishap] }
      const { reservation, doubt, surplus } = await book(booking, body, nothingKnown)
      expect({ doubt: doubt?.code, surplus, created: created() }).toEqual({
        doubt: 'OUTCOME_UNKNOWN',
        surplus: [],
        created: 1,
      })
      expect(await held(body.channelBookingId)).toEqual([
        expect.objectContaining({ bookingId: reservation.bookingId, status: 'pending' }),
      ])
      expect(stateOf(body.channelBookingId)).toBe('pending')
    },
  )

  it.each<Mishap>(['cut-before', 'hang-before'])(
    '%s: absent for sure, and the same may be booked again',
    async (mishap) => {
      const body = stay()
      script = { [CREATE]: [mishap] }
      const fault = await faultOf(book(booking, body, nothingKnown))
      expect({
        code: fault.code,
        created: created(),
        looks: proxy.seen.filter((one) => one === LOOKUP).length,
      }).toEqual({ code: 'UNREACHABLE', created: 1, looks: 3 })
      expect([stateOf(body.channelBookingId), await held(body.channelBookingId)]).toEqual(['absent', []])
      const before = await confirmDuplicate(booking, body, { isOwnId: false, isAllowed: false })
      expect((await book(booking, body, before)).doubt).toBeUndefined()
      expect(await held(body.channelBookingId)).toHaveLength(1)
    },
  )

  it.each<Mishap>(['429-before', '503-before'])('%s: put off, it is looked up before each repeat', async (mishap) => {
    const body = stay()
    script = { [CREATE]: [mishap, mishap] }
    expect((await book(booking, body, nothingKnown)).reservation.status).toBe('pending')
    expect(proxy.seen.filter((one) => one === CREATE || one === LOOKUP)).toEqual([
      CREATE,
      LOOKUP,
      LOOKUP,
      LOOKUP,
      CREATE,
      LOOKUP,
      LOOKUP,
      LOOKUP,
      CREATE,
      LOOKUP,
    ])
    expect(await held(body.channelBookingId)).toHaveLength(1)
  })

  it.each([
    ['429-before', 10, 'absent'],
    ['503-before', 12, 'answered'],
  ] as const)('%s to the end: exit %i, %s; the waits are told', async (mishap, exit, state) => {
    const body = stay()
    const told: string[] = []
    script = { [CREATE]: Array.from({ length: 9 }, () => mishap) }
    const fault = await faultOf(book({ ...booking, tell: (line) => void told.push(line) }, body, nothingKnown))
    expect([fault.exitCode, created(), stateOf(body.channelBookingId), told.length]).toEqual([exit, 5, state, 4])
    expect(told[0]).toMatch(/^The service asks to come back later \(HTTP \d{3}\)\. Waiting \d+ s; then it is looked up/)
    expect(fault.message).toMatch(
      exit === 10 ? /\(HTTP 429\), and it holds no reservation/ : /HTTP 503.*proves nothing/,
    )
    expect(
      (await reconcile(booking)).some(({ channelId, isOpen }) => channelId === body.channelBookingId && isOpen),
    ).toBe(exit === 12)
    if (exit === 12) await giveUp(booking, body.channelBookingId, async () => undefined)
  })

  it('put off, and the look-up fails: it is not sent again', async () => {
    const body = stay()
    script = { [CREATE]: ['429-after'], [LOOKUP]: Array.from({ length: 40 }, () => '422-before' as const) }
    const fault = await faultOf(book(booking, body, nothingKnown))
    expect([fault.exitCode, created(), stateOf(body.channelBookingId)]).toEqual([12, 1, 'unknown'])
    expect(fault.message).not.toMatch(/done nothing/)
  })

  it('refused after it was done: a look-up finds it; refused and not done: the refusal stands', async () => {
    const body = stay()
    script = { [CREATE]: ['409-after'] }
    expect((await book(booking, body, nothingKnown)).doubt?.code).toBe('REFUSED')
    expect([created(), stateOf(body.channelBookingId), await held(body.channelBookingId)]).toEqual([
      1,
      'pending',
      [expect.objectContaining({ status: 'pending' })],
    ])
    const other = stay()
    script = { [CREATE]: ['422-before'] }
    expect(await faultOf(book(booking, other, nothingKnown))).toMatchObject({ code: 'REFUSED', exitCode: 5 })
    expect(stateOf(other.channelBookingId)).toBe('refused')
  })

  it('sent again, refused, and the look-up fails: unknown', async () => {
    const body = stay()
    script = {
      [CREATE]: ['429-before', '409-after'],
      [LOOKUP]: [undefined, undefined, undefined, ...Array.from({ length: 9 }, () => '422-before' as const)],
    }
    expect((await faultOf(book(booking, body, nothingKnown))).exitCode).toBe(12)
    expect(stateOf(body.channelBookingId)).toBe('answered')
    script = {}
    expect((await reconcile(booking)).find(({ channelId }) => channelId === body.channelBookingId)).toMatchObject({
      state: 'pending',
    })
  })

  it('500-before: what was answered is never called absent, and the same is booked again only where that is allowed', async () => {
    const body = stay()
    script = { [CREATE]: ['500-before'] }
    const fault = await faultOf(book(booking, body, nothingKnown))
    expect(fault).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      exitCode: 12,
      facts: { fate: 'unknown', answered: true, status: 500 },
    })
    expect(fault.message).not.toMatch(/No answer came/)
    expect((await reconcile(booking)).find(({ channelId }) => channelId === body.channelBookingId)).toMatchObject({
      state: 'answered',
      isOpen: true,
    })
    expect(await faultOf(confirmDuplicate(booking, body, { isOwnId: false, isAllowed: false }))).toMatchObject({
      exitCode: 7,
      message: expect.stringContaining('it is not known whether it is booked') as string,
    })
    expect(stateOf(body.channelBookingId)).toBe('answered')
    const before = await confirmDuplicate(booking, body, { isOwnId: false, isAllowed: true })
    expect((await book(booking, body, before)).doubt).toBeUndefined()
    expect(await held(body.channelBookingId)).toHaveLength(1)
  })

  it('neither answer nor look-up: unknown, kept as such, settled by reconcile', async () => {
    const body = stay()
    script = { [CREATE]: ['cut-after'], [LOOKUP]: Array.from({ length: 40 }, () => '500-before' as const) }
    const fault = await faultOf(book(booking, body, nothingKnown))
    expect({ code: fault.code, exit: fault.exitCode, next: fault.next }).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      exit: 12,
      next: expect.stringContaining('hubswitch reservation reconcile') as string,
    })
    expect(stateOf(body.channelBookingId)).toBe('unknown')
    const stillDown = await reconcile(booking)
    expect(stillDown.find(({ channelId }) => channelId === body.channelBookingId)).toMatchObject({
      state: 'unknown',
      isOpen: true,
    })
    script = {}
    expect((await reconcile(booking)).find(({ channelId }) => channelId === body.channelBookingId)).toMatchObject({
      state: 'pending',
      isOpen: false,
      remark: expect.stringContaining('never confirmed') as string,
    })
    expect([created(), await held(body.channelBookingId)]).toEqual([
      1,
      [expect.objectContaining({ status: 'pending' })],
    ])
  }, 60_000)

  it('a hold at another total than was expected is to be looked at, not to be confirmed', async () => {
    const body = stay()
    await book(booking, body, { ...nothingKnown, expectedTotal: '1.00 EUR' })
    const [settled] = (await reconcile(booking)).filter(({ channelId }) => channelId === body.channelBookingId)
    expect(settled?.remark).toMatch(
      /^Never confirmed, and held at 80\.00 EUR, not at 1\.00 EUR\. Look at it with "hubswitch reservation lookup/,
    )
    expect(journal.attempts.list(target, 1)[0]?.expectedTotal).toBe('1.00 EUR')
  })

  it('303 on a create: the journal keeps it open, and reconcile names it', async () => {
    const body = stay()
    script = { [CREATE]: ['303-before'] }
    expect((await faultOf(book(booking, body, nothingKnown))).exitCode).toBe(12)
    expect((await reconcile(booking)).find(({ channelId }) => channelId === body.channelBookingId)).toMatchObject({
      state: 'answered',
      isOpen: true,
    })
  })

  it("an id of one's own is booked where the look-up before says nothing of it, and not where it says that it cannot be relied on", async () => {
    const body = stay({ channelBookingId: newChannelId('2027-07-01') })
    const answering = (facts: object): Booking['call'] =>
      (async () => {
        throw new Fault('isMute' in facts ? 'ANSWER_UNKNOWN' : 'UNREACHABLE', 'Not Found.', {
          facts: { status: 404, ...facts },
        })
      }) as Booking['call']
    const check = (facts: object) =>
      confirmDuplicate({ ...booking, call: answering(facts) }, body, { isOwnId: true, isAllowed: false })
    expect(await check({ isMute: true })).toEqual({ attempts: [], bookings: [] })
    expect((await faultOf(check({}))).message).toMatch(
      /^Before it is booked, HS-20270701-\S+ is looked up, and that failed/,
    )
  })

  it('a second booking of the same is refused in a pipe: by content, by channel id, by what another machine booked', async () => {
    const body = stay()
    await book(booking, body, nothingKnown)
    const again = { ...body, channelBookingId: newChannelId('') }
    const check = (one: ReservationBody, isOwnId: boolean, isAllowed = false) =>
      confirmDuplicate(booking, one, { isOwnId, isAllowed })
    expect(await faultOf(check(again, false))).toMatchObject({
      code: 'GUARD_RAIL',
      exitCode: 7,
      facts: { state: 'pending', channelBookingId: body.channelBookingId },
    })
    expect(await faultOf(check(stay({ channelBookingId: body.channelBookingId }), true))).toMatchObject({
      code: 'GUARD_RAIL',
    })
    const other = stay({ channelBookingId: 'FROM-ELSEWHERE' })
    await client.call('reservation.create', { body: other })
    const fault = await faultOf(check(stay({ channelBookingId: 'FROM-ELSEWHERE' }), true))
    expect(fault).toMatchObject({
      code: 'GUARD_RAIL',
      facts: { bookingId: (await held('FROM-ELSEWHERE'))[0]?.bookingId },
    })
    expect(await check(again, false, true)).toEqual({ bookings: [(await held(body.channelBookingId))[0]?.bookingId] })
    // A day later the same content is another booking.
    const later = { ...booking, now: () => Date.now() + 86_400_001 }
    expect(await confirmDuplicate(later, again, { isOwnId: false, isAllowed: false })).toEqual({
      attempts: [],
      bookings: [],
    })
  })

  describe('a booking that was cancelled since', () => {
    const again = (body: ReservationBody, isOwnId = false) =>
      confirmDuplicate(
        booking,
        { ...body, channelBookingId: isOwnId ? body.channelBookingId : newChannelId('') },
        { isOwnId, isAllowed: false },
      )
    const cancelled = async (): Promise<{ body: ReservationBody; id: string }> => {
      const body = stay()
      const id = String((await book(booking, body, nothingKnown)).reservation.bookingId)
      await confirmBooking(booking, id)
      await sandbox.sandbox.cancelBooking(id)
      return { body, id }
    }

    it.each([
      ['by content', false],
      ['under its own channel booking id', true],
    ])('does not block the next one, %s: it is looked at first', async (_, isOwnId) => {
      const { body } = await cancelled()
      expect(stateOf(body.channelBookingId)).toBe('confirmed')
      const before = await again(body, isOwnId)
      expect(stateOf(body.channelBookingId)).toBe('cancelled')
      expect((await book(booking, { ...body, channelBookingId: newChannelId('') }, before)).reservation.status).toBe(
        'pending',
      )
    })

    it('blocks where it cannot be looked at, with the age of what is known', async () => {
      const { body, id } = await cancelled()
      script = { [LOOKUP]: Array.from({ length: 9 }, () => '500-before' as const) }
      expect((await faultOf(again(body))).message).toMatch(
        new RegExp(`\\(${id}, confirmed when last seen at 20.*Z; the look-up failed: `, 'u'),
      )
    })

    it('is written down by a refused confirmation', async () => {
      const { body, id } = await cancelled()
      await faultOf(confirmBooking(booking, id))
      expect(journal.attempts.list(target, 1000).find((one) => one.channelId === body.channelBookingId)).toMatchObject({
        state: 'cancelled',
        seenAt: expect.any(Number) as number,
      })
    })

    it('a look-up that names no state leaves the state as it was last seen', async () => {
      const { body } = await cancelled()
      const call = ((key, input) =>
        client.call(key, input).then((answer) => ({ ...(answer as object), status: 'unknown' }))) as Booking['call']
      expect(
        (
          await faultOf(
            confirmDuplicate(
              { ...booking, call },
              { ...body, channelBookingId: newChannelId('') },
              { isOwnId: false, isAllowed: false },
            ),
          )
        ).message,
      ).toContain('confirmed when last seen')
      expect(stateOf(body.channelBookingId)).toBe('confirmed')
    })

    it.each([
      ['propertyId', 1000009],
      ['channelBookingId', 'OF-ANOTHER'],
    ])('is not written down where %s of the answer is of another reservation', async (field, other) => {
      const { body } = await cancelled()
      const call = ((key, input) =>
        client.call(key, input).then((answer) => ({ ...(answer as object), [field]: other }))) as Booking['call']
      expect(
        (
          await faultOf(
            confirmDuplicate(
              { ...booking, call },
              { ...body, channelBookingId: newChannelId('') },
              { isOwnId: false, isAllowed: false },
            ),
          )
        ).message,
      ).toContain('a look-up tells no newer state')
      expect(stateOf(body.channelBookingId)).toBe('confirmed')
    })
  })

  it('a shared channel id: what was there before is never taken for the fruit of a lost request', async () => {
    const first = stay({ channelBookingId: 'SHARED' })
    await client.call('reservation.create', { body: first })
    const second = stay({ channelBookingId: 'SHARED' })
    const before = await confirmDuplicate(booking, second, { isOwnId: true, isAllowed: true })
    script = { [CREATE]: ['cut-before'] }
    expect((await faultOf(book(booking, second, before))).code).toBe('UNREACHABLE')
    script = { [CREATE]: ['cut-after'] }
    const { reservation } = await book(booking, second, before)
    expect(reservation.checkInDate).toBe(second.checkInDate)
    expect(await held('SHARED')).toHaveLength(2)
  })

  it('two processes that begin the same at once: one of them books', async () => {
    const body = stay()
    const seen = await confirmDuplicate(booking, body, { isOwnId: false, isAllowed: false })
    const both = await Promise.allSettled([
      book(booking, body, seen),
      book(booking, { ...body, channelBookingId: newChannelId('') }, seen),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(created()).toBe(1)
  })

  it('a request that lands after it was taken for absent is found by reconcile', async () => {
    const body = stay()
    script = { [CREATE]: ['cut-before'] }
    await faultOf(book(booking, body, nothingKnown))
    await client.call('reservation.create', { body })
    const settled = await reconcile(booking)
    expect(settled.find(({ channelId }) => channelId === body.channelBookingId)).toMatchObject({
      state: 'pending',
      remark: expect.stringContaining('after all') as string,
    })
    expect(await faultOf(confirmDuplicate(booking, body, { isOwnId: false, isAllowed: false }))).toMatchObject({
      code: 'GUARD_RAIL',
    })
  })

  it('a service that books twice is found out', async () => {
    const body = stay()
    script = { [CREATE]: ['cut-before'], [LOOKUP]: Array.from({ length: 40 }, () => '500-before' as const) }
    await faultOf(book(booking, body, nothingKnown))
    script = {}
    for (let i = 0; i < 2; i += 1) await client.call('reservation.create', { body })
    const settled = (await reconcile(booking)).filter(({ channelId }) => channelId === body.channelBookingId)
    expect(settled.map(({ isSurplus }) => isSurplus)).toEqual([false, true])
  }, 60_000)

  it('an attempt whose process still runs is left alone; one of a dead process is settled', async () => {
    const sleeper = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    const begin = (channelId: string): number =>
      journal.attempts.begin(target, { channelId, fingerprint: channelId, summary: 'x', createdAt: Date.now() })
        ?.id as number
    begin('ALIVE')
    begin('DEAD')
    const database = openDatabase(path.join(folder.dir, 'journal.db'), journalOptions)
    database.run('UPDATE attempt SET holder = ? WHERE channel_id = ?', sleeper.pid as number, 'ALIVE')
    database.close()
    const fate = (settled: Awaited<ReturnType<typeof reconcile>>) =>
      Object.fromEntries(settled.map(({ channelId, state, isOpen }) => [channelId, { state, isOpen }]))
    expect(fate(await reconcile(booking))).toMatchObject({
      ALIVE: { state: 'sending', isOpen: true },
      DEAD: { state: 'sending', isOpen: true },
    })
    // It may have had its answer; a day later nothing is on its way any more.
    expect(fate(await reconcile({ ...booking, now: () => Date.now() + 86_400_001 }))).toMatchObject({
      DEAD: { state: 'absent', isOpen: false },
    })
    const gone = new Promise((resolve) => sleeper.once('exit', resolve))
    sleeper.kill('SIGKILL')
    await gone
    expect(fate(await reconcile(booking))).toMatchObject({ ALIVE: { state: 'sending', isOpen: true } })
  })

  describe('confirm', () => {
    const hold = async (): Promise<{ id: string; channelId: string }> => {
      const body = stay()
      return {
        id: String((await book(booking, body, nothingKnown)).reservation.bookingId),
        channelId: body.channelBookingId,
      }
    }

    it.each<Mishap>(['cut-after', '500-after', 'torn-after', 'garbage-after', 'hang-after', '429-after', '503-after'])(
      '%s: the look-up says confirmed',
      async (mishap) => {
        const { id, channelId } = await hold()
        script = { [CONFIRM]: [mishap] }
        const { reservation, doubt } = await confirmBooking(booking, id)
        expect([
          reservation.status,
          doubt !== undefined,
          stateOf(channelId),
          proxy.seen.filter((one) => one === CONFIRM).length,
        ]).toEqual(['confirmed', true, 'confirmed', 1])
      },
    )

    it.each<Mishap>(['cut-before', '500-before', '429-before', '503-before'])(
      '%s: it is seen pending and confirmed again',
      async (mishap) => {
        const { id, channelId } = await hold()
        script = { [CONFIRM]: [mishap] }
        expect((await confirmBooking(booking, id)).reservation.status).toBe('confirmed')
        expect((await held(channelId)).map(({ status }) => status)).toEqual(['confirmed'])
      },
    )

    it('is not repeated while nobody knows the state; the outcome is unknown', async () => {
      const { id } = await hold()
      script = { [CONFIRM]: ['cut-after'], [LOOKUP]: Array.from({ length: 40 }, () => '500-before' as const) }
      const fault = await faultOf(confirmBooking(booking, id))
      expect([fault.code, fault.message, proxy.seen.filter((one) => one === CONFIRM).length]).toEqual([
        'OUTCOME_UNKNOWN',
        expect.stringContaining('The look-up failed: ') as string,
        1,
      ])
      script = {}
      await reconcile(booking)
      expect(journal.attempts.list(target, 1000).find(({ bookingId }) => bookingId === id)?.state).toBe('confirmed')
    }, 60_000)

    it.each(['propertyId', 'checkInDate'] as const)(
      'answered about another %s than was booked: unknown, both are named',
      async (field) => {
        const { id } = await hold()
        const other = { propertyId: 1000009, checkInDate: '2029-01-01' }[field]
        const call = ((key, input) =>
          client
            .call(key, input)
            .then((answer) =>
              key === 'reservation.confirm' ? { ...(answer as object), [field]: other } : answer,
            )) as Booking['call']
        const fault = await faultOf(confirmBooking({ ...booking, call }, id))
        expect([fault.exitCode, fault.message]).toEqual([
          12,
          expect.stringContaining(`${field} ${other}, and this machine booked `) as string,
        ])
      },
    )

    it('what is confirmed already is success, by a look-up; what is cancelled stays refused', async () => {
      const { id } = await hold()
      await confirmBooking(booking, id)
      expect((await confirmBooking(booking, id)).reservation.status).toBe('confirmed')
      const other = await hold()
      await sandbox.sandbox.cancelBooking(other.id)
      expect(await faultOf(confirmBooking(booking, other.id))).toMatchObject({ code: 'REFUSED', exitCode: 5 })
    })
  })
})
