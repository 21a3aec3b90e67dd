import { withFileLock } from '../sql/index.js'
import type { Journal, RunScope } from './journal.js'

/**
 * Runs `work` while no other process plans or sends a run of the same kind against the same service.
 * @throws Fault LOCKED naming the holder, at once
 */
export function withRunLock<T>(journal: Journal, scope: RunScope, holder: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(journal.runLockFile(scope), { waitMs: 0, holder }, work)
}
