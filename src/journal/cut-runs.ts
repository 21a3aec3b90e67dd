import { isFileLocked, lockHolder } from '../sql/index.js'
import type { Journal } from './journal.js'

/**
 * Runs that are on record as being sent, and whose process is gone, end as interrupted: what is left of them can be resumed.
 * @param isAlive whether a process runs on this machine
 */
export function endCutRuns(journal: Journal, isAlive: (pid: number) => boolean): void {
  for (const { id, service, kind } of journal.runs.sending()) {
    const file = journal.runLockFile({ service, kind })
    if (!isFileLocked(file)) {
      journal.runs.cut(id)
      continue
    }
    // Another run may have the lock now. The process of this one may also be one that cannot be seen from here, such as that of another container.
    const sender = journal.stops.senderOf(id)
    if (sender !== undefined && !isAlive(sender) && lockHolder(file)?.includes(`process ${sender}`) !== true)
      journal.runs.cut(id)
  }
}
