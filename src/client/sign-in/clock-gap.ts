import { issuedAt } from './token-life.js'

/**
 * How far the clock of the service is from the one of this machine, from what its answers say: one estimate, for the lives of tokens and for a person.
 * `ServiceClock` holds bounds instead, which what is proved of an answer must not overstep.
 */
export class ClockGap {
  #gapMs: number | undefined

  /** @param serviceMs epoch milliseconds that an answer says, the moment it came; the first one counts */
  hear(serviceMs: number): void {
    if (Number.isFinite(serviceMs)) this.#gapMs ??= serviceMs - Date.now()
  }

  /**
   * Milliseconds by which the service is ahead; undefined as long as nobody knows.
   * @param accessToken one that was issued after this moment tells too that this machine is behind
   */
  gapMs(accessToken?: string): number | undefined {
    const issued = accessToken === undefined ? undefined : issuedAt(accessToken)
    return this.#gapMs ?? (issued !== undefined && issued > Date.now() ? issued - Date.now() : undefined)
  }
}
