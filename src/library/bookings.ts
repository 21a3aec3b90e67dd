import {
  book,
  type Booking,
  confirmBooking,
  confirmDuplicate,
  newChannelId,
  reconcile,
  type ReservationBody,
  type Settled,
} from '../booking/index.js'
import { stateWord } from '../outcome/index.js'
import type { Service } from './connect.js'

/** A reservation to be made. Without a channel booking id it gets one; with one of your own, the service is asked first whether it holds that. */
export type NewReservation = Omit<ReservationBody, 'channelBookingId'> & { channelBookingId?: string }

export interface Reserved {
  bookingId: string
  channelBookingId: string
  /** As the service names it, such as pending or confirmed. */
  state: string
  /** Why the answer alone did not prove it, where a look-up had to. */
  doubt?: string
}

/**
 * Books a stay, journaled and never twice: the same stay booked from this journal within a day is refused unless `mayRepeat`.
 * @throws Fault REFUSED; GUARD_RAIL where it is booked already; UNREACHABLE where it surely was not booked; OUTCOME_UNKNOWN where that cannot be told (`settleBookings` looks again)
 */
export async function reserve(
  service: Service,
  body: NewReservation,
  { mayRepeat = false }: { mayRepeat?: boolean } = {},
): Promise<Reserved> {
  const channelBookingId = body.channelBookingId ?? newChannelId(body.checkInDate)
  const whole = { ...body, channelBookingId } as ReservationBody
  const before = await confirmDuplicate(bookingOf(service), whole, {
    isOwnId: body.channelBookingId !== undefined,
    isAllowed: mayRepeat,
  })
  const { reservation, doubt } = await book(bookingOf(service), whole, before)
  return {
    bookingId: String(reservation.bookingId),
    channelBookingId,
    state: reservation.status,
    ...(doubt === undefined ? {} : { doubt: doubt.message }),
  }
}

/**
 * Confirms a pending reservation.
 * @throws Fault REFUSED, UNREACHABLE, OUTCOME_UNKNOWN
 */
export async function confirmReservation(
  service: Service,
  bookingId: string,
): Promise<{ bookingId: string; state: string; isConfirmed: boolean }> {
  const { reservation } = await confirmBooking(bookingOf(service), bookingId)
  return {
    bookingId,
    state: reservation.status,
    isConfirmed: stateWord('reservation.confirm', reservation.status) === 'done',
  }
}

/** Looks up every booking of this journal whose fate is open, and writes down what it finds. */
export async function settleBookings(service: Service): Promise<Settled[]> {
  return reconcile(bookingOf(service))
}

function bookingOf({ client, journal, target, signal }: Service): Booking {
  return { call: client.call, journal, target, ...(signal === undefined ? {} : { signal }) }
}
