import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientInput } from '../client/index.js'
import type { ReservationRecord } from '../contract/reservation-fields.js'
import { Fault } from '../errors.js'
import type { Attempt, Journal, Target } from '../journal/index.js'
import { type Call, unlessMissing } from './property-records.js'

export type ReservationBody = ClientInput<'reservation.create'>['body']

const DAY_MS = 86_400_000
/** A request that was cut off may still be at work at the service; it is looked for more than once. */
const LOOK_AGAIN_MS = [0, 1000, 3000]

/** Faults that say for sure that nothing was booked. An answer that is not understood says no such thing. */
const REFUSALS: ReadonlySet<string> = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT', 'SIGN_IN_REFUSED', 'NO_CREDENTIALS'])

export interface Booking {
  call: Call
  journal: Journal
  target: Target
  now?: () => number
  waitMs?: readonly number[]
}

/** An id of our own for a booking, so that it can be looked up whatever happens. */
export function newChannelId(checkInDate: string): string {
  return `HS-${checkInDate.replaceAll('-', '')}-${randomBytes(6).toString('hex')}`
}

/** What makes two reservations the same for a person: property, dates, rooms and booker. */
export function fingerprintOf({ propertyId, checkInDate, checkOutDate, rooms, booker }: ReservationBody): string {
  const lines = rooms.map(({ roomId, ratePlanId, units = 1 }) => `${roomId}/${ratePlanId}x${units}`).sort()
  const parts = [String(propertyId), checkInDate, checkOutDate, lines, booker.firstName.trim().toLowerCase(), booker.lastName.trim().toLowerCase()]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

export function summaryOf({ propertyId, checkInDate, checkOutDate, rooms }: ReservationBody): string {
  return `property ${propertyId}, ${checkInDate} to ${checkOutDate}, ${rooms.map(({ roomId, ratePlanId, units = 1 }) => `${units} × ${roomId}/${ratePlanId}`).join(', ')}`
}

/** Attempts of this machine that may be the same booking. */
export function similarAttempts({ journal, target, now = Date.now }: Booking, body: ReservationBody): Attempt[] {
  return journal.attempts.similar(target, { channelId: body.channelBookingId, fingerprint: fingerprintOf(body), since: now() - DAY_MS })
}

export interface Booked {
  reservation: ReservationRecord
  /** True where no answer came and the look-up found the reservation. */
  isFound: boolean
}

/**
 * Creates a reservation, never blindly twice. It is written to the journal first; where no answer comes it is looked up by its
 * channel booking id.
 * @throws Fault UNREACHABLE where it surely does not exist; OUTCOME_UNKNOWN, with the command that settles it, where that cannot be told
 */
export async function book(booking: Booking, body: ReservationBody): Promise<Booked> {
  const { call, journal, target, now = Date.now } = booking
  const { channelBookingId } = body
  const attempt = journal.attempts.begin(target, { channelId: channelBookingId, fingerprint: fingerprintOf(body), summary: summaryOf(body), createdAt: now() })
  const settle = (state: string, bookingId?: string): void => journal.attempts.settle(attempt, state, bookingId, now())
  try {
    const reservation = await call('reservation.create', { body })
    settle(reservation.status, String(reservation.bookingId))
    return { reservation, isFound: false }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    settle(REFUSALS.has(error.code) ? 'refused' : error.code === 'UNREACHABLE' ? 'absent' : 'unknown')
    if (error.code !== 'OUTCOME_UNKNOWN') throw error
    const found = await lookUp(booking, channelBookingId, error)
    if (found === undefined) {
      settle('absent')
      throw new Fault('UNREACHABLE', `No answer came, and there is no reservation with the channel booking id ${channelBookingId}: nothing was booked.`, { next: 'Run the same command again.', facts: { ...error.facts, channelBookingId } })
    }
    settle(found.status, String(found.bookingId))
    return { reservation: found, isFound: true }
  }
}

/**
 * Confirms a reservation; where no answer comes, its state tells.
 * @throws Fault UNREACHABLE where it is still pending; OUTCOME_UNKNOWN where that cannot be told
 */
export async function confirmBooking({ call, journal, target, now = Date.now, waitMs = LOOK_AGAIN_MS }: Booking, bookingId: string): Promise<Booked> {
  try {
    const reservation = await call('reservation.confirm', { body: { bookingId } })
    journal.attempts.settleBooking(target, bookingId, reservation.status, now())
    return { reservation, isFound: false }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'OUTCOME_UNKNOWN') throw error
    for (const ms of waitMs) {
      await wait(ms)
      const found = await call('reservation.lookup', { query: { bookingId } }).catch(() => undefined)
      const [reservation] = found === undefined ? [] : [found].flat()
      if (reservation === undefined) continue
      journal.attempts.settleBooking(target, bookingId, reservation.status, now())
      if (reservation.status.toLowerCase() !== 'pending') return { reservation, isFound: true }
    }
    throw new Fault('OUTCOME_UNKNOWN', `No answer came to the confirmation of ${bookingId}, and it is not seen as confirmed yet.`, {
      next: `Run "hubswitch reservation lookup --booking-id ${bookingId}": if it says pending, confirm it again.`,
      facts: { ...error.facts, bookingId },
    })
  }
}

/** The one reservation of a channel id; undefined where every look says that there is none. */
async function lookUp({ call, waitMs = LOOK_AGAIN_MS }: Booking, channelId: string, cause: Fault): Promise<ReservationRecord | undefined> {
  const unknown = (): Fault =>
    new Fault('OUTCOME_UNKNOWN', cause.message, { next: `Run "hubswitch reservation lookup --channel-id ${channelId}" before you repeat this.`, facts: { ...cause.facts, channelBookingId: channelId } })
  for (const ms of waitMs) {
    await wait(ms)
    const found = await unlessMissing(call('reservation.lookup', { query: { channelId } })).catch(() => {
      throw unknown()
    })
    const [reservation] = found === undefined ? [] : [found].flat()
    if (reservation !== undefined) return reservation
  }
  return undefined
}
