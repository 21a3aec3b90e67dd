const FIRST_BYTES = 1 << 18
const ASCII_END = 0x80
/** Up to this size a loop is faster than the call of a copy. */
const LOOP_BYTES = 12

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

  /** Bytes added since the beginning. */
  get size(): number {
    return this.#used
  }

  /** Adds the bytes [start, end) of a piece. */
  add(piece: Uint8Array, start = 0, end = piece.length): void {
    this.#need(end - start)
    const bytes = this.#bytes
    let at = this.#used
    if (end - start === piece.length && end > LOOP_BYTES) {
      bytes.set(piece, at)
      at += end
    } else for (let i = start; i < end; i += 1) bytes[at++] = piece[i] as number
    this.#used = at
  }

  /** Adds the bytes [start, end) of what was added before once more. */
  addAgain(start: number, end: number): void {
    this.#need(end - start)
    this.#bytes.copyWithin(this.#used, start, end)
    this.#used += end - start
  }

  /** Adds a text as UTF-8. */
  addText(text: string): void {
    const before = this.#used
    this.#need(text.length)
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (code >= ASCII_END) {
        this.#used = before
        this.add(Buffer.from(text))
        return
      }
      this.#bytes[this.#used++] = code
    }
  }

  /** What was added since the beginning. The bytes stand until the next one. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used)
  }

  #need(more: number): void {
    const least = this.#used + more
    if (least <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(least, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#used))
    this.#bytes = larger
  }
}
