import { ownTable } from '../../foreign-text.js'
import {
  ageOn,
  customerOf,
  dayNumber,
  dayText,
  headerOf,
  isEmptyDate,
  isRetransmission,
  type Message,
  type MessageReservation,
  namePartsOf,
  pathOf,
  personName,
  statusOf,
  strayHotels,
} from '../read/index.js'
import { daysOfStays, readNights } from '../nights/index.js'
import { analyseReservation, type ProductReading, type ReservationReading, unitNumbersOf } from '../units/index.js'
import {
  childOf,
  childrenOf,
  descend,
  inOneLine,
  valueOf,
  walkNodes,
  withoutBlanks,
  type XmlNode,
} from '../xml/index.js'
import {
  accessOf,
  billingOf,
  commissionsOf,
  companiesOf,
  contactOf,
  loyaltyOf,
  namesOf,
  penaltiesOf,
  promotionsOf,
  roomNumbersOf,
  senderOf,
} from './aside.js'
import { chargesIn } from './charges.js'
import type { GuestFacts, MessageFacts, ReservationFacts } from './facts.js'
import { depositsOf, moneyIn, openAmountsOf, shareIn } from './money.js'
import { commentsOf, countsOf, daysIn, hotelIn, kindOf, readStay, requestsOf, servicesOf, unreadOf } from './stay.js'
import { findUnusual } from './unusual.js'
import { optional, value } from './value.js'

/**
 * What a notification says of the booking: nothing is reckoned that does not stand there. Never throws.
 * OpenTravel OTA_HotelResNotifRQ, 2003B to 2017B.
 */
export function readMessageFacts(message: Message): MessageFacts {
  const { notification, reservations } = message
  const facts: Omit<MessageFacts, 'unusual'> = {
    ...optional('status', statusOf(message)),
    ...optional('echoToken', value(notification, 'EchoToken')),
    ...optional('timeStamp', value(notification, 'TimeStamp')),
    ...optional('target', value(notification, 'Target')),
    ...optional('version', value(notification, 'Version')),
    ...optional('transaction', value(notification, 'TransactionIdentifier')),
    isRepeat: isRetransmission(message),
    envelope: message.carrier?.envelope ?? message.envelope,
    security: securityOf(headerOf(message)),
    ...senderOf(notification),
    ...openAmountsOf(notification),
    reservations: reservations.map(readReservation),
  }
  return { ...facts, unusual: findUnusual(facts) }
}

function securityOf(header: XmlNode | undefined): MessageFacts['security'] {
  const security = childOf(header, 'Security')
  if (security === undefined) return 'none'
  const password = descend(security, 'UsernameToken', 'Password')
  if (password === undefined) return 'other'
  return valueOf(password, 'Type')?.endsWith('#PasswordDigest') === true ? 'digest' : 'text'
}

function readReservation(reservation: MessageReservation): ReservationFacts {
  const { node, stays } = reservation
  const info = childOf(node, 'ResGlobalInfo')
  const guarantee = guaranteeOf([info, ...stays.map((stay) => stay.node)])
  const total = moneyIn(childOf(info, 'Total'))
  const booker = bookerOf(info)
  const reading = analyseReservation(reservation)
  const isOurs = reading.style === 'composite'
  const nights = stays.map((stay) => ({ stay, read: readNights(stay, childOf(info, 'TimeSpan'), isOurs) }))
  const told = nights.map(({ stay, read }) => readStay(stay, info, read))
  return {
    line: node.place.line,
    ...optional('strayHotel', strayHotelOf(reservation)),
    ...optional('status', value(node, 'ResStatus')),
    ids: idsIn(node, info),
    ...optional('created', value(node, 'CreateDateTime')),
    ...optional('changed', value(node, 'LastModifyDateTime')),
    ...hotelIn(childOf(info, 'BasicPropertyInfo')),
    ...daysIn(childOf(info, 'TimeSpan')),
    ...optional('booker', booker),
    companies: companiesOf(info, booker?.name),
    stays: told,
    counts: countsOf(info),
    guests: guestsOf(
      reservation,
      reading,
      daysOfStays(
        nights.map(({ read }) => read),
        stays.map(({ timeSpan }) => timeSpan),
        childOf(info, 'TimeSpan'),
      ).arrival ?? firstOf(told.map((stay) => dayNumber(stay.arrival))),
    ),
    ...optional('total', total),
    deposits: depositsOf([info, ...stays.map((stay) => stay.node)]),
    ...optional('guarantee', guarantee),
    comments: commentsOf(info),
    requests: requestsOf(info),
    services: servicesOf(node),
    ...chargesIn(node, new Map(nights.map(({ stay, read }) => [stay.node, read]))),
    access: accessOf(node),
    penalties: penaltiesOf(node),
    loyalty: loyaltyOf(node),
    roomNumbers: roomNumbersOf(node),
    names: namesOf(node),
    promotions: promotionsOf(node),
    commissions: commissionsOf(node),
    billing: billingOf(node),
  }
}

/** The earliest of some days, as far as they are told. */
function firstOf(days: readonly (number | undefined)[]): number | undefined {
  const told = days.filter((day) => day !== undefined)
  return told.length === 0 ? undefined : Math.min(...told)
}

/** The hotel that stands where nobody looks for it, where no stay has one. */
function strayHotelOf({ node, stays }: MessageReservation): ReservationFacts['strayHotel'] {
  const holders = [childOf(node, 'ResGlobalInfo'), ...stays.map((stay) => stay.node)]
  if (holders.some((one) => value(childOf(one, 'BasicPropertyInfo'), 'HotelCode') !== undefined)) return undefined
  const [first] = strayHotels(node)
  const code = value(first, 'HotelCode')
  return first === undefined || code === undefined
    ? undefined
    : { code, element: first.parent?.name ?? '', line: first.place.line }
}

function idsIn(node: XmlNode, info: XmlNode | undefined): ReservationFacts['ids'] {
  const read = (one: XmlNode, element: 'UniqueID' | 'HotelReservationID', type: string, id: string) => {
    const text = value(one, id)
    const source = value(one, 'ResID_Source')
    const context = value(one, 'ID_Context') ?? value(one, 'ResID_SourceContext')
    return text === undefined
      ? []
      : [
          {
            element,
            ...optional('type', value(one, type)),
            id: text,
            ...optional('source', source),
            ...optional('context', context),
          },
        ]
  }
  return [
    ...childrenOf(node, 'UniqueID').flatMap((one) => read(one, 'UniqueID', 'Type', 'ID')),
    ...childrenOf(childOf(info, 'HotelReservationIDs'), 'HotelReservationID').flatMap((one) =>
      read(one, 'HotelReservationID', 'ResID_Type', 'ResID_Value'),
    ),
  ]
}

/** Who booked: a person, or a company such as a travel agency. */
function bookerOf(info: XmlNode | undefined): ReservationFacts['booker'] {
  const customer = customerOf(info)
  const holder = customer ?? descend(info, 'Profiles', 'ProfileInfo', 'Profile', 'CompanyInfo')
  if (holder === undefined) return undefined
  const name = customer === undefined ? withoutBlanks(childOf(holder, 'CompanyName')?.text ?? '') : personName(customer)
  const parts = namePartsOf(customer)
  return {
    ...optional('name', name === '' ? undefined : name),
    ...(Object.keys(parts).length === 0 ? {} : { nameParts: parts }),
    ...contactOf(holder),
  }
}

/** A card is named, and never read. */
function guaranteeOf(holders: readonly (XmlNode | undefined)[]): string | undefined {
  const found = holders.flatMap((one) => childrenOf(one, 'Guarantee'))
  if (found.length === 0) return undefined
  const by = found.flatMap((one) => [...walkNodes(one)].flatMap(({ name }) => FORMS[name] ?? []))
  const parts = [
    [...new Set(by)].join(' and '),
    ...found.map((one) => value(one, 'GuaranteeType') ?? value(one, 'GuaranteeCode')),
    ...found.flatMap(({ children }) => children.map(guaranteedShare)),
    ...found.flatMap((one) =>
      childrenOf(one, 'GuaranteeDescription').flatMap((said) => [...walkNodes(said)].flatMap((at) => textIn(at) ?? [])),
    ),
    ...found.map((one) => value(one, 'HoldTime')).map((time) => time && `held until ${time}`),
  ].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)].join(', ') || 'given without details'
}

/** The words of a description. */
function textIn(node: XmlNode): string | undefined {
  const text = ['Text', 'ListItem', 'GuaranteeDescription'].includes(node.name) ? inOneLine(node.text) : ''
  return text === '' ? undefined : text.slice(0, 500)
}

const FORMS = ownTable<string>({
  PaymentCard: 'card',
  DirectBill: 'direct bill',
  Voucher: 'voucher',
  BankAcct: 'bank account',
  Cash: 'cash',
  LoyaltyRedemption: 'loyalty points',
})

/** How much is guaranteed, where the message says so. */
function guaranteedShare(node: XmlNode): string | undefined {
  const { amount, currency, percent } = node.name === 'Comments' ? {} : shareIn(node)
  if (amount !== undefined) return currency === undefined ? amount : `${amount} ${currency}`
  return percent === undefined ? undefined : `${percent} %`
}

const isGrown = (node: XmlNode): boolean => ['adult', 'senior'].includes(kindOf(node) ?? '')

function guestsOf(
  reservation: MessageReservation,
  { products, guests }: ReservationReading,
  arrival: number | undefined,
): GuestFacts[] {
  const numbers = new Map(products.map((product) => [product, unitNumbersOf(product)]))
  const readings = new Map(guests.map((one) => [one.guest, one]))
  const places = placesOf(products)
  const staysByRph = staysByReference(reservation)
  return reservation.guests.map((guest): GuestFacts => {
    const { node, name, rph } = guest
    const parts = namePartsOf(customerOf(node))
    const born = value(customerOf(node), 'BirthDate')
    const birth = isEmptyDate(born) ? undefined : born
    const bornOn = dayNumber(birth)
    const isTimed = bornOn !== undefined && birth?.includes('T') === true
    // A guest without any code belongs to no unit.
    const one = readings.get(guest)
    const { reading, at } = (one && places.get(one)) ?? {}
    const unit = reading === undefined || at === undefined ? undefined : numbers.get(reading)?.[at]
    return {
      line: node.place.line,
      node: pathOf(node),
      name,
      ...(Object.keys(parts).length === 0 ? {} : { nameParts: parts }),
      ...optional('kind', kindOf(node)),
      ...optional('age', ageOf(node)),
      ...unreadOf(node),
      ...optional('birthDate', isTimed ? dayText(bornOn) : birth),
      ...optional('birthText', bornOn === undefined || isTimed ? born?.slice(0, 60) : undefined),
      ...optional('ageAtArrival', ageOf(node) === undefined && !isGrown(node) ? ageOn(birth, arrival) : undefined),
      ...contactOf(customerOf(node)),
      ...optional('arrivalTime', value(node, 'ArrivalTime')),
      isPrimary: ['true', '1'].includes(valueOf(node, 'PrimaryIndicator') ?? ''),
      ...optional('rph', rph?.value),
      ...optional('code', guest.groupEventCode?.value),
      ...optional('room', one?.product?.roomTypeCode),
      ...optional('plan', one?.product?.ratePlanCode),
      // Where several groupings fit, nothing tells which unit it is.
      ...(reading?.open === undefined ? optional('unit', unit) : { isUnitOpen: true }),
      stays: (rph && staysByRph.get(rph.value)) ?? [],
    }
  })
}

function ageOf(node: XmlNode): number | undefined {
  const age = value(node, 'Age')
  return age !== undefined && /^\d{1,3}$/.test(age) ? Number(age) : undefined
}

/** In which unit of which product each guest is, the first of them. */
function placesOf(products: ReservationReading['products']): Map<unknown, { reading: ProductReading; at: number }> {
  const places = new Map<unknown, { reading: ProductReading; at: number }>()
  for (const reading of products)
    for (const [at, unit] of reading.units.entries())
      for (const one of unit) if (!places.has(one)) places.set(one, { reading, at })
  return places
}

/** The RoomStays that refer to a guest, by its number. */
function staysByReference({ stays, references }: MessageReservation): Map<string, number[]> {
  const places = new Map(stays.map(({ node }, at) => [node, at + 1]))
  const stayOf = (node: XmlNode | undefined): number | undefined =>
    node === undefined ? undefined : (places.get(node) ?? stayOf(node.parent))
  const found = new Map<string, Set<number>>()
  for (const { value: rph, node } of references) {
    const stay = stayOf(node)
    if (stay === undefined) continue
    found.set(rph, (found.get(rph) ?? new Set()).add(stay))
  }
  return new Map([...found].map(([rph, numbers]) => [rph, [...numbers].toSorted((a, b) => a - b)]))
}
