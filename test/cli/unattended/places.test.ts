import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Machine, freshMachine } from '../../support/cli.js'

describe('a place that cannot be written', () => {
  let machine: Machine
  beforeEach(async () => {
    machine = await freshMachine()
  })
  afterEach(() => machine.remove())

  it('lets run list and a dry run work, and a push say so', async () => {
    // Works for root too, whom no mode keeps from writing.
    const env = {
      HUBSWITCH_DATA_DIR: '/proc/hubswitch',
      HUBSWITCH_BASE_URL: 'http://127.0.0.1:9',
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 'not-a-secret',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1}',
    }
    const listed = await machine.run(['run', 'list', '--json'], { env })
    expect([listed.code, listed.stdout.trim(), listed.stderr]).toEqual([
      0,
      '[]',
      expect.stringContaining('cannot be written: what is there is read, and nothing is kept'),
    ])
    const dry = await machine.run(['rates', 'push', 'samples/rates.csv', '--dry-run'], { env })
    expect([dry.code, dry.stdout], dry.stderr).toEqual([0, expect.stringContaining('Nothing was sent.')])
    const pushed = await machine.run(['rates', 'push', 'samples/rates.csv', '--yes'], { env })
    expect([pushed.code, pushed.stderr]).toEqual([1, expect.stringContaining('HUBSWITCH_DATA_DIR')])
  })

  it('a push needs no terminal, no locale and no more than /usr/bin:/bin', async () => {
    const { code, stdout, stderr } = await machine.run(['rates', 'push', 'samples/rates.csv', '--dry-run'], {
      env: { PATH: '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TERM: '' },
    })
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining('Nothing was sent.')])
  })
})
