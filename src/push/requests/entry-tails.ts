import { type CodedSets, type NightFields, NO_VALUE, ValueCodes } from '../../calendar/index.js'
import { type FieldColumn, type FieldColumns, valueAt } from '../../journal/index.js'
import type { ByteCollector } from './byte-collector.js'
import { TailRests } from './tail-rests.js'

type Value = NightFields[string] | null | undefined

/** What entries end with, from behind their last night: the values, by the service's names. Entries of a request share them: what was written once is copied from there. */
export class EntryTails {
  /** Our names, and the service's as JSON, in the order in which they are written. */
  readonly #fields: readonly [string, string][]
  /** What the body that has begun takes them from, field by field. */
  #columns: (FieldColumn | undefined)[] = []
  /** All members but the first, written once for values that come together again. */
  readonly #rests: TailRests
  /** Bytes of each member without its value, comma and colon included; where its field stands in the sets that are measured. */
  readonly #memberBytes: readonly number[]
  #measured: CodedSets | undefined
  #places: readonly number[] = []
  /** Codes of the set that was measured last, and the bytes of their members. */
  readonly #codes: Int32Array
  readonly #codeBytes: Int32Array
  /** Bytes of the tail of a set, by its number; 0 where it has not been measured. */
  #setBytes = new Int32Array(0)
  /** Where the tail of a set stands in the body; the end is 0 where it does not yet. */
  #starts = new Int32Array(0)
  #ends = new Int32Array(0)

  constructor(fields: readonly [string, string][]) {
    this.#fields = fields
    this.#rests = new TailRests(fields.length, (at, value) => this.#member(at, value))
    this.#codes = new Int32Array(fields.length)
    this.#codeBytes = new Int32Array(fields.length)
    this.#memberBytes = fields.map(([, wire]) => Buffer.byteLength(`,${wire}:`))
  }

  /** How many bytes the tail of a set has. */
  bytesOf(sets: CodedSets, id: number): number {
    if (sets !== this.#measured) this.#beginMeasure(sets)
    const known = this.#setBytes[id]
    if (known !== undefined && known > 0) return known
    return (this.#setBytes[id] = this.#measure(sets, id))
  }

  #beginMeasure(sets: CodedSets): void {
    this.#measured = sets
    this.#places = this.#fields.map(([name]) => sets.names.indexOf(name))
    this.#codes.fill(NO_VALUE)
    this.#codeBytes.fill(0)
    if (this.#setBytes.length < sets.size) this.#setBytes = new Int32Array(2 * sets.size)
    else this.#setBytes.fill(0)
  }

  #measure(sets: CodedSets, id: number): number {
    const [places, codes, bytes] = [this.#places, this.#codes, this.#codeBytes]
    let sum = '"}'.length
    for (let at = 0; at < codes.length; at += 1) {
      const code = sets.codeOf(id, places[at] as number)
      if (code !== codes[at]) {
        codes[at] = code
        bytes[at] = code === NO_VALUE ? 0 : (this.#memberBytes[at] as number) + jsonBytes(sets, code)
      }
      sum += bytes[at] as number
    }
    return sum
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
    body.addText(`"${this.#member(0, valueAt(this.#columns[0], place))}`)
    body.add(this.#rests.of(this.#columns, place))
    this.#ends[place] = body.size
  }

  #member(at: number, value: Value): string {
    if (value === undefined || value === null) return ''
    return `,${(this.#fields[at] as [string, string])[1]}:${typeof value === 'string' ? JSON.stringify(value) : value}`
  }
}

function jsonBytes({ values }: CodedSets, code: number): number {
  const length = ValueCodes.jsonLength(code)
  return length >= 0 ? length : Buffer.byteLength(JSON.stringify(values.valueOf(code)))
}
