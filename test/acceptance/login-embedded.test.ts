import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

describe('auth login to the embedded sandbox', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  it.each([
    ['--pms-credentials', 'samples/pms-credentials.json'],
    ['--channel-credentials', 'samples/channel-credentials.json'],
    ['--store', 'file'],
  ])('refuses %s, which it would not keep', async (...flag) => {
    const { code, stderr } = await runWarm(['auth', 'login', ...flag], machine.env)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${flag[0]} would have no effect`) as string])
  })
})
