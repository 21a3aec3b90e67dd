import { type ReservationRecord, STATE_UNKNOWN } from '../../contract/index.js'
import { stateDoubts } from '../../outcome/index.js'

/** What tells against taking what a look-up found as it stands. */

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Whether a record names the booking it is about. An id and a state alone may be answered to any question. */
export function namesBooking({
  channelBookingId,
  checkInDate,
  checkOutDate,
  propertyId,
  rooms,
  booker,
}: Partial<ReservationRecord>): boolean {
  return (
    isThere(channelBookingId) ||
    (isThere(checkInDate) && isThere(checkOutDate) && [propertyId, rooms, booker].some(isThere))
  )
}

/** What a record that names nothing of the booking is told as. */
export const namelessWords = (id: string, status: string): string =>
  `A look-up says that reservation ${id} is ${status}, and names nothing of the booking: neither the channel booking id nor the stay.`

/** The states in which a look-up names one booking, where they are several. */
export function statesOf(rows: readonly { status?: string }[]): string[] {
  return [...new Map(rows.map(({ status = STATE_UNKNOWN }) => [status.trim().toLowerCase(), status.trim()])).values()]
}

/** Why rows about one booking cannot be taken as they stand, in words; undefined where they can. */
export function contradictionIn(id: string, rows: readonly ReservationRecord[]): string | undefined {
  const states = statesOf(rows)
  if (states.length > 1)
    return `A look-up names reservation ${id} more than once: as ${states.slice(0, 5).join(' and as ')}.`
  for (const row of rows) {
    const doubts = stateDoubts('reservation.create', row)
    if (doubts.length > 0)
      return `A look-up says that reservation ${id} is ${row.status}, and also ${doubts.slice(0, 3).join(', ')}.`
  }
  return undefined
}

/** Records by booking id, in the order in which the ids first stand there. */
export function byBooking<R extends Partial<ReservationRecord>>(records: readonly R[]): R[][] {
  const groups = new Map<string, R[]>()
  for (const one of records) {
    const id = String(one.bookingId ?? '').trim()
    groups.set(id, [...(groups.get(id) ?? []), one])
  }
  return [...groups.values()]
}
