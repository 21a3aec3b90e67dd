import {
  type CellBlock,
  INTS_PER_RANGE,
  rangesOf,
  readHead,
  type SeriesRanges,
  type StoredBlock,
} from './cell-block.js'
import { type FieldColumns, pickSets, setsOf } from './field-columns.js'
import type { IntList } from './int-list.js'
import { packRanges, unpackRanges } from './packed-ints.js'

/** Entries [start, end) are ranges of this room and plan. */
interface PackedSeries extends Omit<SeriesRanges, 'ranges'> {
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
    return new PackedCells(series, unpackRanges(ints), f)
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
    const series = this.series.map(({ start, end, ...rest }): SeriesRanges => ({
      ...rest,
      ranges: rangesOf(this.#ints, start, end),
    }))
    return { series, fields: setsOf(this.columns) }
  }

  /**
   * One of its series by itself, as it is stored: in the fewest ranges, with only the field sets that it uses. Its weekdays must be all.
   * @param scratch is cleared
   */
  storeAlone({ room, plan, start, end }: PackedSeries, scratch: IntList): StoredBlock {
    const places = new Map<number, number>()
    let [count, lastUntil, lastPlace] = [0, Number.NaN, -1]
    scratch.clear()
    for (let entry = start; entry < end; entry += 1) {
      const [from, until, value] = [this.from(entry), this.until(entry), this.value(entry)]
      let place = places.get(value)
      if (place === undefined) places.set(value, (place = places.size))
      if (from === lastUntil && place === lastPlace) scratch.put(scratch.size - 2, until)
      else {
        scratch.push(from)
        scratch.push(until)
        scratch.push(place)
        count += 1
      }
      lastUntil = until
      lastPlace = place
    }
    return {
      head: JSON.stringify({ s: [[room, plan, count]], f: pickSets(this.columns, [...places.keys()]) }),
      ints: packRanges(scratch.view()),
    }
  }
}
