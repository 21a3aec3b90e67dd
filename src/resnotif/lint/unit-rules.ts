import type { ProductReading, ReservationReading } from '../analysis.js'
import { findingAt } from './finding.js'
import type { LintFinding } from './rules.js'

/** Booked units against the guests that are sent. Interface: "Events", one node per guest per booked room. */
export function checkUnits({ style, products }: ReservationReading): LintFinding[] {
  return style === 'plain' ? [] : products.flatMap(checkProduct)
}

function checkProduct({ product, units }: ProductReading): LintFinding[] {
  const { booked, lines, roomTypeCode, ratePlanCode } = product
  const node = lines[0]?.product.node
  if (node === undefined) return []
  const wanted = booked ?? 1
  const count = (n: number): string => `${n} ${n === 1 ? 'unit' : 'units'} of ${roomTypeCode}-${ratePlanCode} with guests`
  if (units.length < wanted) return [findingAt('unit-without-guest', node, undefined, { found: count(units.length), expected: count(wanted) })]
  if (booked === undefined || units.length === booked) return []
  return units.slice(booked).flatMap(([guest]) => (guest === undefined ? [] : [findingAt('guest-of-unbooked-unit', guest.guest.node, 'GroupEventCode', { found: guest.code, expected: count(booked) })]))
}
