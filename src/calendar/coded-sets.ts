import type { NightFields } from './field-sets.js'
import { NO_VALUE, ValueCodes } from './value-codes.js'

const FIRST_SETS = 64
/** Odd, without patterns. */
const SPREAD = 0x9e37_79b1

/**
 * Sets of values of fields that are known by name, each set one number. A set is a row of codes in one flat list: a set that never comes again costs some
 * bytes and a look at memory, and no object unless somebody asks for its fields.
 */
export class CodedSets {
  /** Every field there can be; a code stands at the place of its field. */
  readonly names: readonly string[]
  readonly values: ValueCodes
  readonly #width: number
  #size = 0
  #codes: Int32Array
  /** Of each place: one more than the number of a set, 0 where it is free; at least twice as many as sets. */
  #table: Int32Array
  #fields: (NightFields | undefined)[] = []
  /** The codes of the set that is looked for. */
  readonly #wanted: Int32Array

  constructor(names: readonly string[], values = new ValueCodes()) {
    this.names = names
    this.values = values
    this.#width = names.length
    this.#codes = new Int32Array(FIRST_SETS * this.#width)
    this.#table = new Int32Array(2 * FIRST_SETS)
    this.#wanted = new Int32Array(this.#width)
  }

  get size(): number {
    return this.#size
  }

  /** The number of the set whose codes stand in a list, from this place on. */
  idOfCodes(codes: Int32Array, at: number): number {
    const [width, table, known] = [this.#width, this.#table, this.#codes]
    const last = table.length - 1
    for (let place = hashOf(codes, at, width) & last; ; place = (place + 1) & last) {
      const id = (table[place] as number) - 1
      if (id < 0) return this.#place(codes, at, place)
      const from = id * width
      let same = 0
      while (same < width && known[from + same] === codes[at + same]) same += 1
      if (same === width) return id
    }
  }

  /** The number of a set of values; the order of its keys does not matter, and fields that are not known are left out. */
  idOf(fields: NightFields): number {
    for (let at = 0; at < this.#width; at += 1) this.#wanted[at] = this.values.codeOf(fields[this.names[at] as string])
    return this.idOfCodes(this.#wanted, 0)
  }

  /** The code of a field of a set, `NO_VALUE` where it has none. */
  codeOf(id: number, field: number): number {
    return field < 0 ? NO_VALUE : (this.#codes[id * this.#width + field] as number)
  }

  /** How many fields a set has. */
  countOf(id: number): number {
    let count = 0
    const from = id * this.#width
    for (let at = 0; at < this.#width; at += 1) if (this.#codes[from + at] !== NO_VALUE) count += 1
    return count
  }

  fieldsOf(id: number): NightFields {
    if (id >= this.#size) throw new RangeError(`no field set ${id}`)
    return (this.#fields[id] ??= this.#made(id))
  }

  #made(id: number): NightFields {
    const fields: Record<string, NightFields[string]> = {}
    for (let at = 0; at < this.#width; at += 1) {
      const value = this.values.valueOf(this.codeOf(id, at))
      if (value !== undefined) fields[this.names[at] as string] = value
    }
    return fields
  }

  #place(codes: Int32Array, at: number, place: number): number {
    const [id, width] = [this.#size, this.#width]
    if ((id + 1) * width > this.#codes.length) {
      const larger = new Int32Array(2 * this.#codes.length)
      larger.set(this.#codes)
      this.#codes = larger
    }
    for (let field = 0; field < width; field += 1) this.#codes[id * width + field] = codes[at + field] as number
    this.#table[place] = this.#size = id + 1
    if (2 * this.#size > this.#table.length) this.#grow()
    return id
  }

  #grow(): void {
    const table = (this.#table = new Int32Array(2 * this.#table.length))
    const last = table.length - 1
    for (let id = 0; id < this.#size; id += 1) {
      let place = hashOf(this.#codes, id * this.#width, this.#width) & last
      while (table[place] !== 0) place = (place + 1) & last
      table[place] = id + 1
    }
  }
}

/** Every bit depends on all bits of all codes. */
function hashOf(codes: Int32Array, at: number, width: number): number {
  let hash = 0
  for (let field = 0; field < width; field += 1) {
    hash = Math.imul(hash ^ (codes[at + field] as number), SPREAD)
    hash ^= hash >>> 15
  }
  return hash
}
