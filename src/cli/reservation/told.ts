import type { ReservationRecord } from '../../contract/reservation-fields.js'
import type { Fault } from '../../errors.js'
import { fateOf, wasAnswered } from '../../outcome/index.js'

/** Sentences about reservations that several commands print. */

/** A sentence about a record, and how it is known where its own answer did not say so. */
export function asKnown(doubt: Fault | undefined, sentence: string): string {
  if (doubt === undefined) return sentence
  const how = fateOf(doubt) === 'refused' ? 'The service refused it, but a look-up finds it' : wasAnswered(doubt) ? 'The answer did not settle it, but a look-up does' : 'No answer came, but a look-up tells'
  return `${how}: ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
}

/** What became of the notification to the property system, with its reason; undefined where nothing needs to be said. */
export function deliveryNotice({ bookingId, status, delivery }: ReservationRecord): string | undefined {
  const state = delivery?.state
  if (state === undefined || state === null || state === 'delivered' || status.trim().toLowerCase() === 'pending') return undefined
  const said = delivery?.message ?? (delivery as { reason?: unknown }).reason
  const why = typeof said === 'string' && said.trim() !== '' ? `: ${said.trim()}` : ', and the service gives no reason.'
  const text = state === 'failed' ? `The hotel has not been told of reservation ${bookingId}: its notification failed` : `The notification of reservation ${bookingId} to the hotel is ${state}`
  return `${text}${why}`
}

/** How a person goes on with a reservation that was just made. */
export function createdNotice({ bookingId, status }: ReservationRecord): string {
  const isPending = status.trim().toLowerCase() === 'pending'
  return `Reservation ${bookingId} is ${status}.${isPending ? ` Confirm it with "hubswitch reservation confirm ${bookingId}".` : ''}`
}
