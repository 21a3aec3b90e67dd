import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Config, Plugin, run } from '@oclif/core'
import type { PJSON } from '@oclif/core/interfaces'
import { EXIT, Fault } from '../errors.js'
import { nearest } from '../nearest.js'
import { faultText, printFault, tellLost, toFault, wantsJson } from './show/index.js'
import { leave } from './signals/index.js'
import { watchOutput } from './terminal/index.js'

/** Starts the command line. `entry` is the URL of the file in bin/. */
export async function main(entry: string, argv: string[], { development = false } = {}): Promise<void> {
  watchOutput()
  let isEnding = false
  process.on('uncaughtException', (error) => {
    // What is thrown while the first one is told is told no more.
    if (!isEnding) void endUnforeseen(error, argv)
    isEnding = true
  })
  await runCommandLine(path.dirname(path.dirname(fileURLToPath(entry))), argv, { development })
  // Of what no command has told, such as its help.
  if (await tellLost()) process.exitCode ||= EXIT.unexpected
  // A pipe may still hold output; exit only when it has been taken.
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise<void>((resolve) => stream.write('', () => resolve()))),
  )
  leave(process.exitCode)
}

/** Runs one command of the project in `root`; what it failed for is printed, and told by `process.exitCode`. */
export async function runCommandLine(root: string, argv: string[], { development = false } = {}): Promise<void> {
  // Where it is not set, the framework asks the system who the user is, and fails for the uid of a container that has no name.
  process.env['SHELL'] ??= ''
  try {
    const config = await (development ? sourceConfig(root) : Config.load({ root }))
    refuseUnknownCommand(config, argv)
    await run(argv, config)
  } catch (error) {
    const { code, oclif } = error as { code?: string; oclif?: { exit?: number } }
    if (code !== 'EEXIT' || oclif?.exit !== 0) {
      const fault = await reported(error)
      printFault(fault, { json: wantsJson(argv), debug: argv.includes('--debug') })
      await tellLost({ story: () => faultText(fault), words: faultText(fault), isData: wantsJson(argv) })
      process.exitCode = fault.exitCode
    }
  }
}

/** What was thrown where nobody waits for it ends the process with the words and the exit code of any other failure. */
async function endUnforeseen(error: unknown, argv: readonly string[]): Promise<void> {
  try {
    printFault(await reported(error), { json: wantsJson(argv), debug: argv.includes('--debug') })
  } finally {
    leave(EXIT.unexpected)
  }
}

/** A failure before a command was found, or outside of it; the data directory is not known otherwise then. */
async function reported(error: unknown): Promise<Fault> {
  const [fault, dataDir] = [toFault(error), process.env['HUBSWITCH_DATA_DIR']]
  if (fault.code !== 'UNEXPECTED') return fault
  const { withReport } = await import('./failure/report.js')
  return withReport({ error, fault, command: undefined, flags: [], dataDir, userAgent: undefined })
}

/** Commands as they stand in src/, whatever has been built. */
async function sourceConfig(root: string): Promise<Config> {
  const pjson = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as PJSON
  const source: PJSON = {
    ...pjson,
    oclif: { ...pjson.oclif, commands: { strategy: 'pattern', target: './src/commands' } },
  }
  const plugin = new Plugin({ root, pjson: source, isRoot: true, ignoreManifest: true })
  await plugin.load()
  return Config.load({ root, pjson: source, plugins: new Map([[plugin.name, plugin]]) })
}

/** The command or topic most like the first words, as many as it has itself: what follows them are arguments. */
function nearestCommand(words: readonly string[], known: readonly string[]): string | undefined {
  const topics = known
    .flatMap((id) => id.split(' ').map((_, at, all) => all.slice(0, at).join(' ')))
    .filter((topic) => topic !== '')
  for (const names of [known, topics]) {
    for (const length of [3, 2, 1]) {
      const guess =
        words.length < length
          ? undefined
          : nearest(
              words.slice(0, length).join(' '),
              names.filter((name) => name.split(' ').length === length),
            )
      if (guess !== undefined) return guess
    }
  }
  return undefined
}

/** oclif answers `topic wrong-verb` with the topic's help and exit 0; a script must see a usage fault. */
function refuseUnknownCommand(config: Config, argv: readonly string[]): void {
  const given = argv.slice(0, argv.findIndex((word) => word.startsWith('-')) >>> 0)
  const words = given[0] === 'help' ? given.slice(1) : given
  if (words.length === 0) return
  const known = config.commandIDs.map((id) => id.replaceAll(':', ' '))
  if (known.some((id) => `${words.join(' ')} `.startsWith(`${id} `))) return
  const isTopic = known.some((id) => id.startsWith(`${words.join(' ')} `))
  if (isTopic) return
  const guess = nearestCommand(words, known)
  throw new Fault('USAGE', `There is no command "${words.slice(0, guess?.split(' ').length ?? 2).join(' ')}".`, {
    next: guess === undefined ? 'Run "hubswitch help" to see the commands.' : `Did you mean "hubswitch ${guess}"?`,
  })
}
