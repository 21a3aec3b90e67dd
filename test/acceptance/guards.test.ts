import { writeFile } from 'node:fs/promises'
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
    await writeFile(target, `hotel_code,room_id,rate_plan_id,date,price,currency\n${prices.map((price, at) => `1000001,101,501,2027-07-${String(at + 1).padStart(2, '0')},${price},EUR`).join('\n')}\n`)
    return target
  }
  const pushes = (): number => sandbox.log.filter((entry) => entry.path === '/v1/room_settings').length

  beforeAll(async () => {
    machine = await freshMachine()
    sandbox = await startTestSandbox()
    sandbox.sandbox.seed({ properties: [{ name: 'One', code: 'ONE', hubSwitchId: 'ONE', currency: 'EUR', units: [{ name: 'Suite', count: 4, basePrice: 900, ratePlans: ['Flexible'] }] }] })
    env = { ...machine.env, HUBSWITCH_BASE_URL: sandbox.url, HUBSWITCH_PARTNER_ID: 'demo-supplier', HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier', HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}' }
    expect((await run('rates', 'push', await file('good.csv', Array.from({ length: 10 }, () => '900.00')))).code).toBe(0)
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  it('a suite for nine is stopped with its row; the dry run says so too; the named flag sends it and the run keeps it', async () => {
    const before = pushes()
    const slip = await file('slip.csv', ['900.00', '900.00', '9.00'])
    const stopped = await run('rates', 'push', slip)
    expect([stopped.code, stopped.json<{ error: unknown }>().error]).toMatchObject([7, { code: 'GUARD_RAIL', facts: { stops: [{ guard: 'max-change', nights: 1 }] }, findings: [{ file: slip, line: 4, field: 'price', value: '9', remedy: expect.stringContaining('--max-change 9900') as string }] }])
    const dry = await run('rates', 'push', slip, '--dry-run')
    expect([dry.code, dry.json<{ plan: { stops: unknown[] } }>().plan.stops.length, pushes() - before]).toEqual([7, 1, 0])
    const sent = await run('rates', 'push', slip, '--max-change', '9900')
    expect([sent.code, pushes() - before]).toEqual([0, 1])
    const runs = (await run('run', 'list')).json<{ id: number }[]>()
    expect((await run('run', 'show', String(Math.max(...runs.map(({ id }) => id))))).stdout).toContain('"maxChange": 9900')
  })

  it('limits come from flags and environment; a limit that is none is a usage fault', async () => {
    const dear = await file('dear.csv', ['1400.00'])
    expect((await run('rates', 'push', dear, '--dry-run', '--price-ceiling', '1000')).json<{ plan: { stops: unknown[] } }>().plan.stops).toMatchObject([{ guard: 'price-ceiling', line: 2 }])
    expect((await runWarm(['rates', 'push', dear, '--dry-run', '--json'], { ...env, HUBSWITCH_PRICE_CEILING: '1000' })).code).toBe(7)
    expect((await run('rates', 'push', dear, '--dry-run')).code).toBe(0)
    expect((await run('rates', 'push', dear, '--dry-run', '--max-change', 'much')).code).toBe(2)
    expect((await run('rates', 'push', await file('zero.csv', ['0.00']), '--dry-run')).code).toBe(7)
  })
})
