import {
  type BookedGuest,
  type BookedLine,
  type Booking,
  invalid,
  readBooking,
  type ReservationSource,
} from './booking.js'

export interface NumberOptions {
  /** One RoomStay for the whole reservation (default), or one for each booked unit. */
  roomStays?: 'reservation' | 'room'
  /**
   * `constant` (default): one IndexNumber, 1, for the whole reservation, as the interface has it. `room-stay`: RoomStays count 1, 2, 3 …;
   * against the interface, for a PMS that insists on it. Only with `roomStays: 'room'`.
   */
  indexNumber?: 'constant' | 'room-stay'
}

/** One ResGuest node: a guest of one booked unit. Interface: "Reservation", guest mapping. */
export interface GuestNode {
  indexNumber: number
  roomTypeCode: string
  ratePlanCode: string
  /** Which unit of its product, from 1, whatever line the unit stands on. */
  groupEventCode: number
  /** `<IndexNumber>-<RoomTypeCode>-<RatePlanCode>`. */
  resGuestRph: string
  /** The line of the reservation, from 0. */
  line: number
  /** The unit of that line, from 1. */
  unitOfLine: number
  firstName: string
  lastName: string
  age?: number
  /** The unit names no guest, so the booker stands for it. */
  isBooker: boolean
}

/** `<IndexNumber>-<RoomTypeCode>-<RatePlanCode>` (interface: "Reservation"). */
export function composeRph(indexNumber: number | string, roomTypeCode: string, ratePlanCode: string): string {
  return `${indexNumber}-${roomTypeCode}-${ratePlanCode}`
}

/**
 * The ResGuest nodes of a reservation in document order: line by line, unit by unit, guest by guest.
 *
 * GroupEventCode counts the units of one product (room and plan) from 1 over all lines of that product; every other product counts
 * for itself. All guests of a unit share ResGuestRPH and GroupEventCode. IndexNumber does not depend on that counter.
 * A unit that names no guest gets one node with the booker's name. Guests without `unit` are dealt in their order, in blocks as even
 * as their number allows, to the units that no guest names (to all units when each is named).
 *
 * @throws Fault `INVALID_INPUT` with the field: a `unit` beyond the units of its line, or a unit without guest and no booker.
 * Interface: "Events", rules 1 to 6.
 */
export function numberNodes(reservation: ReservationSource, options: NumberOptions = {}): GuestNode[] {
  return numberBooking(readBooking(reservation), options)
}

/** As `numberNodes`, of a booking that is read already. */
export function numberBooking(
  booking: Booking,
  { roomStays = 'reservation', indexNumber = 'constant' }: NumberOptions = {},
): GuestNode[] {
  const unitsOfProduct = new Map<string, number>()
  let unitsOfReservation = 0
  return booking.lines.flatMap((line, at) => {
    const product = JSON.stringify([line.roomTypeCode, line.ratePlanCode])
    return dealGuests(line, at).flatMap((guests, unit) => {
      const groupEventCode = (unitsOfProduct.get(product) ?? 0) + 1
      unitsOfProduct.set(product, groupEventCode)
      unitsOfReservation++
      const index = roomStays === 'room' && indexNumber === 'room-stay' ? unitsOfReservation : 1
      const sleepers = guests.length > 0 ? guests : [bookerOf(booking, at, unit)]
      return sleepers.map((guest) => ({
        indexNumber: index,
        roomTypeCode: line.roomTypeCode,
        ratePlanCode: line.ratePlanCode,
        groupEventCode,
        resGuestRph: composeRph(index, line.roomTypeCode, line.ratePlanCode),
        line: at,
        unitOfLine: unit + 1,
        firstName: guest.firstName,
        lastName: guest.lastName,
        age: guest.age,
        isBooker: guests.length === 0,
      }))
    })
  })
}

function dealGuests({ units, guests }: BookedLine, line: number): BookedGuest[][] {
  const dealt: BookedGuest[][] = Array.from({ length: units }, () => [])
  const free: BookedGuest[] = []
  guests.forEach((guest, at) => {
    if (guest.unit === undefined) return free.push(guest)
    const unit = dealt[guest.unit - 1]
    if (unit === undefined) {
      throw invalid(
        `rooms[${line}].guests[${at}].unit`,
        `is beyond the ${units} ${units === 1 ? 'unit' : 'units'} of its line`,
        String(guest.unit),
        `Use a unit from 1 to ${units}.`,
      )
    }
    return unit.push(guest)
  })
  const unnamed = dealt.filter((unit) => unit.length === 0)
  dealEvenly(free, unnamed.length > 0 ? unnamed : dealt)
  return dealt
}

/** Consecutive blocks; the first units get one more where the number does not divide. */
function dealEvenly(guests: BookedGuest[], units: BookedGuest[][]): void {
  const [size, rest] = [Math.floor(guests.length / units.length), guests.length % units.length]
  let from = 0
  units.forEach((unit, at) => {
    const to = from + size + (at < rest ? 1 : 0)
    unit.push(...guests.slice(from, to))
    from = to
  })
}

function bookerOf({ booker }: Booking, line: number, unit: number): BookedGuest {
  if (booker === undefined || (booker.firstName === '' && booker.lastName === '')) {
    throw invalid(
      `rooms[${line}].guests`,
      `has no guest for unit ${unit + 1}, and the reservation has no booker`,
      undefined,
      'Name a guest for each unit, or the booker.',
    )
  }
  return { firstName: booker.firstName, lastName: booker.lastName }
}
