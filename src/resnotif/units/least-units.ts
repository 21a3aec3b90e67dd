import { type MessageProduct, spanOf, type StayNode } from '../read/index.js'
import type { GuestReading } from './reading.js'

type Line = MessageProduct['lines'][number]

/**
 * A product of which nothing tells the units, booked in several RoomStays at once, by guests who carry fewer codes: each RoomStay is for one unit at least, so that units
 * share a code. Any other product as it is.
 */
export function withLeastUnits(product: MessageProduct, guests: readonly GuestReading[]): MessageProduct {
  const { lines, booked } = product
  const isSilent = booked === undefined && lines.every((line) => line.product.units === undefined)
  const stays = new Set(lines.map(({ stay }) => stay))
  if (!isSilent || stays.size < 2 || stays.size !== lines.length) return product
  const least = fullest(lines, () => 1).most
  const codes = new Set(guests.map(({ key }) => key))
  if (least !== lines.length || guests.length < least || codes.size >= least || codes.has(undefined)) return product
  return {
    ...product,
    lines: lines.map(({ stay, product: one }) => ({ stay, product: { ...one, units: 1 } })),
    booked: least,
  }
}

/**
 * A product whose RoomStays follow each other, by guests who carry as many codes as one night has units and are no more than one night has people: they may be parts of one
 * stay in the same units. Any other product as it is.
 */
export function withUnitsInTurn(product: MessageProduct, guests: readonly GuestReading[]): MessageProduct {
  const { lines, booked } = product
  if (booked === undefined || lines.length < 2 || guests.length === 0) return product
  const { most } = fullest(lines, unitsOf)
  const codes = new Set(guests.map(({ key }) => key))
  if (most >= booked || codes.has(undefined) || codes.size !== most) return product
  const names = guests.map(({ guest, at }) => (guest.name === '' ? String(at) : guest.name))
  return new Set(names).size <= fullest(lines, ({ stay }) => peopleOf(stay)).most
    ? { ...product, booked: most }
    : product
}

/** The lines of a product that are for the night with the most units, where fewer units than all of them have may be booked in turn. */
export function linesAtOnce({ lines, booked = Infinity }: MessageProduct): readonly Line[] {
  return isInTurn({ lines, booked }) ? fullest(lines, unitsOf).lines : lines
}

/** Whether a product is read as fewer units than its lines have, which follow each other. */
export const isInTurn = ({ lines, booked = Infinity }: Pick<MessageProduct, 'lines' | 'booked'>): boolean =>
  booked < lines.reduce((sum, line) => sum + (unitsOf(line) ?? 0), 0)

const unitsOf = ({ product }: Line): number | undefined => product.units

function peopleOf({ guestCount, isPerRoom, products }: StayNode): number | undefined {
  const units = products.reduce((sum, one) => sum + (one.units ?? 1), 0)
  return guestCount === undefined || !isPerRoom ? guestCount : guestCount * units
}

/** The night that has the most, and the lines that are for it; those that do not tell their days are for all. */
function fullest(lines: readonly Line[], manyOf: (line: Line) => number | undefined): { most: number; lines: Line[] } {
  const each = lines.map((line) => ({ line, span: spanOf(line.stay.timeSpan), many: manyOf(line) ?? 0 }))
  const changes = each
    .flatMap(({ span, many }) =>
      span === undefined
        ? []
        : [
            { day: span.from, many },
            { day: span.to, many: -many },
          ],
    )
    .toSorted((a, b) => a.day - b.day || a.many - b.many)
  let [now, most, fullestDay] = [0, 0, changes[0]?.day]
  for (const { day, many } of changes) {
    now += many
    if (now > most) [most, fullestDay] = [now, day]
  }
  const isFor = (span: (typeof each)[number]['span']): boolean =>
    span === undefined || (fullestDay !== undefined && span.from <= fullestDay && fullestDay < span.to)
  const always = each.reduce((sum, { span, many }) => sum + (span === undefined ? many : 0), 0)
  return { most: most + always, lines: each.flatMap(({ line, span }) => (isFor(span) ? [line] : [])) }
}
