import type { CodedSets } from '../../calendar/index.js'

/**
 * Rows of one series that follow each other: `count` rows of as many nights each, from night `from` up to `until`, on
 * lines `line`, `line + step`, … of one file, all with the same field set. Most files shrink to a few of these.
 */
export interface Stretch {
  from: number
  until: number
  /** Number of the field set. */
  value: number
  count: number
  file: number
  line: number
  step: number
  /** Of a merged range alone. */
  sources?: undefined
}

export interface SeriesRows {
  room: string
  plan: string
  stretches: Stretch[]
}

/** All rows of one hotel, wherever in the files they stood. */
export interface HotelRows {
  hotel: string
  series: SeriesRows[]
  sets: CodedSets
}

/** Nights of each of its rows. */
export function lengthOf({ from, until, count }: Stretch): number {
  return (until - from) / count
}

/** The rows of a stretch one by one. */
export function* rowsOf(stretch: Stretch): Iterable<Stretch> {
  const [length, { step }] = [lengthOf(stretch), stretch]
  for (let i = 0; i < stretch.count; i += 1) {
    const from = stretch.from + i * length
    yield { ...stretch, from, until: from + length, line: stretch.line + i * step, step: 0, count: 1 }
  }
}

/** A row's place, as a key. */
export function placeOf({ file, line }: { file: number; line: number }): string {
  return `${file}:${line}`
}

/** The same rows without those that stand at one of the places. */
export function withoutRows(rows: HotelRows, places: ReadonlySet<string>): HotelRows {
  const keep = (stretch: Stretch): Stretch[] => {
    const kept = [...rowsOf(stretch)].filter((row) => !places.has(placeOf(row)))
    return kept.length === stretch.count ? [stretch] : kept
  }
  return { ...rows, series: rows.series.map((series) => ({ ...series, stretches: series.stretches.flatMap(keep) })) }
}
