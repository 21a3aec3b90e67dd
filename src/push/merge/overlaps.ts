import { formatNight, type Night } from '../../calendar/index.js'
import { Fault } from '../../errors.js'

/** Each row on each stretch of nights that other rows divide it into: a thousand changes of every night of two years stay below. */
const OVERLAPS_MAX = 1_000_000

/** Most stretches of one room that hang together: more took 800 MB for a file of 30 MB. */
export const CLUSTER_MAX = 500_000

/** @throws Fault INVALID_INPUT where rows lie over each other so often that merging them takes all time or memory */
export function requireFew(overlaps: number, night: Night, line: number, most = OVERLAPS_MAX): void {
  if (overlaps <= most) return
  throw new Fault(
    'INVALID_INPUT',
    `Rows of one room set the same nights more than ${most.toLocaleString('en')} times over, up to ${formatNight(night)} (line ${line}).`,
    { next: 'Keep the rows that hold, or push the file in parts. Nothing was sent.' },
  )
}
