import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  GET_INFO,
  GET_TOKEN,
  json,
  jwt,
  PARTNER,
  startScripted,
  success,
  type Scripted,
} from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const TOLD = 'The access token cannot be kept: '
const said = (text: string, words: string): number => text.split(words).length - 1

/** What this machine cannot keep must not decide what is asked, and what was not asked is told. */
describe('guards that need the service', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  let rooms: number[] | undefined
  /** How the service fails where it does not list its rooms. */
  let failure: number
  const run = (...args: string[]): Promise<Ran> => runWarm(args, env)
  const sent = (): number => service.to('/v1/room_settings').length

  beforeEach(async () => {
    machine = await freshMachine()
    rooms = [101, 102, 103]
    failure = 500
    service = await startScripted(({ path: place }) => {
      const now = Math.floor(Date.now() / 1000)
      if (place === GET_TOKEN)
        return json(200, { accessToken: jwt({ iat: now, exp: now + 3600 }), expiresIn: 3600, tokenType: 'Bearer' })
      if (place === GET_INFO) return success(PARTNER)
      if (place === '/v1/rooms' && rooms === undefined)
        return json(failure, { success: false, error: { code: 'INTERNAL', message: 'try later' } })
      if (place === '/v1/rooms')
        return json(200, { success: true, error: null, hotel_code: 7, rooms: rooms?.map((id) => ({ id })) })
      return json(200, { success: true, error: null, processing_times: {} })
    })
    env = { ...machine.env, HUBSWITCH_RATE: '1000', HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}' }
    const login = [
      'auth',
      'login',
      '--base-url',
      service.url,
      '--partner-id',
      'p1',
      '--secret-stdin',
      '--store',
      'file',
    ]
    const ran = await machine.run([...login, '--profile', 'main'], { stdin: 'a-secret\n' })
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)])
    env['HUBSWITCH_PROFILE'] = 'main'
  })
  afterEach(async () => {
    await service.close()
    await machine.remove()
  })

  const config = (...names: string[]): string => path.join(machine.env['HUBSWITCH_CONFIG_DIR'] as string, ...names)
  /** The kept token is gone, so each command signs in. */
  const forgetToken = async (): Promise<void> => {
    const kept = JSON.parse(await readFile(config('secrets.json'), 'utf8')) as { main: { token?: string } }
    delete kept.main.token
    await writeFile(config('secrets.json'), JSON.stringify(kept), { mode: 0o600 })
  }
  /** Nothing can be written beside the secrets any more. */
  const closeStore = async (): Promise<void> => {
    await forgetToken()
    await rm(config('secrets.lock'), { force: true })
    await mkdir(config('secrets.lock', 'full'), { recursive: true })
  }
  const file = async (room: string): Promise<string> => {
    const target = path.join(machine.folder, 'rates.csv')
    await writeFile(target, `hotel_code,room_id,date,price\n7,${room},2030-06-01,90.00\n7,${room},2030-06-02,90.00\n`)
    return target
  }

  it('ask with a token that cannot be kept, which is told once, whatever --quiet says', async () => {
    await closeStore()
    for (const more of [[], ['--quiet']]) {
      const refused = await run('rates', 'push', await file('999'), '--yes', ...more)
      expect([refused.code, sent(), said(refused.stderr, TOLD)], refused.stderr).toEqual([6, 0, 1])
      expect(refused.stderr).toContain('room_id "999"')
    }
    const pushed = await run('rates', 'push', await file('101'), '--yes', '--quiet')
    expect([pushed.code, sent(), said(pushed.stderr, TOLD)], pushed.stderr).toEqual([0, 1, 1])
    expect(pushed.stderr).toContain('secrets.lock')
    expect(pushed.stderr).not.toContain('did not list its rooms')
  })

  it('a command that only reads is answered, too', async () => {
    await closeStore()
    const told = await run('auth', 'whoami', '--json')
    expect([told.code, said(told.stderr, TOLD), said(told.stderr, 'secrets.lock')], told.stderr).toEqual([0, 1, 1])
    const renewed = await run('auth', 'refresh', '--json')
    expect([renewed.code, renewed.json()]).toMatchObject([0, { isKept: false }])
    await rm(config('secrets.lock'), { recursive: true })
    expect((await run('auth', 'refresh', '--json')).json()).toMatchObject({ isKept: true })
    expect((await run('auth', 'whoami')).stderr).not.toContain(TOLD)
  })

  it('stop a push where it is this machine that keeps them from asking', async () => {
    await forgetToken()
    const data = machine.env['HUBSWITCH_DATA_DIR'] as string
    await rm(path.join(data, 'locks', 'sign-in.main.lock'), { force: true })
    await mkdir(path.join(data, 'locks', 'sign-in.main.lock'), { recursive: true })
    const stopped = await run('rates', 'push', await file('999'), '--yes')
    expect([stopped.code, service.to('/v1/rooms').length, sent()], stopped.stderr).toEqual([1, 0, 0])
    expect(stopped.stderr).toContain('The rooms of hotel 7 could not be asked for: ')
    expect(stopped.stderr).toContain('sign-in.main.lock')
    expect(said(stopped.stderr, 'othing was sent')).toBe(1)
    expect((await run('run', 'list', '--json')).json()).toEqual([])
  })

  it('are told of under --quiet, in the summary and by the run where the service does not answer them', async () => {
    rooms = undefined
    const words = 'the service did not list its rooms for hotel 7, so room ids were not checked there'
    const summary = path.join(machine.folder, 'summary.txt')
    const quiet = await run('rates', 'push', await file('999'), '--yes', '--quiet', '--summary', summary)
    expect([quiet.code, sent(), said(quiet.stderr, words)], quiet.stderr).toEqual([0, 1, 1])
    expect(said(await readFile(summary, 'utf8'), words)).toBe(1)
    expect((await run('run', 'show', '1')).stdout).toContain(`Unchecked  ${words}`)
    failure = 403
    const data = await run('rates', 'push', await file('998'), '--yes', '--json')
    expect([data.code, data.json()]).toMatchObject([
      0,
      { run: { unchecked: [expect.stringContaining(words) as string] } },
    ])
    expect((await run('run', 'show', '2', '--json')).json()).toMatchObject({
      command: { unchecked: [expect.stringContaining(words) as string] },
    })
    rooms = [101]
    await run('rates', 'push', await file('101'), '--yes')
    expect((await run('run', 'show', '3')).stdout).not.toContain('Unchecked')
  })
})
