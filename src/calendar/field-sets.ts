/** The values a night carries, by field name. A field that is absent is unknown or left alone. */
export type NightFields = Readonly<Record<string, string | number | boolean>>

/** One level per field: the value leads on, at the end stands the set's number. No text is built to look a set up. */
type Branch = Map<string | number | boolean | undefined, Branch | number>

/** Gives equal sets of field values one small number each, so that segments compare by `===`. */
export class FieldSets {
  readonly #sets: NightFields[] = []
  readonly #combined = new Map<string, number>()
  readonly #names: readonly string[] | undefined
  /** Sets that are numbered already; they do not grow. */
  readonly below: FieldSets | undefined
  /** The first number that is not of those below. */
  readonly start: number
  /** By field names: all of them where they are given, else those that a set has. */
  readonly #roots = new Map<string, Branch>()
  readonly #root: Branch = new Map()

  /**
   * @param names every field there can be, the one with the most values first; without it any field may come, which is slower.
   * @param below sets that are numbered already and must not grow; new ones are numbered behind them, here alone.
   */
  constructor(names?: readonly string[], below?: FieldSets) {
    // The last level is the cheap one to widen, so the field with the most values goes there.
    this.#names = names?.toReversed()
    this.below = below
    this.start = below?.size ?? 0
  }

  get size(): number {
    return this.start + this.#sets.length
  }

  /** The number of this set of values; the order of its keys does not matter. */
  idOf(fields: NightFields): number {
    const names = this.#names ?? Object.keys(fields).sort()
    if (names.length === 0) return this.#place(this.#rootOf('no field'), undefined, fields)
    const known = this.#findBelow(names, fields)
    if (known !== undefined) return known
    let branch = this.#names === undefined ? this.#rootOf(names.join(' ')) : this.#root
    const last = names.length - 1
    for (let i = 0; i < last; i += 1) {
      const value = fields[names[i] as string]
      let next = branch.get(value)
      if (next === undefined) branch.set(value, (next = new Map()))
      branch = next as Branch
    }
    return this.#place(branch, fields[names[last] as string], fields)
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

  #find(names: readonly string[], fields: NightFields): number | undefined {
    const below = this.#findBelow(names, fields)
    if (below !== undefined) return below
    let at: Branch | number | undefined = this.#root
    for (let i = 0; i < names.length && at !== undefined; i += 1) at = (at as Branch).get(fields[names[i] as string])
    return at as number | undefined
  }

  #findBelow(names: readonly string[], fields: NightFields): number | undefined {
    return this.below === undefined ? undefined : this.below.#find(names, fields)
  }

  #rootOf(names: string): Branch {
    let root = this.#roots.get(names)
    if (root === undefined) this.#roots.set(names, (root = new Map()))
    return root
  }

  #place(branch: Branch, value: string | number | boolean | undefined, fields: NightFields): number {
    const known = branch.get(value)
    if (known !== undefined) return known as number
    const id = this.size
    branch.set(value, id)
    this.#sets.push(fields)
    return id
  }
}
