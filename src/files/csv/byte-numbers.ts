import { areSame, type Stretches } from './line-view.js'

const FIRST = 256
const FIRST_BYTES = 8 * 1024
/** Whole numbers of a place in the table: a hash, and where its bytes begin. What is looked at together lies together. */
const PLACE = 2
/** Before the bytes: their number, how many stand before the gap, how many behind it. */
const HEAD_BYTES = 8
const SIZE_AT = 4
const MORE_AT = 6

/** Numbers of byte strings, counted from 1 in the order in which they came: equal ones for equal bytes. */
export class ByteNumbers {
  #count = 0
  #used = 0
  #pool = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#pool.buffer)
  /** One more than where bytes begin, 0 for a free place; at least twice as many places as numbers. */
  #table = new Int32Array(2 * FIRST * PLACE)

  /** @param most numbers that are given */
  constructor(private readonly most: number) {}

  /** The number of these bytes; 0 where they have none. */
  find(view: DataView, { at, size, moreAt, moreSize, hash }: Stretches): number {
    const [table, own] = [this.#table, this.#view]
    const last = table.length - 1
    for (let place = (hash * PLACE) & last; ; place = (place + PLACE) & last) {
      const start = (table[place + 1] as number) - 1
      if (start < 0) return 0
      if (table[place] !== hash) continue
      if (own.getUint16(start + SIZE_AT, true) !== size || own.getUint16(start + MORE_AT, true) !== moreSize) continue
      const from = start + HEAD_BYTES
      if (areSame(own, from, view, at, size) && areSame(own, from + size, view, moreAt, moreSize))
        return own.getInt32(start, true)
    }
  }

  /** Gives bytes that have no number the next one; 0 where there is none left. */
  add(bytes: Uint8Array, { at, size, moreAt, moreSize, hash }: Stretches): number {
    if (this.#count === this.most) return 0
    const start = this.#used
    const from = start + HEAD_BYTES
    this.#used = from + size + moreSize
    if (this.#used > this.#pool.length) this.#widen()
    const [pool, own] = [this.#pool, this.#view]
    this.#count += 1
    own.setInt32(start, this.#count, true)
    own.setUint16(start + SIZE_AT, size, true)
    own.setUint16(start + MORE_AT, moreSize, true)
    for (let byte = 0; byte < size; byte += 1) pool[from + byte] = bytes[at + byte] as number
    for (let byte = 0; byte < moreSize; byte += 1) pool[from + size + byte] = bytes[moreAt + byte] as number
    if (this.#count * 2 * PLACE > this.#table.length) this.#grow()
    this.#put(hash, start + 1)
    return this.#count
  }

  #put(hash: number, begin: number): void {
    const table = this.#table
    const last = table.length - 1
    let place = (hash * PLACE) & last
    while (table[place + 1] !== 0) place = (place + PLACE) & last
    table[place] = hash
    table[place + 1] = begin
  }

  #grow(): void {
    const before = this.#table
    this.#table = new Int32Array(2 * before.length)
    for (let place = 0; place < before.length; place += PLACE)
      if (before[place + 1] !== 0) this.#put(before[place] as number, before[place + 1] as number)
  }

  #widen(): void {
    const wider = new Uint8Array(2 * Math.max(this.#used, this.#pool.length))
    wider.set(this.#pool)
    this.#pool = wider
    this.#view = new DataView(wider.buffer)
  }
}
