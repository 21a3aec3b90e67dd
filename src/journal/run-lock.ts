import { withFileLock } from '../sql/index.js'
import type { Journal } from './journal.js'

/**
 * Runs `work` while no other process plans or sends a run against the same service.
 * @throws Fault LOCKED naming the holder, at once
 */
export function withRunLock<T>(journal: Journal, service: string, holder: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(journal.runLockFile(service), { waitMs: 0, holder }, work)
}
