import { type Kind, type RunReport, type SendOutcome, type SendProgress, sendRun } from '../bulk/index.js'
import type { Client } from '../client/index.js'
import type { Settings } from '../config/index.js'
import { Fault } from '../errors.js'
import type { Journal } from '../journal/index.js'
import type { Connection } from './connection.js'
import { startProgress } from './progress.js'
import type { Terminal } from './terminal.js'
import { abortOnSignal } from './until-signal.js'

/** Faults that are the service's word on the batch itself; any other says nothing about its rows. */
const ABOUT_THE_BATCH = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

export interface SendPlannedInput {
  command: { connection(): Promise<Connection>; terminal: Terminal; notice(line: string): void }
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
  const progress = await startProgress(command.terminal, quiet, `Sending run ${runId} …`)
  const { signal, release } = abortOnSignal(() => command.notice('Finishing the requests in flight. Press Ctrl-C again to end at once; "hubswitch run resume --last" goes on either way.'))
  try {
    return await sendRun({
      journal,
      runId,
      send: ({ body }) => sendBatch(client, kind, body),
      concurrency: concurrency.value,
      ...(ratePerSecond.value === undefined ? {} : { ratePerSecond: ratePerSecond.value }),
      signal,
      onProgress: (state) => progress.show(progressText(state)),
    })
  } finally {
    progress.end()
    release()
  }
}

async function sendBatch(client: Client, kind: Kind, body: string): Promise<SendOutcome> {
  try {
    await client.callText(kind.endpoint, body)
    return { fate: 'acknowledged' }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (!ABOUT_THE_BATCH.has(error.code)) return { fate: 'stop', fault: error }
    const { code, serviceMessage } = error.facts
    return {
      fate: 'rejected',
      problem: {
        message: typeof serviceMessage === 'string' ? serviceMessage : error.message,
        ...(typeof code === 'string' ? { code } : {}),
        details: error.findings.map(({ field, reason }) => ({ field, message: reason })),
      },
    }
  }
}

function progressText({ batches: { planned, acknowledged, rejected } }: SendProgress): string {
  return `Sending … ${acknowledged + rejected} of ${planned} requests${rejected === 0 ? '' : `, ${rejected} with refused rows`}`
}
