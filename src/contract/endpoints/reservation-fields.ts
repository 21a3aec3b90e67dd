import * as z from '../../zod/index.js'
import { AnyId, CurrencyCode, Day, Filled, PropertyId, secret, ShortText, WideId } from '../schema/index.js'
import { GuestCounts, GuestCountsAnswer } from './product.js'

/** Reservation requests and records (interface: "Reservation"; wire defaults 23 to 26). */

const Name = ShortText

/** A guest of one booked unit. `unit` counts the units of its line from 1. */
export const Guest = z.strictObject(() => ({
  firstName: Name,
  lastName: Name,
  unit: z.int().min(1).max(999).optional().describe('Which of the units of the line, from 1'),
  age: z.int().min(0).max(120).optional(),
}))

/** One line: a product, how many units of it, and who sleeps in them. */
export const ReservationRoom = z.strictObject(() => ({
  roomId: WideId.describe('Room id'),
  ratePlanId: WideId.describe('Rate plan id'),
  productId: z.union([z.string().min(1), z.int()]).optional(),
  units: z.int().min(1).max(999).default(1).describe('How many units'),
  guestCounts: GuestCounts.optional(),
  guests: z.array(Guest).optional(),
}))

export const Booker = z.strictObject(() => ({
  firstName: Name,
  lastName: Name,
  email: z.string().min(3).max(255).optional(),
  phone: z.string().min(1).max(64).optional(),
  address: z
    .strictObject({
      addressLine: z.string().optional(),
      cityName: z.string().optional(),
      postalCode: z.string().optional(),
      country: z.string().optional(),
    })
    .optional(),
}))

/** A payment card. Its number and code are secrets and are shown nowhere. */
export const Card = z.strictObject(() => ({
  holderName: Name,
  number: secret(z.string().regex(/^\d{12,19}$/, 'must have 12 to 19 digits')),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2099),
  cvc: secret(z.string().regex(/^\d{3,4}$/, 'must have 3 or 4 digits')).optional(),
  type: z.string().min(1).optional(),
}))

/** Whether the last digit of a card number is the one that the others ask for (Luhn). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const value = (digits.charCodeAt(digits.length - 1 - at) - 48) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Body of `reservations/create` (wire default 23). */
export const ReservationCreate = z.strictObject(() => ({
  propertyId: PropertyId.describe('Property'),
  distributorId: Filled.optional(),
  distributorCode: Filled.optional(),
  channelBookingId: ShortText.describe('Your own id of the booking'),
  checkInDate: Day.describe('Arrival, YYYY-MM-DD'),
  checkOutDate: Day.describe('Departure, YYYY-MM-DD'),
  currencyCode: CurrencyCode.optional(),
  totalGuestCounts: GuestCounts,
  booker: Booker,
  rooms: z.array(ReservationRoom).min(1).max(100),
  payment: z.strictObject({ method: z.string().min(1), card: Card.optional() }).optional(),
  comment: z.string().max(2000).optional(),
}))

export type ReservationRequest = z.output<typeof ReservationCreate>

/** What became of the notification (wire default 26). */
export const Delivery = z.looseObject(() => ({ state: z.string().optional(), message: z.string().nullish() }))

/** The state of a reservation whose answer names none. It is no state of the interface, so nothing takes it for one. */
export const STATE_UNKNOWN = 'unknown'

/** A reservation as the service answers it. States: pending, confirmed, modified, cancelled, no_show; others pass through. */
export const Reservation = z.looseObject(() => ({
  bookingId: z.union([z.string(), z.number()]),
  channelBookingId: z.string().nullish(),
  status: z.string().default(STATE_UNKNOWN),
  propertyId: z.number().nullish(),
  checkInDate: z.string().nullish(),
  checkOutDate: z.string().nullish(),
  totalPrice: z.union([z.string(), z.number()]).nullish(),
  currencyCode: z.string().nullish(),
  totalGuestCounts: GuestCountsAnswer.nullish(),
  booker: z.looseObject({ firstName: z.string().nullish(), lastName: z.string().nullish() }).nullish(),
  rooms: z
    .array(
      z.looseObject({
        roomId: AnyId.optional(),
        ratePlanId: AnyId.optional(),
        units: z.number().nullish(),
        guestCounts: GuestCountsAnswer.nullish(),
        guests: z
          .array(
            z.looseObject({
              firstName: z.string().nullish(),
              lastName: z.string().nullish(),
              unit: z.number().nullish(),
              age: z.number().nullish(),
            }),
          )
          .nullish(),
        totalPrice: z.union([z.string(), z.number()]).nullish(),
        dailyPrices: z
          .array(z.looseObject({ date: z.string().optional(), price: z.union([z.string(), z.number()]).optional() }))
          .nullish(),
      }),
    )
    .nullish(),
  comment: z.string().nullish(),
  delivery: Delivery.nullish(),
}))

export type ReservationRecord = z.output<typeof Reservation>
