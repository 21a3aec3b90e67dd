const FIRST_INTS = 4096

/** Whole numbers of 32 bits, one after the other; its memory is used again after `clear`. */
export class IntList {
  #ints = new Int32Array(FIRST_INTS)
  #size = 0

  get size(): number {
    return this.#size
  }

  push(int: number): void {
    if (this.#size === this.#ints.length) {
      const larger = new Int32Array(2 * this.#size)
      larger.set(this.#ints)
      this.#ints = larger
    }
    this.#ints[this.#size] = int
    this.#size += 1
  }

  /** A copy of what was pushed since the list was cleared. */
  copy(): Int32Array {
    return this.#ints.slice(0, this.#size)
  }

  /** The same in place: it stands until the list is cleared. */
  view(): Int32Array {
    return this.#ints.subarray(0, this.#size)
  }

  /** Sets the number at a place that has one. */
  put(at: number, int: number): void {
    this.#ints[at] = int
  }

  clear(): void {
    this.#size = 0
  }
}

export function bytesOf(ints: Int32Array): Uint8Array {
  return new Uint8Array(ints.buffer, ints.byteOffset, ints.byteLength)
}

/** The same memory, or a copy where the bytes do not lie on a multiple of four. */
export function intsOf(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset, byteLength } = bytes
  if (byteOffset % Int32Array.BYTES_PER_ELEMENT !== 0) return new Int32Array(new Uint8Array(bytes).buffer)
  return new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT)
}
