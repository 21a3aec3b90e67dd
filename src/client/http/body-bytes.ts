const FIRST_BYTES = 65_536

/** Puts a body together as it comes. Pieces are copied, not kept: each of a single byte would take a hundred. */
export class BodyBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #used = 0

  get size(): number {
    return this.#used
  }

  add(piece: Uint8Array): void {
    const least = this.#used + piece.length
    if (least > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(
        this.#used === 0 ? piece.length : Math.max(FIRST_BYTES, least, this.#bytes.length * 2),
      )
      larger.set(this.bytes())
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#used)
    this.#used = least
  }

  /** What was added. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#used)
  }
}
