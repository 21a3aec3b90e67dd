import { type Kind, type RunReport, type SendProgress, sendRun } from '../bulk/index.js'
import type { Settings } from '../config/index.js'
import type { Journal, Target } from '../journal/index.js'
import type { Connection } from './connection.js'
import { paceOfService } from './pace-of-service.js'
import { startProgress } from './progress.js'
import { sendBatch } from './push/send-batch.js'
import type { Sending } from './send-flags.js'
import type { Terminal } from './terminal.js'
import { abortOnSignal } from './until-signal.js'

export interface SendPlannedInput {
  command: { connection(): Promise<Connection>; sending(): Sending; target(): Target; terminal: Terminal; notice(line: string): void }
  journal: Journal
  runId: number
  kind: Kind
  settings: Settings
  quiet: boolean
}

/** Sends what a planned run has not got acknowledged. Ctrl-C lets the requests in flight end. */
export async function sendPlanned({ command, journal, runId, kind, settings, quiet }: SendPlannedInput): Promise<RunReport> {
  const { client } = await command.connection()
  const { concurrency, ratePerSecond } = settings.limits
  const { pace, close } = paceOfService(settings, command.target().service)
  const progress = await startProgress(command.terminal, quiet, `Sending run ${runId} …`)
  const { signal, release } = abortOnSignal(() => command.notice('Finishing the requests in flight. Press Ctrl-C again to end at once; "hubswitch run resume --last" goes on either way.'))
  try {
    return await sendRun({
      journal,
      runId,
      send: (batch) => sendBatch(client, kind, batch, settings.limits.gzip.value ? { without: withoutGzip(settings, runId) } : undefined),
      concurrency: concurrency.value,
      ...(ratePerSecond.value === undefined ? {} : { ratePerSecond: ratePerSecond.value }),
      ...(pace === undefined ? {} : { pace }),
      ...command.sending(),
      signal,
      onProgress: (state) => progress.show(() => progressText(state)),
    })
  } finally {
    progress.end()
    release()
    close()
  }
}

/** How to go on without gzip, where the service does not take it. */
function withoutGzip({ profile, limits: { gzip } }: Settings, runId: number): string {
  if (gzip.source === 'flag') return `Leave out --gzip: "hubswitch run resume ${runId}" sends the rest.`
  const rest = `"hubswitch run resume ${runId} --no-gzip" sends the rest`
  return `${rest}; ${gzip.source === 'env' ? `take ${gzip.from} out of the environment to leave` : `"hubswitch profile set ${profile.value} --no-gzip" leaves`} gzip out every time.`
}

function progressText({ batches: { planned, acknowledged, rejected } }: SendProgress): string {
  return `Sending … ${acknowledged + rejected} of ${planned} requests${rejected === 0 ? '' : `, ${rejected} with refused rows`}`
}
