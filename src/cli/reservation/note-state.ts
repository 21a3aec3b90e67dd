import { type ReservationRecord, STATE_UNKNOWN } from '../../contract/reservation-fields.js'
import type { Journal, Target } from '../../journal/index.js'
import { isSame } from '../../outcome/index.js'

/** Where a state that the service showed is written down. */
export interface StateBook {
  journal: Journal
  target: Target
  /** Epoch milliseconds. */
  now?: () => number
}

/**
 * Writes the state of a reservation that the service just showed to the bookings of this machine. An answer that names another property or another channel
 * booking id is about another reservation, such as one of a service that counts from the start again, and changes nothing.
 * @returns whether a booking of this machine is in that state now
 */
export function noteState({ journal, target, now = Date.now }: StateBook, { bookingId, status, propertyId, channelBookingId }: Partial<ReservationRecord>): boolean {
  const id = String(bookingId ?? '').trim()
  const state = typeof status === 'string' ? status.trim() : ''
  if (id === '' || state === '' || state === STATE_UNKNOWN) return false
  const ours = journal.attempts.ofBooking(target, id)
  if (ours.length === 0 || ours.some((attempt) => isOther(attempt.propertyId, propertyId) || isOther(attempt.channelId, channelBookingId))) return false
  journal.attempts.settleBooking(target, id, state, now())
  return true
}

/** What an answer leaves out contradicts nothing. */
const isOther = (ours: string | undefined, answered: unknown): boolean => ours !== undefined && answered !== undefined && answered !== null && !isSame(ours, answered)
