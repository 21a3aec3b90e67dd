import type { GuestFacts, ReservationFacts } from '../facts/index.js'
import { stayText } from './stays.js'

export const NAMELESS = 'A guest without a name'

/** Where a guest sleeps, in words. */
export function placeOf({ room, plan, unit, isUnitOpen, stays }: GuestFacts, reservation: ReservationFacts): string {
  if (room === undefined)
    return stays.length === 0
      ? 'no room told'
      : stays
          .map((at) => stayText(reservation.stays[at - 1]))
          .toSorted()
          .join(' and ')
  return `${productOf({ room, plan })}${unit === undefined || isUnitOpen === true ? '' : `, unit ${unit}`}`
}

/** Kind and age in words. */
export const ageText = ({ age, kind }: GuestFacts): string | undefined =>
  age === undefined ? kind : `${kind ?? 'guest'}, ${age}`

export const productOf = ({ room, plan }: { room?: string | undefined; plan?: string | undefined }): string =>
  `room ${room ?? '?'}${plan === undefined ? '' : ` with plan ${plan}`}`

/** Where a guest sleeps, to be compared: a stay that books the same as another one is another place. */
export const placeKey = (
  guest: GuestFacts,
  reservation: ReservationFacts,
  keyOf: (at: number) => string = String,
): string =>
  guest.room !== undefined || guest.stays.length === 0
    ? placeOf(guest, reservation)
    : `stays ${guest.stays.map(keyOf).toSorted().join(' ')}`
