import type { Severity } from './dialect-rules.js'

/** Rules of what a reservation is known by, when it was made, and whether it books anything. */
export const RESERVATION_RULES = {
  'id-incomplete': [
    'warning',
    'An id of the reservation lacks a part that a PMS needs: by Type it tells the number of a reservation (14) from that of a cancellation (15), and without its value an id names nothing.',
    'Write Type and ID, or ResID_Type and ResID_Value, or leave the element out.',
  ],
  'room-stay-missing': [
    'warning',
    'The message books or changes a reservation and has no RoomStay, so it tells no room, no price and mostly no days; a PMS books nothing, or refuses it.',
    'Send each booked room in a RoomStay, also in a change.',
  ],
  'stay-length': [
    'warning',
    'It is for more nights than any stay: mostly a slip in a year. So many nights are not held against their prices.',
    'Check the years of both dates.',
  ],
  'version-missing': [
    'warning',
    'The schema requires Version on the message: a PMS that validates refuses it, and one of several releases cannot tell which one this is.',
    'Write the Version that was agreed on, such as Version="5.000".',
  ],
  'date-time-order': [
    'warning',
    'A reservation is made before it is changed, told and over. A PMS tells by these times which message is the newer one, and may keep the older state of the booking.',
    'Check the clock and the time zone of the sender, and which moment each attribute holds.',
  ],
} as const satisfies Record<string, readonly [Severity, string, string]>
