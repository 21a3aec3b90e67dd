import type { NightFields } from './field-sets.js'
import type { Night } from './night.js'

/** A run of nights, half-open: `from` is the first night, `until` the day after the last. */
export interface Span {
  from: Night
  until: Night
}

/**
 * A run of nights that share a value. Lists of segments are sorted and free of overlap. Values are compared by `===`:
 * give equal field values one identity first (see FieldSets).
 */
export interface Segment<V> extends Span {
  value: V
}

/** Adds a segment at the end of a sorted list; one that continues the last with the same value makes it longer. */
export function append<V>(segments: Segment<V>[], from: Night, until: Night, value: V): void {
  const last = segments.at(-1)
  if (last !== undefined && last.until === from && last.value === value) last.until = until
  else segments.push({ from, until, value })
}

/**
 * Walks two lists side by side, in order of nights, and visits each stretch on which neither changes. Stretches that
 * neither list covers are passed over.
 */
export function align<A, B>(
  left: readonly Segment<A>[],
  right: readonly Segment<B>[],
  visit: (from: Night, until: Night, left: A | undefined, right: B | undefined) => void,
): void {
  let i = 0
  let j = 0
  let night = Number.NEGATIVE_INFINITY
  for (;;) {
    const a = left[i]
    const b = right[j]
    if (a === undefined && b === undefined) return
    const from = Math.max(night, Math.min(a?.from ?? Infinity, b?.from ?? Infinity))
    const inA = a !== undefined && a.from <= from
    const inB = b !== undefined && b.from <= from
    const until = Math.min(edge(a, inA), edge(b, inB))
    visit(from, until, inA ? a.value : undefined, inB ? b.value : undefined)
    night = until
    if (a !== undefined && a.until <= until) i += 1
    if (b !== undefined && b.until <= until) j += 1
  }
}

/** Where a segment next changes the picture: at its end when we are inside it, else at its beginning. */
function edge(segment: Span | undefined, isInside: boolean): Night {
  if (segment === undefined) return Infinity
  return isInside ? segment.until : segment.from
}

/** `top` laid over `base`; where both stand, `combine` decides. */
export function overlay<V>(
  base: readonly Segment<V>[],
  top: readonly Segment<V>[],
  combine: (under: V, over: V) => V,
): Segment<V>[] {
  const result: Segment<V>[] = []
  align(base, top, (from, until, under, over) => {
    if (over === undefined) append(result, from, until, under as V)
    else append(result, from, until, under === undefined ? over : combine(under, over))
  })
  return result
}

/** Field values laid over others: each field has its own. */
export function overlayFields(
  base: readonly Segment<NightFields>[],
  top: readonly Segment<NightFields>[],
): Segment<NightFields>[] {
  return overlay(base, top, (under, over) => ({ ...under, ...over }))
}

/** Nights with fields, each of which stands for itself. */
type FieldSegments<V> = readonly Segment<Readonly<Record<string, V>>>[]

/** Segments with only the fields that others hold as well. */
export function withinFields<V>(
  segments: FieldSegments<V>,
  others: FieldSegments<unknown>,
): Segment<Readonly<Record<string, V>>>[] {
  const common: Segment<Readonly<Record<string, V>>>[] = []
  align(segments, others, (from, until, value, other) => {
    if (value === undefined || other === undefined) return
    const kept = Object.entries(value).filter(([name]) => other[name] !== undefined)
    if (kept.length > 0) append(common, from, until, Object.fromEntries(kept))
  })
  return common
}

/** Segments without the fields that others hold. */
export function withoutFields<V>(
  segments: FieldSegments<V>,
  taken: FieldSegments<unknown>,
): Segment<Readonly<Record<string, V>>>[] {
  if (taken.length === 0) return [...segments]
  const left: Segment<Readonly<Record<string, V>>>[] = []
  align(segments, taken, (from, until, value, gone) => {
    if (value === undefined) return
    if (gone === undefined) return append(left, from, until, value)
    const kept = Object.entries(value).filter(([name]) => gone[name] === undefined)
    if (kept.length > 0) append(left, from, until, Object.fromEntries(kept))
  })
  return left
}

/** The parts of `wanted` that `base` does not already fulfil; `isFulfilled` is asked once per stretch. */
export function difference<V, B>(
  wanted: readonly Segment<V>[],
  base: readonly Segment<B>[],
  isFulfilled: (wanted: V, base: B | undefined) => boolean,
): Segment<V>[] {
  const result: Segment<V>[] = []
  align(wanted, base, (from, until, value, held) => {
    if (value !== undefined && !isFulfilled(value, held)) append(result, from, until, value)
  })
  return result
}

/** The part of a list that lies inside [from, until). */
export function clip<V>(segments: readonly Segment<V>[], from: Night, until: Night): Segment<V>[] {
  const result: Segment<V>[] = []
  for (const segment of segments) {
    const start = Math.max(segment.from, from)
    const end = Math.min(segment.until, until)
    if (start < end) result.push({ from: start, until: end, value: segment.value })
  }
  return result
}

export function countNights(spans: readonly Span[]): number {
  let nights = 0
  for (const { from, until } of spans) nights += until - from
  return nights
}
