import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  cut,
  json,
  type Recorded,
  type Reply,
  type Scripted,
  startScripted,
  withTokens,
} from '../client/scripted-server.js'
import { freshMachine, type Machine } from '../support/cli.js'

const LATER = json(429, { status: 'fail', message: 'Too many requests.' }, { 'retry-after': '40' })
const PROPERTY = [
  'property',
  'create',
  '--hub-switch-id',
  'HS-1',
  '--status',
  'ACTIVE',
  '--code',
  'SEA',
  '--name',
  'Seaview',
]
const STAY = [
  'reservation',
  'create',
  '--property',
  '1000001',
  '--check-in',
  '2040-01-01',
  '--nights',
  '1',
  '--room',
  '101',
  '--plan',
  '501',
  '--guest',
  'Ada Lovelace',
]

/** A signal that comes between two requests: what had been sent is named, with the look-up that settles it. */
describe('a pause that a signal ends', () => {
  let machine: Machine
  let service: Scripted
  let onWrite: Reply
  let looks: number
  beforeEach(async () => {
    machine = await freshMachine()
    looks = 0
    service = await startScripted(withTokens((request) => answer(request)))
  })
  afterEach(async () => {
    await service.close()
    await machine.remove()
  })

  function answer(request: Recorded): Reply {
    if (request.path.endsWith('/products'))
      return json(200, {
        status: 'success',
        result: {
          propertyId: 1000001,
          checkInDate: '2040-01-01',
          checkOutDate: '2040-01-02',
          currencyCode: 'EUR',
          roomTypes: [
            {
              roomId: 101,
              name: 'Double',
              availableUnits: 3,
              ratePlans: [{ ratePlanId: 501, productId: '101-501', totalPrice: '240.00', currencyCode: 'EUR' }],
            },
          ],
        },
      })
    if (request.method !== 'GET') return onWrite
    looks += 1
    return json(404, {
      result: null,
      status: 'fail',
      message: request.path.includes('/reservations/') ? 'no such reservation' : 'no such property',
    })
  }

  it.each<[string, string[], RegExp, RegExp]>([
    ['a property', PROPERTY, /not known whether the service has created/, /property get --hub-id HS-1/],
    [
      'a booking',
      STAY,
      /not known whether the service has .*HS-20400101-[0-9a-f]{12}/,
      /reservation reconcile" before you repeat this; it looks up HS-20400101-/,
    ],
    [
      'a confirmation',
      ['reservation', 'confirm', '900001'],
      /not known whether the service has confirmed reservation 900001/,
      /reservation lookup --booking-id 900001/,
    ],
  ])('%s that was put off', async (_, args, message, next) => {
    onWrite = LATER
    const command = machine.start([...args, '--json'], { env: env() })
    await command.seen(/Waiting 4\d s/)
    command.kill('SIGTERM')
    const ran = await command.ended
    expect([ran.code, ran.signal], ran.stderr + ran.stdout).toEqual([130, null])
    expect(ran.json()).toMatchObject({
      error: {
        code: 'INTERRUPTED',
        message: expect.stringMatching(message) as string,
        next: expect.stringMatching(next) as string,
        facts: { fate: 'unknown' },
      },
    })
    expect(looks).toBeLessThanOrEqual(args === PROPERTY ? 2 : 0)
  })

  it('before a third look: of a booking, and by reconcile afterwards, which has found nothing out', async () => {
    onWrite = cut
    /** Ends a command in the three seconds that follow its second look. */
    const interrupted = async (args: string[]) => {
      looks = 0
      const command = machine.start([...args, '--json'], { env: env() })
      await expect.poll(() => looks, { timeout: 60_000 }).toBe(2)
      await sleep(300)
      command.kill('SIGTERM')
      return command.ended
    }
    const booked = await interrupted(STAY)
    expect([booked.code, looks], booked.stderr + booked.stdout).toEqual([130, 2])
    expect(booked.json()).toMatchObject({
      error: {
        code: 'INTERRUPTED',
        message: expect.stringMatching(/whether the service has .*HS-20400101-/) as string,
        next: expect.stringContaining('reservation reconcile') as string,
      },
    })
    const reconciled = await interrupted(['reservation', 'reconcile'])
    expect([reconciled.code, looks, reconciled.json()], reconciled.stderr).toEqual([
      130,
      2,
      {
        error: expect.objectContaining({
          code: 'INTERRUPTED',
          message: 'Interrupted. Nothing was changed at the service.',
        }) as object,
      },
    ])
  })

  const env = (): Record<string, string> => ({
    HUBSWITCH_BASE_URL: service.url,
    HUBSWITCH_PARTNER_ID: 'p',
    HUBSWITCH_PARTNER_SECRET: 'not-a-secret',
    HUBSWITCH_DISTRIBUTOR_ID: 'd',
    HUBSWITCH_DISTRIBUTOR_CODE: 'D',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"not-a-secret"}',
  })
})
