/** Most that are kept; a push has no more bodies on their way at once, mostly. */
const KEPT_MAX = 16
const STEP_BYTES = 65_536

/** Memory for request bodies, used again: a push sends thousands of large ones, and fresh memory costs more than what is written into it. */
export class BodyBuffers {
  readonly #free: Buffer[] = []

  /** Room for a body of this size. */
  take(size: number): Buffer {
    const at = this.#free.findIndex(({ length }) => length >= size)
    const whole =
      at < 0
        ? Buffer.allocUnsafeSlow(Math.ceil(size / STEP_BYTES) * STEP_BYTES)
        : (this.#free.splice(at, 1)[0] as Buffer)
    return whole.subarray(0, size)
  }

  /** Takes one back that nobody reads any more: its request has been read to the end, or was never written. */
  giveBack(taken: Uint8Array): void {
    this.#free.unshift(Buffer.from(taken.buffer))
    // Those that have become too small go first.
    if (this.#free.length > KEPT_MAX) this.#free.pop()
  }
}
