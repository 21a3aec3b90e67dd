import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitOfLeft, faultOfResend, wordsOfLeft } from '../../../src/cli/command/sandbox-command.js'
import type { OutboxMessage } from '../../../src/sandbox/index.js'
import { readAnswer, stateOf } from '../../../src/resnotif/index.js'
import { cut, silent, startScripted, text, type Reply as Answer, type Scripted } from '../../client/scripted-server.js'
import { accepted, notProcessed, refusedWith, startBooking, until, type BookingSandbox } from '../../support/pms.js'
import { temporaryDirectory } from '../../support/sandbox.js'
import { closeLater, ended, only, pmsWith, sandboxTo } from './bench.js'

describe('the notification of a confirmed reservation', () => {
  it('arrives at the PMS, and the answer of confirm says so already', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(pms, { confirmWaitMs: 5000 })
    const bookingId = await sandbox.hold()
    expect((await sandbox.lookup(bookingId))['delivery']).toEqual({
      state: 'not_sent',
      message: 'Pending reservations are not sent.',
    })
    expect(await sandbox.confirm(bookingId)).toMatchObject({
      status: 'confirmed',
      delivery: { state: 'delivered', message: 'The PMS took the reservation.' },
    })
    expect(pms.requests).toHaveLength(1)
    const [request] = pms.requests
    expect(request?.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(request?.body).toContain('ResStatus="Commit"')
    expect(request?.body).toContain('TimeStamp="2027-05-01T12:00:00.000Z"')
    // Two units of one product: 1 and 2.
    const guests = [...(request?.body ?? '').matchAll(/<ResGuest\b[^>]*>/g)].map(([tag]) => [
      /ResGuestRPH="([^"]*)"/.exec(tag)?.[1],
      /GroupEventCode="([^"]*)"/.exec(tag)?.[1],
    ])
    expect(guests).toEqual([
      ['1-101-501', '1'],
      ['1-101-501', '2'],
    ])
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'delivered' })
    expect(only(sandbox)).toMatchObject({ kind: 'commit', state: 'delivered', attempts: 1, httpStatus: 200 })
  })

  it('waits where no address is known, and goes out when there is one', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(undefined, { confirmWaitMs: 5000 })
    const started = performance.now()
    const bookingId = await sandbox.book()
    expect(performance.now() - started).toBeLessThan(3000)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'not_sent',
      message: expect.stringMatching(/^No PMS address is known\./) as string,
    })
    sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'delivered' })
  })

  it('goes out in an envelope with its token, and the secret stays out of the data', async () => {
    const folder = temporaryDirectory()
    closeLater(folder.remove)
    const pms = await pmsWith(accepted)
    const credentials = () => Promise.resolve({ username: 'hotel', password: 'pms-password-7' })
    const sandbox = await sandboxTo(
      pms,
      { dataDir: folder.dir, pms: { credentials } },
      { envelope: 'soap11', auth: 'username-token' },
    )
    await sandbox.book()
    await ended(sandbox)
    sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'basic' })
    await sandbox.book()
    await ended(sandbox)
    const [wrapped, basic] = pms.requests
    expect(wrapped?.body).toMatch(/Envelope[\s\S]*pms-password-7[\s\S]*OTA_HotelResNotifRQ/)
    expect(wrapped?.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(basic?.headers['authorization']).toBe(`Basic ${Buffer.from('hotel:pms-password-7').toString('base64')}`)
    for (const file of ['sandbox.sqlite', 'sandbox.sqlite-wal'])
      expect(readFileSync(path.join(folder.dir, file), 'latin1').includes('pms-password-7')).toBe(false)
  })

  it('is a dead letter where a name cannot stand in XML; the reservation is confirmed all the same', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book({ booker: { firstName: 'A\u0001', lastName: 'Lovelace' } })
    expect(await sandbox.lookup(bookingId)).toMatchObject({
      status: 'confirmed',
      delivery: { state: 'failed', message: expect.stringContaining('booker.firstName') as string },
    })
    expect(pms.requests).toHaveLength(0)
  })
})

describe('what the PMS answers', () => {
  it.each<[string, Answer, RegExp]>([
    ['an error that stays', refusedWith(392), /code 392/],
    ['an HTTP refusal', text(403, 'no'), /HTTP 403\. It said: no/],
    [
      'that it took nothing',
      text(200, '<OTA_HotelResNotifRS ResResponseType="Unsuccessful"><Success/></OTA_HotelResNotifRS>'),
      /Unsuccessful/,
    ],
    ['Success with something left undone', notProcessed, /did not process/],
    ['that it exists already, at the first attempt', refusedWith(127), /already/],
  ])('%s is final: one attempt, a dead letter', async (_, answer, says) => {
    const pms = await pmsWith(answer)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({
      status: 'confirmed',
      delivery: { state: 'failed', message: expect.stringMatching(says) as string },
    })
    expect(pms.requests).toHaveLength(1)
  })

  it('a redirect leaves it open whether the PMS has it', async () => {
    const pms = await pmsWith(text(302, '', { location: 'http://127.0.0.1:9/new' }))
    const sandbox = await sandboxTo(pms)
    await sandbox.book()
    await ended(sandbox)
    expect(only(sandbox)).toMatchObject({
      state: 'unknown',
      answer: expect.stringMatching(/points to http:\/\/127/) as string,
    })
    expect(pms.requests).toHaveLength(1)
  })

  it('an error that passes is tried again with growing waits, until it is taken', async () => {
    const pms = await pmsWith(refusedWith(191), refusedWith(191), refusedWith(191), accepted)
    const sandbox = await sandboxTo(pms, { times: { baseMs: 150 } })
    const bookingId = await sandbox.book()
    await until(() => only(sandbox).attempts === 1 && only(sandbox).leaseUntil === 0)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'not_sent',
      message: expect.stringMatching(
        /^Attempt 1 was sent and answered\. .*code 191.*\. The next attempt is due in 1 s, .*"hubswitch sandbox outbox resend 1" sends it at once\.$/,
      ) as string,
    })
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'delivered' })
    const at = pms.requests.map((request) => request.at)
    const gaps = at.slice(1).map((time, i) => time - (at[i] as number))
    // 150, 300, 600 ms, each up to a quarter longer.
    for (const [i, least] of [150, 300, 600].entries()) expect(gaps[i]).toBeGreaterThanOrEqual(least - 5)
    expect(gaps).toHaveLength(3)
  })

  it.each<[string, Answer]>([
    ['HTTP 500', text(500, 'broken')],
    ['a cut connection', cut],
    ['no answer in time', silent],
  ])('%s is tried again', async (_, answer) => {
    const pms = await pmsWith(answer, answer, accepted)
    const sandbox = await sandboxTo(pms, { times: { timeoutMs: 200 } })
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'delivered' } })
    expect(pms.requests).toHaveLength(3)
  })

  it('at the end of the window, and not before, it is a dead letter', async () => {
    const pms = await pmsWith(text(429, ''))
    const sandbox = await sandboxTo(pms, { times: { retryForMs: 1_000, baseMs: 40, pollMs: 20 } })
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({
      delivery: {
        state: 'failed',
        // A busy machine may miss the last attempt.
        message: expect.stringMatching(
          /^The hotel has not taken the booking\. (?:The PMS answered HTTP 429\. It was to be tried until \S+Z, which is over|Given up: it was to be tried until \S+Z, and no further attempt was made by then\. The last answer: The PMS answered HTTP 429)\.$/,
        ) as string,
      },
    })
    const { nextAt, seriesAt, attempts } = only(sandbox)
    expect(nextAt).toBeLessThanOrEqual((seriesAt ?? 0) + 1_000)
    expect(Date.now()).toBeGreaterThanOrEqual((seriesAt ?? 0) + 1_000)
    expect(attempts).toBe(pms.requests.length)
    expect(attempts).toBeGreaterThan(1)
  })

  it('the window is that of the address where it has one; one of a day takes many attempts', async () => {
    const pms = await pmsWith(text(503, ''))
    const sandbox = await sandboxTo(pms, { times: { retryForMs: 3_600_000, baseMs: 20 } }, { retryForMs: 100 })
    await sandbox.book()
    await ended(sandbox)
    expect(only(sandbox).state).toBe('failed')
    const patient = await startBooking({ times: { baseMs: 5, capMs: 30, pollMs: 20 } })
    closeLater(() => patient.close())
    patient.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none', retryForMs: 86_400_000 })
    await patient.book()
    await until(() => (patient.sandbox.outbox.list()[0]?.attempts ?? 0) > 12)
    expect(patient.sandbox.outbox.list()[0]?.state).toBe('waiting')
  })

  it('waits as long as the PMS asks for', async () => {
    const pms = await pmsWith(text(429, '', { 'retry-after': '1' }), accepted)
    const sandbox = await sandboxTo(pms, { times: { baseMs: 10, retryForMs: 20_000 } })
    await sandbox.book()
    await ended(sandbox)
    expect((pms.requests[1]?.at ?? 0) - (pms.requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('does not come back sooner than the PMS asks for, be it never', async () => {
    const pms = await pmsWith(text(429, '', { 'retry-after': '60' }), accepted)
    const sandbox = await sandboxTo(pms, { times: { baseMs: 10, retryForMs: 300 } })
    await sandbox.book()
    await ended(sandbox)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(pms.requests).toHaveLength(1)
    expect(only(sandbox).state).toBe('failed')
  })

  it.each<[string, Answer, RegExp]>([
    ['202', text(202, ''), /HTTP 202\), but has not said/],
    ['204', (response) => void response.writeHead(204).end(), /HTTP 204 without a body/],
    ['200 without a body', text(200, ''), /HTTP 200 without a body/],
    ['words without XML', text(200, 'OK'), /with text instead of OTA_HotelResNotifRS.*It said: OK/],
    [
      'a SOAP fault and Success',
      text(
        500,
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>No</faultstring></s:Fault><OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS></s:Body></s:Envelope>',
      ),
      /Success and a SOAP fault.*not known/,
    ],
    [
      'Success about another message',
      text(200, '<OTA_HotelResNotifRS EchoToken="other"><Success/></OTA_HotelResNotifRS>'),
      /about another message/,
    ],
  ])(
    '%s is received, but whether it was taken is unknown: told so, and not sent over and over',
    async (_, answer, says) => {
      const pms = await pmsWith(answer)
      const sandbox = await sandboxTo(pms)
      const bookingId = await sandbox.book()
      await ended(sandbox)
      expect(await sandbox.lookup(bookingId)).toMatchObject({
        status: 'confirmed',
        delivery: { state: 'unknown', message: expect.stringMatching(says) as string },
      })
      expect(pms.requests).toHaveLength(1)
    },
  )

  it('"exists already" after a cut answer means that it had arrived', async () => {
    const pms = await pmsWith(cut, refusedWith(127))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'delivered' } })
    expect(pms.requests).toHaveLength(2)
  })

  it.each([
    ['nothing of what it left undone', [notProcessed, refusedWith(127), refusedWith(127)], 'partial'],
    ['until it takes all of it', [notProcessed, refusedWith(127), accepted], 'delivered'],
  ] as [string, [Answer, ...Answer[]], string][])(
    '"exists already" after it took a part says %s',
    async (_, answers, state) => {
      const pms = await pmsWith(...answers)
      const sandbox = await sandboxTo(pms)
      await sandbox.book()
      await ended(sandbox)
      const [sent] = await sandbox.sandbox.outbox.resend([1])
      expect(sent).toMatchObject({ state: 'partial', answer: expect.stringMatching(/a part undone/) as string })
      const [again] = await sandbox.sandbox.outbox.resend([1])
      expect(again?.state).toBe(state)
    },
  )
})

/** What each request said of itself. */
const heads = (pms: Scripted) =>
  pms.requests.map(({ body }) => ({
    kind: /ResStatus="([^"]*)"/.exec(body)?.[1],
    echo: /EchoToken="([^"]*)"/.exec(body)?.[1],
    transaction: /TransactionIdentifier="([^"]*)"/.exec(body)?.[1],
    isRepeated: body.includes('RetransmissionIndicator="true"'),
  }))
const states = ({ sandbox }: BookingSandbox): string[] =>
  sandbox.outbox.list().map(({ kind, state }) => `${kind} ${state}`)

describe('changes of a reservation', () => {
  it.each(['modify', 'cancel'] as const)('a %s answered with 127 is refused, at every attempt', async (kind) => {
    const pms = await pmsWith(accepted, cut, refusedWith(127))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    if (kind === 'modify') await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    else await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    expect(states(sandbox)).toEqual(['commit delivered', `${kind} failed`])
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/for a new booking and refused it.*code 127/) as string,
    })
  })

  it('each message has an EchoToken of its own, a repetition has that of the message and says that it is one', async () => {
    const pms = await pmsWith(text(500, ''), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    const sent = heads(pms)
    expect(sent.map(({ kind, isRepeated }) => [kind, isRepeated])).toEqual([
      ['Commit', false],
      ['Commit', true],
      ['Modify', false],
      ['Cancel', false],
    ])
    expect(sent[0]?.echo).toBe(sent[1]?.echo)
    expect(new Set(sent.map(({ echo }) => echo)).size).toBe(3)
    expect(new Set(sent.map(({ transaction }) => transaction))).toEqual(new Set([bookingId]))
  })

  it('a modification of a booking that the PMS never got goes out as the Commit of what holds now', async () => {
    const pms = await pmsWith(refusedWith(392), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    await ended(sandbox)
    expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Commit'])
    expect(pms.requests[1]?.body).toContain('End="2027-06-04"')
    expect(states(sandbox)).toEqual(['commit superseded', 'modify delivered'])
    expect(sandbox.sandbox.outbox.list().map(({ resStatus }) => resStatus)).toEqual(['Commit', 'Commit'])
    await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    expect(heads(pms).at(-1)?.kind).toBe('Cancel')
  })

  it.each(['modify', 'cancel'] as const)(
    'a booking that the PMS took in part it has: a %s goes out as one',
    async (kind) => {
      const pms = await pmsWith(notProcessed, accepted)
      const sandbox = await sandboxTo(pms)
      const bookingId = await sandbox.book()
      await ended(sandbox)
      if (kind === 'modify') await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
      else await sandbox.sandbox.cancelBooking(bookingId)
      await ended(sandbox)
      expect(heads(pms).map((head) => head.kind)).toEqual(['Commit', kind === 'modify' ? 'Modify' : 'Cancel'])
      expect(sandbox.sandbox.outbox.list().map(({ resStatus }) => resStatus)).toEqual([
        'Commit',
        kind === 'modify' ? 'Modify' : 'Cancel',
      ])
    },
  )

  it('where the PMS says that it has the booking, it is asked again, and then gets the modification', async () => {
    const pms = await pmsWith(refusedWith(127), refusedWith(127), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    await ended(sandbox)
    expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Commit', 'Modify'])
    expect(new Set(heads(pms).map(({ echo }) => echo)).size).toBe(3)
    expect(states(sandbox)).toEqual(['commit superseded', 'modify delivered'])
  })

  it('a change that went out as the booking and now goes as a change is no repetition of one', async () => {
    const pms = await pmsWith(refusedWith(392), refusedWith(392), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    await ended(sandbox)
    await sandbox.sandbox.outbox.resend('failed')
    await ended(sandbox)
    expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Commit', 'Commit', 'Modify'])
    expect(pms.requests.map(({ body }) => body.includes('RetransmissionIndicator="true"'))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  describe('behind a booking of which it is not known whether the PMS took it', () => {
    const answers: [string, Answer][] = [
      ['HTTP 202', text(202, '')],
      ['HTTP 204', text(204, '')],
      ['an empty body', text(200, '')],
      ['a web page', text(200, '<html><body>Thank you</body></html>')],
      [
        'a state that is none yet',
        text(
          200,
          '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" ResResponseType="Pending"><Success/></OTA_HotelResNotifRS>',
        ),
      ],
    ]
    const held = async (first: Answer, ...later: Answer[]) => {
      const pms = await pmsWith(first, ...later)
      const sandbox = await sandboxTo(pms)
      const bookingId = await sandbox.book()
      await ended(sandbox)
      await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
      await sandbox.sandbox.outbox.caughtUp()
      return { pms, sandbox, bookingId, outbox: sandbox.sandbox.outbox }
    }

    it.each(answers)('after %s a change is not sent, and says why and what settles it', async (_, first) => {
      const { pms, sandbox, bookingId, outbox } = await held(first, accepted)
      expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit'])
      expect(states(sandbox)).toEqual(['commit unknown', 'modify waiting'])
      const says =
        /Not sent: it is not known whether the PMS took message 1,.*outbox resend 2" sends this change alone; if not, .*outbox resend 1" /
      expect(outbox.list()[1]?.answer).toMatch(says)
      expect(outbox.entry(2)).toMatchObject({ heldBackBy: 1 })
      expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
        state: 'not_sent',
        message: expect.stringMatching(says) as string,
      })
    })

    it('the booking sent again is the same one, marked as a repetition, and the change follows as a Modify', async () => {
      const { pms, sandbox, outbox } = await held(text(202, ''), accepted)
      await outbox.resend([1])
      await ended(sandbox)
      const [first, again, change] = heads(pms)
      expect([first?.kind, again?.kind, change?.kind]).toEqual(['Commit', 'Commit', 'Modify'])
      expect(again?.echo).toBe(first?.echo)
      expect(pms.requests[1]?.body).toContain('RetransmissionIndicator="true"')
      expect(pms.requests[2]?.body).not.toContain('RetransmissionIndicator="true"')
      expect(states(sandbox)).toEqual(['commit delivered', 'modify delivered'])
    })

    it('the change sent alone goes as a Modify, and never as a booking', async () => {
      const { pms, sandbox, outbox } = await held(text(202, ''), accepted)
      await outbox.resend([2])
      expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Modify'])
      expect(states(sandbox)).toEqual(['commit superseded', 'modify delivered'])
    })

    it('still not known after a repetition, it waits on at once; refused, the change is the booking', async () => {
      const { pms, sandbox, outbox } = await held(text(202, ''), text(202, ''), refusedWith(392), accepted)
      const started = performance.now()
      await outbox.resend([1])
      expect(performance.now() - started).toBeLessThan(5000)
      expect(states(sandbox)).toEqual(['commit unknown', 'modify waiting'])
      await outbox.resend([1])
      await ended(sandbox)
      expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Commit', 'Commit', 'Commit'])
      expect(states(sandbox)).toEqual(['commit superseded', 'modify delivered'])
    })

    it('a cancellation does not wait for the change, which is needless then', async () => {
      const { pms, sandbox, bookingId } = await held(text(202, ''), accepted)
      await sandbox.sandbox.cancelBooking(bookingId)
      await ended(sandbox)
      expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Cancel'])
      expect(states(sandbox)).toEqual(['commit superseded', 'modify superseded', 'cancel delivered'])
    })
  })

  it.each<[string, Answer, boolean]>([
    ['before it is cancelled', refusedWith(392), false],
    ['after it is cancelled', refusedWith(191), true],
  ])(
    'a booking that fails for good %s leaves nothing to tell: both messages are ended, and --all sends neither',
    async (_, answer, isLate) => {
      const pms = await pmsWith(answer, ...(isLate ? [refusedWith(392)] : []), accepted)
      const sandbox = await sandboxTo(pms, { times: { baseMs: 300 } })
      const bookingId = await sandbox.book()
      if (isLate) await until(() => only(sandbox).attempts === 1 && only(sandbox).leaseUntil === 0)
      else await ended(sandbox)
      await sandbox.sandbox.cancelBooking(bookingId)
      await ended(sandbox)
      expect(states(sandbox)).toEqual(['commit superseded', 'cancel superseded'])
      expect(only(sandbox).answer).toMatch(/code 392.*cancelled before the PMS had its booking/)
      expect((await sandbox.lookup(bookingId))['delivery']).toEqual({
        state: 'not_sent',
        message: 'The reservation was cancelled before the PMS had its booking, so nothing is left to tell.',
      })
      const before = pms.requests.length
      expect([await sandbox.sandbox.outbox.resend('failed'), await sandbox.sandbox.outbox.resend([2])]).toMatchObject([
        [],
        [{ state: 'superseded' }],
      ])
      expect(pms.requests).toHaveLength(before)
      // Who asks for the booking by its id gets both.
      await sandbox.sandbox.outbox.resend([1])
      await ended(sandbox)
      expect(
        heads(pms)
          .slice(before)
          .map(({ kind }) => kind),
      ).toEqual(['Commit', 'Cancel'])
    },
  )

  it.each<[string, [Answer, ...Answer[]], 'modify' | 'cancel' | undefined, RegExp]>([
    ['a booking that was refused', [refusedWith(392)], undefined, /^The hotel has not taken the booking\. /],
    ['a booking that was taken in part', [notProcessed], undefined, /^The hotel has taken the booking in part\. /],
    [
      'a change after a delivered booking',
      [accepted, refusedWith(392)],
      'modify',
      /^The hotel has not taken the change; it has the booking from an earlier notification\. /,
    ],
    [
      'a cancellation after a delivered booking',
      [accepted, refusedWith(392)],
      'cancel',
      /^The hotel has not taken the cancellation; it has the booking from an earlier notification\. /,
    ],
    [
      'a change after a booking that the PMS says it has',
      [refusedWith(392), refusedWith(127)],
      'modify',
      /^The hotel has not taken the change; whether it has the booking is not known\. /,
    ],
    [
      'a change after a booking taken in part',
      [notProcessed, refusedWith(392)],
      'modify',
      /^The hotel has not taken the change; it has the booking from an earlier notification\. /,
    ],
    [
      'a cancellation after a booking of unknown fate',
      [text(202, ''), refusedWith(392)],
      'cancel',
      /^The hotel has not taken the cancellation; whether it has the booking is not known\. /,
    ],
    [
      'a change after a refused booking',
      [refusedWith(392)],
      'modify',
      /^The hotel has not taken the change; it has not taken the booking either\. /,
    ],
  ])('of %s the reservation says which message failed and what the hotel has', async (_, answers, kind, says) => {
    const pms = await pmsWith(...answers)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    if (kind === 'modify') await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    if (kind === 'cancel') await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(says) as string,
    })
  })

  it('a cancellation goes out where the PMS may have the booking', async () => {
    const pms = await pmsWith(text(204, ''), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Cancel'])
  })

  const fault127 = (code: string): Answer =>
    text(
      500,
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring>Not booked</faultstring><detail><Error Type="3" Code="127"/></detail></s:Fault></s:Body></s:Envelope>`,
    )
  const serverFault = text(
    500,
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>Broken</faultstring></s:Fault></s:Body></s:Envelope>',
  )
  const both = text(
    200,
    '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Errors><Error Type="3" Code="127"/><Error Type="3" Code="402"/></Errors></OTA_HotelResNotifRS>',
  )

  it.each<[string, [Answer, ...Answer[]], 'modify' | 'resend' | undefined, string[]]>([
    ['an error', [refusedWith(127)], undefined, ['Commit']],
    ['an error beside another', [both], undefined, ['Commit']],
    ['HTTP 409 without a body', [text(409, '')], undefined, ['Commit']],
    [
      'HTTP 409 with the error',
      [
        text(
          409,
          '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Errors><Error Type="3" Code="127"/></Errors></OTA_HotelResNotifRS>',
        ),
      ],
      undefined,
      ['Commit'],
    ],
    ['a SOAP fault of the sender', [fault127('Client')], undefined, ['Commit']],
    ['a SOAP fault of the receiver', [fault127('Server')], undefined, ['Commit']],
    [
      'an error to a repetition, after one that passes',
      [refusedWith(191), refusedWith(127)],
      undefined,
      ['Commit', 'Commit'],
    ],
    [
      'an error to what a person sends again after a refusal',
      [refusedWith(392), refusedWith(127)],
      'resend',
      ['Commit', 'Commit'],
    ],
    ['an error, twice', [refusedWith(127), refusedWith(127)], 'resend', ['Commit', 'Commit']],
    ['an error, then a refusal', [refusedWith(127), refusedWith(392)], 'resend', ['Commit', 'Commit']],
    [
      'an error to the Commit of a change, whose Modify is refused',
      [refusedWith(392), refusedWith(127), refusedWith(392)],
      'modify',
      ['Commit', 'Commit', 'Modify'],
    ],
    [
      'HTTP 409 to the Commit of a change, whose Modify is refused',
      [refusedWith(392), text(409, ''), refusedWith(392)],
      'modify',
      ['Commit', 'Commit', 'Modify'],
    ],
  ])(
    '"exists already" as %s: whether the hotel has the booking is not known, and its cancellation goes out',
    async (_, answers, then, sent) => {
      const pms = await pmsWith(...answers, accepted)
      const sandbox = await sandboxTo(pms)
      const bookingId = await sandbox.book()
      await ended(sandbox)
      if (then === 'resend') await sandbox.sandbox.outbox.resend([1])
      if (then === 'modify') await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
      await ended(sandbox)
      const says =
        then === 'modify'
          ? /^The hotel has not taken the change; whether it has the booking is not known\. /
          : /^Whether the hotel has the booking is not known\. /
      expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(says) as string,
      })
      expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
        message: expect.not.stringContaining('The hotel has not taken the booking') as string,
      })
      await sandbox.sandbox.cancelBooking(bookingId)
      await ended(sandbox)
      expect(heads(pms).map(({ kind }) => kind)).toEqual([...sent, 'Cancel'])
      expect(states(sandbox).at(-1)).toBe('cancel delivered')
    },
  )

  it.each<[string, Answer]>([
    ['a fault of the PMS itself', serverFault],
    ['a cut connection', cut],
    ['an error of the PMS itself', refusedWith(448)],
  ])('after %s a later refusal does not hold the cancellation back', async (_, first) => {
    const pms = await pmsWith(first, refusedWith(392), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Commit', 'Cancel'])
  })

  it.each<[string, Answer]>([
    ['HTTP 409 without a body', text(409, '')],
    ['a SOAP fault', fault127('Client')],
    [
      'an error about another record',
      text(
        200,
        '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Errors><Error Type="3" Code="127" RecordID="another"/></Errors></OTA_HotelResNotifRS>',
      ),
    ],
  ])('"exists already" as %s after a cut answer settles nothing, and the cancellation goes out', async (_, answer) => {
    const pms = await pmsWith(cut, answer, accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'unknown',
      message: expect.stringMatching(/^Whether the hotel has the booking is not known\. /) as string,
    })
    await sandbox.sandbox.cancelBooking(bookingId)
    await ended(sandbox)
    expect(heads(pms).map(({ kind }) => kind)).toEqual(['Commit', 'Commit', 'Cancel'])
  })

  it('127 to a Commit that surely never arrived before is not delivery', async () => {
    const sandbox = await sandboxTo(undefined, { times: { baseMs: 20, retryForMs: 60_000, pollMs: 20 } })
    sandbox.sandbox.outbox.setAddress({ url: 'http://127.0.0.1:1/', envelope: 'none', auth: 'none' })
    const bookingId = await sandbox.book()
    await until(() => only(sandbox).attempts >= 2)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'not_sent' })
    const pms = await pmsWith(refusedWith(127))
    sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/exists already/) as string,
    })
  })

  it('while it may have arrived, the reservation does not say "not sent"', async () => {
    const pms = await pmsWith(text(500, ''))
    const sandbox = await sandboxTo(pms, { times: { baseMs: 60_000, retryForMs: 3_600_000 } })
    const bookingId = await sandbox.book()
    await until(() => only(sandbox).attempts === 1 && only(sandbox).leaseUntil === 0)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'unknown',
      message: expect.stringMatching(
        /^Attempt 1 was sent and answered\. The PMS answered HTTP 500\. The next attempt is due in \d+ s, /,
      ) as string,
    })
  })
})

describe('sending again', () => {
  it('a dead letter gets a new series of attempts', async () => {
    const pms = await pmsWith(refusedWith(392), accepted, refusedWith(127))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.sandbox.outbox.resend('failed')).toMatchObject([
      { state: 'delivered', attempts: 2, seriesAttempts: 1 },
    ])
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'delivered' } })
    expect(await sandbox.sandbox.outbox.resend('failed')).toEqual([])
    // One that was delivered: the PMS has it already.
    expect(await sandbox.sandbox.outbox.resend([1])).toMatchObject([{ state: 'delivered', attempts: 3 }])
  })

  it('all failed ones leave those of unknown outcome, which are named, unless a person asks for these too', async () => {
    const pms = await pmsWith(text(204, ''), accepted)
    const sandbox = await sandboxTo(pms)
    await sandbox.book()
    await ended(sandbox)
    const { outbox } = sandbox.sandbox
    expect([await outbox.resend('failed'), pms.requests.length]).toEqual([[], 1])
    expect(wordsOfLeft(outbox.list('unknown'), { isDry: true })).toMatch(/^Would be left alone: message/)
    expect(wordsOfLeft(outbox.list('unknown'))).toBe(
      'Left alone: message 1, because it is not known whether the PMS took it. Check at the PMS, then give the ids, or add --include-unknown.',
    )
    expect(await outbox.resend('open')).toMatchObject([{ id: 1, state: 'delivered', attempts: 2 }])
    expect([outbox.list('unknown'), await outbox.resend('open')]).toEqual([[], []])
  })

  it.each<[string, Answer, string]>([
    ['a cut connection', cut, 'OUTCOME_UNKNOWN'],
    ['a server error without a word', text(500, ''), 'OUTCOME_UNKNOWN'],
    ['an answer that says nothing', text(204, ''), 'OUTCOME_UNKNOWN'],
    ['an error that passes', refusedWith(191), 'UNREACHABLE'],
    ['a refusal', refusedWith(392), 'PMS_REFUSED'],
    ['an answer that left something undone', notProcessed, 'PARTIAL'],
  ])('after %s it says what is known, whatever was known before', async (_, second, code) => {
    for (const first of [accepted, cut, refusedWith(392)]) {
      const pms = await pmsWith(first, second)
      const sandbox = await sandboxTo(pms, { times: { baseMs: 60_000 } })
      await sandbox.book()
      await until(() => only(sandbox).attempts === 1 && only(sandbox).leaseUntil === 0)
      expect(faultOfResend(await sandbox.sandbox.outbox.resend([1]))?.code).toBe(code)
    }
  })

  it('of a delivered booking whose repetition is refused the reservation does not say in part', async () => {
    const pms = await pmsWith(accepted, refusedWith(392))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.outbox.resend([1])
    await ended(sandbox)
    const delivery = (await sandbox.lookup(bookingId))['delivery']
    expect(delivery).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^The hotel has taken the booking before\. /) as string,
    })
    expect(delivery).not.toHaveProperty('partial')
  })

  it('what the PMS took in part is so for the outbox as for a message that is sent by hand, and waits for a person', async () => {
    const pms = await pmsWith(notProcessed, notProcessed, accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(only(sandbox)).toMatchObject({ state: 'partial', taken: 1 })
    const body = await (await fetch(pms.url)).text()
    expect(body).toContain('NotProcessed')
    expect(stateOf(readAnswer({ status: 200, body }))).toBe(only(sandbox).state)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({
      state: 'failed',
      partial: true,
      message: expect.stringMatching(/^The hotel has taken the booking in part\. /) as string,
    })
    const { outbox } = sandbox.sandbox
    expect([exitOfLeft([]), exitOfLeft(outbox.list('partial'))]).toEqual([0, 3])
    expect(await outbox.resend('failed')).toEqual([])
    expect(wordsOfLeft(outbox.list('partial'))).toMatch(/message 1, because the PMS took it in part\. Check/)
    expect(await outbox.resend('open')).toMatchObject([{ state: 'delivered' }])
  })

  it('with several ends, each that was not taken is named, the unknown ones first, and the worst counts', async () => {
    const pms = await pmsWith(text(204, ''), text(204, ''), text(204, ''), text(204, ''), accepted)
    const sandbox = await sandboxTo(pms, { times: { baseMs: 60_000 } })
    for (let i = 0; i < 4; i++)
      await sandbox.book({
        rooms: [
          { roomId: 101, ratePlanId: 501, units: 1, guests: [{ firstName: 'Ada', lastName: 'Lovelace', unit: 1 }] },
        ],
      })
    await ended(sandbox)
    const by = new Map<string, Answer>(
      sandbox.sandbox.outbox
        .list()
        .map(({ reservationId }, i) => [
          String(reservationId),
          [accepted, refusedWith(392), refusedWith(191), text(204, '')][i] as Answer,
        ]),
    )
    const mixed = await startScripted(
      (request) => by.get(/TransactionIdentifier="([^"]*)"/.exec(request.body)?.[1] ?? '') as Answer,
    )
    closeLater(() => mixed.close())
    sandbox.sandbox.outbox.setAddress({ url: mixed.url, envelope: 'none', auth: 'none' })
    const sent = await sandbox.sandbox.outbox.resend('open')
    const fault = faultOfResend(sent)
    expect(fault?.code).toBe('OUTCOME_UNKNOWN')
    expect(fault?.message).toMatch(
      /^It is not known whether the PMS took everything; not known: message 4: .*HTTP 204.* refused: message 2: .*code 392.* not taken yet: message 3: .*code 191/,
    )
    expect(fault?.message).not.toContain('message 1')
    expect(faultOfResend(sent.slice(0, 3))).toMatchObject({
      code: 'PMS_REFUSED',
      message: expect.stringMatching(/; refused: message 2: .* not taken yet: message 3: /) as string,
    })
    expect([faultOfResend(sent.slice(2, 3))?.code, faultOfResend(sent.slice(0, 1))]).toEqual(['UNREACHABLE', undefined])
    // What is left alone counts as it stands.
    const [taken, refused, later, unknown] = sent
    const inPart = { ...taken, state: 'partial' } as OutboxMessage
    expect([unknown, inPart].map((one) => exitOfLeft([inPart, one as OutboxMessage]))).toEqual([12, 3])
    expect(faultOfResend([taken as OutboxMessage], [inPart])).toBeUndefined()
    expect(faultOfResend([refused as OutboxMessage], [inPart])?.code).toBe('PMS_REFUSED')
    expect(faultOfResend([refused as OutboxMessage], [unknown as OutboxMessage])?.code).toBe('OUTCOME_UNKNOWN')
    expect(faultOfResend([later as OutboxMessage], [inPart])).toMatchObject({
      code: 'PARTIAL',
      message: expect.stringMatching(
        /^The PMS took a part of what was sent; not taken yet: message 3: .* Left alone: message 1, because the PMS took it in part\./,
      ) as string,
    })
  })

  it('a new address is tried at once by what waits for its next attempt', async () => {
    const [busy, pms] = [await pmsWith(refusedWith(191)), await pmsWith(accepted)]
    const sandbox = await sandboxTo(busy, { times: { baseMs: 600_000 } })
    await sandbox.book()
    await until(() => only(sandbox).attempts === 1 && only(sandbox).leaseUntil === 0)
    sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
    await ended(sandbox)
    expect([only(sandbox), pms.requests.length]).toMatchObject([{ state: 'delivered', attempts: 2 }, 1])
  })

  it('says what it cannot do', async () => {
    const sandbox = await sandboxTo(undefined)
    await sandbox.book()
    await expect(sandbox.sandbox.outbox.resend([1])).rejects.toMatchObject({ code: 'USAGE' })
    await expect(sandbox.sandbox.outbox.resend([99])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    sandbox.sandbox.outbox.setAddress({ url: 'http://127.0.0.1:9', envelope: 'none', auth: 'basic' })
    await expect(sandbox.sandbox.outbox.resend([1])).rejects.toMatchObject({ code: 'NO_CREDENTIALS' })
  })

  it.each([
    'http://pms.example/in',
    'ftp://pms.example',
    'https://user:word@pms.example',
    'pms.example',
    'https://pms.example/#x',
  ])('the address %s is refused', async (url) => {
    const { sandbox } = await sandboxTo(undefined)
    expect(() => sandbox.outbox.setAddress({ url, envelope: 'none', auth: 'none' })).toThrow(/address of the PMS/)
    expect(() =>
      sandbox.outbox.setAddress({ url: 'https://pms.example/in', envelope: 'none', auth: 'username-token' }),
    ).toThrow(/envelope/)
    expect(sandbox.outbox.address).toBeUndefined()
  })
})

describe('processes', () => {
  it('closing gives what is due its first attempt', async () => {
    const pms = await pmsWith(text(200, ''), accepted)
    const folder = temporaryDirectory()
    closeLater(folder.remove)
    const slow: Answer = (response, request) => void setTimeout(() => accepted(response, request), 300)
    const waiting = await pmsWith(slow)
    const sandbox = await startBooking({ dataDir: folder.dir })
    sandbox.sandbox.outbox.setAddress({ url: waiting.url, envelope: 'none', auth: 'none' })
    await sandbox.book()
    await sandbox.book()
    await sandbox.close()
    expect(waiting.requests).toHaveLength(2)
    const again = await startBooking({ dataDir: folder.dir })
    closeLater(() => again.close())
    expect(again.sandbox.outbox.list().map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(pms.requests).toHaveLength(0)
  })

  it('two on one directory deliver each message once', async () => {
    const pms = await pmsWith((response, request) => void setTimeout(() => accepted(response, request), 5))
    const folder = temporaryDirectory()
    closeLater(folder.remove)
    const one = await sandboxTo(undefined, { dataDir: folder.dir, times: { pollMs: 20 } })
    const other = await sandboxTo(undefined, { dataDir: folder.dir, times: { pollMs: 20 } })
    const count = 20
    const stay = (at: number) => ({
      checkInDate: `2027-0${6 + (at % 3)}-${10 + at}`,
      checkOutDate: `2027-0${6 + (at % 3)}-${11 + at}`,
    })
    for (let at = 0; at < count; at += 1) await one.book(stay(at % 18))
    one.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
    other.sandbox.outbox.wake()
    await ended(one)
    expect(pms.requests).toHaveLength(count)
    const ids = pms.requests.map(({ body }) => /EchoToken="([^"]+)"/.exec(body)?.[1])
    expect(new Set(ids).size).toBe(count)
    expect(one.sandbox.outbox.list().map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
      Array.from({ length: count }, () => 'delivered 1'),
    )
  })

  it('a lease of a process that died runs out, and the message goes again', async () => {
    const folder = temporaryDirectory()
    closeLater(folder.remove)
    const silentPms = await pmsWith(silent)
    const dead = await startBooking({ dataDir: folder.dir, times: { timeoutMs: 400, closeMs: 0 } })
    dead.sandbox.outbox.setAddress({ url: silentPms.url, envelope: 'none', auth: 'none' })
    await dead.book()
    await until(() => silentPms.requests.length === 1)
    await dead.close()
    const pms = await pmsWith(refusedWith(127))
    const heir = await sandboxTo(pms, { dataDir: folder.dir, times: { pollMs: 50, retryForMs: 60_000 } })
    expect(only(heir)).toMatchObject({ state: 'waiting', attempts: 1 })
    await ended(heir)
    // The attempt of the dead one counts, so "exists already" is good news.
    expect(only(heir)).toMatchObject({ state: 'delivered', attempts: 2 })
  })
})
