import type { CodedSets } from '../../calendar/index.js'
import type { ReplacedRow } from '../../journal/index.js'
import type { Stretch } from './hotel-rows.js'
import type { Contradiction } from './sweep.js'

/** Nights with the same values, and the rows they came from. */
export interface MergedRange {
  from: number
  until: number
  /** Number of the field set. */
  value: number
  /** Absent where the range is one stretch, whole: then it is that stretch. */
  sources?: Stretch[] | undefined
}

/** The rows of a range. */
export function sourcesOf(range: MergedRange): readonly Stretch[] {
  return range.sources ?? [range as Stretch]
}

export interface MergedSeries {
  room: string
  plan: string
  ranges: MergedRange[]
}

export interface MergedHotel {
  hotel: string
  sets: CodedSets
  /** In sending order: what is for all rooms comes first, so that cells of one room lie over it. */
  series: MergedSeries[]
  /** One per later row and field. */
  contradictions: Contradiction[]
  /** Rows that take part in a contradiction, earlier ones too, by place. */
  doubtful: Map<string, Stretch>
  /** Rows of which something is not sent on some nights, because a later one has set it; in the order of the files. */
  replaced: ReplacedRow[]
  /** Nights on which a row repeats what an earlier one said. */
  repeated: number
}

/** Counts the values of a hotel's cells: each field of each night. */
export function countValues({ series, sets }: MergedHotel): number {
  let values = 0
  for (const { ranges } of series)
    for (const { from, until, value } of ranges) values += (until - from) * sets.countOf(value)
  return values
}
