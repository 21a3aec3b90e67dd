import { readFileSync, writeFileSync } from 'node:fs'
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

  it('a push or an undo that was killed there is sent by a resume only after the same question', async () => {
    expect((await runWarm(['profile', 'set', 'live', '--access', 'full'], env)).code).toBe(0)
    const pushes = (): number => sent('/v1/room_settings')
    const file = path.join(machine.folder, 'rates.csv')
    const push = ['rates', 'push', file]
    const write = (price: number): void =>
      writeFileSync(file, `hotel_code,room_id,date,price,currency\n1000001,101,2027-06-01,${price},EUR\n`)
    write(90)
    expect((await runWarm([...push, '--yes'], env)).code).toBe(0)
    write(95)
    const before = pushes()
    const question = `to ${service.url}?`
    expect((await runOnPty(push, env, [{ at: question, signal: 'SIGKILL' }])).code).toBe(-9)
    const inPipe = await runWarm(['run', 'resume', '--last'], env)
    expect([inPipe.code, inPipe.stderr]).toEqual([
      2,
      expect.stringContaining('Run 2 was planned, but nobody has confirmed it, and there is no terminal to ask on.'),
    ])
    expect(inPipe.stderr).toContain('Add --yes to send it')
    expect((await runWarm(['run', 'resume', '2', '--dry-run'], env)).stdout).toContain('Nobody has confirmed it yet.')
    const declined = await runOnPty(['run', 'resume', '2'], env, [{ at: question, type: 'n' }])
    expect([declined.code, pushes() - before]).toEqual([130, 0])
    const agreed = await runOnPty(['run', 'resume', '2'], env, [{ at: question, type: 'y' }])
    expect(agreed.screen).toContain('Send 1 night of 1 hotel in 1 request to ')
    expect([agreed.code, pushes() - before > 0]).toEqual([0, true])
    const undoing = await runOnPty(['run', 'undo', '2'], env, [{ at: question, signal: 'SIGKILL' }])
    expect([undoing.code, undoing.screen]).toEqual([-9, expect.stringContaining('Restore ')])
    expect((await runWarm(['run', 'resume', '3'], env)).code).toBe(2)
    expect((await runWarm(['run', 'resume', '3', '--yes'], env)).code).toBe(0)
  })

  it.each(Object.keys(LEAVING).filter((how) => how !== 'SIGKILL'))(
    '%s: a push leaves no run, and its log and summary say how it ended',
    async (how) => {
      const [summary, log] = ['summary.txt', 'push.log'].map((name) => path.join(machine.folder, name)) as [
        string,
        string,
      ]
      const before = sent('/v1/room_settings')
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
      expect([code, sent('/v1/room_settings') - before]).toEqual([130, 0])
      for (const file of [summary, log]) expect(readFileSync(file, 'utf8')).toMatch(/Nothing was (?:done|changed)/)
      expect((await runWarm(['run', 'list', '--json'], env)).json()).toEqual([])
    },
  )

  it('a confirmation is not on record as sent, and a push leaves no run', async () => {
    const booked = await runWarm([...BOOKING, '--yes', '--json'], env)
    expect(booked.code).toBe(0)
    const { bookingId } = booked.json<{ bookingId: string }>()
    const before = sent('/v1/room_settings')
    const [confirmed, pushed] = await Promise.all([
      runOnPty(['reservation', 'confirm', String(bookingId)], env, [{ at: QUESTION, signal: 'SIGTERM' }]),
      runOnPty(['rates', 'push', path.join(ROOT, 'samples/rates.csv'), '--allow-unknown-rooms'], env, [
        { at: QUESTION, signal: 'SIGHUP' },
      ]),
    ])
    expect(pushed.screen).toContain(QUESTION)
    expect([confirmed.code, pushed.code, sent(CONFIRM), sent('/v1/room_settings') - before]).toEqual([130, 130, 0, 0])
    const settled = await runWarm(['reservation', 'reconcile', '--json'], env)
    expect(settled.stdout).toContain('Held, never confirmed.')
    expect((await runWarm(['run', 'list', '--json'], env)).json()).toEqual([])
  })
})
