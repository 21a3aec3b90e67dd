import { Fault } from '../../errors.js'
import { steadyNow } from '../../clock.js'

/** How long a service that takes no connections is waited for: one that has answered during this run is likely to come back. */
const PATIENCE_MS = { unproven: 10_000, proven: 60_000 } as const
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 5_000
const LOOK_EVERY_MS = 100

/** What a person is told while nothing can be sent. */
export interface OutageNews {
  /** Told when the second try has failed too, and when the service is there again. */
  kind: 'unreachable' | 'back'
  /** What the first failure said. */
  message: string
  /** How long it is waited for, or how long it was away, in milliseconds. */
  ms: number
}

interface OutageOptions {
  /** How to go on, such as `Run "hubswitch run resume 7" to send the rest.` */
  next: string
  onNews?: ((news: OutageNews) => void) | undefined
}

/** True where no connection was made, so that the service has not seen the request. */
export function isUnconnected({ facts }: Fault): boolean {
  return facts['connected'] === false
}

/** Holds back all requests of a run while the service takes no connections; one at a time tries whether it does again. */
export class Outage {
  #since: number | undefined
  #first: Fault | undefined
  #isTold = false
  #tries = 0
  #until = 0
  #isTrying = false

  constructor(private readonly options: OutageOptions) {}

  /** Waits until a request may start, or the signal is aborted. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.#since !== undefined && !signal.aborted) {
      const wait = this.#until - steadyNow()
      if (wait <= 0 && !this.#isTrying) {
        this.#isTrying = true
        return
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(10, Math.min(LOOK_EVERY_MS, wait))))
    }
  }

  /**
   * No connection was made.
   * @param times when the request started, and now
   * @returns a fault once patience is over
   */
  failed(
    fault: Fault,
    { sentAt, now, isProven }: { sentAt: number; now: number; isProven: boolean },
  ): Fault | undefined {
    const isFirst = this.#since === undefined
    const since = (this.#since ??= now)
    this.#first ??= fault
    // Requests that were under way together fail together: that is one failure.
    if (!isFirst && sentAt < since) return undefined
    this.#isTrying = false
    this.#tries += 1
    const patience = isProven ? PATIENCE_MS.proven : PATIENCE_MS.unproven
    if (now - since >= patience) {
      return new Fault(fault.code, fault.message, {
        next: `Check the service address and whether the service is up. ${this.options.next}`,
        facts: { ...fault.facts, waitedMs: now - since },
        cause: fault,
      })
    }
    this.#until = Math.min(now + Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#tries - 1)), since + patience)
    if (!isFirst && !this.#isTold) {
      this.#isTold = true
      this.options.onNews?.({ kind: 'unreachable', message: this.#first.message, ms: patience - (now - since) })
    }
    return undefined
  }

  /** The service has answered, whatever it said. */
  over(now: number): void {
    if (this.#since === undefined) return
    if (this.#isTold)
      this.options.onNews?.({ kind: 'back', message: this.#first?.message ?? '', ms: now - this.#since })
    this.#since = undefined
    this.#first = undefined
    this.#isTold = false
    this.#tries = 0
    this.#isTrying = false
  }
}
