import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteSecrets,
  openCredentials,
  openSecretStore,
  resolveSettings,
  saveProfile,
  writeKeptSecret,
  type Credentials,
} from '../../src/config/index.js'
import { Fault, type ErrorCode } from '../../src/errors.js'
import { postHeaders } from '../../src/resnotif/answer/post.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const SECRET = 'hunter2-and-more'

async function faultOf(work: () => unknown): Promise<Fault> {
  const outcome: unknown = await Promise.resolve()
    .then(work)
    .catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Fault)
  expect(inspect(outcome, { depth: 20 }) + JSON.stringify(outcome)).not.toContain(SECRET)
  return outcome as Fault
}

describe('file store', () => {
  const open = (profile = 'production') => openSecretStore('file', { configDir: folder, profile })
  const file = () => join(folder, 'secrets.json')

  it('keeps secrets by profile and kind, for the owner alone', async () => {
    expect(await open().get('partnerSecret')).toBeUndefined()
    expect(await open().set('partnerSecret', SECRET)).toBe(true)
    await open().set('token', '{"a":1}')
    await open('other').set('partnerSecret', 'x')
    expect([
      await open().get('partnerSecret'),
      await open().get('token'),
      await open('other').get('partnerSecret'),
      await open('other').get('token'),
    ]).toEqual([SECRET, '{"a":1}', 'x', undefined])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    await open().delete('token')
    await open().delete('channelCredentials')
    expect(await open().get('token')).toBeUndefined()
    await deleteSecrets('file', { configDir: folder, profile: 'production' })
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ other: { partnerSecret: 'x' } })
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('loses nothing when written from many sides', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => open(`p${index}`).set('partnerSecret', `s${index}`)))
    expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')) as object)).toHaveLength(8)
  })

  it.each([0o640, 0o604, 0o666])('refuses a file of mode %o and says how to mend it', async (mode) => {
    await open().set('partnerSecret', SECRET)
    chmodSync(file(), mode)
    for (const work of [
      () => open().get('partnerSecret'),
      () => open().set('token', 'x'),
      () => open().delete('partnerSecret'),
    ]) {
      const fault = await faultOf(work)
      expect(fault.code).toBe('NO_CREDENTIALS')
      expect(fault.next).toContain(`chmod 600 ${file()}`)
    }
  })

  it.each([`{"production":{"partnerSecret":"${SECRET}"`, `"${SECRET}"`, ''])(
    'says that a file is damaged without quoting it',
    async (text) => {
      writeFileSync(file(), text, { mode: 0o600 })
      expect(await faultOf(() => open().get('partnerSecret'))).toMatchObject({
        code: 'NO_CREDENTIALS',
        message: expect.stringContaining('damaged'),
      })
    },
  )
})

describe('credentials', () => {
  const open = (env: Record<string, string>, flags: { profile?: string } = {}): Credentials =>
    openCredentials({
      env,
      settings: resolveSettings({ flags, env, configDir: folder, dataDir: join(folder, 'data') }),
    })
  const SERVICE = { HUBSWITCH_BASE_URL: 'https://service.example', HUBSWITCH_PARTNER_ID: 'p1' }
  const write = (text: string): string => {
    const file = join(folder, 'secret.txt')
    writeFileSync(file, text)
    return file
  }

  it('come from the environment alone', async () => {
    const credentials = open({
      ...SERVICE,
      HUBSWITCH_PARTNER_SECRET: SECRET,
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    })
    expect(await credentials.partner()).toEqual({ partnerId: 'p1', partnerSecret: SECRET })
    expect(JSON.parse((await credentials.channelCredentials()) ?? '')).toEqual({ id: 1, duty_code: 'd' })
    expect(credentials).not.toHaveProperty('fixedToken')
    expect(credentials).not.toHaveProperty('saveToken')
    expect(credentials.sourceOf('partnerSecret')).toEqual({ source: 'env', from: 'HUBSWITCH_PARTNER_SECRET' })
    expect(credentials.sourceOf('token')).toBeUndefined()
  })

  it('come from files that the environment names, less the trailing newline', async () => {
    expect(await open({ ...SERVICE, HUBSWITCH_PARTNER_SECRET_FILE: write(` ${SECRET} \r\n`) }).partner()).toEqual({
      partnerId: 'p1',
      partnerSecret: ` ${SECRET} `,
    })
    expect(await open({ ...SERVICE, HUBSWITCH_PARTNER_SECRET_FILE: write(`\ufeff${SECRET}\r\n`) }).partner()).toEqual({
      partnerId: 'p1',
      partnerSecret: SECRET,
    })
    expect(open({ ...SERVICE, HUBSWITCH_ACCESS_TOKEN_FILE: write('\ufefftoken\r\n') }).fixedToken).toBe('token')
    expect(open({ ...SERVICE, HUBSWITCH_ACCESS_TOKEN_FILE: write('token\n') }).fixedToken).toBe('token')
    expect(
      await open({
        ...SERVICE,
        HUBSWITCH_CHANNEL_CREDENTIALS_FILE: write('{"id":1,"duty_code":"d"}\n'),
      }).channelCredentials(),
    ).toBe('{"id":1,"duty_code":"d"}')
  })

  it.each<[string, Record<string, string>, ErrorCode, RegExp]>([
    [
      'a file that is absent',
      { HUBSWITCH_PARTNER_SECRET_FILE: '/dev/nowhere/secret' },
      'NO_CREDENTIALS',
      /HUBSWITCH_PARTNER_SECRET_FILE names \/dev\/nowhere\/secret, which cannot be read \(ENOENT\)/,
    ],
    [
      'what is no path',
      { HUBSWITCH_PARTNER_SECRET_FILE: 'nowhere' },
      'NO_CREDENTIALS',
      /^HUBSWITCH_PARTNER_SECRET_FILE names no file that is there\.$/,
    ],
    ['a directory', { HUBSWITCH_ACCESS_TOKEN_FILE: '/' }, 'NO_CREDENTIALS', /cannot be read \(EISDIR\)/],
    [
      'an absent file of channel credentials',
      { HUBSWITCH_CHANNEL_CREDENTIALS_FILE: '/nowhere' },
      'NO_CHANNEL_CREDENTIALS',
      /HUBSWITCH_CHANNEL_CREDENTIALS_FILE/,
    ],
    [
      'a device without end',
      { HUBSWITCH_PARTNER_SECRET_FILE: '/dev/zero' },
      'NO_CREDENTIALS',
      /cannot be read \(a device, not a file\)/,
    ],
    [
      'a device that gives nothing',
      { HUBSWITCH_PARTNER_SECRET_FILE: '/dev/null' },
      'NO_CREDENTIALS',
      /cannot be read \(a device, not a file\)/,
    ],
    [
      'both forms at once',
      { HUBSWITCH_PARTNER_SECRET: SECRET, HUBSWITCH_PARTNER_SECRET_FILE: '/x' },
      'USAGE',
      /Both HUBSWITCH_PARTNER_SECRET and HUBSWITCH_PARTNER_SECRET_FILE/,
    ],
  ])('%s is a fault', async (_name, env, code, message) => {
    const fault = await faultOf(() => open({ ...SERVICE, ...env }))
    expect(fault).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('refuse an empty file', async () => {
    const file = write('\n')
    expect(await faultOf(() => open({ ...SERVICE, HUBSWITCH_PARTNER_SECRET_FILE: file }))).toMatchObject({
      code: 'NO_CREDENTIALS',
      message: expect.stringContaining('is empty'),
    })
  })

  it('for a PMS come from the environment, a file, or the store', async () => {
    const pms = { username: 'hotel', password: SECRET }
    expect(await open(SERVICE).pmsCredentials()).toBeUndefined()
    expect(await open({ ...SERVICE, HUBSWITCH_PMS_CREDENTIALS: JSON.stringify(pms) }).pmsCredentials()).toEqual(pms)
    expect(
      await open({ ...SERVICE, HUBSWITCH_PMS_CREDENTIALS_FILE: write(`${JSON.stringify(pms)}\n`) }).pmsCredentials(),
    ).toEqual(pms)
    await saveProfile(folder, 'kept', { baseUrl: 'https://service.example', partnerId: 'p1', store: 'file' })
    await openSecretStore('file', { configDir: folder, profile: 'kept' }).set('pmsCredentials', JSON.stringify(pms))
    expect(await open({}, { profile: 'kept' }).pmsCredentials()).toEqual(pms)
    await deleteSecrets('file', { configDir: folder, profile: 'kept' })
    expect(await open({}, { profile: 'kept' }).pmsCredentials()).toBeUndefined()
  })

  it.each([
    `{"password":"${SECRET}"`,
    `"${SECRET}"`,
    `{"username":"","password":"${SECRET}"}`,
    `{"username":"a","password":["${SECRET}"]}`,
    'null',
  ])('for a PMS, where they are none, are refused and not quoted %#', async (text) => {
    const fault = await faultOf(() => open({ ...SERVICE, HUBSWITCH_PMS_CREDENTIALS: text }).pmsCredentials())
    expect(fault).toMatchObject({
      code: 'NO_CREDENTIALS',
      message: expect.stringContaining('HUBSWITCH_PMS_CREDENTIALS'),
      next: expect.stringContaining('"username"'),
    })
  })

  it('for a PMS may have a colon in the name, which Basic alone cannot carry', async () => {
    const found = await open({
      ...SERVICE,
      HUBSWITCH_PMS_CREDENTIALS: JSON.stringify({ username: 'a:b', password: SECRET }),
    }).pmsCredentials()
    expect(found).toEqual({ username: 'a:b', password: SECRET })
    expect(() => postHeaders('soap11', { basic: found })).toThrow(
      expect.objectContaining({
        code: 'NO_CREDENTIALS',
        message: expect.stringContaining('Basic') as string,
        next: expect.stringContaining('--auth username-token') as string,
      }) as Error,
    )
    expect(postHeaders('soap11')).not.toHaveProperty('authorization')
  })

  it.each([`{"duty_code":"${SECRET}"`, `"${SECRET}"`, `["${SECRET}"]`, SECRET, 'null'])(
    'channel credentials that are no JSON object are refused and not quoted',
    async (text) => {
      const fault = await faultOf(() => open({ ...SERVICE, HUBSWITCH_CHANNEL_CREDENTIALS: text }).channelCredentials())
      expect(fault).toMatchObject({
        code: 'NO_CHANNEL_CREDENTIALS',
        message: expect.stringContaining('HUBSWITCH_CHANNEL_CREDENTIALS'),
      })
    },
  )

  it('a token from outside stands alone, or with a secret beside it', async () => {
    const alone = open({ HUBSWITCH_BASE_URL: 'https://service.example', HUBSWITCH_ACCESS_TOKEN: 'token' })
    expect([alone.fixedToken, await alone.partner()]).toEqual(['token', undefined])
    expect(alone.sourceOf('token')).toEqual({ source: 'env', from: 'HUBSWITCH_ACCESS_TOKEN' })
    expect(
      await open({ ...SERVICE, HUBSWITCH_ACCESS_TOKEN: 'token', HUBSWITCH_PARTNER_SECRET: SECRET }).partner(),
    ).toEqual({ partnerId: 'p1', partnerSecret: SECRET })
  })

  it('that lack a half say which', async () => {
    expect(await open({ HUBSWITCH_BASE_URL: 'https://service.example' }).partner()).toBeUndefined()
    expect(
      await faultOf(() =>
        open({ HUBSWITCH_BASE_URL: 'https://service.example', HUBSWITCH_PARTNER_SECRET: SECRET }).partner(),
      ),
    ).toMatchObject({ code: 'NO_CREDENTIALS', message: expect.stringContaining('no partner id') })
    expect(await faultOf(() => open(SERVICE).partner())).toMatchObject({
      code: 'NO_CREDENTIALS',
      message: 'There is no secret for partner p1.',
    })
    expect(await open(SERVICE).channelCredentials()).toBeUndefined()
  })

  describe('of a store that login recorded', () => {
    beforeEach(async () => {
      await saveProfile(folder, 'production', { baseUrl: 'https://service.example/', partnerId: 'p1', store: 'file' })
      const store = openSecretStore('file', { configDir: folder, profile: 'production' })
      const settings = { baseUrl: { value: 'https://service.example', source: 'file' as const } }
      await store.set('partnerSecret', writeKeptSecret(SECRET, settings, 'p1'))
      await store.set('channelCredentials', writeKeptSecret('{"id":1,"duty_code":"d"}', settings, 'p1'))
    })
    const flags = { profile: 'production' }
    const token = { accessToken: 'kept', expiresAt: 2, obtainedAt: 1 }

    it('are read, and tokens kept beside them', async () => {
      const credentials = open({}, flags)
      expect(await credentials.partner()).toEqual({ partnerId: 'p1', partnerSecret: SECRET })
      expect(JSON.parse((await credentials.channelCredentials()) ?? '')).toEqual({ id: 1, duty_code: 'd' })
      expect(credentials.sourceOf('partnerSecret')).toEqual({ source: 'file' })
      expect(await credentials.loadToken?.()).toBeUndefined()
      await credentials.saveToken?.(token)
      expect(await open({}, flags).loadToken?.()).toEqual(token)
    })

    it('are waited for while another process signs in, no longer than --timeout', async () => {
      const alone = open({}, flags).exclusively
      const impatient = open({ HUBSWITCH_TIMEOUT: '1' }, flags).exclusively
      let end: () => void = () => undefined
      const holding = new Promise<void>((resolve) => (end = resolve))
      const held = new Promise<void>((resolve) => {
        void alone?.(async () => {
          resolve()
          await holding
        })
      })
      await held
      await expect(impatient?.(() => Promise.resolve('signed in'))).rejects.toMatchObject({
        code: 'UNREACHABLE',
        message: expect.stringContaining('has not ended after 1 s') as string,
      })
      end()
    })

    it('give way to the environment, and its tokens stay in memory', async () => {
      const credentials = open({ HUBSWITCH_PARTNER_SECRET: 'other' }, flags)
      expect(await credentials.partner()).toEqual({ partnerId: 'p1', partnerSecret: 'other' })
      expect(credentials.loadToken).toBeUndefined()
    })

    it('never go to another address or for another partner', async () => {
      const elsewhere = open({ HUBSWITCH_BASE_URL: 'https://evil.example' }, flags)
      for (const work of [() => elsewhere.partner(), () => elsewhere.channelCredentials()]) {
        expect(await faultOf(work)).toMatchObject({
          code: 'NO_CREDENTIALS',
          message: expect.stringContaining('belong to https://service.example, not to https://evil.example'),
        })
      }
      expect(await faultOf(() => open({ HUBSWITCH_PARTNER_ID: 'p2' }, flags).partner())).toMatchObject({
        message: expect.stringContaining('belong to partner p1, not to p2'),
      })
    })

    it.each([
      [
        'another address',
        { baseUrl: 'https://evil.example' },
        /belong to https:\/\/service\.example, not to https:\/\/evil\.example \(.*config\.yaml\)/,
      ],
      ['another partner', { partnerId: 'p2' }, /belong to partner p1, not to p2 \(.*config\.yaml\)/],
    ])('never go to %s that the configuration was edited to', async (_name, changes, message) => {
      await open({}, flags).saveToken?.(token)
      await saveProfile(folder, 'production', changes)
      const edited = open({}, flags)
      for (const work of [() => edited.partner(), () => edited.channelCredentials()]) {
        expect(await faultOf(work)).toMatchObject({
          code: 'NO_CREDENTIALS',
          message: expect.stringMatching(message),
          next: expect.stringContaining('auth login --profile production'),
        })
      }
      expect(await edited.loadToken?.()).toBeUndefined()
    })

    it.each([SECRET, `{"secret":"${SECRET}"}`, `"${SECRET}"`, 'null'])(
      'that do not say where they belong are not used %#',
      async (text) => {
        await openSecretStore('file', { configDir: folder, profile: 'production' }).set('partnerSecret', text)
        expect(await faultOf(() => open({}, flags).partner())).toMatchObject({
          code: 'NO_CREDENTIALS',
          message: expect.stringContaining('does not say which address'),
        })
      },
    )

    it('a kept token of another address or partner, or a damaged one, is not used', async () => {
      await open({}, flags).saveToken?.(token)
      await saveProfile(folder, 'production', { partnerId: 'p2' })
      expect(await open({}, flags).loadToken?.()).toBeUndefined()
      await openSecretStore('file', { configDir: folder, profile: 'production' }).set('token', '{"accessToken":1')
      expect(await open({}, flags).loadToken?.()).toBeUndefined()
    })

    it('one sign-in at a time', async () => {
      const order: string[] = []
      const work = (name: string) => async () => {
        order.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, 30))
        order.push(`${name} ends`)
      }
      await Promise.all([open({}, flags).exclusively?.(work('a')), open({}, flags).exclusively?.(work('b'))])
      expect(order.map((line) => line.slice(2))).toEqual(['begins', 'ends', 'begins', 'ends'])
    })
  })
})
