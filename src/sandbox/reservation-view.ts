import { exactInteger } from '../contract/json.js'
import type { OutboxMessage } from './outbox-store.js'
import { readPmsAddress } from './pms-address.js'
import type { StoredReservation } from './reservation-store.js'
import type { Store } from './store.js'

/** A reservation as the service answers it (wire defaults 23 to 26). */
export function viewReservation(store: Store, reservation: StoredReservation) {
  const { id, propertyId, state, record } = reservation
  return {
    bookingId: String(id),
    status: state,
    propertyId,
    ...record,
    rooms: record.rooms.map((line) => ({ ...line, roomId: exactInteger(line.roomId), ratePlanId: exactInteger(line.ratePlanId), productId: `${line.roomId}-${line.ratePlanId}` })),
    delivery: deliveryOf(store, reservation),
  }
}

/** What became of the newest notification of a reservation, in the states of wire default 26. */
export function deliveryOf(store: Store, { id, state }: StoredReservation): { state: 'not_sent' | 'delivered' | 'unknown' | 'failed'; message: string } {
  const newest = store.outbox.newestOf(id)
  if (newest === undefined) return { state: 'not_sent', message: state === 'pending' ? 'Pending reservations are not sent.' : 'There is nothing to send.' }
  if (newest.state !== 'waiting') return { state: newest.state === 'superseded' ? 'failed' : newest.state, message: newest.answer ?? '' }
  // What may have arrived is not "not sent".
  const undecided = newest.arrived === 1 ? 'unknown' : 'not_sent'
  if (newest.kind === 'cancel' && store.outbox.reachOf(newest) === 'never') return { state: undecided, message: 'The PMS never got this booking, so there is nothing to cancel yet. "hubswitch sandbox outbox list --state failed" shows the message that was not delivered.' }
  if (readPmsAddress(store) === undefined) return { state: undecided, message: 'No PMS address is known. "hubswitch sandbox outbox address URL" sets one.' }
  return { state: undecided, message: waitingWords(newest, Date.now()) }
}

/** @param now epoch milliseconds, real time: attempts do not follow the sandbox's clock */
export function waitingWords({ seriesAttempts, leaseUntil, answer, nextAt }: OutboxMessage, now: number): string {
  if (leaseUntil > now) return `Attempt ${seriesAttempts} is under way.`
  if (seriesAttempts === 0) return 'It waits for its first attempt.'
  const seconds = Math.ceil((nextAt - now) / 1000)
  return `Attempt ${seriesAttempts} did not succeed: ${(answer ?? 'no answer was noted').replace(/\.$/, '')}; the next attempt is due ${seconds > 0 ? `in ${seconds} s` : 'now'}.`
}
