import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './cli.js'
import { blocksOf, commandLine } from './command-lines.js'
import { expectExit } from './expect-exit.js'
import { freshShell, type Shell } from './shell.js'

/** A home in which everything of README.md up to "Every day" has been typed, and `sandbox seed`: what examples and pages of the help begin from. */
export async function seaviewShell(programs: Readonly<Record<string, string>> = {}): Promise<Shell> {
  const shell = await freshShell(programs)
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
  const firstPush = blocksOf(
    'README.md',
    readme.slice(readme.indexOf('## Your first push'), readme.indexOf('## Every day')),
  ).flat()
  if (firstPush.length <= 10) throw new Error('README.md has lost its first push')
  for (const line of [...firstPush, commandLine('hubswitch sandbox seed', 'before the help')])
    expectExit(line, await shell.run(line.command))
  return shell
}
