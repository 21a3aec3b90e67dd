import { groupBy } from '../read/index.js'
import type { ReservationFacts, StayFacts } from '../facts/index.js'
import { productName } from './change.js'
import { daysOf, isPart } from './stays.js'

/** RoomStays of both messages that book the same rooms, or some of them, in the same days, or in the only ones of each message. */
export interface StayGroup {
  before: StayFacts[]
  after: StayFacts[]
  /** The same rooms stand in RoomStays otherwise: who is counted in which of them, and who stands in which, says nothing of the booking then. */
  isDivided: boolean
}

/** The stays of both messages by what they book; each stands in one group. */
export function groupStays(before: ReservationFacts, after: ReservationFacts): StayGroup[] {
  const heads = new Map<string, string>()
  const headOf = (key: string): string => {
    let at = key
    for (let next = heads.get(at); next !== undefined && next !== at; next = heads.get(at)) at = next
    heads.set(key, at)
    return at
  }
  // The days of all of them may be other ones.
  const isOneSpan = [before, after].every(({ stays }) => new Set(stays.map(daysOf)).size === 1)
  const keysOf = (stay: StayFacts): string[] =>
    (stay.rooms.length === 0 ? [undefined] : stay.rooms.map(({ room }) => room)).map((room) =>
      JSON.stringify([isOneSpan ? '' : daysOf(stay), room]),
    )
  for (const stay of [...before.stays, ...after.stays]) {
    const [first = '', ...others] = keysOf(stay).map(headOf)
    for (const other of others) heads.set(headOf(other), headOf(first))
  }
  const [old, now] = [before, after].map(({ stays }) => groupBy(stays, (stay) => headOf(keysOf(stay)[0] ?? ''))) as [
    Map<string, StayFacts[]>,
    Map<string, StayFacts[]>,
  ]
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => {
    const group = { before: old.get(key) ?? [], after: now.get(key) ?? [] }
    return { ...group, isDivided: isDivided(group) }
  })
}

/** Whether the same rooms stand in RoomStays otherwise: those of the one message are not those of the other. */
export const isLaidOut = (before: ReservationFacts, after: ReservationFacts): boolean =>
  groupStays(before, after).some((group) => group.isDivided)

/** More or fewer RoomStays beside those that are there again are rooms that are booked or given up. */
function isDivided({ before, after }: Omit<StayGroup, 'isDivided'>): boolean {
  if (before.length === 0 || after.length === 0) return false
  const isOtherNumber = before.length !== after.length
  const isOpen = [...before, ...after].some(({ rooms }) => rooms.length === 0 || rooms.some(({ units }) => !units))
  if (isOpen) return isOtherNumber
  const [was, is] = [before.map(unitsOf), after.map(unitsOf)]
  if (isPart(was, is) || isPart(is, was)) return false
  return isOtherNumber || unitsIn(before) === unitsIn(after)
}

const unitsOf = (stay: StayFacts): string => unitsIn([stay])

/** How many units of each room, whatever its plan. */
function unitsIn(stays: readonly StayFacts[]): string {
  const sums = new Map<string, number>()
  for (const { room = '', units = 0, from } of stays.flatMap(({ rooms }) => rooms))
    sums.set(room, (sums.get(room) ?? 0) + (from === undefined ? units : 0))
  return JSON.stringify([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** How many guests of each kind and age are counted in stays. */
export const countsText = (
  stays: readonly Pick<StayFacts, 'counts' | 'countsPerRoom' | 'rooms'>[],
): string | undefined => {
  const sums = new Map<string, number>()
  const open = new Map<string, string>()
  for (const { counts, countsPerRoom, rooms } of stays) {
    const times =
      countsPerRoom && rooms.length > 0
        ? rooms.reduce((sum, { units = 1, from }) => sum + (from === undefined ? units : 0), 0)
        : 1
    for (const { count, countOpen, kind, age, ageBucket } of counts) {
      const name = `${kind}${age === undefined ? '' : ` aged ${age}`}${ageBucket === undefined ? '' : ` of AgeBucket ${ageBucket}`}`
      sums.set(name, (sums.get(name) ?? 0) + count * times)
      if (countOpen !== undefined) open.set(name, countOpen)
    }
  }
  return sums.size === 0
    ? undefined
    : [...sums]
        .toSorted()
        .map(([name, count]) => (open.has(name) ? `${name} (number ${open.get(name)})` : `${count} × ${name}`))
        .join(', ')
}

/** Rooms whose counts are told one by one. */
const ROOMS_MAX = 20

/** How many guests are counted in each room, whatever RoomStay it stands in; undefined where that is not told, or of too many. */
export function countsByRoom(stays: readonly StayFacts[]): string | undefined {
  const texts: string[] = []
  for (const { counts, countsPerRoom, rooms } of stays) {
    const [room, ...others] = rooms
    const units = room?.units
    if (room === undefined || units === undefined || others.length > 0 || counts.length === 0) return undefined
    if ((units > 1 && !countsPerRoom) || texts.length + units > ROOMS_MAX) return undefined
    const each = countsText([{ counts, countsPerRoom: false, rooms }]) ?? ''
    texts.push(...Array.from({ length: units }, () => each))
  }
  return texts.toSorted().join(' and ')
}

/** `1 unit` by the name of each product. */
export function unitsByProduct({ stays }: ReservationFacts): Map<string, string> {
  const found = new Map<string, number>()
  const open = new Set<string>()
  for (const room of stays.flatMap(({ rooms }) => rooms)) {
    const name = productName(room)
    found.set(name, (found.get(name) ?? 0) + (room.units ?? 0))
    if (room.units === undefined) open.add(name)
  }
  return new Map(
    [...found].map(([name, units]) => [
      name,
      open.has(name) ? 'units not told' : units === 1 ? '1 unit' : `${units} units`,
    ]),
  )
}
