import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answeringOn } from '../../support/answering.js'
import { freshMachine, type Machine, ROOT } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

/** Commands that need nothing. */
const COMPLETE =
  /^(auth |commands$|doctor$|explain$|help$|init$|version$|api spec$|calendar show$|facility list$|profile list$|property count$|reservation (list|reconcile)$|resnotif (generate|listen|listen list)$|run (list|prune|lock list|journal )|sandbox (start|seed|reset|status|clock|holds|faults|faults clear|outbox list|outbox address)$|unit (types|payment-types)$)/

const names = Object.entries(
  (
    JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
      commands: Record<string, { hidden?: boolean }>
    }
  ).commands,
)
  .filter(([, { hidden }]) => hidden !== true)
  .map(([id]) => id.replaceAll(':', ' '))
const needing = names.filter((name) => !COMPLETE.test(name))

describe('what is left out of a command line', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
    for (const line of ['sandbox seed', 'room list 1000001', 'property get 1000001'])
      expect((await runWarm(line.split(' '), machine.env)).code).toBe(0)
  })
  afterAll(() => machine.remove())

  it('is asked of most commands', () => {
    expect(needing.length).toBeGreaterThan(50)
  })

  it.each(needing)('in a pipe ends "%s" with 2, in words of the command line and with what to type', async (name) => {
    const { code, stdout, stderr } = await runWarm(name.split(' '), machine.env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => !/^(?:Embedded sandbox|\(node:|\(Use )/.test(line))
    expect(lines, stderr).toHaveLength(2)
    expect(lines[0]).toMatch(/^Error: .+[.?]$/)
    expect(lines[0]).not.toMatch(/[a-z][A-Z]|is required|does not fit/)
    expect(lines[1]).toMatch(/"hubswitch [a-z]/)
  })

  it('in a document is named for programs', async () => {
    const ran = await runWarm(['property', 'search', '--json'], machine.env)
    expect(ran.code).toBe(2)
    expect(ran.json()).toMatchObject({ error: { code: 'USAGE', facts: { missing: ['--latitude', '--longitude'] } } })
  })

  it.each<[string[], [string, string][], string]>([
    [
      ['calendar', 'check', '1000001'],
      [
        ['--room', '\r'],
        ['--from', '2099-01-10\r'],
      ],
      'hubswitch calendar check --room=101 --from=2099-01-10 1000001',
    ],
    [['room', 'list'], [['<hotel>', '\r']], 'hubswitch room list 1000001'],
    [['property', 'get'], [['<id>', '\r']], 'hubswitch property get 1000001'],
    [
      ['property', 'search', '--radius', '5'],
      [
        ['--latitude', '48.2082\r'],
        ['--longitude', '16.3738\r'],
      ],
      'hubswitch property search --latitude=48.2082 --longitude=16.3738 --radius 5',
    ],
    [['completion'], [['<shell>', '\r']], 'hubswitch completion bash'],
  ])(
    'on a terminal %j is asked for, from what is known, and told as it could be typed',
    async (words, answers, typed) => {
      const { code, left, text } = await answeringOn(machine, answers, ...words)
      expect({ left, isTold: text.replaceAll(/\s+/g, ' ').includes(`The same as: ${typed}`) }).toEqual({
        left: [],
        isTold: true,
      })
      expect([0, 12]).toContain(code)
    },
  )

  it('on a terminal asks nothing of whoever wants no questions', async () => {
    const { code, text } = await answeringOn(machine, [], 'room', 'list', '--yes')
    expect([code, text]).toEqual([2, expect.stringContaining('<hotel> (Hotel code) is missing.') as string])
  })
})
