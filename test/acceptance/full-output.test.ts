import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

const STAY = [
  'reservation',
  'create',
  '--property',
  '1000001',
  '--check-in',
  '2040-07-01',
  '--nights',
  '3',
  '--room',
  '101',
  '--plan',
  '501',
  '--guest',
  'Ada Lovelace',
  '--allow-duplicate',
]
const LOST = 'Standard output cannot be written: no space is left.'

/** An output that cannot be written takes neither the exit code nor the last words of a command away. */
describe.runIf(existsSync('/dev/full'))('an output that cannot be written', () => {
  let machine: Machine
  let monitor: Scripted
  beforeAll(async () => {
    machine = await freshMachine()
    monitor = await startScripted(() => json(200, {}))
    await machine.run(['sandbox', 'seed'])
  })
  afterAll(async () => {
    await monitor.close()
    await machine.remove()
  })

  /** Runs the built command line with streams on a device that is always full. */
  const run = async (
    args: readonly string[],
    full: { stdout?: true; stderr?: true },
  ): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const device = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [path.join(ROOT, 'bin/run.cjs'), ...args], {
      cwd: ROOT,
      env: machine.env,
      stdio: ['ignore', full.stdout ? device : 'pipe', full.stderr ? device : 'pipe'],
    })
    closeSync(device)
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  }

  it('is a failure where the output was all that was wanted', async () => {
    for (const args of [['profile', 'list'], ['profile', 'list', '--json'], ['help']])
      expect(await run(args, { stdout: true }), args.join(' ')).toEqual({ code: 1, stdout: '', stderr: `${LOST}\n` })
    expect(await run(['nonsense', '--json'], { stdout: true })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Standard output .*There is no command "nonsense"/) as string,
    })
    expect(await run(['nonsense'], { stderr: true })).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(
        /^Standard error cannot be written: no space is left\. .*There is no command "nonsense"/,
      ) as string,
    })
    expect(await run(['profile', 'list', '--columns', 'name'], { stderr: true })).toEqual({
      code: 0,
      stdout: 'sandbox\n',
      stderr: '',
    })
  })

  it.each<[string, { stdout?: true; stderr?: true }]>([
    ['standard output', { stdout: true }],
    ['standard error', { stderr: true }],
    ['both', { stdout: true, stderr: true }],
  ])('leaves a booking as it ended, and tells which it is: %s', async (name, full) => {
    const summary = path.join(machine.folder, `${name}.txt`)
    const { code, stdout, stderr } = await run([...STAY, '--summary', summary, '--ping-url', `${monitor.url}/k`], full)
    expect(code, stderr).toBe(0)
    const told = readFileSync(summary, 'utf8')
    expect(told).toMatch(/^hubswitch reservation create: done\n/)
    const id = /bookingId: (\S+?);/.exec(told)?.[1] ?? 'no id'
    if (full.stderr === undefined) expect(stderr).toMatch(new RegExp(`(?:^|\\n)${LOST} bookingId: ${id}; [^\n]*\n$`))
    if (full.stdout === undefined) expect(stdout).toContain(id)
    expect(monitor.requests.at(-1)?.path).toBe('/k')
  })

  it('leaves a push as it ended, and fails a dry run', async () => {
    const file = path.join(machine.folder, 'a.csv')
    writeFileSync(file, 'hotel,room,plan,date,price\n1000001,101,501,2040-08-01,99\n')
    expect(await run(['rates', 'push', file, '--dry-run', '--quiet'], { stdout: true })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${LOST}\n`,
    })
    expect(await run(['rates', 'push', file, '--yes', '--quiet', '--json'], { stdout: true })).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^Standard output .*Done\. 1 night acknowledged/) as string,
    })
    expect(await run(['rates', 'push', file, '--yes'], { stdout: true })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Standard output .*Done\. 1 night acknowledged/) as string,
    })
    const events = await run(['rates', 'push', file, '--yes', '--events', '-', '--allow-full-load'], { stdout: true })
    expect(events.code).toBe(3)
    expect(events.stderr.split('Standard output cannot be written')).toHaveLength(2)
    expect(events.stderr.split('Done')).toHaveLength(2)
    writeFileSync(file, 'hotel,room,plan,date,price\n1000001,101,501,2040-08-01,dear\n')
    const failed = await run(['rates', 'push', file, '--yes', '--events', '-'], { stdout: true })
    expect(failed.code, failed.stderr).toBe(6)
    expect(failed.stderr.split('Standard output cannot be written')).toHaveLength(2)
    expect(failed.stderr.split('dear')).toHaveLength(2)
    expect(await run(['run', 'verify', '--last', '--json'], { stdout: true })).toMatchObject({ code: 1 })
  })
})
