import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

describe('standard input', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  it.each([
    ['resnotif lint - --codes -', '<file> and --codes both read it'],
    ['resnotif lint --dialect - --codes -', '--codes and --dialect both read it'],
    ['resnotif lint samples/notification.xml --xsd - -', '<file> and --xsd both read it'],
    ['resnotif lint - -', '<file> names it twice'],
    ['resnotif explain - --diff -', '<file> and --diff both read it'],
    ['rates push - -', '<file> names it twice'],
    ['property apply - -', '<file> names it twice'],
    ['map check - -', '<mapping> names it twice'],
    ['auth login --secret-stdin --pms-credentials -', '--secret-stdin and --pms-credentials both read it'],
    [
      'auth login --channel-credentials - --pms-credentials=-',
      '--channel-credentials and --pms-credentials both read it',
    ],
  ])('stands for one thing at a time: %s', async (words, who) => {
    const ran = await runWarm([...words.split(' '), '--json'], machine.env)
    expect([ran.code, ran.json()]).toMatchObject([
      2,
      {
        error: {
          code: 'USAGE',
          message: `Standard input can be read once, and ${who}.`,
          next: expect.stringContaining('Save one of the two in a file, and name that file instead of -.') as string,
        },
      },
    ])
  })

  it('is no second thing where - is standard output, or is named once', async () => {
    expect((await runWarm(['resnotif', 'lint', 'samples/notification.xml'], machine.env)).code).toBe(0)
    const ran = await runWarm(['rates', 'push', 'missing.csv', 'missing.csv', '--events', '-'], machine.env)
    expect(`${ran.stdout}${ran.stderr}`).not.toContain('can be read once')
  })
})
