const FIRST_BYTES = 1 << 18

/**
 * Puts long bodies together from short pieces that come again and again. The bytes are collected in a buffer that is used
 * again: a large text put together as one string is copied several times, and its copies are freed late.
 */
export class ByteCollector {
  #bytes = new Uint8Array(FIRST_BYTES)
  #used = 0

  /** Forgets what was added. */
  begin(): void {
    this.#used = 0
  }

  add(piece: Uint8Array): void {
    const { length } = piece
    let at = this.#used
    if (at + length > this.#bytes.length) this.#grow(at + length)
    const bytes = this.#bytes
    // Pieces are some dozen bytes long: a loop is faster than the call of a copy.
    for (let i = 0; i < length; i += 1) bytes[at++] = piece[i] as number
    this.#used = at
  }

  /** What was added since the beginning. The bytes stand until the next one. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used)
  }

  #grow(least: number): void {
    const larger = new Uint8Array(Math.max(least, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#used))
    this.#bytes = larger
  }
}
