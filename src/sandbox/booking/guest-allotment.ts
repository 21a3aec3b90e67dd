import type { ReservationRequest } from '../../contract/index.js'
import { Refusal } from '../ground/index.js'
import { maxOccupancyOf } from '../products/index.js'
import type { StoredUnit } from '../store/index.js'

type Counts = ReservationRequest['totalGuestCounts']

/** One line of a reservation with its room. */
export interface LineGuests {
  room: StoredUnit
  units: number
  guestCounts?: Counts | undefined
  guests?: readonly { unit?: number | undefined }[] | undefined
}

export const countGuests = ({ adults, children = [] }: Counts): number =>
  children.reduce((sum, { count }) => sum + count, adults)

/**
 * Guests of each line. A line has those that it counts, or else those that it names; whoever of `totalGuestCounts` is left over goes to the
 * lines without a count, in their order, as far as their units hold them.
 * @throws Refusal 422 where the guests do not fit, or the lines have more of them than the reservation
 */
export function allotGuests(total: Counts, lines: readonly LineGuests[]): number[] {
  const all = countGuests(total)
  if (all < 1) refuse('totalGuestCounts', 'must count at least one guest')
  const allotted = lines.map(({ guestCounts, guests = [] }) =>
    guestCounts === undefined ? guests.length : Math.max(countGuests(guestCounts), guests.length),
  )
  lines.forEach((line, at) => {
    const most = capacityOf(line)
    const guests = allotted[at] as number
    if (guests > most) refuse(`rooms[${at}].guests`, `are ${guests}, and ${holds(line)} at most ${most}`)
    refuseFullUnit(line, at)
    if (line.guestCounts !== undefined && (line.guests?.length ?? 0) > countGuests(line.guestCounts))
      refuse(
        `rooms[${at}].guestCounts`,
        `counts ${countGuests(line.guestCounts)}, and ${line.guests?.length ?? 0} guests are named`,
      )
  })
  const placed = allotted.reduce((sum, guests) => sum + guests, 0)
  if (placed > all)
    refuse('totalGuestCounts', `counts ${all} ${all === 1 ? 'guest' : 'guests'}, and the rooms have ${placed}`)
  let left = all - placed
  lines.forEach((line, at) => {
    if (line.guestCounts !== undefined) return
    const more = Math.min(left, capacityOf(line) - (allotted[at] as number))
    allotted[at] = (allotted[at] as number) + more
    left -= more
  })
  if (left > 0) refuse('totalGuestCounts', `counts ${all} guests, and the rooms hold ${all - left} of them`)
  return allotted
}

function capacityOf({ room, units }: LineGuests): number {
  return (maxOccupancyOf(room) ?? Number.POSITIVE_INFINITY) * units
}

/** Guests who name their unit sleep in that one. */
function refuseFullUnit({ room, guests = [] }: LineGuests, at: number): void {
  const most = maxOccupancyOf(room)
  if (most === undefined) return
  const named = new Map<number, number>()
  for (const { unit } of guests) if (unit !== undefined) named.set(unit, (named.get(unit) ?? 0) + 1)
  for (const [unit, count] of named)
    if (count > most) refuse(`rooms[${at}].guests`, `are ${count} in unit ${unit}, and a unit holds at most ${most}`)
}

const holds = ({ units }: LineGuests): string => `${units} ${units === 1 ? 'unit holds' : 'units hold'}`

function refuse(field: string, message: string): never {
  throw new Refusal(422, `${field} ${message}.`, { details: [{ field, message }] })
}
