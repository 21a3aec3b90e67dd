import { DIALECT_RULES, type Severity } from './dialect-rules.js'
import { GUEST_RULES, NIGHT_RULES, SERVICE_RULES } from './guest-rules.js'
import { MESSAGE_RULES } from './message-rules.js'
import { RESERVATION_RULES } from './reservation-rules.js'
import { VALUE_RULES } from './value-rules.js'

/**
 * Every rule once: how grave, why a PMS minds, what to change. Interface: "Events"; wire defaults, "The reservation notification".
 * `error`: a PMS that holds to the interface rejects the message, or stores something else than was booked. `warning`: some do. `info`: worth knowing.
 */
const counting =
  'Codes count the units of one product (room and plan) from 1; the PMS rejects anything else and the reservation is not delivered.'
const renumber = 'Give the units of each product 1, 2, 3 …; "resnotif fix" writes them.'
const rebuild = 'Write <IndexNumber>-<RoomTypeCode>-<RatePlanCode> of the room the guest sleeps in.'

export const LINT_RULES = {
  ...MESSAGE_RULES,
  'counter-across-products': ['error', `One counter runs through all products. ${counting}`, renumber],
  'counter-restarted-per-line': [
    'error',
    `The counter restarts on each line, so two units of one product share a code. ${counting}`,
    'Go on counting over all lines of a product; "resnotif fix" writes them.',
  ],
  'counter-per-guest': [
    'error',
    `The counter counts guests. ${counting} All guests of a unit share its code.`,
    'Give the guests of one unit one code; "resnotif fix" writes them.',
  ],
  'counter-by-room-type': [
    'error',
    `The counter is kept by room type alone. ${counting} Another rate plan starts at 1 again.`,
    'Count by room and plan together; "resnotif fix" writes them.',
  ],
  'counter-by-rate-plan': [
    'error',
    `The counter is kept by rate plan alone. ${counting} Another room starts at 1 again.`,
    'Count by room and plan together; "resnotif fix" writes them.',
  ],
  'counter-zero-based': ['error', `The counter starts at 0. ${counting}`, 'Start at 1; "resnotif fix" writes them.'],
  'counter-gap': ['error', `A number is left out. ${counting}`, renumber],
  'counter-duplicate': [
    'error',
    `Two units of one product carry the same code, so the PMS sees one room where two are booked.`,
    renumber,
  ],
  'counter-surplus': [
    'error',
    'A product has more codes than units are booked, so the PMS sees more rooms than are booked.',
    'Give all guests of a unit its code; "resnotif fix" writes them where the message tells who shares a unit.',
  ],
  'counter-string-sorted': [
    'info',
    'The units stand in the order of text (1, 10, 11, 2), as if the sender sorted numbers as words. The numbers themselves are right.',
    'Nothing; the order of units is free.',
  ],
  'counter-missing': [
    'error',
    'Without GroupEventCode the PMS cannot tell the units of a product apart.',
    'Add the number of the unit within its product.',
  ],
  'counter-not-number': ['error', 'GroupEventCode must be a whole number without leading zeros.', renumber],
  'group-code': [
    'info',
    "The schema's own words make GroupEventCode a group or event block. This message uses it so; it is not a unit counter.",
    'Nothing, unless the message should be of this service.',
  ],
  'rph-not-from-parts': ['error', 'The PMS finds the room and plan of a guest by taking the reference apart.', rebuild],
  'rph-missing': ['error', 'Without ResGuestRPH the PMS cannot tell which room the guest sleeps in.', rebuild],
  'rph-ambiguous': [
    'error',
    'Two products have this very reference, so the guest may be put into either.',
    'Use codes that make different references.',
  ],
  'rph-dash-in-code': [
    'warning',
    'A code contains "-", so the reference cannot be taken apart in one way only.',
    'Use a code without "-", or make sure the PMS compares whole references.',
  ],
  'rph-dangling': [
    'error',
    'The reference names a guest that the message does not have.',
    'Name an existing ResGuestRPH.',
  ],
  'rph-unreferenced': [
    'error',
    'No RoomStay names this guest, while others are named, so the PMS has no room to put it in.',
    'Add the reference to ResGuestRPHs of its RoomStay.',
  ],
  'rph-repeated': [
    'warning',
    'A RoomStay of one room names one guest twice, so the PMS takes one person for two, and another guest may be left without a room.',
    'Name each guest of the room once; check whether the second is somebody else.',
  ],
  'rph-duplicate': [
    'error',
    'Two guests carry one reference, so whoever refers to it may mean either.',
    'Give each guest its own ResGuestRPH.',
  ],
  'unit-without-guest': [
    'error',
    'A unit is booked for which no guest is sent; the PMS has no name for the room, or books one room less.',
    'Send one ResGuest for it (the booker, where nobody is named).',
  ],
  'guest-of-unbooked-unit': [
    'error',
    'A guest is sent for a unit or product that the RoomStays do not book.',
    'Book the unit, or take the guest out.',
  ],
  'index-missing': [
    'error',
    'References begin with IndexNumber; without it they lead nowhere.',
    'Set IndexNumber on each RoomStay.',
  ],
  'index-changing': [
    'error',
    'IndexNumber is constant across the rooms of a reservation; a PMS takes another number for another reservation.',
    'Use one IndexNumber.',
  ],
  'index-from-counter': [
    'error',
    'IndexNumber follows GroupEventCode. The two are generated independently.',
    'Keep IndexNumber constant and let GroupEventCode count.',
  ],
  'index-out-of-range': [
    'error',
    'IndexNumber must be a whole number from 1 to 999.',
    'Use 1 for the one line of the reservation.',
  ],
  'code-too-long': [
    'error',
    'The field is shorter at the PMS: the code is cut off or the message refused.',
    'Use a shorter code.',
  ],
  'echo-token-length': [
    'warning',
    'EchoToken has 1 to 128 characters in the schemas: a reader that validates refuses this one, and another may cut it off, so that its answer does not repeat it.',
    'Use a shorter EchoToken, or leave an empty one out.',
  ],
  'element-order': [
    'error',
    'The schema fixes the order of elements; a reader that validates refuses the message.',
    'Put the element where the schema has it.',
  ],
  'unique-id-missing': [
    'warning',
    'Without UniqueID a PMS cannot recognise a message sent twice, or match a later change.',
    'Add UniqueID with the reservation id.',
  ],
  'time-span-missing': [
    'error',
    'Without TimeSpan there are no arrival and departure. Another sender may tell them by the days of its prices.',
    'Add TimeSpan with Start and End.',
  ],
  'date-invalid': ['error', 'Dates are calendar days, YYYY-MM-DD.', 'Write a day of the calendar.'],
  'date-time-invalid': [
    'error',
    'TimeStamp, CreateDateTime and LastModifyDateTime are a day and a time with seconds (xs:dateTime), and not in year 1, which programs write where they have none; a reader that validates refuses another text, and a PMS cannot tell by it which message is the newer one.',
    'Write the moment as 2027-01-05T10:00:00Z, with Z or the offset from UTC.',
  ],
  'date-order': ['error', 'The stay must end after it begins.', 'Check Start and End.'],
  'time-span-mismatch': [
    'error',
    'Start, End and Duration tell different nights, or the stay is not within the dates of ResGlobalInfo; the PMS books one or the other.',
    'Make them agree, or leave Duration out.',
  ],
  'total-mismatch': [
    'error',
    'The amounts do not add up; the PMS would bill another amount than was agreed. What is cancelled may have any total.',
    'Check the amounts and the number of units.',
  ],
  'total-unchecked': [
    'info',
    'The message leaves it open what is in this total, so nothing proves it right or wrong.',
    'Look at what the total may contain (taxes, fees, discounts and services without a price of their own), and write the price of each.',
  ],
  'total-rounding': [
    'info',
    'The total and its parts differ by no more than half of the smallest unit for each night and unit, as where a price was divided by the nights.',
    'Nothing, unless the receiver wants exact sums: then write prices of the nights that make the total.',
  ],
  'hotel-missing': [
    'error',
    'Without HotelCode a PMS of several hotels cannot tell which one is booked.',
    'Add BasicPropertyInfo with HotelCode to each RoomStay.',
  ],
  'product-code-unmatched': [
    'error',
    'RoomTypes, RatePlans and RoomRates of a RoomStay must name the same products; this code stands on one side only.',
    'Use the same code in both places.',
  ],
  ...GUEST_RULES,
  'units-invalid': [
    'error',
    'NumberOfUnits is a whole number of at least 1; a PMS books another number of rooms, or none.',
    'Write a whole number of at least 1.',
  ],
  'units-mismatch': [
    'error',
    'RoomStay, RoomTypes and RoomRates name different numbers of units; the PMS books one or the other. RoomRates of different nights are of the same units.',
    'Write the same number in all places.',
  ],
  'primary-twice': [
    'error',
    'One guest is the primary one; with two the PMS takes either.',
    'Set PrimaryIndicator on one ResGuest.',
  ],
  'status-unknown': [
    'error',
    'ResStatus tells the PMS what to do; with another word it does nothing, or the wrong thing. A reservation has words of its own beside them, such as Reserved, Waitlisted and Cancelled.',
    'Write Commit for a booking, Modify for a change, Cancel for a cancellation.',
  ],
  'status-missing': [
    'error',
    'Without ResStatus a PMS must guess whether this is a booking, a change or a cancellation.',
    'Write ResStatus on the message; "resnotif send --status" does.',
  ],
  'status-contradiction': [
    'error',
    'One part of the message cancels, another does not; a PMS follows one of them.',
    'Make ResStatus, and the types of the ids, agree.',
  ],
  'unique-id-twice': [
    'error',
    'One UniqueID stands for two things, so the PMS overwrites one with the other.',
    'Give each reservation its own UniqueID, once.',
  ],
  'reservation-id-mismatch': [
    'warning',
    'UniqueID and HotelReservationID name a reservation (type 14) by numbers that are nearly alike; one of them seems mistyped, and a PMS files the booking under either.',
    'Write one number in both places. If they are of two systems, tell which with ResID_Source.',
  ],
  'ids-unchecked': [
    'info',
    'UniqueID and HotelReservationID name a reservation (type 14) by different numbers, and no ResID_Source says that one is of another system.',
    'Write one number in both places, or tell with ResID_Source whose number it is.',
  ],
  'currency-invalid': [
    'error',
    'CurrencyCode is an ISO 4217 code; a PMS refuses another one, or takes its own currency.',
    'Write three capitals, such as EUR.',
  ],
  'currency-missing': [
    'error',
    'A price without a currency is taken in the currency of the PMS, whatever was agreed. Another sender may name it once in its message.',
    'Add CurrencyCode to each price.',
  ],
  'currency-mixed': [
    'error',
    'Prices of one reservation stand in two currencies, so their sum means nothing.',
    'Use one CurrencyCode.',
  ],
  ...RESERVATION_RULES,
  ...VALUE_RULES,
  ...NIGHT_RULES,
  ...SERVICE_RULES,
  'card-number': [
    'warning',
    'A card number stands in the clear; whoever keeps the message keeps the number.',
    'Leave the number out, or mask it.',
  ],
  'code-unknown': [
    'error',
    'The receiver knows no hotel, room or plan with this code, so it cannot store the reservation.',
    'Map the code, or correct it where the message is made.',
  ],
  'code-spelling': [
    'error',
    'A code is exact: the receiver knows this one without the blanks, or in other capitals, and may find nothing by it.',
    'Write the code exactly as the receiver has it.',
  ],
  ...DIALECT_RULES,
} as const satisfies Record<string, readonly [Severity, string, string]>

export type LintRule = keyof typeof LINT_RULES

/** A node that a finding lists. */
export interface ListedNode {
  line: number
  column: number
  node: string
  found: string
  expected?: string
}

/** One thing that lint found. Lines and columns are from 1. */
export interface LintFinding {
  rule: LintRule
  severity: Severity
  line: number
  column: number
  /** Path of the node, such as `HotelReservation/ResGuests/ResGuest[3]/@GroupEventCode`. */
  node: string
  found?: string
  expected?: string
  why: string
  remedy: string
  /** All nodes of a finding about a sequence. */
  nodes?: ListedNode[]
}
