import type { ReservationRecord, ReservationRequest } from '../../contract/index.js'
import { parseDecimal } from './amount.js'
import { type GuestTotals, readTotals } from './guest-totals.js'
import { invalid } from './invalid.js'

export { invalid }

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
  /** People of the whole line, where it says so. */
  counts?: GuestTotals
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
  guests: GuestTotals
  booker?: BookerContact
  paymentMethod?: string
  comment?: string
  lines: BookedLine[]
}

type Open = Readonly<Record<string, unknown>>

const isOpen = (value: unknown): value is Open => typeof value === 'object' && value !== null && !Array.isArray(value)
const openOf = (value: unknown): Open => (isOpen(value) ? value : {})

/** A list of objects; what is none is refused, because whoever wrote it meant something by it. */
function listOf(field: string, value: unknown): Open[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid(field, 'must be a list', shown(value))
  return value.map((item: unknown, at) => {
    if (isOpen(item)) return item
    throw invalid(`${field}[${at}]`, 'must be an object', shown(item))
  })
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 60)

/** An amount as decimal text. */
function amountOf(field: string, value: unknown): string | undefined {
  const text = textOf(value)
  if (text !== undefined && parseDecimal(text) === undefined)
    throw invalid(
      field,
      'is not an amount',
      text.slice(0, 60),
      'Write it with a decimal point and without a currency, such as 120.00.',
    )
  return text
}

/** A day of the calendar. */
function dayOf(field: string, value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    throw invalid(field, 'is not a day of the calendar', text.slice(0, 60), 'Write it as YYYY-MM-DD.')
  return text
}

/** Ids and amounts come as text, numbers or wide integers; blank text says nothing. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

/**
 * Brings a create request or an answered reservation into one form.
 *
 * @throws Fault `INVALID_INPUT` with the field when a line lacks its room, its plan or a whole number of units.
 * Interface: "Reservation"; wire defaults 23 to 26.
 */
export function readBooking(source: ReservationSource): Booking {
  const open: Open = source
  const booking: Booking = {
    bookingId: textOf(open.bookingId),
    channelBookingId: textOf(open.channelBookingId),
    propertyId: textOf(open.propertyId),
    distributor: textOf(open.distributorCode) ?? textOf(open.distributorId),
    checkInDate: dayOf('checkInDate', open.checkInDate),
    checkOutDate: dayOf('checkOutDate', open.checkOutDate),
    currencyCode: textOf(open.currencyCode),
    totalPrice: amountOf('totalPrice', open.totalPrice),
    guests: readTotals('totalGuestCounts', open.totalGuestCounts) ?? { adults: 0, children: [] },
    paymentMethod: textOf(openOf(open.payment).method),
    comment: textOf(open.comment),
    lines: listOf('rooms', open.rooms).map(readLine),
  }
  if (
    booking.checkInDate !== undefined &&
    booking.checkOutDate !== undefined &&
    booking.checkOutDate <= booking.checkInDate
  )
    throw invalid('checkOutDate', 'must be after checkInDate', booking.checkOutDate, 'A stay has at least one night.')
  if (isOpen(open.booker)) booking.booker = readBooker(open.booker)
  return booking
}

function readLine(line: Open, at: number): BookedLine {
  const code = (field: 'roomId' | 'ratePlanId'): string => {
    const text = textOf(line[field])
    if (text === undefined)
      throw invalid(`rooms[${at}].${field}`, 'is missing', undefined, 'Name the room and the rate plan of each line.')
    return text
  }
  const units = line.units === undefined || line.units === null ? 1 : countOf(line.units)
  if (units === undefined || units < 1)
    throw invalid(`rooms[${at}].units`, 'must be a whole number of at least 1', String(line.units))
  return {
    roomTypeCode: code('roomId'),
    ratePlanCode: code('ratePlanId'),
    units,
    guests: listOf(`rooms[${at}].guests`, line.guests).map((guest, i) => ({
      firstName: textOf(guest.firstName) ?? '',
      lastName: textOf(guest.lastName) ?? '',
      unit: numberOf(`rooms[${at}].guests[${i}].unit`, guest.unit),
      age: numberOf(`rooms[${at}].guests[${i}].age`, guest.age),
    })),
    counts: readTotals(`rooms[${at}].guestCounts`, line.guestCounts),
    totalPrice: amountOf(`rooms[${at}].totalPrice`, line.totalPrice),
    nights: listOf(`rooms[${at}].dailyPrices`, line.dailyPrices).flatMap((night, i) => {
      const [date, price] = [
        dayOf(`rooms[${at}].dailyPrices[${i}].date`, night.date),
        amountOf(`rooms[${at}].dailyPrices[${i}].price`, night.price),
      ]
      return date === undefined || price === undefined ? [] : [{ date, price }]
    }),
  }
}

function numberOf(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  const count = countOf(typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value)
  if (count === undefined || count < 0) throw invalid(field, 'must be a whole number', shown(value))
  return count
}

function readBooker(booker: Open): BookerContact {
  const address = openOf(booker.address)
  return {
    firstName: textOf(booker.firstName) ?? '',
    lastName: textOf(booker.lastName) ?? '',
    email: textOf(booker.email),
    phone: textOf(booker.phone),
    address: {
      addressLine: textOf(address.addressLine),
      cityName: textOf(address.cityName),
      postalCode: textOf(address.postalCode),
      country: textOf(address.country),
    },
  }
}
