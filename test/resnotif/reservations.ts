import type { ReservationRequest } from '../../src/contract/endpoints/reservation-fields.js'

type Line = ReservationRequest['rooms'][number]
type Guest = NonNullable<Line['guests']>[number]

/** `count` guests with names that tell them apart. */
export const people = (count: number, from = 1): Guest[] =>
  Array.from({ length: count }, (_, i) => ({ firstName: `First${from + i}`, lastName: `Last${from + i}` }))

export const line = (roomId: number | string, ratePlanId: number | string, units: number, guests: Guest[] = []): Line =>
  ({ roomId, ratePlanId, units, guests }) as Line

/** A create request around the given lines. */
export function reservation(rooms: Line[], more: Partial<ReservationRequest> = {}): ReservationRequest {
  return {
    propertyId: 1000001,
    channelBookingId: 'CH-1',
    checkInDate: '2027-03-01',
    checkOutDate: '2027-03-03',
    currencyCode: 'EUR',
    totalGuestCounts: {
      adults: Math.max(
        1,
        rooms.reduce((sum, room) => sum + Math.max(room.units, room.guests?.length ?? 0), 0),
      ),
    },
    booker: { firstName: 'Ada', lastName: 'Lovelace' },
    rooms,
    ...more,
  }
}
