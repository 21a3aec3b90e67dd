import { align, append, countNights, difference, overlay, type FieldSets, type NightFields, type Segment, type Span } from '../calendar/index.js'
import type { KnownSeries } from '../journal/index.js'
import { isEqualValue } from './equal-value.js'
import type { LargestMoves } from './moves.js'
import type { MergedHotel, MergedRange, MergedSeries } from './merge.js'

/** What a plan changes against the acknowledged calendar, in nights. */
export interface ChangeCounts {
  /** Nothing was known of these before. */
  newNights: number
  /** Every value equals what was acknowledged. */
  sameNights: number
  priceUp: number
  priceDown: number
  /** Closed before, or no unit free. */
  opened: number
  closed: number
}

export function noChanges(): ChangeCounts {
  return { newNights: 0, sameNights: 0, priceUp: 0, priceDown: 0, opened: 0, closed: 0 }
}

export function addChanges(total: ChangeCounts, more: ChangeCounts): void {
  for (const name of Object.keys(total) as (keyof ChangeCounts)[]) total[name] += more[name]
}

/** Compares each series with what was acknowledged under its own name. */
export function countChanges({ hotel, series, sets }: MergedHotel, known: readonly KnownSeries[], moves: LargestMoves): ChangeCounts {
  const counts = noChanges()
  for (const { room, plan, ranges } of series) {
    const segments = segmentsOf(known, room, plan)
    if (segments.length === 0) {
      counts.newNights += countNights(ranges)
      continue
    }
    align(ranges, segments, (from, until, value, held) => {
      if (value === undefined) return
      const wanted = sets.fieldsOf(value)
      countCell(counts, until - from, wanted, held)
      const { price: before } = held ?? {}
      const { price: after } = wanted
      if (before !== undefined && after !== undefined && !isEqualValue(before, after)) moves.add({ hotel, room, plan, from, until, before: String(before), after: String(after) })
    })
  }
  return counts
}

function countCell(counts: ChangeCounts, nights: number, wanted: NightFields, held: NightFields | undefined): void {
  if (held === undefined) {
    counts.newNights += nights
    return
  }
  if (isFulfilled(wanted, held)) counts.sameNights += nights
  const { price: before } = held
  const { price: after } = wanted
  if (before !== undefined && after !== undefined && Number(after) !== Number(before)) counts[Number(after) > Number(before) ? 'priceUp' : 'priceDown'] += nights
  const wasOpen = isOpen(held)
  const opens = isOpen(wanted)
  if (wasOpen !== undefined && opens !== undefined && wasOpen !== opens) counts[opens ? 'opened' : 'closed'] += nights
}

/** Undefined where the fields say nothing of it. */
export function isOpen({ closed, availability }: NightFields): boolean | undefined {
  if (closed !== undefined) return closed === false
  return availability === undefined ? undefined : Number(availability) > 0
}

/**
 * Leaves out the cells that the service already has. Cells for all rooms count as there only where every room known by
 * name has them too, or is given its own value in this same plan; and where cells for all rooms are sent with another
 * value, a room's own cells follow them.
 */
export function onlyChanges(merged: MergedHotel, known: readonly KnownSeries[]): MergedHotel {
  const { sets } = merged
  const sent = new Map<string, Segment<number>[]>()
  const series: MergedSeries[] = []
  for (const wanted of merged.series) {
    const { room, plan, ranges } = wanted
    const needed = room === '' ? neededForAll(wanted, merged, known) : neededForRoom(wanted, sets, known, sent.get(plan) ?? [])
    if (room === '') sent.set(plan, cut(ranges, needed))
    const kept = cut(ranges, needed)
    if (kept.length > 0) series.push({ room, plan, ranges: kept })
  }
  return { ...merged, series }
}

/** What is sent for all rooms may change a room's cell, but never stands in for sending it: those entries could be refused. */
function neededForRoom({ room, plan, ranges }: MergedSeries, sets: FieldSets, known: readonly KnownSeries[], general: readonly Segment<number>[]): Span[] {
  const missing = difference(ranges, segmentsOf(known, room, plan), (wanted, held) => held !== undefined && isFulfilled(sets.fieldsOf(wanted), held))
  const overwritten = difference(ranges, general, (wanted, laid) => laid === undefined || isCompatible(sets.fieldsOf(wanted), sets.fieldsOf(laid)))
  return overlay(marked(missing), marked(overwritten), () => true)
}

function neededForAll({ plan, ranges }: MergedSeries, merged: MergedHotel, known: readonly KnownSeries[]): Span[] {
  const { sets } = merged
  let needed: Segment<boolean>[] = marked(
    difference(ranges, segmentsOf(known, '', plan), (wanted, held) => held !== undefined && isFulfilled(sets.fieldsOf(wanted), held)),
  )
  for (const held of known) {
    if (held.plan !== plan || held.room === '') continue
    const own = merged.series.find((series) => series.room === held.room && series.plan === plan)?.ranges ?? []
    const remaining = withoutOwn(ranges, own, sets)
    const differing = difference(remaining, held.segments, (wanted, before) => before === undefined || isCompatible(wanted, before))
    needed = overlay(needed, marked(differing), () => true)
  }
  return needed
}

/** What cells for all rooms still set for a room that has cells of its own in the plan. */
function withoutOwn(general: readonly Segment<number>[], own: readonly Segment<number>[], sets: FieldSets): Segment<NightFields>[] {
  const remaining: Segment<NightFields>[] = []
  align(general, own, (from, until, value, ownValue) => {
    if (value === undefined) return
    const ownFields = ownValue === undefined ? {} : sets.fieldsOf(ownValue)
    const left = Object.entries(sets.fieldsOf(value)).filter(([field]) => ownFields[field as keyof typeof ownFields] === undefined)
    if (left.length > 0) append(remaining, from, until, Object.fromEntries(left))
  })
  return remaining
}

function marked(spans: readonly Span[]): Segment<boolean>[] {
  const result: Segment<boolean>[] = []
  for (const { from, until } of spans) append(result, from, until, true)
  return result
}

/** The parts of ranges that lie inside the spans; each keeps the rows it came from. */
function cut(ranges: readonly MergedRange[], spans: readonly Span[]): MergedRange[] {
  const kept: MergedRange[] = []
  align(ranges.map((range) => ({ ...range, value: range })), spans.map((span) => ({ ...span, value: true })), (from, until, range, isNeeded) => {
    if (range === undefined || isNeeded === undefined) return
    const last = kept.at(-1)
    if (last !== undefined && last.until === from && last.sources === range.sources) last.until = until
    else kept.push({ from, until, value: range.value, sources: range.sources })
  })
  return kept
}

export function isFulfilled(wanted: NightFields, held: NightFields): boolean {
  return Object.entries(wanted).every(([field, value]) => isEqualValue(value, held[field]))
}

function isCompatible(wanted: NightFields, held: NightFields): boolean {
  return Object.entries(wanted).every(([field, value]) => held[field] === undefined || isEqualValue(value, held[field]))
}

export function segmentsOf(known: readonly KnownSeries[], room: string, plan: string): readonly Segment<NightFields>[] {
  return known.find((series) => series.room === room && series.plan === plan)?.segments ?? []
}
