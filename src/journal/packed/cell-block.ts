import { countNights, EVERY_DAY, expandWeekdays, type NightFields, type Segment } from '../../calendar/index.js'
import { columnsOf, type FieldColumns, setsOf } from './field-columns.js'
import { packRanges, unpackRanges } from './packed-ints.js'

/** Ranges of one room and plan, their values as numbers into a list of field sets. */
export interface SeriesRanges {
  /** Room id, digits as text; '' means all active rooms. */
  room: string
  /** Rate plan id, digits as text; '' means none. */
  plan: string
  /** Weekdays that every range means, bit 0 = Monday; absent: all. */
  days?: number
  ranges: Segment<number>[]
}

/** Cells of one hotel as the journal keeps them. */
export interface CellBlock {
  series: SeriesRanges[]
  /** Sets that differ from each other. */
  fields: NightFields[]
}

/** A block in two columns: text for what varies in shape, numbers for the rest. */
export interface StoredBlock {
  head: string
  ints: Uint8Array
}

/** Text of a stored block, read. */
export interface Head {
  /** Room, plan, number of ranges; weekdays where not all are meant. */
  s: [string, string, number, number?][]
  f: FieldColumns
}

export const INTS_PER_RANGE = 3

export function encodeBlock(block: CellBlock): StoredBlock {
  const head: Head = {
    s: block.series.map(({ room, plan, days, ranges }) =>
      days === undefined ? [room, plan, ranges.length] : [room, plan, ranges.length, days],
    ),
    f: columnsOf(block.fields),
  }
  const ints = new Int32Array(head.s.reduce((sum, [, , count]) => sum + count, 0) * INTS_PER_RANGE)
  let at = 0
  for (const { ranges } of block.series) {
    for (const { from, until, value } of ranges) {
      ints[at] = from
      ints[at + 1] = until
      ints[at + 2] = value
      at += INTS_PER_RANGE
    }
  }
  return { head: JSON.stringify(head), ints: packRanges(ints) }
}

/** In what older versions stored, field sets are a list of objects. */
export function readHead(head: string): Head {
  const { s, f } = JSON.parse(head) as { s: Head['s']; f: FieldColumns | NightFields[] }
  return { s, f: Array.isArray(f) ? columnsOf(f) : f }
}

export function decodeBlock({ head, ints }: StoredBlock): CellBlock {
  const { s, f } = readHead(head)
  const numbers = unpackRanges(ints)
  let start = 0
  const series = s.map(([room, plan, count, days]): SeriesRanges => {
    const ranges = rangesOf(numbers, start, start + count)
    start += count
    return days === undefined ? { room, plan, ranges } : { room, plan, days, ranges }
  })
  return { series, fields: setsOf(f) }
}

/** Ranges [start, end) of stored numbers. */
export function rangesOf(ints: Int32Array, start: number, end: number): Segment<number>[] {
  const ranges: Segment<number>[] = []
  for (let at = start * INTS_PER_RANGE; at < end * INTS_PER_RANGE; at += INTS_PER_RANGE) {
    ranges.push({ from: ints[at] as number, until: ints[at + 1] as number, value: ints[at + 2] as number })
  }
  return ranges
}

/** The ranges of a series night by night, as far as its weekdays mean them; in order. */
export function plainRanges({ days, ranges }: Pick<SeriesRanges, 'days' | 'ranges'>): Segment<number>[] {
  if (days === undefined || days === EVERY_DAY) return ranges
  return ranges
    .flatMap(({ from, until, value }) => expandWeekdays(from, until, days).map((span) => ({ ...span, value })))
    .sort((a, b) => a.from - b.from)
}

/** Nights that a series sets. */
export function nightsOfSeries(series: Pick<SeriesRanges, 'days' | 'ranges'>): number {
  return countNights(plainRanges(series))
}
