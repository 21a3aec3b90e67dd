import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const CANARY = 'zzC4naryOfAPartner'
const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${CANARY}"}`).toString('base64url')}.${CANARY}`

/** What people put where the path of its file belongs. */
const MISPLACED: Readonly<Record<string, string>> = {
  HUBSWITCH_PARTNER_SECRET_FILE: CANARY,
  HUBSWITCH_CHANNEL_CREDENTIALS_FILE: `{"id":1,"duty_code":"${CANARY}"}`,
  HUBSWITCH_ACCESS_TOKEN_FILE: TOKEN,
  HUBSWITCH_PMS_CREDENTIALS_FILE: `pms:${CANARY}`,
  HUBSWITCH_PING_URL_FILE: `https://monitor.example/ping/${CANARY}?key=${CANARY}`,
}

describe('a secret in the wrong place', () => {
  let machine: Machine
  let monitor: Scripted

  beforeAll(async () => {
    machine = await freshMachine()
    monitor = await startScripted(() => json(200, {}))
  })
  afterAll(async () => {
    await monitor.close()
    await machine.remove()
  })

  it.each(Object.keys(MISPLACED))('%s that holds it: no output, log, summary or monitor does', async (variable) => {
    const env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: monitor.url,
      HUBSWITCH_PARTNER_ID: 'p',
      [variable]: MISPLACED[variable] ?? '',
    }
    const [log, summary] = [path.join(machine.folder, `${variable}.log`), path.join(machine.folder, `${variable}.txt`)]
    const before = monitor.requests.length
    const push = ['rates', 'push', path.join(ROOT, 'samples/rates.csv'), '--yes', '--log-file', log]
    const ping = variable === 'HUBSWITCH_PING_URL_FILE' ? 'env' : `${monitor.url}/ping/of-this-test`
    const all = [
      await runWarm([...push, '--summary', summary, '--ping-url', ping], env),
      await runWarm(['auth', 'status'], env),
      await runWarm(['doctor', '--json'], env),
    ]
    const written = [log, summary].map((file) => {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return ''
      }
    })
    const posted = monitor.requests.slice(before).map((request) => JSON.stringify(request))
    const seen = [...all.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...written, ...posted].join('\n')
    expect(seen).not.toContain(CANARY)
    expect(seen).not.toContain(TOKEN.slice(0, 40))
    expect(seen).toContain(`${variable} names no file that is there.`)
    expect(seen).toContain('It must be the path of a file, not the secret itself.')
  })

  it.each([
    [['auth', 'login', '--secret-stdin', CANARY], '--secret-stdin'],
    [['auth', 'login', `--secret-stdin=${CANARY}`], '--secret-stdin'],
    [['auth', 'login', CANARY], 'auth login --secret-stdin'],
    [['auth', CANARY], 'auth login --secret-stdin'],
    [['auth', 'login', `-s${CANARY}`], undefined],
    [['auth', 'login', '--store', CANARY], '--secret-stdin'],
    [['auth', 'token', CANARY], 'auth login --secret-stdin'],
    [['init', CANARY], 'auth login --secret-stdin'],
    [['reservation', 'card', '900001', CANARY], '--card-stdin'],
    [['auth', 'login', '--base-url', 'http://127.0.0.1:1', '--channel-credentials', `{"k":"${CANARY}"}`], undefined],
  ])('%j shows none of it', async (args, way) => {
    for (const format of [[], ['--json']]) {
      const { code, stdout, stderr } = await runWarm([...args, ...format], machine.env)
      expect([code === 0, stdout + stderr]).toEqual([false, expect.not.stringContaining(CANARY)])
      if (way !== undefined) expect(stdout + stderr).toContain(`Pass a secret on standard input, with ${way}: `)
    }
  })

  it('a word that is nearly one of a list is shown', async () => {
    const { stderr } = await runWarm(['auth', 'login', '--store', 'keychian'], machine.env)
    expect(stderr).toContain('not "keychian"')
  })

  it.each(['HUBSWITCH_GZIP', 'HUBSWITCH_TIMEOUT', 'HUBSWITCH_CONFIG_DIR', 'HUBSWITCH_DATA_DIR', 'HUBSWITCH_CACHE_DIR'])(
    '%s is quoted bounded, and a secret in it is not cut in two',
    async (variable) => {
      const cut = `${'x'.repeat(30)}${CANARY}${'y'.repeat(400)}`
      const { stderr } = await runWarm(['auth', 'status'], {
        ...machine.env,
        HUBSWITCH_PARTNER_SECRET: CANARY,
        [variable]: cut,
      })
      expect(stderr).toContain(variable)
      expect(stderr.length).toBeLessThan(600)
      expect(stderr).not.toContain(CANARY.slice(0, 6))
    },
  )
})
