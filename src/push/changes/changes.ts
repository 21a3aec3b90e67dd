import { align, countNights, type NightFields, type Segment } from '../../calendar/index.js'
import type { KnownSeries } from '../../journal/index.js'
import { isEqualValue, type MergedHotel } from '../merge/index.js'
import type { LargestMoves } from './moves.js'

/** What a plan changes against the acknowledged calendar, in nights. */
export interface ChangeCounts {
  /** Nothing was known of these before. */
  newNights: number
  /** Every value equals what was acknowledged. */
  sameNights: number
  priceUp: number
  priceDown: number
  /** The price is in another currency than before, so it neither rises nor falls. */
  otherCurrency: number
  /** Closed before, or no unit free. */
  opened: number
  closed: number
}

export function noChanges(): ChangeCounts {
  return { newNights: 0, sameNights: 0, priceUp: 0, priceDown: 0, otherCurrency: 0, opened: 0, closed: 0 }
}

export function addChanges(total: ChangeCounts, more: ChangeCounts): void {
  for (const name of Object.keys(total) as (keyof ChangeCounts)[]) total[name] += more[name]
}

/** Compares each series with what was acknowledged under its own name. */
export function countChanges(
  { hotel, series, sets }: MergedHotel,
  known: readonly KnownSeries[],
  moves: LargestMoves,
): ChangeCounts {
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
      if (before !== undefined && after !== undefined && isOneCurrency(wanted, held) && !isEqualValue(before, after))
        moves.add({ hotel, room, plan, from, until, before: String(before), after: String(after) })
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
  if (!isOneCurrency(wanted, held)) counts.otherCurrency += nights
  else if (before !== undefined && after !== undefined && Number(after) !== Number(before))
    counts[Number(after) > Number(before) ? 'priceUp' : 'priceDown'] += nights
  const wasOpen = isOpen(held)
  const opens = isOpen(wanted)
  if (wasOpen !== undefined && opens !== undefined && wasOpen !== opens) counts[opens ? 'opened' : 'closed'] += nights
}

/** Undefined where the fields say nothing of it. */
export function isOpen({ closed, availability }: NightFields): boolean | undefined {
  if (closed !== undefined) return closed === false
  return availability === undefined ? undefined : Number(availability) > 0
}

/** Prices compare only in one currency; one that is not named is taken for the same. */
export function isOneCurrency({ currency }: NightFields, { currency: held }: NightFields = {}): boolean {
  return currency === undefined || held === undefined || currency === held
}

export function isFulfilled(wanted: NightFields, held: NightFields): boolean {
  return Object.entries(wanted).every(([field, value]) => isEqualValue(value, held[field]))
}

export function segmentsOf(known: readonly KnownSeries[], room: string, plan: string): readonly Segment<NightFields>[] {
  return known.find((series) => series.room === room && series.plan === plan)?.segments ?? []
}
