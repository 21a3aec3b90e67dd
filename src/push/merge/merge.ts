import type { Kind } from '../../files/index.js'
import { type HotelRows, placeOf, type SeriesRows, type Stretch, untilOf } from './hotel-rows.js'
import type { MergedHotel, MergedRange } from './merged.js'
import { ReplacedRows } from './replaced-rows.js'
import { type Layer, requireFew, sweep, type SweepSink } from './sweep.js'

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
    const ranges: MergedRange[] = []
    const sink = sinkOf(merged, ranges, { seen, replaced })
    if (general.length === 0 && areApart(series.stretches)) {
      for (const stretch of series.stretches) lay(ranges, stretch)
      merged.series.push({ room: series.room, plan: series.plan, ranges })
      continue
    }
    for (const cluster of clusters(series.stretches, general)) {
      const only = cluster[0] as Layer
      if (cluster.length > 1) sweep(cluster, rules, sink)
      else if (!only.isGeneral) sink.cell(only.stretch.from, untilOf(only.stretch), only.stretch.fields, [only.stretch])
    }
    if (ranges.length > 0) merged.series.push({ room: series.room, plan: series.plan, ranges })
  }
  merged.replaced = replaced.list(merged.series)
  return merged
}

/** Adds a stretch that no other overlaps. */
function lay(ranges: MergedRange[], stretch: Stretch): void {
  const last = ranges.at(-1)
  if (last !== undefined && last.until === stretch.from && last.value === stretch.fields) {
    last.until = untilOf(stretch)
    last.sources.push(stretch)
  } else ranges.push({ from: stretch.from, until: untilOf(stretch), value: stretch.fields, sources: [stretch] })
}

function areApart(stretches: readonly Stretch[]): boolean {
  for (let i = 1; i < stretches.length; i += 1)
    if (untilOf(stretches[i - 1] as Stretch) > (stretches[i] as Stretch).from) return false
  return stretches.length > 0
}

function inSendingOrder(series: readonly SeriesRows[]): SeriesRows[] {
  return [...series.filter(({ room }) => room === ''), ...series.filter(({ room }) => room !== '')]
}

function sinkOf(
  merged: MergedHotel,
  ranges: MergedRange[],
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

/** Most stretches of one room that hang together: more took 800 MB for a file of 30 MB. */
const CLUSTER_MAX = 500_000

/** Groups of stretches that hang together by overlap, in order of nights. Most groups are of one. */
function* clusters(own: readonly Stretch[], general: readonly Stretch[]): Iterable<Layer[]> {
  const layers = own.map((stretch): Layer => ({ stretch, isGeneral: false }))
  for (const stretch of general) layers.push({ stretch, isGeneral: true })
  if (!isSorted(layers)) layers.sort((a, b) => a.stretch.from - b.stretch.from)
  let cluster: Layer[] = []
  let end = -Infinity
  for (const layer of layers) {
    if (layer.stretch.from >= end && cluster.length > 0) {
      yield cluster
      cluster = []
    }
    cluster.push(layer)
    requireFew(cluster.length, layer.stretch.from, layer.stretch, CLUSTER_MAX)
    end = Math.max(end, untilOf(layer.stretch))
  }
  if (cluster.length > 0) yield cluster
}

function isSorted(layers: readonly Layer[]): boolean {
  for (let i = 1; i < layers.length; i += 1)
    if ((layers[i - 1] as Layer).stretch.from > (layers[i] as Layer).stretch.from) return false
  return true
}
