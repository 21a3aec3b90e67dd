import { readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

/** What a cron job meets when a file looks like an accident: exit 7, the guilty row, and nothing sent. */
describe('guards of a push', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let env: Record<string, string>
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json', '--yes'], env)
  const file = async (name: string, prices: readonly string[]): Promise<string> => {
    const target = path.join(machine.folder, name)
    await writeFile(
      target,
      `hotel_code,room_id,rate_plan_id,date,price,currency\n${prices.map((price, at) => `1000001,101,501,2027-07-${String(at + 1).padStart(2, '0')},${price},EUR`).join('\n')}\n`,
    )
    return target
  }
  const pushes = (): number => sandbox.log.filter((entry) => entry.path === '/v1/room_settings').length

  beforeAll(async () => {
    machine = await freshMachine()
    sandbox = await startTestSandbox()
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'One',
          code: 'ONE',
          hubSwitchId: 'ONE',
          currency: 'EUR',
          units: [{ name: 'Suite', count: 4, basePrice: 900, ratePlans: ['Flexible'] }],
        },
      ],
    })
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: sandbox.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
    }
    expect(
      (
        await run(
          'rates',
          'push',
          await file(
            'good.csv',
            Array.from({ length: 10 }, () => '900.00'),
          ),
        )
      ).code,
    ).toBe(0)
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  it('a suite for nine is stopped with its row; the dry run says so too; the named flag sends it and the run keeps it', async () => {
    const before = pushes()
    const slip = await file('slip.csv', ['900.00', '900.00', '9.00'])
    const stopped = await run('rates', 'push', slip)
    expect([stopped.code, stopped.json<{ error: unknown }>().error]).toMatchObject([
      7,
      {
        code: 'GUARD_RAIL',
        facts: { stops: [{ guard: 'max-change', nights: 1 }] },
        findings: [
          {
            file: slip,
            line: 4,
            field: 'price',
            value: '9',
            remedy: expect.stringContaining('--max-change 9900') as string,
          },
        ],
      },
    ])
    const dry = await run('rates', 'push', slip, '--dry-run')
    expect([dry.code, dry.json<{ plan: { stops: unknown[] } }>().plan.stops.length, pushes() - before]).toEqual([
      7, 1, 0,
    ])
    const sent = await run('rates', 'push', slip, '--max-change', '9900')
    expect([sent.code, pushes() - before]).toEqual([0, 1])
    const runs = (await run('run', 'list')).json<{ id: number }[]>()
    expect((await run('run', 'show', String(Math.max(...runs.map(({ id }) => id))))).stdout).toContain(
      '"maxChange": 9900',
    )
  })

  it('limits come from flags and environment; a limit that is none is a usage fault', async () => {
    const dear = await file('dear.csv', ['1400.00'])
    expect(
      (await run('rates', 'push', dear, '--dry-run', '--price-ceiling', '1000')).json<{ plan: { stops: unknown[] } }>()
        .plan.stops,
    ).toMatchObject([{ guard: 'price-ceiling', line: 2 }])
    expect(
      (await runWarm(['rates', 'push', dear, '--dry-run', '--json'], { ...env, HUBSWITCH_PRICE_CEILING: '1000' })).code,
    ).toBe(7)
    expect((await run('rates', 'push', dear, '--dry-run')).code).toBe(0)
    expect((await run('rates', 'push', dear, '--dry-run', '--max-change', 'much')).code).toBe(2)
    expect((await run('rates', 'push', await file('zero.csv', ['0.00']), '--dry-run')).code).toBe(7)
  })
})

/** Guards that need to know more than the rows: the file before, its age, what the service says of its rooms. */
describe('guards of a push, by file and by room', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let env: Record<string, string>
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json', '--yes'], env)
  const day = (at: number): string => new Date(Date.UTC(2027, 5, 1) + at * 86_400_000).toISOString().slice(0, 10)
  const write = async (name: string, lines: readonly string[]): Promise<string> => {
    const target = path.join(machine.folder, name)
    await writeFile(target, `${lines.join('\n')}\n`)
    return target
  }
  const rates = (name: string, nights: readonly number[], price = '90.00', currency = 'EUR'): Promise<string> =>
    write(name, [
      'hotel_code,room_id,rate_plan_id,date,price,currency',
      ...nights.map((at) => `1000001,101,501,${day(at)},${price},${currency}`),
    ])
  const inventory = (name: string, counts: readonly number[]): Promise<string> =>
    write(name, [
      'hotel_code,room_id,date,availability',
      ...counts.map((count, at) => `1000001,101,${day(at)},${count}`),
    ])
  const nights = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at)
  const stops = ({ json }: Ran): string[] =>
    json<{ error?: { facts: { stops: { guard: string }[] } } }>().error?.facts.stops.map(({ guard }) => guard) ?? []
  const pushes = (): number =>
    sandbox.log.filter((entry) => /^\/v1\/(room_settings|inventory)$/.test(entry.path)).length

  beforeAll(async () => {
    machine = await freshMachine()
    sandbox = await startTestSandbox()
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'One',
          code: 'ONE',
          hubSwitchId: 'ONE',
          currency: 'EUR',
          units: [{ name: 'Suite', count: 4, basePrice: 90, ratePlans: ['Flexible'] }],
        },
      ],
    })
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: sandbox.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
    }
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  it('more units than there are, and another currency than the room is sold in, are stopped by what the service says of its rooms', async () => {
    const many = await run('inventory', 'push', await inventory('many.csv', [4, 5, 9]))
    expect([many.code, stops(many), pushes()]).toEqual([7, ['unit-count'], 0])
    expect(many.json<{ error: { findings: unknown[] } }>().error.findings).toMatchObject([
      { line: 4, field: 'availability', value: '9', remedy: expect.stringContaining('--allow-above-units') as string },
    ])
    const dollars = await run('rates', 'push', await rates('dollars.csv', [0], '90.00', 'USD'))
    expect([dollars.code, stops(dollars), pushes()]).toEqual([7, ['currency'], 0])
    const asked = sandbox.log.filter(({ path: place }) => place === '/v1/rooms').length
    expect((await run('inventory', 'push', path.join(machine.folder, 'many.csv'), '--allow-above-units')).code).toBe(0)
    // Each push asks the service for the rooms as they are now.
    expect([asked, sandbox.log.filter(({ path: place }) => place === '/v1/rooms').length]).toEqual([2, 3])
  })

  it('a file that lost most of its nights is stopped; nights that are gone are named; a smaller loss passes', async () => {
    const file = await rates('season.csv', nights(60))
    expect((await run('rates', 'push', file)).code).toBe(0)
    await rates('season.csv', nights(20))
    const before = pushes()
    const short = await run('rates', 'push', file)
    expect([short.code, stops(short), pushes() - before]).toEqual([7, ['max-shrink'], 0])
    const small = await rates('small.csv', nights(10))
    expect((await run('rates', 'push', small)).code).toBe(0)
    await rates('small.csv', nights(4))
    expect(stops(await run('rates', 'push', small))).toEqual(['max-shrink'])
    await rates('season.csv', [...nights(25), ...nights(30, 30)])
    const holed = await run('rates', 'push', file)
    expect([holed.code, holed.json<{ plan: { holeNights: number; holes: unknown[] } }>().plan]).toMatchObject([
      0,
      { holeNights: 5, holes: [{ hotel: '1000001', room: '101', plan: '501', from: day(25), to: day(29), nights: 5 }] },
    ])
  })

  it('a file older than the one applied, or older than --max-age, is stopped', async () => {
    const file = path.join(machine.folder, 'season.csv')
    const hoursAgo = (hours: number): Promise<void> =>
      utimes(file, new Date(), new Date(Date.now() - hours * 3_600_000))
    await hoursAgo(5)
    const older = await run('rates', 'push', file)
    expect([older.code, stops(older)]).toEqual([7, ['older-file']])
    const old = await run('rates', 'push', file, '--max-age', '4h', '--allow-older-file')
    expect([old.code, stops(old)]).toEqual([7, ['max-age']])
    expect(
      (
        await runWarm(['rates', 'push', file, '--json', '--yes', '--allow-older-file'], {
          ...env,
          HUBSWITCH_MAX_AGE_HOURS: '6',
        })
      ).code,
    ).toBe(0)
    expect((await run('rates', 'push', file, '--max-age', 'old')).code).toBe(2)
  })

  it('everything twice within a day is stopped; only changes, or the named flag, pass', async () => {
    const file = await rates('everything.csv', nights(1100), '95.00')
    expect((await run('rates', 'push', file)).code).toBe(0)
    const again = await run('rates', 'push', file)
    expect([again.code, stops(again)]).toEqual([7, ['full-load']])
    expect((await run('rates', 'push', file, '--changes-only')).code).toBe(0)
    expect((await run('rates', 'push', file, '--allow-full-load')).code).toBe(0)
  })

  it('a saved plan sends exactly itself, once; changed, or with another base, it is refused', async () => {
    const file = await rates('tomorrow.csv', nights(10), '120.00')
    const plan = path.join(machine.folder, 'tomorrow.plan')
    const before = pushes()
    const saved = await run('rates', 'push', file, '--save-plan', plan)
    expect([saved.code, saved.json<{ savedTo: string; plan: { nights: number } }>(), pushes() - before]).toMatchObject([
      0,
      { savedTo: plan, plan: { nights: 10 } },
      0,
    ])
    const text = await readFile(plan, 'utf8')
    const spoilt = path.join(machine.folder, 'spoilt.plan')
    await writeFile(spoilt, text.replace('120.00', '12.00'))
    expect([
      (await run('rates', 'push', '--plan', spoilt)).code,
      (await run('inventory', 'push', '--plan', plan)).code,
      (await run('rates', 'push', '--plan', file)).code,
    ]).toEqual([6, 2, 6])
    expect((await run('rates', 'push', '--plan', plan, '--dry-run')).json()).toMatchObject({
      dryRun: true,
      plan: { nights: 10, requests: 1 },
      time: { bound: expect.any(String) as string },
    })
    const sent = await run('rates', 'push', '--plan', plan)
    expect([sent.code, sent.json(), pushes() - before]).toMatchObject([
      0,
      { run: { state: 'done', nights: { acknowledged: 10 } } },
      1,
    ])
    const late = await run('rates', 'push', '--plan', plan)
    expect([late.code, late.json(), pushes() - before]).toMatchObject([
      7,
      { error: { facts: { changed: ['1000001'] } } },
      1,
    ])
  })

  it('undo puts back what was there before; each row of a run has its fate', async () => {
    const shown = async (): Promise<unknown[]> =>
      (await run('calendar', 'show', '1000001', '--from', day(0), '--nights', '3'))
        .json<{ price: unknown }[]>()
        .map(({ price }) => price)
    expect(await shown()).toEqual(['120.00', '120.00', '120.00'])
    const [first] = (await run('run', 'list')).json<{ id: number }[]>()
    const rows = (await run('run', 'show', String(first?.id), '--rows')).json<unknown[]>()
    expect([rows.length, rows[0]]).toMatchObject([10, { line: 2, hotel: '1000001', fate: 'acknowledged' }])
    const before = pushes()
    const dry = await run('run', 'undo', String(first?.id), '--dry-run')
    expect([dry.code, dry.json(), pushes() - before]).toMatchObject([
      0,
      {
        plan: { nights: 10, requests: 1 },
        time: { bound: expect.any(String) as string },
        laterNights: 0,
        unknownNights: 0,
      },
      0,
    ])
    const undone = await run('run', 'undo', String(first?.id))
    expect([undone.code, await shown()]).toEqual([0, ['95.00', '95.00', '95.00']])
    const [undo] = (await run('run', 'list')).json<{ id: number }[]>()
    expect([(await run('run', 'undo', String(undo?.id))).code, await shown()]).toEqual([
      0,
      ['120.00', '120.00', '120.00'],
    ])
  })
})
