import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'
import { type Recorder, startRecorder } from '../support/recorder.js'

const ROWS = 'hotel_code,room_id,date,price,currency\n1000001,101,2040-01-01,90.00,EUR\n'
const BOOKING =
  'reservation create --property 1000001 --check-in 2099-03-01 --nights 2 --room 101 --plan 501 --guest Ada,Lovelace'

describe('a machine that has sent to a service and has lost its configuration', () => {
  let service: Recorder
  let machine: Machine
  let file: string
  beforeEach(async () => {
    service = await startRecorder()
    machine = await freshMachine()
    file = service.put('a.csv', ROWS)
    const env = { ...service.env, ...machine.env }
    expect((await machine.run(['rates', 'push', file, '--yes'], { env })).code).toBe(0)
  })
  afterEach(async () => {
    await machine.remove()
    await service.remove()
  })

  it('refuses a push that would go to the embedded sandbox, --yes and --quiet or not, and a booking there', async () => {
    const words =
      /No profile is chosen, so this would go to the embedded sandbox, but this machine has sent to http:\S+\. Name the one that is meant with --profile .*Nothing was sent\./
    const run = (...line: string[]) => machine.run(line, { env: machine.env })
    expect((await run('sandbox', 'seed', '--profile', 'sandbox')).code).toBe(0)
    for (const line of [['rates', 'push', file, '--yes', '--quiet'], BOOKING.split(' ')]) {
      const { code, stderr } = await run(...line)
      expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([7, expect.stringMatching(words) as string])
    }
  })

  it('takes the sandbox where it is named, once or for good, and looks at it without a question', async () => {
    const run = (...line: string[]) => machine.run(line, { env: machine.env })
    expect((await run('run', 'list')).code).toBe(0)
    expect((await run('rates', 'push', file, '--dry-run')).code).toBe(0)
    expect((await run('rates', 'push', file, '--yes', '--profile', 'sandbox')).code).not.toBe(7)
    expect((await run('profile', 'use', 'sandbox')).code).toBe(0)
    expect((await run('rates', 'push', file, '--yes')).code).not.toBe(7)
    await rm(path.join(machine.env['HUBSWITCH_CONFIG_DIR'] as string, 'config.yaml'))
    await writeFile(path.join(machine.env['HUBSWITCH_CONFIG_DIR'] as string, 'config.yaml'), '', { mode: 0o600 })
    expect((await run('rates', 'push', file, '--yes')).code).toBe(7)
  })
})
