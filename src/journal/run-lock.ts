import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withFileLock } from '../sql/index.js'
import type { Journal, RunScope } from './journal.js'

/** A look whether a run is at work takes the lock for less than that. */
const LOOK_MS = 100

/**
 * Runs `work` while no other process plans or sends a run of the same kind against the same service.
 * @throws Fault LOCKED naming the holder
 */
export function withRunLock<T>(journal: Journal, scope: RunScope, holder: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(journal.runLockFile(scope), { waitMs: LOOK_MS, holder }, work)
}

/**
 * Runs `work` while no process plans or sends any run of this data directory.
 * @throws Fault LOCKED naming the holder
 */
export function withAllRunLocks<T>(dataDir: string, holder: string, work: () => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'locks')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^run-[0-9a-f]{16}\.lock$/.test(name)) : []
  return files.reduce((inner: () => Promise<T>, name) => () => withFileLock(join(folder, name), { waitMs: LOOK_MS, holder }, inner), work)()
}
