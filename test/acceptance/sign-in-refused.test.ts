import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET_TOKEN, json, type Scripted, startScripted, text } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

/** Where the service lets nobody in, nothing of a push was sent, and every word and count must say so. */
describe('a sign-in that the service refuses', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  let status = 200
  let isLost = false
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--yes', '--json'], env)
  const file = async (room: string, price = 90): Promise<string> => {
    const target = path.join(machine.folder, 'rates.csv')
    await writeFile(
      target,
      `hotel_code,room_id,date,price\n7,${room},2027-06-01,${price}\n8,${room},2027-06-01,${price}\n`,
    )
    return target
  }

  beforeAll(async () => {
    service = await startScripted(({ path: place }) => {
      if (place === GET_TOKEN)
        return status === 200
          ? json(200, {
              result: { accessToken: TOKEN, expiresIn: 3600 },
              status: 'success',
              message: null,
              executionTime: 1,
            })
          : json(status, { result: null, status: 'fail', message: 'wrong secret', executionTime: 1 })
      if (place === '/v1/rooms')
        return json(200, { success: true, error: null, processing_times: {}, hotel_code: 7, rooms: [{ id: 101 }] })
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

  it.each([
    [401, '101'],
    [403, '101'],
    [401, '*'],
  ] as const)('HTTP %i, room %s: leaves no run behind and says nothing of rooms', async (refusal, room) => {
    status = refusal
    const before = service.requests.length
    const pushed = await run('rates', 'push', await file(room))
    expect([pushed.code, pushed.json()]).toMatchObject([
      4,
      { error: { code: 'SIGN_IN_REFUSED', exitCode: 4, next: expect.stringContaining('Nothing was sent.') as string } },
    ])
    expect(pushed.stderr).not.toContain('did not list its rooms')
    expect(service.requests.slice(before).map((one) => one.path)).toEqual([GET_TOKEN])
    expect((await run('run', 'list')).json()).toEqual([])
  })

  it('leaves a run that is to be resumed, or undone, as it was', async () => {
    status = 200
    await run('rates', 'push', await file('101'))
    isLost = true
    const {
      run: { id: runId },
    } = (await run('rates', 'push', await file('101', 95))).json<{ run: { id: number } }>()
    isLost = false
    const shown = async (): Promise<unknown> => (await run('run', 'show', String(runId))).json<object>()
    const before = await shown()
    status = 401
    for (const verb of ['resume', 'undo']) {
      const refused = await run('run', verb, String(runId))
      expect([verb, refused.code, refused.json()]).toMatchObject([
        verb,
        4,
        { error: { code: 'SIGN_IN_REFUSED', next: expect.stringContaining('Nothing was sent.') as string } },
      ])
    }
    expect(await shown()).toEqual(before)
    expect((await run('run', 'list')).json()).toHaveLength(2)
  })
})
