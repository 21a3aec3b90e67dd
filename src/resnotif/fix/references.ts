import { composeRph } from '../build/index.js'
import { productOfGuest } from '../read/index.js'
import type { ReservationReading } from '../units/index.js'
import type { XmlNode } from '../xml/index.js'
import { type Edit, replacement } from './edits.js'

/** References that lead nowhere, turned to the guest that they can only mean. */
export function referenceEdits(
  reading: ReservationReading,
  renamed: ReadonlyMap<string, string>,
  index: string | undefined,
  text: string,
): Edit[] {
  const { reservation, guests, products } = reading
  const right = new Set(
    guests.flatMap(({ guest }) => (guest.rph === undefined ? [] : [renamed.get(guest.rph.value) ?? guest.rph.value])),
  )
  return reservation.references.flatMap(({ node, value, attribute }) => {
    if (attribute === undefined || right.has(value)) return []
    const { product, expectedRph } = productOfGuest(
      value,
      products.map((one) => one.product),
    )
    const guess =
      product !== undefined && index !== undefined
        ? composeRph(index, product.roomTypeCode, product.ratePlanCode)
        : expectedRph
    const to = renamed.get(value) ?? guess ?? onlyUnnamed(reading, node, right)
    return to === undefined || !right.has(to) || to === value ? [] : [replacement(attribute, to, text)]
  })
}

/** The one right RPH that the stay of a reference (or, outside of stays, the reservation) should name and does not. */
function onlyUnnamed(
  { reservation, guests }: ReservationReading,
  node: XmlNode,
  right: ReadonlySet<string>,
): string | undefined {
  const stay = reservation.stays.find((one) => one.node === node.parent?.parent)
  const siblings = reservation.references.filter((one) => stay === undefined || one.node.parent === node.parent)
  const own =
    stay === undefined
      ? undefined
      : new Set(
          guests.flatMap(({ product, expectedRph }) =>
            product?.lines.some((line) => line.stay === stay) === true ? (expectedRph ?? []) : [],
          ),
        )
  const left = [...right].filter((rph) => own?.has(rph) !== false && !siblings.some(({ value }) => value === rph))
  return left.length === 1 ? left[0] : undefined
}
