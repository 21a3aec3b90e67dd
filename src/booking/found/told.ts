import type { ReservationRecord } from '../../contract/index.js'
import type { Fault } from '../../errors.js'
import { asksToWait, fateOf, wasAnswered, wasSignedInAgain } from '../../outcome/index.js'
import { shellWord } from '../../shell-word.js'
import { namesOf } from './names.js'

/** Sentences about reservations that several commands print. */

/** A sentence about a record, and how it is known where its own answer did not say so. */
export function asKnown(doubt: Fault | undefined, sentence: string): string {
  if (doubt === undefined) return sentence
  const how =
    fateOf(doubt) === 'refused'
      ? 'The service refused it, but a look-up finds it'
      : wasAnswered(doubt)
        ? 'The answer did not settle it, but a look-up does'
        : wasSignedInAgain(doubt)
          ? 'The service answered HTTP 401; sent again after a new sign-in, it got no answer, but a look-up tells'
          : 'No answer came, but a look-up tells'
  return `${how}: ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
}

/** Why a request went out more than once, before what came of it. */
export function asRepeated(repeated: Fault | undefined, sentence: string): string {
  if (repeated === undefined) return sentence
  const why = asksToWait(repeated)
    ? 'The service asked to come back later'
    : wasAnswered(repeated)
      ? 'The first answer did not settle it'
      : 'No answer came the first time'
  return `${why}, and it was sent again after a look-up: ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
}

/** More that the service holds under the channel booking id of a reservation that was just made; undefined where there is nothing. */
export function othersNotice(
  surplus: readonly ReservationRecord[],
  fallen: readonly ReservationRecord[] = [],
): string | undefined {
  const too =
    surplus.length === 0
      ? []
      : [
          `The service holds more than one reservation of this attempt: ${surplus.map((one) => one.bookingId).join(', ')} as well. Have them cancelled.`,
        ]
  const gone = fallen.length === 0 ? [] : [`Under the same channel booking id it holds ${namesOf(fallen)}.`]
  return [...too, ...gone].join(' ') || undefined
}

/** What became of the notification to the property system, with its reason; undefined where nothing needs to be said. */
export function deliveryNotice({ bookingId, status, delivery }: ReservationRecord): string | undefined {
  const state = delivery?.state
  if (state === undefined || state === null || state === 'delivered' || status.trim().toLowerCase() === 'pending')
    return undefined
  const said = delivery?.message ?? (delivery as { reason?: unknown }).reason
  const why = typeof said === 'string' && said.trim() !== '' ? `: ${said.trim()}` : ', and the service gives no reason.'
  if (isInPart(delivery))
    return `The latest notification of reservation ${bookingId} to the hotel did not get through whole${why} Check at the hotel what it has.`
  // Which message failed, and what the hotel has from earlier ones, only the service can tell.
  return `${wordsOfDelivery(bookingId, state)}${why}`
}

/** Whether the hotel has taken a part of the notification, as the service says: in a field beside the state, which has no word for it, or in the state itself. */
export function isInPart(delivery: ReservationRecord['delivery']): boolean {
  const { state, partial } = (delivery ?? {}) as { state?: string; partial?: unknown }
  return partial === true || /^partial(?:ly)?(?:[ _-]?(?:delivered|taken|failed))?$/i.test(state?.trim() ?? '')
}

/** What a state means for the hotel. What is "not sent" is not through yet: it may have been sent, and put off by the hotel's system, any number of times. */
function wordsOfDelivery(bookingId: string | number, state: string): string {
  switch (state.toLowerCase().replaceAll(/[^a-z]/g, '')) {
    case 'failed':
      return `The latest notification of reservation ${bookingId} to the hotel failed`
    case 'notsent':
      return `The hotel has not taken the notification of reservation ${bookingId} yet`
    case 'unknown':
      return `It is not known whether the hotel has taken the notification of reservation ${bookingId}`
    default:
      return `The notification of reservation ${bookingId} to the hotel is ${state}`
  }
}

/** What of a request the record of the service could not prove, because it does not say it; undefined where it says all of it. */
export function unprovenNotice({ bookingId }: ReservationRecord, fields: readonly string[]): string | undefined {
  if (fields.length === 0) return undefined
  return `The service does not say of reservation ${bookingId}: ${fields.join(', ')}. So that could not be compared with what was booked.`
}

/** A record as its document shows it: with the fields that could not be compared, where there are any. */
export function withUnproven(reservation: ReservationRecord, fields: readonly string[]): Record<string, unknown> {
  return fields.length === 0 ? reservation : { ...reservation, notCompared: fields }
}

/** How a person goes on with a reservation that was just made. */
export function createdNotice({ bookingId, status }: ReservationRecord): string {
  const isPending = status.trim().toLowerCase() === 'pending'
  return `Reservation ${bookingId} is ${status}.${isPending ? ` Confirm it with "hubswitch reservation confirm ${shellWord(bookingId)}".` : ''}`
}
