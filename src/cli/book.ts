import type { ReservationRecord } from '../contract/reservation-fields.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { fateOf, isTrouble, mismatchesOf, RULES, stateWord, wasAnswered } from '../outcome/index.js'
import { type Booking, fingerprintOf, LOOK_AGAIN_MS, type ReservationBody, SAME_WITHIN_MS, summaryOf } from './booking.js'
import { settleAttempt } from './settle-attempt.js'

export interface Booked {
  reservation: ReservationRecord
  /** Why the look-up had to tell; undefined where the answer itself did. */
  doubt?: Fault | undefined
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
 * Creates a reservation, never blindly twice. It is written to the journal first; where the answer leaves a doubt it is looked up by its
 * channel booking id.
 * @throws Fault GUARD_RAIL where another process books the same; REFUSED; UNREACHABLE where it surely does not exist; OUTCOME_UNKNOWN, with the
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
    return { reservation, surplus: [] }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (fateOf(error) !== 'unknown') {
      journal.attempts.settle(attempt.id, fateOf(error) === 'absent' || fateOf(error) === 'throttled' ? 'absent' : 'refused', typeof error.facts['bookingId'] === 'string' ? error.facts['bookingId'] : undefined, now())
      throw error
    }
    return settleDoubt(booking, { attempt, body, waitMs }, error)
  }
}

/** Looks up what became of an attempt whose answer proves nothing. */
async function settleDoubt(booking: Booking, { attempt, body, waitMs }: { attempt: Attempt; body: ReservationBody; waitMs: readonly number[] }, doubt: Fault): Promise<Booked> {
  const { journal, now = Date.now } = booking
  const { channelBookingId } = body
  const found = await settleAttempt(booking, attempt, { waitMs, isAnswered: wasAnswered(doubt) })
  const facts = { ...doubt.facts, channelBookingId }
  if (found.kind === 'found') return checked(body, found, doubt)
  if (found.kind === 'absent') {
    throw new Fault('UNREACHABLE', `No answer came, and the service holds no reservation with the channel booking id ${channelBookingId}.`, { next: 'Run the same command again: it looks once more before it books.', facts: { ...facts, fate: 'absent' } })
  }
  // Behind a failing service a later look may still tell; an answer that was no failure stays one.
  journal.attempts.settle(attempt.id, wasAnswered(doubt) && !isTrouble(doubt) ? 'answered' : 'unknown', undefined, now())
  const seen = found.cause === undefined ? 'A look-up does not find it, which proves nothing: the service did answer.' : `The look-up failed as well: ${found.cause.message}`
  throw new Fault('OUTCOME_UNKNOWN', `${doubt.message} ${seen}`, { next: `Run "hubswitch reservation reconcile" before you repeat this; it looks up ${channelBookingId}.`, facts, findings: doubt.findings })
}

/** A reservation that was found under our id is ours only where it says what was booked, and good only in a state that was asked for. */
function checked(body: ReservationBody, { reservation, surplus }: { reservation: ReservationRecord; surplus: ReservationRecord[] }, doubt: Fault): Booked {
  const { bookingId, status } = reservation
  const next = `Run "hubswitch reservation lookup --booking-id ${bookingId}" and see what it holds before you repeat this.`
  const facts = { ...doubt.facts, bookingId: String(bookingId), state: status, channelBookingId: body.channelBookingId }
  const [mismatch] = mismatchesOf(RULES['reservation.create'], { body }, reservation)
  if (mismatch !== undefined) {
    throw new Fault('OUTCOME_UNKNOWN', `The service holds reservation ${bookingId} under ${body.channelBookingId}, but with ${mismatch.field} ${mismatch.answered}, not ${mismatch.asked}.`, { next, facts: { ...facts, mismatch } })
  }
  const word = stateWord('reservation.create', status)
  if (word === 'refused') throw new Fault('REFUSED', `Reservation ${bookingId} is ${status}: it does not hold the rooms.`, { next, facts: { ...facts, fate: 'refused' } })
  if (word === 'unknown') throw new Fault('OUTCOME_UNKNOWN', `Reservation ${bookingId} is "${status}", a state this version does not know.`, { next, facts })
  return { reservation, doubt, surplus }
}
