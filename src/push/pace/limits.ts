import type { PaceLimits } from './pace.js'
import { UNLIMITED } from './rate-state.js'

/** Writes of one hotel a minute to begin with, where nothing else is configured. */
const FIRST_WRITES_PER_MINUTE = 10

/**
 * How fast a service may be asked: what is configured is never exceeded, and a service of which nothing is said is asked slowly at first.
 * @param ratePerSecond over all hotels
 * @param writesPerMinute of one hotel and kind
 */
export function paceLimits(ratePerSecond: number | undefined, writesPerMinute: number | undefined): PaceLimits {
  const all = ratePerSecond ?? UNLIMITED
  const hotel = writesPerMinute === undefined ? UNLIMITED : writesPerMinute / 60
  const first = writesPerMinute ?? (ratePerSecond === undefined ? FIRST_WRITES_PER_MINUTE : UNLIMITED * 60)
  return { account: { start: all, ceiling: all }, hotel: { start: first / 60, ceiling: hotel } }
}
