import type { LintFinding } from '../../finding/index.js'
import type { StayNode } from '../../read/index.js'
import type { GuestReading, ReservationReading } from '../../units/index.js'
import { childOf, valueOf } from '../../xml/index.js'
import { peopleOfAll, peopleOfStays } from './guest-ages.js'
import { infantsUncounted } from './unnamed.js'

/** One way to read what GuestCounts count. */
export interface CountsReading {
  reading: ReservationReading
  /** What is to be told where they are meant so. */
  notes: LintFinding[]
}

/**
 * The ways in which GuestCounts may be meant, the nearest first. The interface does not say whether counts without IsPerRoom are those of all rooms or of each, nor
 * whether those who sleep in a cot are counted.
 */
export function readingsOfCounts(reading: ReservationReading): CountsReading[] {
  const all = [reading, ...countedPerRoom(reading)]
  return [...all.map((one) => ({ reading: one, notes: [] })), ...all.flatMap(withoutInfants)]
}

const isOpen = ({ node, isPerRoom, guestCount, products }: StayNode): boolean =>
  !isPerRoom &&
  guestCount !== undefined &&
  valueOf(childOf(node, 'GuestCounts'), 'IsPerRoom') === undefined &&
  products.some(({ units }) => units !== 1)

function countedPerRoom(reading: ReservationReading): ReservationReading[] {
  const { reservation, products } = reading
  if (!reservation.stays.some(isOpen)) return []
  const stays = new Map(
    reservation.stays.map((stay): [StayNode, StayNode] => [stay, isOpen(stay) ? { ...stay, isPerRoom: true } : stay]),
  )
  return [
    {
      ...reading,
      reservation: { ...reservation, stays: [...stays.values()] },
      products: products.map((one) => ({
        ...one,
        product: {
          ...one.product,
          lines: one.product.lines.map((line) => ({ ...line, stay: stays.get(line.stay) ?? line.stay })),
        },
      })),
    },
  ]
}

function withoutInfants(reading: ReservationReading): CountsReading[] {
  const { reservation, products, guests } = reading
  const counted = [peopleOfStays(reservation.stays) ?? [], peopleOfAll(reservation.node)]
  const notes = infantsUncounted(counted, guests)
  if (notes.length === 0) return []
  const others = (all: readonly GuestReading[]): GuestReading[] =>
    all.filter(({ guest }) => valueOf(guest.node, 'AgeQualifyingCode') !== '7')
  return [
    {
      notes,
      reading: {
        ...reading,
        guests: others(guests),
        products: products.map((one) => ({
          ...one,
          guests: others(one.guests),
          units: one.units.map(others).filter((unit) => unit.length > 0),
        })),
      },
    },
  ]
}
