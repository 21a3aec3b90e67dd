import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET_TOKEN, json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

/** A script reads one object, whichever way a push did not end well. */
describe('every ending but success', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  const push = async (name: string, rows: readonly string[], ...flags: string[]): Promise<Ran> => {
    const file = path.join(machine.folder, name)
    await writeFile(file, `hotel_code,room_id,date,price\n${rows.join('\n')}\n`)
    return runWarm(['rates', 'push', file, '--yes', '--json', ...flags], env)
  }

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(({ path: place, body }) => {
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
      return json(
        200,
        body.includes('"room_id":102')
          ? { success: false, error: { code: 'INVALID_ROOM', message: 'not this one' }, processing_times: {} }
          : { success: true, error: null, processing_times: {} },
      )
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

  it.each([
    ['all refused', ['7,102,2027-06-01,90'], [], 5, 'REFUSED', { rejected: 1, acknowledged: 0 }],
    ['some refused', ['7,101,2027-06-01,90', '7,102,2027-06-02,90'], [], 3, 'PARTIAL', { rejectedRows: 1, badRows: 0 }],
    [
      'some left out',
      ['7,101,2027-06-03,90', '7,101,2027-06-99,90'],
      ['--skip-invalid'],
      3,
      'PARTIAL',
      { rejectedRows: 0, badRows: 1 },
    ],
    ['a guard in a dry run', ['7,101,2027-06-05,0'], ['--dry-run'], 7, 'GUARD_RAIL', {}],
  ] as const)('%s: has the same error object', async (name, rows, flags, code, error, facts) => {
    const ran = await push(`${name.replaceAll(' ', '-')}.csv`, rows, ...flags)
    expect([ran.code, ran.json()]).toMatchObject([
      code,
      {
        error: {
          code: error,
          exitCode: code,
          message: expect.stringMatching(/\.$/) as string,
          next: expect.any(String) as string,
          facts,
        },
      },
    ])
  })

  it('what the service refused is not missed when the next file lacks it', async () => {
    await push('nights.csv', ['7,101,2027-07-01,90', '7,102,2027-07-02,90'])
    expect((await push('nights.csv', ['7,101,2027-07-03,90'], '--dry-run')).json()).toMatchObject({
      plan: { holeNights: 1, holes: [{ room: '101', from: '2027-07-01' }] },
    })
  })
})
