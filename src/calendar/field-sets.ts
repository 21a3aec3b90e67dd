/** The values a night carries, by field name. A field that is absent is unknown or left alone. */
export type NightFields = Readonly<Record<string, string | number | boolean>>

type Value = NightFields[string] | undefined

/** A power of two, small enough to cost a small file nothing. */
const FIRST_PLACES = 1 << 6
/** Odd, without patterns. */
const SPREAD = 0x9e37_79b1
const STRIDE = 31
/** What is fields apart from each other: `closed: true` is not `closed_to_arrival: true`. */
const TRUE = 0x51
const FALSE = 0x2f

/** What a value adds to the hash of its set. Equal values have equal ones; a text is short. */
function hashOf(value: Value): number {
  if (typeof value === 'string') {
    let hash = value.length
    for (let at = 0; at < value.length; at += 1) hash = (Math.imul(hash, STRIDE) + value.charCodeAt(at)) | 0
    return hash
  }
  if (typeof value === 'number') return Math.imul(value, SPREAD) ^ (value * 1000)
  return value === undefined ? 0 : value ? TRUE : FALSE
}

/** Every bit depends on all of them. */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2_ae35)
  return second ^ (second >>> 16)
}

/**
 * Gives equal sets of field values one small number each, so that segments compare by `===`. Sets are found by hash in one flat table: a set that never comes
 * again costs one look at memory and eight bytes, where a tree of maps would cost several of each.
 */
export class FieldSets {
  readonly #sets: NightFields[] = []
  readonly #combined = new Map<string, number>()
  readonly #names: readonly string[] | undefined
  /** Sets that are numbered already; they do not grow. */
  readonly below: FieldSets | undefined
  /** The first number that is not of those below. */
  readonly start: number
  /** Pairs: the hash of a set, and one more than its place among the sets; 0 where the place is free. */
  #table = new Int32Array(2 * FIRST_PLACES)

  /**
   * @param names every field there can be; without it any field may come, which is slower.
   * @param below sets that are numbered already and must not grow; new ones are numbered behind them, here alone.
   */
  constructor(names?: readonly string[], below?: FieldSets) {
    this.#names = names
    this.below = below
    this.start = below?.size ?? 0
  }

  get size(): number {
    return this.start + this.#sets.length
  }

  /** The number of this set of values; the order of its keys does not matter. */
  idOf(fields: NightFields): number {
    const hash = this.#hash(fields)
    for (let { below } = this; below !== undefined; below = below.below) {
      const known = below.#find(hash, fields)
      if (known !== undefined) return known
    }
    return this.#find(hash, fields) ?? this.#place(hash, fields)
  }

  fieldsOf(id: number): NightFields {
    if (this.below !== undefined && id < this.start) return this.below.fieldsOf(id)
    const fields = this.#sets[id - this.start]
    if (fields === undefined) throw new RangeError(`no field set ${id}`)
    return fields
  }

  /** The set that has every field of `over`, and those of `under` that `over` lacks. */
  combine(under: number, over: number): number {
    if (under === over) return over
    const pair = `${under},${over}`
    const known = this.#combined.get(pair)
    if (known !== undefined) return known
    const id = this.idOf({ ...this.fieldsOf(under), ...this.fieldsOf(over) })
    this.#combined.set(pair, id)
    return id
  }

  #hash(fields: NightFields): number {
    let hash = 0
    if (this.#names === undefined) {
      // Whatever the order of the keys.
      for (const name in fields) hash = (hash + mixed(Math.imul(hashOf(name), STRIDE) + hashOf(fields[name]))) | 0
    } else for (const name of this.#names) hash = (Math.imul(hash, SPREAD) + hashOf(fields[name])) | 0
    return mixed(hash)
  }

  #find(hash: number, fields: NightFields): number | undefined {
    const table = this.#table
    const last = table.length - 2
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const place = table[at + 1] as number
      if (place === 0) return undefined
      if (table[at] === hash && this.#isEqual(this.#sets[place - 1] as NightFields, fields))
        return this.start + place - 1
    }
  }

  #isEqual(known: NightFields, fields: NightFields): boolean {
    if (this.#names !== undefined) {
      for (const name of this.#names) if (known[name] !== fields[name]) return false
      return true
    }
    let count = 0
    for (const name in fields) {
      if (known[name] !== fields[name]) return false
      count += 1
    }
    for (const _ in known) count -= 1
    return count === 0
  }

  #place(hash: number, fields: NightFields): number {
    const id = this.size
    this.#sets.push(fields)
    // Half of the table stays free, so a set that is not there is told after a look or two.
    if (4 * this.#sets.length > this.#table.length) this.#grow()
    put(this.#table, hash, this.#sets.length)
    return id
  }

  #grow(): void {
    const old = this.#table
    this.#table = new Int32Array(2 * old.length)
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) put(this.#table, old[at] as number, old[at + 1] as number)
  }
}

function put(table: Int32Array, hash: number, place: number): void {
  const last = table.length - 2
  let at = (hash << 1) & last
  while (table[at + 1] !== 0) at = (at + 2) & last
  table[at] = hash
  table[at + 1] = place
}
