import type { FieldSets, NightFields } from './field-sets.js'

/** Something worked out once for each field set, by its number. What was found of the numbers that several collections share is kept from one to the next. */
export class PerSet<T> {
  readonly #find: (fields: NightFields) => T
  #sets: FieldSets | undefined
  #below: FieldSets | undefined
  #start = 0
  #shared: T[] = []
  #own: T[] = []

  constructor(find: (fields: NightFields) => T) {
    this.#find = find
  }

  of(sets: FieldSets, id: number): T {
    if (sets !== this.#sets) this.#turnTo(sets)
    const found = id < this.#start ? this.#shared : this.#own
    const at = id < this.#start ? id : id - this.#start
    const known = found[at]
    if (known !== undefined) return known
    // Without gaps the list stays a plain array, whichever numbers are asked for first.
    for (let gap = found.length; gap <= at; gap += 1) found.push(this.#find(sets.fieldsOf(gap + id - at)))
    return found[at] as T
  }

  #turnTo(sets: FieldSets): void {
    if (sets.below !== this.#below) this.#shared = []
    this.#below = sets.below
    this.#start = sets.start
    this.#own = []
    this.#sets = sets
  }
}
