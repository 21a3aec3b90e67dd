import { exactInteger } from '../../contract/index.js'
import { readPmsAddress } from '../outbox/index.js'
import type { OutboxMessage, Reach, Store, StoredReservation } from '../store/index.js'

/** A reservation as the service answers it (wire defaults 23 to 26). */
export function viewReservation(store: Store, reservation: StoredReservation) {
  const { id, propertyId, state, record } = reservation
  return {
    bookingId: String(id),
    status: state,
    propertyId,
    ...record,
    rooms: record.rooms.map((line) => ({
      ...line,
      roomId: exactInteger(line.roomId),
      ratePlanId: exactInteger(line.ratePlanId),
      productId: `${line.roomId}-${line.ratePlanId}`,
    })),
    delivery: deliveryOf(store, reservation),
  }
}

/** What became of the newest notification of a reservation, in the states of wire default 26, and what the hotel has. */
export function deliveryOf(
  store: Store,
  { id, state }: StoredReservation,
): { state: 'not_sent' | 'delivered' | 'unknown' | 'failed'; partial?: true; message: string } {
  const newest = store.outbox.newestOf(id)
  if (newest === undefined)
    return {
      state: 'not_sent',
      message: state === 'pending' ? 'Pending reservations are not sent.' : 'There is nothing to send.',
    }
  const has: Hotel = { reach: store.outbox.reachOf(newest), isInPart: isInPart(store, newest) }
  if (newest.state === 'superseded') return { state: 'not_sent', message: newest.answer ?? '' }
  if (newest.state === 'delivered') return { state: 'delivered', message: newest.answer ?? '' }
  if (newest.state !== 'waiting')
    return {
      // In part is not delivered, and the service has no other word for it.
      state: newest.state === 'partial' ? 'failed' : newest.state,
      ...(has.isInPart ? { partial: true as const } : {}),
      message: `${wordsOfHotel(newest, has)} ${newest.answer ?? ''}`.trim(),
    }
  // What may have arrived is not "not sent".
  const undecided = newest.arrived === 1 || newest.known === 1 ? 'unknown' : 'not_sent'
  const before = newest.kind === 'commit' ? '' : `${wordsOfHotel(newest, has)} `
  if (readPmsAddress(store) === undefined)
    return {
      state: undecided,
      message: `${before}No PMS address is known. "hubswitch sandbox outbox address URL" sets one.`,
    }
  return { state: undecided, message: `${before}${waitingWords(newest, Date.now())}` }
}

const NOUNS = { commit: 'booking', modify: 'change', cancel: 'cancellation' } as const satisfies Record<
  OutboxMessage['kind'],
  string
>

interface Hotel {
  reach: Reach
  /** What it has of the message is a part. */
  isInPart: boolean
}

/** Whether the last attempt that the hotel took was taken in part; one before may have been taken whole, and sent again. */
const isInPart = ({ outbox }: Store, { id, attempts, state }: OutboxMessage): boolean =>
  state === 'partial' || outbox.wasInPart({ id, attempts: attempts + 1 })

/** Which message has not got through, and what the hotel has all the same, as far as the attempts tell. */
function wordsOfHotel({ kind, state, arrived, taken, known }: OutboxMessage, { reach, isInPart }: Hotel): string {
  const noun = NOUNS[kind]
  if (isInPart) return `The hotel has taken the ${noun} in part.`
  if (taken === 1) return `The hotel has taken the ${noun} before.`
  const isOpen = state === 'unknown' || (state === 'waiting' && arrived === 1)
  if (kind === 'commit' && known === 1) return 'Whether the hotel has the booking is not known.'
  const own = isOpen ? `Whether the hotel has the ${noun} is not known` : `The hotel has not taken the ${noun}`
  if (kind === 'commit')
    return !isOpen && arrived === 1 ? `${own}, though an attempt of it may have arrived.` : `${own}.`
  const earlier =
    reach === 'had'
      ? 'it has the booking from an earlier notification'
      : reach === 'unknown'
        ? 'whether it has the booking is not known'
        : 'it has not taken the booking either'
  return `${own}; ${earlier}.`
}

/** @param now epoch milliseconds, real time: attempts do not follow the sandbox's clock */
export function waitingWords(
  { id, seriesAttempts, leaseUntil, leaseHolder, answer, httpStatus, nextAt, undecided }: OutboxMessage,
  now: number,
): string {
  if (undecided !== null) return answer ?? ''
  if (leaseUntil > now)
    return `Attempt ${seriesAttempts} is under way, or its process ended before an answer came; it may have arrived.`
  if (seriesAttempts === 0) return 'It waits for its first attempt.'
  const seconds = Math.ceil((nextAt - now) / 1000)
  const next = `The next attempt is due ${seconds > 0 ? `in ${seconds} s` : 'now'}, with whatever command uses the sandbox then; "hubswitch sandbox outbox resend ${id}" sends it at once.`
  if (leaseHolder !== null)
    return `Attempt ${seriesAttempts} was cut off before an answer came, and may have arrived. ${next}`
  const said = (answer ?? 'No answer was noted').replace(/\.?$/, '.')
  return httpStatus === null
    ? `Attempt ${seriesAttempts} got no answer: ${said} ${next}`
    : `Attempt ${seriesAttempts} was sent and answered. ${said} ${next}`
}
