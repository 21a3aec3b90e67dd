import type { NightFields } from '../../calendar/index.js'
import { type FieldColumn, valueAt } from '../../journal/index.js'

type Value = NightFields[string] | null | undefined

/** A power of two. */
const PLACES = 1 << 12
/** Odd, without patterns. */
const SPREAD = 0x9e37_79b1
/** Values of a field that are numbered; beyond them they are numbered anew. */
const NUMBERED_MAX = 1 << 14

/** The members of a tail behind its first one, as bytes, for values that come together again: beside a price that changes, the rest mostly is one of a few. */
export class TailRests {
  readonly #write: (at: number, value: Value) => string
  readonly #width: number
  /** By field, the numbers of its values; that of the value before stands beside it. */
  #numbers: Map<Value, number>[]
  readonly #last: Value[] = []
  readonly #lastNumbers: Int32Array
  /** By place: the numbers of the values, then the bytes. */
  readonly #keys: Int32Array
  #rests: (Uint8Array | undefined)[] = []

  /**
   * @param fields how many there are, the first one included
   * @param write a member, with its comma; '' for no value
   */
  constructor(fields: number, write: (at: number, value: Value) => string) {
    this.#width = fields
    this.#write = write
    this.#numbers = Array.from({ length: fields }, () => new Map())
    this.#lastNumbers = new Int32Array(fields)
    this.#keys = new Int32Array(PLACES * fields)
  }

  /** The bytes of a set, by its place in the columns; the brace that ends the entry is among them. */
  of(columns: readonly (FieldColumn | undefined)[], place: number): Uint8Array {
    const [last, numbers] = [this.#last, this.#lastNumbers]
    let hash = 0
    for (let at = 1; at < this.#width; at += 1) {
      const value = valueAt(columns[at], place)
      if (value !== last[at] || numbers[at] === 0) {
        last[at] = value
        numbers[at] = this.#numberOf(at, value)
      }
      hash = Math.imul(hash ^ (numbers[at] as number), SPREAD)
      hash ^= hash >>> 15
    }
    const own = hash & (PLACES - 1)
    const from = own * this.#width
    let isSame = this.#rests[own] !== undefined
    for (let at = 1; isSame && at < this.#width; at += 1) isSame = this.#keys[from + at] === numbers[at]
    if (!isSame) {
      for (let at = 1; at < this.#width; at += 1) this.#keys[from + at] = numbers[at] as number
      this.#rests[own] = Buffer.from(`${last.map((value, at) => (at === 0 ? '' : this.#write(at, value))).join('')}}`)
    }
    return this.#rests[own] as Uint8Array
  }

  /** Above 0. */
  #numberOf(at: number, value: Value): number {
    const numbers = this.#numbers[at] as Map<Value, number>
    let number = numbers.get(value)
    if (number === undefined) {
      if (numbers.size >= NUMBERED_MAX) return this.#begin(at, value)
      numbers.set(value, (number = numbers.size + 1))
    }
    return number
  }

  #begin(at: number, value: Value): number {
    this.#numbers = this.#numbers.map(() => new Map())
    this.#rests = []
    this.#lastNumbers.fill(0)
    return this.#numberOf(at, value)
  }
}
