import { type ReservationRecord, STATE_UNKNOWN } from '../contract/index.js'
import type { Journal, Target } from '../journal/index.js'
import { isSame, stateDoubts } from '../outcome/index.js'
import { byBooking, namesBooking, statesOf } from './found/index.js'
import { differenceFrom } from './total.js'

/** Where a state that the service showed is written down. */
interface StateBook {
  journal: Journal
  target: Target
  /** Epoch milliseconds. */
  now?: () => number
}

/**
 * Writes the state of a reservation that the service just showed to the bookings of this machine. An answer that names another property or another channel
 * booking id is about another reservation, such as one of a service that counts from the start again, and changes nothing; nor does one that names nothing of the
 * booking, or that contradicts itself.
 * @returns whether a booking of this machine is in that state now
 */
export function noteState({ journal, target, now = Date.now }: StateBook, record: Partial<ReservationRecord>): boolean {
  const { bookingId, status, propertyId, channelBookingId } = record
  const id = String(bookingId ?? '').trim()
  const state = typeof status === 'string' ? status.trim() : ''
  if (
    id === '' ||
    state === '' ||
    state === STATE_UNKNOWN ||
    !namesBooking(record) ||
    stateDoubts('reservation.create', record).length > 0
  )
    return false
  const ours = journal.attempts.ofBooking(target, id)
  if (
    ours.length === 0 ||
    ours.some((attempt) => isOther(attempt.propertyId, propertyId) || isOther(attempt.channelId, channelBookingId))
  )
    return false
  journal.attempts.settleBooking(target, id, state, now())
  for (const attempt of ours) journal.attempts.differ(attempt.id, differenceFrom(attempt, record as ReservationRecord))
  return true
}

/** Writes the states of all that a look-up showed, except of what it names in several states at once. */
export function noteStates(book: StateBook, records: readonly Partial<ReservationRecord>[]): void {
  for (const rows of byBooking(records)) {
    if (statesOf(rows).length === 1) for (const one of rows) noteState(book, one)
  }
}

/** What an answer leaves out contradicts nothing. */
const isOther = (ours: string | undefined, answered: unknown): boolean =>
  ours !== undefined && answered !== undefined && answered !== null && !isSame(ours, answered)
