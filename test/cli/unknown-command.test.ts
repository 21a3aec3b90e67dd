import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KnownCommand, refuseUnknownCommand } from '../../src/cli/unknown-command.js'
import { LINES } from '../../src/cli/usage/index.js'
import { Fault } from '../../src/errors.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, { args: object; strict: boolean }>
}
const known: KnownCommand[] = Object.entries(commands).map(([id, { args, strict }]) => ({
  name: id.replaceAll(':', ' '),
  takesArguments: !strict || Object.keys(args).length > 0,
}))

function refused(line: string): string | undefined {
  try {
    refuseUnknownCommand(known, line === '' ? [] : line.split(' '))
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect(error.exitCode).toBe(2)
    return `${error.message} ${error.next}`
  }
}

describe('a line that names no command', () => {
  it.each([
    ['rate push', 'rates push'],
    ['run ls', 'run list'],
    ['runs list', 'run list'],
    ['runlist', 'run list'],
    ['propery serch', 'property search'],
    ['property find', 'property search'],
    ['property show 1000001', 'property get'],
    ['rates upload x.csv', 'rates push'],
    ['push rates x.csv', 'rates push'],
    ['push', 'inventory push" or "hubswitch rates push'],
    ['login', 'auth login'],
    ['status', 'auth status", "hubswitch estate status" or "hubswitch sandbox status'],
    ['auth sign-in', 'auth login'],
    ['profile rm x', 'profile remove'],
    ['booking list', 'reservation list'],
    ['hotels get 5', 'property get'],
    ['resnotif validate x', 'resnotif lint'],
    ['sandbox faults list', 'sandbox faults'],
    ['sandbox faults ad', 'sandbox faults add'],
    ['sandbox fault add latency', 'sandbox faults add'],
    ['sandbox outbox lists', 'sandbox outbox list'],
    ['run locks list', 'run lock list'],
    ['rooms', 'room'],
    ['help run ls', 'run list'],
    ['plan', 'rates push", "hubswitch inventory push" or "hubswitch rate-plan create'],
    ['plans', 'rate-plan'],
    ['plan create', 'rate-plan create'],
    ['sync x.csv', 'rates push" or "hubswitch inventory push'],
    ['auth switch main', 'profile use'],
    ['auth switch', 'profile use'],
    ['force-unlock 7', 'run lock release'],
    ['run watch 7', 'run show'],
    ['state show 7', 'calendar show" or "hubswitch run show'],
    ['help autocomplete', 'completion'],
    ['workspace', 'profile list'],
  ])('%s: did you mean %s?', (line, guess) => {
    expect(refused(line)).toContain(`Did you mean "hubswitch ${guess}"?`)
  })

  it('has for the habits of other command lines only lines that are not commands, and commands that are there', () => {
    expect(Object.keys(LINES).length).toBeGreaterThan(20)
    const names = known.map(({ name }) => name)
    expect(Object.keys(LINES).filter((line) => names.some((name) => `${name} `.startsWith(`${line} `)))).toEqual([])
    expect(
      Object.values(LINES)
        .flat()
        .filter((name) => !names.includes(name)),
    ).toEqual([])
  })

  it('of a topic tells its commands where none is near', () => {
    expect(refused('reservation fly')).toBe(
      'There is no command "reservation fly". Its commands are: card, confirm, create, list, lookup, reconcile. "hubswitch reservation --help" tells what they do.',
    )
    expect(refused('nonsense')).toBe('There is no command "nonsense". Run "hubswitch help" to see the commands.')
    expect(refused('constructor toString')).toContain('There is no command "constructor".')
  })

  it('with a flag in place of the command says so', () => {
    expect(refused('--wth')).toContain('--wth stands before any command.')
    expect(refused('--hlp')).toContain('Did you mean "hubswitch --help"?')
    expect(refused('-z run list')).toContain('"hubswitch COMMAND -z"')
    expect(refused('run --json')).toContain('Which command? "hubswitch run" is a topic')
  })

  it('with an argument where none is taken says so', () => {
    expect(refused('run list extra')).toBe(
      'Not expected here: "extra". Type "hubswitch run list", which takes no argument.',
    )
  })

  it('is no known command, topic, help or version', () => {
    for (const { name } of known) {
      expect(refused(name), name).toBeUndefined()
      expect(refused(`help ${name}`), name).toBeUndefined()
      expect(refused(`${name} --wth`), name).toBeUndefined()
      const topic = name.split(' ').slice(0, -1).join(' ')
      for (const line of [topic, `${topic} --help`.trim(), `${topic} -h`.trim()])
        expect(refused(line), line).toBeUndefined()
    }
    for (const line of ['', 'help', '--version', '-v', '--json --help', 'property get 1 2', 'api GET /x'])
      expect(refused(line), line).toBeUndefined()
  })
})

/** Words of the framework and of the runtime. */
const RAW =
  /not found\n|Nonexistent|Expected .* to be|expects a value|The following error|Missing required|Parsing|See more|required arg|TypeError|at .*\.[jt]s|Run the command with --help/

describe('a wrong line', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  it.each([
    'run list --limit',
    'run list --limit x',
    'run list --output xml',
    'run list --output',
    'run list --josn',
    'run list extra',
    'run list --json --output csv',
    'rates push a.csv --dry',
    'rates push a.csv --overlap newest',
    'api FETCH /v1',
    'api',
    'unit get',
    'property get',
    'property get 1 --hub-id 2',
    'product search 1000001',
    'calendar check 1000001',
    'sandbox faults add',
    'sandbox faults add slow',
    'sandbox faults add latency --ms x',
    'resnotif send',
    'resnotif send file.xml',
    'completion tcsh',
    '--profile',
    'run --json=3',
    'help --json',
    'help rates --nestd-commands',
  ])('ends with 2 and words of our own: %s', async (line) => {
    const { code, stdout, stderr } = await runWarm(line.split(' '), machine.env)
    const said = `${stdout}${stderr}`
    expect(code, said).toBe(2)
    expect(said).not.toMatch(RAW)
    expect(said).toMatch(/"hubswitch |Did you mean|Type "/)
  })
})
