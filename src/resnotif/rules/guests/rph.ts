import { findingAt, type LintFinding } from '../../finding/index.js'
import { codesAsLabel, COMPOSITE, rphOf } from '../../read/index.js'
import type { GuestReading, ReservationReading } from '../../units/index.js'
import { childOf, type XmlNode } from '../../xml/index.js'

/** ResGuestRPH and everything that refers to it. Interface: "Reservation", guest mapping. */
export function checkReferences(reading: ReservationReading): LintFinding[] {
  const { style, reservation, guests } = reading
  const findings =
    style === 'composite'
      ? [...guests.flatMap((guest) => checkRph(guest, reading)), ...checkAmbiguity(reading)]
      : checkDuplicates(reading)
  const known = new Set(guests.flatMap(({ guest }) => guest.rph?.value ?? []))
  const isNamed = guests.some(({ guest }) => guest.rph !== undefined)
  for (const reference of reservation.references) {
    // The guests lack their references, which is said of each.
    if (style === 'composite' && !isNamed) break
    if (!known.has(reference.value))
      findings.push(
        findingAt('rph-dangling', reference.node, reference.attribute?.name, {
          found: reference.value,
          expected: [...known].slice(0, 5).join(' or ') || undefined,
        }),
      )
  }
  return [...findings, ...(style === 'composite' ? checkUnreferenced(reading) : checkRepeated(reading))]
}

function checkRph(
  { guest, expectedRph, product, possible }: GuestReading,
  { products, faults }: ReservationReading,
): LintFinding[] {
  const { rph } = guest
  if (rph === undefined)
    return [
      findingAt('rph-missing', guest.node, 'ResGuestRPH', expectedRph === undefined ? {} : { expected: expectedRph }),
    ]
  if (expectedRph !== undefined) {
    const isOnlyIndex =
      product !== undefined &&
      rph.value.endsWith(`-${product.roomTypeCode}-${product.ratePlanCode}`) &&
      /^\d+-/.test(rph.value)
    if (rph.value === expectedRph || (isOnlyIndex && followsCounter({ guests: products.flatMap((one) => one.guests) })))
      return []
    return [findingAt('rph-not-from-parts', guest.node, 'ResGuestRPH', { found: rph.value, expected: expectedRph })]
  }
  const isOther = COMPOSITE.test(rph.value) && products.length > 0 && faults !== undefined
  return isOther
    ? [
        findingAt('guest-of-unbooked-unit', guest.node, 'ResGuestRPH', {
          found: rph.value,
          expected: products.map((one) => `${one.product.roomTypeCode}-${one.product.ratePlanCode}`).join(' or '),
          ...otherReading(products),
        }),
      ]
    : [
        findingAt('rph-not-from-parts', guest.node, 'ResGuestRPH', {
          found: rph.value,
          ...(possible === undefined ? {} : { expected: possible.slice(0, NAMED_MAX).join(' or ') }),
        }),
      ]
}

const NAMED_MAX = 5

/** Where a booked product has too few guests, the reference may be what is wrong. */
function otherReading(products: ReservationReading['products']): { remedy?: string } {
  const empty = products.filter(({ product, units }) => units.length < (product.booked ?? 1)).slice(0, NAMED_MAX)
  return empty.length === 0
    ? {}
    : {
        remedy: `If the guest sleeps in a room that is booked, write its reference: ${empty.map(({ product }) => rphOf(product)).join(' or ')}. Otherwise book the unit, or take the guest out.`,
      }
}

/** The index part of the RPHs changes, and is the counter on every guest. */
export function followsCounter({ guests }: Pick<ReservationReading, 'guests'>): boolean {
  const pairs = guests.flatMap(({ guest, code }) =>
    guest.rph === undefined ? [] : [[/^(\d+)-/.exec(guest.rph.value)?.[1], code]],
  )
  return (
    pairs.length > 0 &&
    new Set(pairs.map(([index]) => index)).size > 1 &&
    pairs.every(([index, code]) => index !== undefined && index === code)
  )
}

function checkAmbiguity({ guests }: ReservationReading): LintFinding[] {
  const seen = new Set<string>()
  return guests.flatMap(({ guest, candidates, product }) => {
    const value = guest.rph?.value
    if (value === undefined || product === undefined || seen.has(value)) return []
    seen.add(value)
    const parts = candidates.map((one) => `${one.roomTypeCode} with ${one.ratePlanCode}`)
    if (new Set(parts).size > 1)
      return [
        findingAt('rph-ambiguous', guest.node, 'ResGuestRPH', {
          found: value,
          expected: `either ${parts.join(' or ')}`,
        }),
      ]
    const hasDash = product.roomTypeCode.includes('-') || product.ratePlanCode.includes('-')
    return hasDash ? [findingAt('rph-dash-in-code', guest.node, 'ResGuestRPH', { found: value })] : []
  })
}

function checkDuplicates({ guests, products }: ReservationReading): LintFinding[] {
  const seen = new Set<string>()
  return guests.flatMap(({ guest }) => {
    const value = guest.rph?.value
    if (value === undefined) return []
    const isRepeated = seen.has(value)
    seen.add(value)
    return isRepeated
      ? [findingAt('rph-duplicate', guest.node, 'ResGuestRPH', { found: value, ...bothReadings(value, products) })]
      : []
  })
}

/** One guest twice in the list of a RoomStay of one room. Of several rooms one guest may stand for each. */
function checkRepeated({ reservation }: ReservationReading): LintFinding[] {
  const seen = new Map<XmlNode, Set<string>>()
  for (const { node, products } of reservation.stays) {
    const list = childOf(node, 'ResGuestRPHs')
    if (list !== undefined && products.length > 0 && products.every(({ units }) => units === 1))
      seen.set(list, new Set())
  }
  return reservation.references.flatMap(({ node, attribute, value }) => {
    const known = seen.get(node) ?? seen.get(node.parent ?? node)
    const isRepeated = known?.has(value) === true
    known?.add(value)
    return isRepeated ? [findingAt('rph-repeated', node, attribute?.name, { found: value })] : []
  })
}

/** A label that is the IndexNumber, or the code of a booked room or plan, may be all that is left of a composite reference, which guests of one product share. */
function bothReadings(value: string, products: ReservationReading['products']): { why?: string; remedy?: string } {
  const meant = codesAsLabel(
    value,
    products.map(({ product }) => product),
  )
    .slice(0, NAMED_MAX)
    .map(rphOf)
  if (meant.length === 0) return {}
  return {
    why: `${value} is also part of the reference to what is booked. If the references are this service's, they lack the rest of <IndexNumber>-<RoomTypeCode>-<RatePlanCode>; if they are labels of the sender, two guests carry one.`,
    remedy: `In the first case write ${meant.join(' or ')}, the same for all guests of that product; in the second give each guest its own.`,
  }
}

/** ResGuestRPHs of a RoomStay are optional; only where a message uses them is a guest that they leave out a fault. */
function checkUnreferenced({ reservation, guests }: ReservationReading): LintFinding[] {
  if (!reservation.references.some(({ node }) => isInStay(node))) return []
  const named = new Set(reservation.references.map(({ value }) => value))
  const seen = new Set<string>()
  return guests.flatMap(({ guest }) => {
    const value = guest.rph?.value
    if (value === undefined || named.has(value) || seen.has(value)) return []
    seen.add(value)
    return [findingAt('rph-unreferenced', guest.node, 'ResGuestRPH', { found: value })]
  })
}

function isInStay(node: XmlNode): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) if (at.name === 'RoomStay') return true
  return false
}
