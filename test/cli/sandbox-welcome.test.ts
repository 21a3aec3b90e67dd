import { describe, expect, it } from 'vitest'
import { sandboxWelcome } from '../../src/cli/embedded-sandbox.js'
import { DEMO_ACCOUNTS, SANDBOX_LIMITS } from '../../src/sandbox/index.js'

describe('what sandbox start shows', () => {
  it('holds everything that another program needs to sign in and push, with no secret in a command line', async () => {
    const text = await sandboxWelcome('http://127.0.0.1:7070', undefined)
    for (const { partnerId, secret, channelCredentials } of DEMO_ACCOUNTS) for (const part of [partnerId, secret, JSON.stringify(channelCredentials)]) expect(text).toContain(part)
    for (const limit of SANDBOX_LIMITS) expect(text).toContain(limit)
    const typed = text.split('\n').filter((line) => line.startsWith('  hubswitch '))
    expect(typed).toEqual([
      '  hubswitch auth login --profile rehearsal --base-url http://127.0.0.1:7070 --partner-id demo-supplier --channel-credentials FILE',
      '  hubswitch profile set rehearsal --distributor-id demo-distributor --distributor-code DEMO',
    ])
  })
})
