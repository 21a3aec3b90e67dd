import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../../support/cli.js'
import { spawn } from 'node:child_process'

let machine: Machine
beforeEach(async () => {
  machine = await freshMachine()
})
afterEach(() => machine.remove())

/** Rows without end on standard input. */
const push = (max: string): Promise<{ code: number | null; stderr: string }> => {
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/run.js'), 'rates', 'push', '-', '--dry-run'], {
    env: { ...machine.env, HUBSWITCH_PIPE_MAX: max, TMPDIR: machine.folder },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const rows = '1000001,101,2040-01-01,100.00\n'.repeat(2_000)
  const more = (): void => {
    while (child.stdin.writable && child.stdin.write(rows));
  }
  child.stdin.on('error', () => undefined).on('drain', more)
  child.stdin.write('hotel_code,room_id,date,price\n')
  more()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })))
}

it('rows without end are refused at a bound, and nothing of them stays', async () => {
  const ended = await push('2MB')
  expect([ended.code, ended.stderr]).toEqual([
    6,
    expect.stringMatching(
      /Standard input brings more than 2MB, and no more is kept of pipes\.[^]*raise HUBSWITCH_PIPE_MAX/,
    ),
  ])
  expect(readdirSync(machine.folder).filter((name) => name.startsWith('hubswitch-'))).toEqual([])
})

it('a bound that is no size is refused before anything is read', async () => {
  expect(await push('much')).toEqual({
    code: 2,
    stderr: expect.stringContaining('HUBSWITCH_PIPE_MAX needs a size such as 500MB or 20GB, not "much".') as string,
  })
})
