import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '../errors.js'
import type { Booked } from './book.js'
import { type Booking, leavesDoubt, LOOK_AGAIN_MS } from './booking.js'
import { faultOrThrow } from './settle-attempt.js'

const isPending = (status: string): boolean => status.toLowerCase() === 'pending'

/**
 * Confirms a reservation. Where no answer comes, its state is looked up; while that says pending it is confirmed again, which cannot
 * double anything: only a pending reservation can be confirmed.
 * @throws Fault OUTCOME_UNKNOWN where it cannot be told whether it is confirmed. Interface: "States and transitions"
 */
export async function confirmBooking(booking: Booking, bookingId: string): Promise<Booked> {
  const { call, journal, target, now = Date.now, waitMs = LOOK_AGAIN_MS } = booking
  let doubt: Fault | undefined
  let isSeenPending = true
  for (const ms of waitMs) {
    if (isSeenPending) {
      const answer = await call('reservation.confirm', { body: { bookingId } }).catch(faultOrThrow)
      if (!(answer instanceof Fault)) {
        journal.attempts.settleBooking(target, bookingId, answer.status, now())
        return { reservation: answer, isFound: doubt !== undefined, surplus: [] }
      }
      // A refusal after a doubt may mean that the first request has landed: the look tells.
      if (doubt === undefined && !leavesDoubt(answer.code)) throw answer
      doubt ??= answer
    }
    if (ms > 0) await wait(ms)
    const looked = await call('reservation.lookup', { query: { bookingId } }).catch(faultOrThrow)
    const reservation = looked instanceof Fault ? undefined : [looked].flat()[0]
    isSeenPending = reservation !== undefined && isPending(reservation.status)
    if (reservation === undefined) continue
    journal.attempts.settleBooking(target, bookingId, reservation.status, now())
    if (!isSeenPending) return { reservation, isFound: true, surplus: [] }
  }
  const seen = isSeenPending ? 'It still says pending' : 'It could not be looked up'
  throw new Fault('OUTCOME_UNKNOWN', `No answer came to the confirmation of ${bookingId}. ${seen}.`, {
    next: `Run "hubswitch reservation lookup --booking-id ${bookingId}": if it says pending, confirm it again.`,
    facts: { ...doubt?.facts, bookingId },
  })
}
