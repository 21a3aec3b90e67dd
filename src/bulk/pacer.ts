import { setTimeout as sleep } from 'node:timers/promises'

/** Lets requests start at even distances, at most `ratePerSecond` of them; without a rate at once. */
export class Pacer {
  readonly #distanceMs: number
  #nextAt = 0

  constructor(ratePerSecond: number | undefined) {
    this.#distanceMs = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond
  }

  /** Waits for the next start; returns at once when the signal is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#distanceMs === 0) return
    const now = performance.now()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + this.#distanceMs
    if (at <= now || signal.aborted) return
    await sleep(at - now, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}
