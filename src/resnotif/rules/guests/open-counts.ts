import { findingAt, type LintFinding } from '../../finding/index.js'
import { nightsIn, readNights } from '../../nights/index.js'
import { groupBy, spanOf, type StayNode } from '../../read/index.js'
import {
  type GuestReading,
  nameOfProduct,
  type ProductReading,
  type ReservationReading,
  unitsShown,
} from '../../units/index.js'
import { childOf, descend, valueOf } from '../../xml/index.js'
import { isInfant, peopleOfAll, peopleOfStays } from './guest-ages.js'
import { infantsUncounted } from './unnamed.js'

/** One way to read what GuestCounts count. */
export interface CountsReading {
  reading: ReservationReading
  /** What is to be told where they are meant so. */
  notes: LintFinding[]
  /** How many people ResGlobalInfo may leave out of the sum of its RoomStays, who are counted in two of them. */
  again?: number
  /** Who changes the room in one RoomStay is counted once there. */
  isOnce?: true
}

/**
 * The ways in which GuestCounts may be meant, the nearest first. The interface does not say whether counts without IsPerRoom are those of all rooms or of each, nor
 * whether those who sleep in a cot are counted, nor how often who changes the room during the stay.
 */
export function readingsOfCounts(reading: ReservationReading): CountsReading[] {
  const counted = unitsShown(reading).flatMap((one) => [one, ...countedPerRoom(one)])
  const moved = counted.map((one) => ({ one, sent: sentAgain(one) }))
  const all: CountsReading[] = [
    ...counted.map((one) => ({ reading: one, notes: [] })),
    ...moved.flatMap(({ one, sent }) => countedOnce(one, sent)),
    // RoomStays count them in each room, and ResGlobalInfo once.
    ...moved.flatMap(({ one, sent: { within, across } }) =>
      within.size > 0 ? [{ reading: one, notes: [], again: within.size + across }] : [],
    ),
  ]
  return [
    ...all,
    ...all.flatMap((one) =>
      withoutInfants(one.reading).map((other) => ({ ...one, ...other, notes: [...one.notes, ...other.notes] })),
    ),
  ]
}

const isOpen = ({ node, isPerRoom, guestCount, products }: StayNode): boolean =>
  !isPerRoom &&
  guestCount !== undefined &&
  valueOf(childOf(node, 'GuestCounts'), 'IsPerRoom') === undefined &&
  (products.length > 1 || products.some(({ units }) => units !== 1))

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
  const others = (all: readonly GuestReading[]): GuestReading[] => all.filter(({ guest }) => !isInfant(guest.node))
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

/**
 * Guests who are sent for one product and again for another on other nights are people who change the room or the plan, and are no more: a RoomStay that holds both may
 * count them once, and ResGlobalInfo may wherever they sleep.
 */
function countedOnce(reading: ReservationReading, { within, across, leftOut }: SentAgain): CountsReading[] {
  const { reservation, products, guests } = reading
  if (within.size + across === 0) return []
  const left = (all: readonly GuestReading[]): GuestReading[] => all.filter((guest) => !within.has(guest))
  const global = descend(reservation.node, 'ResGlobalInfo', 'TimeSpan')
  const stays = new Map(
    reservation.stays.map((stay): [StayNode, StayNode] => {
      const rooms = stay.isPerRoom ? atOnce(readNights(stay, global, true).lines) : Infinity
      const isTold = stay.guestCount !== undefined && Number.isFinite(rooms)
      return [stay, isTold ? { ...stay, isPerRoom: false, guestCount: (stay.guestCount ?? 0) * rooms } : stay]
    }),
  )
  const kept = products
    .map((one) => ({
      ...one,
      guests: left(one.guests),
      units: one.units.map(left).filter(({ length }) => length > 0),
      product: {
        ...one.product,
        lines: one.product.lines.map((line) => ({ ...line, stay: stays.get(line.stay) ?? line.stay })),
      },
    }))
    .filter((one) => one.guests.length > 0)
  return [
    {
      reading: {
        ...reading,
        reservation: { ...reservation, stays: [...stays.values()] },
        guests: left(guests),
        products: kept,
      },
      notes: leftOut,
      again: across,
      isOnce: true,
    },
  ]
}

/** Products that one name is sent for. More than these are no moves. */
const PRODUCTS_MAX = 20

interface SentAgain {
  /** Those who sleep in both rooms of one RoomStay. */
  within: Set<GuestReading>
  /** How many sleep in rooms of different RoomStays. */
  across: number
  /** A note on somebody who shares a room with one of them, and is not sent for the other room. */
  leftOut: LintFinding[]
}

/** Guests whose name is sent for a product before theirs, which is for other nights, or where fewer rooms are taken at once than are booked in all. */
function sentAgain({ reservation, products }: ReservationReading): SentAgain {
  const seen = new Map<string, { guest: GuestReading; one: ProductReading }[]>()
  for (const one of products)
    for (const guest of one.guests) {
      const name = nameOf(guest)
      const own = seen.get(name)
      if (own === undefined) seen.set(name, [{ guest, one }])
      else own.push({ guest, one })
    }
  seen.delete('')
  const several = [...seen.values()].filter(
    (own) => own.length <= PRODUCTS_MAX && own.some(({ one }) => one !== own[0]?.one),
  )
  const found: SentAgain = { within: new Set(), across: 0, leftOut: [] }
  if (several.length === 0) return found
  const nights = nightsByProduct(reservation)
  const booked = products.reduce((sum, { product }) => sum + (product.booked ?? product.lines.length), 0)
  const isFewer = nights.atOnce < booked
  const known = new Map(products.map((one) => [one, { nights: nights.of(one), stays: staysOf(one) }]))
  const isApart = (one: ProductReading, other: ProductReading): boolean => {
    const [own, others] = [known.get(one)?.nights, known.get(other)?.nights]
    return own !== undefined && others !== undefined && (isFewer || [...own].every((night) => !others.has(night)))
  }
  const shareStay = (one: ProductReading, other: ProductReading): boolean =>
    [...(known.get(one)?.stays ?? [])].some((stay) => known.get(other)?.stays.has(stay))
  const goOn = new Map<GuestReading, ProductReading[]>()
  for (const own of several)
    for (const [at, { guest, one }] of own.entries()) {
      const before = own.slice(0, at).filter((other) => other.one !== one && isApart(one, other.one))
      const inStay = before.filter((other) => shareStay(one, other.one))
      for (const other of inStay) {
        goOn.set(guest, [...(goOn.get(guest) ?? []), other.one])
        goOn.set(other.guest, [...(goOn.get(other.guest) ?? []), one])
      }
      if (inStay.length > 0) found.within.add(guest)
      else if (before.length > 0) found.across++
    }
  const productsOf = (guest: GuestReading): ProductReading[] => (seen.get(nameOf(guest)) ?? []).map(({ one }) => one)
  return { ...found, leftOut: tellLeftOut(products, goOn, productsOf, (one) => known.get(one)?.nights) }
}

/**
 * The first who shares a unit with somebody who changes the room, and is sent for nothing in nights of the other room.
 * @param goOn the other rooms of those who change them
 */
function tellLeftOut(
  products: readonly ProductReading[],
  goOn: ReadonlyMap<GuestReading, readonly ProductReading[]>,
  productsOf: (guest: GuestReading) => ProductReading[],
  nightsOf: (one: ProductReading) => ReadonlySet<number> | undefined,
): LintFinding[] {
  const isSentIn = (guest: GuestReading, other: ProductReading): boolean => {
    const own = productsOf(guest)
    if (own.includes(other)) return true
    const nights = own.map(nightsOf)
    return [...(nightsOf(other) ?? [])].every((night) => nights.some((all) => all === undefined || all.has(night)))
  }
  for (const { product, units } of products)
    for (const unit of units) {
      const others = [...new Set(unit.flatMap((guest) => goOn.get(guest) ?? []))].slice(0, PRODUCTS_MAX)
      for (const guest of others.length === 0 ? [] : unit) {
        const other = nameOf(guest) === '' ? undefined : others.find((one) => !isSentIn(guest, one))
        if (other === undefined) continue
        return [
          findingAt('guest-move-unchecked', guest.guest.node, 'ResGuestRPH', {
            found: `a guest of ${nameOfProduct(product)}`,
            expected: nameOfProduct(other.product),
          }),
        ]
      }
    }
  return []
}

const staysOf = ({ product }: ProductReading): Set<StayNode> => new Set(product.lines.map(({ stay }) => stay))

const nameOf = ({ guest }: GuestReading): string =>
  guest.name === ''
    ? ''
    : JSON.stringify([guest.name, valueOf(guest.node, 'AgeQualifyingCode'), valueOf(guest.node, 'Age')])

interface NightsByProduct {
  /** Undefined where they are not told. */
  of: (one: ProductReading) => ReadonlySet<number> | undefined
  /** Units of the night that has the most; Infinity where that is not told. */
  atOnce: number
}

function nightsByProduct({ node, stays }: ReservationReading['reservation']): NightsByProduct {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const lines = stays.flatMap((stay) => {
    const whole = nightsIn(spanOf(stay.timeSpan))
    return readNights(stay, global, true).lines.map((line) => ({ ...line, nights: line.nights ?? whole }))
  })
  const byProduct = groupBy(lines, ({ node: rate }) =>
    JSON.stringify([valueOf(rate, 'RoomTypeCode'), valueOf(rate, 'RatePlanCode')]),
  )
  return {
    of: ({ product: { roomTypeCode, ratePlanCode, lines: own } }) => {
      const all =
        byProduct.get(JSON.stringify([roomTypeCode, ratePlanCode]))?.map(({ nights }) => nights) ??
        [...new Set(own.map(({ stay }) => stay))].map((stay) => nightsIn(spanOf(stay.timeSpan)))
      return all.length > 0 && all.every((one) => one !== undefined) ? new Set(all.flat()) : undefined
    },
    atOnce: atOnce(lines),
  }
}

/** Units of the night that has the most; Infinity where that is not told. */
function atOnce(lines: readonly { nights: readonly number[] | undefined; units: number | undefined }[]): number {
  const units = new Map<number, number>()
  for (const { nights = [], units: many = NaN } of lines)
    for (const night of nights) units.set(night, (units.get(night) ?? 0) + many)
  const isTold = units.size > 0 && lines.every((line) => line.nights !== undefined && line.units !== undefined)
  return isTold ? Math.max(...units.values()) : Infinity
}
