import type { Attempt } from '../journal/index.js'
import { SAME_WITHIN_MS } from './booking.js'
import { isGone } from './found/index.js'

/**
 * Attempts that became the booking of an earlier one once more, each with the bookings of the earlier ones: of the same channel id, or of the same guest and
 * stay within the time in which the same is taken for the same. Who was told of a booking and booked once more meant to.
 */
export function doublesOf(attempts: readonly Attempt[]): Map<number, string[]> {
  const doubles = new Map<number, string[]>()
  const standing = attempts
    .filter(({ bookingId, state }) => bookingId !== undefined && !isGone(state))
    .sort((a, b) => a.id - b.id)
  for (const [at, later] of standing.entries()) {
    const twins = standing
      .slice(0, at)
      .filter(
        (one) =>
          isSame(one, later) &&
          one.bookingId !== later.bookingId &&
          !later.known.includes(String(one.bookingId)) &&
          !Object.hasOwn(later.bookings, String(one.bookingId)),
      )
    if (twins.length > 0)
      doubles.set(
        later.id,
        twins.map(({ bookingId }) => String(bookingId)),
      )
  }
  return doubles
}

function isSame(one: Attempt, other: Attempt): boolean {
  return (
    one.channelId === other.channelId ||
    (one.fingerprint === other.fingerprint && Math.abs(one.createdAt - other.createdAt) < SAME_WITHIN_MS)
  )
}
