import * as z from '../../zod/index.js'
import { endpoint, partnerApi } from '../schema/index.js'
import { Card, Reservation, ReservationCreate } from './reservation-fields.js'

const BookingId = z
  .union([z.string().min(1).max(255), z.int()])
  .transform(String)
  .meta({ wire: { type: 'string' } })
  .describe('Booking id given by the service')

const stay = { propertyId: 1000001, checkInDate: '2027-07-01', checkOutDate: '2027-07-03' }
const lines = [
  { roomId: 101, ratePlanId: 501, units: 1, guests: [{ firstName: 'Ada', lastName: 'Lovelace', unit: 1 }] },
]
const booker = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@guests.example' }
const held = {
  bookingId: '900001',
  channelBookingId: 'HS-20270701-1',
  status: 'pending',
  ...stay,
  totalPrice: '240.00',
  currencyCode: 'EUR',
  rooms: lines,
}

/** Answer of `cc-update`: the card masked, the state as it was (wire default 24). */
const CardAnswer = z.looseObject(() => ({
  bookingId: z.union([z.string(), z.number()]),
  status: z.string().optional(),
  card: z
    .looseObject({ holderName: z.string().nullish(), maskedNumber: z.string().nullish(), type: z.string().nullish() })
    .nullish(),
}))

/** Interface: "Reservations"; states in "States and transitions". */
export const reservation = {
  create: endpoint({
    summary: 'Create a pending reservation: the rooms are held, nothing is confirmed',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/hubswitch/reservations/create',
    retry: 'lookup-first',
    source: 'Reservations',
    successStatus: 201,
    body: ReservationCreate,
    result: Reservation,
    example: {
      body: { ...stay, channelBookingId: 'HS-20270701-1', totalGuestCounts: { adults: 1 }, booker, rooms: lines },
      result: held,
    },
    errors: [400, 401, 403, 404, 422],
  }),
  confirm: endpoint({
    summary: 'Confirm a pending reservation: it becomes binding and is sent to the hotel',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/hubswitch/reservations/confirm',
    retry: 'lookup-first',
    source: 'Reservations',
    body: z.strictObject(() => ({ bookingId: BookingId })),
    result: Reservation,
    example: {
      body: { bookingId: '900001' },
      result: { ...held, status: 'confirmed', delivery: { state: 'not_sent' } },
    },
    errors: [400, 401, 403, 404, 422],
  }),
  card: endpoint({
    summary: 'Add or change the card of a reservation; its state stays',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/hubswitch/reservations/cc-update',
    retry: 'safe',
    source: 'Reservations',
    body: z.strictObject(() => ({ bookingId: BookingId, card: Card })),
    result: CardAnswer,
    example: {
      body: {
        bookingId: '900001',
        card: { holderName: 'Ada Lovelace', number: '0000000000000000', expiryMonth: 12, expiryYear: 2030 },
      },
      result: {
        bookingId: '900001',
        status: 'pending',
        card: { holderName: 'Ada Lovelace', maskedNumber: '************0000' },
      },
    },
    errors: [400, 401, 403, 404, 422],
  }),
  lookup: endpoint({
    summary: 'Look up a reservation by booking id or channel booking id',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/hubswitch/reservations/v2',
    retry: 'safe',
    source: 'Reservations',
    query: z.strictObject(() => ({
      bookingId: BookingId.optional(),
      channelId: z.string().min(1).max(255).optional().describe('Your own channel booking id'),
    })),
    result: z.union([Reservation, z.array(Reservation)]),
    example: { query: { bookingId: '900001' }, result: held },
    errors: [400, 401, 403, 404],
  }),
}
