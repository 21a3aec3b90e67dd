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

  clear(): void {
    this.#size = 0
  }
}
