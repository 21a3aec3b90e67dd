import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, type ExitCode, Fault } from '../../errors.js'
import type { EstateRun } from '../../estate/index.js'
import { doneBeforeSignal } from '../command/index.js'
import { ProgressText } from '../report/index.js'
import { print, startProgress, type Terminal } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import type { Shared } from './open.js'

const LOOK_EVERY_MS = 500
/** In a pipe, a line for what has changed is told no more often than that. */
const LINE_EVERY_MS = 2_000
/** So long an engine that does not answer is asked again. */
const AWAY_MS = 60_000
const ASK_AGAIN_MS = 1_000
/** Said once a run has waited so long for a worker. */
const NO_WORKER_MS = 5_000

interface FollowInput {
  shared: Shared
  runId: number
  terminal: Terminal
  quiet: boolean
  /** Whether standard output is for the answer alone. */
  isForData: boolean
  notice(line: string): void
  /** Set off where the following has to end. */
  ending?: AbortSignal
}

/** How the following ended. */
export interface FollowedRun {
  run: EstateRun
  /** It goes on: a signal has ended the following. */
  isLeft: boolean
  exitCode?: ExitCode
}

/** Follows a run of an estate until it ends. A signal ends the following, and leaves the run alone. */
export async function followEstateRun({
  shared: { api, estate },
  runId,
  terminal,
  quiet,
  isForData,
  notice,
  ending,
}: FollowInput): Promise<FollowedRun> {
  const isLive = terminal.stdout && terminal.progress
  const progress = await startProgress({ ...terminal, progress: isLive }, quiet, `Run ${runId} …`)
  const words = new ProgressText()
  const begunAt = steadyMs()
  const told = { text: '', at: -Infinity, noWorker: false, wasThere: false, away: false }
  let ended: EstateRun | undefined
  let isStopped = false
  /** An engine that is restarted is asked again: the run goes on meanwhile. */
  const ask = async (): Promise<EstateRun | undefined> => {
    let since: number | undefined
    for (;;)
      try {
        return await api.runOf(estate.engine.store, runId)
      } catch (error) {
        since ??= steadyMs()
        const isAway = error instanceof Fault && error.code === 'UNREACHABLE'
        if (!isAway || ending?.aborted === true || isStopped || steadyMs() - since > AWAY_MS) throw error
        if (!told.away) notice(`${error.message} Run ${runId} goes on; asking again for ${AWAY_MS / 1_000} s …`)
        told.away = true
        await sleep(ASK_AGAIN_MS)
      }
  }
  const look = async (): Promise<EstateRun> => {
    const run = await ask()
    if (run === undefined)
      throw told.wasThere
        ? new Fault('OUTCOME_UNKNOWN', `Run ${runId} is no longer in the estate: its engine has lost what was in it.`, {
            next: 'What of it was sent is not known. See that the engine keeps its data (appendonly yes) and push the files again: with the rest it has lost what was acknowledged, so all nights are sent.',
            facts: { run: runId },
          })
        : new Fault('NOT_FOUND', `The estate has no run ${runId}.`)
    told.wasThere = true
    return run
  }
  const follow = async (): Promise<void> => {
    while (!isStopped && ending?.aborted !== true) {
      const run = await look()
      if (run.state !== 'ready' && run.state !== 'sending') {
        ended = run
        return
      }
      const text = lineOf(run, words)
      progress.show(() => `Run ${runId}: ${text}`)
      if (!isLive && !quiet && text !== told.text && steadyMs() - told.at >= LINE_EVERY_MS) {
        told.text = text
        told.at = steadyMs()
        const line = `${new Date().toISOString().slice(0, 19)}Z  run ${runId}: ${text}`
        if (isForData) notice(line)
        else print(`${line}\n`)
      }
      if (!told.noWorker && steadyMs() - begunAt > NO_WORKER_MS) {
        told.noWorker = true
        if ((await api.workersOf(estate).catch(() => undefined))?.length === 0)
          notice('No worker of the estate is at work: "hubswitch worker start" on any host sends the run.')
      }
      await sleep(LOOK_EVERY_MS)
    }
  }
  await doneBeforeSignal(follow())
  isStopped = true
  progress.end()
  return ended === undefined
    ? { run: await look(), isLeft: true, exitCode: EXIT.interrupted }
    : { run: ended, isLeft: false }
}

function lineOf({ state, batches, nights, requests, blocked }: EstateRun, words: ProgressText): string {
  const hotels =
    blocked === 0 ? '' : `; ${blocked === 1 ? '1 hotel' : `${blocked.toLocaleString('en')} hotels`} blocked`
  if (state === 'ready') return 'queued; no worker has begun to send it'
  return `${words.text({ requests, batches, nights: { ...nights, unanswered: 0 } }, Date.now())}${hotels}`
}
