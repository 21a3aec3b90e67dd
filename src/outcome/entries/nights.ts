/** Nights as whole days, and the days of the week among them. */

/** A run of nights, both ends among them; `mask` has a bit for each day of the week, Sunday first. */
export interface Nights {
  from: number
  to: number
  mask: number
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/
const ALL = 0b111_1111
const NAMES: readonly string[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The number of a day; undefined where the value names none. A moment stands for its day. */
export function dayOf(value: unknown): number | undefined {
  const day = typeof value === 'string' ? DAY.exec(value.slice(0, 30))?.[1] : undefined
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? undefined : at / 86_400_000
}

/** The days of the week that a list names; undefined where it is no such list. */
export function maskOf(days: unknown): number | undefined {
  if (days === undefined || days === null) return ALL
  if (!Array.isArray(days) || days.length === 0) return undefined
  const places = days.map((day) => NAMES.indexOf(String(day).slice(0, 3).toLowerCase()))
  return places.includes(-1) ? undefined : places.reduce((mask, place) => mask | (1 << place), 0)
}

/** Day 0 was a Thursday. */
export const bitOf = (night: number): number => 1 << ((((night + 4) % 7) + 7) % 7)

/** The nights that two runs have in common; undefined where there are none. */
export function common(one: Nights, other: Nights): Nights | undefined {
  const [from, to, mask] = [Math.max(one.from, other.from), Math.min(one.to, other.to), one.mask & other.mask]
  if (from > to || mask === 0) return undefined
  for (let night = from; night <= to && night < from + 7; night += 1)
    if ((bitOf(night) & mask) !== 0) return { from, to, mask }
  return undefined
}
