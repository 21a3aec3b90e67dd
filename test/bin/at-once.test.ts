import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

const { textAtOnce } = createRequire(import.meta.url)('../../bin/at-once.cjs') as {
  textAtOnce: (argv: string[], env: Record<string, string>) => string | undefined
}

const { start } = createRequire(import.meta.url)('../../bin/chunks.cjs') as {
  start: { commands: Record<string, string> }
}
const ids = Object.keys(start.commands).map((id) => id.split(':'))
const topics = ids.flatMap((words) => words.map((_, at) => words.slice(0, at).join(' ')))
const pages = [...new Set(['', ...topics, ...ids.map((words) => words.join(' '))])]
  .filter((page) => page !== 'help')
  .map((page) => page.split(' ').filter(Boolean))

/** What the framework shows for each page, and last for the name alone, in a pipe. */
function rendered(env: Record<string, string>): string[] {
  const script = `const { load, loadCommand } = require(${JSON.stringify(path.join(ROOT, 'bin/chunks.cjs'))})
    const write = process.stdout.write.bind(process.stdout)
    const texts = []
    process.stdout.write = (text) => ((texts[texts.length - 1] += text), true)
    void (async () => {
      for (const page of ${JSON.stringify(pages)}) {
        texts.push('')
        await load('cli/main').runCommandLine(${JSON.stringify(ROOT)}, [...page, '--help'], { loadCommand })
      }
      texts.push('')
      await load('cli/main').runCommandLine(${JSON.stringify(ROOT)}, [], { loadCommand })
      write(JSON.stringify(texts))
    })()`
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })) as string[]
}

describe('help that is printed from the build', () => {
  let home = ''
  let machine: Machine
  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'hubswitch-help-'))
    machine = await freshMachine()
  })
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true })
    await machine.remove()
  })

  it('has of each command what the manifest has of it: every flag, what it is for, its examples', () => {
    type Details = { id: string; summary: string; examples?: string[]; flags: Record<string, { hidden?: boolean }> }
    const manifest = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
      commands: Record<string, Details>
    }
    const missing = Object.values(manifest.commands).flatMap(({ id, summary, examples = [], flags }) => {
      const text = textAtOnce([...id.split(':'), '--help'], { HOME: home, NO_COLOR: '1' })
      if (text === undefined) return [id]
      const plain = text.replaceAll(/\s+/g, ' ').replaceAll('--[no-]', '--')
      const wanted = [
        summary,
        ...Object.entries(flags).flatMap(([name, { hidden }]) => (hidden === true ? [] : [`--${name}`])),
        ...examples.map((example) => example.replaceAll('<%= config.bin %>', 'hubswitch').replaceAll(/\s+/g, ' ')),
      ]
      return wanted.filter((part) => !plain.includes(part)).map((part) => `${id}: ${part}`)
    })
    expect(missing).toEqual(['help'])
  })

  it('is what the framework shows, for every command and topic', async () => {
    const env = { HOME: home, NO_COLOR: '1' }
    expect(pages.length).toBeGreaterThan(100)
    const shown = rendered(env)
    expect(shown).toHaveLength(pages.length + 1)
    for (const [at, page] of pages.entries())
      for (const argv of [
        [...page, '--help'],
        [...page, '-h'],
        ['help', ...page],
      ])
        expect(textAtOnce(argv, env), argv.join(' ')).toBe(shown[at])
    expect(textAtOnce([], env), 'the name alone').toBe(shown.at(-1))
    // No machine but that of the build would be told of.
    expect(readFileSync(path.join(ROOT, 'dist/chunks/help/hubswitch.txt'), 'utf8')).not.toContain(process.version)
  })

  it.each([[], ['help', 'rates'], ['run', 'lock', '-h']])(
    'is what the command line itself prints: %s %s %s',
    async (...argv) => {
      const words = argv.filter((word) => word !== undefined)
      const [ours, framework] = await Promise.all([
        machine.run(words),
        // Asks for the usual width, and so for the framework.
        machine.run(words, { env: { OCLIF_COLUMNS: '80' } }),
      ])
      expect(ours).toMatchObject({ code: 0, stderr: '' })
      expect(ours.stdout).toBe(framework.stdout)
    },
  )

  it('is left to the framework where it would look otherwise', () => {
    const argv = ['rates', 'push', '--help']
    const env = { HOME: home }
    expect(textAtOnce(argv, env)).toContain('USAGE')
    for (const telling of ['OCLIF_COLUMNS', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'DEBUG', 'TF_BUILD'])
      expect(textAtOnce(argv, { ...env, [telling]: '1' }), telling).toBeUndefined()
    expect(textAtOnce(argv, {})).toBeUndefined()
    mkdirSync(path.join(home, 'own'))
    writeFileSync(path.join(home, 'own/theme.json'), '{"command":"red"}')
    expect(textAtOnce(argv, { ...env, HUBSWITCH_CONFIG_DIR: path.join(home, 'own') })).toBeUndefined()
  })

  it.each([
    ['rates', 'push', 'file.csv', '--help'],
    ['rates', '--help', 'push'],
    ['rates'],
    ['../../start', '--help'],
    ['nothing', '--help'],
    ['rates', 'push', '--help', '--json'],
    ['help', 'help'],
  ])('knows nothing of %s %s %s', (...argv) => {
    expect(
      textAtOnce(
        argv.filter((word) => word !== undefined),
        { HOME: home },
      ),
    ).toBeUndefined()
  })

  it('and the version leave the command with 0, and with the same words as the command line itself', async () => {
    const [version, word, same, help] = await Promise.all([
      machine.run(['--version']),
      machine.run(['version']),
      machine.run(['-v'], { env: { DEBUG: 'none' } }),
      machine.run(['rates', 'push', '--help']),
    ])
    expect(version).toMatchObject({ code: 0, stderr: '', stdout: same.stdout })
    expect(word.stdout).toBe(version.stdout)
    expect(version.stdout).toMatch(/^hubswitch\/\d+\.\d+\.\d+ \S+ node-v\d/)
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toBe(readFileSync(path.join(ROOT, 'dist/chunks/help/rates/push.txt'), 'utf8'))
  })
})
