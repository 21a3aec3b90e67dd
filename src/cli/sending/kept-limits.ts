import type { Settings } from '../../config/index.js'
import type { Journal, RunRecord } from '../../journal/index.js'
import type { Sending } from '../flags/index.js'

/** Where a setting comes from that a run has kept. */
export const FROM_RUN = 'run'

const KEPT = [
  'ratePerSecond',
  'writesPerMinute',
  'concurrency',
  'gzip',
  'bodyBytes',
  'entriesPerRequest',
  'monthsPerRequest',
  'weekdayMasks',
] as const

/** How a person wanted a run to be sent. A run keeps it, so that `run resume` and `run undo` do not ask more of a service than the push was allowed to. */
export type KeptLimits = Partial<Record<(typeof KEPT)[number], number | boolean>> & { keepsGoing?: boolean }

/** What flags and environment say about sending. What config.yaml says is read again whenever it is needed. */
export function limitsToKeep(
  { limits }: Pick<Settings, 'limits'>,
  { keepsGoing }: Pick<Sending, 'keepsGoing'>,
): KeptLimits {
  const kept: KeptLimits = {}
  for (const name of KEPT) {
    const { value, source } = limits[name]
    if ((source === 'flag' || source === 'env') && value !== undefined) kept[name] = value
  }
  if (keepsGoing) kept.keepsGoing = true
  return kept
}

/** What a run keeps. */
export function limitsOf({ command }: Pick<RunRecord, 'command'>): KeptLimits {
  const { limits } = command
  return typeof limits === 'object' && limits !== null ? (limits as KeptLimits) : {}
}

/** The settings with what a run keeps; a flag of this command wins. */
export function withLimits(settings: Settings, kept: KeptLimits): Settings {
  const limits = { ...settings.limits } as Record<string, unknown>
  for (const name of KEPT)
    if (kept[name] !== undefined && settings.limits[name].source !== 'flag')
      limits[name] = { value: kept[name], source: 'file', from: FROM_RUN }
  return { ...settings, limits: limits as unknown as Settings['limits'] }
}

/** The settings and flags with which to send a run, which keeps them for the next time. */
export function keepLimits(
  journal: Journal,
  runId: number,
  given: { settings: Settings; sending: Sending },
): { settings: Settings; sending: Sending; text: string } {
  const run = journal.getRun(runId)
  if (run === undefined) return { ...given, text: '' }
  const kept = limitsOf(run)
  const settings = withLimits(given.settings, kept)
  const sending = { ...given.sending, keepsGoing: given.sending.keepsGoing || kept.keepsGoing === true }
  const limits = { ...kept, ...limitsToKeep(given.settings, sending) }
  if (Object.keys(limits).length > 0) journal.runs.keepCommand(runId, { ...run.command, limits })
  return { settings, sending, text: limitsText(settings, given.settings, kept) }
}

const FLAGS: Partial<Record<(typeof KEPT)[number], string>> = {
  ratePerSecond: '--rate',
  concurrency: '--concurrency',
  gzip: '--gzip',
}

/** The limits in force that come from the run and nowhere else, as flags; empty where there are none. */
function limitsText(settings: Settings, given: Settings, kept: KeptLimits): string {
  const said = Object.entries(FLAGS).flatMap(([name, flag]) => {
    const { value, from } = settings.limits[name as (typeof KEPT)[number]]
    if (from !== FROM_RUN || given.limits[name as (typeof KEPT)[number]].value === value) return []
    return [value === true ? flag : value === false ? flag.replace('--', '--no-') : `${flag} ${value}`]
  })
  return [...said, ...(kept.keepsGoing === true ? ['--keep-going'] : [])].join(' ')
}
