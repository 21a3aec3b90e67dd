import { type Journal, withRunLock } from '../../journal/index.js'
import { foldedId } from './other-case.js'

/**
 * Runs `work` while no other process of this data directory creates or applies any of these properties on this service: between the look and the request,
 * another one would not be seen.
 * @throws Fault LOCKED naming the holder
 */
export function withHouseLocks<T>(
  journal: Journal,
  service: string,
  hubSwitchIds: readonly string[],
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const holder = (id: string): string => `the ${what} of property ${id} by process ${process.pid}`
  return hubSwitchIds.reduce(
    (inner: () => Promise<T>, id) => () =>
      withRunLock(journal, { service, kind: `property ${foldedId(id)}` }, holder(id), inner),
    work,
  )()
}
