import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../../src/booking/book.js'
import { type Booking, newChannelId } from '../../src/booking/booking.js'
import { confirmBooking } from '../../src/booking/confirm-booking.js'
import { createProperty } from '../../src/cli/property/create.js'
import { type Client, createClient } from '../../src/client/index.js'
import { EXIT, Fault } from '../../src/errors.js'
import { type Journal, openJournal } from '../../src/journal/index.js'
import {
  cut,
  cutMidBody,
  json,
  raw,
  type Reply,
  type Scripted,
  startScripted,
  text,
  withTokens,
} from '../client/scripted-server.js'
import { type RandomAnswer, randomAnswer, randomOf } from '../outcome/answers.js'
import { falseWords, mayExitWith } from '../outcome/oracle.js'
import { type WriteCase, WRITES } from '../outcome/writes.js'

/** What becomes of a write whose answer is settled by a look-up: random answers times random look-ups, against the oracle of the answers and a rule for the look. */
const CASES = Number(process.env['OUTCOME_CASES'] ?? 4_000) / 40

const caseOf = (key: string): WriteCase => WRITES.find((one) => one.key === key) as WriteCase

/** What a look-up shows; `record` is what stands there. */
type Look = {
  kind:
    | 'ours'
    | 'gone'
    | 'pending'
    | 'strange state'
    | 'other'
    | 'not found'
    | 'empty'
    | 'doubtful'
    | 'no route'
    | 'page'
    | 'failing'
    | 'null'
  reply: (record: Record<string, unknown>, strangers: Record<string, unknown>) => Reply
}

const notThere = (record: object): object => ({
  result: null,
  status: 'fail',
  message: `no such ${'hubSwitchId' in record ? 'property' : 'reservation'}`,
})
const found = (record: unknown): Reply => json(200, { result: record, status: 'success' })
const LOOKS: readonly Look[] = [
  { kind: 'ours', reply: (record) => found(record) },
  { kind: 'gone', reply: (record) => found({ ...record, status: 'Rejected' }) },
  { kind: 'pending', reply: (record) => found({ ...record, status: 'pending' }) },
  { kind: 'strange state', reply: (record) => found({ ...record, status: 'shelved' }) },
  { kind: 'other', reply: (record, strangers) => found({ ...record, ...strangers }) },
  { kind: 'not found', reply: (record) => json(404, notThere(record)) },
  { kind: 'not found', reply: (record) => json(422, notThere(record)) },
  {
    kind: 'no route',
    reply: (record) =>
      json(404, {
        ...notThere(record),
        message: `${'hubSwitchId' in record ? 'Property' : 'Reservation'} null not found`,
      }),
  },
  { kind: 'empty', reply: () => found([]) },
  {
    kind: 'doubtful',
    reply: () => json(200, { result: [], status: 'success', warnings: ['1 of 3 shards is left out'] }),
  },
  {
    kind: 'doubtful',
    reply: () => json(404, { result: null, status: 'fail', message: 'the search index is being rebuilt, try again' }),
  },
  {
    kind: 'no route',
    reply: () =>
      json(404, {
        timestamp: '2027-01-01T00:00:00Z',
        status: 404,
        error: 'Not Found',
        message: 'No message available',
        path: '/api/v1/x',
      }),
  },
  { kind: 'no route', reply: () => text(404, '') },
  {
    kind: 'no route',
    reply: () => (response) =>
      void response
        .writeHead(200, { date: new Date(Date.now() - 3_600_000).toUTCString() })
        .end('{"result":[],"status":"success"}'),
  },
  { kind: 'null', reply: () => found(null) },
  { kind: 'page', reply: () => text(404, '<title>Not Found</title>') },
  { kind: 'failing', reply: () => text(502, '<title>Bad gateway</title>') },
]

const replyOf = (answer: RandomAnswer): Reply =>
  answer.way === 'cut' || answer.way === 'no-connection'
    ? cut
    : answer.way === 'cut-mid-body'
      ? cutMidBody
      : (response) => void response.writeHead(answer.status, answer.headers).end(answer.text)

describe('writes that are settled by a look-up', () => {
  let server: Scripted
  let client: Client
  let journal: Journal
  let booking: Booking
  let onWrite: Reply = cut
  let onLook: Reply = cut
  beforeAll(async () => {
    server = await startScripted(withTokens((request) => (request.method === 'POST' ? onWrite : onLook)))
    client = createClient({
      baseUrl: server.url,
      userAgent: 'hubswitch/test',
      identity: { partner: async () => ({ partnerId: 'demo', partnerSecret: 'demo-secret' }) },
      maxAttempts: 1,
    })
    journal = openJournal()
    booking = { call: client.call, journal, target: { profile: 'test', service: server.url }, waitMs: [0, 0, 0] }
  })
  afterAll(async () => {
    journal.close()
    await client.close()
    await server.close()
  })

  const told = async (work: Promise<unknown>): Promise<{ exit: number; text: string }> => {
    const fault = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (fault === undefined) return { exit: EXIT.ok, text: '' }
    if (!(fault instanceof Fault)) throw fault
    return { exit: fault.exitCode, text: `${fault.message} ${fault.next}` }
  }

  const run = async (
    key: string,
    seed: number,
    work: () => Promise<unknown>,
    settle: (exits: readonly number[], answer: RandomAnswer, look: Look) => readonly number[],
  ): Promise<void> => {
    const write = caseOf(key)
    const random = randomOf(seed)
    const wrong: string[] = []
    for (let at = 0; at < CASES; at += 1) {
      const made = randomAnswer(write, random)
      const answer = made.way === 'no-connection' ? { ...made, way: 'cut' as const } : made
      const look = LOOKS[Math.floor(random() * LOOKS.length)] as Look
      onWrite = replyOf(answer)
      onLook = look.reply(
        write.record,
        Object.fromEntries(
          Object.entries(write.strangers).filter(([name]) => !['hubSwitchId', 'channelBookingId'].includes(name)),
        ),
      )
      const { exit, text: words } = await told(work())
      const allowed = settle(mayExitWith(write, answer), answer, look)
      const lie = falseWords(answer, words)
      if (!allowed.includes(exit) || lie !== undefined)
        wrong.push(
          `${answer.kind}; look-up: ${look.kind}: exit ${exit}, not ${allowed.join(' or ')} ${lie ?? ''}\n  ${answer.text}\n  ${words}`,
        )
    }
    expect(wrong.slice(0, 8).join('\n'), `${wrong.length} of ${CASES}`).toBe('')
  }

  /** After a create that leaves a doubt. Absent only where no answer came at all, or nothing but HTTP 429. */
  const afterDoubt = (answer: RandomAnswer, look: Look, isReservation: boolean): readonly number[] => {
    if (look.kind === 'ours' || look.kind === 'pending') return !isReservation && look.kind === 'pending' ? [12] : [0]
    if (look.kind === 'gone' && isReservation) return [5]
    if (look.kind === 'not found' || (look.kind === 'empty' && isReservation))
      return answer.way === 'cut' || (answer.way === 'answer' && answer.status === 429) ? [10] : [12]
    return [12]
  }

  /** After a refusal: it stands where the look-up finds nothing; one that fails finds nothing out. A refusal that names its own record is not looked up. */
  const afterRefusal = (
    exits: readonly number[],
    answer: RandomAnswer,
    look: Look,
    isReservation: boolean,
  ): readonly number[] => {
    if (!exits.includes(5)) return exits
    const byLook: Partial<Record<Look['kind'], number>> = isReservation
      ? {
          ours: 0,
          pending: 0,
          'strange state': 12,
          other: 12,
          doubtful: 12,
          'no route': 12,
          page: 12,
          failing: 12,
          null: 12,
        }
      : { ours: 12, empty: 12, doubtful: 12, 'no route': 12, page: 12, failing: 12, null: 12 }
    const looked = byLook[look.kind]
    if (looked === undefined) return exits
    return answer.status >= 300 ? [looked] : [...exits, looked]
  }

  it('reservation create', async () => {
    const write = caseOf('reservation.create')
    await run(
      'reservation.create',
      7,
      () =>
        book(booking, write.input.body as never, { bookings: [] }).finally(() => {
          for (const { id } of journal.attempts.list(booking.target, 1))
            journal.attempts.settle(id, 'absent', undefined, 0)
          // What the attempt became belongs to it alone: the next one is another.
          write.record['bookingId'] = String(Number(write.record['bookingId']) + 1)
        }),
      (exits, answer, look) => [
        ...(exits.includes(12) ? [...afterDoubt(answer, look, true), ...exits.filter((exit) => exit === 4)] : []),
        ...(exits.includes(12) && !exits.includes(5) ? [] : afterRefusal(exits, answer, look, true)),
      ],
    )
  }, 120_000)

  it('property create', async () => {
    await run(
      'property.create',
      8,
      () => createProperty(client.call, caseOf('property.create').input.body as never, { waitMs: [0, 0, 0] }),
      (exits, answer, look) =>
        exits.includes(12)
          ? [...afterDoubt(answer, look, false), ...exits.filter((exit) => exit === 0)]
          : afterRefusal(exits, answer, look, false),
    )
  }, 120_000)

  it('reservation confirm', async () => {
    await run(
      'reservation.confirm',
      9,
      () => confirmBooking(booking, '900001'),
      (exits, answer, look) => {
        const isByState = answer.way === 'answer' && answer.status >= 200 && answer.status <= 299
        if (exits.includes(12)) return look.kind === 'ours' ? [0] : look.kind === 'gone' ? [5] : [12]
        // A refusal stands, unless it turns out that it is confirmed already, or the look-up finds nothing out.
        const byLook: Partial<Record<Look['kind'], number>> = {
          ours: 0,
          'strange state': 12,
          other: 12,
          doubtful: 12,
          'no route': 12,
          page: 12,
          failing: 12,
          null: 12,
        }
        const looked = exits.includes(5) ? byLook[look.kind] : undefined
        return looked === undefined ? exits : isByState ? [looked, 5] : [looked]
      },
    )
  }, 120_000)

  it.each([
    'hello there\r\n\r\n',
    'HTTP/9.0 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nbad\0header\r\n\r\n',
    'HTTP/1.1 20',
    'HTTP/1.1 201 Created\r\ncontent-le',
  ])('%j is an answer: a create that no look-up finds is unknown, and is not sent again', async (bytes) => {
    onWrite = raw(bytes)
    const before = server.requests.filter(({ method }) => method === 'POST').length
    const creates = [
      () =>
        book(
          { ...booking, target: { profile: 'test', service: 'raw' } },
          { ...caseOf('reservation.create').input.body, channelBookingId: newChannelId('2027-07-01') } as never,
          { bookings: [] },
        ),
      () => createProperty(client.call, caseOf('property.create').input.body as never, { waitMs: [0, 0, 0] }),
    ]
    for (const [at, create] of creates.entries()) {
      onLook = json(404, notThere(at === 0 ? {} : { hubSwitchId: 'HS-1' }))
      expect(await told(create())).toMatchObject({
        exit: 12,
        text: expect.stringMatching(/it answered something that could not be read: .*which proves nothing/) as string,
      })
    }
    expect(server.requests.filter(({ method }) => method === 'POST').length - before).toBe(2)
  })

  it.each(
    LOOKS.filter(({ kind }) => ['doubtful', 'no route'].includes(kind)).map(
      ({ kind, reply }, at) => [at, kind, reply] as const,
    ),
  )('%i: put off after it may have arrived, and a look-up that is %s: nothing is sent again', async (at, _, look) => {
    onWrite = (response) => void response.writeHead(503, { 'retry-after': '0' }).end()
    onLook = look({}, {})
    const before = server.requests.filter(({ method }) => method === 'POST').length
    const body = { ...caseOf('reservation.create').input.body, channelBookingId: newChannelId('2027-07-01') } as never
    expect(
      await told(book({ ...booking, target: { profile: 'test', service: `doubtful ${at}` } }, body, { bookings: [] })),
    ).toMatchObject({ exit: 12 })
    expect(
      await told(createProperty(client.call, caseOf('property.create').input.body as never, { waitMs: [0, 0, 0] })),
    ).toMatchObject({ exit: 12 })
    expect(server.requests.filter(({ method }) => method === 'POST').length - before).toBe(2)
  })

  it('an answered create that no look-up finds stays open until a look-up finds it; one that failed is settled by the next look', async () => {
    const { reconcile } = await import('../../src/booking/reconcile.js')
    const body = { ...caseOf('reservation.create').input.body, channelBookingId: newChannelId('2027-07-01') } as never
    const target = { profile: 'test', service: 'answered' }
    const one = { ...booking, target }
    onWrite = text(201, '')
    onLook = json(404, { result: null, status: 'fail', message: 'no such reservation' })
    const fault = await book(one, body, { bookings: [] }).catch((error: unknown) => error as Fault)
    expect(fault).toMatchObject({ code: 'OUTCOME_UNKNOWN', exitCode: 12, facts: { answered: true, fate: 'unknown' } })
    expect((fault as Fault).message).toMatch(
      /it answered HTTP 201 with an empty body\. A look-up does not find it, which proves nothing/,
    )
    for (let times = 0; times < 2; times += 1)
      expect(await reconcile(one)).toMatchObject([
        {
          state: 'answered',
          isOpen: true,
          remark: expect.stringMatching(/Ask the service before you book it again/) as string,
        },
      ])
    onLook = json(200, {
      result: {
        ...caseOf('reservation.create').record,
        bookingId: '777',
        channelBookingId: (body as { channelBookingId: string }).channelBookingId,
      },
      status: 'OK',
    })
    expect(await reconcile(one)).toMatchObject([{ state: 'pending', isOpen: false, bookingId: '777' }])
  })
})
