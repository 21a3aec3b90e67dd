import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMessage } from '../../src/resnotif/index.js'
import type { Scripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { accepted, notProcessed, refusedWith, startPms } from '../support/pms.js'
import { runWarm } from '../support/warm-cli.js'

const checkIn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)

interface Message {
  id: number
  kind: string
  state: string
  attempts: number
  answer: string
  message: string
}
interface Failed {
  error: { code: string; message: string; next: string }
}

/** What the administrator of the sandbox does, command by command, and what the PMS hears of it. */
describe('administration of the sandbox', () => {
  let machine: Machine
  let pms: Scripted
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json', '--quiet'], machine.env)
  const outbox = async (...args: string[]): Promise<Message[]> =>
    (await run('sandbox', 'outbox', 'list', ...args)).json<Message[]>()
  const lookup = async (id: string): Promise<{ status: string; delivery: { state: string } }> =>
    (await run('reservation', 'lookup', '--booking-id', id)).json()
  const book = async (guest: string): Promise<string> => {
    const flags = [
      '--property',
      '1000001',
      '--check-in',
      checkIn,
      '--nights',
      '2',
      '--room',
      '101',
      '--plan',
      '501',
      '--units',
      '2',
    ]
    return (await run('reservation', 'create', ...flags, '--guest', guest)).json<{ bookingId: string }>().bookingId
  }
  const free = async (): Promise<number | undefined> => {
    const found = (await run('product', 'search', '1000001', '--check-in', checkIn, '--nights', '1')).json<{
      roomTypes: { roomId: number; availableUnits: number }[]
    }>()
    return found.roomTypes.find(({ roomId }) => roomId === 101)?.availableUnits
  }

  beforeAll(async () => {
    machine = await freshMachine()
    const estate = path.join(machine.folder, 'estate.yaml')
    await writeFile(
      estate,
      'properties:\n  - { name: Inn, code: INN, hubSwitchId: INN, currency: EUR, units: [{ name: Double, count: 7, basePrice: 80, ratePlans: [Flexible] }] }\n',
    )
    expect((await run('sandbox', 'seed', '--file', estate)).code).toBe(0)
    pms = await startPms(
      accepted,
      accepted,
      accepted,
      refusedWith(392),
      refusedWith(392),
      accepted,
      notProcessed,
      accepted,
    )
  })
  afterAll(async () => {
    await pms.close()
    await machine.remove()
  })

  it('without an address a notification waits; with one it goes out, and the look-up says so', async () => {
    const id = await book('Ada Lovelace')
    expect((await run('reservation', 'confirm', id)).code).toBe(0)
    expect([(await lookup(id)).delivery.state, (await outbox()).map(({ state }) => state)]).toEqual([
      'not_sent',
      ['waiting'],
    ])
    const refused = await run('sandbox', 'outbox', 'address', 'http://pms.example/in')
    expect([refused.code, refused.json<Failed>().error.code]).toEqual([2, 'USAGE'])
    const paced = ['--retry-for', '6h', '--retry-waits', '1m,5m']
    expect((await run('sandbox', 'outbox', 'address', pms.url, ...paced)).code).toBe(0)
    const reset = await runWarm(['sandbox', 'outbox', 'address', pms.url], machine.env)
    expect([reset.code, reset.stderr]).toEqual([
      0,
      expect.stringContaining(
        'A notification is retried for 24 h, after 1 s, doubled up to 10 min (before: 6 h, after 60 s, 5 min).',
      ),
    ])
    expect((await run('sandbox', 'outbox', 'address')).json()).toMatchObject({
      url: expect.stringContaining(pms.url) as string,
      envelope: 'none',
      auth: 'none',
    })
    expect([await lookup(id), pms.requests.length]).toMatchObject([
      { status: 'confirmed', delivery: { state: 'delivered' } },
      1,
    ])
    const [message] = readMessage(pms.requests[0]?.body ?? '').reservations
    expect(message?.guests.map(({ rph, groupEventCode }) => [rph?.value, groupEventCode?.value])).toEqual([
      ['1-101-501', '1'],
      ['1-101-501', '2'],
    ])
  })

  it('modify and cancel reach the PMS in turn, and the units are free again', async () => {
    expect(await free()).toBe(5)
    const modified = await run('sandbox', 'booking', 'modify', '900001', '--units', '1=3')
    expect([modified.code, modified.json()]).toMatchObject([
      0,
      { status: 'modified', notification: { kind: 'modify' } },
    ])
    expect(await free()).toBe(4)
    expect((await run('sandbox', 'booking', 'modify', '900001', '--units', '1=8')).code).toBe(5)
    expect(await free()).toBe(4)
    expect((await run('sandbox', 'booking', 'cancel', '900001')).json()).toMatchObject({
      status: 'cancelled',
      notification: { kind: 'cancel' },
    })
    expect([await free(), await lookup('900001')]).toMatchObject([
      7,
      { status: 'cancelled', delivery: { state: 'delivered' } },
    ])
    expect(pms.requests.map(({ body }) => /ResStatus="(\w+)"/.exec(body)?.[1])).toEqual(['Commit', 'Modify', 'Cancel'])
    expect((await run('sandbox', 'booking', 'cancel', '900001')).code).toBe(5)
  })

  it('what the PMS refuses is a dead letter; sent again it is refused with exit 13, or taken', async () => {
    const id = await book('Grace Hopper')
    expect((await run('reservation', 'confirm', id)).json()).toMatchObject({
      status: 'confirmed',
      delivery: { state: 'failed' },
    })
    const [dead] = await outbox('--state', 'failed')
    expect(dead).toMatchObject({ kind: 'commit', attempts: 1 })
    const again = await run('sandbox', 'outbox', 'resend', String(dead?.id))
    expect([again.code, again.json<Failed>().error.code]).toEqual([13, 'PMS_REFUSED'])
    expect((await run('sandbox', 'outbox', 'resend', '--all')).json<Message[]>()).toEqual([
      expect.objectContaining({ state: 'delivered', attempts: 3 }),
    ])
    expect((await lookup(id)).delivery.state).toBe('delivered')
    expect([
      (await run('sandbox', 'outbox', 'resend')).code,
      (await run('sandbox', 'outbox', 'resend', '99')).code,
    ]).toEqual([2, 5])
  })

  it('what the PMS took in part is told so, and left alone it is the end of "resend --all"', async () => {
    const id = await book('Mary Somerville')
    const confirmed = await runWarm(['reservation', 'confirm', id, '--json'], machine.env)
    expect([confirmed.code, confirmed.json()]).toMatchObject([0, { delivery: { state: 'failed', partial: true } }])
    expect(confirmed.stderr).toContain(
      `The latest notification of reservation ${id} to the hotel did not get through whole: The hotel has taken the booking in part.`,
    )
    expect(
      (await runWarm(['reservation', 'lookup', '--booking-id', id, '--output', 'csv'], machine.env)).stdout,
    ).toMatch(/,partial\r?\n/)
    const [inPart] = await outbox('--state', 'partial')
    const all = await runWarm(['sandbox', 'outbox', 'resend', '--all', '--json'], machine.env)
    expect([all.code, all.json(), all.stderr]).toEqual([
      3,
      [],
      expect.stringContaining(`Left alone: message ${inPart?.id}, because the PMS took it in part.`),
    ])
    expect((await run('sandbox', 'outbox', 'resend', '--all', '--dry-run')).code).toBe(0)
    expect((await run('sandbox', 'outbox', 'resend', '--all', '--include-unknown')).code).toBe(0)
    expect([(await lookup(id)).delivery.state, (await run('sandbox', 'outbox', 'resend', '--all')).code]).toEqual([
      'delivered',
      0,
    ])
  })

  it('faults happen to the requests they are ordered for, as often as ordered', async () => {
    expect(
      (await run('sandbox', 'faults', 'add', 'error-after', '--endpoint', 'reservation.create', '--count', '1')).code,
    ).toBe(0)
    expect((await run('sandbox', 'faults')).json<unknown[]>()).toHaveLength(1)
    const id = await book('Alan Turing')
    expect(await lookup(id)).toMatchObject({ status: 'pending' })
    expect((await run('reservation', 'list')).json<{ state: string }[]>()[0]).toMatchObject({
      state: 'pending',
      bookingId: id,
    })
    expect((await run('sandbox', 'faults', 'add', 'nonsense')).code).toBe(2)
    expect((await run('sandbox', 'faults', 'add', 'error', '--endpoint', 'reservation.nonsense')).code).toBe(2)
    await run('sandbox', 'faults', 'clear')
    expect((await run('sandbox', 'faults')).json<unknown[]>()).toHaveLength(0)
  })

  it('the clock moves: what was ahead is past', async () => {
    const moved = (await run('sandbox', 'clock', '--advance', '60d')).json<{ now: string }>()
    expect(Date.parse(moved.now)).toBeGreaterThan(Date.parse(checkIn))
    const late = await run(
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
      '--plan',
      '501',
      '--guest',
      'Mary Shelley',
    )
    expect([late.code, late.stdout]).toEqual([5, expect.stringContaining('past') as string])
    expect((await run('sandbox', 'clock', '--reset')).json()).toMatchObject({ movedSeconds: 0 })
  })
})
