import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, type ExitCode } from '../../errors.js'
import { isAlive } from '../../is-alive.js'
import { endCutRuns, endedWithItsProcess, type Journal, runLockOf, type RunRecord } from '../../journal/index.js'
import { doneBeforeSignal } from '../command/index.js'
import { exitOfRun, ProgressText } from '../report/index.js'
import { print, startProgress, type Terminal } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'

const LOOK_EVERY_MS = 250
/** In a pipe, a line for what has changed is told no more often than that. */
const LINE_EVERY_MS = 2_000
/** A run is found before the lock of its process is taken, and ends after it is given back: one look alone proves nothing. */
const LOOKS_WITHOUT_LOCK = 3
const AT_WORK: readonly RunRecord['state'][] = ['planning', 'ready', 'sending']

export interface FollowInput {
  journal: Journal
  runId: number
  terminal: Terminal
  quiet: boolean
  /** Whether standard output is for the answer alone, such as with --json: lines go to the other stream. */
  isForData: boolean
  notice(line: string): void
}

/** A run that nobody is at any more, as it is on record, and with what exit code it ended. */
export interface Followed {
  run: RunRecord
  exitCode: ExitCode
  /** It goes on: a signal has ended the following. */
  isLeft?: true
  /** What has to be said of its end, where that is not the end it was to have. */
  words?: string
}

/** Follows a run that another process plans or sends until it ends, or until that process has gone. A signal ends the following, and leaves the run alone. */
export async function followRun(input: FollowInput): Promise<Followed> {
  const { journal, runId, terminal, quiet } = input
  const isLive = terminal.stdout && terminal.progress
  const progress = await startProgress({ ...terminal, progress: isLive }, quiet, `Run ${runId} …`)
  const lines = new Lines(input)
  let followed: Followed | undefined
  let isStopped = false
  const following = async (): Promise<void> => {
    for (let looks = 0; followed === undefined && !isStopped;) {
      endCutRuns(journal, isAlive)
      const run = journal.getRun(runId) as RunRecord
      looks = AT_WORK.includes(run.state) && !isLocked(journal, run) ? looks + 1 : 0
      if (!AT_WORK.includes(run.state) || looks > LOOKS_WITHOUT_LOCK) {
        followed = endOf(run)
        return
      }
      const text = lines.text(run)
      progress.show(() => `Run ${runId}: ${text}`)
      if (!isLive) lines.tell(run, text)
      await sleep(LOOK_EVERY_MS)
    }
  }
  await doneBeforeSignal(following())
  isStopped = true
  progress.end()
  const run = journal.getRun(runId) as RunRecord
  return (
    followed ?? {
      run,
      exitCode: EXIT.interrupted,
      isLeft: true,
      words: `No longer following run ${runId}, which goes on. "hubswitch run stop ${runId}" would stop it.`,
    }
  )
}

function isLocked(journal: Journal, { target: { service }, kind }: RunRecord): boolean {
  return runLockOf(journal, { service, kind }).isHeld
}

function endOf(run: RunRecord): Followed {
  const { id, state } = run
  // On record as at work, and nobody is: its process has died before it sent anything.
  if (state === 'planning' || state === 'ready')
    return {
      run,
      exitCode: EXIT.interrupted,
      words: `The process of run ${id} has gone before it sent anything.${state === 'planning' ? ' Push the files again.' : ` "hubswitch run resume ${id}" sends it.`}`,
    }
  const exitCode = exitOfRun(run)
  if (endedWithItsProcess(run))
    return {
      run,
      exitCode,
      words: `The process that sent run ${id} has gone without ending it: it was killed, or its machine went down. "hubswitch run resume ${id}" sends what is left.`,
    }
  return { run, exitCode }
}

/** What a pipe or a log is told: a line for each change, a few seconds apart. */
class Lines {
  readonly #words = new ProgressText()
  readonly #input: FollowInput
  #last = ''
  #state = ''
  #toldAt = -Infinity

  constructor(input: FollowInput) {
    this.#input = input
  }

  text({ state, requests, batches, nights }: RunRecord): string {
    if (state === 'planning') return 'being planned'
    if (state === 'ready') return 'planned; its process has not begun to send it'
    // Until it has ended, what was not answered may be on its way.
    return this.#words.text({ requests, batches, nights: { ...nights, unanswered: 0 } }, Date.now())
  }

  tell({ id, state }: RunRecord, text: string): void {
    const { quiet, isForData, notice } = this.#input
    const now = steadyMs()
    const isDue = state !== this.#state || (text !== this.#last && now - this.#toldAt >= LINE_EVERY_MS)
    if (quiet || !isDue) return
    this.#last = text
    this.#state = state
    this.#toldAt = now
    const line = `${new Date().toISOString().slice(0, 19)}Z  run ${id}: ${text}`
    if (isForData) notice(line)
    else print(`${line}\n`)
  }
}
