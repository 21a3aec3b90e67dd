import { lookupByCode, lookupById, type LookupName, type LookupRecord } from './lookups.js'

/** Reads lookup records for one answer, each once. */
export class LookupReader {
  readonly #known = new Map<string, LookupRecord | undefined>()

  /** The record of an id; absent where the id is no number or names nothing. */
  byId(list: LookupName, id: unknown): LookupRecord | undefined {
    return typeof id === 'number' ? this.#once(`${list} ${id}`, () => lookupById(list, id)) : undefined
  }

  byCode(list: LookupName, code: string): LookupRecord | undefined {
    return this.#once(`${list}/${code}`, () => lookupByCode(list, code))
  }

  #once(key: string, read: () => LookupRecord | undefined): LookupRecord | undefined {
    if (!this.#known.has(key)) this.#known.set(key, read())
    return this.#known.get(key)
  }
}
