import { ownTable } from '../../foreign-text.js'
import { openAmounts, parseDecimal, parseMoney, writeDecimal } from '../build/index.js'
import { childOf, childrenOf, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'
import { chargeTypeOf, dayText, forPeople, listRooms, ownRatesOf, rateUnitOf, type Span } from './rates/index.js'
import { type BookedPeople, countGuests, peopleText } from './person.js'
import { doubledRates, type OpenUnits, openUnitsOf, openUnitsText, unitsIn } from './products.js'
import { withSingleUnits } from './single-units.js'
import type { MessageReservation, StayNode } from './read.js'
import { isCancellation } from './status.js'
import { dayUseWords, departureOf, toldDaysOf } from './stay.js'

interface BookedRoom {
  room?: string
  plan?: string
  units?: number
  /** First night, where the same units change to this room or plan during the stay. */
  from?: string
}

/** What a message books, whoever wrote it: as the elements say it, nothing worked out. */
interface BookedStay {
  line: number
  arrival?: string
  departure?: string
  /** Where the days are from, where no TimeSpan tells both: `from the rates, as there is no TimeSpan`. */
  daysFrom?: string
  /** What it is, where it has no night: `day use, no night`. */
  dayUse?: string
  hotel?: string
  /** Rooms and plans: codes where they stand, else descriptions. */
  rooms: BookedRoom[]
  openUnits?: OpenUnits[]
  /** RoomStayStatus, such as `Cancelled`. */
  status?: string
  guests?: BookedPeople & { isPerRoom?: true }
  /** `299.00 EUR`. */
  total?: string
  /** What a night costs, where the message says so. */
  rates: string[]
}

export interface BookedFacts {
  /** ResStatus of the reservation, and of the message where that has another one or the reservation has none. */
  status?: string
  messageStatus?: string
  /** Names of ResGuests. */
  guests: string[]
  stays: BookedStay[]
  /** Of all stays together, where the message counts them so. */
  people?: BookedPeople
  total?: string
  /** Days and hotel that ResGlobalInfo tells and no stay does. */
  arrival?: string
  departure?: string
  hotel?: string
}

const LISTED_MAX = 50

/**
 * Reads guests, days, rooms and money of one reservation.
 * @param messageStatus ResStatus of the message it stands in
 * @param pricedOf the nights that the prices of a stay are for
 */
export function readFacts(
  reservation: MessageReservation,
  messageStatus?: string,
  pricedOf: (stay: StayNode) => Span | undefined = () => undefined,
): BookedFacts {
  const { node, guests, stays } = reservation
  const named = guests.flatMap(({ name }) => (name === '' ? [] : [name]))
  const info = childOf(node, 'ResGlobalInfo')
  const status = valueIn(node, 'ResStatus')
  const total = moneyOf(childOf(info, 'Total'))
  const counts = childrenOf(childOf(info, 'GuestCounts'), 'GuestCount')
  const read = stays.map((stay) => readStayFacts(stay, info, pricedOf(stay)))
  return {
    ...(status === undefined ? {} : { status }),
    ...(messageStatus === undefined || messageStatus === status ? {} : { messageStatus }),
    guests: named.slice(0, LISTED_MAX),
    stays: read,
    ...(counts.length === 0 ? {} : { people: countGuests(counts) }),
    ...(total === undefined ? {} : { total }),
    ...wholeOf(info, read),
  }
}

/** Days and hotel of ResGlobalInfo, where the stays tell others or none. */
function wholeOf(
  info: XmlNode | undefined,
  stays: readonly BookedStay[],
): Pick<BookedFacts, 'arrival' | 'departure' | 'hotel'> {
  const span = childOf(info, 'TimeSpan')
  const [arrival, departure] = [valueIn(span, 'Start'), departureOf(span)].map((day) => (isTold(day) ? day : undefined))
  const hotel = hotelOf(childOf(info, 'BasicPropertyInfo'))
  const [first, last] = [
    stays.map((stay) => stay.arrival ?? '').toSorted()[0],
    stays
      .map((stay) => stay.departure ?? '')
      .toSorted()
      .at(-1),
  ]
  const isOther = (arrival !== undefined && arrival !== first) || (departure !== undefined && departure !== last)
  return {
    ...(isOther && arrival !== undefined ? { arrival } : {}),
    ...(isOther && departure !== undefined ? { departure } : {}),
    ...(hotel === '' || stays.some((stay) => stay.hotel === hotel) ? {} : { hotel }),
  }
}

/** A value without the blanks around it. */
function valueIn(node: XmlNode | undefined, name: string): string | undefined {
  const text = valueOf(node, name)
  return text === undefined ? undefined : withoutBlanks(text)
}

const hotelOf = (info: XmlNode | undefined): string =>
  [valueIn(info, 'HotelName'), valueIn(info, 'HotelCode')].filter(isTold).join(', ')

/** Days and hotel that a RoomStay does not name are those of the whole reservation. */
function readStayFacts(
  { node, timeSpan, isPerRoom }: StayNode,
  global: XmlNode | undefined,
  priced: Span | undefined,
): BookedStay {
  const span = timeSpan ?? childOf(global, 'TimeSpan')
  const rates = childrenOf(childOf(node, 'RoomRates'), 'RoomRate')
  const nightly = rates.flatMap(ownRatesOf)
  const days = toldDaysOf(span, rates, priced)
  const dayUse = dayUseWords(span)
  const openUnits = openUnitsOf(node)
  const info = childOf(node, 'BasicPropertyInfo') ?? childOf(global, 'BasicPropertyInfo')
  const hotel = hotelOf(info)
  const counts = childrenOf(childOf(node, 'GuestCounts'), 'GuestCount')
  const total = moneyOf(childOf(node, 'Total'))
  return {
    line: node.place.line,
    ...days,
    ...(dayUse === undefined ? {} : { dayUse }),
    ...(hotel === '' ? {} : { hotel }),
    rooms: roomsOf(node, rates),
    ...(openUnits.length === 0 ? {} : { openUnits }),
    ...(isTold(valueIn(node, 'RoomStayStatus')) ? { status: valueIn(node, 'RoomStayStatus') ?? '' } : {}),
    ...(counts.length === 0 ? {} : { guests: { ...countGuests(counts), ...(isPerRoom ? { isPerRoom } : {}) } }),
    ...(total === undefined ? {} : { total }),
    rates: [
      ...new Set(
        nightly.flatMap((rate) => {
          const money = moneyOf(childOf(rate, 'Total')) ?? moneyOf(childOf(rate, 'Base'))
          const unit = rateUnitOf(rate)
          const each = `${unit === undefined ? '' : ` ${unit}`}${chargeTypeOf(rate).isPerPerson === true ? ' per person' : ''}${forPeople(rate)}`
          return money === undefined ? [] : `${money}${each}`
        }),
      ),
    ].slice(0, LISTED_MAX),
  }
}

const isTold = (text: string | undefined): text is string => text !== undefined && text !== ''

/** RoomRates with codes name the products; else RoomTypes and RatePlans stand side by side. */
function roomsOf(stay: XmlNode, rates: readonly XmlNode[]): BookedStay['rooms'] {
  const roomTypes = childrenOf(childOf(stay, 'RoomTypes'), 'RoomType')
  const doubled = doubledRates(roomTypes, rates)
  const coded = rates.filter((rate) => valueIn(rate, 'RoomTypeCode') !== undefined && !doubled.has(rate))
  const plans = childrenOf(childOf(stay, 'RatePlans'), 'RatePlan')
  const onlyPlan = plans.length === 1 ? nameOf(plans[0], 'RatePlan') : undefined
  const rooms = coded.length > 0 ? coded : roomTypes
  const unitsOf = unitsIn(stay)
  const found = withSingleUnits(
    stay,
    inTurn(rooms.slice(0, LISTED_MAX), (one) => ({
      room: nameOf(one, 'RoomType'),
      plan: valueIn(one, 'RatePlanCode') ?? onlyPlan,
      units: unitsOf(one),
    })),
  )
  return found.length > 0 ? found : plans.map((plan) => ({ plan: nameOf(plan, 'RatePlan') }))
}

/** RoomRates of one product in turn are one, and those of several say from which night on. */
function inTurn(nodes: readonly XmlNode[], read: (node: XmlNode) => BookedRoom): BookedRoom[] {
  const rooms = nodes.map((node) => ({ node, ...read(node) }))
  return listRooms(
    rooms,
    ({ node }) => node,
    ({ room, plan }) => ({ room: JSON.stringify([room]), product: JSON.stringify([room, plan]) }),
    ({ units }) => units,
  ).map(({ item: { node: _, ...room }, from }) => (from === undefined ? room : { ...room, from: dayText(from) }))
}

function nameOf(node: XmlNode | undefined, kind: 'RoomType' | 'RatePlan'): string | undefined {
  return [
    valueIn(node, `${kind}Code`),
    valueIn(node, `${kind}Name`),
    valueIn(node, kind),
    childOf(childOf(node, `${kind}Description`) ?? childOf(node, 'RoomDescription'), 'Text')?.text.trim(),
  ].find(isTold)
}

/** An amount as it stands, or as its DecimalPlaces read it, with its currency. */
function moneyOf(node: XmlNode | undefined): string | undefined {
  const amount = valueIn(node, 'AmountAfterTax') ?? valueIn(node, 'AmountBeforeTax')
  if (amount === undefined) return undefined
  const isBefore = valueIn(node, 'AmountAfterTax') === undefined
  const name = isBefore ? 'AmountBeforeTax' : 'AmountAfterTax'
  const open = node && openAmounts(node).find((one) => one.name === name)
  const places = open === undefined ? valueIn(node, 'DecimalPlaces') : undefined
  const [plain, placed] = [parseDecimal(amount), parseMoney(amount, places)]
  const isPlaced = placed !== undefined && placed.scale !== plain?.scale
  const shown = isPlaced ? writeDecimal(placed) : amount.slice(0, 40)
  return `${shown}${isTold(valueIn(node, 'CurrencyCode')) ? ` ${valueIn(node, 'CurrencyCode') ?? ''}` : ''}${isBefore ? ' before tax' : ''}${isPlaced ? ` (written ${amount.slice(0, 40)}, DecimalPlaces ${places ?? ''})` : ''}${open === undefined ? '' : ` (or ${writeDecimal(open.placed)}, by its DecimalPlaces)`}`
}

const CANCELLED = 'a cancellation: what is told here is no longer booked'

/** What a status says of the booking, as the interface and OpenTravel use the words. */
const STATUSES = ownTable<string>({
  Commit: 'a new booking',
  Book: 'a new booking',
  Modify: 'a change of a booking',
  Cancel: CANCELLED,
  Cancelled: CANCELLED,
})

export const isCancel = ({ status, messageStatus }: Pick<BookedFacts, 'status' | 'messageStatus'>): boolean =>
  isCancellation(status ?? messageStatus)

function tellStatus({ status, messageStatus }: BookedFacts): string {
  const told = status ?? messageStatus
  if (told === undefined) return 'Status: not told.'
  const words = STATUSES[told]
  const both =
    status !== undefined && messageStatus !== undefined ? ` of the reservation, ${messageStatus} of the message` : ''
  return `Status: ${told}${both}${words === undefined || both !== '' ? '' : `, ${words}`}.`
}

/** The facts in plain words. */
export function tellFacts(facts: BookedFacts): string[] {
  const { guests, stays, people, total } = facts
  const counted = people === undefined ? '' : peopleText(people)
  const named =
    guests.length > 0
      ? [`${guests.length === 1 ? 'Guest' : 'Guests'}: ${guests.join(', ')}.`]
      : isCancel(facts)
        ? []
        : ['No guest is named.']
  return [
    tellStatus(facts),
    ...named,
    ...stays.map(tellStay),
    ...tellWhole(facts),
    ...(counted === '' ? [] : [`Guests of the reservation: ${counted}.`]),
    ...(total === undefined ? [] : [`Total of the reservation: ${total}.`]),
  ]
}

/** Days and hotel that ResGlobalInfo alone tells, in plain words. */
export function tellWhole({
  arrival,
  departure,
  hotel,
}: Pick<BookedFacts, 'arrival' | 'departure' | 'hotel'>): string[] {
  const isDated = arrival !== undefined || departure !== undefined
  return [
    ...(isDated ? [`Days of the reservation: ${arrival ?? '?'} to ${departure ?? '?'}.`] : []),
    ...(hotel === undefined ? [] : [`Hotel of the reservation: ${hotel}.`]),
  ]
}

const RATES_SHOWN = 5

function ratesText(rates: readonly string[]): string {
  const more = rates.length - RATES_SHOWN
  return `rate ${rates.slice(0, RATES_SHOWN).join(', ')}${more > 0 ? `, … and ${more} more` : ''}`
}

function tellStay({
  arrival,
  departure,
  daysFrom,
  dayUse,
  hotel,
  rooms,
  openUnits = [],
  status,
  guests,
  total,
  rates,
}: BookedStay): string {
  const days =
    arrival === undefined && departure === undefined
      ? 'days not told'
      : `${arrival === departure ? (arrival ?? '?') : `${arrival ?? '?'} to ${departure ?? '?'}`}${[dayUse, daysFrom].map((words) => (words === undefined ? '' : ` (${words})`)).join('')}`
  const shown = rooms.map(
    ({ room, plan, units, from }, at) =>
      `${at === 0 ? '' : from === undefined ? ' and ' : `, from ${from} on `}${units === undefined || from !== undefined ? '' : `${units} × `}${room === undefined ? 'a room that is not named' : `room ${room}`}${plan === undefined ? '' : ` with plan ${plan}`}`,
  )
  const people = guests === undefined ? '' : peopleText(guests)
  const parts = [
    days,
    `${shown.join('') || 'room not told'}${openUnits.map((one) => ` (${openUnitsText(one)})`).join('')}`,
    `${people}${guests?.isPerRoom === true && people !== '' ? ' in each room' : ''}`,
    hotel === undefined ? '' : `hotel ${hotel}`,
    rates.length > 0 ? ratesText(rates) : '',
    total === undefined ? '' : `total ${total}`,
  ]
  return `Stay${status === undefined ? '' : ` (RoomStayStatus ${status.slice(0, 40)})`}: ${parts.filter((part) => part !== '').join('; ')}.`
}
