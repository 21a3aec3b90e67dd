import { coverByWeekdays, EVERY_DAY, expandWeekdays, formatNight, type Night, nightOf } from '../../calendar/index.js'
import { type LineRun, packLines, runWithin } from '../../journal/index.js'
import type { MergedHotel, MergedRange, Stretch } from '../merge/index.js'

/** What a service allows in one request, beside its bytes. */
export interface RequestShape {
  /** Calendar months that one request may touch; absent: as many as there are. */
  monthsPerRequest?: number | undefined
  /** Whether an entry may name its weekdays. */
  weekdayMasks: boolean
}

/** One entry of a request, before it is written. */
export interface Entry {
  /** Entries of different windows never share a request. */
  window: number
  room: string
  plan: string
  from: Night
  until: Night
  /** Absent: every day. */
  days?: number
  /** Number of the field set. */
  value: number
  lines: LineRun[]
}

/** The entries of a hotel in sending order, window by window. */
export function* entriesOf(hotel: MergedHotel, { monthsPerRequest, weekdayMasks }: RequestShape): Iterable<Entry> {
  for (const [window, { from, until }] of windowsOf(hotel, monthsPerRequest).entries()) {
    for (const { room, plan, ranges } of hotel.series) {
      const within = monthsPerRequest === undefined ? ranges : ranges.flatMap((range) => clipped(range, from, until))
      if (weekdayMasks) yield* masked(within, { window, room, plan })
      else
        for (const range of within)
          yield {
            window,
            room,
            plan,
            from: range.from,
            until: range.until,
            value: range.value,
            lines: linesOfRange(range, range.from, range.until),
          }
    }
  }
}

function* masked(ranges: readonly MergedRange[], place: Pick<Entry, 'window' | 'room' | 'plan'>): Iterable<Entry> {
  const entries = coverByWeekdays(ranges)
  const masks = [...new Set(entries.map(({ days }) => days))].sort((a, b) => b - a)
  // Entries of one mask stand together: the journal keeps weekdays once for a run of entries.
  for (const mask of masks) {
    for (const { from, until, value, days } of entries) {
      if (days !== mask) continue
      if (days === EVERY_DAY)
        yield { ...place, from, until, value, lines: runsOfNights(ranges, value, [{ from, until }]) }
      else
        yield {
          ...place,
          from,
          until,
          value,
          days,
          lines: packedLines(ranges, value, expandWeekdays(from, until, days)),
        }
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
  return [{ ...range, from: Math.max(range.from, from), until: Math.min(range.until, until) }]
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

function linesOfRange({ sources, from: first, until: end }: MergedRange, from: Night, until: Night): LineRun[] {
  const [only] = sources
  // Mostly a range is the nights of one stretch, and all of them.
  if (only !== undefined && sources.length === 1 && from === first && until === end && isWhole(only, from, until)) {
    const { length, count, file, line, step } = only
    return [{ file, line, step: count === 1 ? 0 : step, count, nights: { from: first, length } }]
  }
  return sources.flatMap(({ from: start, length, count, file, line, step }) =>
    runWithin({ file, line, step, count, nights: { from: start, length } }, from, until),
  )
}

function isWhole({ from: first, length, count }: Stretch, from: Night, until: Night): boolean {
  return first === from && first + length * count === until
}
