import type { ReservationRecord } from '../../contract/index.js'

/** What reservations are called. */

export const idOf = ({ bookingId }: Pick<ReservationRecord, 'bookingId'>): string => String(bookingId).trim()

/** Reservations by id and state, such as `900002 (cancelled)`. */
export function namesOf(records: readonly ReservationRecord[]): string {
  return records.map((one) => `${idOf(one)} (${one.status})`).join(', ')
}
