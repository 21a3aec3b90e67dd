/** The values a night carries, by field name. A field that is absent is unknown or left alone. */
export type NightFields = Readonly<Record<string, string | number | boolean>>

/** Gives equal sets of field values one small number each, so that segments compare by `===`. */
export class FieldSets {
  readonly #ids = new Map<string, number>()
  readonly #sets: NightFields[] = []
  readonly #combined = new Map<string, number>()
  readonly #names: readonly string[] | undefined

  readonly #below: FieldSets | undefined
  readonly #start: number

  /**
   * @param names every field there can be, in the order they are compared; without it any field may come.
   * @param below sets that are numbered already and must not grow; new ones are numbered behind them, here alone.
   */
  constructor(names?: readonly string[], below?: FieldSets) {
    this.#names = names
    this.#below = below
    this.#start = below?.size ?? 0
  }

  get size(): number {
    return this.#start + this.#sets.length
  }

  /** The number of this set of values; the order of its keys does not matter. */
  idOf(fields: NightFields): number {
    const key = keyOf(fields, this.#names ?? Object.keys(fields).sort())
    const known = this.#find(key)
    if (known !== undefined) return known
    const id = this.size
    this.#ids.set(key, id)
    this.#sets.push(fields)
    return id
  }

  fieldsOf(id: number): NightFields {
    if (this.#below !== undefined && id < this.#start) return this.#below.fieldsOf(id)
    const fields = this.#sets[id - this.#start]
    if (fields === undefined) throw new RangeError(`no field set ${id}`)
    return fields
  }

  #find(key: string): number | undefined {
    const below = this.#below === undefined ? undefined : this.#below.#find(key)
    return below ?? this.#ids.get(key)
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
}

function keyOf(fields: NightFields, names: readonly string[]): string {
  let key = ''
  for (const name of names) if (fields[name] !== undefined) key += partOf(fields, name)
  return key
}

/** The value's length goes first, so no value can be mistaken for the beginning of the next field. */
function partOf(fields: NightFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? `${name}"${value.length}"${value};` : `${name}:${value};`
}
