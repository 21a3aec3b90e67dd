import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../errors.js'
import { steadyMs } from '../clock.js'
import { type LockNote, noteOf, readLockNote, removeOwnNote, writeLockNote } from './lock-note.js'
import { hindranceAt, isMovable, moveLine, preparePrivateFile } from './private-file.js'
import { isBusy, isDamage, storageFault } from './sqlite-fault.js'
import { connect, type SqliteConnection } from './sqlite-library.js'

const POLL_MS = 25

export interface FileLockOptions {
  /** How long to wait for another holder; 0 = do not wait. */
  waitMs: number
  /** Words for the person who finds it locked, such as "run 12 of rates push, process 4711". */
  holder?: string
  /** What else the note says. */
  about?: Readonly<Record<string, string>>
  /** Ends the wait. */
  signal?: AbortSignal | undefined
  /** Told once when it must wait for another holder. */
  onWait?: ((note: LockNote | undefined) => void) | undefined
  /** Told of a note that a holder has left who died at work. */
  onLeftBehind?: ((note: LockNote) => void) | undefined
}

/**
 * Runs `work` while this process alone holds `file`. The lock is an open write transaction on a small SQLite file,
 * so the operating system frees it at once when the holder dies, however it dies.
 * @throws Fault LOCKED after `waitMs`, INTERRUPTED, DATA_DIRECTORY when the file cannot be written, with the fact `isInTheWay` where it is enough to move what it names away
 */
export async function withFileLock<T>(file: string, options: FileLockOptions, work: () => Promise<T>): Promise<T> {
  const connection = await takeLock(file, options)
  // Who ends in order removes the note before the lock.
  const left = readLockNote(file)
  try {
    layNote(file, options)
    holdUntilExit(file)
    // Not before: where that fails, nothing is taken over.
    if (left !== undefined) options.onLeftBehind?.(left)
    return await work()
  } finally {
    held.delete(file)
    removeOwnNote(file)
    connection.close()
  }
}

function layNote(file: string, { holder, about }: FileLockOptions): void {
  try {
    if (holder === undefined) rmSync(noteOf(file), { force: true })
    else writeLockNote(file, holder, about)
  } catch (error) {
    throw lockFault(error, noteOf(file))
  }
}

/** What is wrong with a lock or what stands beside it. It holds nothing that anybody would miss: whoever owns it, it can be moved away. */
export function lockFault(error: unknown, file: string): unknown {
  const fault = storageFault(error, file)
  if (!(fault instanceof Fault) || fault.code !== 'DATA_DIRECTORY') return fault
  const { file: at } = fault.facts
  // Rights of the folder, a full disk and limits are no matter of the file.
  if (typeof at !== 'string' || !isMovable(at)) return fault
  if (!(error instanceof Fault || isDamage(error) || hindranceAt(at) !== undefined)) return fault
  return new Fault(fault.code, fault.message, {
    next: `Move it away (${moveLine(at)}), then run the command again: it is made anew, and nothing is lost.`,
    facts: { ...fault.facts, isInTheWay: true },
    cause: error,
  })
}

const held = new Set<string>()
let isWatched = false

/** A process that leaves in the middle of its work says so itself; only one that is killed leaves its note behind. */
function holdUntilExit(file: string): void {
  held.add(file)
  if (isWatched) return
  isWatched = true
  process.once('exit', () => held.forEach(removeOwnNote))
}

/** Whether another process holds `file` now. Looking takes it for an instant: who wants it waits a moment for that. */
export function isFileLocked(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const connection = tryLock(file)
    connection?.close()
    return connection === undefined
  } catch (error) {
    // The lock was there to be taken; what did not fit is what SQLite writes behind it.
    if (error instanceof Fault && (error.facts['isFull'] === true || error.facts['isLimited'] === true)) return false
    throw error
  }
}

/** What the holder of a lock has said of itself. */
export function lockHolder(file: string): string | undefined {
  return readLockNote(file)?.words
}

async function takeLock(file: string, { waitMs, signal, onWait }: FileLockOptions): Promise<SqliteConnection> {
  // Not the time of day: a clock that is set back would make the wait longer.
  const deadline = steadyMs() + waitMs
  for (let tries = 0; ; tries++) {
    const connection = tryLock(file)
    if (connection !== undefined) return connection
    if (steadyMs() >= deadline) throw lockedFault(file)
    if (signal?.aborted === true)
      throw new Fault('INTERRUPTED', 'Interrupted while it waited for another run. Nothing was sent.')
    // The first looks may meet somebody who only looks as well.
    if (tries === LOOKS) onWait?.(readLockNote(file))
    await sleep(Math.min(tries < LOOKS ? POLL_MS : WAIT_POLL_MS, Math.max(1, deadline - steadyMs())))
  }
}

const LOOKS = 4
const WAIT_POLL_MS = 100

function tryLock(file: string): SqliteConnection | undefined {
  let connection: SqliteConnection | undefined
  try {
    preparePrivateFile(file)
    connection = connect(file, 0)
    connection.exec('BEGIN EXCLUSIVE')
    return connection
  } catch (error) {
    connection?.close()
    if (isBusy(error)) return undefined
    throw lockFault(error, file)
  }
}

function lockedFault(file: string): Fault {
  const holder = lockHolder(file)
  return new Fault('LOCKED', holder === undefined ? `${file} is held by another process.` : `Locked by ${holder}.`, {
    facts: { file, holder },
  })
}
