import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import SandboxOutboxAddress from '../../../src/commands/sandbox/outbox/address.js'
import { markOf } from '../../../src/is-alive.js'
import { OutboxSender } from '../../../src/sandbox/outbox/index.js'
import { silent } from '../../client/scripted-server.js'
import { accepted, until } from '../../support/pms.js'
import { runClass } from '../../support/run-class.js'
import { abandoned, endedPid, HOUR, only, openBooking, outboxOf, pmsWith, runningPid, sandboxTo } from './bench.js'

afterEach(() => vi.restoreAllMocks())

/** Makes another process the one that has claimed all messages, for an hour. */
function claimedBy(dataDir: string, holder: string): void {
  const db = new DatabaseSync(path.join(dataDir, 'sandbox.sqlite'))
  db.prepare('UPDATE outbox SET attempts = max(attempts, 1), lease_holder = ?, lease_until = ?').run(
    holder,
    Date.now() + HOUR,
  )
  db.close()
}

describe('a message that another process has claimed', () => {
  it('is taken at once where that process has ended, as one that may have arrived', async () => {
    const { dataDir, pms } = await abandoned([accepted])
    claimedBy(dataDir, `one ${markOf(endedPid())}`)
    const second = await openBooking({ dataDir })
    const [sent] = await outboxOf(second).resend([1])
    expect(sent).toMatchObject({ state: 'delivered', isClaimed: false })
    expect(pms.requests[1]?.body).toContain('RetransmissionIndicator="true"')
  })

  it('is sent again by itself where that process has ended', async () => {
    const { dataDir, pms } = await abandoned([accepted])
    claimedBy(dataDir, `one ${markOf(endedPid())}`)
    const second = await openBooking({ dataDir })
    await until(() => outboxOf(second).list()[0]?.state === 'delivered')
    expect(pms.requests).toHaveLength(2)
  })

  it('is given up where that process ends behind its window; nothing is said of those that ran in it', async () => {
    const { dataDir, pms } = await abandoned([accepted], { address: { retryForMs: 400 } })
    const pid = await runningPid()
    claimedBy(dataDir, `one ${markOf(pid)}`)
    const second = await openBooking({ dataDir, times: { pollMs: 20 } })
    await second.book()
    await until(() => outboxOf(second).list()[1]?.state === 'delivered')
    const { message, deadline = Infinity } = outboxOf(second).entry(1)
    expect(message.state).toBe('waiting')
    await until(() => Date.now() > deadline + 50)
    process.kill(pid, 'SIGKILL')
    await until(() => only(second).state !== 'waiting')
    expect(only(second)).toMatchObject({
      state: 'unknown',
      answer: `Given up: it was to be tried until ${new Date(deadline).toISOString()}, which is over. No answer to its last attempt was noted, so it may have arrived.`,
    })
    expect(pms.requests).toHaveLength(2)
  })

  it('begins the window of a resend now, not when the claim of a dead process would end', async () => {
    const { dataDir } = await abandoned([accepted])
    claimedBy(dataDir, `one ${markOf(endedPid())}`)
    vi.spyOn(OutboxSender.prototype, 'wake').mockReturnValue()
    const second = await openBooking({ dataDir })
    outboxOf(second).queueAgain([1])
    expect(outboxOf(second).entry(1)).toMatchObject({ message: { state: 'waiting', attempts: 1, arrived: 1 } })
    expect(outboxOf(second).entry(1).message.seriesAt).toBeLessThanOrEqual(Date.now())
  })

  it.each<[string, () => string | Promise<string>]>([
    ['lives', async () => `one ${markOf(await runningPid())}`],
    ['is not known', () => 'an-id-alone'],
    ['is of another machine', () => `one elsewhere~~:${endedPid()}:1`],
  ])(
    'is left alone where that process %s; a resend waits until its claim is over, and says so if it is not',
    async (_, holder) => {
      const { dataDir, pms } = await abandoned([accepted])
      claimedBy(dataDir, await holder())
      const settled = vi.spyOn(OutboxSender.prototype, 'settled').mockResolvedValue()
      const second = await openBooking({ dataDir, times: { timeoutMs: 500 } })
      expect(outboxOf(second).claimed()).toMatchObject([{ id: 1, attempts: 1 }])
      const [sent] = await outboxOf(second).resend([1])
      expect(sent).toMatchObject({ state: 'waiting', attempts: 1, isClaimed: true })
      // The claim, and then the longest attempt of its own.
      expect(settled.mock.calls[0]?.[2]).toBeGreaterThan(HOUR + 2 * 500 + 1_000)
      expect(pms.requests).toHaveLength(1)
    },
  )

  it('is not one whose attempt the resend has begun itself', async () => {
    const pms = await pmsWith(accepted, silent)
    const sandbox = await sandboxTo(pms)
    await sandbox.book()
    await until(() => outboxOf(sandbox).list()[0]?.state === 'delivered')
    vi.spyOn(OutboxSender.prototype, 'settled').mockImplementation(() => until(() => pms.requests.length === 2))
    const [sent] = await outboxOf(sandbox).resend([1])
    expect(sent).toMatchObject({ state: 'waiting', attempts: 2, isClaimed: false })
    expect(sent?.leaseHolder).not.toBeNull()
  })
})

describe('a new address of the PMS', () => {
  const set = (dataDir: string, url: string) =>
    runClass(SandboxOutboxAddress, [url, '--data', dataDir, '--retry-for', '1h'], {
      HUBSWITCH_DATA_DIR: dataDir,
      HUBSWITCH_CONFIG_DIR: path.join(dataDir, 'config'),
    })

  it('names the messages that are not sent at once, five of them', async () => {
    const { dataDir, pms } = await abandoned([accepted])
    const more = await openBooking({ dataDir })
    outboxOf(more).setAddress(undefined)
    for (const day of [1, 2, 3, 4, 5, 6])
      await more.book({
        channelBookingId: `MORE-${day}`,
        checkInDate: `2027-07-1${day}`,
        checkOutDate: `2027-07-1${day + 1}`,
      })
    await more.sandbox.close()
    claimedBy(dataDir, `one ${markOf(await runningPid())}`)
    const { stderr, code } = await set(dataDir, `${pms.url}/other`)
    expect(code).toBe(0)
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /Message 1 is not sent at once\. Attempt 1 is under way, .*It claims the message until \S+Z/,
    )
    expect(stderr.match(/is not sent at once/g)).toHaveLength(5)
    expect(stderr).toContain('The same goes for 2 more: "hubswitch sandbox outbox list".')
    expect(pms.requests).toHaveLength(1)
  })

  it('names none whose process has ended: they are sent', async () => {
    const { dataDir, pms } = await abandoned([accepted])
    claimedBy(dataDir, `one ${markOf(endedPid())}`)
    const { stderr, code } = await set(dataDir, `${pms.url}/other`)
    expect(code).toBe(0)
    expect(stderr).not.toContain('Attempt 1')
    await until(() => pms.requests.length > 1)
  })
})
