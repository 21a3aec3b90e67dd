import { coverByWeekdays, EVERY_DAY, expandWeekdays, formatNight, type Night, nightOf } from '../../calendar/index.js'
import { type BatchPacker, type LineRun, packLines, runWithin } from '../../journal/index.js'
import { lengthOf, type MergedHotel, type MergedRange, sourcesOf, type Stretch } from '../merge/index.js'

/** What a service allows in one request, beside its bytes. */
export interface RequestShape {
  /** Calendar months that one request may touch; absent: as many as there are. */
  monthsPerRequest?: number | undefined
  /** Whether an entry may name its weekdays. */
  weekdayMasks: boolean
}

/** One entry of a request, before it is written. */
export interface Entry {
  from: Night
  until: Night
  /** Number of the field set. */
  value: number
}

/** Entries of a room and plan, on the same weekdays, that follow each other. */
export interface EntryGroup {
  /** Entries of different windows never share a request. */
  window: number
  room: string
  plan: string
  /** Absent: every day. */
  days?: number
  entries: readonly Entry[]
  /** Notes the source lines of an entry. */
  addLines(at: number, packer: BatchPacker): void
}

/** The entries of a hotel in sending order, window by window. Where each is a range, no object is made for it. */
export function* entriesOf(hotel: MergedHotel, { monthsPerRequest, weekdayMasks }: RequestShape): Iterable<EntryGroup> {
  for (const [window, { from, until }] of windowsOf(hotel, monthsPerRequest).entries()) {
    for (const { room, plan, ranges } of hotel.series) {
      const within = monthsPerRequest === undefined ? ranges : ranges.flatMap((range) => clipped(range, from, until))
      if (weekdayMasks) yield* masked(within, { window, room, plan })
      else
        yield {
          window,
          room,
          plan,
          entries: within,
          addLines: (at, packer) => addLinesOf(within[at] as MergedRange, packer),
        }
    }
  }
}

function* masked(
  ranges: readonly MergedRange[],
  place: Pick<EntryGroup, 'window' | 'room' | 'plan'>,
): Iterable<EntryGroup> {
  const all = coverByWeekdays(ranges)
  const masks = [...new Set(all.map(({ days }) => days))].sort((a, b) => b - a)
  // Entries of one mask stand together: the journal keeps weekdays once for a run of entries.
  for (const mask of masks) {
    const entries = all.filter(({ days }) => days === mask)
    const linesOf = ({ from, until, value }: Entry): LineRun[] =>
      mask === EVERY_DAY
        ? runsOfNights(ranges, value, [{ from, until }])
        : packedLines(ranges, value, expandWeekdays(from, until, mask))
    yield {
      ...place,
      ...(mask === EVERY_DAY ? {} : { days: mask }),
      entries,
      addLines: (at, packer) => packer.addLines(linesOf(entries[at] as Entry)),
    }
  }
}

/** Without the nights of each row: an entry with weekdays is not taken apart. */
function packedLines(...nights: Parameters<typeof runsOfNights>): LineRun[] {
  return packLines(runsOfNights(...nights).map(({ nights: _, ...run }) => run))
}

function runsOfNights(
  ranges: readonly MergedRange[],
  value: number,
  spans: readonly { from: Night; until: Night }[],
): LineRun[] {
  const runs: LineRun[] = []
  for (const range of ranges) {
    if (range.value !== value) continue
    for (const span of spans)
      if (span.from < range.until && span.until > range.from)
        runs.push(...linesOfRange(range, Math.max(span.from, range.from), Math.min(span.until, range.until)))
  }
  return runs
}

function clipped(range: MergedRange, from: Night, until: Night): MergedRange[] {
  if (range.until <= from || range.from >= until) return []
  if (range.from >= from && range.until <= until) return [range]
  return [
    {
      from: Math.max(range.from, from),
      until: Math.min(range.until, until),
      value: range.value,
      sources: [...sourcesOf(range)],
    },
  ]
}

/** Runs of so many calendar months, from the first night of the hotel to its last; one that holds everything where they are not asked for. */
function windowsOf({ series }: MergedHotel, months: number | undefined): { from: Night; until: Night }[] {
  if (months === undefined) return [{ from: Number.NEGATIVE_INFINITY, until: Infinity }]
  const first = Math.min(...series.map(({ ranges }) => ranges[0]?.from ?? Infinity))
  const end = Math.max(...series.map(({ ranges }) => ranges.at(-1)?.until ?? -Infinity))
  const windows: { from: Night; until: Night }[] = []
  for (let from = first; from < end;) {
    const until = monthAfter(from, months)
    windows.push({ from, until })
    from = until
  }
  return windows
}

/** The first of the month that begins `months` after the one of this night. */
function monthAfter(night: Night, months: number): Night {
  const [year = 0, month = 0] = formatNight(night).split('-').map(Number)
  const next = month - 1 + months
  return nightOf(year + Math.floor(next / 12), (next % 12) + 1, 1)
}

/** Mostly a range is one stretch, and all of it. */
function addLinesOf(range: MergedRange, packer: BatchPacker): void {
  if (range.sources === undefined) packer.addRows(range as Stretch)
  else packer.addLines(linesOfRange(range, range.from, range.until))
}

function linesOfRange(range: MergedRange, from: Night, until: Night): LineRun[] {
  return sourcesOf(range).flatMap((rows) => {
    const { from: start, count, file, line, step } = rows
    return runWithin({ file, line, step, count, nights: { from: start, length: lengthOf(rows) } }, from, until)
  })
}
