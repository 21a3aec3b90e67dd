import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Reply, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

interface Listed {
  id: number
  active?: boolean
  quantity?: number
  price?: { currency: string }
  name?: string
  code?: string
}

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

/** A push compares the rooms of its files with those that the service lists, before it sends anything. */
describe('rooms that the service does not list', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  /** What the service says of its rooms; undefined: it refuses to say. */
  let rooms: Listed[] | undefined
  /** What it says of the rooms of hotel 17; undefined: the same. */
  let others: Reply | undefined
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--yes'], env)
  const sent = (): { room_id?: number; from: string; to: string }[] =>
    service
      .to('/v1/room_settings')
      .flatMap(
        ({ body }) =>
          (JSON.parse(body) as { room_settings: { room_id?: number; from: string; to: string }[] }).room_settings,
      )
  const asked = (): number => service.to('/v1/rooms').length
  const day = (at: number): string => new Date(Date.UTC(2027, 5, 1) + at * 86_400_000).toISOString().slice(0, 10)
  /** So many nights of each room, room after room. */
  const file = async (name: string, wanted: readonly string[], nights = 30, price = 90): Promise<string> => {
    const target = path.join(machine.folder, name)
    const lines = wanted.flatMap((room) =>
      Array.from({ length: nights }, (_, at) => `7,${room},${day(at)},${price + at}.00`),
    )
    await writeFile(target, `hotel_code,room_id,date,price\n${lines.join('\n')}\n`)
    return target
  }

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(({ path: place, body }) => {
      if (place === '/api/v1/partners/get-token')
        return json(200, {
          result: { accessToken: TOKEN, expiresIn: 3600 },
          status: 'success',
          message: null,
          executionTime: 1,
        })
      if (place === '/v1/rooms' && others !== undefined && body.includes('"hotel_code":17')) return others
      if (place === '/v1/rooms')
        return rooms === undefined
          ? json(403, { success: false, error: { code: 'FORBIDDEN', message: 'not for this agent' } })
          : json(200, { success: true, error: null, processing_times: {}, hotel_code: 7, rooms })
      if (body.includes('"room_id":666'))
        return json(200, {
          success: false,
          error: { code: 'INVALID_ROOM', message: 'no such room' },
          processing_times: {},
        })
      return json(200, { success: true, error: null, processing_times: {} })
    })
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_RATE: '1000',
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it('are refused before anything is sent: one line a room with its rows and the nearest one, exit 6', async () => {
    rooms = [
      { id: 101, name: 'Double room', code: 'DBL' },
      { id: 102, name: 'Suite', code: 'STE' },
    ]
    const rates = await file('wrong.csv', ['101', '110', '87654'])
    const refused = await run('rates', 'push', rates)
    expect([refused.code, sent().length, asked()]).toEqual([6, 0, 1])
    expect(refused.stderr.split('\n').filter((line) => line.includes('wrong.csv'))).toEqual([
      expect.stringMatching(
        /wrong\.csv:32-61 \(30 rows\).*room_id "110": the service lists 2 active rooms for hotel 7, and this is not among them\. Did you mean 101 \(DBL, Double room\)\? .*--allow-unknown-rooms/,
      ) as string,
      expect.stringMatching(
        /wrong\.csv:62-91 \(30 rows\).*room_id "87654": .* It lists 101 \(DBL, Double room\), 102 \(STE, Suite\)\. /,
      ) as string,
    ])
    expect(refused.stderr).toContain('60 of 90 rows are wrong; nothing was sent.')
    const again = await run('rates', 'push', rates, '--json')
    expect([again.code, again.json()]).toMatchObject([
      6,
      {
        error: {
          code: 'INVALID_INPUT',
          facts: { rows: 90, badRows: 60 },
          findings: [
            { line: 32, lastLine: 61, rows: 30, field: 'room_id', value: '110' },
            { line: 62, lastLine: 91, rows: 30, value: '87654' },
          ],
        },
      },
    ])
  })

  it('with --skip-invalid the others are sent; the rejects hold each row and can be pushed', async () => {
    const rates = await file('mixed.csv', ['101', '110'], 5)
    const rejects = path.join(machine.folder, 'rejects.csv')
    const pushed = await run('rates', 'push', rates, '--skip-invalid', '--rejects', rejects, '--json')
    expect([pushed.code, pushed.json()]).toMatchObject([
      3,
      {
        run: { nights: { planned: 5, acknowledged: 5 } },
        plan: { badRows: 5, nights: 5, bad: [{ line: 7, lastLine: 11, rows: 5 }] },
        rejects: { rows: 5 },
      },
    ])
    expect(new Set(sent().map(({ room_id: room }) => room))).toEqual(new Set([101]))
    const held = await readFile(rejects, 'utf8')
    expect(
      held
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(-4, -1).join()),
    ).toEqual(Array.from({ length: 5 }, (_, at) => `7,110,${day(at)}`))
    await writeFile(rejects, held.replaceAll(',110,', ',102,'))
    expect((await run('rates', 'push', rejects)).code).toBe(0)
    expect(sent().at(-1)).toMatchObject({ room_id: 102 })
  })

  it('--allow-unknown-rooms sends them and the run keeps that it did', async () => {
    const rates = await file('inactive.csv', ['110'], 3)
    const before = sent().length
    expect((await run('rates', 'push', rates, '--allow-unknown-rooms')).code).toBe(0)
    expect(
      sent()
        .slice(before)
        .map(({ room_id: room }) => room),
    ).toEqual([110, 110, 110])
    const [newest] = (await run('run', 'list', '--json')).json<{ id: number }[]>()
    expect((await run('run', 'show', String(newest?.id), '--json')).stdout).toContain('"mayUnknownRooms": true')
  })

  it('what the service refuses is told the same way: one line a cause, with the range of its rows', async () => {
    const rates = await file('refused.csv', ['101', '666'], 6, 200)
    const pushed = await run('rates', 'push', rates, '--allow-unknown-rooms')
    expect([pushed.code, pushed.stdout.split('\n').filter((line) => line.includes('refused.csv'))]).toEqual([
      3,
      [expect.stringMatching(/refused\.csv:8-13 \(6 rows\) {2}hotel 7: no such room/) as string],
    ])
    const [newest] = (await run('run', 'list', '--json')).json<{ id: number }[]>()
    expect(
      (await run('run', 'show', String(newest?.id), '--output', 'table')).stdout
        .split('\n')
        .filter((line) => line.includes('no such room')),
    ).toEqual([expect.stringContaining('refused.csv:8-13 (6 rows)') as string])
    expect(
      (await run('run', 'show', String(newest?.id), '--json')).json<{ rejectedRows: unknown[] }>().rejectedRows,
    ).toHaveLength(6)
  })

  it('a room that was added meanwhile is asked for again, not refused from memory', async () => {
    rooms = [...(rooms ?? []), { id: 103 }]
    const before = asked()
    expect((await run('rates', 'push', await file('new.csv', ['103'], 2))).code).toBe(0)
    expect((await run('rates', 'push', await file('new.csv', ['103'], 3))).code).toBe(0)
    expect(asked() - before).toBe(2)
  })

  it('a saved plan, which was made without asking, is compared before it is sent', async () => {
    rooms = [{ id: 101, name: 'Double room' }]
    const plan = path.join(machine.folder, 'night.plan')
    expect(
      (await run('rates', 'push', await file('plan.csv', ['101', '110'], 4, 40), '--save-plan', plan, '--json')).json(),
    ).toMatchObject({ plan: { uncheckedRooms: 0 } })
    const before = sent().length
    const refused = await run('rates', 'push', '--plan', plan, '--json')
    expect([refused.code, sent().length - before, refused.json()]).toMatchObject([
      6,
      0,
      {
        error: {
          message: expect.stringContaining('names a room that the service does not list; nothing was sent') as string,
          findings: [
            {
              file: plan,
              field: 'room_id',
              value: '110',
              remedy: expect.stringContaining('Did you mean 101 (Double room)?') as string,
            },
          ],
        },
      },
    ])
    expect([
      (await run('rates', 'push', '--plan', plan, '--allow-unknown-rooms')).code,
      sent().length - before,
    ]).toEqual([0, 8])
    const [newest] = (await run('run', 'list', '--json')).json<{ id: number }[]>()
    expect((await run('run', 'show', String(newest?.id), '--json')).stdout).toContain('"mayUnknownRooms": true')
  })

  it('what the service said of its units a while ago stops nothing: it is asked again first', async () => {
    const units = path.join(machine.folder, 'units.csv')
    const count = async (free: number): Promise<Ran> => {
      await writeFile(units, `hotel_code,room_id,date,availability\n7,101,${day(0)},${free}\n`)
      return run('inventory', 'push', units, '--json')
    }
    rooms = [{ id: 101, quantity: 4, price: { currency: 'eur' } }, { id: 105 }]
    // The list is fetched anew, because what is kept lacks a room.
    expect((await run('rates', 'push', await file('fresh.csv', ['105'], 1, 33))).code).toBe(0)
    const before = asked()
    rooms = [{ id: 101, quantity: 6, price: { currency: 'eur' } }, { id: 105 }]
    expect([(await count(6)).code, asked() - before]).toEqual([0, 1])
    // Still too many by what it says now: stopped, after one more question.
    const many = await count(9)
    expect([many.code, many.json(), asked() - before]).toMatchObject([
      7,
      {
        error: {
          findings: [
            {
              reason: expect.stringContaining('is more than the 6 units that the service lists for the room') as string,
            },
          ],
        },
      },
      2,
    ])
    const euros = path.join(machine.folder, 'euros.csv')
    await writeFile(euros, `hotel_code,room_id,date,price,currency\n7,101,${day(50)},90.00,EUR\n`)
    expect((await run('rates', 'push', euros, '--json')).code).toBe(0)
  })

  it('a hotel that does not answer refuses nothing, and that is said', async () => {
    rooms = undefined
    const before = sent().length
    const pushed = await run('rates', 'push', await file('bare.csv', ['999'], 2, 50), '--json')
    expect([pushed.code, sent().length - before, pushed.stderr, pushed.json()]).toMatchObject([
      0,
      2,
      expect.stringContaining('did not list its rooms for hotel 7, so room ids were not checked there: ') as string,
      { plan: { uncheckedRooms: expect.any(Number) as number } },
    ])
  })

  it.each<[string, typeof rooms]>([
    ['lists no rooms', []],
    ['lists the room as not active', [{ id: 998, active: false }]],
  ])('a hotel that %s refuses its rows before anything is sent, unless that is allowed', async (_, listed) => {
    rooms = listed
    const before = sent().length
    const bare = await file('none.csv', ['998'], 2, 60)
    const refused = await run('rates', 'push', bare, '--json')
    expect([refused.code, sent().length - before, refused.json()]).toMatchObject([
      6,
      0,
      {
        error: {
          code: 'INVALID_INPUT',
          findings: [
            {
              field: 'room_id',
              value: '998',
              reason: 'the service lists no active room for hotel 7',
              remedy: expect.stringContaining('--allow-unknown-rooms') as string,
            },
          ],
        },
      },
    ])
    expect((await run('rates', 'push', bare, '--allow-unknown-rooms')).code).toBe(0)
  })

  it.each([
    ['HTTP 404', json(404, { success: false, error: { code: 'INVALID_HOTEL', message: 'There is no hotel 17.' } })],
    [
      'a refusal that names the hotel',
      json(200, {
        success: false,
        error: { code: 'INVALID_HOTEL', message: 'hotel_code is not known' },
        processing_times: {},
      }),
    ],
  ])(
    'a hotel that the service does not have is refused before anything is sent, in one line with the nearest one: %s',
    async (_, answer) => {
      rooms = [{ id: 101 }]
      others = answer
      const rates = path.join(machine.folder, 'hotels.csv')
      await writeFile(
        rates,
        `hotel_code,room_id,date,price\n7,101,${day(0)},90\n17,*,${day(0)},90\n17,*,${day(1)},90\n`,
      )
      const before = sent().length
      const refused = await run('rates', 'push', rates, '--json')
      expect([refused.code, sent().length - before, refused.json()]).toMatchObject([
        6,
        0,
        {
          error: {
            code: 'INVALID_INPUT',
            findings: [
              {
                line: 3,
                lastLine: 4,
                rows: 2,
                field: 'hotel_code',
                value: '17',
                reason: expect.stringContaining('the service has no hotel 17') as string,
                remedy: expect.stringContaining('--allow-unknown-rooms') as string,
              },
            ],
          },
        },
      ])
      const plan = path.join(machine.folder, 'hotels.plan')
      await run('rates', 'push', rates, '--save-plan', plan)
      expect((await run('rates', 'push', '--plan', plan, '--json')).json()).toMatchObject({
        error: { code: 'INVALID_INPUT', findings: [{ field: 'hotel_code', value: '17' }] },
      })
      // The others are sent where that is asked for, or all of them.
      expect((await run('rates', 'push', rates, '--skip-invalid', '--json')).json()).toMatchObject({
        run: { nights: { planned: 1, acknowledged: 1 } },
        plan: { badRows: 2 },
      })
      expect((await run('rates', 'push', rates, '--allow-unknown-rooms')).code).toBe(0)
      expect(sent().slice(before)).toHaveLength(3)
    },
  )

  it("a hotel that cannot be asked about, or is another's, is not judged", async () => {
    rooms = [{ id: 101 }]
    for (const [code, answer] of [
      [500, json(500, { success: false, error: { code: 'X', message: 'boom' } })],
      [
        403,
        json(403, {
          success: false,
          error: { code: 'HOTEL_NOT_ALLOWED', message: 'Hotel 17 belongs to another supplier.' },
        }),
      ],
    ] as const) {
      others = answer
      const rates = path.join(machine.folder, 'other.csv')
      await writeFile(rates, `hotel_code,room_id,date,price\n17,*,${day(40)},${code / 5}\n`)
      const pushed = await run('rates', 'push', rates)
      expect([code, pushed.code, pushed.stderr]).toEqual([
        code,
        0,
        expect.stringContaining('did not list its rooms for hotel 17') as string,
      ])
    }
  }, 30_000)

  it('a dry run asks nothing and says what it did not check, unless the service has taken the room before', async () => {
    rooms = [{ id: 101 }]
    const before = service.requests.length
    const dry = await run('rates', 'push', await file('dry.csv', ['101', '555'], 4, 70), '--dry-run')
    expect([dry.code, service.requests.length - before]).toEqual([0, 0])
    expect(dry.stdout).toMatch(/Unchecked {2}1 room: a dry run does not ask the service which rooms it has/)
    expect((await run('rates', 'push', await file('dry.csv', ['101'], 4, 71), '--dry-run')).stdout).not.toContain(
      'Unchecked',
    )
  })
})
