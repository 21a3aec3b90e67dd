import { hostname } from 'node:os'
import { durationText } from '../../duration-text.js'
import { Fault } from '../../errors.js'
import { isAlive } from '../../is-alive.js'
import {
  breakRunLock,
  type Journal,
  listRunLocks,
  type RunLock,
  runLockOf,
  type RunRecord,
  type RunScope,
} from '../../journal/index.js'
import { columns, list, text, wouldAnswer } from '../show/index.js'
import { type Answer, confirm, type Terminal } from '../terminal/index.js'

/** Runs that may be the one of a lock. */
const LOOKED_AT = 50

/** The locks of this data directory, and what the journal knows of the runs behind them. */
export function lockList(journal: Journal, dataDir: string): Answer {
  const locks = listRunLocks(dataDir).map((lock) => lockDocument(journal, lock))
  return list(
    locks,
    locks,
    columns('kind', 'service', 'state', 'process', 'host', 'age', 'run', 'hotels', 'doing'),
    'No push is at work, and none has left a lock behind.',
  )
}

function lockDocument(journal: Journal, { isHeld, note }: RunLock): Record<string, unknown> {
  const { service, kind } = note?.about ?? {}
  const run = isHeld
    ? journal
        .listRuns(undefined, LOOKED_AT)
        .find((one) => one.target.service === service && one.kind === kind && isAtWork(one))
    : undefined
  return {
    kind,
    service,
    state: isHeld ? 'held' : 'left behind',
    process: note?.pid,
    host: note?.host,
    ...(note?.since === undefined
      ? {}
      : {
          since: new Date(note.since).toISOString(),
          age: durationText(Math.max(0, Math.round((Date.now() - note.since) / 1000))),
        }),
    run: run?.id,
    hotels: run?.plan?.['hotels'],
    doing: note?.words ?? 'another process',
  }
}

function isAtWork({ state }: RunRecord): boolean {
  return state === 'planning' || state === 'ready' || state === 'sending'
}

export interface ReleaseInput {
  journal: Journal
  scope: RunScope
  isForced: boolean
  terminal: Terminal
  yes: boolean
  /** Says what would be done. */
  isDry?: boolean
}

/**
 * Removes the lock of a kind that a process has left behind; with `isForced` also one that is held.
 * @throws Fault LOCKED where a process holds it, USAGE in a pipe without --yes
 */
export async function releaseLock({
  journal,
  scope,
  isForced,
  terminal,
  yes,
  isDry = false,
}: ReleaseInput): Promise<Answer> {
  const lock = runLockOf(journal, scope)
  const { isHeld, note } = lock
  const data = { ...scope, process: note?.pid, host: note?.host }
  if (!isHeld && note === undefined)
    return text({ ...data, released: false }, `No push of ${scope.kind} to ${scope.service} holds a lock.`)
  const owner = `${note?.words ?? 'another process'}${note?.host === undefined || note.host === hostname() ? '' : ` on ${note.host}`}`
  if (!isHeld) {
    if (isDry)
      return wouldAnswer({ ...data, released: true }, `The lock that ${owner} has left behind would be removed.`)
    await confirm(terminal, `Remove the lock that ${owner} has left behind?`, yes)
    breakRunLock(lock)
    return text(
      { ...data, released: true },
      `Removed the lock that ${owner} has left behind. The next push would have taken it over as well.`,
    )
  }
  if (!isForced) {
    const isHere = note?.pid !== undefined && note.host === hostname() && isAlive(note.pid)
    throw new Fault('LOCKED', `The lock is held by ${owner}${isHere ? ', which is at work' : ''}.`, {
      next: `"hubswitch run stop --last" ends it in order. If it can never end, add --force: a process that goes on then sends beside the next push.`,
      facts: data,
    })
  }
  if (isDry) return wouldAnswer({ ...data, released: true, wasHeld: true }, `The lock would be taken from ${owner}.`)
  await confirm(
    terminal,
    `Take the lock from ${owner}? If it is still at work, it goes on sending beside the next push.`,
    yes,
  )
  breakRunLock(lock)
  return text(
    { ...data, released: true, wasHeld: true },
    `Took the lock from ${owner}. If that process is still at work, it goes on sending: end it before you push again.`,
  )
}
