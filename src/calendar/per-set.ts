import type { CodedSets } from './coded-sets.js'
import type { NightFields } from './field-sets.js'

/** Something worked out once for each field set of a collection, by its number; forgotten when another collection comes. */
export class PerSet<T> {
  readonly #find: (fields: NightFields) => T
  #sets: CodedSets | undefined
  #found: (T | undefined)[] = []

  constructor(find: (fields: NightFields) => T) {
    this.#find = find
  }

  of(sets: CodedSets, id: number): T {
    if (sets !== this.#sets) {
      this.#sets = sets
      this.#found = []
    }
    return (this.#found[id] ??= this.#find(sets.fieldsOf(id)))
  }
}
