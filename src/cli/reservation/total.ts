import type { ReservationRecord } from '../../contract/reservation-fields.js'
import { Fault } from '../../errors.js'
import type { Call } from '../property-records.js'
import { type Decimal, decimalOf, type OfferedTotal, writeTotal } from '../sellable.js'
import { faultOrThrow } from '../settle-attempt.js'

/**
 * Compares the total, with its currency, at which the service holds a reservation with the one that was expected or offered.
 * @returns what to tell where nobody named a total, and the service holds it at another one than it offered
 * @throws Fault PARTIAL where it is held at another total than the expected one, or at none that the service names
 */
export async function checkTotal(call: Call, reservation: ReservationRecord, { offered, expected }: { offered: OfferedTotal | undefined; expected: string | undefined }): Promise<string | undefined> {
  const { bookingId, currencyCode } = reservation
  const held = totalOf(reservation) ?? (expected === undefined ? undefined : await lookedUp(call, bookingId))
  const currency = typeof currencyCode === 'string' ? ` ${currencyCode}` : ''
  const isOtherMoney = typeof currencyCode === 'string' && offered?.currency !== undefined && currencyCode.trim().toUpperCase() !== offered.currency.trim().toUpperCase()
  const wanted = offered?.currency === undefined ? '' : ` ${offered.currency}`
  if (expected === undefined) return held === undefined || offered === undefined || (held === offered.total && !isOtherMoney) ? undefined : `It was offered at ${writeTotal(offered.total)}${wanted}, and the service holds it at ${writeTotal(held)}${currency}.`
  if (held === decimalOf(expected) && !isOtherMoney) return undefined
  const at = held === undefined ? unnamed(reservation) : `at ${writeTotal(held)}${currency}`
  throw new Fault('PARTIAL', `Reservation ${bookingId} is held ${at}, not at ${expected}${wanted}. It is not confirmed.`, {
    next: `Look at it with "hubswitch reservation lookup --booking-id ${bookingId}". Confirm it only if you take that total; else have it cancelled.`,
    facts: { bookingId: String(bookingId), state: reservation.status, totalPrice: held === undefined ? null : writeTotal(held), expectedTotal: `${expected}${wanted}` },
  })
}

/** Why a reservation is not at the total that was expected of its attempt, such as `240.00 EUR`; undefined where it is, or nothing was expected. */
export function otherTotal(reservation: ReservationRecord, expectedTotal: string | undefined): string | undefined {
  if (expectedTotal === undefined) return undefined
  const { currencyCode } = reservation
  const held = totalOf(reservation)
  const [amount = '', money] = expectedTotal.split(' ')
  const isOtherMoney = money !== undefined && typeof currencyCode === 'string' && currencyCode.trim().toUpperCase() !== money.trim().toUpperCase()
  if (held === decimalOf(amount) && !isOtherMoney) return undefined
  return `held ${held === undefined ? unnamed(reservation) : `at ${writeTotal(held)}${typeof currencyCode === 'string' ? ` ${currencyCode}` : ''}`}, not at ${expectedTotal}`
}

/** A total that cannot be read is quoted: it was named. */
function unnamed({ totalPrice }: ReservationRecord): string {
  const text = totalPrice === undefined || totalPrice === null ? '' : String(totalPrice).trim().slice(0, 40)
  return text === '' ? 'without naming a total' : `at "${text}", which cannot be read as a total`
}

function totalOf({ totalPrice }: ReservationRecord): Decimal | undefined {
  return totalPrice === undefined || totalPrice === null ? undefined : decimalOf(String(totalPrice))
}

async function lookedUp(call: Call, bookingId: string | number): Promise<Decimal | undefined> {
  const found = await call('reservation.lookup', { query: { bookingId: String(bookingId) } }).catch(faultOrThrow)
  const [reservation] = found instanceof Fault ? [] : [found].flat()
  return reservation === undefined ? undefined : totalOf(reservation)
}
