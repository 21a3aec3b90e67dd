import { OTA_NAMESPACE, XmlBuilder } from '../xml/index.js'
import { parseDecimal } from './amount.js'
import { invalid, readBooking, type ReservationSource } from './booking.js'
import { attributeText } from './characters.js'
import { addElement } from './element.js'
import { type Envelope, openEnvelope, type UsernameToken } from './envelope.js'
import { addGuests, addProfiles } from './guests.js'
import { childrenIn } from './guest-totals.js'
import { addHead, BROKER, type HeadOptions } from './head.js'
import { numberBooking, type NumberOptions } from './number.js'
import { addStay, addTotal, addTotals, planStays } from './stay.js'

export interface BuildOptions extends NumberOptions, HeadOptions {
  /** A first ResGuest node with the booker and no codes. Default false. */
  bookerNode?: boolean
  /** Repeat RatePlanCode as RatePlanID. Default false. */
  ratePlanIdCopy?: boolean
  /** Default `none`: the bare message. */
  envelope?: Envelope
  /** Only with an envelope. */
  security?: UsernameToken
  /** Default true: indented. */
  isIndented?: boolean
}

/** OpenTravel list UIT: 14, a reservation. */
const RESERVATION = '14'

/**
 * The `OTA_HotelResNotifRQ` of a reservation as text. Works offline; the same input and options (with EchoToken and TimeStamp given, and a
 * nonce for a digest) make the same bytes.
 *
 * @throws Fault `INVALID_INPUT` with field, and position where a character is one that XML forbids; when ids or dates are missing.
 * Interface: "Reservation", "Events"; wire defaults, "The reservation notification".
 */
export function buildNotification(reservation: ReservationSource, options: BuildOptions = {}): string {
  const booking = readBooking(reservation)
  const id = booking.bookingId ?? booking.channelBookingId
  if (id === undefined)
    throw invalid(
      'channelBookingId',
      'is missing, and there is no bookingId either',
      undefined,
      'A notification needs one of the two.',
    )
  if (booking.checkInDate === undefined) throw invalid('checkInDate', 'is missing')
  if (booking.checkOutDate === undefined) throw invalid('checkOutDate', 'is missing')
  if (booking.lines.length === 0) throw invalid('rooms', 'is empty', undefined, 'Book at least one unit.')
  const nodes = numberBooking(booking, options)

  const idField = booking.bookingId === undefined ? 'channelBookingId' : 'bookingId'
  attributeText(idField, id)
  const document = XmlBuilder.document()
  const root = openEnvelope(document, options.envelope ?? 'none', options.security).ele(
    OTA_NAMESPACE,
    'OTA_HotelResNotifRQ',
  )
  addHead(root, booking, id, options)
  const node = root.ele('HotelReservations').ele('HotelReservation')
  addElement(node, 'UniqueID', { Type: RESERVATION, ID: id }, idField)
  const stays = node.ele('RoomStays')
  for (const plan of planStays(booking, nodes, options.roomStays ?? 'reservation'))
    addStay(stays, booking, plan, options.ratePlanIdCopy === true)
  addGuests(node, nodes, childrenIn(booking), options.bookerNode === true ? booking.booker : undefined)

  const info = node.ele('ResGlobalInfo')
  // One RoomStay a unit leaves no place that counts everybody.
  if (options.roomStays === 'room') addTotals(info, booking.guests)
  addTotal(info, parseDecimal(booking.totalPrice), booking.currencyCode)
  const ids = info.ele('HotelReservationIDs')
  addElement(ids, 'HotelReservationID', { ResID_Type: RESERVATION, ResID_Value: id }, idField)
  if (booking.channelBookingId !== undefined && booking.bookingId !== undefined)
    addElement(
      ids,
      'HotelReservationID',
      { ResID_Type: BROKER, ResID_Value: booking.channelBookingId },
      'channelBookingId',
    )
  if (booking.booker !== undefined) addProfiles(info, { ...booking.booker, contact: booking.booker }, 'booker')
  return document.end({ prettyPrint: options.isIndented ?? true })
}
