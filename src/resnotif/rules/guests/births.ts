import { findingAt, type LintFinding } from '../../finding/index.js'
import { daysOfStays, readNights } from '../../nights/index.js'
import {
  ageOn,
  dayNumber,
  dayText,
  isEmptyDate,
  type MessageReservation,
  oddKind,
  wholeNumber,
} from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, walkStandard, withoutBlanks, type XmlNode } from '../../xml/index.js'

/** Nobody is older. */
const AGE_MAX = 125
/** Nobody is told to have booked earlier than that, where the day of the booking is not told. */
const YEARS_AHEAD = 1

/** Dates of birth: days of the calendar, before the arrival, and of somebody of the age and kind that stand beside them. */
export function checkBirths({ node }: MessageReservation): LintFinding[] {
  const days = daysOf(node)
  return walkStandard(node).flatMap((one) => {
    const text = valueOf(one, 'BirthDate')
    return text === undefined ? [] : checkBirth(one, withoutBlanks(text), days)
  })
}

/** The days by which an age may be told. */
interface Days {
  /** When the reservation was made, changed and sent. */
  written: number[]
  /** Whether the day of the booking is one of these. */
  isBookingTold: boolean
  arrival?: number
  departure?: number
}

function checkBirth(customer: XmlNode, text: string, days: Days): LintFinding[] {
  const { written } = days
  const sent = written.length === 0 ? undefined : Math.max(...written)
  const invalid = (found: string, expected: string, facts: object = {}): LintFinding[] => [
    findingAt('birth-date-invalid', customer, 'BirthDate', { found, expected, ...facts }),
  ]
  if (isEmptyDate(text)) return invalid(`${text.slice(0, 60)}, an empty date`, 'no BirthDate', { severity: 'warning' })
  const born = dayNumber(text)
  if (born === undefined) return invalid(text === '' ? 'nothing' : text.slice(0, 60), 'YYYY-MM-DD')
  // xs:date is a day, perhaps with a zone.
  const timed = text.includes('T') ? invalid(text.slice(0, 60), `${dayText(born)}, without a time of the day`) : []
  return [...timed, ...checkBorn(customer, born, sent, days)]
}

/** Whether somebody born on that day is who the message says. */
function checkBorn(customer: XmlNode, born: number, sent: number | undefined, days: Days): LintFinding[] {
  const { arrival } = days
  const wrong = (found: string, expected: string, facts: object = {}): LintFinding[] => [
    findingAt('birth-date-mismatch', customer, 'BirthDate', { found, expected, ...facts }),
  ]
  if (arrival !== undefined && born > arrival)
    return wrong(dayText(born), `a day before the arrival, ${dayText(arrival)}`, { severity: 'error' })
  if (sent !== undefined && born > sent)
    return wrong(dayText(born), `a day before the message was written, ${dayText(sent)}`)
  const years = ageOn(dayText(born), arrival ?? sent)
  if (years === undefined) return []
  if (years > AGE_MAX) return wrong(`${dayText(born)}, ${years} years ago`, `at most ${AGE_MAX} years`)
  const guest = guestAround(customer)
  if (guest === undefined) return []
  const ages = agesOn(dayText(born), days) ?? { from: years, to: years }
  return checkGuest(guest, years, ages, wrong, dayText(born))
}

/** Age and kind of a guest, as they stand beside the date of birth. */
function checkGuest(
  guest: XmlNode,
  years: number,
  { from, to }: Ages,
  wrong: (found: string, expected: string) => LintFinding[],
  born: string,
): LintFinding[] {
  const age = wholeNumber(valueOf(guest, 'Age'))
  if (age !== undefined && age <= AGE_MAX && (age < from || age > to))
    return wrong(`${born}, ${from === to ? '' : `${from} to `}${yearsText(to)}`, `${yearsText(age)}, as Age says`)
  const code = valueOf(guest, 'AgeQualifyingCode')
  // Where Age stands beside the code, that is held against it.
  const kind = age === undefined ? oddKind(code, years) : undefined
  return kind === undefined
    ? []
    : wrong(`${born}, ${yearsText(years)}`, `${kind}, as AgeQualifyingCode ${code ?? ''} says`)
}

interface Ages {
  from: number
  to: number
}

/** The youngest and the oldest that somebody may be called: by the day of the booking, of a change, of arrival or of departure. Undefined before arrival is told. */
function agesOn(born: string, { written, isBookingTold, arrival, departure }: Days): Ages | undefined {
  const at = ageOn(born, arrival)
  if (at === undefined) return undefined
  const ages = [at, ...[...written, departure].flatMap((day) => (day === undefined ? [] : (ageOn(born, day) ?? 0)))]
  const from = Math.min(...ages, isBookingTold ? at : at - YEARS_AHEAD)
  return { from: Math.max(0, from), to: Math.max(...ages) }
}

const yearsText = (years: number): string => (years === 1 ? '1 year old' : `${years} years old`)

/** The guest whose own profile a customer is: what is related to somebody else is not. */
function guestAround(customer: XmlNode): XmlNode | undefined {
  if (customer.name !== 'Customer') return undefined
  let at: XmlNode | undefined = customer
  while (at !== undefined && at.name !== 'ResGuest') at = at.parent
  return at
}

/** The youngest and the oldest that somebody may be called who is sent with a date of birth: by the days of `agesOn`. */
export function agesByBirth(guest: XmlNode): Ages | undefined {
  const [customer, ...others] = walkStandard(guest).filter(
    (one) => one.name === 'Customer' && valueOf(one, 'BirthDate') !== undefined,
  )
  const text = withoutBlanks(valueOf(customer, 'BirthDate') ?? '')
  if (others.length > 0 || isEmptyDate(text)) return undefined
  let reservation: XmlNode | undefined = guest
  while (reservation !== undefined && reservation.name !== 'HotelReservation') reservation = reservation.parent
  if (reservation === undefined) return undefined
  const ages = agesOn(text, daysOf(reservation))
  return ages === undefined || ages.to > AGE_MAX ? undefined : ages
}

const known = new WeakMap<XmlNode, Days>()

/** When a reservation was written, and its first and last day, as `explain` reads them. */
function daysOf(reservation: XmlNode): Days {
  const days = known.get(reservation) ?? readDays(reservation)
  known.set(reservation, days)
  return days
}

function readDays(reservation: XmlNode): Days {
  const global = descend(reservation, 'ResGlobalInfo', 'TimeSpan')
  const stays = childrenOf(childOf(reservation, 'RoomStays'), 'RoomStay').map((node) => {
    const timeSpan = childOf(node, 'TimeSpan')
    return timeSpan === undefined ? { node } : { node, timeSpan }
  })
  const message = reservation.parent?.parent
  const status = [message, reservation].map((one) => valueOf(one, 'ResStatus') ?? '').join(' ')
  const dayIn = (text: string | undefined): number[] =>
    isEmptyDate(withoutBlanks(text ?? '')) ? [] : [dayNumber(text)].flatMap((day) => day ?? [])
  const booked = dayIn(valueOf(reservation, 'CreateDateTime'))
  const later = [valueOf(reservation, 'LastModifyDateTime'), valueOf(message, 'TimeStamp')].flatMap(dayIn)
  const written = [...booked, ...later]
  const isBookingTold =
    booked.length > 0 ||
    // A new booking is sent when it is made.
    (/\b(?:Commit|Book)\b/.test(status.slice(0, 100)) && written.length > 0)
  return {
    written,
    isBookingTold,
    ...daysOfStays(
      stays.map((stay) => readNights(stay, global, false)),
      stays.map(({ timeSpan }) => timeSpan),
      global,
    ),
  }
}
