import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  listProfiles,
  removeProfile,
  resolveSettings,
  saveProfile,
  useProfile,
  type Settings,
  type SettingSources,
} from '../../../src/config/index.js'
import { Fault } from '../../../src/errors.js'

let folder: string
let configDir: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-config-'))
  configDir = join(folder, 'config')
  mkdirSync(configDir)
  file = join(configDir, 'config.yaml')
})
afterEach(() => rmSync(folder, { recursive: true }))

const resolve = (sources: Partial<SettingSources> = {}): Settings =>
  resolveSettings({ flags: {}, env: {}, configDir, dataDir: join(folder, 'data'), ...sources })

async function faultOfPromise(work: () => Promise<unknown>): Promise<Fault> {
  return (await work().then(
    () => undefined,
    (error: unknown) => error,
  )) as Fault
}

function faultOf(work: () => unknown): Fault {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('no fault')
}

const PRODUCTION = `# our service
current: production
profiles:
  production: # do not touch
    baseUrl: https://service.example
    partnerId: file-partner
    store: file
    wire: wire.yaml
    limits:
      concurrency: 4
  test:
    baseUrl: http://127.0.0.1:4010
`

describe('resolveSettings', () => {
  it('without anything is the embedded sandbox with the default limits', () => {
    expect(resolve()).toMatchObject({
      profile: { value: 'sandbox', source: 'default' },
      isEmbedded: true,
      baseUrl: { value: undefined, source: 'default' },
      partnerId: { value: undefined, source: 'default' },
      store: { value: undefined },
      limits: {
        bodyBytes: { value: 1_500_000, source: 'default' },
        concurrency: { value: 8, source: 'default' },
        ratePerSecond: { value: undefined, source: 'default' },
      },
      configDir,
      dataDir: join(folder, 'data'),
    })
  })

  it('lets flag beat environment, environment beat file, file beat default, and says which', () => {
    writeFileSync(file, PRODUCTION)
    const fromFile = resolve()
    expect(fromFile).toMatchObject({
      profile: { value: 'production', source: 'file', from: file },
      isEmbedded: false,
      baseUrl: { value: 'https://service.example', source: 'file', from: file },
      partnerId: { value: 'file-partner', source: 'file' },
      store: { value: 'file', source: 'file' },
      wire: { value: join(configDir, 'wire.yaml'), source: 'file' },
      limits: { concurrency: { value: 4, source: 'file' }, bodyBytes: { value: 1_500_000, source: 'default' } },
    })
    const env = {
      HUBSWITCH_PROFILE: 'production',
      HUBSWITCH_PARTNER_ID: 'env-partner',
      HUBSWITCH_CONCURRENCY: '6',
      HUBSWITCH_RATE: '2.5',
      HUBSWITCH_WIRE: '/etc/wire.yaml',
      HUBSWITCH_BODY_BYTES: '2000',
    }
    expect(resolve({ env })).toMatchObject({
      profile: { value: 'production', source: 'env', from: 'HUBSWITCH_PROFILE' },
      partnerId: { value: 'env-partner', source: 'env', from: 'HUBSWITCH_PARTNER_ID' },
      wire: { value: '/etc/wire.yaml', source: 'env' },
      limits: {
        concurrency: { value: 6, source: 'env' },
        ratePerSecond: { value: 2.5, source: 'env' },
        bodyBytes: { value: 2_000, source: 'env' },
      },
    })
    expect(resolve({ env, flags: { profile: 'test', partnerId: 'flag-partner', concurrency: 2 } })).toMatchObject({
      profile: { value: 'test', source: 'flag', from: '--profile' },
      baseUrl: { value: 'http://127.0.0.1:4010', source: 'file' },
      partnerId: { value: 'flag-partner', source: 'flag' },
      limits: { concurrency: { value: 2, source: 'flag' } },
    })
  })

  it('takes an empty variable for an absent one', () => {
    expect(
      resolve({ env: { HUBSWITCH_PROFILE: '', HUBSWITCH_BASE_URL: '', HUBSWITCH_CONCURRENCY: '' } }),
    ).toMatchObject({ profile: { value: 'sandbox' }, limits: { concurrency: { value: 8 } } })
  })

  it('keeps gzip in the profile, and lets environment and flag overrule it', async () => {
    expect(resolve().limits.gzip).toEqual({ value: false, source: 'default' })
    await saveProfile(configDir, 'zipped', { baseUrl: 'https://service.example', limits: { gzip: true } })
    expect(resolve({ flags: { profile: 'zipped' } }).limits.gzip).toEqual({ value: true, source: 'file', from: file })
    expect(resolve({ flags: { profile: 'zipped' }, env: { HUBSWITCH_GZIP: 'false' } }).limits.gzip).toEqual({
      value: false,
      source: 'env',
      from: 'HUBSWITCH_GZIP',
    })
    expect(resolve({ flags: { profile: 'zipped', gzip: true }, env: { HUBSWITCH_GZIP: 'false' } }).limits.gzip).toEqual(
      { value: true, source: 'flag', from: '--gzip' },
    )
  })

  it('makes an address without a profile the profile env, which knows nothing of the file', () => {
    writeFileSync(file, PRODUCTION)
    for (const sources of [
      { env: { HUBSWITCH_BASE_URL: 'https://other.example' } },
      { flags: { baseUrl: 'https://other.example' } },
    ]) {
      expect(resolve(sources)).toMatchObject({
        profile: { value: 'env' },
        baseUrl: { value: 'https://other.example' },
        partnerId: { value: undefined },
        store: { value: undefined },
        recorded: { baseUrl: undefined },
      })
    }
  })

  it('never leads the sandbox to an address', () => {
    expect(
      resolve({ flags: { profile: 'sandbox' }, env: { HUBSWITCH_BASE_URL: 'https://other.example' } }),
    ).toMatchObject({ isEmbedded: true, baseUrl: { value: undefined } })
    expect(faultOf(() => resolve({ flags: { profile: 'sandbox', baseUrl: 'https://other.example' } })).code).toBe(
      'USAGE',
    )
  })

  it.each([
    ['HTTPS://Service.Example:443/', 'https://service.example'],
    ['https://service.example//', 'https://service.example'],
    ['https://service.example/Base/', 'https://service.example/Base'],
    ['http://127.1:4010', 'http://127.0.0.1:4010'],
    ['http://localhost:4010/', 'http://localhost:4010'],
  ])('an address has one spelling, wherever it stands: %s', async (typed, plain) => {
    expect(resolve({ env: { HUBSWITCH_BASE_URL: typed } }).baseUrl.value).toBe(plain)
    writeFileSync(file, `profiles:\n  a:\n    baseUrl: ${typed}\n`)
    expect(resolve({ flags: { profile: 'a' } }).baseUrl.value).toBe(plain)
    await saveProfile(configDir, 'b', { baseUrl: typed })
    expect(listProfiles(configDir).find(({ name }) => name === 'b')).toMatchObject({ baseUrl: plain })
  })

  it.each<[string, string, string]>([
    ['http://localhost:4010', 'http://127.0.0.1:4010', 'read-only'],
    ['http://127.0.0.1:4010', 'http://[::1]:4010/', 'read-only'],
    ['http://[::1]:4010', 'http://LOCALHOST:4010', 'read-only'],
    ['http://127.0.0.1:4010', 'http://127.0.0.2:4010', 'read-only'],
    ['http://localhost:4010', 'http://127.0.0.1:4011', 'full'],
    ['http://localhost:4010/a', 'http://127.0.0.1:4010/b', 'full'],
    ['https://service.example', 'https://localhost', 'full'],
  ])('what a profile of %s forbids is forbidden at %s, too: %s', (kept, address, access) => {
    writeFileSync(file, `profiles:\n  a:\n    baseUrl: ${kept}\n    access: read-only\n`)
    expect(resolve({ env: { HUBSWITCH_BASE_URL: address } }).access.value).toBe(access)
  })

  it('refuses an unknown profile and names the known, but not for login', () => {
    writeFileSync(file, PRODUCTION)
    const fault = faultOf(() => resolve({ flags: { profile: 'productoin' } }))
    expect([fault.code, fault.message, fault.next]).toEqual([
      'USAGE',
      'There is no profile productoin.',
      expect.stringMatching(/Did you mean production\? Profiles: sandbox, production, test\./),
    ])
    expect(
      resolve({ flags: { profile: 'new', baseUrl: 'https://new.example' }, mayCreateProfile: true }),
    ).toMatchObject({ profile: { value: 'new' }, baseUrl: { value: 'https://new.example' } })
    expect(faultOf(() => resolve({ flags: { profile: 'A/B' }, mayCreateProfile: true })).code).toBe('USAGE')
  })

  it.each([
    [{ HUBSWITCH_BASE_URL: 'http://service.example' }, /^HUBSWITCH_BASE_URL must begin with https/],
    [{ HUBSWITCH_BASE_URL: 'service.example' }, /^HUBSWITCH_BASE_URL must be a web address/],
    [{ HUBSWITCH_CONCURRENCY: 'many' }, /^HUBSWITCH_CONCURRENCY must be a whole number from 1 to 64/],
    [{ HUBSWITCH_RATE: '0' }, /^HUBSWITCH_RATE must be a number/],
    [{ HUBSWITCH_BODY_BYTES: '10.5' }, /^HUBSWITCH_BODY_BYTES must be a whole number/],
    [{ HUBSWITCH_GZIP: 'yes' }, /^HUBSWITCH_GZIP must be true or false, not "yes"/],
    [{ HUBSWITCH_GZIP: 's3cret-of-a-partner' }, /^HUBSWITCH_GZIP must be true or false\.$/],
    [
      { HUBSWITCH_TIMEOUT: 's3cret/of+a/partner' },
      /^HUBSWITCH_TIMEOUT must be a time from 1s to 1h, such as 90s or 2m\.$/,
    ],
    [{ HUBSWITCH_STORE: 'cloud' }, /^HUBSWITCH_STORE must be keychain or file/],
  ])('refuses %j', (env, message) => {
    const fault = faultOf(() => resolve({ env }))
    expect(fault.code).toBe('USAGE')
    expect(fault.message).toMatch(message)
  })

  it('wants an address for a profile that has none', () => {
    writeFileSync(file, 'profiles:\n  half:\n    partnerId: x\n')
    expect(faultOf(() => resolve({ flags: { profile: 'half' } })).next).toContain('profile set half --base-url')
  })
})

describe('config.yaml', () => {
  it.each([
    [
      'profiles:\n  a:\n    baseURL: https://service.example\n',
      3,
      'profiles.a.baseURL',
      'is not a known key',
      'Did you mean "baseUrl"?',
    ],
    ['curent: a\n', 1, 'curent', 'is not a known key', 'Did you mean "current"?'],
    [
      'profiles:\n  a:\n    limits:\n      concurrency: 0\n',
      4,
      'profiles.a.limits.concurrency',
      'must be a whole number from 1 to 64',
      undefined,
    ],
    [
      'profiles:\n  a:\n    limits: { speed: 1 }\n',
      3,
      'profiles.a.limits.speed',
      'is not a known key',
      'Known keys: bodyBytes, concurrency, ratePerSecond, writesPerMinute, priceFloor, priceCeiling, maxChange, maxClosing, maxShrink, maxAgeHours, entriesPerRequest, monthsPerRequest, weekdayMasks, gzip.',
    ],
    ['profiles:\n  a:\n    store: cloud\n', 3, 'profiles.a.store', 'must be keychain or file', undefined],
    [
      'profiles:\n  a:\n    baseUrl: http://service.example\n',
      3,
      'profiles.a.baseUrl',
      expect.stringContaining('must begin with https://'),
      undefined,
    ],
    ['profiles:\n  a:\n    partnerId: 5\n', 3, 'profiles.a.partnerId', 'must be text', undefined],
    ['profiles:\n  Big Name: {}\n', 2, 'profiles.Big Name', expect.stringContaining('must have 1 to 64'), undefined],
    ['profiles: [a]\n', 1, 'profiles', 'must be a map', undefined],
    ['- a\n', undefined, undefined, 'must be a map', undefined],
    ['a: b: c\n', 1, undefined, expect.stringContaining('is not valid YAML here'), undefined],
    ['current: a\ncurrent: b\n', 2, undefined, expect.stringContaining('is not valid YAML here'), undefined],
  ])('%j is refused with file, line and key', (text, line, field, reason, remedy) => {
    writeFileSync(file, text)
    const fault = faultOf(() => resolve())
    expect(fault.code).toBe('USAGE')
    expect(fault.findings[0]).toEqual({
      file,
      ...(line === undefined ? {} : { line }),
      ...(field === undefined ? {} : { field }),
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    })
    expect(fault.message).toContain(line === undefined ? file : `${file}:${line}`)
  })

  it.each(['partnerSecret', 'secret', 'accessToken', 'password', 'channelCredentials', 'duty_code', 'api-key'])(
    'refuses %s, with the way out and without its value',
    (key) => {
      writeFileSync(file, `profiles:\n  a:\n    baseUrl: https://service.example\n    ${key}: hunter2\n`)
      const fault = faultOf(() => resolve())
      expect(fault.findings).toHaveLength(1)
      expect(fault.findings[0]).toMatchObject({ line: 4, field: key, reason: expect.stringContaining('no secrets') })
      expect(fault.next).toContain('hubswitch auth login')
      expect(JSON.stringify(fault) + fault.stack).not.toContain('hunter2')
    },
  )

  it('does not quote the text around a fault', () => {
    writeFileSync(file, 'profiles:\n  a:\n    partnerSecret: "hunter2\n')
    const fault = faultOf(() => resolve())
    expect(JSON.stringify(fault) + fault.message + fault.stack).not.toContain('hunter2')
  })
})

describe('profiles', () => {
  it('are created, changed, used and removed; comments survive', async () => {
    writeFileSync(file, PRODUCTION)
    await saveProfile(configDir, 'staging', { baseUrl: 'https://staging.example', limits: { ratePerSecond: 3 } })
    await saveProfile(configDir, 'production', { partnerId: 'new-partner', wire: null })
    await useProfile(configDir, 'staging')
    expect(listProfiles(configDir).map(({ name, isCurrent, partnerId }) => [name, isCurrent, partnerId])).toEqual([
      ['sandbox', false, undefined],
      ['production', false, 'new-partner'],
      ['test', false, undefined],
      ['staging', true, undefined],
    ])
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('# our service')
    expect(text).toContain('# do not touch')
    expect(text).not.toContain('wire')
    expect(text).toContain('concurrency: 4')
    await removeProfile(configDir, 'staging')
    expect(resolve()).toMatchObject({ profile: { value: 'sandbox' } })
    expect((await faultOfPromise(() => useProfile(configDir, 'staging'))).code).toBe('USAGE')
    expect((await faultOfPromise(() => removeProfile(configDir, 'staging'))).code).toBe('USAGE')
  })

  it('begin in an empty directory, in a file for the owner alone', async () => {
    const fresh = join(folder, 'not', 'there')
    expect(listProfiles(fresh)).toEqual([{ name: 'sandbox', isCurrent: true }])
    await saveProfile(fresh, 'a.b-c_1', { baseUrl: 'https://service.example' })
    await useProfile(fresh, 'a.b-c_1')
    expect(resolve({ configDir: fresh })).toMatchObject({
      profile: { value: 'a.b-c_1' },
      baseUrl: { value: 'https://service.example' },
    })
    expect([statSync(join(fresh, 'config.yaml')).mode & 0o777, statSync(fresh).mode & 0o777]).toEqual([0o600, 0o700])
  })

  it('keep a symbolic link to the file', async () => {
    const real = join(folder, 'dotfiles.yaml')
    writeFileSync(real, PRODUCTION)
    symlinkSync(real, file)
    await useProfile(configDir, 'test')
    expect(readFileSync(real, 'utf8')).toContain('current: test')
  })

  it.each([
    ['env', {}],
    ['Upper', {}],
    ['../x', {}],
    ['', {}],
    ['sandbox', { baseUrl: 'https://service.example' }],
    ['a', { baseUrl: 'http://service.example' }],
    ['a', { partnerSecret: 'hunter2' } as object],
    ['a', { limits: { concurrency: 100 } }],
  ])('refuse %j with %j', async (name, changes) => {
    const fault = await faultOfPromise(() => saveProfile(configDir, name, changes))
    expect(fault.code).toBe('USAGE')
    expect(JSON.stringify(fault) + fault.message).not.toContain('hunter2')
  })

  it('loses none of several edits at once', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`)
    await Promise.all(names.map((name) => saveProfile(configDir, name, { baseUrl: `https://${name}.example` })))
    expect(listProfiles(configDir).map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  it('name the file that cannot be written', async () => {
    writeFileSync(join(folder, 'blocked'), '')
    const fault = await faultOfPromise(() => saveProfile(join(folder, 'blocked', 'config'), 'a', { partnerId: 'x' }))
    expect([fault.code, fault.next]).toEqual(['USAGE', expect.stringContaining('HUBSWITCH_CONFIG_DIR')])
  })
})
