import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { type FaultyProxy, type Mishap, startFaultyProxy } from '../support/faulty-proxy.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'

const CREATE = 'POST /api/v1/hubswitch/reservations/create'
const CONFIRM = 'POST /api/v1/hubswitch/reservations/confirm'
const LOOKUP = 'GET /api/v1/hubswitch/reservations/v2'
const SIGN_IN = 'POST /api/v1/partners/get-token'
const STAY = '--property 1000001 --check-in 2027-07-01 --nights 3 --room 101 --plan 501'.split(' ')
const CREATING = ['reservation', 'create', ...STAY, '--guest', 'Ada Lovelace', '--yes', '--json']
const PRLIMIT = '/usr/bin/prlimit'

/** From a request on, nothing more can be written: a limit of file size that is set while the command waits stands for a disk that fills. */
describe.runIf(process.platform === 'linux' && existsSync(PRLIMIT))(
  'a booking whose end cannot be written down',
  () => {
    let machine: Machine
    let service: TestSandbox
    let line: FaultyProxy
    let env: Record<string, string>
    let pid: number | undefined
    /** The request on whose arrival the disk is full. */
    let fills: string | undefined
    let mishaps: Record<string, Mishap>

    beforeEach(async () => {
      fills = undefined
      mishaps = {}
      ;[machine, service] = await Promise.all([freshMachine(), startTestSandbox()])
      service.sandbox.seed()
      line = await startFaultyProxy(service.url, (request) => {
        if (request === fills && pid !== undefined) execFileSync(PRLIMIT, ['--pid', String(pid), '--fsize=1:'])
        return mishaps[request]
      })
      env = {
        HUBSWITCH_BASE_URL: line.url,
        HUBSWITCH_PARTNER_ID: 'demo-supplier',
        HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
        HUBSWITCH_DISTRIBUTOR_ID: 'demo-distributor',
        HUBSWITCH_DISTRIBUTOR_CODE: 'DEMO',
      }
    })
    afterEach(async () => {
      await line.close()
      await Promise.all([service.close(), machine.remove()])
    })

    const run = async (...args: string[]): Promise<Ran & { told: string }> => {
      const command = machine.start(args, { env })
      pid = command.pid
      const ran = await command.ended
      return { ...ran, told: ran.stderr.replaceAll(/\s+/g, ' ') }
    }
    const full = (request: string, ...args: string[]): ReturnType<typeof run> => {
      fills = request
      return run(...args).finally(() => (fills = undefined))
    }

    it('ends as the service answered, with both ids and what to type, which then writes it down', async () => {
      const booked = await full(CREATE, ...CREATING)
      expect(booked.code, booked.stderr).toBe(0)
      const { bookingId, channelBookingId } = booked.json<{ bookingId: string; channelBookingId: string }>()
      expect(booked.told).toContain(
        `The service holds reservation ${bookingId} (pending) under the channel booking id ${channelBookingId}, but what became of it could not be written down here: `,
      )
      expect(booked.told).toContain('Then run "hubswitch reservation reconcile"')
      expect(booked.told).not.toMatch(/push|run resume/)
      expect((await run('reservation', 'reconcile', '--json')).json()).toMatchObject([
        { state: 'pending', bookingId, channelId: channelBookingId },
      ])
      const confirmed = await full(CONFIRM, 'reservation', 'confirm', bookingId, '--yes', '--json')
      expect([confirmed.code, confirmed.json()], confirmed.stderr).toMatchObject([0, { status: 'confirmed' }])
      expect(confirmed.told).toContain(
        `The service says that reservation ${bookingId} is confirmed, but what became of it`,
      )
      expect(confirmed.told).toContain(`"hubswitch reservation lookup --booking-id ${bookingId}"`)
      await run('reservation', 'lookup', '--booking-id', bookingId)
      expect((await run('reservation', 'list', '--json')).json()).toMatchObject([{ state: 'confirmed', bookingId }])
    })

    it('is unknown, exit 12, where neither answer nor look-up tells', async () => {
      mishaps = { [CREATE]: 'garbage-after', [LOOKUP]: 'cut-before' }
      const lost = await full(CREATE, ...CREATING)
      const { channelBookingId } = lost.json<{ error: { facts: { channelBookingId: string } } }>().error.facts
      expect([lost.code, lost.json()]).toMatchObject([
        12,
        {
          error: {
            code: 'OUTCOME_UNKNOWN',
            message: expect.stringContaining('could not be written down here: ') as string,
            next: expect.stringContaining(`looks up ${channelBookingId}`) as string,
          },
        },
      ])
      mishaps = {}
      expect((await run('reservation', 'reconcile', '--json')).json()).toMatchObject([
        { state: 'pending', channelId: channelBookingId },
      ])
    })

    it('is not sent where it cannot be written down beforehand, and that is said', async () => {
      const { bookingId } = (await run(...CREATING)).json<{ bookingId: string }>()
      const stopped = await full(SIGN_IN, 'reservation', 'confirm', bookingId, '--yes')
      expect([stopped.code, line.seen.includes(CONFIRM)], stopped.stderr).toEqual([1, false])
      expect(stopped.told).toContain(`Reservation ${bookingId} was not asked to be confirmed.`)
      expect(stopped.told).not.toMatch(/push|run resume|had been sent/)
      const unbooked = await full(SIGN_IN, ...CREATING, '--allow-duplicate')
      expect([unbooked.code, line.seen.filter((one) => one === CREATE).length]).toEqual([1, 1])
      expect(unbooked.json()).toMatchObject({
        error: { message: expect.stringContaining('Nothing was booked.') as string },
      })
    })
  },
)
