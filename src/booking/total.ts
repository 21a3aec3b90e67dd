import type { ReservationRecord } from '../contract/index.js'
import { type Decimal, decimalOf, writeTotal } from '../decimal.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { type Call, faultOrThrow } from '../property-file/index.js'
import { shellWord } from '../shell-word.js'
import { isGone, isModified, mismatchWith } from './found/index.js'
import type { OfferedTotal } from './sellable.js'

/**
 * Compares the total, with its currency, at which the service holds a reservation with the one that was expected or offered.
 * @returns what to tell where nobody named a total, and the service holds it at another one than it offered
 * @throws Fault PARTIAL where it is held at another total than the expected one, or at none that the service names
 */
export async function checkTotal(
  call: Call,
  reservation: ReservationRecord,
  { offered, expected }: { offered: OfferedTotal | undefined; expected: string | undefined },
): Promise<string | undefined> {
  const { bookingId, currencyCode } = reservation
  const held = totalOf(reservation) ?? (expected === undefined ? undefined : await lookedUp(call, bookingId))
  const currency = typeof currencyCode === 'string' ? ` ${currencyCode}` : ''
  const isOtherMoney =
    typeof currencyCode === 'string' &&
    offered?.currency !== undefined &&
    currencyCode.trim().toUpperCase() !== offered.currency.trim().toUpperCase()
  const wanted = offered?.currency === undefined ? '' : ` ${offered.currency}`
  if (expected === undefined)
    return held === undefined || offered === undefined || (held === offered.total && !isOtherMoney)
      ? undefined
      : `It was offered at ${writeTotal(offered.total)}${wanted}, and the service holds it at ${writeTotal(held)}${currency}.`
  if (held === decimalOf(expected) && !isOtherMoney) return undefined
  const at = held === undefined ? unnamed(reservation) : `at ${writeTotal(held)}${currency}`
  throw new Fault(
    'PARTIAL',
    `Reservation ${bookingId} is held ${at}, not at ${expected}${wanted}. It is not confirmed.`,
    {
      next: `Look at it with "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}". Confirm it only if you take that total; else have it cancelled.`,
      facts: {
        bookingId: String(bookingId),
        state: reservation.status,
        totalPrice: held === undefined ? null : writeTotal(held),
        expectedTotal: `${expected}${wanted}`,
      },
    },
  )
}

/** Why a reservation is not at the total that was expected of its attempt, such as `240.00 EUR`; undefined where it is, or nothing was expected. */
export function otherTotal(reservation: ReservationRecord, expectedTotal: string | undefined): string | undefined {
  if (expectedTotal === undefined) return undefined
  const { currencyCode } = reservation
  const held = totalOf(reservation)
  const [amount = '', money] = expectedTotal.split(' ')
  const isOtherMoney =
    money !== undefined &&
    typeof currencyCode === 'string' &&
    currencyCode.trim().toUpperCase() !== money.trim().toUpperCase()
  if (held === decimalOf(amount) && !isOtherMoney) return undefined
  return `held ${held === undefined ? unnamed(reservation) : `at ${writeTotal(held)}${typeof currencyCode === 'string' ? ` ${currencyCode}` : ''}`}, not at ${expectedTotal}`
}

/** The total of a reservation with its currency, such as `240.00 EUR`; undefined where it names none. */
export function totalText(reservation: ReservationRecord): string | undefined {
  const held = totalOf(reservation)
  return held === undefined
    ? undefined
    : [writeTotal(held), reservation.currencyCode?.trim().toUpperCase()].filter(Boolean).join(' ')
}

/** That a reservation is held at another total than at first, in words; undefined where it is not, or where one of the two is not known. */
export function movedTotal(reservation: ReservationRecord, heldTotal: string | undefined): string | undefined {
  if (heldTotal === undefined || totalOf(reservation) === undefined || otherTotal(reservation, heldTotal) === undefined)
    return undefined
  return `it was held at ${heldTotal} when it was booked, and is held at ${totalText(reservation)} now`
}

/** In what a booking that is held differs from what was asked for: its total, or anything that its record says. What the hotel has modified does not count. */
export function differenceFrom(attempt: Attempt, reservation: ReservationRecord): string | undefined {
  if (isGone(reservation.status) || isModified(reservation.status)) return undefined
  const mismatch = mismatchWith(attempt, reservation)
  if (mismatch !== undefined) return `${mismatch.field} ${mismatch.answered}, not ${mismatch.asked}`
  return totalOf(reservation) === undefined ? undefined : otherTotal(reservation, attempt.expectedTotal)
}

/** The reservation with the total that a look-up names, where its answer names none. */
export async function withTotal(call: Call, reservation: ReservationRecord): Promise<ReservationRecord> {
  const total = totalOf(reservation) === undefined ? await lookedUp(call, reservation.bookingId) : undefined
  return total === undefined ? reservation : { ...reservation, totalPrice: writeTotal(total) }
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
