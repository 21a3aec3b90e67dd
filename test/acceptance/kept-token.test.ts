import { readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  GET_INFO,
  GET_TOKEN,
  json,
  jwt,
  PARTNER,
  problem,
  REFRESH_TOKEN,
  startScripted,
  success,
  type Scripted,
} from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const SECRET = 'kept-token-secret'

/** The token that a sign-in gets serves the commands after it. */
describe('the token of auth login', () => {
  let machine: Machine
  let service: Scripted
  let issued: string[]
  let refusal: ReturnType<typeof problem> | undefined

  beforeEach(async () => {
    machine = await freshMachine()
    issued = []
    refusal = undefined
    service = await startScripted((request) => {
      if (request.path === GET_INFO)
        return request.headers.authorization === `Bearer ${issued.at(-1)}`
          ? success(PARTNER)
          : problem(401, 'no such token')
      if (request.path === GET_TOKEN && request.query.get('partnerSecret') !== SECRET)
        return problem(401, 'wrong secret')
      if (request.path === REFRESH_TOKEN && refusal !== undefined) return refusal
      const now = Math.floor(Date.now() / 1000)
      issued.push(jwt({ sub: '4711', iat: now, exp: now + 3600, jti: String(issued.length) }))
      return json(200, { tokenType: 'Bearer', expiresIn: 3600, accessToken: issued.at(-1) })
    })
  })
  afterEach(async () => {
    await service.close()
    await machine.remove()
  })

  const run = (...args: string[]): Promise<Ran> => runWarm(args, machine.env)
  const login = (...more: string[]): Promise<Ran> =>
    machine.run(
      [
        'auth',
        'login',
        '--base-url',
        service.url,
        '--partner-id',
        '4711',
        '--secret-stdin',
        '--store',
        'file',
        ...more,
      ],
      { stdin: `${SECRET}\n` },
    )
  const asked = (): string[] => service.requests.splice(0).map(({ path: target }) => target)
  const secretsFile = (): string => path.join(machine.folder, 'config', 'secrets.json')

  it('is used by the next command, refreshed by auth refresh, and seen nowhere', async () => {
    const signedIn = await login()
    expect([signedIn.code, asked()]).toEqual([0, [GET_TOKEN]])
    expect((await run('auth', 'whoami')).code).toBe(0)
    expect(asked()).toEqual([GET_INFO])
    expect((await run('auth', 'status', '--json')).json()).toMatchObject({ tokenExpires: expect.any(String) as string })
    const refreshed = await run('auth', 'refresh')
    expect([refreshed.code, asked(), refreshed.stdout]).toEqual([
      0,
      [REFRESH_TOKEN],
      expect.stringContaining('was refreshed'),
    ])
    expect((await run('auth', 'whoami')).code).toBe(0)
    expect(asked()).toEqual([GET_INFO])
    expect(statSync(secretsFile()).mode & 0o777).toBe(0o600)
    expect(readFileSync(secretsFile(), 'utf8')).toContain(issued.at(-1))
    for (const token of issued)
      expect([signedIn, refreshed].some(({ stdout, stderr }) => (stdout + stderr).includes(token))).toBe(false)
  })

  it.each([
    [401, problem(401, 'expired')],
    [403, problem(403, 'not for this account')],
    [404, problem(404, 'no such path')],
    [200, json(200, { status: 'fail', message: 'not now' })],
  ])(
    'a refresh that the service refuses with HTTP %i signs in, and says that the token was sent and refused',
    async (status, answer) => {
      await login()
      asked()
      refusal = answer
      const refreshed = await run('auth', 'refresh')
      expect([refreshed.code, asked()]).toEqual([0, [REFRESH_TOKEN, GET_TOKEN]])
      expect(refreshed.stdout).toMatch(
        new RegExp(`did not refresh the token \\(HTTP ${status}: .*signed in again`, 'u'),
      )
      expect(refreshed.stdout).not.toMatch(/no valid token/u)
    },
  )

  it('a refresh with no token at hand says that there was none', async () => {
    const { stdout } = await machine.run(['auth', 'refresh'], {
      env: { HUBSWITCH_BASE_URL: service.url, HUBSWITCH_PARTNER_ID: '4711', HUBSWITCH_PARTNER_SECRET: SECRET },
    })
    expect([stdout, asked()]).toEqual([expect.stringContaining('no valid token to refresh'), [GET_TOKEN]])
  })

  it('is not kept where the secret was wrong, nor used at another address or after logout', async () => {
    const wrong = await machine.run(
      ['auth', 'login', '--base-url', service.url, '--partner-id', '4711', '--secret-stdin', '--store', 'file'],
      { stdin: 'wrong\n' },
    )
    expect([wrong.code, await readFile(secretsFile(), 'utf8').catch(() => 'none')]).toEqual([4, 'none'])
    await login()
    asked()
    const elsewhere = await machine.run(['auth', 'whoami', '--profile', 'main'], {
      env: { HUBSWITCH_BASE_URL: `${service.url}/other` },
    })
    expect([elsewhere.code, asked()]).toEqual([4, []])
    expect((await run('auth', 'logout')).code).toBe(0)
    expect(readFileSync(secretsFile(), 'utf8')).not.toContain(issued.at(-1))
    expect((await run('auth', 'whoami')).code).toBe(4)
    expect(asked()).toEqual([])
  })

  it('a secret that is not text, or that a store would cut, is refused before anything is sent; channel credentials are kept as they stand', async () => {
    const file = path.join(machine.folder, 'channel.json')
    for (const stdin of ['', '\n', 'a\0b'])
      expect(
        (
          await machine.run(
            ['auth', 'login', '--base-url', service.url, '--partner-id', '4711', '--secret-stdin', '--store', 'file'],
            { stdin },
          )
        ).code,
      ).toBe(2)
    for (const wrong of ['{"id": 1, "duty_code": 0777}', '[]', '{"id": 1, "duty_code": "abc']) {
      await writeFile(file, wrong)
      const refused = await login('--channel-credentials', file)
      expect([refused.code, refused.stderr]).toEqual([6, expect.not.stringContaining('777')])
    }
    await writeFile(file, Buffer.from('{"id": 1, "duty_code": "caf\u00e9"}', 'latin1'))
    expect((await login('--channel-credentials', file)).stderr).toContain('UTF-8')
    expect(asked()).toEqual([])
    await writeFile(file, '{"id": 9007199254740993, "duty_code": "0123", "user": "e\u0301"}\n')
    expect((await login('--channel-credentials', file)).code).toBe(0)
    const { main } = JSON.parse(readFileSync(secretsFile(), 'utf8')) as { main: { channelCredentials: string } }
    expect((JSON.parse(main.channelCredentials) as { secret: string }).secret).toBe(
      '{"id": 9007199254740993, "duty_code": "0123", "user": "e\u0301"}',
    )
  })

  it('auth status names each kind of credentials only where it is held', async () => {
    const [pms, channel] = ['pms.json', 'channel.json'].map((name) => path.join(machine.folder, name)) as [
      string,
      string,
    ]
    await writeFile(pms, '{"username": "desk", "password": "hidden-word"}')
    await writeFile(channel, '{"id": 1, "duty_code": "0123", "user": "u"}')
    const status = async (): Promise<unknown> => (await run('auth', 'status', '--json')).json()
    await login()
    expect(await status()).toMatchObject({ channelCredentials: 'none', pmsCredentials: 'none' })
    await login('--pms-credentials', pms)
    expect(await status()).toMatchObject({ channelCredentials: 'none', pmsCredentials: `file ${secretsFile()}` })
    await login('--channel-credentials', channel)
    expect(await status()).toMatchObject({
      channelCredentials: `file ${secretsFile()}`,
      pmsCredentials: `file ${secretsFile()}`,
    })
    const wrong = path.join(machine.folder, 'wrong.json')
    await writeFile(wrong, '{"username": "desk"}')
    expect((await login('--pms-credentials', wrong)).code).toBe(6)
  })

  it('a profile with secrets does not change its address or partner without a sign-in, which keeps the partner id', async () => {
    const missing = await machine.run([
      'auth',
      'login',
      '--base-url',
      service.url,
      '--partner-id',
      '4711',
      '--store',
      'file',
    ])
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/Partner secret is missing[^]*--secret-stdin/),
    ])
    await login()
    for (const flags of [
      ['--base-url', 'http://127.0.0.1:9'],
      ['--partner-id', '4712'],
    ]) {
      const moved = await run('profile', 'set', 'main', ...flags)
      expect([moved.code, moved.stderr]).toEqual([
        2,
        expect.stringContaining(`auth login --profile main ${flags.join(' ')}`),
      ])
    }
    expect((await run('profile', 'set', 'main', '--base-url', service.url, '--concurrency', '2')).code).toBe(0)
    asked()
    const again = await machine.run(
      ['auth', 'login', '--profile', 'main', '--base-url', `${service.url}/`, '--secret-stdin'],
      { stdin: `${SECRET}\n` },
    )
    expect([again.code, service.requests.map(({ query }) => query.get('partnerId'))]).toEqual([0, ['4711']])
  })

  describe('of a profile that exists', () => {
    const signIn = (...more: string[]): Promise<Ran> =>
      machine.run(
        [
          'auth',
          'login',
          '--base-url',
          service.url,
          '--partner-id',
          '4711',
          '--secret-stdin',
          '--store',
          'file',
          ...more,
        ],
        { stdin: `${SECRET}\n` },
      )
    const config = (): string => readFileSync(path.join(machine.folder, 'config', 'config.yaml'), 'utf8')

    it('signs in with its overlay and certificates, keeps all its settings, and says what moved', async () => {
      const wire = path.join(machine.folder, 'wire.yaml')
      await writeFile(wire, 'request: { auth.login: { partnerId: account } }\n')
      await run(
        'profile',
        'set',
        'p',
        '--base-url',
        'http://127.0.0.1:9',
        '--wire',
        wire,
        '--price-floor',
        '30',
        '--time-zone',
        'Europe/Vienna',
      )
      const moved = await signIn('--profile', 'p')
      expect([moved.code, service.requests.map(({ query }) => query.get('account'))]).toEqual([0, ['4711']])
      expect(moved.stderr).toContain(
        `Profile p moved from http://127.0.0.1:9 to ${service.url}. It keeps its other settings: wire, timeZone, limits.`,
      )
      for (const kept of [`wire: ${wire}`, 'priceFloor: 30', 'timeZone: Europe/Vienna', `baseUrl: ${service.url}`])
        expect(config()).toContain(kept)
      await run('profile', 'set', 'p', '--ca-file', path.join(machine.folder, 'absent.pem'))
      const refused = await signIn('--profile', 'p')
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('absent.pem cannot be read')])
    })

    it('is not moved to another address where it was not named', async () => {
      await run('profile', 'set', 'main', '--base-url', 'http://127.0.0.1:9')
      const before = config()
      const refused = await signIn()
      expect([refused.code, refused.stderr, service.requests, config()]).toEqual([
        2,
        expect.stringContaining('The profile main belongs to http://127.0.0.1:9. Nothing was changed.'),
        [],
        before,
      ])
    })

    it('does not send its secret, token or channel credentials to an address that its file was edited to', async () => {
      const channel = path.join(machine.folder, 'channel.json')
      await writeFile(channel, '{"id": 1, "duty_code": "0123"}')
      await signIn('--channel-credentials', channel)
      const other = await startScripted(() => problem(500, 'never asked'))
      await writeFile(path.join(machine.folder, 'config', 'config.yaml'), config().replace(service.url, other.url))
      for (const command of [
        ['auth', 'whoami'],
        ['auth', 'token'],
        ['auth', 'refresh'],
        ['room', 'list', '1000001'],
        ['api', 'GET', '/x'],
      ]) {
        const refused = await run(...command)
        expect([command, refused.code, refused.stderr]).toEqual([
          command,
          4,
          expect.stringContaining(`belong to ${service.url}, not to ${other.url}`),
        ])
      }
      expect(await run('auth', 'status')).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('The stored secrets of profile main') as string,
      })
      expect(other.requests).toEqual([])
      await other.close()
    })

    it('loses channel credentials to another partner only with a word', async () => {
      const channel = path.join(machine.folder, 'channel.json')
      await writeFile(channel, '{"id": 1, "duty_code": "0123"}')
      await signIn('--channel-credentials', channel)
      expect((await signIn()).stderr).not.toContain('were removed')
      expect(readFileSync(secretsFile(), 'utf8')).toContain('0123')
      const other = await machine.run(
        ['auth', 'login', '--profile', 'main', '--partner-id', '4712', '--secret-stdin'],
        { stdin: `${SECRET}\n` },
      )
      expect(other.stderr).toContain('belong to another address or partner and were removed')
      expect(readFileSync(secretsFile(), 'utf8')).not.toContain('0123')
    })
  })
})
