import { SeededRandom } from '../../random/index.js'
import { buildNotification, type Envelope } from '../build/index.js'
import {
  asSource,
  cancelReservation,
  changeReservation,
  type House,
  type InventedReservation,
  inventReservation,
} from './reservation.js'

export interface InventOptions {
  seed: number
  house: House
  /** Messages of a hundred that change, or cancel, a reservation from earlier in the row. */
  modifyPercent: number
  cancelPercent: number
}

/** One message of the row: what it is made of, and what the PMS is to do. */
export interface Invented {
  reservation: InventedReservation
  resStatus: 'Commit' | 'Modify' | 'Cancel'
}

/** Reservations that are kept in mind to be changed later; the oldest is left as it is. */
const KEPT_MAX = 500

/**
 * Invented reservations, as many as are asked for: the same seed and options give the same row, on every machine. A change or a cancellation follows its Commit, never one
 * that was cancelled before; where there is none yet, a Commit takes its place.
 */
export function* inventRow({ seed, house, modifyPercent, cancelPercent }: InventOptions): Generator<Invented> {
  const open: InventedReservation[] = []
  for (let number = 1; ; number++) {
    const random = new SeededRandom(seed, number)
    const draw = random.next() * 100
    const at = Math.floor(random.next() * open.length)
    const earlier = open[at]
    if (earlier !== undefined && draw < cancelPercent) {
      open.splice(at, 1)
      yield { reservation: cancelReservation(earlier), resStatus: 'Cancel' }
    } else if (earlier !== undefined && draw < cancelPercent + modifyPercent) {
      const changed = changeReservation(random, earlier, house)
      open[at] = changed
      yield { reservation: changed, resStatus: 'Modify' }
    } else {
      const id = `GEN-${seed}-${number}`
      const reservation = inventReservation(random, { bookingId: id, channelBookingId: `${id}-C` }, house)
      open.push(reservation)
      if (open.length > KEPT_MAX) open.shift()
      yield { reservation, resStatus: 'Commit' }
    }
  }
}

/** The message of an invented reservation; it is marked as a test, and its time is made of its number, so that it is the same every time. */
export function inventedMessage({ reservation, resStatus }: Invented, number: number, envelope: Envelope): string {
  const timeStamp = new Date(Date.parse('2026-01-01T00:00:00Z') + number * 1_000).toISOString()
  return `${buildNotification(asSource(reservation), { resStatus, timeStamp, envelope, target: 'Test' })}\n`
}
