import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, type Ran, ROOT, freshMachine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** The main job as the demo shows it, on a machine with nothing on it. Steps build on each other. */
describe('from nothing to a year of rates', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())
  const run = (args: readonly string[]): Promise<Ran> => runWarm(args, machine.env)

  it('signs in to the embedded sandbox and says what it is', async () => {
    const { code, stderr, stdout } = await machine.run(['auth', 'login'])
    expect(code).toBe(0)
    expect(stderr).toContain('Embedded sandbox, not a real service')
    expect(stdout).toContain('demo-supplier')
    expect(stdout + stderr).not.toContain('sandbox-supplier')
  })

  it('creates the property of the sample and its rooms', async () => {
    const created = await run(['property', 'create', '--file', 'samples/property.yaml', '--json'])
    expect(created.code).toBe(0)
    expect(created.json()).toMatchObject({
      id: 1000001,
      name: 'Seaview Hotel',
      phones: [{ phoneNumber: '+49 40 0000000' }],
    })
    for (const [sample, id] of [
      ['double', 101],
      ['seaview', 102],
      ['suite', 103],
    ] as const) {
      const added = await run(['unit', 'add', '1000001', '--file', `samples/room-${sample}.yaml`, '--json'])
      expect(added.json()).toMatchObject({ id, propertyId: 1000001 })
    }
    const rooms = await run(['room', 'list', '1000001', '--language', 'de', '--columns', 'id,name'])
    expect(rooms.stdout).toBe('101\tDoppelzimmer\n102\tZimmer mit Meerblick\n103\tSuite\n')
  })

  it('makes no second property with the same external id, and says that there is one', async () => {
    const again = await run(['property', 'create', '--file', 'samples/property.yaml', '--json'])
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringMatching(
        /Property 1000001 with the hubSwitchId \S+ is there already, with these values\. Nothing was sent\./,
      ),
    ])
    const other = await run(['property', 'create', '--file', 'samples/property.yaml', '--name', 'Another', '--json'])
    expect(other.code).toBe(7)
    expect(other.json()).toMatchObject({
      error: { code: 'GUARD_RAIL', message: expect.stringContaining('which differs in name') as string },
    })
  })

  it('plans without sending, then pushes, then has nothing to do', async () => {
    const plan = await run(['rates', 'push', 'samples/rates.csv', '--dry-run', '--json'])
    expect(plan.code).toBe(0)
    expect(plan.stderr).not.toContain('Embedded sandbox')
    expect(plan.json()).toMatchObject({ dryRun: true, plan: { rows: 1095, nights: 1095, hotels: 1, requests: 1 } })
    expect((await run(['run', 'list'])).stdout).toBe('')

    const pushed = await run(['rates', 'push', 'samples/rates.csv', '--json'])
    expect(pushed.code).toBe(0)
    expect(pushed.json()).toMatchObject({
      run: { state: 'done', nights: { acknowledged: 1095, left: 0, rejected: 0 }, requests: 1 },
    })

    const again = await run(['rates', 'push', 'samples/rates.csv', '--changes-only', '--json'])
    expect(again.code).toBe(0)
    expect(again.json()).toMatchObject({ plan: { unchanged: 1095, requests: 0 } })
  })

  it('sends only the night that changed', async () => {
    const changed = (await readFile(path.join(ROOT, 'samples/rates.csv'), 'utf8')).replace(
      '1000001,102,2027-07-02,259.00',
      '1000001,102,2027-07-02,261.00',
    )
    const { code, json } = await machine.run(['rates', 'push', '-', '--format', 'csv', '--changes-only', '--json'], {
      stdin: changed,
    })
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      plan: { nights: 1, unchanged: 1094, changes: { priceUp: 1, priceDown: 0 } },
      run: { nights: { acknowledged: 1 } },
    })
  })

  it('counts on a page the changes that are on it', async () => {
    const page = (from: string): Promise<Ran> =>
      run([
        'calendar',
        'show',
        '1000001',
        '--from',
        from,
        '--nights',
        '3',
        '--html',
        path.join(machine.folder, 'calendar.html'),
        '--json',
      ])
    expect((await page('2027-07-01')).json()).toMatchObject({ nights: 9, changed: 1 })
    expect((await page('2027-01-01')).json()).toMatchObject({ nights: 9, changed: 0 })
  })

  it('pushes inventory from YAML and shows the calendar that results', async () => {
    expect((await run(['inventory', 'push', 'samples/inventory.yaml'])).code).toBe(0)
    const shown = ['--room', '102', '--from', '2027-07-01', '--nights', '2', '--json']
    const { json } = await run(['calendar', 'show', '1000001', ...shown])
    // The only hotel that was pushed need not be named.
    expect((await run(['calendar', 'show', ...shown])).json()).toEqual(json())
    expect((await run(['calendar', 'check', ...shown])).json()).toEqual(
      (await run(['calendar', 'check', '1000001', ...shown])).json(),
    )
    expect(json()).toEqual([
      {
        night: '2027-07-01',
        weekday: 'Thu',
        room: '102',
        plan: '',
        price: '216.00',
        currency: 'EUR',
        min_stay: 3,
        availability: 6,
      },
      {
        night: '2027-07-02',
        weekday: 'Fri',
        room: '102',
        plan: '',
        price: '261.00',
        currency: 'EUR',
        min_stay: 3,
        availability: 6,
      },
    ])
  })

  it('pushes seasons with plans that derive from them, and shows what they make', async () => {
    for (const id of [501, 502, 503]) {
      expect(
        (await run(['rate-plan', 'create', '1000001', '--file', 'samples/rate-plan.yaml', '--json'])).json(),
      ).toMatchObject({ id })
    }
    const pushed = await run(['rates', 'push', 'samples/seasons.yaml', '--json'])
    // Two rooms, a leap year without a plan and under two plans, and 95 Fridays and Saturdays to the end of November.
    expect(pushed.json()).toMatchObject({
      run: { state: 'done', nights: { acknowledged: 2 * (3 * 366 + 95), left: 0, rejected: 0 } },
    })
    const { json } = await run([
      'calendar',
      'show',
      '1000001',
      '--room',
      '101',
      '--plan',
      '503',
      '--from',
      '2028-10-13',
      '--nights',
      '1',
      '--json',
    ])
    expect(json()).toEqual([
      { night: '2028-10-13', weekday: 'Fri', room: '101', plan: '503', price: '199.00', currency: 'EUR' },
    ])
  })

  it('lists and shows runs', async () => {
    const runs = (await run(['run', 'list', '--json'])).json<{ kind: string; state: string }[]>()
    expect(runs.map(({ kind, state }) => `${kind} ${state}`)).toContain('inventory done')
    const shown = await run(['run', 'show', '1', '--json'])
    expect(shown.json()).toMatchObject({
      id: 1,
      kind: 'rates',
      batchList: [{ hotel: '1000001', nights: 1095, firstNight: '2027-01-01', lastNight: '2027-12-31' }],
    })
    expect((await run(['run', 'resume', '1'])).stdout).toContain('nothing left to send')
  })

  it('forgets the calendar with the sandbox', async () => {
    expect((await machine.run(['sandbox', 'reset'])).code).toBe(2)
    expect((await run(['sandbox', 'reset', '--yes'])).code).toBe(0)
    expect((await run(['property', 'get', '1000001'])).code).toBe(5)
    expect((await run(['calendar', 'show', '1000001', '--from', '2027-07-01', '--json'])).json()).toEqual([])
    expect((await run(['calendar', 'show'])).code).toBe(2)
  })
})
