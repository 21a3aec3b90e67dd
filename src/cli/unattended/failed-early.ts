import { readVariable } from '../../config/index.js'
import { placeBeside, refuseOwnFile } from '../../files/index.js'
import { refuseOwnFile as keepOffOwnFile } from '../command/index.js'
import {
  type Ending,
  headline,
  isSummary,
  renderSummary,
  storyOf,
  SUMMARY_FORMATS,
  writeSummary,
} from '../report/index.js'
import { formatOf, FROM_VARIABLE, PING_VARIABLE } from './flags.js'
import { LogFile } from './log-file.js'
import { PING_CHARACTERS } from './observer.js'
import { redactorOfEnvironment } from './redact.js'
import { mayAppend } from './shared-log.js'

/** Without these flags a command sends. */
const SENDS_NOTHING = ['--dry-run', '-n', '--explain-input', '--save-plan', '--help']
const MAX_LOG_BYTES = 10_000_000

/**
 * A command that was called wrongly ends before its flags are read. Whoever looks into its summary or its log must not find the end of the last run there and
 * take it for that of this one. Files that are not ours, or that the command uses otherwise, are left alone.
 */
export async function tellEarlyEnd(ending: Ending, argv: readonly string[], monitor: EarlyMonitor): Promise<void> {
  if (argv.some((word) => SENDS_NOTHING.some((flag) => word === flag || word.startsWith(`${flag}=`)))) {
    const left = leftAlone({
      summary: valueOf(argv, '--summary'),
      'log-file': valueOf(argv, '--log-file'),
      events: valueOf(argv, '--events'),
    })
    if (left !== undefined) monitor.tell(left)
    return
  }
  await tellFiles(ending, argv, monitor.folders)
  await quietly(() => tellMonitor(ending, argv, monitor))
}

/** Who is told besides the files. */
export interface EarlyMonitor {
  /** Whether the variable alone has it told. */
  isByVariable: boolean
  userAgent: string
  caFile: string | undefined
  tell: (line: string) => void
  /** Where nothing of the kind is written; undefined where that cannot be told. */
  folders: { configDir: string; dataDir: string } | undefined
}

/** Says of files that a command was given and does not write, because it sends nothing. */
export function leftAlone(flags: Readonly<Record<string, unknown>>): string | undefined {
  const given = ['summary', 'log-file', 'events']
    .filter((name) => typeof flags[name] === 'string')
    .map((name) => `--${name} ${String(flags[name])}`)
  return given.length === 0
    ? undefined
    : `Nothing is sent, so ${given.join(' and ')} ${given.length === 1 ? 'is' : 'are'} left as ${given.length === 1 ? 'it is' : 'they are'}.`
}

async function tellMonitor(
  ending: Ending,
  argv: readonly string[],
  { isByVariable, userAgent, caFile, tell }: EarlyMonitor,
): Promise<void> {
  const flag = valueOf(argv, '--ping-url')
  const variable =
    flag === FROM_VARIABLE || (flag === undefined && isByVariable)
      ? readVariable(process.env, PING_VARIABLE, 'USAGE')
      : undefined
  const address = flag === undefined || flag === FROM_VARIABLE ? variable?.value : flag
  if (address === undefined) return
  const redact = await redactorOfEnvironment(address)
  const { createPinger } = await import('../../client/index.js')
  const pinger = createPinger(address.trim(), { name: variable?.from ?? '--ping-url', userAgent, caFile })
  const problem = await pinger.send('failure', redact(renderSummary(ending, 'text')).slice(0, PING_CHARACTERS))
  await pinger.close()
  if (problem !== undefined) tell(redact(`The monitor of --ping-url was not told: ${problem}.`))
}

async function tellFiles(ending: Ending, argv: readonly string[], folders: EarlyMonitor['folders']): Promise<void> {
  const redact = await redactorOfEnvironment(undefined)
  const summary = valueOf(argv, '--summary')
  const log = valueOf(argv, '--log-file')
  const sourcesBut = (flag: string, file: string) =>
    [
      ...argv.filter((word, at) => !word.startsWith('-') && !(word === file && argv[at - 1] === flag)),
      ...['--rejects', '--plan', '--map'].map((name) => valueOf(argv, name) ?? ''),
    ]
      .filter((name) => name !== '')
      .map((name) => ({ name }))
  if (summary !== undefined) {
    await quietly(async () => {
      if (folders !== undefined) keepOffOwnFile('--summary', summary, folders)
      const to = await placeBeside({
        to: summary,
        flag: '--summary',
        what: 'the summary',
        sources: sourcesBut('--summary', summary),
        isOurs: isSummary,
      })
      const named = valueOf(argv, '--summary-format')
      writeSummary(
        to,
        redact(renderSummary(ending, SUMMARY_FORMATS.find((format) => format === named) ?? formatOf(summary))),
      )
    })
  }
  if (log === undefined) return
  await quietly(async () => {
    if (folders !== undefined) keepOffOwnFile('--log-file', log, folders)
    await refuseOwnFile({ to: log, flag: '--log-file', sources: sourcesBut('--log-file', log) })
    if (!(await mayAppend(log))) return
    const file = new LogFile({
      file: log,
      format: valueOf(argv, '--log-format') === 'json' ? 'json' : 'text',
      maxBytes: MAX_LOG_BYTES,
      command: ending.command,
      onProblem: () => undefined,
      redact,
    })
    file.write({
      level: 'error',
      event: 'ended',
      message: `${headline(ending)}. ${storyOf(ending)}`,
      facts: {
        exitCode: ending.exitCode,
        seconds: ending.seconds,
        ...(ending.fault === undefined ? {} : { code: ending.fault.code }),
      },
    })
  })
}

/** What the command ended with has been printed; that a file cannot be written beside it changes nothing. */
async function quietly(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined)
}

/** `--flag value` or `--flag=value`, the last one given. */
function valueOf(argv: readonly string[], flag: string): string | undefined {
  const found = argv
    .flatMap((word, at) =>
      word === flag ? [argv[at + 1] ?? ''] : word.startsWith(`${flag}=`) ? [word.slice(flag.length + 1)] : [],
    )
    .at(-1)
  return found === undefined || found === '' || found.startsWith('-') ? undefined : found
}
