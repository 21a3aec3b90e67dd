import { pause, steadyMs } from '../../clock.js'
import { durationText } from '../../duration-text.js'
import { Fault } from '../../errors.js'
import type { EstateCommand } from './open.js'

const LOOK_MS = 1_000

/**
 * Takes the right to plan or send a run of an estate. With --lock-wait it waits for the one that has it, but not beyond the --deadline.
 * @param claim takes it at once
 * @throws Fault LOCKED naming the run that is at work, DEADLINE, INTERRUPTED
 */
export async function waitForClaim<T>(
  command: Pick<EstateCommand, 'lockWaitMs' | 'notice' | 'ending'>,
  claim: () => Promise<T>,
): Promise<T> {
  const waitMs = command.lockWaitMs()
  const until = steadyMs() + waitMs
  const most = durationText(Math.ceil(waitMs / 1000))
  for (let isFirst = true; ; isFirst = false)
    try {
      return await claim()
    } catch (error) {
      // Another release at work is locked too, and does not end by waiting.
      if (!(error instanceof Fault) || error.code !== 'LOCKED' || error.facts['run'] === undefined || waitMs === 0)
        throw error
      const { message, next, facts } = error
      if (steadyMs() >= until)
        throw new Fault('LOCKED', `${message} Waited ${most} for it.`, { next, facts, cause: error })
      if (isFirst) command.notice(`Waiting for run ${String(facts['run'])} to end, ${most} at most …`)
      await pause(LOOK_MS, command.ending())
      if (command.ending().aborted) throw endedWaiting(command.ending().reason, error)
    }
}

function endedWaiting(reason: unknown, cause: Fault): Fault {
  const isTimeUp = reason instanceof Fault && reason.code === 'DEADLINE'
  return new Fault(
    isTimeUp ? 'DEADLINE' : 'INTERRUPTED',
    `${isTimeUp ? 'The time was up' : 'Interrupted'} while it waited for another run. Nothing was sent.`,
    {
      next: 'Run the same command again when that has ended.',
      facts: { ...cause.facts, waitedFor: 'lock' },
      cause,
    },
  )
}
