import { describe, expect, it } from 'vitest'
import { sandboxWelcome } from '../../src/cli/command/embedded-sandbox.js'
import { exposureOf, exposureWarning } from '../../src/cli/sandbox/exposure.js'
import { DEMO_ACCOUNTS, SANDBOX_LIMITS } from '../../src/sandbox/index.js'

describe('what sandbox start shows', () => {
  it('holds everything that another program needs to sign in and push, with no secret in a command line', async () => {
    const text = await sandboxWelcome('http://127.0.0.1:7070', undefined)
    for (const { partnerId, secret, channelCredentials } of DEMO_ACCOUNTS)
      for (const part of [partnerId, secret, JSON.stringify(channelCredentials)]) expect(text).toContain(part)
    for (const limit of SANDBOX_LIMITS) expect(text).toContain(limit)
    const typed = text.split('\n').filter((line) => line.startsWith('  hubswitch '))
    expect(typed).toEqual([
      '  hubswitch auth login --profile rehearsal --base-url http://127.0.0.1:7070 --partner-id demo-supplier --channel-credentials FILE',
      '  hubswitch profile set rehearsal --distributor-id demo-distributor --distributor-code DEMO',
    ])
  })

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', 'LOCALHOST', '::1'])(
    '%s needs no other secrets than the public ones',
    async (host) => {
      expect(await exposureOf(host, {})).toBeUndefined()
    },
  )

  it.each(['0.0.0.0', '::', '192.0.2.7', '127.attacker.example', 'build-7'])(
    '%s can be reached from elsewhere: secrets of this run, shown once, and a warning',
    async (host) => {
      const made = await exposureOf(host, {})
      if (made === undefined) throw new Error('no exposure')
      const text = await sandboxWelcome('http://0.0.0.0:7070', undefined, made)
      for (const { secret } of DEMO_ACCOUNTS) expect(text).not.toContain(secret)
      expect(new Set(made.secrets.values()).size).toBe(DEMO_ACCOUNTS.length)
      for (const secret of made.secrets.values())
        expect([secret.length >= 24, text.includes(secret)]).toEqual([true, true])
      expect(exposureWarning(host, made)).toContain('other machines can reach this sandbox')
      const HUBSWITCH_SANDBOX_SECRET = 'sixteen-or-more-characters'
      const given = await exposureOf(host, { HUBSWITCH_SANDBOX_SECRET })
      expect([...(given?.secrets.values() ?? [])]).toEqual(DEMO_ACCOUNTS.map(() => HUBSWITCH_SANDBOX_SECRET))
      expect(await sandboxWelcome('http://0.0.0.0:7070', undefined, given)).not.toContain(HUBSWITCH_SANDBOX_SECRET)
      await expect(exposureOf(host, { HUBSWITCH_SANDBOX_SECRET: 'short' })).rejects.toMatchObject({ code: 'USAGE' })
    },
  )
})
