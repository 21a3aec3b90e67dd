import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')

describe('what a capture perhaps shows otherwise than it was sent', () => {
  let machine: Machine
  let [dotted, plain] = ['', '']
  const run = async (...args: string[]): Promise<{ data: Record<string, unknown>; stderr: string; stdout: string }> => {
    const { stdout, stderr } = await runWarm(['resnotif', ...args], machine.env)
    return { data: args.includes('--json') ? (JSON.parse(stdout) as Record<string, unknown>) : {}, stderr, stdout }
  }

  beforeAll(async () => {
    machine = await freshMachine()
    ;[dotted, plain] = ['dotted.xml', 'plain.xml'].map((name) => path.join(machine.folder, name)) as [string, string]
    writeFileSync(dotted, MESSAGE.replaceAll('Lovelace', 'L..velace'))
    writeFileSync(plain, MESSAGE)
  })
  afterAll(() => machine.remove())

  it('stands among the notes of lint --json, in the words of the text', async () => {
    const { data } = await run('lint', dotted, '--json')
    const [file] = data['files'] as { notes: Record<string, unknown>[]; isClean: boolean; doubts?: unknown }[]
    expect(file).toMatchObject({
      isClean: true,
      notes: [
        {
          rule: 'capture',
          severity: 'info',
          line: 1,
          found: expect.stringContaining('shows each letter beyond ASCII as dots') as string,
        },
      ],
    })
    expect(file?.doubts).toBeUndefined()
    const { stderr, stdout } = await run('lint', dotted)
    expect(stdout + stderr).toContain(file?.notes[0]?.['found'])
    expect(stdout + stderr).not.toContain('totals not checked')
  })

  it('stands in the notes of explain --json, of both messages with --diff', async () => {
    const note = expect.stringMatching(/dotted\.xml: .* shows each letter beyond ASCII as dots/) as string
    expect((await run('explain', dotted, '--json')).data['notes']).toEqual([note])
    expect((await run('explain', plain, '--diff', dotted, '--json')).data['notes']).toEqual([note])
  })

  it('is nothing in a message as it was sent', async () => {
    expect((await run('lint', plain, '--json')).data['files']).toMatchObject([{ notes: [] }])
    expect((await run('explain', plain, '--json')).data['notes']).toEqual([])
  })
})
