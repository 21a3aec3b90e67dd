import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Command, Config, Plugin, run } from '@oclif/core'
import type { PJSON } from '@oclif/core/interfaces'
import { EXIT, Fault } from '../errors.js'
import { helpPage } from './help/index.js'
import { hasOwnTheme } from './command/index.js'
import { faultText, printFault, tellLost, toFault, wantsJson } from './show/index.js'
import { isLeavingWithWords, leave } from './signals/index.js'
import { onTerminal, print, watchOutput } from './terminal/index.js'
import { forgetSecrets } from '../redaction/index.js'
import { builtPlugin } from './built-plugin.js'
import { refuseUnknownCommand } from './unknown-command.js'

/** For a process that runs several commands, one after the other. */
export { forgetSecrets }

/** How the command line is started. */
export interface Start {
  /** Commands as they stand in src/. */
  development?: boolean
  /** Loads the built command of an id, as `rates:push`. */
  loadCommand?: (id: string) => Command.Class
}

/** Starts the command line of the project in `root`. */
export async function main(root: string, argv: string[], options: Start = {}): Promise<void> {
  watchOutput()
  let isEnding = false
  process.on('uncaughtException', (error) => {
    // What is thrown while the first one is told is told no more.
    if (!isEnding) void endUnforeseen(error, argv)
    isEnding = true
  })
  const { loadCommand } = options
  // With the first command comes the framework's class of commands, which brings a handler of its own that throws.
  const load = (id: string): Command.Class => {
    const command = loadCommand?.(id)
    watchOutput()
    return command as Command.Class
  }
  await runCommandLine(root, argv, loadCommand === undefined ? options : { ...options, loadCommand: load })
  await end()
}

/** Writes an answer that is known from the build, or what standard output has not taken of it at once, and ends. */
export async function finish(bytes: Uint8Array): Promise<void> {
  watchOutput()
  print(new TextDecoder().decode(bytes))
  await end()
}

async function end(): Promise<never> {
  // Of what no command has told, such as its help.
  if (await tellLost()) process.exitCode ||= EXIT.unexpected
  // A pipe may still hold output; exit only when it has been taken.
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise<void>((resolve) => stream.write('', () => resolve()))),
  )
  if (isLeavingWithWords()) return new Promise<never>(() => undefined)
  return leave(process.exitCode)
}

/** Runs one command of the project in `root`; what it failed for is printed, and told by `process.exitCode`. */
export async function runCommandLine(root: string, argv: string[], start: Start = {}): Promise<void> {
  // Where it is not set, the framework asks the system who the user is, and fails for the uid of a container that has no name.
  process.env['SHELL'] ??= ''
  // The framework would look for colours where it takes the configuration to be, which may be a folder that others write to, and loads a part of Node for it.
  if (!hasOwnTheme(process.env)) process.env['HUBSWITCH_DISABLE_THEME'] = '1'
  try {
    const config = await loadConfig(root, start)
    if (argv.length === 0) {
      const { startScreen } = await import('./start/screen.js')
      print(onTerminal(startScreen(config)))
      return
    }
    // Pages of help are no commands.
    if (argv[0] !== 'help' || helpPage(config.root, argv.slice(1)) === undefined)
      refuseUnknownCommand(
        config.commands.map(({ id, args, strict }) => ({
          name: id.replaceAll(':', ' '),
          takesArguments: strict === false || Object.keys(args).length > 0,
        })),
        argv,
      )
    await run(argv, config)
  } catch (error) {
    const { code, oclif } = error as { code?: string; oclif?: { exit?: number } }
    if (code !== 'EEXIT' || oclif?.exit !== 0) {
      const fault = await reported(error)
      const json = wantsJson(argv)
      printFault(fault, { json, debug: argv.includes('--debug') })
      await tellLost({ ...(json ? { story: () => faultText(fault) } : {}), words: faultText(fault), isData: json })
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

/** The framework's configuration; it takes commands from where the start says. */
async function loadConfig(root: string, { development = false, loadCommand }: Start): Promise<Config> {
  const pjson = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as PJSON
  if (development) return sourceConfig(root, pjson)
  const plugin = await builtPlugin(root, pjson, loadCommand)
  return Config.load({ root, pjson, plugins: new Map([[plugin.name, plugin]]) })
}

/** Commands as they stand in src/, whatever has been built. */
async function sourceConfig(root: string, pjson: PJSON): Promise<Config> {
  const source: PJSON = {
    ...pjson,
    oclif: {
      ...pjson.oclif,
      commands: { strategy: 'pattern', target: './src/commands' },
      helpClass: './src/cli/help/grouped-help.ts',
    },
  }
  const plugin = new Plugin({ root, pjson: source, isRoot: true, ignoreManifest: true })
  await plugin.load()
  return Config.load({ root, pjson: source, plugins: new Map([[plugin.name, plugin]]) })
}
