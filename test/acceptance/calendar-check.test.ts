import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

interface Checked {
  plan: string
  answer: string
  next?: string
  unknown: { what: string }[]
  service?: string
}

/** `calendar check` against a service that also sells what this machine never pushed. */
describe('calendar check', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let env: Record<string, string>
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json', '--yes'], env)
  const check = (...args: string[]): Promise<Ran> =>
    run('calendar', 'check', '1000001', '--from', '2027-07-01', '--nights', '2', ...args)
  const push = async (kind: string, lines: readonly string[]): Promise<void> => {
    const file = path.join(machine.folder, `${kind}-${Math.random()}.csv`)
    await writeFile(file, `${lines.join('\n')}\n`)
    expect((await run(kind, 'push', file)).code).toBe(0)
  }

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
          units: [
            { name: 'Double', count: 4, basePrice: 90, ratePlans: ['Flexible'] },
            { name: 'Loft', count: 2, basePrice: 200, ratePlans: [] },
            { name: 'Attic', count: 2, basePrice: 150, ratePlans: ['Flexible'] },
          ],
        },
      ],
    })
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: sandbox.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
      HUBSWITCH_DISTRIBUTOR_ID: 'demo-distributor',
      HUBSWITCH_DISTRIBUTOR_CODE: 'DEMO',
    }
    await push('rates', [
      'hotel_code,room_id,rate_plan_id,date,price,currency',
      ...['01', '02', '03'].map((day) => `1000001,101,501,2027-07-${day},95.00,EUR`),
    ])
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  it('does not say no to a stay that the service sells because no inventory was pushed from here', async () => {
    const offered = await run('product', 'search', '1000001', '--check-in', '2027-07-01', '--nights', '2')
    expect(offered.json<{ roomTypes: unknown[] }>().roomTypes.length).toBeGreaterThan(0)
    const unknown = await check('--room', '101')
    expect([unknown.code, unknown.stderr, unknown.json<Checked[]>()]).toMatchObject([
      12,
      expect.stringContaining(
        'To find out, run "hubswitch product search 1000001 --check-in 2027-07-01 --nights 2", or add --ask.',
      ) as string,
      [
        {
          plan: '501',
          answer: 'unknown',
          obstacles: [],
          unknown: [{ what: 'inventory' }],
          next: 'hubswitch product search 1000001 --check-in 2027-07-01 --nights 2',
        },
      ],
    ])
    const asked = await check('--room', '101', '--ask')
    expect([asked.code, asked.json<Checked[]>()]).toMatchObject([
      0,
      [{ plan: '501', answer: 'yes', service: 'offered' }],
    ])
  })

  it('says yes once everything that counts is known, and no where a known rule forbids it', async () => {
    await push('inventory', [
      'hotel_code,room_id,date,availability',
      ...['01', '02', '03'].map((day) => `1000001,101,2027-07-${day},2`),
    ])
    expect([(await check('--room', '101')).code, (await check('--room', '101')).json<Checked[]>()]).toMatchObject([
      0,
      [{ answer: 'yes', unknown: [] }],
    ])
    await push('rates', ['hotel_code,room_id,rate_plan_id,date,closed', '1000001,101,501,2027-07-02,true'])
    const closed = await check('--room', '101')
    expect([closed.code, closed.json()]).toMatchObject([
      8,
      [{ answer: 'no', obstacles: [{ night: '2027-07-02', words: 'closed' }] }],
    ])
    expect((await check('--room', '101', '--ask')).json()).toMatchObject([{ answer: 'no', service: 'not offered' }])
  })

  it('does not say yes to a room that no rate plan sells', async () => {
    await push('rates', [
      'hotel_code,room_id,date,price,currency',
      ...['01', '02', '03'].map((day) => `1000001,102,2027-07-${day},210.00,EUR`),
    ])
    await push('inventory', [
      'hotel_code,room_id,date,availability',
      ...['01', '02', '03'].map((day) => `1000001,102,2027-07-${day},1`),
    ])
    const unsold = await check('--room', '102')
    expect([unsold.code, unsold.json<Checked[]>()]).toMatchObject([
      12,
      [{ plan: '', answer: 'unknown', unknown: [{ what: 'plan' }] }],
    ])
    const asked = await check('--room', '102', '--ask')
    expect([asked.code, asked.json<Checked[]>()]).toMatchObject([
      8,
      [{ plan: '', answer: 'no', service: 'not offered' }],
    ])
    // A plan that rates were pushed for all rooms under sells some of them, and nobody knows which.
    await push('rates', [
      'hotel_code,rate_plan_id,date,price,currency',
      ...['01', '02', '03'].map((day) => `1000001,501,2027-07-${day},99.00,EUR`),
    ])
    expect((await check('--room', '102', '--plan', '501')).json()).toMatchObject([
      { plan: '501', answer: 'unknown', unknown: [{ what: 'plan' }] },
    ])
  })

  it.each([
    [
      'rate-plan create',
      ['rate-plan', 'create', '1000001', '-F', 'names=[{"text":"Plain","languageId":1}]', '--unit', '102'],
      '102',
      0,
      'yes',
    ],
    ['product search', ['product', 'search', '1000001', '--check-in', '2027-09-01', '--nights', '2'], '103', 0, 'yes'],
    ['product list', ['product', 'list', '1000001'], '103', 0, 'yes'],
    [
      'a rate plan with restrictions of its own, which tells nothing',
      [
        'rate-plan',
        'create',
        '1000001',
        '-F',
        'names=[{"text":"Long","languageId":1}]',
        '--unit',
        '102',
        '--min-length-of-stay',
        '7',
      ],
      '102',
      12,
      'unknown',
    ],
  ])('learns which plan sells a room from %s', async (_name, learning, room, code, answer) => {
    const other = await freshMachine()
    const there = (...args: string[]): Promise<Ran> => runWarm([...args, '--json', '--yes'], { ...env, ...other.env })
    const file = path.join(other.folder, 'rates.csv')
    await writeFile(
      file,
      [
        'hotel_code,room_id,date,price,currency',
        ...['01', '02', '03'].map((day) => `1000001,${room},2027-09-${day},210.00,EUR`),
      ].join('\n'),
    )
    expect((await there('rates', 'push', file)).code).toBe(0)
    await writeFile(
      file,
      [
        'hotel_code,room_id,date,availability',
        ...['01', '02', '03'].map((day) => `1000001,${room},2027-09-${day},1`),
      ].join('\n'),
    )
    expect((await there('inventory', 'push', file)).code).toBe(0)
    const stay = ['calendar', 'check', '1000001', '--room', room, '--from', '2027-09-01', '--nights', '2']
    expect((await there(...stay)).json()).toMatchObject([{ plan: '', answer: 'unknown' }])
    const learned = await there(...learning)
    expect([learned.code, learned.stdout]).toEqual([0, expect.any(String) as string])
    const checked = await there(...stay)
    expect([checked.code, checked.json()]).toMatchObject([
      code,
      [{ plan: expect.stringMatching(answer === 'yes' ? /^\d+$/ : /^$/) as string, answer }],
    ])
    await other.remove()
  })

  it.each(['2027-07-10', '2027-11-20', '2028-03-01'])(
    'knows a plan whose own prices are far from the stay, which takes the price of the room: %s',
    async (night) => {
      await push('rates', ['hotel_code,room_id,date,price,currency', `1000001,101,${night},150.00,EUR`])
      await push('inventory', ['hotel_code,room_id,date,availability', `1000001,101,${night},2`])
      const far = await run('calendar', 'check', '1000001', '--room', '101', '--from', night, '--nights', '1')
      expect([far.code, far.json<Checked[]>().map(({ plan, answer }) => [plan, answer])]).toEqual([0, [['501', 'yes']]])
    },
  )

  it('tells the whole reason on one line of a pipe, however long', async () => {
    await push('rates', [
      'hotel_code,room_id,rate_plan_id,date,closed,closed_to_arrival,min_stay',
      ...Array.from({ length: 9 }, (_, at) => `1000001,101,501,2027-08-0${at + 1},${at % 2 === 0},true,14`),
    ])
    const { stdout } = await runWarm(
      ['calendar', 'check', '1000001', '--room', '101', '--from', '2027-08-01', '--nights', '9'],
      env,
    )
    const table = await runWarm(
      ['calendar', 'check', '1000001', '--room', '101', '--from', '2027-08-01', '--nights', '9', '--output', 'table'],
      env,
    )
    for (const shown of [stdout, table.stdout]) {
      expect(shown).toContain(
        'no arrival (2027-08-01); sold for 14 nights or more, not 9 (2027-08-01); closed (2027-08-01, 2027-08-03, 2027-08-05, 2027-08-07, 2027-08-09)',
      )
      expect(shown).not.toContain('…')
    }
  })
})
