import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'

const CREATE = 'POST /api/v1/hubswitch/reservations/create'
const CONFIRM = 'POST /api/v1/hubswitch/reservations/confirm'
const BOOKING = [
  '--property',
  '1000001',
  '--check-in',
  '2027-07-01',
  '--nights',
  '3',
  '--room',
  '101',
  '--plan',
  '501',
  '--guest',
  'Ada Lovelace',
]

/** The process is killed while its request waits for the answer: what lies in its summary then is all that a person has. */
describe('the summary of a booking command that was killed', () => {
  let machine: Machine
  let elsewhere: Machine
  let service: TestSandbox
  let line: FaultyProxy
  let env: Record<string, string>
  let lost: string | undefined

  beforeEach(async () => {
    lost = undefined
    ;[machine, elsewhere, service] = await Promise.all([freshMachine(), freshMachine(), startTestSandbox()])
    service.sandbox.seed()
    line = await startFaultyProxy(service.url, (request) => (request === lost ? 'hang-after' : undefined))
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
    await Promise.all([service.close(), machine.remove(), elsewhere.remove()])
  })

  /** Kills the command once the service has done what it asked for, and hands out the commands that its summary names. */
  async function killed(request: string, args: string[]): Promise<{ summary: string; commands: string[] }> {
    const summary = path.join(machine.folder, 'summary.txt')
    lost = request
    const command = machine.start([...args, '--yes', '--summary', summary], { env })
    const [method, at] = request.split(' ')
    const isDone = (): boolean => service.log.some((entry) => entry.method === method && entry.path === at)
    let early: Ran | undefined
    void command.ended.then((ran) => (early = ran))
    while (!isDone() && early === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(early?.stderr).toBeUndefined()
    command.kill('SIGKILL')
    await command.ended
    lost = undefined
    const text = readFileSync(summary, 'utf8')
    return { summary: text, commands: [...text.matchAll(/"hubswitch ([^"]+)"/g)].map(([, named]) => named as string) }
  }

  it('names for a booking the reconcile that finds it', async () => {
    const { summary, commands } = await killed(CREATE, ['reservation', 'create', ...BOOKING])
    expect(summary).toMatch(/begun, not ended\n[^]*If it has died, /)
    expect(commands).toEqual(['reservation reconcile'])
    const settled = await machine.run([...(commands[0] as string).split(' '), '--json'], { env })
    expect(settled.json<object[]>()).toMatchObject([{ state: 'pending', bookingId: expect.anything() as unknown }])
  })

  it.each([['this machine'], ['another machine']])(
    'names for a confirmation the look-up that shows it, booked from %s',
    async (from) => {
      const booked = await (from === 'this machine' ? machine : elsewhere).run(
        ['reservation', 'create', ...BOOKING, '--yes', '--json'],
        { env },
      )
      const { bookingId } = booked.json<{ bookingId: string }>()
      const { commands } = await killed(CONFIRM, ['reservation', 'confirm', bookingId])
      expect(commands).toEqual([`reservation lookup --booking-id ${bookingId}`])
      const seen = await machine.run([...(commands[0] as string).split(' '), '--json'], { env })
      expect(seen.json()).toMatchObject({ bookingId, status: 'confirmed' })
    },
  )
})
