import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { type Machine, type Ran, freshMachine } from '../support/cli.js'
import { startTestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

interface Told {
  profile: string | null
  ok: number
  warn: number
  fail: number
  checks: { check: string; state: string; says: string; next?: string }[]
}

const SECRET = 'partner-secret-9d2f71'

describe('hubswitch doctor', () => {
  let machine: Machine
  let server: Scripted
  const run = (args: string, env: Record<string, string> = {}): Promise<Ran> =>
    runWarm(args.split(' '), { ...machine.env, ...env })
  const told = async (args: string, env: Record<string, string> = {}): Promise<Told & { code: number | null }> => {
    const ran = await run(`doctor --json ${args}`.trim(), env)
    return { ...ran.json<Told>(), code: ran.code }
  }
  const stateOf = ({ checks }: Told, name: string): string | undefined =>
    checks.find(({ check }) => check === name)?.state
  beforeAll(async () => {
    machine = await freshMachine()
    server = await startScripted(() =>
      json(401, { status: 'error' }, { date: new Date(Date.now() - 7_200_000).toUTCString() }),
    )
  })
  afterAll(async () => {
    await server.close()
    await machine.remove()
  })

  it('finds nothing wrong on a fresh machine, and makes nothing', async () => {
    const { code, fail, warn, profile, checks } = await told('')
    expect({ code, fail, warn, profile }).toEqual({ code: 0, fail: 0, warn: 0, profile: 'sandbox' })
    expect(checks.map(({ check }) => check)).toEqual([
      'node',
      'config-dir',
      'data-dir',
      'cache-dir',
      'disk',
      'profile',
      'overlay',
      'credentials',
      'token',
      'channel-credentials',
      'keychain',
      'service',
      'locks',
      'journal',
      'mapping',
    ])
    expect(readdirSync(machine.folder)).not.toContain('data')
  })

  it('tells a wrong clock and missing credentials apart, exits with 8, shows no secret and sends none', async () => {
    const env = {
      HUBSWITCH_BASE_URL: server.url,
      HUBSWITCH_PARTNER_ID: '4711',
      HUBSWITCH_PARTNER_SECRET: SECRET,
    }
    const found = await told('', env)
    expect({ code: found.code, clock: stateOf(found, 'clock'), service: stateOf(found, 'service') }).toEqual({
      code: 8,
      clock: 'fail',
      service: 'ok',
    })
    expect(found.checks.find(({ check }) => check === 'clock')?.says).toContain('2 h ahead of that of the service')
    expect(stateOf(found, 'channel-credentials')).toBe('warn')
    expect(JSON.stringify(found)).not.toContain(SECRET)
    // Looked at without a token, and then tried.
    expect(server.requests.map(({ path: at }) => at.includes('token'))).toEqual([false, true])
    expect(found.checks.find(({ check }) => check === 'sign-in')).toMatchObject({ state: 'fail' })
    const bare = await told('', { HUBSWITCH_BASE_URL: server.url })
    expect(stateOf(bare, 'credentials')).toBe('fail')
    expect([stateOf(bare, 'sign-in'), server.requests.length]).toEqual([undefined, 3])
    const offline = await told('--offline', env)
    expect([offline.code, stateOf(offline, 'service'), server.requests.length]).toEqual([0, undefined, 3])
    expect(offline.checks.find(({ check }) => check === 'sign-in')).toMatchObject({
      state: 'unknown',
      says: 'Not tried: --offline was given.',
      next: '"hubswitch auth whoami" tries it.',
    })
  })

  it('says ok of a sign-in that it has tried alone, by what that was, and what it has not tried', async () => {
    const { sandbox } = await startTestSandbox()
    try {
      const env = {
        HUBSWITCH_BASE_URL: sandbox.url,
        HUBSWITCH_PARTNER_ID: 'demo-supplier',
        HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
        HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"x"}',
      }
      const lines = async (more: Record<string, string> = {}) => {
        const found = await told('', { ...env, ...more })
        return Object.fromEntries(
          ['credentials', 'token', 'channel-credentials', 'sign-in'].map((name) => [
            name,
            found.checks.find(({ check }) => check === name),
          ]),
        )
      }
      expect(await lines()).toMatchObject({
        credentials: {
          state: 'ok',
          says: expect.stringMatching(/^Found: partner demo-supplier, secret: env/) as string,
        },
        'channel-credentials': { state: 'unknown', says: expect.stringContaining('not tried') as string },
        'sign-in': { state: 'ok', says: expect.stringMatching(/^The service took the secret .*: partner/) as string },
      })
      const without = (await told('--no-sign-in', env)).checks.find(({ check }) => check === 'sign-in')
      expect(without).toMatchObject({ state: 'unknown', says: 'Not tried: --no-sign-in was given.' })
      expect((await lines({ HUBSWITCH_PARTNER_SECRET: 'wrong' }))['sign-in']).toMatchObject({ state: 'fail' })
      const { stdout: token } = await run('auth token', env)
      expect((await lines({ HUBSWITCH_ACCESS_TOKEN: token.trim() }))['sign-in']).toMatchObject({
        state: 'ok',
        says: expect.stringMatching(/^The service took the token; no secret was needed/) as string,
      })
    } finally {
      await sandbox.close()
    }
  })

  it('goes on where the profile, the overlay or the token is wrong', async () => {
    const unknown = await told('--profile nope')
    expect([unknown.code, unknown.profile, stateOf(unknown, 'profile'), stateOf(unknown, 'journal')]).toEqual([
      8,
      null,
      'fail',
      'ok',
    ])
    const overlay = path.join(machine.folder, 'overlay.yaml')
    writeFileSync(overlay, 'nonsense: true\n')
    const expired = `e30.${Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString('base64url')}.x`
    const found = await told('--offline', {
      HUBSWITCH_BASE_URL: server.url,
      HUBSWITCH_WIRE: overlay,
      HUBSWITCH_ACCESS_TOKEN: expired,
    })
    expect([found.code, stateOf(found, 'overlay'), stateOf(found, 'token')]).toEqual([8, 'fail', 'fail'])
    expect(JSON.stringify(found)).not.toContain(expired)
  })

  it('tells a damaged journal and a run with something left', async () => {
    await run('property create --file samples/property.yaml')
    for (const unit of ['double', 'seaview', 'suite']) await run(`unit add 1000001 --file samples/room-${unit}.yaml`)
    await run('rate-plan create 1000001 --file samples/rate-plan.yaml')
    await run('rates push samples/rates.csv --entries 4 --rate 0.5 --deadline 1s')
    const left = await told('')
    const runs = left.checks.find(({ check }) => check === 'runs')
    expect([runs?.state, runs?.next]).toEqual(['warn', 'hubswitch run resume 1'])
    const damaged = path.join(machine.folder, 'damaged')
    mkdirSync(damaged, { mode: 0o700 })
    writeFileSync(path.join(damaged, 'journal.db'), 'x'.repeat(20_000), { mode: 0o600 })
    const found = await told('', { HUBSWITCH_DATA_DIR: damaged })
    expect([found.code, stateOf(found, 'journal')]).toEqual([8, 'fail'])
  })

  it('tells a mapping file that a push was made with and that is wrong by now, its line, and one nobody has used yet', async () => {
    const folder = path.join(machine.folder, 'sheets')
    mkdirSync(folder)
    const [sheet, map, other] = ['p.csv', 'mine.yaml', 'p.map.yaml'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(sheet, 'Room,date,price,currency\nDBL,2099-01-02,90.00,EUR\n')
    const good = 'columns:\n  room_id: Room\nhotel: 1000001\nrooms:\n  DBL: 101\n'
    writeFileSync(map, good)
    const mapping = async () => {
      const found = await told('--offline')
      return [found.code, found.checks.filter(({ check }) => check === 'mapping')] as const
    }
    expect(await mapping()).toMatchObject([0, [{ state: 'ok', says: expect.stringContaining('No mapping file') }]])
    expect(await run(`rates push ${sheet} --map ${map} --yes`)).toMatchObject({ code: 0 })
    expect(await mapping()).toMatchObject([
      0,
      [{ state: 'ok', says: expect.stringContaining(`${map} is well formed`) }],
    ])
    writeFileSync(other, 'rooms:\n  DBL: [1]\n')
    expect(await mapping()).toMatchObject([0, [{ state: 'warn', says: expect.stringContaining(`${other}:2`) }]])
    writeFileSync(map, `${good}  DBL: 102\n`)
    const [code, [first, second]] = await mapping()
    expect([code, first?.state, second?.state]).toEqual([8, 'fail', 'warn'])
    expect(first?.says).toContain(`${map}:6`)
    expect(first?.next).toBe(`Correct it, then run "hubswitch map check ${map}".`)
    rmSync(map)
    rmSync(other)
    expect(await mapping()).toMatchObject([
      0,
      [{ state: 'warn', says: expect.stringContaining(`${map}, which a run was pushed with, is not there`) }],
    ])
  })

  it('is one line a check in a pipe', async () => {
    const { stdout } = await run('doctor --columns state,check')
    expect(stdout.split('\n')[0]).toBe('ok\tnode')
  })

  it.runIf(existsSync('/proc/sys'))(
    'misses no folder of profiles where variables say everything, as in a container',
    async () => {
      const HUBSWITCH_CONFIG_DIR = '/proc/sys/none'
      const env = { HUBSWITCH_BASE_URL: server.url, HUBSWITCH_PARTNER_ID: '4711', HUBSWITCH_PARTNER_SECRET: SECRET }
      expect(stateOf(await told('--offline', { ...env, HUBSWITCH_CONFIG_DIR }), 'config-dir')).toBe('warn')
      expect(stateOf(await told('--offline', { HUBSWITCH_CONFIG_DIR }), 'config-dir')).toBe('fail')
    },
  )
})
