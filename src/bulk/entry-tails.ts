import type { NightFields } from '../calendar/index.js'
import type { ByteCollector } from './byte-collector.js'

type Value = NightFields[string] | undefined

/** What entries end with, from behind their last night: the values, by the service's names. Entries of a request share them: what was written once is copied from there. */
export class EntryTails {
  /** Our names, and the service's as JSON, in the order in which they are written. */
  readonly #fields: readonly [string, string][]
  readonly #others: readonly string[]
  /** Values of the set before, and what they are written as: mostly only the first field, the price, differs. */
  readonly #last: Value[] = []
  #rest: Uint8Array | undefined
  #sets: readonly NightFields[] = []
  /** Where the tail of a set stands in the body; the end is 0 where it does not yet. */
  #starts = new Int32Array(0)
  #ends = new Int32Array(0)

  constructor(fields: readonly [string, string][]) {
    this.#fields = fields
    this.#others = fields.slice(1).map(([name]) => name)
  }

  /** One tail as text. */
  text(set: NightFields): string {
    return `"${this.#part(set, 0, 1)}${this.#part(set, 1)}}`
  }

  /** A body begins whose entries have the values of these sets. */
  begin(sets: readonly NightFields[]): void {
    this.#sets = sets
    if (this.#ends.length < sets.length) {
      this.#starts = new Int32Array(2 * sets.length)
      this.#ends = new Int32Array(2 * sets.length)
    } else this.#ends.fill(0, 0, sets.length)
  }

  /** Adds the tail of the set with this place to the body that has begun. */
  addTo(body: ByteCollector, place: number): void {
    const end = this.#ends[place] as number
    if (end > 0) {
      body.addAgain(this.#starts[place] as number, end)
      return
    }
    const set = this.#sets[place] as NightFields
    this.#starts[place] = body.size
    body.addText(`"${this.#part(set, 0, 1)}`)
    body.add(this.#restOf(set))
    this.#ends[place] = body.size
  }

  #restOf(set: NightFields): Uint8Array {
    let isSame = this.#rest !== undefined
    for (let at = 0; at < this.#others.length; at += 1) {
      const value = set[this.#others[at] as string]
      if (value === this.#last[at]) continue
      isSame = false
      this.#last[at] = value
    }
    if (!isSame || this.#rest === undefined) this.#rest = Buffer.from(`${this.#part(set, 1)}}`)
    return this.#rest
  }

  #part(set: NightFields, from: number, until = this.#fields.length): string {
    let text = ''
    for (let at = from; at < until; at += 1) {
      const [name, wire] = this.#fields[at] as [string, string]
      const value = set[name]
      if (value !== undefined) text += `,${wire}:${typeof value === 'string' ? JSON.stringify(value) : value}`
    }
    return text
  }
}
