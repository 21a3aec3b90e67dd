import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET_TOKEN, json, type Scripted, startScripted, text } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

/** What was sent and never acknowledged may be at the service: no command may speak of the nights as if it were not. */
describe('nights that were sent without a usable answer', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  /** Whether answers to pushes get lost. */
  let isLost = false
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--yes'], env)
  const push = async (rows: readonly string[], ...flags: string[]): Promise<Ran> => {
    const file = path.join(machine.folder, 'rates.csv')
    await writeFile(file, `hotel_code,room_id,rate_plan_id,date,price,min_stay\n${rows.join('\n')}\n`)
    return run('rates', 'push', file, ...flags)
  }
  const lost = async (rows: readonly string[]): Promise<number> => {
    isLost = true
    const pushed = await push(rows, '--json')
    isLost = false
    return pushed.json<{ run: { id: number } }>().run.id
  }
  const sent = (): object[] =>
    service
      .to('/v1/room_settings')
      .flatMap(({ body }) => (JSON.parse(body) as { room_settings: object[] }).room_settings)

  beforeAll(async () => {
    service = await startScripted(({ path: place }) => {
      if (place === GET_TOKEN)
        return json(200, {
          result: { accessToken: TOKEN, expiresIn: 3600 },
          status: 'success',
          message: null,
          executionTime: 1,
        })
      if (place === '/v1/rooms')
        return json(200, {
          success: true,
          error: null,
          processing_times: {},
          hotel_code: 7,
          rooms: [{ id: 101 }, { id: 102 }],
        })
      return isLost ? text(200, '<p>done?</p>') : json(200, { success: true, error: null, processing_times: {} })
    })
  })
  beforeEach(async () => {
    machine = await freshMachine()
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_RATE: '1000',
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
    return () => machine.remove()
  })
  afterAll(() => service.close())

  it('are marked by calendar show beside what was acknowledged, and shown where nothing was', async () => {
    await push(['7,101,501,2027-06-01,90,1'])
    await lost(['7,101,501,2027-06-01,95,1', '7,102,501,2027-06-02,80,2'])
    const shown = await run('calendar', 'show', '7', '--from', '2027-06-01', '--json')
    expect(shown.json()).toMatchObject([
      { night: '2027-06-01', room: '101', price: '90.00', unacknowledged: { price: ['95.00'] } },
      { night: '2027-06-02', room: '102', unacknowledged: { price: ['80.00'], min_stay: [2] } },
    ])
    expect(shown.json<object[]>()[1]).not.toHaveProperty('price')
    expect((await run('calendar', 'show', '7', '--from', '2027-06-01', '--output', 'table')).stdout).toContain(
      'price 95.00, min_stay 1 (sent, not acknowledged)',
    )
    // A lost push is enough to know the hotel by.
    expect((await run('calendar', 'show', '--from', '2027-06-01', '--json')).code).toBe(0)
  })

  it('make the answer of calendar check unknown where it depends on them, and only there', async () => {
    const units = path.join(machine.folder, 'units.csv')
    await writeFile(units, 'hotel_code,room_id,from,to,availability\n7,101,2027-06-01,2027-06-09,4\n')
    await run('inventory', 'push', units)
    await push(['7,101,501,2027-06-01,90,1', '7,101,501,2027-06-02,90,3'])
    await lost(['7,101,501,2027-06-01,95,3', '7,101,501,2027-06-02,95,4'])
    const check = async (...flags: string[]): Promise<unknown> => {
      const { code, json: document } = await run(
        'calendar',
        'check',
        '7',
        '--room',
        '101',
        '--plan',
        '501',
        ...flags,
        '--json',
      )
      return [code, document<{ answer: string; unknown: { what: string }[] }[]>()[0]]
    }
    expect(await check('--from', '2027-06-01')).toMatchObject([
      12,
      {
        answer: 'unknown',
        unknown: [
          {
            what: 'sent',
            words: expect.stringContaining('perhaps sold for 3 nights or more, not 1 (2027-06-01)') as string,
          },
        ],
      },
    ])
    expect(await check('--from', '2027-06-02')).toMatchObject([8, { answer: 'no', obstacles: [{ rule: 'minStay' }] }])
  })

  it('are put back by run undo; the ones of which nothing was known before are told', async () => {
    await push(['7,101,501,2027-06-01,90,1'])
    const id = await lost(['7,101,501,2027-06-01,95,3', '7,102,501,2027-06-01,70,1'])
    const before = sent().length
    const undone = await run('run', 'undo', String(id), '--json')
    expect([undone.code, undone.json(), sent().slice(before)]).toMatchObject([
      3,
      { unansweredNights: 1, unansweredLeft: 1, unknown: [{ room: '102', from: '2027-06-01' }] },
      [{ room_id: 101, from: '2027-06-01', to: '2027-06-01', price: '90.00', min_stay: 1 }],
    ])
    expect(undone.stderr).toContain('Restored too: 1 night that the run sent without a usable answer')
    expect(
      (await run('calendar', 'show', '7', '--from', '2027-06-01', '--room', '101', '--json')).json<object[]>()[0],
    ).not.toHaveProperty('unacknowledged')
  })

  it('leave what a later run has overwritten without a value to put back: its undo names them', async () => {
    await push(['7,101,501,2027-06-01,130,1'])
    await lost(['7,101,501,2027-06-01,110,1'])
    await push(['7,101,501,2027-06-01,90,1'])
    const before = sent().length
    const undone = await run('run', 'undo', '--last', '--json')
    expect([undone.code, undone.json(), sent().slice(before)]).toMatchObject([
      3,
      {
        unsureNights: 1,
        unsure: [{ room: '101', from: '2027-06-01', to: '2027-06-01', fields: ['price'] }],
        error: { code: 'PARTIAL' },
      },
      [],
    ])
    // Of what the lost push sent as it had been acknowledged, there is no doubt.
    const other = await push(['7,101,501,2027-06-01,90,5'])
    expect(other.code).toBe(0)
    const again = await run('run', 'undo', '--last', '--json')
    expect([again.code, sent().at(-1)]).toMatchObject([0, { min_stay: 1 }])
  })

  it('that an undo leaves are told by its resume and by run show as well', async () => {
    await push(['7,101,501,2027-06-01,130,1', '7,102,501,2027-06-01,50,1'])
    await lost(['7,101,501,2027-06-01,110,1'])
    await push(['7,101,501,2027-06-01,90,1', '7,102,501,2027-06-01,60,1'])
    isLost = true
    const cut = await run('run', 'undo', '--last')
    isLost = false
    expect([cut.code, sent().at(-1)]).toMatchObject([12, { room_id: 102, price: '50.00' }])
    const words = 'Not put back: 1 night whose earlier value is not known'
    const resumed = await run('run', 'resume', '--last', '--json')
    expect([resumed.code, resumed.json<object>()]).toMatchObject([
      3,
      { run: { state: 'done' }, error: { message: expect.stringContaining(words) as string } },
    ])
    expect((await run('run', 'show', '4')).stdout).toContain(words)
  })

  describe('and that a later run has set since', () => {
    const nights = (from: number, to: number, price: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, at) => `7,101,501,2027-06-0${from + at},${price},1`)
    const SET_SINCE = { hotel: '7', room: '101', from: '2027-06-01', fields: ['price', 'min_stay'] }

    it('are named by run undo and left; with --over-later they get what was there before', async () => {
      await push(nights(1, 4, 100))
      const id = await lost(nights(1, 4, 110))
      await push(nights(1, 4, 120))
      const before = sent().length
      const left = await run('run', 'undo', String(id), '--json')
      expect([left.code, left.json(), sent().slice(before)]).toMatchObject([
        3,
        {
          laterNights: 4,
          later: [{ ...SET_SINCE, to: '2027-06-04' }],
          unansweredNights: 0,
          error: { code: 'PARTIAL' },
        },
        [],
      ])
      const dry = await run('run', 'undo', String(id), '--dry-run')
      expect(dry.stdout).toContain('Left unchanged: 4 nights that a later run has set since. Add --over-later')
      const over = await run('run', 'undo', String(id), '--over-later', '--json')
      expect([over.code, over.json(), sent().slice(before)]).toMatchObject([
        0,
        { overLaterNights: 4, laterNights: 0 },
        [{ room_id: 101, from: '2027-06-01', to: '2027-06-04', price: '100.00' }],
      ])
      const again = await run('run', 'undo', String(id), '--over-later')
      expect([again.code, again.stdout]).toEqual([
        0,
        expect.stringContaining(`There is nothing to put back for run ${id}: run 5 has undone it.`),
      ])
    })

    it('are named beside the ones that are restored, and a second undo with --over-later gets at them', async () => {
      await push(nights(1, 4, 100))
      const id = await lost(nights(1, 4, 110))
      await push(nights(1, 2, 120))
      const before = sent().length
      const first = await run('run', 'undo', String(id), '--json')
      expect([first.code, first.json(), sent().slice(before)]).toMatchObject([
        3,
        { unansweredNights: 2, laterNights: 2, later: [{ ...SET_SINCE, to: '2027-06-02' }] },
        [{ from: '2027-06-03', to: '2027-06-04', price: '100.00' }],
      ])
      const still = await run('run', 'undo', String(id))
      expect([still.code, still.stdout]).toMatchObject([
        3,
        expect.stringContaining('Left unchanged: 2 nights that a later run has set since. Add --over-later') as string,
      ])
      expect(still.stdout).not.toContain('There is nothing to put back')
      const over = await run('run', 'undo', String(id), '--over-later', '--json')
      expect([over.code, sent().slice(before + 1)]).toMatchObject([
        0,
        [{ room_id: 101, from: '2027-06-01', to: '2027-06-02', price: '100.00' }],
      ])
      expect((await run('run', 'undo', String(id), '--over-later')).stdout).toContain('run 4 and run 6 have undone it.')
    })

    it('are left too where the later run sent the same again: that one is not undone', async () => {
      await push(nights(1, 1, 100))
      const id = await lost(nights(1, 1, 110))
      await push(nights(1, 1, 110))
      const before = sent().length
      const left = await run('run', 'undo', String(id), '--json')
      expect([left.code, left.json(), sent().length]).toMatchObject([3, { laterNights: 1 }, before])
    })

    it('count as never set where nothing was known of them before', async () => {
      const id = await lost(nights(1, 1, 110))
      await push(nights(1, 1, 120))
      const over = await run('run', 'undo', String(id), '--over-later', '--json')
      expect([over.code, over.json()]).toMatchObject([3, { unknownNights: 1, overLaterNights: 0 }])
    })

    it('give each room back its own where all rooms were sent', async () => {
      await push(['7,*,501,2027-06-01,80,1'])
      await push(['7,101,501,2027-06-01,70,1'])
      const id = await lost(['7,*,501,2027-06-01,82,1'])
      await push(['7,*,501,2027-06-01,84,1'])
      const before = sent().length
      await run('run', 'undo', String(id), '--over-later')
      expect(sent().slice(before)).toMatchObject([{ price: '80.00' }, { room_id: 101, price: '70.00' }])
    })
  })

  it('put back for all rooms do not overwrite what a room has of its own', async () => {
    await push(['7,*,501,2027-06-01,80,1'])
    await push(['7,101,501,2027-06-01,70,1'])
    const id = await lost(['7,*,501,2027-06-01,82,1'])
    const before = sent().length
    await run('run', 'undo', String(id))
    expect(sent().slice(before)).toMatchObject([{ price: '80.00' }, { room_id: 101, price: '70.00' }])
  })

  it('are named by the next plan as the reason why they go out again', async () => {
    await push(['7,101,501,2027-06-01,90,1'])
    await lost(['7,101,501,2027-06-01,95,1'])
    const again = ['7,101,501,2027-06-01,90,1']
    expect((await push(again, '--changes-only', '--dry-run')).stdout).toMatch(
      /Again {6}1 night: sent before without a usable answer/,
    )
    const pushed = await push(again, '--changes-only', '--json')
    expect(pushed.json()).toMatchObject({ plan: { nights: 1, unanswered: 1 }, run: { nights: { acknowledged: 1 } } })
    expect((await push(again, '--changes-only', '--json')).json()).toMatchObject({ plan: { nights: 0, unanswered: 0 } })
  })
})
