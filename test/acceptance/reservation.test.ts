import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** Put together here, so that no card number stands in a file. */
const NUMBER = ['4', '2'].join('').repeat(8)
/** Four digits with a zero first: no count, time or port is ever written so. */
const CVC = '0987'
const CARD = {
  holderName: 'Ada Lovelace',
  number: NUMBER,
  expiryMonth: 12,
  expiryYear: new Date().getUTCFullYear() + 2,
  cvc: CVC,
}
/** Ids and digests: any four digits may stand in them. */
const RANDOM_HEX = /(?=[0-9-]*[a-f])[0-9a-f-]{24,}/g
const checkIn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)

interface Shown {
  bookingId: string
  channelBookingId: string
  status: string
  totalPrice: string
  error: { code: string; message: string; next: string; findings: { field?: string }[] }
}

/** Reservations from the command line, on the embedded sandbox. */
describe('reservation commands', () => {
  let machine: Machine
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json'], machine.env)
  const sample = ['reservation', 'create', '--file', 'samples/reservation.yaml', '--check-in', checkIn, '--nights', '3']

  beforeAll(async () => {
    machine = await freshMachine()
    for (const file of ['property', 'room-double', 'room-seaview', 'room-suite']) {
      expect(
        (
          await run(
            ...(file === 'property' ? ['property', 'create'] : ['unit', 'add', '1000001']),
            '--file',
            `samples/${file}.yaml`,
          )
        ).code,
      ).toBe(0)
    }
    expect((await run('rate-plan', 'create', '1000001', '--file', 'samples/rate-plan.yaml')).code).toBe(0)
  })
  afterAll(() => machine.remove())

  /** Everything this machine has written, sandbox and journal included. */
  function written(folder = machine.folder): string {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, 'latin1'))
      .join('\n')
  }

  it('the sample is booked, not twice by accident, confirmed, and looked up by either id', async () => {
    const booked = (await run(...sample)).json<Shown>()
    expect(booked).toMatchObject({ bookingId: '900001', status: 'pending', rooms: [{ units: 2 }, { units: 1 }] })
    const again = await run(...sample)
    expect([again.code, again.json<Shown>().error]).toMatchObject([
      7,
      { code: 'GUARD_RAIL', next: expect.stringContaining('--allow-duplicate') as string },
    ])
    const confirmed = await run('reservation', 'confirm', '900001')
    expect([confirmed.code, confirmed.json<Shown>().status]).toEqual([0, 'confirmed'])
    const twice = await run('reservation', 'confirm', '900001')
    expect([twice.code, twice.json<Shown>().status]).toEqual([0, 'confirmed'])
    for (const by of [
      ['--booking-id', '900001'],
      ['--channel-id', booked.channelBookingId],
    ]) {
      expect((await run('reservation', 'lookup', ...by)).json<Shown>()).toMatchObject({
        bookingId: '900001',
        status: 'confirmed',
        totalPrice: booked.totalPrice,
      })
    }
    expect((await run('reservation', 'list')).json<{ state: string }[]>()).toEqual([
      expect.objectContaining({ bookingId: '900001', state: 'confirmed', channelId: booked.channelBookingId }),
    ])
  })

  it('flags are enough for the simple case; another total, too many units and an unknown plan are refused before anything is booked', async () => {
    const simple = [
      'reservation',
      'create',
      '--property',
      '1000001',
      '--check-in',
      checkIn,
      '--nights',
      '1',
      '--room',
      '101',
      '--guest',
      'Grace Hopper',
    ]
    expect((await run(...simple, '--plan', '501', '--expect-total', '1.00')).json<Shown>().error).toMatchObject({
      code: 'GUARD_RAIL',
      message: expect.stringContaining('not 1.00') as string,
    })
    expect((await run(...simple, '--plan', '501', '--units', '13')).json<Shown>().error).toMatchObject({
      code: 'REFUSED',
      findings: [{ field: 'rooms[0]' }],
    })
    expect((await run(...simple, '--plan', '999')).code).toBe(5)
    expect((await run('reservation', 'list')).json<unknown[]>()).toHaveLength(1)
    const { totalPrice } = (await run(...simple, '--plan', '501')).json<Shown>()
    expect(
      (await run(...simple, '--plan', '501', '--allow-duplicate', '--expect-total', totalPrice)).json<Shown>().status,
    ).toBe('pending')
  })

  it('a look-up that shows a cancelled reservation is known to the list, and the same can be booked again', async () => {
    expect((await run('sandbox', 'booking', 'cancel', '900002')).code).toBe(0)
    const seen = async (): Promise<string | undefined> =>
      (await run('reservation', 'list'))
        .json<{ bookingId: string; state: string }[]>()
        .find(({ bookingId }) => bookingId === '900002')?.state
    expect([
      await seen(),
      (await run('reservation', 'lookup', '--booking-id', '900002')).json<Shown>().status,
      await seen(),
    ]).toEqual(['pending', 'cancelled', 'cancelled'])
    expect((await runWarm(['reservation', 'list'], machine.env)).stdout).toMatch(
      /\tcancelled\t900002\t.*\t20[\d-]+T[\d:.]+Z\n/u,
    )
  })

  it('reconcile names the holds that were never confirmed', async () => {
    const ran = await run('reservation', 'reconcile')
    const holds = ran.json<{ state: string; remark: string; bookingId: string }[]>()
    expect([ran.code, holds.map(({ bookingId }) => bookingId)]).toEqual([0, ['900003']])
    expect(holds[0]?.remark).toContain('hubswitch reservation confirm 900003')
  })

  it('a card comes from standard input, is answered masked, and is written nowhere', async () => {
    const stored = await machine.run(['reservation', 'card', '900001', '--card-stdin', '--json', '--debug'], {
      stdin: JSON.stringify(CARD),
    })
    expect(stored.json()).toMatchObject({
      bookingId: '900001',
      status: 'confirmed',
      card: { maskedNumber: expect.stringMatching(/^\*+\d{4}$/) as string },
    })
    const wrong = await machine.run(['reservation', 'card', '900001', '--card-stdin', '--json', '--debug'], {
      stdin: JSON.stringify({ ...CARD, number: `${NUMBER.slice(0, -1)}3` }),
    })
    expect([wrong.code, wrong.json<Shown>().error.findings]).toEqual([
      6,
      [expect.objectContaining({ field: 'number' })],
    ])
    const torn = await machine.run(['reservation', 'card', '900001', '--card-stdin'], {
      stdin: JSON.stringify(CARD).slice(0, -4),
    })
    expect(torn.code).toBe(6)
    const seen = [stored, wrong, torn].map(({ stdout, stderr }) => stdout + stderr).join('\n') + written()
    expect(seen).toContain('reservations/cc-update')
    const numbers = seen.replaceAll(RANDOM_HEX, '').split(/\D+/)
    for (const secret of [NUMBER, NUMBER.slice(0, -1), CVC]) expect(numbers).not.toContain(secret)
  })

  it('a card in a file is refused', async () => {
    const ran = await run(...sample, '--set', `payment.card.number=${NUMBER}`)
    expect([ran.code, ran.json<Shown>().error.findings[0]?.field]).toEqual([6, 'payment.card'])
    expect(ran.stdout + ran.stderr).not.toContain(NUMBER)
  })
})
