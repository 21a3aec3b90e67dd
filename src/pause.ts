import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits, and no longer once the signal is set off. It does not throw then: what comes after a pause knows what had been sent, and the next request ends
 * by itself.
 * @param signal what `ServiceCommand.interruption` answers; without one nothing ends the pause
 */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}
