import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'
import { blocksOf, commandLine } from '../support/command-lines.js'
import { expectExit } from '../support/expect-exit.js'
import { freshShell } from '../support/shell.js'

const page = readFileSync(path.join(ROOT, 'docs/samples.md'), 'utf8')
const blocks = blocksOf('docs/samples.md', page)

describe('samples by kind of house', () => {
  it('has a section for each kind, and each file in one', () => {
    expect(blocks).toHaveLength(5)
    const unnamed = readdirSync(path.join(ROOT, 'samples/houses')).filter(
      (file) => !blocks.flat().some(({ command }) => command.includes(`samples/houses/${file}`)),
    )
    expect(unnamed).toEqual([])
  })

  it.each(blocks.map((block) => ({ block, name: block[0]?.command })))('$name and what follows', async ({ block }) => {
    const shell = await freshShell()
    try {
      for (const line of [commandLine('hubswitch auth login', 'docs/samples.md'), ...block]) {
        const ran = await shell.run(line.command)
        expectExit(line, ran)
        if (line.command.includes(' push ') && !line.command.includes('--changes-only'))
          expect(ran.stdout, line.command).toMatch(/^Run 1: Done\. [1-9][\d,]* nights acknowledged/)
      }
    } finally {
      await shell.remove()
    }
  })
})
