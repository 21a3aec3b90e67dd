import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Config } from '@oclif/core'
import { beforeAll, describe, expect, it } from 'vitest'
import GroupedHelp from '../../../src/cli/help/grouped-help.js'
import { sandboxWelcome } from '../../../src/cli/command/index.js'
import { pageNames, pageText } from '../../../src/cli/help/pages.js'
import { startScreen } from '../../../src/cli/start/index.js'
import { hangOfPage, wrapWords } from '../../../src/cli/terminal/index.js'
import { ROOT } from '../../support/cli.js'

const WIDE = 400

/** Words of a text as they are shown, whatever the lines. */
const wordsOf = (shown: string): string[] =>
  shown
    .replaceAll(/\|\n */g, '|')
    .split(/\s+/)
    .filter((word) => word !== '')

/** Lines that are wider than the terminal, and not because of one word that is. */
const tooWide = (shown: string, width: number): string[] =>
  shown.split('\n').filter((line) => line.length > width && /\S\s+\S/.test(line.replace(/^\s*\$\s+/, '')))

describe('help', () => {
  let pages: string[][]
  const whole = new Map<string, string[]>()
  beforeAll(async () => {
    const config = await Config.load({ root: ROOT })
    const ids = config.commands.filter(({ hidden }) => hidden !== true).map(({ id }) => id.split(':'))
    pages = [[], ...config.topics.map(({ name }) => name.split(':')), ...ids]
  })

  const shown = async (config: Config, page: readonly string[], maxWidth: number): Promise<string> => {
    let text = ''
    const write = process.stdout.write
    process.stdout.write = ((part: string) => (text += part) !== '') as typeof process.stdout.write
    try {
      await new GroupedHelp(config, { maxWidth, stripAnsi: true }).showHelp([...page, '--help'])
    } finally {
      process.stdout.write = write
    }
    return stripVTControlCharacters(text)
  }

  beforeAll(async () => {
    const config = await Config.load({ root: ROOT })
    for (const page of pages) whole.set(page.join(' '), wordsOf(await shown(config, page, WIDE)))
  })

  it.each([20, 40, 60, 80, 100, 132])('is wrapped between words at %i columns, every page of it', async (width) => {
    // The framework changes what it has shown once.
    const config = await Config.load({ root: ROOT })
    const wrong: string[] = []
    for (const page of pages) {
      const narrow = await shown(config, page, width)
      const name = page.join(' ')
      const all = whole.get(name) ?? []
      const seen = wordsOf(narrow)
      if (seen.join(' ') !== all.join(' ')) {
        const at = seen.findIndex((word, index) => word !== all[index])
        wrong.push(`${page.join(' ')}: … ${seen.slice(Math.max(0, at - 3), at + 3).join(' ')}`)
      }
      wrong.push(...tooWide(narrow, width).map((line) => `${page.join(' ')}: ${line}`))
    }
    expect(wrong).toEqual([])
  })

  it.each([20, 40, 60, 80, 100, 132, 200])(
    'of pages, of the first screen and of a sandbox is too: %i',
    async (width) => {
      const texts = [
        ...pageNames(ROOT).map((name) => pageText(readFileSync(path.join(ROOT, 'docs/help', `${name}.md`), 'utf8'))),
        stripVTControlCharacters(startScreen(await Config.load({ root: ROOT }))),
        await sandboxWelcome('http://127.0.0.1:7080', '/home/somebody/.local/share/hubswitch/sandbox'),
      ]
      for (const text of texts) {
        const wrapped = wrapWords(text, width, hangOfPage(width))
        expect(wordsOf(wrapped)).toEqual(wordsOf(text))
        expect(tooWide(wrapped, width)).toEqual([])
      }
    },
  )
})
