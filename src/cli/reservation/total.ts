import type { ReservationRecord } from '../../contract/reservation-fields.js'
import { Fault } from '../../errors.js'
import type { Call } from '../property-records.js'
import { type Decimal, decimalOf, writeTotal } from '../sellable.js'
import { faultOrThrow } from '../settle-attempt.js'

/**
 * Compares the total at which the service holds a reservation with the one that was expected or offered.
 * @returns what to tell where nobody named a total, and the service holds it at another one than it offered
 * @throws Fault PARTIAL where it is held at another total than the expected one, or at none that the service names
 */
export async function checkTotal(call: Call, reservation: ReservationRecord, { offered, expected }: { offered: Decimal | undefined; expected: string | undefined }): Promise<string | undefined> {
  const { bookingId, currencyCode } = reservation
  const held = totalOf(reservation) ?? (expected === undefined ? undefined : await lookedUp(call, bookingId))
  const currency = typeof currencyCode === 'string' ? ` ${currencyCode}` : ''
  if (expected === undefined) return held === undefined || offered === undefined || held === offered ? undefined : `It was offered at ${writeTotal(offered)}, and the service holds it at ${writeTotal(held)}${currency}.`
  if (held === decimalOf(expected)) return undefined
  const at = held === undefined ? 'without naming a total' : `at ${writeTotal(held)}${currency}`
  throw new Fault('PARTIAL', `Reservation ${bookingId} is held ${at}, not at ${expected}. It is not confirmed.`, {
    next: `Look at it with "hubswitch reservation lookup --booking-id ${bookingId}". Confirm it only if you take that total; else have it cancelled.`,
    facts: { bookingId: String(bookingId), state: reservation.status, totalPrice: held === undefined ? null : writeTotal(held), expectedTotal: expected },
  })
}

function totalOf({ totalPrice }: ReservationRecord): Decimal | undefined {
  return totalPrice === undefined || totalPrice === null ? undefined : decimalOf(String(totalPrice))
}

async function lookedUp(call: Call, bookingId: string | number): Promise<Decimal | undefined> {
  const found = await call('reservation.lookup', { query: { bookingId: String(bookingId) } }).catch(faultOrThrow)
  const [reservation] = found instanceof Fault ? [] : [found].flat()
  return reservation === undefined ? undefined : totalOf(reservation)
}
