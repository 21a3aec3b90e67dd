import { type MessageProduct, spanOf } from '../read/index.js'
import type { GuestReading } from './reading.js'

/**
 * A product of which nothing tells the units, booked in several RoomStays at once, by guests who carry fewer codes: each RoomStay is for one unit at least, so that units
 * share a code. Any other product as it is.
 */
export function withLeastUnits(product: MessageProduct, guests: readonly GuestReading[]): MessageProduct {
  const { lines, booked } = product
  const isSilent = booked === undefined && lines.every((line) => line.product.units === undefined)
  const stays = new Set(lines.map(({ stay }) => stay))
  if (!isSilent || stays.size < 2 || stays.size !== lines.length) return product
  const least = atOnce(lines)
  const codes = new Set(guests.map(({ key }) => key))
  if (least !== lines.length || guests.length < least || codes.size >= least || codes.has(undefined)) return product
  return {
    ...product,
    lines: lines.map(({ stay, product: one }) => ({ stay, product: { ...one, units: 1 } })),
    booked: least,
  }
}

/** How many RoomStays are for one night, at the most; those that do not tell their days are for all. */
function atOnce(lines: MessageProduct['lines']): number {
  const spans = lines.map(({ stay }) => spanOf(stay.timeSpan))
  const days = spans.flatMap((span) => span?.from ?? [])
  const on = (day: number): number =>
    spans.filter((span) => span === undefined || (span.from <= day && day < span.to)).length
  return days.length === 0 ? lines.length : Math.max(...[...new Set(days)].map(on))
}
