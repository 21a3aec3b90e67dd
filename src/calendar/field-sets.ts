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

/** Gives equal sets of values, of whatever fields, one small number each, so that segments compare by `===`. Where the fields are known, `CodedSets` costs less. */
export class FieldSets {
  readonly #sets: NightFields[] = []
  readonly #combined = new Map<string, number>()
  /** Pairs: the hash of a set, and one more than its place among the sets; 0 where the place is free. */
  #table = new Int32Array(2 * FIRST_PLACES)

  get size(): number {
    return this.#sets.length
  }

  /** The number of this set of values; the order of its keys does not matter. */
  idOf(fields: NightFields): number {
    const hash = hashOfSet(fields)
    return this.#find(hash, fields) ?? this.#place(hash, fields)
  }

  fieldsOf(id: number): NightFields {
    const fields = this.#sets[id]
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

  #find(hash: number, fields: NightFields): number | undefined {
    const table = this.#table
    const last = table.length - 2
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const place = table[at + 1] as number
      if (place === 0) return undefined
      if (table[at] === hash && isEqual(this.#sets[place - 1] as NightFields, fields)) return place - 1
    }
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

/** Whatever the order of the keys. */
function hashOfSet(fields: NightFields): number {
  let hash = 0
  for (const name in fields) hash = (hash + mixed(Math.imul(hashOf(name), STRIDE) + hashOf(fields[name]))) | 0
  return mixed(hash)
}

function isEqual(known: NightFields, fields: NightFields): boolean {
  let count = 0
  for (const name in fields) {
    if (known[name] !== fields[name]) return false
    count += 1
  }
  for (const _ in known) count -= 1
  return count === 0
}

function put(table: Int32Array, hash: number, place: number): void {
  const last = table.length - 2
  let at = (hash << 1) & last
  while (table[at + 1] !== 0) at = (at + 2) & last
  table[at] = hash
  table[at + 1] = place
}
