import { setTimeout as wait } from 'node:timers/promises'
import type { ReservationRecord } from '../contract/reservation-fields.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import type { Booking } from './booking.js'
import { type Call, unlessMissing } from './property-records.js'

/** What look-ups say of an attempt. `surplus`: more reservations than one came of it. `unknown` without a cause: it is not found, which proves nothing. */
export type Looked =
  | { kind: 'found'; reservation: ReservationRecord; surplus: ReservationRecord[] }
  | { kind: 'absent' }
  | { kind: 'unknown'; cause?: Fault }

export interface LookOptions {
  /** Pause before each look, milliseconds. */
  waitMs?: readonly number[]
  /** The service answered the attempt, in a way that was no refusal: not finding it proves nothing. By default what the journal says. */
  isAnswered?: boolean
}

/** Every reservation that carries a channel booking id. */
export async function lookUpChannel(call: Call, channelId: string): Promise<ReservationRecord[]> {
  const found = await unlessMissing(call('reservation.lookup', { query: { channelId } }))
  return found === undefined ? [] : [found].flat()
}

/** The fault of a look-up that failed; anything else is an error of ours. */
export function faultOrThrow(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

/** Looks up what became of an attempt and writes it into the journal. Absent only where every look says so, and no answer ever came. */
export async function settleAttempt({ call, journal, target, now = Date.now }: Booking, attempt: Attempt, { waitMs = [0], isAnswered = attempt.state === 'answered' }: LookOptions = {}): Promise<Looked> {
  const doubtful = attempt.state === 'answered' ? 'answered' : 'unknown'
  const earlier = new Set([...attempt.known, ...journal.attempts.bookingsOf(target, attempt.channelId, attempt.id)])
  for (const ms of waitMs) {
    if (ms > 0) await wait(ms)
    const found = await lookUpChannel(call, attempt.channelId).catch(faultOrThrow)
    if (found instanceof Fault) {
      journal.attempts.settle(attempt.id, doubtful, undefined, now())
      return { kind: 'unknown', cause: found }
    }
    const [reservation, ...surplus] = found.filter(({ bookingId }) => !earlier.has(String(bookingId)))
    if (reservation === undefined) continue
    journal.attempts.settle(attempt.id, reservation.status, String(reservation.bookingId), now())
    return { kind: 'found', reservation, surplus }
  }
  journal.attempts.settle(attempt.id, isAnswered ? doubtful : 'absent', undefined, now())
  return isAnswered ? { kind: 'unknown' } : { kind: 'absent' }
}
