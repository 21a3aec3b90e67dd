import { hostname } from 'node:os'
import { durationText } from '../../duration-text.js'
import { Fault } from '../../errors.js'
import { type Journal, type LockNote, type RunScope, withRunLock } from '../../journal/index.js'
import type { Sending } from '../flags/index.js'

/** What a command brings that takes the lock of a run. */
export interface LockingCommand {
  /** What --lock-wait says. */
  lockWaitMs(): number
  sending(): Sending
  interruption(): AbortSignal
  notice(line: string): void
}

/**
 * Runs `work` while no other process plans or sends a run of this service and kind. With --lock-wait it waits for one that does, but not beyond the --deadline.
 * @param what words for the person who finds it locked, without the process
 * @throws Fault LOCKED naming the holder, DEADLINE where there was no time to wait longer, INTERRUPTED
 */
export async function lockRun<T>(
  command: LockingCommand,
  journal: Journal,
  scope: RunScope,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const wishedMs = command.lockWaitMs()
  const waitMs = Math.min(wishedMs, command.sending().deadlineMs ?? Infinity)
  let isHeld = false
  try {
    return await withRunLock(
      journal,
      scope,
      `${what} of process ${process.pid}`,
      () => {
        isHeld = true
        return work()
      },
      {
        waitMs,
        ...(waitMs > 0 ? { signal: command.interruption() } : {}),
        onWait: (note) => {
          if (waitMs > 0)
            command.notice(
              `Waiting for ${note?.words ?? 'another run'} to end, ${durationText(Math.ceil(waitMs / 1000))} at most …`,
            )
        },
        onLeftBehind: (note) => command.notice(leftText(note)),
      },
    )
  } catch (error) {
    if (isHeld || !(error instanceof Fault) || error.code !== 'LOCKED') throw error
    if (waitMs < wishedMs)
      throw new Fault(
        'DEADLINE',
        `${error.message} Waited ${durationText(Math.ceil(waitMs / 1000))} for it, which was all that --deadline left. Nothing was sent.`,
        {
          next: 'Run the same command again when that has ended, or give it more time with a longer --deadline.',
          facts: { ...error.facts, waitedFor: 'lock' },
          cause: error,
        },
      )
    const waited = waitMs > 0 ? ` Waited ${durationText(Math.ceil(waitMs / 1000))} for it.` : ''
    throw new Fault('LOCKED', `${error.message}${waited} Nothing was sent.`, {
      next: '"hubswitch run lock list" shows who is at work. Try again when it has ended, or add --lock-wait 5m to wait for it.',
      facts: error.facts,
      cause: error,
    })
  }
}

function leftText({ words, host, since }: LockNote): string {
  const from = host === undefined || host === hostname() ? '' : ` on ${host}`
  const at = since === undefined ? '' : `, begun ${new Date(since).toISOString()},`
  return `The lock of ${words}${from}${at} was left behind: that process ended at work. It is taken over; "hubswitch run list" shows what it left.`
}
