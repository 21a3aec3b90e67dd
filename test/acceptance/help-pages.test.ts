import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageNames, pageText } from '../../src/cli/help/pages.js'
import { EXIT } from '../../src/errors.js'
import { ROOT } from '../support/cli.js'
import { blocksOf } from '../support/command-lines.js'
import { expectExit } from '../support/expect-exit.js'
import { seaviewShell } from '../support/seaview.js'
import type { Background, Shell } from '../support/shell.js'

const names = pageNames(ROOT)
const sourceOf = (name: string): string => readFileSync(path.join(ROOT, 'docs/help', `${name}.md`), 'utf8')

/** Lines that go on until Ctrl-C, the address that the page gives them, and what they show when they are ready. */
const LISTENING = {
  line: 'hubswitch resnotif listen',
  address: 'http://127.0.0.1:7080',
  ready: /(http:\/\/127\.0\.0\.1:\d+)/,
}

/** Runs as a process of its own: the help is printed before there is a command. */
const ITSELF = { stdin: '' }

describe('pages of "hubswitch help"', () => {
  let estate: Shell
  beforeAll(async () => {
    estate = await seaviewShell()
  })
  afterAll(() => estate.remove())

  it('are shown by the command line, and listed by "hubswitch help topics"', async () => {
    const { stdout } = await estate.run('hubswitch help topics', ITSELF)
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(names.filter((name) => name !== 'topics'))
    for (const name of names) {
      const shown = await estate.run(`hubswitch help ${name}`, ITSELF)
      expect(shown).toMatchObject({ code: 0, stderr: '', stdout: pageText(sourceOf(name)) })
      // The same from the framework, as on a terminal.
      expect(await estate.run(`OCLIF_COLUMNS=80 hubswitch help ${name}`)).toEqual({ ...shown, json: expect.anything() })
    }
  })

  it.each(names)('%s fits a screen and is plain text', (name) => {
    const lines = pageText(sourceOf(name)).split('\n')
    expect(lines.length).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => /`|\]\(|^#/.test(line))).toEqual([])
    // Command lines are as long as what they type.
    expect(lines.filter((line) => line.length > 84 && !/^ {2}(hubswitch|15 4) /.test(line))).toEqual([])
  })

  it('exit-codes names every code, and no other', () => {
    const told = [...sourceOf('exit-codes').matchAll(/^(\d+) {2,}[a-z]/gm)].map(([, code]) => Number(code))
    expect(told).toEqual(Object.values(EXIT))
  })

  it('a page has no name of a command or topic, and every "see also" names a page', async () => {
    const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
      commands: Record<string, unknown>
    }
    const words = new Set(Object.keys(commands).map((id) => id.split(':')[0]))
    expect(names.filter((name) => words.has(name))).toEqual([])
    for (const word of words) {
      if (word === 'help') continue
      const { stdout } = await estate.run(`hubswitch ${String(word)} --help`, ITSELF)
      const pages = [...stdout.matchAll(/^ {2}hubswitch help ([a-z-]+)$/gm)].map(([, page]) => page)
      expect(pages.length, String(word)).toBeGreaterThan(0)
      expect(pages.filter((page) => !names.includes(page as string))).toEqual([])
    }
  })

  it.each(names)('every command line of %s runs as written', async (name) => {
    const shell = await estate.copy()
    const blocks = blocksOf(`docs/help/${name}.md`, sourceOf(name))
    expect(blocks.flat().length).toBeGreaterThan(1)
    try {
      for (const block of blocks) await runBlock(shell, block)
    } finally {
      await shell.remove()
    }
  })

  async function runBlock(shell: Shell, block: ReturnType<typeof blocksOf>[number]): Promise<void> {
    let listening: Background | undefined
    try {
      for (const line of block) {
        if (line.command === LISTENING.line) listening = await shell.start(`${line.command} --port 0`, LISTENING.ready)
        else
          expectExit(
            line,
            await shell.run(line.command.replaceAll(LISTENING.address, listening?.found ?? LISTENING.address)),
          )
      }
    } finally {
      if (listening !== undefined) expect(await listening.stop()).toBe(0)
    }
  }
})
