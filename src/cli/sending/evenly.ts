import { setTimeout as sleep } from 'node:timers/promises'
import { steadyNow } from '../../clock.js'

/**
 * Lets questions to the service begin no faster than a rate that a person set (interface: "Rate limits"); without one, at once.
 * @param perSecond questions a second
 * @returns what waits for the next one's turn; it ends early when the signal is aborted
 */
export function evenly(perSecond: number | undefined, signal: AbortSignal): () => Promise<void> {
  if (perSecond === undefined) return () => Promise.resolve()
  let nextAt = 0
  return async () => {
    const now = steadyNow()
    const at = Math.max(now, nextAt)
    nextAt = at + 1000 / perSecond
    if (at > now) await sleep(at - now, undefined, { signal }).catch(() => undefined)
  }
}
