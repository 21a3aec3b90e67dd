import { EVERY_DAY, type Night, weekday } from './night.js'
import type { Segment } from './segment.js'

/** A run of nights of which only some weekdays are meant (bit 0 = Monday). */
export interface MaskedSegment<V> extends Segment<V> {
  days: number
}

/**
 * Says the same as the segments in fewer entries, by runs that name their weekdays. No two entries touch the same
 * night, so the order in which entries are read does not matter. A value whose nights masks do not save keeps its runs.
 */
export function coverByWeekdays<V>(segments: readonly Segment<V>[]): MaskedSegment<V>[] {
  const byValue = new Map<V, Segment<V>[]>()
  for (const segment of segments) {
    const list = byValue.get(segment.value)
    if (list === undefined) byValue.set(segment.value, [segment])
    else list.push(segment)
  }
  const result: MaskedSegment<V>[] = []
  for (const list of byValue.values()) {
    const masked = list.length < 3 ? [] : cover(list)
    if (masked.length > 0 && masked.length < list.length) result.push(...masked)
    else for (const segment of list) result.push({ ...segment, days: EVERY_DAY })
  }
  return result.sort((a, b) => a.from - b.from || a.until - b.until)
}

/** Greedy: from the first night that is not covered, the run and weekdays that cover the most of what is left. */
function cover<V>(list: readonly Segment<V>[]): MaskedSegment<V>[] {
  const first = list[0] as Segment<V>
  const start = first.from
  const end = (list.at(-1) as Segment<V>).until
  const isIn = new Uint8Array(end - start)
  for (const { from, until } of list) isIn.fill(1, from - start, until - start)
  const result: MaskedSegment<V>[] = []
  for (let night = start; night < end; night += 1) {
    if (isIn[night - start] === 0) continue
    const best = bestFrom(night, { start, end, isIn })
    for (let at = night; at < best.until; at += 1) if (((best.days >> weekday(at)) & 1) === 1) isIn[at - start] = 0
    result.push({
      from: night,
      until: best.until,
      value: first.value,
      days: isWhole(best.days, night, best.until) ? EVERY_DAY : best.days,
    })
  }
  return result
}

interface Nights {
  start: Night
  end: Night
  /** 1 where a night of the value is not covered yet. */
  isIn: Uint8Array
}

function bestFrom(night: Night, nights: Nights): { until: Night; days: number } {
  const limits = Array.from({ length: 7 }, (_, after) => limitOf(night + after, nights))
  let best = { until: night, days: 0, gain: 0 }
  for (const until of new Set(limits.filter((limit) => limit > night && limit <= (limits[0] as Night)))) {
    let days = 0
    for (const [after, limit] of limits.entries()) if (limit >= until) days |= 1 << weekday(night + after)
    const found = gainOf(night, until, days)
    if (found.gain > best.gain) best = { ...found, days }
  }
  return best
}

/** The first night of this weekday, from `night` on, that does not belong; the end where all do. */
function limitOf(night: Night, { start, end, isIn }: Nights): Night {
  for (let at = night; at < end; at += 7) if (isIn[at - start] === 0) return at
  return end
}

/** How many nights the weekdays of a run hold, and where the last of them ends. */
function gainOf(from: Night, until: Night, days: number): { until: Night; gain: number } {
  let gain = 0
  let last = from
  for (let at = from; at < until; at += 1) {
    if (((days >> weekday(at)) & 1) === 0) continue
    last = at
    gain += 1
  }
  return { until: last + 1, gain }
}

function isWhole(days: number, from: Night, until: Night): boolean {
  for (let at = from; at < Math.min(until, from + 7); at += 1) if (((days >> weekday(at)) & 1) === 0) return false
  return true
}
