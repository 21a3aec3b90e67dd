import { type Database, rowDigest } from '../../sql/index.js'
import {
  decodeBlock,
  decodeSources,
  encodeBlock,
  encodeSources,
  type PackedBatch,
  rowSpans,
  runWithin,
  type SeriesRanges,
  type StoredBlock,
} from '../packed/index.js'

/** One entry of a batch. */
interface EntryPlace {
  run: number
  seq: number
  fromEntry: number
}

type StoredBatch = StoredBlock &
  Pick<PackedBatch, 'hotel' | 'entries' | 'nights' | 'bytes' | 'firstNight' | 'lastNight' | 'sources'>

/** Takes entries apart that several rows were merged into: one of the rows may be all that the service refuses. */
export class EntryRows {
  constructor(private readonly database: Database) {}

  /** How many entries a single one becomes at the borders of its rows; 1 where it cannot be taken apart. */
  count(place: EntryPlace): number {
    return this.#spans(this.#read(place), place).length
  }

  /**
   * Puts the rows of an entry in its place. The pieces behind it move; its own is for the caller to settle.
   * @returns how many entries stand there now
   */
  apart(place: EntryPlace): number {
    const { run, seq, fromEntry: entry } = place
    const batch = this.#read(place)
    const spans = this.#spans(batch, place)
    const more = spans.length - 1
    if (more === 0) return 1
    const { series, fields } = decodeBlock(batch)
    const sources = decodeSources(batch.sources, 0, batch.entries)
    const runs = sources[entry] ?? []
    const { of, at } = placeIn(series, entry)
    const [range] = of.ranges.slice(at, at + 1) as [SeriesRanges['ranges'][number]]
    of.ranges.splice(at, 1, ...spans.map((span) => ({ ...range, ...span })))
    sources.splice(entry, 1, ...spans.map(({ from, until }) => runs.flatMap((one) => runWithin(one, from, until))))
    const { head, ints } = encodeBlock({ series, fields })
    const packed = encodeSources(sources)
    const { hotel, nights, bytes, firstNight, lastNight } = batch
    const entries = batch.entries + more
    this.database.run(
      'UPDATE batch SET entries = ?, head = ?, ints = ?, sources = ?, digest = ? WHERE run = ? AND seq = ?',
      entries,
      head,
      ints,
      packed,
      rowDigest('batch', [run, seq, hotel, entries, nights, bytes, firstNight, lastNight, head], [ints, packed]),
      run,
      seq,
    )
    // By way of negative numbers, since two pieces may not begin at one entry even for a moment.
    this.database.run(
      'UPDATE piece SET from_entry = -(from_entry + ?), until_entry = until_entry + ?, sibling_until = sibling_until + ? WHERE run = ? AND seq = ? AND from_entry > ?',
      more,
      more,
      more,
      run,
      seq,
      entry,
    )
    this.database.run(
      'UPDATE piece SET from_entry = -from_entry WHERE run = ? AND seq = ? AND from_entry < 0',
      run,
      seq,
    )
    this.database.run(
      'UPDATE piece SET sibling_until = sibling_until + ? WHERE run = ? AND seq = ? AND from_entry < ? AND sibling_until > ?',
      more,
      run,
      seq,
      entry,
      entry,
    )
    return spans.length
  }

  #read({ run, seq }: EntryPlace): StoredBatch {
    return this.database.get<StoredBatch>(
      'SELECT hotel, entries, nights, bytes, first_night AS firstNight, last_night AS lastNight, head, ints, sources FROM batch WHERE run = ? AND seq = ?',
      run,
      seq,
    ) as StoredBatch
  }

  #spans(batch: StoredBatch, { fromEntry }: EntryPlace): { from: number; until: number }[] {
    const { of, at } = placeIn(decodeBlock(batch).series, fromEntry)
    const { from, until } = of.ranges[at] as SeriesRanges['ranges'][number]
    return of.days === undefined
      ? rowSpans(decodeSources(batch.sources, fromEntry, fromEntry + 1)[0] ?? [], from, until)
      : [{ from, until }]
  }
}

/** The series of an entry, and its place among the ranges. */
function placeIn(series: readonly SeriesRanges[], entry: number): { of: SeriesRanges; at: number } {
  let start = 0
  for (const of of series) {
    if (entry < start + of.ranges.length) return { of, at: entry - start }
    start += of.ranges.length
  }
  throw new RangeError(`no entry ${entry}`)
}
