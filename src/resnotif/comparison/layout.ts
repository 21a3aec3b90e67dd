import type { ReservationFacts, StayFacts } from '../facts/index.js'
import { productName } from './change.js'
import { daysOf } from './stays.js'

/** Whether the same rooms and guests of the same days only stand in another number of RoomStays: who is counted where says nothing of the booking then. */
export function isLaidOut(before: ReservationFacts, after: ReservationFacts): boolean {
  const days = ({ stays }: ReservationFacts): string[] => [...new Set(stays.map(daysOf))]
  const booked = (one: ReservationFacts): string =>
    JSON.stringify([days(one), [...unitsByProduct(one)].toSorted(), countsText(one.stays)])
  return before.stays.length !== after.stays.length && days(before).length === 1 && booked(before) === booked(after)
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
