import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from './support/cli.js'
import { runWarm } from './support/warm-cli.js'

interface Surface {
  globalFlags: { name: string }[]
  commands: { command: string; flags: { name: string }[] }[]
}

const PROGRAMS = ['gh', 'Stripe CLI', 'terraform', 'rclone', 'sf']
const ROW = /^\| (.+?) \| (.+) \|$/gm
const page = readFileSync(path.join(ROOT, 'docs/habits.md'), 'utf8')
const rows = [...page.matchAll(ROW)]
  .map(([, there = '', here = '']) => ({ there, here }))
  .filter(({ there }) => there !== 'There')

/** What stands between backticks. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each)
const flagsIn = (text: string): string[] => [...text.matchAll(/(?:^|\s)(--[a-z][a-z-]*)/g)].map(([, flag = '']) => flag)

describe('docs/habits.md', () => {
  let machine: Machine
  let surface: Surface
  beforeAll(async () => {
    machine = await freshMachine()
    surface = (await runWarm(['commands', '--json'], machine.env)).json<Surface>()
  })
  afterAll(() => machine.remove())

  const commandOf = (line: string): Surface['commands'][number] | undefined =>
    surface.commands
      .filter(({ command }) => `${line} `.startsWith(`hubswitch ${command} `))
      .toSorted((one, other) => other.command.length - one.command.length)[0]
  /** Commands and flags of a text that are not there. */
  const missingIn = (here: string): string[] => {
    const lines = quoted(here)
    const commands = lines.filter((line) => line.startsWith('hubswitch '))
    const wrong = commands.flatMap((line) => {
      const command = commandOf(line)
      if (command === undefined) return [line]
      const own = [...command.flags, ...surface.globalFlags].map(({ name }) => name)
      return flagsIn(line)
        .filter((flag) => !own.includes(flag))
        .map((flag) => `${command.command} ${flag}`)
    })
    const every = new Set(
      [...surface.commands.flatMap(({ flags }) => flags), ...surface.globalFlags].map((f) => f.name),
    )
    const alone = lines.filter((line) => line.startsWith('--')).flatMap(flagsIn)
    return [...wrong, ...alone.filter((flag) => !every.has(flag))]
  }

  it('tells of each program in turn, row by row', () => {
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(PROGRAMS)
    expect(rows.length).toBeGreaterThan(35)
    expect(page.split('\n').filter((line) => line.startsWith('|')).length).toBe(rows.length + 2 * PROGRAMS.length)
  })

  it('names what is there, or says no and why', () => {
    const bare = rows.filter(({ here }) =>
      /^No\b/.test(here) ? here.length < 30 : !/`|\]\(/.test(here) && !here.startsWith('npm'),
    )
    expect(bare).toEqual([])
  })

  it('names commands and flags that "commands --json" has', () => {
    expect(
      missingIn('`hubswitch run show --newest`, `hubswitch auth switch`, `--paginate`, `hubswitch run list`'),
    ).toEqual(['run show --newest', 'hubswitch auth switch', '--paginate'])
    expect(rows.flatMap(({ here }) => quoted(here)).length).toBeGreaterThan(60)
    expect(
      rows.map(({ there, here }) => ({ there, missing: missingIn(here) })).filter((row) => row.missing.length),
    ).toEqual([])
  })

  it('of lines that are typed under other names, each leads to what the page says', async () => {
    const typed = {
      'auth switch': 'profile use',
      autocomplete: 'completion',
      'force-unlock': 'run lock release',
      'run watch': 'run show',
      trigger: 'resnotif send',
      workspace: 'profile list',
    }
    for (const [line, ours] of Object.entries(typed)) {
      const row = rows.find(({ there }) => quoted(there).some((each) => line.endsWith(each) || each.startsWith(line)))
      expect(row?.here, line).toContain(`\`hubswitch ${ours}`)
      const { code, stderr } = await runWarm(line.split(' '), machine.env)
      expect({ line, code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`"hubswitch ${ours}"`) })
    }
  })
})
