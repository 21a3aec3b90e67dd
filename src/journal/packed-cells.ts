import { type CellBlock, decodeBlock, INTS_PER_RANGE, intsOf, bytesOf, readHead, type SeriesRanges, type StoredBlock } from './cell-block.js'
import { type FieldColumns, pickSets } from './field-columns.js'

/** Entries [start, end) are ranges of this room and plan. */
export interface PackedSeries extends Omit<SeriesRanges, 'ranges'> {
  start: number
  end: number
}

/**
 * Cells of one hotel as they are stored: of each range its first night, the night after its last and the number of its field set; field sets as columns.
 * A batch on its way is read, sent and put on record without an object for each of its ranges.
 */
export class PackedCells {
  readonly series: readonly PackedSeries[]
  readonly columns: FieldColumns
  readonly #ints: Int32Array
  /** Room for all that is stored alone: each series has its own place in it. */
  #alone: Int32Array | undefined

  private constructor(series: readonly PackedSeries[], ints: Int32Array, columns: FieldColumns) {
    this.series = series
    this.columns = columns
    this.#ints = ints
  }

  static read({ head, ints }: StoredBlock): PackedCells {
    const { s, f } = readHead(head)
    let start = 0
    const series = s.map(([room, plan, count, days]): PackedSeries => {
      const end = start + count
      const one = { room, plan, ...(days === undefined ? {} : { days }), start, end }
      start = end
      return one
    })
    return new PackedCells(series, intsOf(ints), f)
  }

  get entries(): number {
    return this.#ints.length / INTS_PER_RANGE
  }

  /** First night of a range. */
  from(entry: number): number {
    return this.#ints[entry * INTS_PER_RANGE] as number
  }

  /** The night after the last one of a range. */
  until(entry: number): number {
    return this.#ints[entry * INTS_PER_RANGE + 1] as number
  }

  /** Number of the field set of a range. */
  value(entry: number): number {
    return this.#ints[entry * INTS_PER_RANGE + 2] as number
  }

  /** Entries [from, until) by themselves. */
  part(from: number, until: number): PackedCells {
    if (from === 0 && until === this.entries) return this
    const series = this.series
      .map((one) => ({ ...one, start: Math.max(0, one.start - from), end: Math.min(one.end, until) - from }))
      .filter(({ start, end }) => start < end)
    return new PackedCells(series, this.#ints.subarray(from * INTS_PER_RANGE, until * INTS_PER_RANGE), this.columns)
  }

  /** The same with an object for each range. */
  unpack(): CellBlock {
    return decodeBlock({ head: JSON.stringify({ s: this.series.map(({ room, plan, start, end, days }) => (days === undefined ? [room, plan, end - start] : [room, plan, end - start, days])), f: this.columns }), ints: bytesOf(this.#ints) })
  }

  /** One of its series by itself, as it is stored: in the fewest ranges, with only the field sets that it uses. Its weekdays must be all. */
  storeAlone({ room, plan, start, end }: PackedSeries): StoredBlock {
    const places = new Map<number, number>()
    this.#alone ??= new Int32Array(this.#ints.length)
    const ints = this.#alone.subarray(start * INTS_PER_RANGE, end * INTS_PER_RANGE)
    let size = 0
    for (let entry = start; entry < end; entry += 1) {
      const [from, value] = [this.from(entry), this.value(entry)]
      let place = places.get(value)
      if (place === undefined) places.set(value, (place = places.size))
      if (size > 0 && ints[size - 2] === from && ints[size - 1] === place) {
        ints[size - 2] = this.until(entry)
        continue
      }
      ints[size] = from
      ints[size + 1] = this.until(entry)
      ints[size + 2] = place
      size += INTS_PER_RANGE
    }
    return { head: JSON.stringify({ s: [[room, plan, size / INTS_PER_RANGE]], f: pickSets(this.columns, [...places.keys()]) }), ints: bytesOf(ints.subarray(0, size)) }
  }
}
