import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds of a clock that only goes on, whatever is done to the machine's; its beginning means nothing. `performance` would load 3 ms of Node at each start. */
export function steadyMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}

/** What to add to the steady clock for epoch milliseconds as they were when this process began. */
const origin = Date.now() - steadyMs()

/** Epoch milliseconds as they were when this process began, and on from there: a clock that is set back or forward meanwhile changes no wait. */
export function steadyNow(): number {
  return origin + steadyMs()
}

/**
 * Waits, and no longer once the signal is set off. It does not throw then: what comes after a pause knows what had been sent, and the next request ends
 * by itself.
 * @param signal what `ServiceCommand.interruption` answers; without one nothing ends the pause
 */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}
