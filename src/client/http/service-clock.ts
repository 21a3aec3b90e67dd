/** Answers of a service are dated to the second, and the clocks of its servers differ a little. */
const TOLERANCE_MS = 3_000
/** How far a service's clock may be behind this machine's before anything is known of it. */
const UNKNOWN_MS = 600_000

/** When an answer can have been made, in milliseconds of the service's clock: `from` and `until` allow for what is not known of it. */
export interface Span {
  from: number
  until: number
}

/** What a client knows of the clock of its service, by the `Date` of the answers. */
export class ServiceClock {
  /** The greatest `Date` less the time of receipt: the service's clock is at least so far ahead of this machine's. */
  #ahead: number | undefined

  /**
   * Takes in the `Date` of an answer. An answer is made after its request was sent: one that is dated earlier, by the service's own clock, is a kept one.
   * @param sentAt when the request began to go out, and `now` when its answer was there, in milliseconds
   * @returns by how much the answer is too old; undefined where it is not, or has no `Date`
   */
  hear(date: string | undefined, sentAt: number, now: number): number | undefined {
    const at = date === undefined || date.length > 100 ? Number.NaN : Date.parse(date)
    if (Number.isNaN(at)) return undefined
    const known = this.#ahead
    this.#ahead = Math.max(known ?? at - now, at - now)
    const behind = sentAt + (known ?? 0) - at
    return behind > (known === undefined ? UNKNOWN_MS : TOLERANCE_MS) ? behind : undefined
  }

  /**
   * When an answer can have been made, by the service's own clock and as far as it is known. To be asked once the answer's own `Date` is heard.
   * @param sentAt when the request began to go out, and `now` when its answer was there, in milliseconds
   */
  span(sentAt: number, now: number): Span {
    const ahead = this.#ahead ?? 0
    const limit = this.#ahead === undefined ? UNKNOWN_MS : TOLERANCE_MS
    return { from: sentAt + ahead - limit, until: now + ahead + limit }
  }
}
