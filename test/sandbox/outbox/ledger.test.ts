import { describe, expect, it } from 'vitest'
import { faultOfResend, viewMessage } from '../../../src/cli/command/index.js'
import { viewEntry } from '../../../src/cli/sandbox/index.js'
import { type Reply as Answer, silent, text } from '../../client/scripted-server.js'
import { accepted, ESTATE, refusedWith, startBooking, until } from '../../support/pms.js'
import { temporaryDirectory } from '../../support/sandbox.js'
import { closeLater, ended, outboxOf, pmsWith, sandboxTo } from './bench.js'

describe('the ledger of a message', () => {
  it('has each attempt: when, what was answered, when the next one follows', async () => {
    const pms = await pmsWith(text(503, 'busy'), text(429, ''), accepted)
    const sandbox = await sandboxTo(pms, { times: { baseMs: 20, pollMs: 20 } })
    await sandbox.book()
    await ended(sandbox)
    const { message, attempts, deadline, heldBackBy } = outboxOf(sandbox).entry(1)
    expect(
      attempts.map(({ attempt, httpStatus, state, resStatus }) => ({ attempt, httpStatus, state, resStatus })),
    ).toEqual([
      { attempt: 1, httpStatus: 503, state: 'waiting', resStatus: 'Commit' },
      { attempt: 2, httpStatus: 429, state: 'waiting', resStatus: 'Commit' },
      { attempt: 3, httpStatus: 200, state: 'delivered', resStatus: 'Commit' },
    ])
    expect(attempts[0]?.answer).toBe('The PMS answered HTTP 503. It said: busy')
    for (const [at, one] of attempts.entries()) {
      expect(one.endedAt).toBeGreaterThanOrEqual(one.at)
      const next = attempts[at + 1]
      if (next === undefined) expect(one.nextAt).toBeNull()
      else expect(next.at).toBeGreaterThanOrEqual(one.nextAt ?? Infinity)
    }
    expect([message.state, deadline, heldBackBy]).toEqual(['delivered', (message.seriesAt ?? 0) + 1500, undefined])
  })

  it('of one that waits says when it is tried next, until when, and what it waits for', async () => {
    const pms = await pmsWith(text(503, ''))
    const sandbox = await sandboxTo(pms, { times: { baseMs: 60_000, pollMs: 20 } }, { retryForMs: 6 * 3_600_000 })
    const bookingId = await sandbox.book()
    await until(
      () => (outboxOf(sandbox).list()[0]?.attempts ?? 0) === 1 && outboxOf(sandbox).list()[0]?.leaseUntil === 0,
    )
    await sandbox.sandbox.modifyBooking(bookingId, { comment: 'late' })
    const [first, second] = [outboxOf(sandbox).entry(1), outboxOf(sandbox).entry(2)]
    expect(first.deadline).toBe((first.message.seriesAt ?? 0) + 6 * 3_600_000)
    expect([second.heldBackBy, second.attempts, second.deadline]).toEqual([1, [], undefined])
    expect(viewEntry(first).view).toMatchObject({
      footer: expect.stringMatching(
        /^Message 1: commit of reservation \d+, waiting\.\nNext attempt: \S+Z\.\nIt is tried until \S+Z\.$/,
      ) as string,
    })
    expect(viewEntry(second).view).toMatchObject({
      footer: expect.stringContaining('It waits until message 1 is through.') as string,
      empty: 'Not tried yet.',
    })
    expect(() => outboxOf(sandbox).entry(3)).toThrow('There is no message 3 in the outbox.')
  })

  it('an attempt whose process ended is one without an answer, and stays in the ledger', async () => {
    const { dir: dataDir, remove } = await temporaryDirectory()
    closeLater(remove)
    const pms = await pmsWith(silent, accepted)
    const first = await sandboxTo(pms, { dataDir, times: { timeoutMs: 300_000, closeMs: 20 } })
    await first.book()
    await until(() => pms.requests.length === 1)
    const [begun] = outboxOf(first).entry(1).attempts
    expect(begun).toMatchObject({ attempt: 1, endedAt: null, answer: null })
    expect(JSON.stringify(viewEntry(outboxOf(first).entry(1)).data)).toContain('it may have arrived')
  })

  it('an attempt that was cut off may have arrived, for whoever asks, and the next one is not in the past', async () => {
    const { dir: dataDir, remove } = await temporaryDirectory()
    closeLater(remove)
    const pms = await pmsWith(silent)
    const first = await sandboxTo(pms, { dataDir, times: { timeoutMs: 60_000, closeMs: 20 } })
    const bookingId = await first.book()
    await until(() => pms.requests.length === 1)
    await first.sandbox.close()
    // Nobody takes it over as long as the attempt of the process that is gone may still be under way.
    const second = await startBooking({ dataDir })
    closeLater(() => second.close())
    const { message } = outboxOf(second).entry(1)
    expect(message).toMatchObject({ state: 'waiting', arrived: 1 })
    expect((await second.lookup(bookingId))['delivery']).toMatchObject({
      state: 'unknown',
      message: expect.stringContaining('may have arrived') as string,
    })
    expect(Date.parse(String(viewMessage(message)['nextAt']))).toBeGreaterThan(Date.now())
    expect(String(viewMessage(message)['answer'])).toContain('may have arrived')
    expect(faultOfResend([message])?.code).toBe('OUTCOME_UNKNOWN')
  })

  it('has both requests of an attempt that went out as a Commit first', async () => {
    const pms = await pmsWith(refusedWith(392), refusedWith(127), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { comment: 'late' })
    await ended(sandbox)
    expect(pms.requests.map(({ body }) => /ResStatus="(\w+)"/.exec(body)?.[1])).toEqual(['Commit', 'Commit', 'Modify'])
    const { ledger } = viewEntry(outboxOf(sandbox).entry(2)).data as { ledger: Record<string, unknown>[] }
    expect(ledger).toMatchObject([
      { attempt: 1, resStatus: 'Commit', httpStatus: 200, answer: expect.stringContaining('127') as string },
      { attempt: 1, resStatus: 'Modify', httpStatus: 200, state: 'delivered' },
    ])
    expect(String(ledger[1]?.['at']) >= String(ledger[0]?.['endedAt'])).toBe(true)
  })

  it('is shown as it is once what was due has been tried', async () => {
    const { dir: dataDir, remove } = await temporaryDirectory()
    closeLater(remove)
    const pms = await pmsWith(text(503, ''), (response) => void setTimeout(() => response.writeHead(400).end(), 300))
    const first = await sandboxTo(pms, { dataDir, times: { waitsMs: [500] } })
    await first.book()
    await until(() => outboxOf(first).list()[0]?.httpStatus === 503)
    const nextAt = outboxOf(first).list()[0]?.nextAt ?? Infinity
    await first.sandbox.close()
    await until(() => Date.now() > nextAt)
    const second = await startBooking({ dataDir })
    closeLater(() => second.close())
    await outboxOf(second).caughtUp()
    expect(outboxOf(second).list()).toMatchObject([{ state: 'failed', attempts: 2, httpStatus: 400 }])
  })

  it.each<[string, Answer, string]>([
    ['refused for the moment', text(503, ''), 'failed'],
    ['broken half-way', text(500, ''), 'unknown'],
  ])('once its time is over a message that was %s is given up, and not sent once more', async (_, answer, state) => {
    const { dir: dataDir, remove } = await temporaryDirectory()
    closeLater(remove)
    const pms = await pmsWith(answer, accepted)
    const first = await sandboxTo(pms, { dataDir }, { retryForMs: 400, retryWaitsMs: [60_000] })
    const bookingId = await first.book()
    await until(() => outboxOf(first).list()[0]?.leaseUntil === 0 && pms.requests.length === 1)
    await first.sandbox.close()
    const deadline = Date.now() + 400
    await until(() => Date.now() > deadline)
    const second = await startBooking({ dataDir })
    closeLater(() => second.close())
    await outboxOf(second).caughtUp()
    expect(pms.requests).toHaveLength(1)
    const [message] = outboxOf(second).list()
    expect(message).toMatchObject({
      state,
      answer: expect.stringMatching(
        /^Given up: it was to be tried until \S+Z, and no further attempt was made by then\. The last answer: .*HTTP 50/,
      ) as string,
    })
    expect((await second.lookup(bookingId))['delivery']).toMatchObject({ state })
    expect(viewEntry(outboxOf(second).entry(1)).view).toMatchObject({
      footer: expect.stringContaining('Given up') as string,
    })
    await outboxOf(second).resend([1])
    expect(outboxOf(second).list()).toMatchObject([{ state: 'delivered' }])
  })

  it('begins anew with the data', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(pms)
    await sandbox.book()
    await ended(sandbox)
    sandbox.sandbox.reset()
    sandbox.sandbox.seed(ESTATE)
    await sandbox.book()
    await ended(sandbox)
    expect(outboxOf(sandbox).entry(1).attempts).toMatchObject([{ attempt: 1, state: 'delivered' }])
  })
})

describe('the schedule of attempts', () => {
  it.each([
    ['of the address', {}, { retryWaitsMs: [40, 250] }],
    ['of the sandbox', { waitsMs: [40, 250] }, {}],
    ['of the address before that of the sandbox', { waitsMs: [60_000] }, { retryWaitsMs: [40, 250] }],
  ])('%s is kept to, its last wait from then on', async (_, times, address) => {
    const pms = await pmsWith(text(503, ''), text(503, ''), text(503, ''), text(503, ''), accepted)
    const sandbox = await sandboxTo(pms, { times: { pollMs: 20, retryForMs: 60_000, ...times } }, address)
    await sandbox.book()
    await ended(sandbox)
    const { attempts } = outboxOf(sandbox).entry(1)
    expect(attempts.map(({ endedAt, nextAt }) => (nextAt === null ? null : nextAt - (endedAt ?? 0)))).toEqual([
      40,
      250,
      250,
      250,
      null,
    ])
  })

  it('a PMS that asks for a longer wait gets it', async () => {
    const pms = await pmsWith(text(503, '', { 'retry-after': '1' }), accepted)
    const sandbox = await sandboxTo(pms, { times: { pollMs: 20 } }, { retryWaitsMs: [10] })
    await sandbox.book()
    await ended(sandbox)
    const [one] = outboxOf(sandbox).entry(1).attempts
    expect((one?.nextAt ?? 0) - (one?.endedAt ?? 0)).toBe(1_000)
  })
})

describe('what follows a dead letter', () => {
  it('a change joins it: it goes out as the booking as it stands now, and both are told of', async () => {
    const pms = await pmsWith(refusedWith(392), accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { comment: 'late' })
    await until(() => outboxOf(sandbox).list()[1]?.state === 'delivered')
    expect(pms.requests.map(({ body }) => /ResStatus="(\w+)"/.exec(body)?.[1])).toEqual(['Commit', 'Commit'])
    expect(outboxOf(sandbox).entry(2).attempts).toMatchObject([{ resStatus: 'Commit', state: 'delivered' }])
    expect(outboxOf(sandbox).entry(1).message).toMatchObject({
      state: 'superseded',
      answer: expect.stringContaining('Message 2 brought') as string,
    })
    expect(outboxOf(sandbox).entry(1).attempts).toMatchObject([{ state: 'failed', httpStatus: 200 }])
  })

  it('a cancellation behind one that the PMS never had is not sent', async () => {
    const pms = await pmsWith(refusedWith(392))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    await sandbox.sandbox.cancelBooking(bookingId)
    expect(
      outboxOf(sandbox)
        .list()
        .map(({ state }) => state),
    ).toEqual(['superseded', 'superseded'])
    expect(outboxOf(sandbox).entry(2).attempts).toEqual([])
    expect(pms.requests).toHaveLength(1)
  })
})
