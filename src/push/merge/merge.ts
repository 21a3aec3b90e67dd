import type { Kind } from '../../files/index.js'
import { type HotelRows, placeOf, type SeriesRows, type Stretch } from './hotel-rows.js'
import type { MergedHotel, MergedRange } from './merged.js'
import { ReplacedRows } from './replaced-rows.js'
import { CLUSTER_MAX, requireFew } from './overlaps.js'
import { type Layer, sweep, type SweepSink } from './sweep.js'

/** Merges the rows of a hotel into the fewest ranges per room, plan and field set. Does not depend on the order of rows unless later ones win. */
export function mergeHotel(rows: HotelRows, options: { kind: Kind; isLastWins: boolean }): MergedHotel {
  const merged: MergedHotel = {
    hotel: rows.hotel,
    sets: rows.sets,
    series: [],
    contradictions: [],
    doubtful: new Map(),
    replaced: [],
    repeated: 0,
  }
  const replaced = new ReplacedRows()
  const seen = new Set<string>()
  const rules = { ...options, sets: rows.sets }
  for (const series of inSendingOrder(rows.series)) {
    const general =
      series.room === ''
        ? []
        : (rows.series.find(({ room, plan }) => room === '' && plan === series.plan)?.stretches ?? [])
    if (general.length === 0 && areApart(series.stretches)) {
      merged.series.push({ room: series.room, plan: series.plan, ranges: laid(series.stretches) })
      continue
    }
    const ranges: JoinedRange[] = []
    const sink = sinkOf(merged, ranges, { seen, replaced })
    for (const cluster of clusters(series.stretches, general)) {
      const only = cluster[0] as Layer
      if (cluster.length > 1) sweep(cluster, rules, sink)
      else if (!only.isGeneral) sink.cell(only.stretch.from, only.stretch.until, only.stretch.value, [only.stretch])
    }
    if (ranges.length > 0) merged.series.push({ room: series.room, plan: series.plan, ranges })
  }
  merged.replaced = replaced.list(merged.series)
  return merged
}

type JoinedRange = MergedRange & Required<Pick<MergedRange, 'sources'>>

/** Stretches of which none overlaps another. Most are ranges as they are; what continues the one before is joined to it. */
function laid(stretches: readonly Stretch[]): MergedRange[] {
  const ranges: MergedRange[] = []
  for (const stretch of stretches) {
    const last = ranges.at(-1)
    if (last === undefined || last.until !== stretch.from || last.value !== stretch.value) ranges.push(stretch)
    else ranges[ranges.length - 1] = joined(last, stretch)
  }
  return ranges
}

/** A range with the stretch behind it. The range itself becomes longer where it is none of the stretches. */
function joined(range: MergedRange, stretch: Stretch): MergedRange {
  const { from, value, sources } = range
  if (sources === undefined) return { from, until: stretch.until, value, sources: [range as Stretch, stretch] }
  range.until = stretch.until
  sources.push(stretch)
  return range
}

function areApart(stretches: readonly Stretch[]): boolean {
  for (let i = 1; i < stretches.length; i += 1)
    if ((stretches[i - 1] as Stretch).until > (stretches[i] as Stretch).from) return false
  return stretches.length > 0
}

function inSendingOrder(series: readonly SeriesRows[]): SeriesRows[] {
  return [...series.filter(({ room }) => room === ''), ...series.filter(({ room }) => room !== '')]
}

function sinkOf(
  merged: MergedHotel,
  ranges: JoinedRange[],
  { seen, replaced }: { seen: Set<string>; replaced: ReplacedRows },
): SweepSink {
  return {
    cell: (from, until, value, rows) => {
      const last = ranges.at(-1)
      if (last !== undefined && last.until === from && last.value === value) {
        last.until = until
        for (const row of rows) if (last.sources.at(-1) !== row) last.sources.push(row)
      } else ranges.push({ from, until, value, sources: [...rows] })
    },
    contradiction: (found) => {
      const key = `${placeOf(found.row)} ${found.field}`
      if (seen.has(key)) return
      seen.add(key)
      merged.contradictions.push(found)
    },
    replaced: (row, by) => replaced.take(row, by),
    doubtful: (row) => merged.doubtful.set(placeOf(row), row),
    repeated: (nights) => (merged.repeated += nights),
  }
}

/** Groups of stretches that hang together by overlap, in order of nights. Most groups are of one. */
function* clusters(own: readonly Stretch[], general: readonly Stretch[]): Iterable<Layer[]> {
  const ofAll = new Set(general)
  const stretches = ofAll.size === 0 ? own : [...own, ...general]
  const inOrder = isSorted(stretches) ? stretches : stretches.toSorted((a, b) => a.from - b.from)
  const layersOf = (first: number, until: number): Layer[] =>
    inOrder.slice(first, until).map((stretch) => ({ stretch, isGeneral: ofAll.has(stretch) }))
  let first = 0
  let end = -Infinity
  for (const [at, stretch] of inOrder.entries()) {
    if (stretch.from >= end && at > first) {
      yield layersOf(first, at)
      first = at
    }
    requireFew(at + 1 - first, stretch.from, stretch.line, CLUSTER_MAX)
    end = Math.max(end, stretch.until)
  }
  if (first < inOrder.length) yield layersOf(first, inOrder.length)
}

function isSorted(stretches: readonly Stretch[]): boolean {
  for (let i = 1; i < stretches.length; i += 1)
    if ((stretches[i - 1] as Stretch).from > (stretches[i] as Stretch).from) return false
  return true
}
