import { findingAt, type LintFinding } from '../../finding/index.js'
import { isCancelledAt, rphOf } from '../../read/index.js'
import type { GuestReading, ProductReading, ReservationReading } from '../../units/index.js'

/** Booked units against the guests that are sent. Interface: "Events", one node per guest per booked room. */
export function checkUnits({ style, products, guests }: ReservationReading): LintFinding[] {
  const strays = guests.filter((guest) => guest.product === undefined)
  const isKept = ({ product: { lines } }: ProductReading): boolean =>
    !lines.every(({ stay }) => isCancelledAt(stay.node))
  return style === 'plain'
    ? []
    : products.flatMap((one) =>
        checkProduct(one, strays).filter(({ rule }) => rule !== 'unit-without-guest' || isKept(one)),
      )
}

const LINES_MAX = 6

/** Guests whose references name no booked product may be those who are missed. */
function ofStrays(strays: readonly GuestReading[], rph: string): { why?: string; remedy?: string } {
  if (strays.length === 0) return {}
  const lines = [...new Set(strays.map(({ guest }) => guest.node.place.line))]
  const named = `line${lines.length === 1 ? '' : 's'} ${lines.slice(0, LINES_MAX).join(', ')}${lines.length > LINES_MAX ? ` and ${lines.length - LINES_MAX} more` : ''}`
  return {
    why: `No reference names this unit. Either the references of the guests at ${named} are wrong, or no guest is sent for it.`,
    remedy: `Correct those references (${rph} for this product); if its guests are others, send one ResGuest for it.`,
  }
}

function checkProduct({ product, units }: ProductReading, strays: readonly GuestReading[]): LintFinding[] {
  const { booked, lines, roomTypeCode, ratePlanCode } = product
  const node = lines[0]?.product.node
  if (node === undefined) return []
  const wanted = booked ?? 1
  const count = (n: number): string =>
    `${n} ${n === 1 ? 'unit' : 'units'} of ${roomTypeCode}-${ratePlanCode} with guests`
  if (units.length < wanted)
    return [
      findingAt('unit-without-guest', node, undefined, {
        found: count(units.length),
        expected: count(wanted),
        ...ofStrays(strays, rphOf(product)),
      }),
    ]
  if (booked === undefined || units.length === booked) return []
  return units.slice(booked).flatMap(([guest]) =>
    guest === undefined
      ? []
      : [
          findingAt('guest-of-unbooked-unit', guest.guest.node, 'GroupEventCode', {
            found: guest.code,
            expected: count(booked),
          }),
        ],
  )
}
