import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../errors.js'
import { isAlive } from '../../is-alive.js'
import { type Journal, type RunRecord, withRunLock } from '../../journal/index.js'
import { count, pronoun, text, wouldAnswer } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'

const LOOK_EVERY_MS = 100
/** How a run ends that nothing has stopped. */
const HAD_ENDED: readonly RunRecord['state'][] = ['done', 'partial', 'nothing-to-do']

/**
 * Asks the process that sends a run to stop, and waits until it has. What is in flight is finished; the rest can be resumed.
 * @param waitMs how long to wait at most
 * @throws Fault DEADLINE where it is still at work after that
 */
export async function stopRun({
  journal,
  run,
  waitMs,
  isDry = false,
}: {
  journal: Journal
  run: RunRecord
  waitMs: number
  /** Says what would be done. */
  isDry?: boolean
}): Promise<Answer> {
  const { id } = run
  const sender = journal.stops.senderOf(id)
  if (run.state === 'interrupted' && run.wasCut) return idle(run, `Run ${id} is not being sent: its process has gone.`)
  if (!['planning', 'ready', 'sending'].includes(run.state))
    return idle(run, `Run ${id} is not being sent: it is ${run.state}.`)
  if (await isFree(journal, run)) {
    if (!isDry) journal.stops.end(id)
    return idle(
      run,
      run.state === 'planning'
        ? `Run ${id} is not being planned any more: its process has gone. It never sent anything.`
        : `Run ${id} is not being sent: its process has gone.`,
    )
  }
  if (run.state === 'sending' && (sender === undefined || !isAlive(sender)))
    return idle(run, `Run ${id} is not being sent: its process has gone, and another run is at work.`)
  if (isDry)
    return wouldAnswer(
      { run: id, stopped: true, ...(sender === undefined ? {} : { process: sender }) },
      `Run ${id} would be asked to stop${sender === undefined ? '' : `, which process ${sender} is sending`}.`,
    )
  journal.stops.ask(id)
  const until = steadyMs() + waitMs
  while (!hasEnded(journal, id) && !(await isFree(journal, run))) {
    if (steadyMs() > until) {
      throw new Fault(
        'DEADLINE',
        `Run ${id} was asked to stop and has not ended after ${Math.round(waitMs / 1000)} s.`,
        {
          next: `It ends when its requests in flight are answered; check with "hubswitch run show ${id}".`,
          facts: { run: id, ...(sender === undefined ? {} : { process: sender }) },
        },
      )
    }
    await sleep(LOOK_EVERY_MS)
  }
  return stopped(journal, id, sender)
}

function hasEnded(journal: Journal, id: number): boolean {
  const state = journal.getRun(id)?.state
  return state === undefined || !['planning', 'ready', 'sending'].includes(state)
}

/** Whether no process plans or sends a run of this service and kind. */
async function isFree(journal: Journal, { target: { service }, kind }: RunRecord): Promise<boolean> {
  try {
    await withRunLock(journal, { service, kind }, `process ${process.pid}, which looks whether a run is at work`, () =>
      Promise.resolve(),
    )
    return true
  } catch (error) {
    if (error instanceof Fault && error.code === 'LOCKED') return false
    throw error
  }
}

function stopped(journal: Journal, id: number, process: number | undefined): Answer {
  const run = journal.getRun(id)
  const left = run?.nights.left ?? 0
  if (run !== undefined && HAD_ENDED.includes(run.state))
    return idle(run, `Run ${id} had ended before it could be stopped: it is ${run.state}.`)
  if (run?.state === 'sending') return idle(run, `Run ${id} is not being sent any more: its process has gone.`)
  const data = {
    run: id,
    stopped: true,
    ...(process === undefined ? {} : { process }),
    state: run?.state,
    nights: run?.nights,
  }
  const rest = left === 0 ? 'It had nothing left to send.' : leftText(left, id)
  return text(data, `Run ${id} has stopped. ${rest}`)
}

function idle({ id, state, nights }: RunRecord, message: string): Answer {
  const more = nights.left > 0 && state !== 'planning' ? ` ${leftText(nights.left, id)}` : ''
  return text({ run: id, stopped: false, state, nights }, `${message}${more}`)
}

function leftText(left: number, id: number): string {
  return `${count(left, 'night')} ${left === 1 ? 'is' : 'are'} left; "hubswitch run resume ${id}" sends ${pronoun(left)}.`
}
