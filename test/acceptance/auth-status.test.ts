import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jwt } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const [SECRET, STORED, DUTY] = ['canary-partner-secret', 'canary-stored-secret', 'canary-duty-code']
const URL = 'http://127.0.0.1:9'
const now = Math.floor(Date.now() / 1000)
const [FRESH, OLD] = [now + 3_600, now - 3_600].map((exp) => jwt({ exp, jti: 'canary' })) as [string, string]
const kept = (expiresAt: number): string =>
  JSON.stringify({ accessToken: FRESH, expiresAt, obtainedAt: 1, baseUrl: URL, partnerId: '4711' })

/** Whoever asks why a command signs in as it does is told where each value came from, and no value that is a secret. */
describe('auth status beside a profile', () => {
  let machine: Machine
  let config: string
  let secrets: string
  const status = (env: Record<string, string>, ...flags: string[]): Promise<Ran> =>
    runWarm(['auth', 'status', '--json', ...flags], { ...machine.env, ...env })

  beforeAll(async () => {
    machine = await freshMachine()
    const folder = machine.env['HUBSWITCH_CONFIG_DIR'] as string
    ;[config, secrets] = [path.join(folder, 'config.yaml'), path.join(folder, 'secrets.json')] as [string, string]
    mkdirSync(folder, { mode: 0o700 })
    await writeFile(
      config,
      `profiles:\n  main: {baseUrl: "${URL}", partnerId: "4711", store: file}\n  late: {baseUrl: "${URL}", partnerId: "4711", store: file}\n  vague: {baseUrl: "${URL}", partnerId: "4711", store: file}\ncurrent: main\n`,
      { mode: 0o600 },
    )
    const partnerSecret = JSON.stringify({ secret: STORED, baseUrl: URL, partnerId: '4711' })
    await writeFile(
      secrets,
      JSON.stringify({
        main: { partnerSecret, token: kept((now + 3_600) * 1_000) },
        late: { partnerSecret, token: kept((now - 3_600) * 1_000) },
        vague: { partnerSecret, token: kept((now + 3_600) * 1_000).replace('{', '{"guess":"unsaid",') },
      }),
      { mode: 0o600 },
    )
  })
  afterAll(() => machine.remove())

  it.each<
    [string, Record<string, string>, string[], (files: { config: string; secrets: string }) => Record<string, unknown>]
  >([
    [
      'a profile',
      {},
      [],
      ({ config: file, secrets: store }) => ({
        profileFrom: `file ${file}`,
        serviceFrom: `file ${file}`,
        partnerIdFrom: `file ${file}`,
        partnerSecret: `file ${store}`,
        accessToken: `file ${store}`,
        tokenState: 'valid',
        tokenExpires: new Date((now + 3_600) * 1_000).toISOString(),
      }),
    ],
    [
      'a token that has ended',
      {},
      ['--profile', 'late'],
      ({ secrets: store }) => ({ profileFrom: 'flag --profile', accessToken: `file ${store}`, tokenState: 'expired' }),
    ],
    [
      'a token whose end is assumed',
      {},
      ['--profile', 'vague'],
      () => ({ tokenState: 'not known', tokenLife: 'not known: the service did not say', tokenExpires: undefined }),
    ],
    [
      'a token of the environment',
      { HUBSWITCH_ACCESS_TOKEN: FRESH },
      [],
      () => ({
        accessToken: 'env HUBSWITCH_ACCESS_TOKEN',
        partnerSecret: 'not used: HUBSWITCH_ACCESS_TOKEN is set',
        tokenState: 'valid',
      }),
    ],
    [
      'one that has ended',
      { HUBSWITCH_ACCESS_TOKEN: OLD },
      [],
      () => ({ accessToken: 'env HUBSWITCH_ACCESS_TOKEN', tokenState: 'expired' }),
    ],
    [
      'one that says nothing of its end',
      { HUBSWITCH_ACCESS_TOKEN: 'canary-opaque' },
      [],
      () => ({ accessToken: 'env HUBSWITCH_ACCESS_TOKEN', tokenState: undefined, tokenExpires: undefined }),
    ],
    [
      'a secret of the environment',
      { HUBSWITCH_PARTNER_SECRET: SECRET, HUBSWITCH_CHANNEL_CREDENTIALS: `{"id":1,"duty_code":"${DUTY}"}` },
      [],
      ({ config: file }) => ({
        partnerIdFrom: `file ${file}`,
        partnerSecret: 'env HUBSWITCH_PARTNER_SECRET',
        channelCredentials: 'env HUBSWITCH_CHANNEL_CREDENTIALS',
        accessToken: undefined,
      }),
    ],
    [
      'an address and a partner of the environment',
      { HUBSWITCH_BASE_URL: URL, HUBSWITCH_PARTNER_ID: '5', HUBSWITCH_PARTNER_SECRET: SECRET },
      [],
      () => ({
        profile: 'env',
        serviceFrom: 'env HUBSWITCH_BASE_URL',
        partnerId: '5',
        partnerIdFrom: 'env HUBSWITCH_PARTNER_ID',
      }),
    ],
  ])('tells the sources of %s', async (_name, env, flags, expected) => {
    const ran = await status(env, ...flags)
    const shown = ran.json()
    for (const [name, value] of Object.entries(expected({ config, secrets })))
      expect([name, shown[name]]).toEqual([name, value])
    expect(ran.stdout + ran.stderr).not.toMatch(/canary|eyJ/u)
  })

  it.each<[string, Record<string, string>, number, RegExp]>([
    ['a stored secret of another partner', { HUBSWITCH_PARTNER_ID: '5' }, 4, /belong to partner 4711, not to 5/],
    [
      'a partner secret without an id',
      { HUBSWITCH_BASE_URL: URL, HUBSWITCH_PARTNER_SECRET: SECRET },
      4,
      /a partner secret, but no partner id/,
    ],
    [
      'channel credentials that are damaged',
      { HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":' },
      0,
      /"channelCredentials": ?"not usable: HUBSWITCH_CHANNEL_CREDENTIALS does not hold valid JSON/,
    ],
    [
      'PMS credentials that are damaged',
      { HUBSWITCH_PMS_CREDENTIALS: '{"username":"u"}' },
      0,
      /"pmsCredentials": ?"not usable: HUBSWITCH_PMS_CREDENTIALS holds no username and password/,
    ],
    [
      'PMS credentials that are damaged, and nothing to sign in with',
      { HUBSWITCH_BASE_URL: URL, HUBSWITCH_PMS_CREDENTIALS: '[]' },
      4,
      /nothing to sign in with/,
    ],
  ])('tells %s as not usable', async (_name, env, code, words) => {
    const ran = await status(env)
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([code, expect.stringMatching(words)])
    expect(ran.stdout + ran.stderr).not.toMatch(/canary|eyJ/u)
  })
})
