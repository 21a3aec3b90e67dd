import type { NightFields } from '../calendar/index.js'
import { ByteCollector } from './byte-collector.js'

type Value = NightFields[string] | undefined

/** What entries end with, from behind their last night: the values, by the service's names. Kept as bytes, set by set, because entries of a request share them. */
export class EntryTails {
  /** Our names, and the service's as JSON, in the order in which they are written. */
  readonly #fields: readonly [string, string][]
  readonly #others: readonly string[]
  /** Values of the set before, and what they are written as: mostly only the first field, the price, differs. */
  readonly #last: Value[] = []
  #rest: Uint8Array | undefined
  readonly #out = new ByteCollector()
  #ends: number[] = []

  constructor(fields: readonly [string, string][]) {
    this.#fields = fields
    this.#others = fields.slice(1).map(([name]) => name)
  }

  /** One tail as text. */
  text(set: NightFields): string {
    return `"${this.#part(set, 0, 1)}${this.#part(set, 1)}}`
  }

  /** Writes the tails of these sets, in place of those written before. */
  write(sets: readonly NightFields[]): void {
    this.#out.begin()
    this.#ends = []
    for (const set of sets) {
      const rest = this.#restOf(set)
      this.#out.addText(`"${this.#part(set, 0, 1)}`)
      this.#out.add(rest)
      this.#ends.push(this.#out.size)
    }
  }

  /** Adds the tail of the set with this place to a body. */
  addTo(body: ByteCollector, place: number): void {
    body.addFrom(this.#out, place === 0 ? 0 : (this.#ends[place - 1] as number), this.#ends[place] as number)
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
