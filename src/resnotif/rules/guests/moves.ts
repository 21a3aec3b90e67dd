import { nightsIn, readNights } from '../../nights/index.js'
import type { StayNode } from '../../read/index.js'
import { descend, type XmlNode } from '../../xml/index.js'
import type { ReservationReading } from '../../units/index.js'

/** How many people a reservation may be of, where guests may change room during the stay. */
export interface MovedPeople {
  /** Fewest: those of the night that has the most. */
  least: number
  /** As the references say, where each RoomStay names everybody whom it counts, and nobody is in two of them at once. */
  sure?: number
}

/**
 * People of RoomStays that follow each other may be the same, and are if these name the same guests; of RoomStays at the same time each has its own.
 * @param counts people of each RoomStay
 */
export function movedPeople(
  { node, stays, references }: ReservationReading['reservation'],
  counts: readonly number[],
): MovedPeople {
  const all = counts.reduce((sum, one) => sum + one, 0)
  if (stays.length < 2) return { least: all }
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const nights = stays.map((stay) => nightsOf(stay, global))
  if (!nights.every((one) => one !== undefined)) return { least: all }
  const byNight = new Map<number, number>()
  for (const [at, own] of nights.entries())
    for (const night of own) byNight.set(night, (byNight.get(night) ?? 0) + (counts[at] ?? 0))
  const named = namedIn(stays, references)
  const isEach = stays.every((stay, at) => named.get(stay)?.size === counts[at])
  const sure = isEach ? distinctInTurn(stays, nights, named) : undefined
  return { least: Math.max(0, ...byNight.values()), ...(sure === undefined ? {} : { sure }) }
}

/** By its prices, as TimeSpan may be that of all. */
function nightsOf(stay: StayNode, global: XmlNode | undefined): ReadonlySet<number> | undefined {
  const { lines, span, isDay } = readNights(stay, global, false)
  const own = nightsIn(span)
  const isPriced = lines.length > 0 && lines.every((line) => line.nights !== undefined && line.nights.length > 0)
  const nights = stay.timeSpan === undefined && isPriced ? lines.flatMap((line) => line.nights ?? []) : own
  return isDay === true || nights === undefined || nights.length === 0 ? undefined : new Set(nights)
}

/** How many guests RoomStays name; undefined where one of them would be in two rooms at once. */
function distinctInTurn(
  stays: readonly StayNode[],
  nights: readonly ReadonlySet<number>[],
  named: ReadonlyMap<StayNode, ReadonlySet<string>>,
): number | undefined {
  const where = new Map<string, Set<number>>()
  for (const [at, stay] of stays.entries())
    for (const guest of named.get(stay) ?? []) {
      const seen = where.get(guest) ?? new Set()
      for (const night of nights[at] ?? []) {
        if (seen.has(night)) return undefined
        seen.add(night)
      }
      where.set(guest, seen)
    }
  return where.size
}

/** The references of each RoomStay. */
function namedIn(
  stays: readonly StayNode[],
  references: ReservationReading['reservation']['references'],
): Map<StayNode, Set<string>> {
  const byNode = new Map(stays.map((stay) => [stay.node, stay]))
  const named = new Map<StayNode, Set<string>>()
  for (const { node, value } of references) {
    const stay = stayAround(node, byNode)
    if (stay !== undefined) named.set(stay, (named.get(stay) ?? new Set()).add(value))
  }
  return named
}

/** The RoomStay in which an element stands. */
export function stayAround(node: XmlNode, stays: ReadonlyMap<XmlNode, StayNode>): StayNode | undefined {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) {
    const stay = stays.get(at)
    if (stay !== undefined) return stay
  }
  return undefined
}
