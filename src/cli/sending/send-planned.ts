import type { Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import type { Kind } from '../../files/index.js'
import type { Journal, Target } from '../../journal/index.js'
import { type RunReport, sendBatch, sendRun } from '../../push/index.js'
import { shellWord } from '../../shell-word.js'
import { abortOnSignal, type Connection } from '../command/index.js'
import type { Sending } from '../flags/index.js'
import { NewsTeller, paceOfService, ProgressText } from '../report/index.js'
import { count, toFault } from '../show/index.js'
import { startProgress, type Terminal } from '../terminal/index.js'
import { FROM_RUN, keepLimits } from './kept-limits.js'
import type { RunEvents } from './run-events.js'
import { growSlowly, optimizeSeldom } from './v8-flags.js'

export interface SendPlannedInput {
  command: {
    connection(): Promise<Connection>
    interruption(): AbortSignal
    ending(): AbortSignal
    sending(): Sending
    target(): Target
    terminal: Terminal
    notice(line: string): void
    runBegins?(run: number): void
    /** Whoever hears of every request. */
    events?(): RunEvents | undefined
  }
  journal: Journal
  runId: number
  kind: Kind
  settings: Settings
  quiet: boolean
}

/** Sends what a planned run has not got acknowledged. Ctrl-C lets the requests in flight end. */
export async function sendPlanned({
  command,
  journal,
  runId,
  kind,
  settings: given,
  quiet,
}: SendPlannedInput): Promise<RunReport> {
  const { settings, sending, text } = keepLimits(journal, runId, { settings: given, sending: command.sending() })
  if (text !== '') command.notice(`Run ${runId} keeps ${text} of its push.`)
  const { client } = await command.connection()
  const { concurrency, ratePerSecond } = settings.limits
  command.runBegins?.(runId)
  const events = command.events?.()
  const run = journal.getRun(runId)
  if (run !== undefined) events?.begins(run)
  const { pace, close } = paceOfService(settings, command.target().service, (line) => command.notice(line))
  const progress = await startProgress(command.terminal, quiet, `Sending run ${runId} …`)
  const words = new ProgressText()
  // What the client has asked besides, such as a token or the rooms, is nothing of the run.
  const writesBefore = client.stats().writes
  const sent = (): number => client.stats().writes - writesBefore
  const news = new NewsTeller(settings, (line) => command.notice(line), command.terminal.progress)
  const { signal, release } = abortOnSignal({
    onFirst: () =>
      command.notice(
        `Finishing the requests in flight. ${command.terminal.progress ? 'Press Ctrl-C again to end' : 'A second signal ends it'} at once; "hubswitch run resume --last" goes on either way.`,
      ),
    onSecond: () => endedAtOnce({ journal, runId, requests: sent() }),
  })
  optimizeSeldom()
  growSlowly()
  try {
    return await sendRun({
      journal,
      runId,
      send: (batch) =>
        sendBatch(
          client,
          kind,
          batch,
          settings.limits.gzip.value ? { without: withoutGzip(settings, runId) } : undefined,
        ),
      concurrency: concurrency.value,
      ...(ratePerSecond.value === undefined ? {} : { ratePerSecond: ratePerSecond.value }),
      ...(pace === undefined ? {} : { pace }),
      ...sending,
      // A signal may have come a moment before this phase listened.
      signal: AbortSignal.any([signal, command.interruption(), command.ending()]),
      ...(events === undefined ? {} : { onRequest: (event) => events.request(event) }),
      onProgress: (state) => {
        events?.progress(state)
        progress.show(() => words.text(state, Date.now(), news.waiting(Date.now())))
      },
      onNews: (what) => {
        events?.news(what)
        news.tell(what)
      },
    })
  } catch (error) {
    throw whileSending(error, { journal, runId, requests: sent() })
  } finally {
    progress.end()
    release()
    close()
  }
}

/** What broke the sending off, such as a full disk, with what had been sent by then. */
function whileSending(
  error: unknown,
  { journal, runId, requests }: { journal: Journal; runId: number; requests: number },
): unknown {
  const { code, message, facts } = toFault(error)
  if (requests === 0)
    return code !== 'DATA_DIRECTORY'
      ? error
      : new Fault(code, `${message} This command had sent nothing of run ${runId}, which is planned.`, {
          next: `${remedyOf(facts)}, then run "hubswitch run resume ${runId}" to send it.`,
          facts: { ...facts, run: runId, requests },
          cause: error,
        })
  return new Fault(code, `${message} Run ${runId} had sent requests by then${acknowledgedText(journal, runId)}.`, {
    next: `${remedyOf(facts)}, then run "hubswitch run resume ${runId}" to send the rest.`,
    facts: { ...facts, run: runId, requests },
    cause: error,
  })
}

function remedyOf({ isFull, isLimited }: Readonly<Record<string, unknown>>): string {
  if (isFull === true) return 'Free room on that disk'
  return isLimited === true ? 'Raise the limit of file size (ulimit -f)' : 'Put that right'
}

/** What is known where nobody waits for the answers to what is in flight. */
function endedAtOnce({ journal, runId, requests }: { journal: Journal; runId: number; requests: number }): Fault {
  const sent =
    requests === 0
      ? 'this command had sent nothing of it'
      : `answers to requests in flight were not waited for${acknowledgedText(journal, runId)}`
  return new Fault('INTERRUPTED', `Run ${runId} was ended at once: ${sent}.`, {
    next: `Run "hubswitch run resume ${runId}" to send what is not acknowledged.`,
    facts: { run: runId },
  })
}

function acknowledgedText(journal: Journal, runId: number): string {
  try {
    return ` (${count(journal.getRun(runId)?.nights.acknowledged ?? 0, 'night')} acknowledged)`
  } catch {
    // The journal itself may be what broke.
    return ''
  }
}

/** How to go on without gzip, where the service does not take it. */
function withoutGzip({ profile, limits: { gzip } }: Settings, runId: number): string {
  const rest = `"hubswitch run resume ${runId} --no-gzip" sends the rest`
  if (gzip.source === 'flag' || gzip.from === FROM_RUN) return `${rest}; leave out --gzip next time.`
  return `${rest}; ${gzip.source === 'env' ? `take ${gzip.from} out of the environment to leave` : `"hubswitch profile set ${shellWord(profile.value)} --no-gzip" leaves`} gzip out every time.`
}
