import type { LintFinding } from '../../finding/index.js'
import { nightsIn, readNights } from '../../nights/index.js'
import { spanOf, type StayNode } from '../../read/index.js'
import type { GuestReading, ReservationReading } from '../../units/index.js'
import { childOf, descend, valueOf } from '../../xml/index.js'
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
 * whether those who sleep in a cot are counted, nor how often who changes the room during the stay.
 */
export function readingsOfCounts(reading: ReservationReading): CountsReading[] {
  const counted = [reading, ...countedPerRoom(reading)]
  const all = [...counted, ...counted.flatMap(countedOnce)]
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

/** Guests who are sent for one product and again for another on other nights: people who change the room or the plan, and are no more. */
function countedOnce(reading: ReservationReading): ReservationReading[] {
  const { reservation, products, guests } = reading
  const nights = new Map(products.map((one) => [one, nightsOf(one, reservation)]))
  const seen = new Map<string, Set<number>[]>()
  const again = new Set<GuestReading>()
  const isFewer =
    unitsAtOnce(reservation) < products.reduce((sum, { product }) => sum + (product.booked ?? product.lines.length), 0)
  for (const one of products) {
    const own = nights.get(one)
    for (const guest of own === undefined ? [] : one.guests) {
      const name = nameOf(guest)
      const before = seen.get(name) ?? []
      if (name === '' || own === undefined) continue
      if (before.some((other) => isFewer || isApart(own, other))) again.add(guest)
      seen.set(name, [...before, own])
    }
  }
  if (again.size === 0) return []
  const left = (all: readonly GuestReading[]): GuestReading[] => all.filter((guest) => !again.has(guest))
  const isMoved = (stay: StayNode): boolean => {
    const own = products.filter(({ product }) => product.lines.some((line) => line.stay === stay))
    return own.length > 0 && own.every((one) => one.guests.length > 0 && left(one.guests).length === 0)
  }
  return [
    {
      ...reading,
      reservation: { ...reservation, stays: reservation.stays.filter((stay) => !isMoved(stay)) },
      guests: left(guests),
      products: products
        .map((one) => ({
          ...one,
          guests: left(one.guests),
          units: one.units.map(left).filter(({ length }) => length > 0),
        }))
        .filter((one) => one.guests.length > 0),
    },
  ]
}

/** Units of the night that has the most, of all stays; Infinity where that is not told. */
function unitsAtOnce({ node, stays }: ReservationReading['reservation']): number {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const units = new Map<number, number>()
  for (const { nights, units: many } of stays.flatMap((stay) => readNights(stay, global, true).lines)) {
    if (nights === undefined || many === undefined) return Infinity
    for (const night of nights) units.set(night, (units.get(night) ?? 0) + many)
  }
  return units.size === 0 ? Infinity : Math.max(...units.values())
}

const nameOf = ({ guest }: GuestReading): string =>
  guest.name === ''
    ? ''
    : JSON.stringify([guest.name, valueOf(guest.node, 'AgeQualifyingCode'), valueOf(guest.node, 'Age')])

const isApart = (one: Set<number>, other: Set<number>): boolean => [...one].every((night) => !other.has(night))

/** The nights of a product; undefined where they are not told. */
function nightsOf(
  { product }: ReservationReading['products'][number],
  { node }: ReservationReading['reservation'],
): Set<number> | undefined {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const stays = [...new Set(product.lines.map(({ stay }) => stay))]
  const all = stays.flatMap((stay) => {
    const own = readNights(stay, global, true).lines.filter(
      ({ node: rate }) =>
        valueOf(rate, 'RoomTypeCode') === product.roomTypeCode &&
        valueOf(rate, 'RatePlanCode') === product.ratePlanCode,
    )
    return own.length > 0 ? own.map(({ nights }) => nights) : [nightsIn(spanOf(stay.timeSpan))]
  })
  return all.length > 0 && all.every((one) => one !== undefined) ? new Set(all.flat()) : undefined
}
