import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { freshMachine, type Machine, ROOT } from '../../support/cli.js'

/** What never looks whether its time is up is ended by a timer: whoever reads log, summary, monitor and locks must hear of that, too. */
describe('the last resort of --deadline', () => {
  let machine: Machine
  let monitor: Scripted
  beforeEach(async () => {
    machine = await freshMachine()
    monitor = await startScripted(() => json(200, {}))
  })
  afterEach(async () => {
    await Promise.all([monitor.close(), machine.remove()])
  })

  it('says the last word to monitor, log and summary, and leaves no note at its lock', async () => {
    const file = (name: string): string => path.join(machine.folder, name)
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        path.join(ROOT, 'test/support/stuck-command.ts'),
        '--deadline',
        '1s',
        '--summary',
        file('s.txt'),
        '--log-file',
        file('p.log'),
        '--ping-url',
        `${monitor.url}/k`,
      ],
      { cwd: ROOT, env: machine.env, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let told = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (told += String(text)))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, told]).toEqual([
      9,
      expect.stringMatching(/The time that --deadline gives was up\. Nothing was sent\./),
    ])
    expect(monitor.requests.map(({ path: asked }) => asked)).toEqual(['/k/start', '/k/fail'])
    expect(monitor.requests.at(-1)?.body).toMatch(/exit 9[^]*Ended at once/)
    expect(readFileSync(file('s.txt'), 'utf8')).toMatch(/exit 9[^]*Ended at once/)
    expect(readFileSync(file('p.log'), 'utf8')).toMatch(/Ended at once, before it was done\.\n$/)
    expect(readdirSync(path.join(machine.env['HUBSWITCH_DATA_DIR'] as string, 'locks'))).not.toContainEqual(
      expect.stringMatching(/\.holder$/),
    )
  })
})
