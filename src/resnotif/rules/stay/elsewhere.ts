import { nightsIn, type StayNights } from '../../nights/index.js'
import { groupBy, type MessageReservation, ratedProductsOf, type StayNode } from '../../read/index.js'
import { valueOf } from '../../xml/index.js'
import { productOf } from './products.js'

/** Units of each product in each night. */
type Booked = Map<string, Map<number, number>>

/**
 * Of each RoomStay, whether rooms that it prices in some of its nights alone may go on in another one in the others: all RoomStays together have as many units each night,
 * and somebody who sleeps in such a room is sent for the other one.
 */
export function goOnElsewhere(reservation: MessageReservation, reads: readonly StayNights[]): boolean[] {
  if (!mayGoOn(reads)) return reads.map(() => false)
  if (reads.length < 2) return reads.map(() => true)
  const guests = guestsByProduct(reservation)
  if (guests === undefined) return reads.map(() => true)
  const booked = reservation.stays.map((stay, at) => unitsIn(stay, reads[at]))
  const nights = nightsOf(booked)
  const ends = new Map([...nights].map(([product, own]) => [product, endsOf([...own])]))
  // Guests who are missing may be anybody.
  if ([...nights.keys()].some((product) => !guests.sent.has(product))) return reads.map(() => true)
  const around = endsOf(reads.flatMap(({ span }) => (span === undefined ? [] : [span.from, span.to - 1])))
  return reads.map((read, at) => {
    const own = booked[at] ?? new Map()
    const stay = nightsIn(read.span) ?? []
    const others = [...own.keys()].flatMap((product) => [...(guests.goOn.get(product) ?? [])])
    const ofGuests = endsOf([...own.keys(), ...others].flatMap((product) => ends.get(product) ?? []))
    const isWhole = [around, ofGuests].some((whole) => endsOf(stay).join() === whole.join())
    const isBare = (night: number): boolean => [...own.values()].every((units) => !units.has(night))
    if (!isWhole && stay.some(isBare)) return false
    return fewerIn(own, stay).every(({ night, products }) =>
      products.some((product) =>
        [...(guests.goOn.get(product) ?? [])].some((other) => nights.get(other)?.has(night) === true),
      ),
    )
  })
}

/** Whether some rooms or plans begin later than others, and each night has as many units in all RoomStays together, or no RoomRate tells its units and each night has a price. */
function mayGoOn(reads: readonly StayNights[]): boolean {
  const lines = reads.flatMap((read) =>
    read.lines.map((line) => ({ ...line, nights: line.nights ?? nightsIn(read.span) })),
  )
  const units = new Map<number, number>()
  for (const { nights = [], units: many = NaN } of lines)
    for (const night of nights) units.set(night, (units.get(night) ?? 0) + many)
  const isPriced = units.size > 0 && reads.every(({ span }) => nightsIn(span)?.every((night) => units.has(night)))
  if (!isPriced) return false
  const first = Math.min(...units.keys())
  const begun = new Set(
    lines.flatMap(({ node, nights }) => (nights?.includes(first) === true ? [productOf(node)] : [])),
  )
  const isMoved = lines.some(({ node }) => !begun.has(productOf(node)))
  const isSilent = lines.every(({ node }) => valueOf(node, 'NumberOfUnits') === undefined)
  return isMoved && (isSilent || (reads.length > 1 && new Set(units.values()).size === 1))
}

interface SentGuests {
  /** Products that guests are sent for. */
  sent: Set<string>
  /** Of each product, others for which one of its guests is sent. */
  goOn: Map<string, Set<string>>
}

/** Products that one name is sent for. More than these are no moves. */
const PRODUCTS_MAX = 20

/** By the end of their references; undefined where one has another form or no name, so that anybody may be meant. */
function guestsByProduct({ guests }: MessageReservation): SentGuests | undefined {
  const coded = guests.filter(({ rph, groupEventCode }) => rph !== undefined || groupEventCode !== undefined)
  const all = coded.map(({ rph, name }) => ({ name, product: /^\d{1,9}-(.+)$/s.exec(rph?.value ?? '')?.[1] }))
  if (all.some(({ name, product }) => name === '' || product === undefined)) return undefined
  const sent = new Set(all.flatMap(({ product }) => product ?? []))
  const goOn = new Map<string, Set<string>>()
  for (const own of groupBy(all, ({ name }) => name).values()) {
    const products = new Set(own.flatMap(({ product }) => product ?? []))
    if (products.size < 2) continue
    if (products.size > PRODUCTS_MAX) return undefined
    for (const product of products) {
      const others = goOn.get(product) ?? new Set()
      for (const other of products) if (other !== product) others.add(other)
      goOn.set(product, others)
    }
  }
  return { sent, goOn }
}

function unitsIn({ node: stay }: StayNode, read: StayNights | undefined): Booked {
  const codes = new Map(
    ratedProductsOf(stay).map(({ node, roomTypeCode, ratePlanCode }) => [node, `${roomTypeCode}-${ratePlanCode}`]),
  )
  const found: Booked = new Map()
  for (const { node, nights = nightsIn(read?.span) ?? [], units = 1 } of read?.lines ?? []) {
    const product = codes.get(node) ?? ''
    const own = found.get(product) ?? new Map<number, number>()
    for (const night of nights) own.set(night, (own.get(night) ?? 0) + units)
    found.set(product, own)
  }
  return found
}

/** The nights of each product, in whatever RoomStay. */
function nightsOf(booked: readonly Booked[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  for (const [product, units] of booked.flatMap((one) => [...one])) {
    const nights = found.get(product) ?? new Set()
    for (const night of units.keys()) nights.add(night)
    found.set(product, nights)
  }
  return found
}

/** Nights in which a RoomStay has fewer units than in others, and the products of which these are. */
function fewerIn(booked: Booked, stay: readonly number[]): { night: number; products: string[] }[] {
  const each = [...booked].map(([product, units]) => ({ product, units, most: Math.max(...units.values()) }))
  const all = (night: number): number => each.reduce((sum, { units }) => sum + (units.get(night) ?? 0), 0)
  const most = Math.max(...stay.map(all))
  return stay
    .filter((night) => all(night) < most)
    .map((night) => ({
      night,
      products: each.flatMap(({ product, units, most: own }) => ((units.get(night) ?? 0) < own ? [product] : [])),
    }))
}

/** First and last of some nights. */
function endsOf(nights: readonly number[]): number[] {
  return nights.reduce(
    ([first, last], night) => [Math.min(first ?? night, night), Math.max(last ?? night, night)],
    [] as number[],
  )
}
