import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js'
import { type Machine, type Ran, freshMachine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

interface Failed {
  error: {
    code: string
    message: string
    next: string
    exitCode: number
    findings?: { file?: string; line?: number; field?: string; value?: string; reason: string }[]
  }
}

const HEAD = 'hotel_code,room_id,date,price'

/** Every wrong input that lies in the file: exit 6, the place named, and nothing sent. */
const CASES: [
  name: string,
  kind: 'rates' | 'inventory',
  content: string,
  line: number | undefined,
  field: string | undefined,
  says: RegExp,
][] = [
  ['an empty file', 'rates', '', undefined, undefined, /empty/],
  ['a header only', 'rates', `${HEAD}\n`, undefined, undefined, /no rows|header/],
  ['an unknown column', 'rates', 'hotel_code,room_id,date,prise\n1000001,101,2027-01-01,99\n', 1, 'prise', /price/],
  ['a bad date', 'rates', `${HEAD}\n1000001,101,2027-02-30,99\n`, 2, 'date', /2027-02-30|no such day|calendar/],
  ['an ambiguous date', 'rates', `${HEAD}\n1000001,101,03/04/2027,99\n`, 2, 'date', /--date-format/],
  ['1.234 as a price', 'rates', `${HEAD}\n1000001,101,2027-01-01,1.234\n`, 2, 'price', /--decimal/],
  [
    'a negative count',
    'inventory',
    'hotel_code,room_id,date,availability\n1000001,101,2027-01-01,-1\n',
    2,
    'availability',
    /negative|at least 0|below/,
  ],
  [
    'from after to',
    'rates',
    'hotel_code,room_id,from,to,price\n1000001,101,2027-02-02,2027-02-01,99\n',
    2,
    undefined,
    /after|before/,
  ],
  [
    'contradicting rows',
    'rates',
    `${HEAD}\n1000001,101,2027-01-01,99\n1000001,101,2027-01-01,98\n`,
    3,
    'price',
    /:2|line 2/,
  ],
  [
    'a minimum stay above the maximum',
    'rates',
    'hotel_code,room_id,date,min_stay,max_stay\n1000001,101,2027-01-01,5,3\n',
    2,
    undefined,
    /above/,
  ],
]

describe('wrong inputs', () => {
  let machine: Machine
  let sandbox: Sandbox
  let requests = 0
  let env: Record<string, string>

  beforeAll(async () => {
    machine = await freshMachine()
    sandbox = await startSandbox({ log: () => (requests += 1) })
    sandbox.seed({
      properties: [
        {
          hotelCode: '1000001',
          name: 'One',
          code: 'ONE',
          hubSwitchId: 'ONE',
          units: [{ roomCode: '101', name: 'Double', count: 4, basePrice: 90 }],
        },
      ],
    })
    env = {
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

  const run = (args: readonly string[], own = env): Promise<Ran> => runWarm(args, { ...machine.env, ...own })

  async function push(kind: 'rates' | 'inventory', content: string, ...flags: string[]): Promise<Ran> {
    const file = path.join(machine.folder, 'input.csv')
    await writeFile(file, content)
    return run([kind, 'push', file, '--yes', '--json', ...flags])
  }

  it.each(CASES)('%s is refused with its place, and nothing is sent', async (_, kind, content, line, field, says) => {
    const before = requests
    const ran = await push(kind, content)
    expect(ran.code).toBe(6)
    expect(requests).toBe(before)
    const { error } = ran.json<Failed>()
    const text = JSON.stringify(error)
    expect(text).toMatch(says)
    expect(text).toContain('input.csv')
    if (line !== undefined) expect(error.findings?.[0]?.line).toBe(line)
    if (field !== undefined) expect(error.findings?.[0]?.field).toBe(field)
  })

  it('a missing file is exit 6', async () => {
    const ran = await run(['rates', 'push', path.join(machine.folder, 'none.csv'), '--yes', '--json'])
    expect(ran.code).toBe(6)
    expect(ran.json<Failed>().error.message).toContain('none.csv')
  })

  it('a row repeated with the same values is harmless and counted', async () => {
    const ran = await push('rates', `${HEAD}\n1000001,101,2027-01-01,99\n1000001,101,2027-01-01,99.00\n`)
    expect(ran.code).toBe(0)
    expect(ran.json()).toMatchObject({ plan: { duplicates: 1, nights: 1 } })
  })

  it('a wrong hotel code is refused before anything is sent; let through, it is refused by the service, its rows named', async () => {
    const rows = `${HEAD}\n1999999,101,2027-01-01,99\n1000001,101,2027-01-02,99\n`
    const stopped = await push('rates', rows)
    expect([stopped.code, stopped.json()]).toMatchObject([6, { error: { findings: [{ line: 2 }] } }])
    const ran = await push('rates', rows, '--allow-unknown-rooms')
    expect(ran.code).toBe(3)
    expect(ran.json()).toMatchObject({
      run: { state: 'partial', nights: { acknowledged: 1, rejected: 1 } },
      rejectedRows: [{ line: 2, hotel: '1999999' }],
    })
  })

  it('a service that is down is exit 10, resumable', async () => {
    const down = { ...env, HUBSWITCH_BASE_URL: 'http://127.0.0.1:9' }
    const file = path.join(machine.folder, 'input.csv')
    await writeFile(file, `${HEAD}\n1000001,101,2027-01-05,99\n`)
    const ran = await run(['rates', 'push', file, '--yes', '--json'], down)
    expect(ran.code).toBe(10)
    expect(ran.json()).toMatchObject({
      run: { state: 'stopped', nights: { left: 1 } },
      error: { code: 'UNREACHABLE', next: expect.stringContaining('run resume') as string },
    })
  })

  it('a wrong secret is exit 4 and never shown', async () => {
    const ran = await machine.run(['auth', 'whoami', '--json', '--debug'], {
      env: { ...env, HUBSWITCH_PARTNER_SECRET: 'hunter2-is-wrong' },
    })
    expect(ran.code).toBe(4)
    expect(ran.json()).toMatchObject({ error: { code: 'SIGN_IN_REFUSED' } })
    expect(ran.stdout + ran.stderr).not.toContain('hunter2')
  })

  it('an expired token is exit 4 where no secret is at hand, and renewed where one is', async () => {
    let now = Date.now() - 7_200_000
    const clocked = await startSandbox({ now: () => now })
    const own = { ...env, HUBSWITCH_BASE_URL: clocked.url }
    const { accessToken } = (await run(['auth', 'token', '--json'], own)).json<{ accessToken: string }>()
    now = Date.now()
    const tokenOnly = { HUBSWITCH_BASE_URL: clocked.url, HUBSWITCH_ACCESS_TOKEN: accessToken }
    const refused = await run(['auth', 'whoami', '--json'], tokenOnly)
    expect(refused.code).toBe(4)
    expect(refused.stdout + refused.stderr).not.toContain(accessToken)
    expect((await run(['auth', 'whoami'], { ...own, HUBSWITCH_ACCESS_TOKEN: accessToken })).code).toBe(0)
    await clocked.close()
  })

  it('a data directory that cannot be written is named', async () => {
    const blocked = path.join(machine.folder, 'blocked')
    await writeFile(blocked, '')
    const ran = await machine.run(['rates', 'push', 'samples/rates.csv', '--yes', '--json'], {
      env: { ...env, HUBSWITCH_DATA_DIR: path.join(blocked, 'data') },
    })
    expect(ran.code).toBe(1)
    expect(ran.json()).toMatchObject({
      error: { code: 'DATA_DIRECTORY', message: expect.stringContaining('blocked') as string },
    })
  })

  it('many ranges are split at the body limit', async () => {
    const rows = Array.from(
      { length: 90 },
      (_, i) => `1000001,101,${new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10)},${100 + i}`,
    )
    const ran = await push('rates', `${HEAD}\n${rows.join('\n')}\n`, '--body-bytes', '2000')
    expect(ran.code).toBe(0)
    const { plan, run } = ran.json<{
      plan: { requests: number; ranges: number }
      run: { nights: { acknowledged: number } }
    }>()
    expect(plan.ranges).toBe(90)
    expect(plan.requests).toBeGreaterThan(5)
    expect(run.nights.acknowledged).toBe(90)
  })

  it('--skip-invalid sends the rest, and the rejects can be mended and pushed', async () => {
    const rejects = path.join(machine.folder, 'rejects.csv')
    const ran = await push(
      'rates',
      `${HEAD}\n1000001,101,2027-03-01,99\n1000001,101,2027-03-02,cheap\n`,
      '--skip-invalid',
      '--rejects',
      rejects,
      '--max-shrink',
      '100',
    )
    expect(ran.code).toBe(3)
    expect(ran.json()).toMatchObject({ run: { nights: { acknowledged: 1 } }, rejects: { rows: 1 } })
    const text = await readFile(rejects, 'utf8')
    expect(text).toContain('cheap')
    await writeFile(rejects, text.replace('2027-03-02,cheap', '2027-03-02,88'))
    const mended = await run(['rates', 'push', rejects, '--yes', '--json'])
    expect(mended.code).toBe(0)
    expect(mended.json()).toMatchObject({ run: { nights: { acknowledged: 1 } } })
  })
})
