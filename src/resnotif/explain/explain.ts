import { ownTable } from '../../foreign-text.js'
import { createConcealer } from '../conceal/index.js'
import { type MessageFacts, readMessageFacts } from '../facts/index.js'
import { readNights } from '../nights/index.js'
import {
  type BookedFacts,
  type CapturedMessage,
  captureMessage,
  isCancel,
  type MessageGuest,
  pathOf,
  readFacts,
  tellFacts,
  wholeNumber,
} from '../read/index.js'
import { childrenOf, descend, tellBreak, valueOf, type XmlNode } from '../xml/index.js'
import { checkStructure } from '../rules/index.js'
import { analyseReservation, type ReservationReading, unitNumbersOf } from '../units/index.js'

interface ExplainedGuest {
  name: string
  age?: number
  line: number
  node: string
  resGuestRph?: string
  expectedRph?: string
  groupEventCode?: string
  expectedCode?: string
  isRight: boolean
}

interface ExplainedProduct {
  roomTypeCode: string
  ratePlanCode: string
  /** Units the RoomStays book; undefined where they do not say. */
  booked?: number
  /** Guests by unit, in the order of their numbers; where `isOpen`, all of them in one list. */
  units: ExplainedGuest[][]
  /** The number of each of these units. */
  numbers: number[]
  /** Several groupings of guests fit, so nothing tells their units, numbers and codes. */
  isOpen?: true
}

interface ExplainedReservation {
  style: 'composite' | 'plain'
  id?: string
  indexNumbers: string[]
  products: ExplainedProduct[]
  /** Guests that belong to no product of the message. */
  strays: ExplainedGuest[]
  /** Guests, days, rooms and money as the message has them. */
  booked: BookedFacts
  /** Rules of wrong counters. */
  faults: string[]
}

export interface Explanation {
  reservations: ExplainedReservation[]
  /** The same in plain words. */
  lines: string[]
}

export interface ExplainedMessage extends Explanation {
  /** Where the XML ends before its time, in words. */
  broken?: string
  /** What the message says of the booking, as data. */
  facts: MessageFacts
}

/** Where a place of the message stands in the file that it was captured in. */
export type PlaceOf = (place: { line: number; column: number }) => { line: number; column: number }

const AS_IT_IS: PlaceOf = (place) => place

const UNREAD_MAX = 20
const CODES_TOLD = 10

/** @param codes those of the message, each once */
const schemaNote = (codes: readonly string[]): string =>
  `The schema's own words make GroupEventCode a group or event block; a PMS vendor may read it so, and then puts these guests into ${codes.length === 1 ? 'block' : 'blocks'} ${codes.slice(0, CODES_TOLD).join(', ')}${codes.length > CODES_TOLD ? ' and so on' : ''} instead of rooms.`

/**
 * The story of a captured message: products, units, guests, counters as they are and as they should be, without card numbers and passwords. Never throws.
 * Interface: "Events"; wire defaults, "The reservation notification".
 * @param secrets values that are secret wherever they stand, such as the password that was sent
 * @param placeOf of a message that was captured inside of something else
 */
export function explainMessage(text: string, secrets: readonly string[] = [], placeOf = AS_IT_IS): ExplainedMessage {
  return explainCaptured(captureMessage(text, secrets), placeOf)
}

/** As `explainMessage`, of a message that is read already. */
export function explainCaptured({ message, concealed }: CapturedMessage, placeOf = AS_IT_IS): ExplainedMessage {
  // Card numbers, also where the sentence brings their parts together.
  const plain = createConcealer({ ids: concealed.ids })
  const readings = message.reservations.map((reservation) => analyseReservation(reservation))
  // Before sentences are made of it, whose own words may be those of a password.
  const reservations = readings.map((reading) =>
    withPlaces(
      concealReservation(explainReservation(reading, valueOf(message.notification, 'ResStatus')), concealed.conceal),
      placeOf,
    ),
  )
  const lines = reservations.flatMap((one, i) => [
    ...(i > 0 ? [''] : []),
    ...linesOf(one, i + 1, readings[i]?.reservation.guests ?? []),
  ])
  const unread = checkStructure(message)
  if (unread.length > 0)
    lines.unshift(
      ...unread
        .slice(0, UNREAD_MAX)
        .map(({ node, why, ...place }) => `Note line ${placeOf(place).line}, ${node}: ${why}`),
    )
  let broken: string | undefined
  if (message.broken !== undefined) {
    const { line, column } = placeOf(message.broken)
    const what = message.broken.isCut === true ? 'The message is cut' : 'The XML is broken'
    broken = `${what} at line ${line}, column ${column}: ${tellBreak(message.broken, concealed.text)}.`
    lines.unshift(`${broken} This is the story as far as it could be read.`)
  }
  if (reservations.length === 0)
    lines.push(
      message.notification === undefined
        ? `This is no OTA_HotelResNotifRQ${message.root === undefined ? '' : `, but ${message.root.name}`}.`
        : 'There is no HotelReservation in this message.',
    )
  const facts = withPlaces(concealed.conceal(readMessageFacts(message)), placeOf)
  // What is not there may stand behind the break.
  if (broken !== undefined) facts.unusual = []
  return {
    reservations,
    lines: lines.map((line) => plain.text(line)),
    facts,
    ...(broken === undefined ? {} : { broken: plain.text(broken) }),
  }
}

/** Data with the lines of the file instead of those of the message. */
function withPlaces<T>(value: T, placeOf: PlaceOf): T {
  if (placeOf === AS_IT_IS) return value
  return JSON.parse(JSON.stringify(value), (name, one: unknown) =>
    name === 'line' && typeof one === 'number' ? placeOf({ line: one, column: 1 }).line : one,
  ) as T
}

function concealReservation(one: ExplainedReservation, conceal: <T>(value: T) => T): ExplainedReservation {
  return { ...conceal(one), style: one.style, faults: one.faults }
}

function explainReservation(
  { reservation, style, products, guests, faults }: ReservationReading,
  messageStatus: string | undefined,
): ExplainedReservation {
  const isOpen = (guest: ReservationReading['guests'][number]): boolean =>
    products.some(({ open, units }) => open !== undefined && units.some((unit) => unit.includes(guest)))
  const explain = (guest: ReservationReading['guests'][number]): ExplainedGuest => {
    const expectedCode = guest.expectedCode === undefined || isOpen(guest) ? undefined : String(guest.expectedCode)
    const age = wholeNumber(valueOf(guest.guest.node, 'Age'))
    return {
      name: guest.guest.name,
      ...(age === undefined ? {} : { age }),
      line: guest.guest.node.place.line,
      node: pathOf(guest.guest.node),
      resGuestRph: guest.guest.rph?.value,
      expectedRph: style === 'composite' ? guest.expectedRph : undefined,
      groupEventCode: guest.code,
      expectedCode,
      isRight: style === 'plain' || (guest.code === expectedCode && guest.guest.rph?.value === guest.expectedRph),
    }
  }
  return {
    style,
    id: idIn(reservation.node),
    indexNumbers: [...new Set(reservation.stays.flatMap(({ indexNumber }) => indexNumber?.value ?? []))],
    products: products.map((reading) => {
      const numbers = unitNumbersOf(reading)
      const order = numbers.map((_, at) => at).toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
      return {
        roomTypeCode: reading.product.roomTypeCode,
        ratePlanCode: reading.product.ratePlanCode,
        booked: reading.product.booked,
        ...(reading.open === undefined
          ? {
              units: order.map((at) => (reading.units[at] ?? []).map(explain)),
              numbers: order.map((at) => numbers[at] ?? at + 1),
            }
          : { units: [reading.units.flat().map(explain)], numbers: [], isOpen: true as const }),
      }
    }),
    strays: guests.filter(({ product }) => product === undefined).map(explain),
    booked: readFacts(
      reservation,
      messageStatus,
      (stay) => readNights(stay, descend(reservation.node, 'ResGlobalInfo', 'TimeSpan'), style === 'composite').span,
    ),
    faults: faults.map(({ rule }) => rule),
  }
}

/** The first id that the reservation has. */
function idIn(node: XmlNode): string | undefined {
  const others = childrenOf(descend(node, 'ResGlobalInfo', 'HotelReservationIDs'), 'HotelReservationID')
  return [
    ...childrenOf(node, 'UniqueID').map((one) => valueOf(one, 'ID')),
    ...others.map((one) => valueOf(one, 'ResID_Value')),
  ].find((id) => id !== undefined && id !== '')
}

/** @param sent all ResGuests, also those without ResGuestRPH and GroupEventCode */
function linesOf(one: ExplainedReservation, at: number, sent: readonly MessageGuest[]): string[] {
  const sum = (products: ExplainedProduct[]): number =>
    products.reduce((total, { units, booked, isOpen }) => total + (isOpen === true ? (booked ?? 1) : units.length), 0)
  const head =
    one.style === 'plain'
      ? `Reservation ${one.id ?? `${at}, without an id`}.`
      : `Reservation ${one.id ?? at}: ${plural(one.products.length, 'product')}, ${plural(sum(one.products), 'unit')} with guests. IndexNumber ${one.indexNumbers.join(', ') || 'is missing'}.`
  const guests = [...one.products.flatMap(({ units }) => units.flat()), ...one.strays]
  const codes = [...new Set(guests.flatMap(({ groupEventCode }) => groupEventCode ?? []))]
  if (one.style === 'plain') {
    const hasRphs = sent.some(({ rph }) => rph !== undefined)
    const isNamed = sent.length > 0
    const what = !isNamed
      ? 'It names no guests, and nothing else shows that it is of this service'
      : hasRphs
        ? 'Its ResGuestRPHs are not made of IndexNumber, room and plan'
        : 'Its guests have no ResGuestRPH made of IndexNumber, room and plan'
    return [
      head,
      ...tellFacts(one.booked),
      isNamed ? `${what}, so it is not of this service, and its guests are not numbered by unit.` : `${what}.`,
      ...(codes.length > 0
        ? [`GroupEventCode is ${codes.join(', ')}: a group or event block, as the schema has it.`]
        : []),
    ]
  }
  const body = one.products.flatMap((product) => [
    `Room ${product.roomTypeCode} with plan ${product.ratePlanCode}: ${product.booked === undefined ? 'units not told' : `${plural(product.booked, 'unit')} ${isCancel(one.booked) ? 'cancelled' : 'booked'}`}, codes ${codesOf(product, 'groupEventCode')}${shouldBe(product)}.`,
    ...product.units.flatMap((unit, i) =>
      unit.map(
        (guest) =>
          `  unit ${product.isOpen === true ? '?' : (product.numbers[i] ?? i + 1)}  ${guest.name || '(no name)'}${guest.age === undefined ? '' : `, aged ${guest.age}`}  line ${guest.line}  ${side('RPH', guest.resGuestRph, guest.expectedRph)}  ${side('code', guest.groupEventCode, guest.expectedCode)}`,
      ),
    ),
  ])
  const strays = one.strays.map(
    (guest) =>
      `  in no product  ${guest.name || '(no name)'}  line ${guest.line}  RPH ${guest.resGuestRph ?? 'missing'}  code ${guest.groupEventCode ?? 'missing'}`,
  )
  return [
    head,
    ...tellFacts(one.booked),
    ...body,
    ...strays,
    ...one.faults.map((rule) => STORIES[rule] ?? rule),
    ...(codes.length === 0 ? [] : [schemaNote(codes)]),
  ]
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
const codesOf = ({ units }: ExplainedProduct, key: 'groupEventCode' | 'expectedCode'): string =>
  units.flatMap((unit) => unit.map((guest) => guest[key] ?? 'missing')).join(', ') || 'none'
function shouldBe(product: ExplainedProduct): string {
  if (product.isOpen === true) return '. Which guests share a unit is not told'
  const [are, should] = [codesOf(product, 'groupEventCode'), codesOf(product, 'expectedCode')]
  return are === should ? '' : `, should be ${should}`
}
const side = (name: string, is: string | undefined, should: string | undefined): string =>
  should === undefined || is === should ? `${name} ${is ?? 'missing'}` : `${name} ${is ?? 'missing'} → ${should}`

const STORIES = ownTable<string>({
  'counter-across-products':
    'One counter ran through the whole reservation. It should start again at 1 for each product.',
  'counter-restarted-per-line':
    'The counter started again on each line. It should go on over all lines of one product.',
  'counter-per-guest': 'The counter went up with each guest. It should go up with each unit.',
  'counter-by-room-type': 'The counter was kept by room type. It should be kept by room and plan together.',
  'counter-by-rate-plan': 'The counter was kept by rate plan. It should be kept by room and plan together.',
  'counter-zero-based': 'The counter started at 0. It should start at 1.',
  'counter-gap': 'The counter left numbers out.',
  'counter-surplus': 'The guests have more codes than units are booked.',
  'counter-duplicate': 'The counter gave one number to several units.',
})
