import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetSandboxTold, mustTellSandbox } from '../../../src/cli/profile/index.js'
import { freshMachine, type Machine, ROOT } from '../../support/cli.js'

const NOTICE = 'Embedded sandbox, not a real service.'

describe('that the sandbox answers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-told-'))
  const shell = { isTerminal: true, shell: 4711 }
  afterEach(() => forgetSandboxTold(folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is told once in a terminal session, and again in another one', () => {
    expect([1, 2, 3].map(() => mustTellSandbox(folder, shell))).toEqual([true, false, false])
    const now = Date.now()
    // Within the millisecond in which it was noted, the file may be the younger of the two.
    const [file = ''] = readdirSync(folder)
    utimesSync(path.join(folder, file), now / 1000, (now + 0.7) / 1000)
    expect(mustTellSandbox(folder, shell, now)).toBe(false)
    expect(mustTellSandbox(folder, { ...shell, shell: 4712 })).toBe(true)
  })

  it('is told every time in a pipe, where no session is noted', () => {
    expect([1, 2].map(() => mustTellSandbox(folder, { ...shell, isTerminal: false }))).toEqual([true, true])
    expect(readdirSync(folder)).toEqual([])
  })

  it('is told again after another service was used, after half a day, and by a clock that went back', () => {
    const [first] = [mustTellSandbox(folder, shell), forgetSandboxTold(folder)]
    expect([first, mustTellSandbox(folder, shell)]).toEqual([true, true])
    const [file = ''] = readdirSync(folder)
    const before = new Date(Date.now() - 13 * 3_600_000)
    utimesSync(path.join(folder, file), before, before)
    expect(mustTellSandbox(folder, shell)).toBe(true)
    expect(mustTellSandbox(folder, shell, Date.now() - 3_600_000)).toBe(true)
  })

  it('is told where nothing can be noted', () => {
    const none = path.join(folder, 'none', 'such')
    expect([mustTellSandbox(none, shell), mustTellSandbox(none, shell)]).toEqual([true, true])
    expect(() => forgetSandboxTold(none)).not.toThrow()
  })
})

describe('commands on a terminal', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  /** What stands on a terminal where these lines were typed one after the other. */
  const typed = (...lines: string[]): string[] => {
    const shell = lines.map((line) => `"${process.execPath}" bin/run.cjs ${line}; echo "# end"`).join('\n')
    const terminal = 'import pty, sys; pty.spawn(sys.argv[1:])'
    const env = { TERM: 'xterm', ...machine.env }
    return execFileSync('python3', ['-c', terminal, 'sh', '-c', shell], { cwd: ROOT, env, encoding: 'utf8' }).split(
      '# end',
    )
  }

  it('name the sandbox once, and neither with --json nor --quiet', { timeout: 30_000 }, async () => {
    const screens = typed(
      'property count --json',
      'property count --quiet',
      'property count --output csv',
      'property count',
      'unit types',
      'property count',
    )
    expect(screens.map((screen) => screen.includes(NOTICE))).toEqual([false, false, false, true, false, false, false])
    expect(screens[4]).toContain('room')
    expect((await machine.run(['property', 'count'])).stderr).toContain(NOTICE)
  })

  it('with --quiet name it where they fail', async () => {
    const { code, stderr } = await machine.run(['property', 'get', '9999999', '--quiet'])
    expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining(NOTICE) })
  })
})
