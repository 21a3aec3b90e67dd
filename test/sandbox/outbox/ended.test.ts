import { describe, expect, it } from 'vitest'
import { faultOfResend, viewMessage } from '../../../src/cli/command/index.js'
import { viewEntry } from '../../../src/cli/sandbox/index.js'
import type { Fault } from '../../../src/errors.js'
import type { OutboxMessage } from '../../../src/sandbox/index.js'
import { type Reply as Answer, text } from '../../client/scripted-server.js'
import { accepted, type BookingSandbox, notProcessed, partOfIt, refusedWith, until } from '../../support/pms.js'
import { temporaryDirectory } from '../../support/sandbox.js'
import { abandoned, addressOf, closeLater, ended, HOUR, openBooking, outboxOf, pmsWith, sandboxTo } from './bench.js'

interface Shown {
  state: string
  deadline: string | null
  answer: string
  ended: Record<string, unknown> | null
}
function shown(sandbox: BookingSandbox, id = 1): Shown & { footer: string } {
  const { data, view } = viewEntry(outboxOf(sandbox).entry(id))
  return { ...(data as Shown), footer: String((view as { footer?: string }).footer) }
}

describe('the deadline of a message', () => {
  const killed = (address: object = { retryForMs: HOUR }): ReturnType<typeof abandoned> =>
    abandoned([text(503, '')], { address })

  it('is kept where an attempt was killed', async () => {
    const { dataDir } = await killed()
    const second = await openBooking({ dataDir })
    const { message, deadline } = outboxOf(second).entry(1)
    expect(deadline).toBe((message.seriesAt ?? 0) + HOUR)
  })

  it('is told with the attempt that claims the message, not with the answer of one before', async () => {
    const { dataDir } = await killed()
    const second = await openBooking({ dataDir })
    const [message] = outboxOf(second).claimed()
    expect(message).toMatchObject({ id: 1, attempts: 1 })
    const before = { ...(message as OutboxMessage), answer: 'The PMS refused it (code 392).', httpStatus: 200 }
    const { code, message: words } = faultOfResend([{ ...before, isClaimed: true }]) as Fault
    expect(code).toBe('OUTCOME_UNKNOWN')
    expect(words).toContain('message 1: Nothing was sent now. Attempt 1 is under way, or its process ended')
    expect(words).toContain(`until ${new Date(before.leaseUntil).toISOString()}`)
    expect(words).not.toContain('392')
    expect(faultOfResend([before])?.message).toContain('Attempt 1 has no answer yet')
    expect(viewMessage(before)).toMatchObject({
      httpStatus: null,
      answer: expect.stringContaining('No answer') as string,
    })
    expect(shown(second).footer.replaceAll('\n', ' ')).toContain('It claims the message until')
  })

  it('begins anew with a resend behind a killed attempt, and stays when the next attempt is through', async () => {
    const { dataDir, pms } = await killed()
    const second = await openBooking({ dataDir, times: { waitsMs: [HOUR / 2] } })
    const before = Date.now()
    outboxOf(second).queueAgain([1])
    const promised = outboxOf(second).entry(1)
    expect(promised.message.leaseUntil).toBeGreaterThan(before)
    expect(promised.deadline).toBe(promised.message.leaseUntil + HOUR)
    await until(() => pms.requests.length === 2 && outboxOf(second).entry(1).message.leaseUntil === 0)
    expect(outboxOf(second).entry(1)).toMatchObject({ deadline: promised.deadline, message: { state: 'waiting' } })
    await second.sandbox.close()
    const third = await openBooking({ dataDir })
    expect(outboxOf(third).entry(1).deadline).toBe(promised.deadline)
    expect(shown(third).footer).toContain(`It is tried until ${new Date(promised.deadline ?? 0).toISOString()}.`)
  })

  it('a resend behind a killed attempt is tried although its window is shorter than that attempt may take', async () => {
    const { dataDir, pms } = await killed({ retryForMs: 200 })
    const second = await openBooking({ dataDir })
    outboxOf(second).queueAgain([1])
    await until(() => pms.requests.length >= 2)
  })

  it('is that of the new series where a resend comes while an attempt is under way', async () => {
    let answer: (() => void) | undefined
    const pms = await pmsWith((response) => (answer = () => void response.writeHead(503).end()))
    const sandbox = await openBooking({ times: { waitsMs: [HOUR / 2] } })
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    await sandbox.book()
    await until(() => answer !== undefined)
    const old = outboxOf(sandbox).entry(1).deadline ?? 0
    outboxOf(sandbox).queueAgain([1])
    const promised = outboxOf(sandbox).entry(1).deadline ?? 0
    expect(promised).toBeGreaterThan(old)
    const from = Date.now()
    answer?.()
    await until(() => outboxOf(sandbox).entry(1).message.leaseUntil === 0)
    // The attempt is over, and the window begins with its end, not with that of its lease.
    const { message, deadline = 0, attempts } = outboxOf(sandbox).entry(1)
    expect(message).toMatchObject({ state: 'waiting', seriesAttempts: 1 })
    expect(deadline - HOUR).toBe(attempts[0]?.endedAt)
    expect(deadline).toBeGreaterThan(old)
    expect(deadline - HOUR).toBeGreaterThanOrEqual(from)
    expect(deadline).toBeLessThanOrEqual(promised)
  })

  it('begins anew with a new address, behind a killed attempt as well', async () => {
    const { dataDir, pms } = await killed()
    const second = await openBooking({ dataDir })
    outboxOf(second).setAddress(addressOf(pms, { retryForMs: 2 * HOUR }))
    expect(outboxOf(second).entry(1).deadline).toBe(outboxOf(second).entry(1).message.leaseUntil + 2 * HOUR)
  })

  it('is none without an address, and of one not tried yet its length is told', async () => {
    const pms = await pmsWith(text(503, ''))
    const sandbox = await openBooking({ times: { waitsMs: [HOUR / 2] } })
    await sandbox.book()
    expect(shown(sandbox)).toMatchObject({
      deadline: null,
      footer: expect.stringContaining('No PMS address') as string,
    })
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR, auth: 'basic' }))
    expect(shown(sandbox).footer).toContain('It is tried for 60 min from its first attempt on.')
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    await until(() => outboxOf(sandbox).entry(1).message.httpStatus === 503)
    expect(shown(sandbox).deadline).not.toBeNull()
    outboxOf(sandbox).setAddress(undefined)
    expect(shown(sandbox)).toMatchObject({
      deadline: null,
      footer: expect.stringContaining('No PMS address') as string,
    })
  })
})

describe('a message that waits for something else than a time', () => {
  const nextOf = (sandbox: BookingSandbox, id: number): unknown[] => [
    (viewEntry(outboxOf(sandbox).entry(id)).data as { nextAt: unknown }).nextAt,
    ...outboxOf(sandbox)
      .list()
      .filter((one) => one.id === id)
      .map((one) => viewMessage(one, { isHeld: outboxOf(sandbox).isHeld(one) })['nextAt']),
  ]

  it('has no next attempt: behind another one, and without an address', async () => {
    const pms = await pmsWith(text(302, ''))
    const sandbox = await openBooking()
    const bookingId = await sandbox.book()
    expect(nextOf(sandbox, 1)).toEqual([null, null])
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    await ended(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { nights: 3 })
    expect(outboxOf(sandbox).entry(2)).toMatchObject({ message: { state: 'waiting' }, heldBackBy: 1 })
    expect(nextOf(sandbox, 2)).toEqual([null, null])
  })

  it('has one where it waits for a time', async () => {
    const sandbox = await openBooking()
    outboxOf(sandbox).setAddress(addressOf(await pmsWith(text(503, '')), { retryForMs: HOUR }))
    await sandbox.book()
    await until(() => outboxOf(sandbox).entry(1).message.httpStatus === 503)
    expect(nextOf(sandbox, 1)).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)])
  })
})

describe('a message of which the PMS has taken a part', () => {
  const LATER = partOfIt(187)
  it.each<[string, [Answer, ...Answer[]], string, RegExp]>([
    ['refused later', [notProcessed, refusedWith(392)], 'partial', /code 392.*An earlier attempt was taken in part\.$/],
    [
      'with an answer that says nothing later',
      [notProcessed, text(302, '')],
      'unknown',
      /An earlier attempt was taken in part\.$/,
    ],
    ['taken later', [notProcessed, accepted], 'delivered', /took the reservation\.$/],
    ['that it takes the rest of later, and exists then', [LATER, refusedWith(127)], 'partial', /a part undone/],
    [
      'that it takes the rest of later, and refuses then',
      [LATER, refusedWith(392)],
      'partial',
      /An earlier attempt was taken in part\.$/,
    ],
    ['that it takes the rest of later, and does', [LATER, accepted], 'delivered', /took the reservation\.$/],
  ])('%s', async (_, answers, state, words) => {
    const pms = await pmsWith(...answers)
    const sandbox = await openBooking({ times: { baseMs: 20, pollMs: 20 } })
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    await sandbox.book()
    await ended(sandbox)
    if (pms.requests.length < 2) await sandbox.sandbox.outbox.resend([1])
    expect(pms.requests).toHaveLength(2)
    expect(shown(sandbox)).toMatchObject({ state, answer: expect.stringMatching(words) as string })
  })

  it('is not lost sight of where its time is over', async () => {
    const { dir: dataDir, remove } = await temporaryDirectory()
    closeLater(remove)
    const pms = await pmsWith(LATER)
    const first = await sandboxTo(pms, { dataDir }, { retryForMs: 400, retryWaitsMs: [60_000] })
    await first.book()
    await until(() => outboxOf(first).list()[0]?.leaseUntil === 0 && pms.requests.length === 1)
    await first.sandbox.close()
    const deadline = Date.now() + 400
    await until(() => Date.now() > deadline)
    const sandbox = await openBooking({ dataDir })
    await outboxOf(sandbox).caughtUp()
    expect(shown(sandbox)).toMatchObject({
      state: 'partial',
      answer: expect.stringMatching(/Given up: .*An earlier attempt was taken in part\./) as string,
      ended: { why: 'window' },
    })
  })
})

describe('why a message is tried no more', () => {
  it.each<[string, Answer, string, string]>([
    ['delivered', accepted, 'The PMS took it.', 'answer'],
    ['failed', refusedWith(392), 'The PMS refused it.', 'answer'],
    ['partial', notProcessed, 'The PMS took it in part.', 'answer'],
    ['unknown', text(302, ''), 'does not tell whether it took it', 'answer'],
    ['failed', text(503, '', { 'retry-after': '7200' }), 'asked for a wait of 7200 s (Retry-After)', 'retry-after'],
    ['unknown', text(500, '', { 'retry-after': '7200' }), 'asked for a wait of 7200 s (Retry-After)', 'retry-after'],
  ])('%s', async (state, answer, words, why) => {
    const pms = await pmsWith(answer)
    const sandbox = await openBooking()
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    await sandbox.book()
    await ended(sandbox)
    const { message } = outboxOf(sandbox).entry(1)
    const deadline = new Date((message.seriesAt ?? 0) + HOUR).toISOString()
    const told = shown(sandbox)
    expect(told).toMatchObject({ state, deadline, ended: { why, words: expect.stringContaining(words) as string } })
    expect(told.footer).toContain(`${words.replace(/\.$/, '')}`)
    expect(told.footer).toContain(deadline)
    expect(told.ended?.['at']).toMatch(/Z$/)
    if (why === 'retry-after') {
      expect(told.ended).toMatchObject({ retryAfterSeconds: 7200 })
      // Wherever the answer is shown alone.
      expect(message.answer).toMatch(
        /It asked for a wait of 7200 s \(Retry-After\), which goes past the deadline \S+Z,/,
      )
    }
    outboxOf(sandbox).queueAgain([1])
    expect(outboxOf(sandbox).entry(1)).toMatchObject({ message: { state: 'waiting', ended: null } })
    expect(outboxOf(sandbox).entry(1)).not.toHaveProperty('end')
  })

  it('its time is over', async () => {
    const pms = await pmsWith(text(503, ''))
    const sandbox = await openBooking({ times: { baseMs: 20, pollMs: 20 } })
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: 150 }))
    await sandbox.book()
    await ended(sandbox)
    const told = shown(sandbox)
    expect(told).toMatchObject({ state: 'failed', ended: { why: 'window' } })
    expect(told.footer).toContain(`Its retry window was over at ${String(told.deadline)}.`)
    // A longer window of the address is none of a message that ended before.
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    expect(shown(sandbox).deadline).toBe(told.deadline)
  })

  it('a later message superseded it, which keeps what the PMS said and its deadline', async () => {
    const pms = await pmsWith(refusedWith(392), accepted)
    const sandbox = await openBooking()
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    const bookingId = await sandbox.book()
    await ended(sandbox)
    const before = shown(sandbox)
    await sandbox.sandbox.modifyBooking(bookingId, { comment: 'late' })
    await until(() => outboxOf(sandbox).list()[1]?.state === 'delivered')
    const told = shown(sandbox)
    expect(told).toMatchObject({
      state: 'superseded',
      deadline: before.deadline,
      ended: { why: 'superseded', by: 2, before: 'failed' },
      answer: `${before.answer} Message 2 brought the PMS this booking, as it stood later.`,
    })
    expect(before.answer).toContain('392')
    expect(told.footer).toContain('Message 2 superseded it. Before that, it was a dead letter.')
    expect(told.footer).toContain(told.answer)
  })

  it('a cancellation superseded a Commit whose outcome was unknown, and that is still told', async () => {
    const pms = await pmsWith(text(302, ''), accepted)
    const sandbox = await openBooking()
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: HOUR }))
    const bookingId = await sandbox.book()
    await ended(sandbox)
    const before = shown(sandbox)
    expect(before.state).toBe('unknown')
    await sandbox.sandbox.cancelBooking(bookingId)
    await until(() => outboxOf(sandbox).list()[1]?.state === 'delivered')
    const told = shown(sandbox)
    expect(told).toMatchObject({
      state: 'superseded',
      ended: { why: 'superseded', by: 2, before: 'unknown' },
      answer: `${before.answer} Message 2 cancelled the booking at the PMS, whatever became of this one.`,
    })
    expect(told.footer.replaceAll(/\s+/g, ' ')).toContain('Before that, it was not known whether the PMS took it.')
  })

  it('a booking that was cancelled before the PMS had it', async () => {
    const pms = await pmsWith(refusedWith(392))
    const sandbox = await openBooking()
    outboxOf(sandbox).setAddress(addressOf(pms))
    const bookingId = await sandbox.book()
    await ended(sandbox)
    const before = shown(sandbox)
    await sandbox.sandbox.cancelBooking(bookingId)
    expect(shown(sandbox)).toMatchObject({
      answer: expect.stringContaining(before.answer) as string,
      deadline: before.deadline,
      ended: { why: 'untold', by: 2, before: 'failed' },
    })
    expect(shown(sandbox, 2)).toMatchObject({ deadline: null, ended: { why: 'untold', before: 'waiting' } })
    expect(shown(sandbox, 2).footer).toMatch(/so there was\s+nothing\s+to\s+cancel/)
    // Asked for again and refused again: no success, although nothing is left to tell.
    const again = await outboxOf(sandbox).resend([1])
    expect(again.map(({ state }) => state)).toEqual(['superseded', 'superseded'])
    expect(faultOfResend(again)).toMatchObject({ code: 'PMS_REFUSED' })
    expect(faultOfResend(await outboxOf(sandbox).resend([2]))).toBeUndefined()
  })

  it('no longer what was said of it when it is sent again', async () => {
    const pms = await pmsWith(refusedWith(392), text(503, ''))
    const sandbox = await openBooking({ times: { waitsMs: [HOUR] } })
    outboxOf(sandbox).setAddress(addressOf(pms, { retryForMs: 4 * HOUR }))
    const bookingId = await sandbox.book()
    await ended(sandbox)
    const refusal = shown(sandbox).answer
    await sandbox.sandbox.cancelBooking(bookingId)
    await outboxOf(sandbox).resend([1])
    const answers = [1, 2].map((id) => outboxOf(sandbox).entry(id).message.answer)
    expect(answers[0]).not.toContain('nothing is left to tell')
    expect(answers[0]).not.toBe(refusal)
    expect(answers[1]).toBeNull()
  })
})
