import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET_TOKEN, json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { freshMachine, type Machine } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

/** A place below a file, and names that no file system takes. */
const PLACES = ['below a file', 'a name of 300 characters', 'a path of 5,000'] as const

describe.each(PLACES)('what a push is to write to %s', (which) => {
  let machine: Machine
  let service: Scripted
  let to: string
  const at = (): Record<string, string> => ({
    ...machine.env,
    HUBSWITCH_BASE_URL: service.url,
    HUBSWITCH_PARTNER_ID: 'p',
    HUBSWITCH_PARTNER_SECRET: 's',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
  })
  const push = (flag: string, ending: string, env: Record<string, string> = {}) =>
    runWarm(
      [
        'rates',
        'push',
        path.join(machine.folder, 'rates.csv'),
        '--yes',
        ...(flag === '' ? [] : [flag, `${to}${ending}`]),
      ],
      { ...at(), ...env },
    )
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
        return json(200, { success: true, error: null, processing_times: {}, hotel_code: 7, rooms: [{ id: 101 }] })
      return json(200, { success: true, error: null, processing_times: {} })
    })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    machine = await freshMachine()
    const file = path.join(machine.folder, 'file')
    writeFileSync(file, 'x')
    writeFileSync(
      path.join(machine.folder, 'rates.csv'),
      'hotel_code,room_id,rate_plan_id,date,price\n7,101,501,2031-06-01,90\n',
    )
    to = {
      'below a file': path.join(file, 'x'),
      'a name of 300 characters': path.join(machine.folder, 'n'.repeat(300)),
      'a path of 5,000': path.join(machine.folder, 'a/'.repeat(2500), 'x'),
    }[which]
    return () => machine.remove()
  })

  it.each([
    ['--log-file', '.log'],
    ['--summary', '.txt'],
    ['--events', '.jsonl'],
  ])('%s: is told, and the push goes on', async (flag, ending) => {
    const { code, stderr } = await push(flag, ending)
    expect([code, stderr.includes('cannot be written')]).toEqual([0, true])
    expect(stderr).toMatch(/a file stands in the place of a folder|longer than the file system takes/)
  })

  it.each([
    ['--rejects', '.csv'],
    ['--save-plan', '.plan'],
  ])('%s: is refused before anything is sent', async (flag, ending) => {
    const { code, stderr } = await push(flag, ending)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be written to .* Nothing was sent\./s)])
    expect(stderr).not.toContain('Something went wrong')
  })

  it('--html and the data directory: are refused in plain words', async () => {
    await push('', '')
    const page = await runWarm(['run', 'show', '--last', '--html', `${to}.html`], at())
    expect([page.code, page.stderr]).toEqual([2, expect.stringContaining('The page cannot be written to')])
    const { code, stderr } = await push('', '', { HUBSWITCH_DATA_DIR: to })
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/a file stands where a directory is needed|longer than the file system takes/)
    expect(stderr).not.toContain('Something went wrong')
  })
})
