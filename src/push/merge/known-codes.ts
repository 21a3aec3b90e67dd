import type { Row } from '../../files/index.js'

const FIRST_SETS = 64

/** The codes of sets of values that rows name by number: a set that comes again is not looked at again. */
export class KnownCodes {
  readonly #width: number
  #codes: Int32Array
  /** The file whose sets these are. */
  #file = -1
  #known: Uint8Array

  /** @param width codes of a set */
  constructor(width: number) {
    this.#width = width
    this.#codes = new Int32Array(FIRST_SETS * width)
    this.#known = new Uint8Array(FIRST_SETS)
  }

  /** Fills in the codes of a row's set. False where they are not known. */
  read({ file, set = 0 }: Row, into: Int32Array): boolean {
    if (file !== this.#file || set >= this.#known.length || this.#known[set] === 0) return false
    const from = set * this.#width
    for (let at = 0; at < this.#width; at += 1) into[at] = this.#codes[from + at] as number
    return true
  }

  keep({ file, set = 0 }: Row, codes: Int32Array): void {
    if (set === 0) return
    if (file !== this.#file) this.clear()
    this.#file = file
    if (set >= this.#known.length) this.#grow(set)
    this.#known[set] = 1
    const from = set * this.#width
    for (let at = 0; at < this.#width; at += 1) this.#codes[from + at] = codes[at] as number
  }

  /** Forgets everything: codes mean something else from here on. */
  clear(): void {
    this.#file = -1
    this.#known.fill(0)
  }

  #grow(set: number): void {
    const sets = 2 * (set + 1)
    const [codes, known] = [this.#codes, this.#known]
    this.#codes = new Int32Array(sets * this.#width)
    this.#codes.set(codes)
    this.#known = new Uint8Array(sets)
    this.#known.set(known)
  }
}
