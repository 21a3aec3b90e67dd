import { EVERY_DAY, type Night, weekday } from './night.js'
import { countNights, type Span } from './segment.js'

/** The fewest spans that hold exactly the nights of [from, until) whose weekday is in the mask (bit 0 = Monday). */
export function expandWeekdays(from: Night, until: Night, mask: number): Span[] {
  if ((mask & EVERY_DAY) === EVERY_DAY) return from < until ? [{ from, until }] : []
  const spans: Span[] = []
  let start: Night | undefined
  for (let night = from; night < until; night += 1) {
    const isIn = (mask & (1 << weekday(night))) !== 0
    if (isIn) start ??= night
    else if (start !== undefined) {
      spans.push({ from: start, until: night })
      start = undefined
    }
  }
  if (start !== undefined) spans.push({ from: start, until })
  return spans
}

/** Whether any night of [from, until) has a weekday of the mask. */
export function hasWeekday(from: Night, until: Night, mask: number): boolean {
  return until - from >= 7 || countWeekdays(from, until, mask) > 0
}

/** How many nights of [from, until) have a weekday of the mask. */
export function countWeekdays(from: Night, until: Night, mask: number): number {
  return countNights(expandWeekdays(from, until, mask))
}

/** Wire default 3; bit 0 of a mask is the first. */
const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The weekdays of a mask by name. */
export function dayNames(mask: number): string[] {
  return DAY_NAMES.filter((_, day) => ((mask >> day) & 1) === 1)
}

/** The weekdays of a mask, `fri,sat`. */
export function daysText(mask: number): string {
  return dayNames(mask).join(',')
}
