import type { ReservationRecord, ReservationRequest } from '../contract/reservation-fields.js'
import { Fault } from '../errors.js'

/** What a notification can be made of: a create request, or a reservation as the service answers it. */
export type ReservationSource = ReservationRequest | ReservationRecord

export interface BookedGuest {
  firstName: string
  lastName: string
  age?: number
  /** The unit of the line as the source names it, from 1. */
  unit?: number
}

/** One line of a booking: a product, how many units of it, who sleeps in them, what they cost. */
export interface BookedLine {
  roomTypeCode: string
  ratePlanCode: string
  units: number
  guests: BookedGuest[]
  totalPrice?: string
  nights: { date: string; price: string }[]
}

export interface BookerContact {
  firstName: string
  lastName: string
  email?: string
  phone?: string
  address?: { addressLine?: string; cityName?: string; postalCode?: string; country?: string }
}

/** A reservation in one form, whether it was asked for or answered. Absent facts are absent. */
export interface Booking {
  bookingId?: string
  channelBookingId?: string
  propertyId?: string
  /** Code of the distributor, or its id. */
  distributor?: string
  checkInDate?: string
  checkOutDate?: string
  currencyCode?: string
  totalPrice?: string
  adults: number
  children: { age: number; count: number }[]
  booker?: BookerContact
  paymentMethod?: string
  comment?: string
  lines: BookedLine[]
}

type Open = Readonly<Record<string, unknown>>

const isOpen = (value: unknown): value is Open => typeof value === 'object' && value !== null && !Array.isArray(value)
const openOf = (value: unknown): Open => (isOpen(value) ? value : {})
const listOf = (value: unknown): Open[] => (Array.isArray(value) ? value.filter(isOpen) : [])

/** Ids and amounts come as text, numbers or wide integers; blank text says nothing. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const countOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isInteger(value) ? value : undefined)

/**
 * Brings a create request or an answered reservation into one form.
 *
 * @throws Fault `INVALID_INPUT` with the field when a line lacks its room, its plan or a whole number of units.
 * Interface: "Reservation"; wire defaults 23 to 26.
 */
export function readBooking(source: ReservationSource): Booking {
  const open: Open = source
  const guests = openOf(open.totalGuestCounts)
  const booking: Booking = {
    bookingId: textOf(open.bookingId),
    channelBookingId: textOf(open.channelBookingId),
    propertyId: textOf(open.propertyId),
    distributor: textOf(open.distributorCode) ?? textOf(open.distributorId),
    checkInDate: textOf(open.checkInDate),
    checkOutDate: textOf(open.checkOutDate),
    currencyCode: textOf(open.currencyCode),
    totalPrice: textOf(open.totalPrice),
    adults: countOf(guests.adults) ?? 0,
    children: listOf(guests.children).map(({ age, count }) => ({ age: countOf(age) ?? 0, count: countOf(count) ?? 1 })),
    paymentMethod: textOf(openOf(open.payment).method),
    comment: textOf(open.comment),
    lines: listOf(open.rooms).map(readLine),
  }
  if (isOpen(open.booker)) booking.booker = readBooker(open.booker)
  return booking
}

function readLine(line: Open, at: number): BookedLine {
  const code = (field: 'roomId' | 'ratePlanId'): string => {
    const text = textOf(line[field])
    if (text === undefined) throw invalid(`rooms[${at}].${field}`, 'is missing', undefined, 'Name the room and the rate plan of each line.')
    return text
  }
  const units = line.units === undefined || line.units === null ? 1 : countOf(line.units)
  if (units === undefined || units < 1) throw invalid(`rooms[${at}].units`, 'must be a whole number of at least 1', String(line.units))
  return {
    roomTypeCode: code('roomId'),
    ratePlanCode: code('ratePlanId'),
    units,
    guests: listOf(line.guests).map((guest) => ({ firstName: textOf(guest.firstName) ?? '', lastName: textOf(guest.lastName) ?? '', unit: countOf(guest.unit), age: countOf(guest.age) })),
    totalPrice: textOf(line.totalPrice),
    nights: listOf(line.dailyPrices).flatMap((night) => {
      const [date, price] = [textOf(night.date), textOf(night.price)]
      return date === undefined || price === undefined ? [] : [{ date, price }]
    }),
  }
}

function readBooker(booker: Open): BookerContact {
  const address = openOf(booker.address)
  return {
    firstName: textOf(booker.firstName) ?? '',
    lastName: textOf(booker.lastName) ?? '',
    email: textOf(booker.email),
    phone: textOf(booker.phone),
    address: { addressLine: textOf(address.addressLine), cityName: textOf(address.cityName), postalCode: textOf(address.postalCode), country: textOf(address.country) },
  }
}

/** The one fault of a reservation that cannot become a message: which field, what stands there, why not. */
export function invalid(field: string, reason: string, value?: string, remedy?: string): Fault {
  return new Fault('INVALID_INPUT', `${field} ${reason}.`, { findings: [{ field, value, reason, remedy }] })
}
