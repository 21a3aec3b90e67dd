import type { Match, SortOrder } from './search.js'

/** Below it a part is sorted whole. */
const SMALL = 64

/**
 * The matches from place `from` to before `until`, as they stand when all are sorted by the orders given, then by distance, then by id. What lacks a
 * value comes last, either way round. Only the page is sorted: the others are parted from it. Reorders `matches`.
 */
export function sortedPage(matches: Match[], orders: readonly SortOrder[], from: number, until: number): Match[] {
  const all: SortOrder[] = [...orders, { field: 'distance', descending: false }, { field: 'id', descending: false }]
  const compareAll = (a: Match, b: Match): number => {
    for (const { field, descending } of all) {
      const difference = compare(a[field], b[field], descending)
      if (difference !== 0) return difference
    }
    return 0
  }
  if (from >= matches.length) return []
  part(matches, from, 0, matches.length, compareAll)
  part(matches, Math.min(until, matches.length), from, matches.length, compareAll)
  return matches.slice(from, until).sort(compareAll)
}

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b === descending ? 1 : -1
}

/** Reorders `items` from `low` to before `high` so that what stands before `place` sorts before what stands from there on. */
function part<T>(items: T[], place: number, low: number, high: number, order: (a: T, b: T) => number): void {
  if (place <= low || place >= high) return
  while (high - low > SMALL) {
    const pivot = middleOf(items, low, high, order)
    let left = low
    let right = high - 1
    while (left <= right) {
      while (order(items[left] as T, pivot) < 0) left += 1
      while (order(items[right] as T, pivot) > 0) right -= 1
      if (left <= right) {
        const held = items[left] as T
        items[left] = items[right] as T
        items[right] = held
        left += 1
        right -= 1
      }
    }
    if (place <= right) high = right + 1
    else if (place >= left) low = left
    else return
  }
  const sorted = items.slice(low, high).sort(order)
  for (let at = low; at < high; at += 1) items[at] = sorted[at - low] as T
}

/** The middle one of nine that stand apart: no order that estates come in leads it far astray. */
function middleOf<T>(items: readonly T[], low: number, high: number, order: (a: T, b: T) => number): T {
  const step = (high - low - 1) / 8
  const drawn = Array.from({ length: 9 }, (_, at) => items[low + Math.floor(at * step)] as T)
  return drawn.sort(order)[4] as T
}
