import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type FileLockOptions,
  isFileLocked,
  lockFault,
  type LockNote,
  locksFolder,
  noteOf,
  readLockNote,
  withFileLock,
} from '../sql/index.js'
import type { Journal, RunScope } from './journal.js'

export type { LockNote }

/** A look whether a run is at work takes the lock for less than that. */
const LOOK_MS = 100

/**
 * Runs `work` while no other process plans or sends a run of the same kind against the same service.
 * @param waiting how long to wait for another, and who is told
 * @throws Fault LOCKED naming the holder, INTERRUPTED
 */
export function withRunLock<T>(
  journal: Journal,
  scope: RunScope,
  holder: string,
  work: () => Promise<T>,
  waiting: Partial<Omit<FileLockOptions, 'holder' | 'about'>> = {},
): Promise<T> {
  const { service, kind } = scope
  return withFileLock(
    journal.runLockFile(scope),
    { ...waiting, waitMs: Math.max(LOOK_MS, waiting.waitMs ?? 0), holder, about: { service, kind } },
    work,
  )
}

/**
 * Runs `work` while no process plans or sends any run of this data directory.
 * @throws Fault LOCKED naming the holder
 */
export function withAllRunLocks<T>(dataDir: string, holder: string, work: () => Promise<T>): Promise<T> {
  return lockFiles(dataDir).reduce(
    (inner: () => Promise<T>, file) => () => withFileLock(file, { waitMs: LOOK_MS, holder }, inner),
    work,
  )()
}

/** A lock that a process holds, or a note that one has left which was killed at work. */
export interface RunLock {
  file: string
  isHeld: boolean
  note: LockNote | undefined
}

/** The run locks of a data directory that say anything. */
export function listRunLocks(dataDir: string): RunLock[] {
  return lockFiles(dataDir)
    .map(lockAt)
    .filter(({ isHeld, note }) => isHeld || note !== undefined)
}

/** The run lock of a service and kind. */
export function runLockOf(journal: Journal, scope: RunScope): RunLock {
  return lockAt(journal.runLockFile(scope))
}

/**
 * Takes a lock away from whoever holds it: the next run does not see it any more. A holder that lives goes on with its work.
 * @throws Fault DATA_DIRECTORY where it cannot be removed
 */
export function breakRunLock({ file }: RunLock): void {
  try {
    rmSync(noteOf(file), { force: true })
    rmSync(file, { force: true })
  } catch (error) {
    throw lockFault(error, file)
  }
}

function lockAt(file: string): RunLock {
  return { file, isHeld: isFileLocked(file), note: readLockNote(file) }
}

function lockFiles(dataDir: string): string[] {
  const folder = locksFolder(dataDir)
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^run-[0-9a-f]{16}\.lock$/.test(name))
        .map((name) => join(folder, name))
    : []
}
