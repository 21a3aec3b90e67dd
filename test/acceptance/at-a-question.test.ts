import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'
import { runOnPty, type Step } from '../support/on-pty.js'
import { runWarm } from '../support/warm-cli.js'
import { DEMO_ACCOUNTS } from '../../src/sandbox/index.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'

const CREATE = '/api/v1/hubswitch/reservations/create'
const CONFIRM = '/api/v1/hubswitch/reservations/confirm'
const QUESTION = 'Type the profile name, live, to go on'
const UNCHANGED = 'nothing that changes anything had been sent: run the same command again.'
const BOOKING = ['reservation', 'create', '--file', path.join(ROOT, 'samples/reservation.yaml')]

/** How a person leaves a question without an answer. */
const LEAVING: Readonly<Record<string, Omit<Step, 'at'>>> = {
  'Ctrl-D': { type: '\u0004' },
  'a closed terminal': { close: true },
  SIGKILL: { signal: 'SIGKILL' },
}

describe('a command that ends at its last question', () => {
  let machine: Machine
  let service: TestSandbox
  let env: Record<string, string>
  const sent = (place: string): number => service.log.filter((entry) => entry.path === place).length

  beforeAll(async () => {
    service = await startTestSandbox()
    service.sandbox.seed()
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    machine = await freshMachine()
    env = {
      ...machine.env,
      HUBSWITCH_PROFILE: 'live',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: JSON.stringify(DEMO_ACCOUNTS[0]?.channelCredentials),
      HUBSWITCH_DISTRIBUTOR_ID: 'demo-distributor',
      HUBSWITCH_DISTRIBUTOR_CODE: 'DEMO',
    }
    const set = ['profile', 'set', 'live', '--base-url', service.url, '--partner-id', 'demo-supplier']
    expect((await runWarm([...set, '--access', 'production'], env)).code).toBe(0)
    return () => machine.remove()
  })

  it.each(Object.keys(LEAVING))('%s: a booking is not on record as sent', async (how) => {
    const summary = path.join(machine.folder, 'summary.txt')
    const before = sent(CREATE)
    const { code } = await runOnPty([...BOOKING, '--summary', summary], env, [{ at: QUESTION, ...LEAVING[how] }])
    const listed = await runWarm(['reservation', 'list', '--json'], env)
    expect([sent(CREATE) - before, listed.json()]).toEqual([0, []])
    const told = readFileSync(summary, 'utf8')
    expect(told).not.toMatch(/whether it was booked|Do not book again/)
    if (how === 'SIGKILL') expect([code, told]).toEqual([-9, expect.stringContaining(`If it has died, ${UNCHANGED}`)])
    else expect([code, told]).toEqual([130, expect.stringMatching(/Nothing was (?:done|changed at the service)\./)])
  })

  it.each(Object.keys(LEAVING).filter((how) => how !== 'SIGKILL'))(
    '%s: a push leaves no run, and its log and summary say how it ended',
    async (how) => {
      const [summary, log] = ['summary.txt', 'push.log'].map((name) => path.join(machine.folder, name)) as [
        string,
        string,
      ]
      const { code } = await runOnPty(
        [
          'rates',
          'push',
          path.join(ROOT, 'samples/rates.csv'),
          '--allow-unknown-rooms',
          '--summary',
          summary,
          '--log-file',
          log,
        ],
        env,
        [{ at: QUESTION, ...LEAVING[how] }],
      )
      expect([code, sent('/v1/room_settings')]).toEqual([130, 0])
      for (const file of [summary, log]) expect(readFileSync(file, 'utf8')).toMatch(/Nothing was (?:done|changed)/)
      expect((await runWarm(['run', 'list', '--json'], env)).json()).toEqual([])
    },
  )

  it('a confirmation is not on record as sent, and a push leaves no run', async () => {
    const booked = await runWarm([...BOOKING, '--yes', '--json'], env)
    expect(booked.code).toBe(0)
    const { bookingId } = booked.json<{ bookingId: string }>()
    const [confirmed, pushed] = await Promise.all([
      runOnPty(['reservation', 'confirm', String(bookingId)], env, [{ at: QUESTION, signal: 'SIGTERM' }]),
      runOnPty(['rates', 'push', path.join(ROOT, 'samples/rates.csv'), '--allow-unknown-rooms'], env, [
        { at: QUESTION, signal: 'SIGHUP' },
      ]),
    ])
    expect(pushed.screen).toContain(QUESTION)
    expect([confirmed.code, pushed.code, sent(CONFIRM), sent('/v1/room_settings')]).toEqual([130, 130, 0, 0])
    const settled = await runWarm(['reservation', 'reconcile', '--json'], env)
    expect(settled.stdout).toContain('Held, never confirmed.')
    expect((await runWarm(['run', 'list', '--json'], env)).json()).toEqual([])
  })
})
