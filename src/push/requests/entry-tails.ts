import type { NightFields } from '../../calendar/index.js'
import type { FieldColumns } from '../../journal/index.js'
import type { ByteCollector } from './byte-collector.js'

type Value = NightFields[string] | null | undefined
type Column = FieldColumns['v'][number] | undefined

/** What entries end with, from behind their last night: the values, by the service's names. Entries of a request share them: what was written once is copied from there. */
export class EntryTails {
  /** Our names, and the service's as JSON, in the order in which they are written. */
  readonly #fields: readonly [string, string][]
  /** What the body that has begun takes them from, field by field. */
  #columns: Column[] = []
  /** Values of the set before, and what they are written as: mostly only the first field, the price, differs. */
  readonly #last: Value[] = []
  #rest: Uint8Array | undefined
  /** The same of the set that was measured before; the bytes of all but its first field, quote and brace included. */
  readonly #measured: Value[] = []
  #measuredBytes = -1
  /** Where the tail of a set stands in the body; the end is 0 where it does not yet. */
  #starts = new Int32Array(0)
  #ends = new Int32Array(0)

  constructor(fields: readonly [string, string][]) {
    this.#fields = fields
  }

  /** How many bytes one tail has. */
  bytesOf(set: NightFields): number {
    const measured = this.#measured
    let isSame = this.#measuredBytes >= 0
    for (let at = 1; at < this.#fields.length; at += 1) {
      const value = set[(this.#fields[at] as [string, string])[0]]
      if (value === measured[at]) continue
      isSame = false
      measured[at] = value
    }
    if (!isSame) this.#measuredBytes = this.#restText(measured).reduce((sum, text) => sum + Buffer.byteLength(text), 2)
    const [first] = this.#fields
    return this.#measuredBytes + (first === undefined ? 0 : Buffer.byteLength(this.#member(0, set[first[0]])))
  }

  /** A body begins whose entries have the values of these sets. */
  begin({ n, k, v }: FieldColumns): void {
    this.#columns = this.#fields.map(([name]) => v[k.indexOf(name)])
    if (this.#ends.length < n) {
      this.#starts = new Int32Array(2 * n)
      this.#ends = new Int32Array(2 * n)
    } else this.#ends.fill(0, 0, n)
  }

  /** Adds the tail of the set with this place to the body that has begun. */
  addTo(body: ByteCollector, place: number): void {
    const end = this.#ends[place] as number
    if (end > 0) {
      body.addAgain(this.#starts[place] as number, end)
      return
    }
    this.#starts[place] = body.size
    body.addText(`"${this.#member(0, valueOf(this.#columns[0], place))}`)
    body.add(this.#restOf(place))
    this.#ends[place] = body.size
  }

  #restOf(place: number): Uint8Array {
    const [columns, last] = [this.#columns, this.#last]
    let isSame = this.#rest !== undefined
    for (let at = 1; at < columns.length; at += 1) {
      const value = valueOf(columns[at], place)
      if (value === last[at]) continue
      isSame = false
      last[at] = value
    }
    if (!isSame || this.#rest === undefined) this.#rest = Buffer.from(`${this.#restText(last).join('')}}`)
    return this.#rest
  }

  /** All members but the first. */
  #restText(values: readonly Value[]): string[] {
    return values.map((value, at) => (at === 0 ? '' : this.#member(at, value)))
  }

  #member(at: number, value: Value): string {
    if (value === undefined || value === null) return ''
    return `,${(this.#fields[at] as [string, string])[1]}:${typeof value === 'string' ? JSON.stringify(value) : value}`
  }
}

function valueOf(column: Column, place: number): Value {
  return Array.isArray(column) ? column[place] : column
}
