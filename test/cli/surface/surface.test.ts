import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES, EXIT } from '../../../src/errors.js'
import { type Machine, ROOT, freshMachine } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

interface Flag {
  name: string
  char?: string
  type: string
  values?: string[]
  min?: number
  negatable?: boolean
  excludes?: string[]
}
interface Surface {
  schema: number
  release: string
  exitCodes: Record<string, number>
  errors: { code: string; exitCode: number; title: string }[]
  globalFlags: Flag[]
  commands: {
    command: string
    summary: string
    args: { name: string; multiple: boolean }[]
    flags: Flag[]
    examples: string[]
    endpoints: string[]
  }[]
}
const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T

describe('commands --json', () => {
  let machine: Machine
  let told: Surface
  beforeAll(async () => {
    machine = await freshMachine()
    told = (await runWarm(['commands', '--json'], machine.env)).json<Surface>()
  })
  afterAll(() => machine.remove())
  /** A command's own flag stands in place of the global one of its name. */
  const withGlobals = (flags: readonly Flag[]): Flag[] => [
    ...flags,
    ...told.globalFlags.filter(({ name }) => !flags.some((own) => own.name === name)),
  ]

  it('has every command, argument and flag that scripts rely on, and no other', () => {
    const kept = read<{ commands: Record<string, { args: string[]; flags: string[] }> }>('test/surface.json').commands
    const wordsOf = ({ name, char, type }: Flag): string =>
      `${name}${char === undefined ? '' : `, ${char}`}${type === 'boolean' ? '' : ' <value>'}`
    const { help: _plugin, ...own } = kept
    const found = Object.fromEntries(
      told.commands
        .filter(({ command }) => command !== 'help')
        .map(({ command, args, flags }) => [
          command,
          { args: args.map(({ name }) => name), flags: withGlobals(flags).map(wordsOf).sort() },
        ]),
    )
    const shown = Object.fromEntries(
      Object.entries(own).map(([name, { args, flags }]) => [
        name,
        { args, flags: flags.filter((flag) => found[name]?.flags.includes(flag) ?? true) },
      ]),
    )
    expect(found).toEqual(shown)
    expect(Object.keys(found).length).toBeGreaterThan(80)
  })

  it('leaves out none but hidden flags', () => {
    const { commands } = read<{ commands: Record<string, { flags: Record<string, { hidden?: boolean }> }> }>(
      'oclif.manifest.json',
    )
    for (const { command, flags } of told.commands.filter((one) => one.command !== 'help')) {
      const names = withGlobals(flags)
        .map(({ name }) => name.slice(2))
        .sort()
      const known = Object.entries(commands[command.replaceAll(' ', ':')]?.flags ?? {})
      expect(names, command).toEqual(
        known
          .filter(([, { hidden }]) => hidden !== true)
          .map(([name]) => name)
          .sort(),
      )
    }
  })

  it('tells types, values, bounds and what excludes what', () => {
    const flagOf = (command: string, flag: string): Flag | undefined =>
      told.commands.find((one) => one.command === command)?.flags.find(({ name }) => name === flag)
    expect(flagOf('product search', '--adults')).toMatchObject({ type: 'integer', min: 0 })
    expect(flagOf('product search', '--check-out')).toMatchObject({ type: 'text', excludes: ['--nights'] })
    expect(flagOf('property get', '--with')).toMatchObject({
      type: 'enum',
      values: ['main-media', 'facilities', 'info-reviews'],
    })
    expect(flagOf('rates push', '--dry-run')).toMatchObject({ type: 'boolean', negatable: false })
    expect(told.globalFlags.find(({ name }) => name === '--output')?.values).toContain('ndjson')
    expect(told.commands.find(({ command }) => command === 'map check')?.args).toMatchObject([
      { name: 'mapping', multiple: false },
      { name: 'file', multiple: true },
    ])
    expect(
      told.commands
        .flatMap(({ examples }) => examples)
        .filter((line) => !line.includes('hubswitch ') || line.includes('<%')),
    ).toEqual([])
  })

  it('has a version, the exit codes and the codes of errors', () => {
    expect(told).toMatchObject({
      schema: 1,
      release: read<{ version: string }>('package.json').version,
      exitCodes: EXIT,
    })
    expect(told.errors.map(({ code }) => code)).toEqual(ERROR_CODES)
  })

  it('is a list of names for a person', async () => {
    const { stdout } = await runWarm(['commands'], machine.env)
    expect(stdout.split('\n')).toContain('doctor\tCheck machine, profile and service; say what to correct')
  })

  it('docs/stability.md names every exit code, and nothing that is not there', () => {
    const page = readFileSync(path.join(ROOT, 'docs/stability.md'), 'utf8')
    const listed = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
    expect(listed).toEqual(Object.values(EXIT))
  })
})
