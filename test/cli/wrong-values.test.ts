import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshShell, type Shell } from '../support/shell.js'

interface Entry {
  command: string
  args: { name: string }[]
  flags: { name: string; type: string }[]
  examples: string[]
}

/** Whose words are those of the interface, or that go on until they are stopped. */
const LEFT_OUT = /^(?:api|api spec|sandbox start|resnotif listen|worker .*|init|auth login|help|completion)$/

/** Names of fields and endpoints, paths of the service, words of a library. */
const INSIDE =
  /\b(?!hubSwitch|noRating)[a-z]+[A-Z]\w*|\b\w+\[\d+\]|\/v1\b|\b(?:body|params|query)\.\w|Invalid input|\b(?:received|expected|Too small|Too big)\b|does not fit|\b[a-z]+\.(?:get|list|search|push|create|update|find)\b/
/** What others say: the service's own words, the values of a record, the form of a flag that takes a path; and the framework in a process with many commands. */
const OF_OTHERS = /^Error: The service refused this|→|^Error: --(?:set|field) (?:needs|and)|^\(/

/** The words of an example behind the command, without one flag of it. */
function without(example: string, command: string, flag: string): string {
  const words =
    example
      .replace(/ +#.*/, '')
      .replace(`hubswitch ${command}`, '')
      .match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  return words
    .filter((word, at) => word.split('=')[0] !== flag && !(words[at - 1] === flag && !word.startsWith('--')))
    .join(' ')
}

describe('wrong values', () => {
  let shell: Shell
  let commands: Entry[]
  beforeAll(async () => {
    shell = await freshShell()
    await shell.run('hubswitch sandbox seed')
    commands = (await shell.run('hubswitch commands --json'))
      .json<{ commands: Entry[] }>()
      .commands.filter(({ command }) => !LEFT_OUT.test(command))
  })
  afterAll(() => shell.remove())

  const inside = async (line: string, isDry: boolean): Promise<string[]> => {
    const { stderr, code } = await shell.run(`hubswitch ${line}${isDry ? ' --dry-run' : ''}`)
    const own = stderr
      .split('\n')
      .filter((one) => !OF_OTHERS.test(one))
      .join('\n')
      .replaceAll(shell.home, '~')
    return code !== 1 && !INSIDE.test(own) ? [] : [`hubswitch ${line}\n${stderr}`]
  }
  const hasDry = ({ flags }: Entry): boolean => flags.some(({ name }) => name === '--dry-run')

  it.each(['abc', '0', "''"])('of arguments are told of by their names: %s', async (wrong) => {
    const told: string[] = []
    for (const entry of commands.filter(({ args }) => args.length > 0))
      told.push(...(await inside(`${entry.command} ${entry.args.map(() => wrong).join(' ')}`, hasDry(entry))))
    expect(told).toEqual([])
  })

  it.each(['abc', '99999999999999999999'])('of flags are told of by their names: %s', async (wrong) => {
    const told: string[] = []
    const seen = new Set(['--dry-run'])
    for (const entry of commands)
      for (const { name, type } of entry.flags) {
        const example = entry.examples.find((one) => !/[|<>]/.test(one))
        if (type === 'boolean' || seen.has(name) || example === undefined) continue
        seen.add(name)
        const line = `${entry.command} ${without(example, entry.command, name)} ${name}=${wrong}`
        told.push(...(await inside(line, hasDry(entry) && !line.includes('--dry-run'))))
      }
    expect(seen.size).toBeGreaterThan(150)
    expect(told).toEqual([])
  })
})
