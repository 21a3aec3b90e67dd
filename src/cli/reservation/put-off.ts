import { DEFAULT_RETRY, waitBefore } from '../../client/index.js'
import type { Fault } from '../../errors.js'
import { asksToWait } from '../../outcome/index.js'

/**
 * How long to wait before what the service put off may be looked up and sent again, milliseconds; undefined where the service did not ask for it, asked for
 * too long a wait, or has asked often enough.
 * @param sent how often it has been sent, from 1
 */
export function putOffMs(doubt: Fault, sent: number): number | undefined {
  if (!asksToWait(doubt)) return undefined
  const { retryAfterMs } = doubt.facts
  return waitBefore({ arrived: 'maybe', isTransient: true, ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}) }, 'safe', sent, DEFAULT_RETRY)
}
