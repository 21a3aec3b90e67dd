import type { ReservationRecord } from '../contract/reservation-fields.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { type Booking, fingerprintOf, leavesDoubt, LOOK_AGAIN_MS, type ReservationBody, SAME_WITHIN_MS, summaryOf } from './booking.js'
import { settleAttempt } from './settle-attempt.js'

export interface Booked {
  reservation: ReservationRecord
  /** True where no answer came and the look-up found the reservation. */
  isFound: boolean
  /** More reservations than one came of it: the service holds these as well. */
  surplus: ReservationRecord[]
}

/** What the caller knows before it books. */
export interface KnownBefore {
  /** Attempts of this machine that it has seen; undefined where the same may be booked once more. */
  attempts?: readonly Attempt[] | undefined
  /** Bookings that carry the channel booking id already. */
  bookings: readonly string[]
}

/**
 * Creates a reservation, never blindly twice. It is written to the journal first; where no answer comes it is looked up by its
 * channel booking id.
 * @throws Fault GUARD_RAIL where another process books the same; UNREACHABLE where it surely does not exist; OUTCOME_UNKNOWN, with the
 *   command that settles it, where that cannot be told. Interface: "Reservations"
 */
export async function book(booking: Booking, body: ReservationBody, before: KnownBefore): Promise<Booked> {
  const { call, journal, target, now = Date.now, waitMs = LOOK_AGAIN_MS } = booking
  const { channelBookingId } = body
  const at = now()
  const seen = before.attempts === undefined ? undefined : { since: at - SAME_WITHIN_MS, ids: before.attempts.map(({ id }) => id) }
  const attempt = journal.attempts.begin(target, { channelId: channelBookingId, fingerprint: fingerprintOf(body), summary: summaryOf(body), createdAt: at, known: before.bookings }, seen)
  if (attempt === undefined) throw new Fault('GUARD_RAIL', 'Another process of this machine is booking the same right now.', { next: 'See "hubswitch reservation list". Nothing was sent.' })
  try {
    const reservation = await call('reservation.create', { body })
    journal.attempts.settle(attempt.id, reservation.status, String(reservation.bookingId), now())
    return { reservation, isFound: false, surplus: [] }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (!leavesDoubt(error.code)) {
      journal.attempts.settle(attempt.id, error.code === 'UNREACHABLE' ? 'absent' : 'refused', undefined, now())
      throw error
    }
    const fate = await settleAttempt(booking, attempt, waitMs)
    if (fate.kind === 'found') return { reservation: fate.reservation, isFound: true, surplus: fate.surplus }
    const facts = { ...error.facts, channelBookingId }
    // The service said that it did this: not finding it proves nothing.
    if (fate.kind === 'absent' && error.code !== 'UNEXPECTED') {
      throw new Fault('UNREACHABLE', `No answer came, and there is no reservation with the channel booking id ${channelBookingId}: nothing was booked.`, { next: 'Run the same command again: it looks once more before it books.', facts })
    }
    journal.attempts.settle(attempt.id, 'unknown', undefined, now())
    throw new Fault('OUTCOME_UNKNOWN', error.message, { next: `Run "hubswitch reservation reconcile" before you repeat this; it looks up ${channelBookingId}.`, facts, findings: error.findings })
  }
}
