import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran, ROOT } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const PUSH = ['rates', 'push', path.join(ROOT, 'samples/rates.csv'), '--yes']

describe('a link that leads to itself', () => {
  let machine: Machine
  let loop: string
  const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
    runWarm([...args], { ...machine.env, ...env })

  beforeAll(async () => {
    machine = await freshMachine()
    loop = path.join(machine.folder, 'loop')
    symlinkSync('loop', loop)
  })
  afterAll(() => machine.remove())

  it.each([
    ['', PUSH],
    ['x', PUSH],
    ['', ['run', 'list']],
    ['x', ['run', 'journal', 'check']],
    ['', ['reservation', 'list']],
    ['x/y', ['sandbox', 'status']],
    ['', ['sandbox', 'seed']],
    ['', ['doctor']],
  ])('as data directory, with %j behind it: %j names it and what to do', async (behind, args) => {
    const { code, stdout, stderr } = await run(args, { HUBSWITCH_DATA_DIR: path.join(loop, behind) })
    const said = stdout + stderr
    expect(code).toBeGreaterThan(0)
    expect(said).toContain(`${loop} is a symbolic link that leads to itself.`)
    expect(said).toContain(`Remove the link (rm ${loop})`)
    expect(said).not.toMatch(/Something went wrong|ELOOP/)
    if (args === PUSH) expect(said).toContain('Nothing was sent.')
  })

  it('below XDG_DATA_HOME, and as the configuration', async () => {
    const places: Record<string, string>[] = [
      { HUBSWITCH_DATA_DIR: '', XDG_DATA_HOME: loop },
      { HUBSWITCH_CONFIG_DIR: loop },
    ]
    for (const env of places) {
      const { code, stderr } = await run(PUSH, env)
      expect([code === 0, stderr]).toEqual([false, expect.stringContaining(`${loop} is a symbolic link that leads to`)])
      expect(stderr).not.toContain('Something went wrong')
      expect(stderr).toContain('Nothing was sent.')
    }
  })

  it.each(['journal.db', 'journal.db-mark', 'journal.db-wal', 'locks', 'sandbox', 'names.json'])(
    'in place of %s: a push says which, or does without',
    async (name) => {
      const data = path.join(machine.folder, `data-${name}`)
      mkdirSync(data, { mode: 0o700 })
      symlinkSync(name, path.join(data, name))
      const { stderr } = await run(PUSH, { HUBSWITCH_DATA_DIR: data })
      expect(stderr).not.toMatch(/Something went wrong|ELOOP/)
      // A cache is done without.
      if (name !== 'names.json') expect(stderr).toMatch(new RegExp(`${name} is a symbolic link[^]*Nothing was sent\\.`))
      rmSync(data, { recursive: true })
    },
  )

  it.each([
    [['rates', 'push', '--yes', '--plan', 'LOOP']],
    [['rates', 'push', '--yes', 'LOOP']],
    [['rates', 'push', PUSH[2] ?? '', '--yes', '--map', 'LOOP.yaml']],
    [['property', 'create', '--file', 'LOOP']],
    [['property', 'apply', '--yes', 'LOOP']],
    [['resnotif', 'lint', 'LOOP']],
    [['reservation', 'create', '--file', 'LOOP']],
  ])('as a file that a command reads: %j', async (args) => {
    const yaml = `${loop}.yaml`
    rmSync(yaml, { force: true })
    symlinkSync('loop.yaml', yaml)
    const { code, stderr } = await run(args.map((arg) => arg.replace('LOOP', loop)))
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(/\/loop(?:\.yaml)?\b/)
    expect(stderr).not.toContain('Something went wrong')
  })

  it('in place of secrets.json: no mode is advised', async () => {
    const config = path.join(machine.folder, 'config-loop')
    mkdirSync(config, { mode: 0o700 })
    const env = { HUBSWITCH_CONFIG_DIR: config, HUBSWITCH_STORE: 'file' }
    const set = ['profile', 'set', 'live', '--base-url', 'http://127.0.0.1:9', '--partner-id', 'p']
    expect((await run(set, env)).code).toBe(0)
    symlinkSync('secrets.json', path.join(config, 'secrets.json'))
    const { stderr } = await run(['room', 'list', '7', '--profile', 'live'], env)
    expect(stderr).toContain(`${path.join(config, 'secrets.json')} is a symbolic link that leads to itself.`)
    expect(stderr).not.toContain('chmod')
  })
})
