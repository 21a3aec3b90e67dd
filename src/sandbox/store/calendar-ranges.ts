import { weekday } from '../../calendar/index.js'

/** Half-open range of nights (days since 1970-01-01) with a weekday mask: bit 0 = Monday. */
export interface Nights {
  from: number
  until: number
  days: number
}

/** Values of a night; null = never set. */
export type Values = readonly (string | number | null)[]

/** A range as it is kept: its nights and its values, those at the end that are null left out. */
export type RangeTuple = readonly [from: number, until: number, days: number, ...values: (string | number | null)[]]

/** A night as it is kept: its values behind it. */
export type NightTuple = readonly [night: number, ...values: (string | number | null)[]]

/** @param values null = left alone */
export function rangeOf({ from, until, days }: Nights, values: Values): RangeTuple {
  const kept = values.findLastIndex((value) => value !== null) + 1
  return [from, until, days, ...values.slice(0, kept)]
}

/** How many different nights ranges cover. */
export function countCovered(ranges: readonly RangeTuple[]): number {
  return layNights(ranges, [], 1, { first: -Infinity, last: Infinity }).size
}

/**
 * The nights of a calendar from `first` to `last`, both included: of ranges the later of two wins, and what stands night by night wins over them, a null
 * leaving alone what is below it.
 * @param width how many values a night has
 */
export function layNights(
  ranges: readonly RangeTuple[],
  nights: readonly NightTuple[],
  width: number,
  { first, last }: { first: number; last: number },
): Map<number, (string | number | null)[]> {
  const laid = new Map<number, (string | number | null)[]>()
  const lay = (night: number, source: RangeTuple | NightTuple, offset: number): void => {
    const cell = laid.get(night) ?? Array.from<string | number | null>({ length: width }).fill(null)
    for (let at = 0; at < width; at += 1) cell[at] = source[offset + at] ?? cell[at] ?? null
    laid.set(night, cell)
  }
  for (const range of ranges) {
    const [from, until, days] = range
    const end = Math.min(until, last + 1)
    for (let night = Math.max(from, first); night < end; night += 1)
      if ((days >> weekday(night)) & 1) lay(night, range, 3)
  }
  for (const night of nights) if (night[0] >= first && night[0] <= last) lay(night[0], night, 1)
  return laid
}
