import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

/** What this machine pushed against what the service sells: another writer is found, a booking is no drift. */
describe('run verify', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let env: Record<string, string>
  let other: Record<string, string>
  const run = (args: string[], whose = env): Promise<Ran> => runWarm([...args, '--json', '--yes'], whose)
  const day = (at: number): string => new Date(Date.UTC(2027, 5, 1) + at * 86_400_000).toISOString().slice(0, 10)
  const write = async (name: string, header: string, lines: readonly string[]): Promise<string> => {
    const target = path.join(machine.folder, name)
    await writeFile(target, `${header}\n${lines.join('\n')}\n`)
    return target
  }
  const nights = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
  const verify = async (id: number): Promise<Ran> => run(['run', 'verify', String(id), '--sample', '100'])
  const idOf = (ran: Ran): number => ran.json<{ run: { id: number } }>().run.id
  let rates = 0
  let inventory = 0

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
      HUBSWITCH_DISTRIBUTOR_ID: 'demo-distributor',
      HUBSWITCH_DISTRIBUTOR_CODE: 'DEMO',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
    }
    // Another machine that writes to the same hotel: its journal is its own.
    other = { ...env, HUBSWITCH_DATA_DIR: path.join(machine.folder, 'other') }
    rates = idOf(
      await run([
        'rates',
        'push',
        await write(
          'rates.csv',
          'hotel_code,room_id,rate_plan_id,date,price,currency,min_stay,closed',
          nights(30).map((at) => `1000001,101,501,${day(at)},9${at % 10}.00,EUR,${at % 7 === 0 ? 2 : 1},${at === 11}`),
        ),
      ]),
    )
    inventory = idOf(
      await run([
        'inventory',
        'push',
        await write(
          'inventory.csv',
          'hotel_code,room_id,date,availability',
          nights(34).map((at) => `1000001,101,${day(at)},${at === 20 ? 0 : 3}`),
        ),
      ]),
    )
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  it('finds nothing where nobody else wrote, closed and sold-out nights included', async () => {
    const [byRates, byInventory] = [await verify(rates), await verify(inventory)]
    expect([byRates.code, byRates.json()]).toMatchObject([0, { population: 30, drawn: 30, drift: 0, notComparable: 0 }])
    expect([byInventory.code, byInventory.json()]).toMatchObject([0, { drift: 0, sold: 0 }])
  })

  it('a booking leaves fewer units free and is no drift; what another machine wrote is named', async () => {
    const booked = await run([
      'reservation',
      'create',
      '--property',
      '1000001',
      '--room',
      '101',
      '--plan',
      '501',
      '--check-in',
      day(2),
      '--nights',
      '2',
      '--guest',
      'Ada Lovelace',
    ])
    expect(booked.code, booked.stdout).toBe(0)
    expect((await verify(inventory)).json()).toMatchObject({ drift: 0, sold: 2 })
    await run(
      [
        'rates',
        'push',
        await write('theirs.csv', 'hotel_code,room_id,rate_plan_id,date,price,currency,closed', [
          `1000001,101,501,${day(4)},55.00,EUR,false`,
          `1000001,101,501,${day(11)},91.00,EUR,false`,
        ]),
      ],
      other,
    )
    const found = await verify(rates)
    expect([
      found.code,
      found
        .json<{ drifts: { night: string; field: string }[] }>()
        .drifts.map(({ night, field }) => [night, field])
        .sort(),
    ]).toEqual([
      8,
      [
        [day(4), 'price'],
        [day(11), 'closed'],
      ],
    ])
    await run(
      [
        'inventory',
        'push',
        await write('theirs-too.csv', 'hotel_code,room_id,date,availability', [`1000001,101,${day(20)},2`]),
      ],
      other,
    )
    expect((await verify(inventory)).json()).toMatchObject({
      drift: 1,
      drifts: [{ night: day(20), known: '0', service: '2' }],
    })
  })

  it('a room that is priced by the person is no drift, whatever the service takes as the usual number of guests; a changed price is', async () => {
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'Hostel',
          code: 'HOSTEL',
          hubSwitchId: 'HOSTEL',
          currency: 'EUR',
          units: [
            {
              name: 'Dormitory',
              count: 6,
              basePrice: 20,
              ratePlans: ['Flexible'],
              occupancy: { standard: 3, max: 4 },
              fields: { paymentType: 'per_person_per_night' },
            },
            { name: 'Twin', count: 6, basePrice: 60, ratePlans: ['Flexible'], occupancy: { standard: 2, max: 2 } },
          ],
        },
      ],
    })
    const offer = (await run(['property', 'get', '--hub-id', 'HOSTEL'])).json<{ id: number }>()
    const products = (await run(['product', 'list', String(offer.id)])).json<{
      products: { name: string; room: { id: number }; rate_plan: { id: number } }[]
    }>().products
    const rows = products.flatMap(({ room, rate_plan: plan }) =>
      nights(4).map(
        (at) => `${offer.id},${room.id},${plan.id},${day(at)},${room.id === products[0]?.room.id ? 21 : 61}.00,EUR`,
      ),
    )
    const hostel = idOf(
      await run([
        'rates',
        'push',
        await write('hostel.csv', 'hotel_code,room_id,rate_plan_id,date,price,currency', rows),
      ]),
    )
    const clean = await verify(hostel)
    expect([clean.code, clean.json()]).toMatchObject([0, { population: 8, same: 8, drift: 0, notComparable: 0 }])
    const [first] = rows as [string]
    await run(
      [
        'rates',
        'push',
        await write('hostel-theirs.csv', 'hotel_code,room_id,rate_plan_id,date,price,currency', [
          first.replace('21.00', '25.00'),
        ]),
      ],
      other,
    )
    expect((await verify(hostel)).json()).toMatchObject({
      same: 7,
      drift: 1,
      drifts: [{ field: 'price', known: '21.00', service: '25.00' }],
    })
  })

  it('an answer that cannot be used is told with its reason, and ends with 12', async () => {
    let spoil: ((body: Record<string, unknown>) => unknown) | undefined
    const between = await startScripted((request) => (response) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name === 'authorization' || name === 'content-type'),
      ) as Record<string, string>
      void fetch(`${sandbox.url}${request.path}${request.query.size === 0 ? '' : `?${request.query.toString()}`}`, {
        method: request.method,
        headers,
        ...(request.body === '' ? {} : { body: request.body }),
      }).then(async (answer) => {
        const text = await answer.text()
        const isSpoilt = request.path.endsWith('/products') && spoil !== undefined
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(isSpoilt ? JSON.stringify(spoil?.(JSON.parse(text) as Record<string, unknown>)) : text)
      })
    })
    const there = { ...env, HUBSWITCH_BASE_URL: between.url, HUBSWITCH_DATA_DIR: path.join(machine.folder, 'between') }
    const result = (body: Record<string, unknown>): Record<string, unknown> => body['result'] as Record<string, unknown>
    const prices = (body: Record<string, unknown>, price: unknown): unknown =>
      JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'price' ? price : value)))
    try {
      const pushed = idOf(
        await run(
          [
            'rates',
            'push',
            await write(
              'between.csv',
              'hotel_code,room_id,rate_plan_id,date,price,currency,min_stay',
              [0, 1].map((at) => `1000001,101,501,${day(at)},77.00,EUR,2`),
            ),
          ],
          there,
        ),
      )
      const judged = async (how: typeof spoil): Promise<[number | null, unknown]> => {
        spoil = how
        const ran = await run(['run', 'verify', String(pushed)], there)
        return [
          ran.code,
          ran
            .json<{ notJudged: { reason: string; detail?: string }[] }>()
            .notJudged.map(({ reason, detail }) => (reason === 'noAnswer' ? detail : reason)),
        ]
      }
      expect(await judged(() => ({ status: 'fail', message: 'Not for this distributor', result: null }))).toEqual([
        12,
        [expect.stringContaining('Not for this distributor')],
      ])
      expect(await judged((body) => ({ ...body, result: { ...result(body), checkInDate: '2030-01-01' } }))).toEqual([
        12,
        [expect.stringContaining('something else: checkInDate 2030-01-01')],
      ])
      for (const price of [null, 'on request'])
        expect(await judged((body) => prices(body, price))).toEqual([12, ['noPrice']])
      spoil = undefined
      const whole = await runWarm(['run', 'verify', String(pushed)], there)
      expect([whole.code, whole.stdout]).toEqual([
        0,
        expect.stringMatching(/Not compared: min_stay \(2 nights\)[^]*No night differs in what was compared/),
      ])
      spoil = (body) =>
        JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'currencyCode' ? 'USD' : value)))
      expect((await run(['run', 'verify', String(pushed)], there)).json()).toMatchObject({
        same: 0,
        drifts: [{ field: 'currency', known: '77.00 EUR', service: '77.00 USD' }, { field: 'currency' }],
      })
      spoil = undefined
      const later = idOf(
        await run(
          [
            'rates',
            'push',
            await write('later.csv', 'hotel_code,room_id,rate_plan_id,date,price,currency', [
              `1000001,101,501,${day(0)},78.00,EUR`,
            ]),
            '--allow-older-file',
          ],
          there,
        ),
      )
      // What an earlier run set is not what this one can be asked about.
      expect((await run(['run', 'verify', String(later)], there)).json()).toMatchObject({ same: 1, notCompared: [] })
      expect((await run(['run', 'verify', String(pushed)], there)).json()).toMatchObject({
        same: 2,
        notCompared: [{ field: 'min_stay', nights: 2 }],
      })
    } finally {
      await between.close()
    }
  })

  it('nights that were sent without a usable answer are compared both ways; what is seen at the service counts as acknowledged', async () => {
    let mode: 'pass' | 'arrive' | 'lose' = 'pass'
    const between = await startScripted((request) => (response) => {
      const isPush = request.path === '/v1/room_settings'
      if (isPush && mode === 'lose') return void response.writeHead(200).end('<p>done?</p>')
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name === 'authorization' || name === 'content-type'),
      ) as Record<string, string>
      const url = `${sandbox.url}${request.path}${request.query.size === 0 ? '' : `?${request.query.toString()}`}`
      void fetch(url, { method: request.method, headers, ...(request.body === '' ? {} : { body: request.body }) }).then(
        async (answer) => {
          const text = await answer.text()
          response
            .writeHead(answer.status, { 'content-type': 'application/json' })
            .end(isPush && mode === 'arrive' ? '<p>done?</p>' : text)
        },
      )
    })
    const there = { ...env, HUBSWITCH_BASE_URL: between.url, HUBSWITCH_DATA_DIR: path.join(machine.folder, 'doubts') }
    const push = async (night: number, price: string): Promise<number> =>
      idOf(
        await run(
          [
            'rates',
            'push',
            await write('doubts.csv', 'hotel_code,room_id,rate_plan_id,date,price,currency', [
              `1000001,101,501,${day(200 + night)},${price},EUR`,
            ]),
          ],
          there,
        ),
      )
    const shown = async (night: number): Promise<unknown> =>
      (
        await run(['calendar', 'show', '1000001', '--room', '101', '--from', day(200 + night), '--nights', '1'], there)
      ).json<object[]>()[0]
    try {
      await run(
        [
          'inventory',
          'push',
          await write(
            'doubts-free.csv',
            'hotel_code,room_id,date,availability',
            [0, 1].map((at) => `1000001,101,${day(200 + at)},3`),
          ),
        ],
        there,
      )
      for (const night of [0, 1]) await push(night, '80.00')
      mode = 'arrive'
      const arrived = await push(0, '84.00')
      mode = 'lose'
      const gone = await push(1, '85.00')
      mode = 'pass'
      const [first, second] = [
        await run(['run', 'verify', String(arrived)], there),
        await run(['run', 'verify', String(gone)], there),
      ]
      expect([first.code, first.json()]).toMatchObject([
        0,
        { unanswered: { nights: 1, arrived: 1, notArrived: 0, open: 0, settled: 1 } },
      ])
      expect([second.code, second.json()]).toMatchObject([
        8,
        {
          driftBelow: null,
          error: { code: 'FINDINGS' },
          unanswered: { nights: 1, arrived: 0, notArrived: 1, open: 0, settled: 0 },
        },
      ])
      expect(await shown(0)).toMatchObject({ price: '84.00' })
      expect(await shown(0)).not.toHaveProperty('unacknowledged')
      expect(await shown(1)).toMatchObject({ price: '80.00', unacknowledged: { price: ['85.00'] } })
      expect((await run(['run', 'show', String(arrived)], there)).json()).toMatchObject({
        state: 'done',
        nights: { acknowledged: 1, left: 0 },
      })

      // Nights of which nothing was known before: what was sent and is shown has arrived; another price may be anybody's.
      mode = 'pass'
      await run(
        [
          'inventory',
          'push',
          await write(
            'new-free.csv',
            'hotel_code,room_id,date,availability',
            [2, 3].map((at) => `1000001,101,${day(200 + at)},3`),
          ),
        ],
        there,
      )
      mode = 'arrive'
      const fresh = await push(2, '86.00')
      mode = 'lose'
      const lost = await push(3, '87.00')
      mode = 'pass'
      const inWords = await runWarm(['run', 'verify', String(fresh)], there)
      expect([inWords.code, inWords.stdout]).toEqual([
        0,
        expect.stringMatching(
          /1 arrived, 0 did not, 0 cannot be told\n +1 night of them counts as acknowledged[^]*The service had acknowledged no other night to come/,
        ),
      ])
      expect((await run(['run', 'show', String(fresh)], there)).json()).toMatchObject({
        state: 'done',
        nights: { acknowledged: 1, left: 0 },
      })
      await run(
        [
          'rates',
          'push',
          await write('theirs-new.csv', 'hotel_code,room_id,rate_plan_id,date,price,currency', [
            `1000001,101,501,${day(203)},1.00,EUR`,
          ]),
        ],
        other,
      )
      const never = await run(['run', 'verify', String(lost)], there)
      expect([never.code, never.json()]).toMatchObject([
        12,
        { unanswered: { nights: 1, arrived: 0, notArrived: 0, open: 1, settled: 0 } },
      ])
      // A room that is not on offer may be sold out: that it was sent as closed is not proven by it.
      await run(
        [
          'inventory',
          'push',
          await write('theirs-none.csv', 'hotel_code,room_id,date,availability', [`1000001,101,${day(204)},0`]),
        ],
        other,
      )
      mode = 'lose'
      const closed = idOf(
        await run(
          [
            'rates',
            'push',
            await write('closed.csv', 'hotel_code,room_id,rate_plan_id,date,closed', [
              `1000001,101,501,${day(204)},true`,
            ]),
          ],
          there,
        ),
      )
      mode = 'pass'
      const unseen = await run(['run', 'verify', String(closed)], there)
      expect([unseen.code, unseen.json()]).toMatchObject([
        12,
        { unanswered: { nights: 1, arrived: 0, notArrived: 0, open: 1, settled: 0 } },
      ])
    } finally {
      await between.close()
    }
  })
})
