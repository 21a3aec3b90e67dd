import { createHash, randomBytes } from 'node:crypto'
import { type ClientInput, createCardHider } from '../client/index.js'
import type { Journal, Target } from '../journal/index.js'
import type { Call } from '../property-file/index.js'

/** What a booking is: its identity, its words, and what it works with. */

export type ReservationBody = ClientInput<'reservation.create'>['body']

/** What booking, confirming and settling work with. */
export interface Booking {
  call: Call
  journal: Journal
  target: Target
  /** Epoch milliseconds. */
  now?: () => number
  /** Pauses before each look, milliseconds. */
  waitMs?: readonly number[]
  /** A line to the person, about a wait. */
  tell?: (line: string) => void
  /** Ends every pause. */
  signal?: AbortSignal
  /**
   * The last word before anything is written down as being sent: a question to a person, a limit of the profile. What throws here has sent nothing and
   * leaves nothing behind.
   */
  agree?: () => Promise<void>
}

/** The same booking within this time is taken for the same, milliseconds. */
export const SAME_WITHIN_MS = 86_400_000

/** A request that was cut off may still be at work at the service; it is looked for more than once. */
export const LOOK_AGAIN_MS = [0, 1000, 3000]

/** An id of our own for a booking, so that it can be looked up whatever happens. */
export function newChannelId(checkInDate: string): string {
  // What is no date is told by whoever checks it; an id is shown.
  const day = /^\d{4}-\d\d-\d\d$/.test(checkInDate) ? `${checkInDate.replaceAll('-', '')}-` : ''
  return `HS-${day}${randomBytes(6).toString('hex')}`
}

/** What makes two reservations the same for a person: property, dates, rooms and booker. */
export function fingerprintOf({ propertyId, checkInDate, checkOutDate, rooms, booker }: ReservationBody): string {
  const lines = rooms.map(({ roomId, ratePlanId, units = 1 }) => `${roomId}/${ratePlanId}x${units}`).sort()
  const parts = [
    String(propertyId),
    checkInDate,
    checkOutDate,
    lines,
    booker.firstName.trim().toLowerCase(),
    booker.lastName.trim().toLowerCase(),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

export function summaryOf({ propertyId, checkInDate, checkOutDate, rooms }: ReservationBody): string {
  return `property ${propertyId}, ${checkInDate} to ${checkOutDate}, ${rooms.map(({ roomId, ratePlanId, units = 1 }) => `${units} × ${roomId}/${ratePlanId}`).join(', ')}`
}

/**
 * What of a request is compared with what the service holds. Card, phone, postal address and comment are not: they are kept nowhere. A card that stands in a name has
 * stars here as it has in the answer.
 */
export function comparedOf({
  propertyId,
  channelBookingId,
  checkInDate,
  checkOutDate,
  currencyCode,
  totalGuestCounts,
  rooms,
  booker: { firstName, lastName, email },
}: ReservationBody): Record<string, unknown> {
  const compared = {
    propertyId,
    channelBookingId,
    checkInDate,
    checkOutDate,
    currencyCode,
    totalGuestCounts,
    rooms,
    booker: { firstName, lastName, email },
  }
  return createCardHider().value(compared) as typeof compared
}
