import { groupBy } from '../read/index.js'
import type { GuestFacts, ReservationFacts, StayFacts } from '../facts/index.js'
import { heaviestPairs } from './heaviest.js'
import { moneyKey, moneyText } from './prices.js'

export const daysOf = ({ arrival, departure }: StayFacts): string => `${arrival ?? '?'} to ${departure ?? '?'}`

/** Rooms of a stay; one whose plan changes on the way is one room. */
function roomsOf({ rooms }: StayFacts): string[] {
  const whole = rooms.flatMap(({ room, from }) => (room === undefined || from !== undefined ? [] : [room]))
  const parts = rooms.flatMap(({ room, from }) => (room === undefined || from === undefined ? [] : [room]))
  return [...whole, ...new Set(parts.filter((room) => !whole.includes(room)))]
}

/** A RoomStay by what it books, as its number says only where it stands. */
export const stayText = (stay: StayFacts | undefined): string =>
  stay === undefined
    ? 'a stay'
    : `stay ${daysOf(stay)}${roomsOf(stay)
        .map((room) => `, room ${room}`)
        .join('')}`

/** Stays of the same days, with the rooms of all of them. */
export const staysText = (stays: readonly StayFacts[]): string => {
  const rooms = stays.flatMap((stay) => stay.rooms)
  const others = rooms.filter(({ room }, at) => rooms.findIndex((one) => one.room === room) === at)
  return stayText(stays[0] && { ...stays[0], rooms: others })
}

/** What tells stays of the same days and rooms apart: plans, units and prices. */
const bookedKey = ({ rooms, prices, roomTotals, total }: StayFacts): string =>
  JSON.stringify([
    rooms.map(({ room, plan, units, from }) => JSON.stringify([room, plan, units, from])).toSorted(),
    [...prices, ...roomTotals]
      .map((one) => JSON.stringify([one.room, one.plan, one.from, one.to, one.per, moneyKey(one)]))
      .toSorted(),
    total === undefined ? undefined : moneyKey(total),
  ])

/** Whether a list has all that another one has, each as often. */
export const isPart = (some: readonly string[], all: readonly string[]): boolean => {
  const left = [...all]
  return some.every((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** All that a guest is known by: neither number nor place. */
export const selfOf = ({
  line: _line,
  node: _node,
  rph: _rph,
  code: _code,
  room: _room,
  plan: _plan,
  unit: _unit,
  isUnitOpen: _open,
  stays: _stays,
  ...self
}: GuestFacts): string => JSON.stringify(self)

/** The same without the mark of the primary guest, which the first node of a message has, whoever that is. */
export const coreOf = (guest: GuestFacts): string => selfOf({ ...guest, isPrimary: false })

interface Weighed {
  at: number
  stay: StayFacts
  booked: string
  names: string[]
  selves: string[]
  counted: string[]
}

/** Units of guests of a kind and age; more of one than any room has weigh no more. */
const countedOf = ({ counts }: StayFacts): string[] =>
  counts.flatMap(({ count, kind, age, ageBucket }) =>
    Array.from({ length: Math.min(count, 20) }, () => JSON.stringify([kind, age, ageBucket])),
  )

function weighed({ stays, guests }: ReservationFacts): Weighed[] {
  return stays.map((stay, index) => {
    const own = guests.filter((guest) => guest.stays.includes(index + 1))
    return {
      at: index + 1,
      stay,
      booked: bookedKey(stay),
      names: own.map(({ name }) => name),
      selves: own.map(selfOf),
      counted: countedOf(stay),
    }
  })
}

/** How many of a list another one has as well. */
export function common(some: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return some.filter((one) => {
    const many = left.get(one) ?? 0
    left.set(one, many - 1)
    return many > 0
  }).length
}

/** More stays of the same days and rooms are taken without weighing where they are equal. */
const WEIGHED_MAX = 60

/** What is equal of a great many stays, and the rest of both lists. */
function pairsOfEqual(left: Weighed[], right: Weighed[]): [[Weighed, Weighed][], Weighed[], Weighed[]] {
  if (Math.max(left.length, right.length) <= WEIGHED_MAX) return [[], left, right]
  const keyOf = ({ booked, selves, counted }: Weighed): string => JSON.stringify([booked, selves.toSorted(), counted])
  const waiting = groupBy(right, keyOf)
  const found = left.flatMap((one): [Weighed, Weighed][] => {
    const other = waiting.get(keyOf(one))?.shift()
    return other === undefined ? [] : [[one, other]]
  })
  const taken = new Set(found.flat())
  return [found, left.filter((one) => !taken.has(one)), right.filter((one) => !taken.has(one))]
}

/**
 * Whose stays stay what they were, by their numbers from 1. Where all stays of some rooms and days are there again at their prices, each is the one of its price, and people
 * move; else it is the one of its guests. Of several that book the same, so that as few people as possible move.
 */
export function pairStays(before: ReservationFacts, after: ReservationFacts): Map<number, number> {
  const [old, now] = [before, after].map((one) => groupBy(weighed(one), ({ stay }) => stayText(stay))) as [
    Map<string, Weighed[]>,
    Map<string, Weighed[]>,
  ]
  const pairs: [number, number][] = []
  for (const [text, left] of old) {
    const right = now.get(text) ?? []
    const [was, is] = [left, right].map((all) => all.map(({ booked }) => booked)) as [string[], string[]]
    const isKept = isPart(was, is) || isPart(is, was)
    const weight = (one: Weighed, other: Weighed): number =>
      (isKept && one.booked === other.booked ? 1e12 : 0) +
      common(one.names, other.names) * 1e8 +
      common(one.selves, other.selves) * 1e5 +
      (one.booked === other.booked ? 1e4 : 0) +
      common(one.counted, other.counted) * 10 +
      (one.at === other.at ? 1 : 0)
    const [equal, ...rest] = pairsOfEqual(left, right)
    for (const [one, other] of [...equal, ...heaviestPairs(...rest, weight)]) pairs.push([one.at, other.at])
  }
  return new Map(pairs)
}

/** Prices of more nights than that are told by their number. */
const PRICES_TOLD = 3

/** `at 100.00 EUR`. */
function priceOf({ prices, roomTotals, total }: StayFacts): string {
  const texts = [...new Set([...prices, ...roomTotals].map((price) => moneyText(price) ?? ''))].toSorted()
  const more = texts.length - PRICES_TOLD
  if (texts.length > 0)
    return `at ${texts.slice(0, PRICES_TOLD).join(' and ')}${more > 0 ? ` and ${more} more prices` : ''}`
  return total === undefined ? 'without a price' : `at ${moneyText(total) ?? ''} in all`
}

const plansOf = ({ rooms }: StayFacts): string =>
  [...new Set(rooms.flatMap(({ plan }) => plan ?? []))].map((plan) => `plan ${plan}`).join(' and ') || 'no plan'

const unitsOf = ({ rooms }: StayFacts): string =>
  rooms.map(({ units }) => (units === undefined ? 'units not told' : units === 1 ? '1 unit' : `${units} units`)).join()

const mealsOf = ({ meals }: StayFacts): string =>
  meals.length === 0 ? 'no meals told' : `meals: ${meals.toSorted().join(' and ')}`

/** How two stays of the same days and rooms differ, in words for each. */
export function apartWords(one: StayFacts, other: StayFacts): [string[], string[]] {
  const ways = [plansOf, unitsOf, priceOf, mealsOf].filter((way) => way(one) !== way(other))
  return [ways.map((way) => way(one)), ways.map((way) => way(other))]
}

/** A stay with what tells it from others of the reservation that have the same days and rooms. */
export function ownStayText(stay: StayFacts, { stays }: ReservationFacts): string {
  const text = stayText(stay)
  const alike = stays.filter((other) => stayText(other) === text)
  if (alike.length < 2) return text
  const ways = [plansOf, priceOf].filter((way) => new Set(alike.map(way)).size > 1)
  const words = ways.map((way) => way(stay))
  const isAlone = alike.filter((other) => ways.every((way, at) => way(other) === words[at])).length === 1
  return `${[text, ...words].join(', ')}${isAlone ? '' : ` (RoomStay ${stays.indexOf(stay) + 1})`}`
}
