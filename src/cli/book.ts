import { setTimeout as wait } from 'node:timers/promises'
import type { ReservationRecord } from '../contract/reservation-fields.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { asksToWait, fateOf, isTrouble, mismatchesOf, RULES, stateWord, wasAnswered } from '../outcome/index.js'
import { type Booking, fingerprintOf, LOOK_AGAIN_MS, type ReservationBody, SAME_WITHIN_MS, summaryOf } from './booking.js'
import { putOffMs } from './reservation/put-off.js'
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
  /** The total that it is to be booked at, such as `240.00 EUR`; kept with the attempt. */
  expectedTotal?: string | undefined
}

/**
 * Creates a reservation, never blindly twice. It is written to the journal first; where the answer leaves a doubt or refuses, it is looked up by
 * its channel booking id. It is sent again only where the service asked to come back later and every look-up says that it does not hold it.
 * @throws Fault GUARD_RAIL where another process books the same; REFUSED; UNREACHABLE where it surely does not exist; OUTCOME_UNKNOWN, with the
 *   command that settles it, where that cannot be told. Interface: "Reservations"
 */
export async function book(booking: Booking, body: ReservationBody, before: KnownBefore): Promise<Booked> {
  const { call, journal, target, now = Date.now, waitMs = LOOK_AGAIN_MS } = booking
  const { channelBookingId } = body
  const at = now()
  const seen = before.attempts === undefined ? undefined : { since: at - SAME_WITHIN_MS, ids: before.attempts.map(({ id }) => id) }
  const attempt = journal.attempts.begin(target, { channelId: channelBookingId, fingerprint: fingerprintOf(body), summary: summaryOf(body), createdAt: at, known: before.bookings, propertyId: String(body.propertyId), checkInDate: body.checkInDate, expectedTotal: before.expectedTotal }, seen)
  if (attempt === undefined) throw new Fault('GUARD_RAIL', 'Another process of this machine is booking the same right now.', { next: 'See "hubswitch reservation list". Nothing was sent.' })
  for (let sent = 1; ; sent += 1) {
    try {
      const reservation = await call('reservation.create', { body })
      journal.attempts.settle(attempt.id, reservation.status, String(reservation.bookingId), now())
      return { reservation, surplus: [] }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const fate = fateOf(error)
      if (fate === 'refused') return afterRefusal(booking, { attempt, body, waitMs: sent > 1 ? waitMs : [0], isRepeat: sent > 1 }, error)
      if (fate !== 'unknown') {
        journal.attempts.settle(attempt.id, fate === undefined && sent === 1 ? 'refused' : 'absent', undefined, now())
        throw error
      }
      const putOff = putOffMs(error, sent)
      if (putOff !== undefined) await wait(putOff)
      const booked = await settleDoubt(booking, { attempt, body, waitMs }, error)
      if (booked !== 'absent') return booked
      if (putOff === undefined) throw absentFault(body, error)
      journal.attempts.settle(attempt.id, 'sending', undefined, now())
    }
  }
}

interface Doubtful {
  attempt: Attempt
  body: ReservationBody
  waitMs: readonly number[]
}

/** A service may book and then refuse, and what was sent twice is refused the second time: a refusal stands where the look-up finds nothing. */
async function afterRefusal(booking: Booking, { attempt, body, waitMs, isRepeat }: Doubtful & { isRepeat: boolean }, refusal: Fault): Promise<Booked> {
  const { journal, now = Date.now } = booking
  const bookingId = typeof refusal.facts['bookingId'] === 'string' ? refusal.facts['bookingId'] : undefined
  if (bookingId === undefined && refusal.code !== 'SIGN_IN_REFUSED') {
    const looked = await settleAttempt(booking, attempt, { waitMs, isAnswered: true })
    if (looked.kind === 'found') return checked(body, looked, refusal)
    if (isRepeat && looked.kind === 'unknown' && looked.cause !== undefined) {
      throw new Fault('OUTCOME_UNKNOWN', `It is not known whether the service has booked ${body.channelBookingId}: sent again, it was refused (${refusal.message}). The look-up failed: ${looked.cause.message}`, {
        next: `Run "hubswitch reservation reconcile" before you repeat this; it looks up ${body.channelBookingId}.`, facts: { ...refusal.facts, fate: 'unknown', channelBookingId: body.channelBookingId },
      })
    }
  }
  journal.attempts.settle(attempt.id, 'refused', bookingId, now())
  throw refusal
}

function absentFault({ channelBookingId }: ReservationBody, doubt: Fault): Fault {
  const why = asksToWait(doubt) ? 'The service asks to come back later, and it' : 'No answer came, and the service'
  return new Fault('UNREACHABLE', `${why} holds no reservation with the channel booking id ${channelBookingId}.`, { next: 'Run the same command again: it looks once more before it books.', facts: { ...doubt.facts, channelBookingId, fate: 'absent' } })
}

/** Looks up what became of an attempt whose answer proves nothing. */
async function settleDoubt(booking: Booking, { attempt, body, waitMs }: Doubtful, doubt: Fault): Promise<Booked | 'absent'> {
  const { journal, now = Date.now } = booking
  const { channelBookingId } = body
  const found = await settleAttempt(booking, attempt, { waitMs, isAnswered: wasAnswered(doubt) && !asksToWait(doubt) })
  const facts = { ...doubt.facts, channelBookingId }
  if (found.kind === 'found') return checked(body, found, doubt)
  if (found.kind === 'absent') return 'absent'
  // Behind a failing service a later look may still tell; an answer that was no failure stays one.
  journal.attempts.settle(attempt.id, wasAnswered(doubt) && !isTrouble(doubt) ? 'answered' : 'unknown', undefined, now())
  const seen = found.cause === undefined ? 'A look-up does not find it, which proves nothing: the service did answer.' : `The look-up failed as well: ${found.cause.message}`
  throw new Fault('OUTCOME_UNKNOWN', `${doubt.message} ${seen}`, { next: `Run "hubswitch reservation reconcile" before you repeat this; it looks up ${channelBookingId}.`, facts, findings: doubt.findings })
}

/** A reservation that was found under our id is ours only where it says what was booked, and good only in a state that was asked for. */
function checked(body: ReservationBody, { reservation, surplus }: { reservation: ReservationRecord; surplus: ReservationRecord[] }, doubt: Fault): Booked {
  const { bookingId, status } = reservation
  if (String(bookingId).trim() === '') throw new Fault('OUTCOME_UNKNOWN', `${doubt.message} A look-up finds a reservation without a booking id.`, { next: `Run "hubswitch reservation lookup --channel-id ${body.channelBookingId}" and see what it holds before you repeat this.`, facts: doubt.facts })
  const next = `Run "hubswitch reservation lookup --booking-id ${bookingId}" and see what it holds before you repeat this.`
  const facts = { ...doubt.facts, bookingId: String(bookingId), state: status, channelBookingId: body.channelBookingId }
  const [mismatch] = mismatchesOf(RULES['reservation.create'], { body }, reservation)
  if (mismatch !== undefined) {
    throw new Fault('OUTCOME_UNKNOWN', `The service holds reservation ${bookingId} under ${body.channelBookingId}, but with ${mismatch.field} ${mismatch.answered}, not ${mismatch.asked}.`, { next, facts: { ...facts, mismatch } })
  }
  // What the answer said otherwise, the look-up has to say rightly: leaving it out settles nothing.
  const { field } = (doubt.facts['mismatch'] ?? {}) as { field?: string }
  const root = field?.split('.')[0]
  if (root !== undefined && (reservation[root] === undefined || reservation[root] === null)) throw new Fault('OUTCOME_UNKNOWN', `${doubt.message} A look-up finds reservation ${bookingId} and does not say its ${field}.`, { next, facts })
  const word = stateWord('reservation.create', status)
  if (word === 'refused') throw new Fault('REFUSED', `Reservation ${bookingId} is ${status}: it does not hold the rooms.`, { next, facts: { ...facts, fate: 'refused' } })
  if (word === 'unknown') throw new Fault('OUTCOME_UNKNOWN', `Reservation ${bookingId} is "${status}", a state this version does not know.`, { next, facts })
  return { reservation, doubt, surplus }
}
