import { ownTable } from '../../foreign-text.js'
import { childOf, valueOf, type XmlNode } from '../xml/index.js'
import { chainOf, nearest } from './above.js'
import { nameOfGuest } from './align.js'

/** What a value is about, in a hotel's words. */
export interface Naming {
  about: string
  /** `E-mail of Ada Lovelace`; undefined where only the path can name it. */
  name?: string
}

type Holder = 'guest' | 'booker' | 'stay' | 'reservation' | 'message'

/**
 * Names a value of a message.
 * @param node the element, of a text without secrets
 * @param attribute undefined for the text of the element
 */
export function nameValue(node: XmlNode, attribute: string | undefined): Naming {
  const chain = chainOf(node)
  const has = (name: string): boolean => chain.some((one) => one.name === name)
  const holder: Holder = has('ResGuest')
    ? 'guest'
    : has('RoomStay')
      ? 'stay'
      : has('Customer')
        ? 'booker'
        : has('HotelReservation')
          ? 'reservation'
          : 'message'
  const guest = chain.find(({ name }) => name === 'ResGuest')
  const of =
    holder === 'guest'
      ? ` of ${nameOfGuest(guest) ?? 'a guest without a name'}`
      : holder === 'booker'
        ? ' of the booker'
        : companyOf(chain)
  const tail = attribute ?? ''
  for (const { name, about, words } of NAMES) {
    const at = chain.find((one) => one.name === name)
    if (at === undefined) continue
    const below =
      at === node ? tail : [pathBelow(at, node), tail].filter((one) => one !== '' && one !== 'Text').join(' ')
    const room = at.name === 'RoomRate' ? '' : ofRoom(node)
    return { about, name: `${words(at)}${room}${of}${below === '' ? '' : `, ${below}`}` }
  }
  const named = attribute === undefined ? undefined : ATTRIBUTES[attribute]
  if (named !== undefined) return { about: named.about, name: `${named.words}${of}` }
  return { about: ABOUT[holder] }
}

/** ` of Tours Ltd`, of what belongs to a company of the reservation. */
function companyOf(chain: readonly XmlNode[]): string {
  const company = chain.find(({ name }) => name === 'CompanyInfo')
  const name = childOf(company, 'CompanyName')
  // Its name changes itself.
  return name === undefined || chain.includes(name) || name.text.trim() === '' ? '' : ` of ${name.text.trim()}`
}

/** ` of room 101`, of what is within the rate of a room where the reservation has rates of several. */
function ofRoom(node: XmlNode): string {
  const [rate, reservation] = [nearest(node, 'RoomRate'), nearest(node, 'HotelReservation')]
  if (rate === undefined || reservation === undefined) return ''
  const rooms = new Set(
    (childOf(reservation, 'RoomStays')?.children ?? []).flatMap((stay) =>
      (childOf(stay, 'RoomRates')?.children ?? []).map((one) => roomOf(one)),
    ),
  )
  const room = roomOf(rate)
  return rooms.size < 2 || room === undefined ? '' : ` of room ${room}`
}

const ABOUT: Readonly<Record<Holder, string>> = {
  guest: 'guests',
  booker: 'booker',
  stay: 'stay',
  reservation: 'reservation',
  message: 'message',
}

function pathBelow(top: XmlNode, node: XmlNode): string {
  const names: string[] = []
  for (let at: XmlNode | undefined = node; at !== undefined && at !== top; at = at.parent) names.unshift(at.name)
  return names.join('/')
}

const coded =
  (words: string, ...names: string[]) =>
  (node: XmlNode): string => {
    const told = names.map((name) => valueOf(node, name)).find((value) => value !== undefined && value !== '')
    return told === undefined ? words : `${words} ${told}`
  }
const plain = (words: string) => (): string => words

/** Elements with words of their own; the first that the value stands in, in this order, names it. */
/** From which day on a Rate holds: as it says, or as its RoomRate does. */
const dayOf = (rate: XmlNode | undefined): string =>
  (rate && (valueOf(rate, 'EffectiveDate') ?? (rate.parent?.parent && valueOf(rate.parent.parent, 'EffectiveDate')))) ??
  'a day that is not told'

const NAMES: readonly { name: string; about: string; words: (node: XmlNode) => string }[] = [
  { name: 'PaymentCard', about: 'payment', words: plain('Payment card') },
  { name: 'PaymentForm', about: 'payment', words: plain('Payment') },
  { name: 'Email', about: 'contact', words: plain('E-mail') },
  { name: 'Telephone', about: 'contact', words: plain('Telephone') },
  { name: 'Address', about: 'contact', words: plain('Address') },
  { name: 'CustLoyalty', about: 'loyalty', words: plain('Loyalty membership') },
  { name: 'SpecialRequest', about: 'requests', words: plain('Special request') },
  { name: 'Comment', about: 'comments', words: plain('Comment') },
  { name: 'Service', about: 'services', words: coded('Service', 'ServiceInventoryCode', 'ServiceRPH') },
  {
    name: 'MealsIncluded',
    about: 'meals',
    words: (node) => coded('Meals of plan', 'RatePlanCode')(node.parent ?? node),
  },
  { name: 'Discount', about: 'fees', words: coded('Discount', 'DiscountCode') },
  { name: 'AdditionalGuestAmount', about: 'fees', words: plain('Additional guests') },
  { name: 'AdditionalCharge', about: 'fees', words: coded('Additional charge', 'RoomAmenityCode') },
  { name: 'Fee', about: 'fees', words: coded('Fee', 'Code') },
  { name: 'Tax', about: 'taxes', words: coded('Tax', 'Code') },
  { name: 'CancelPenalty', about: 'cancellation', words: plain('Cancellation terms') },
  { name: 'GuaranteePayment', about: 'deposit', words: plain('Deposit') },
  { name: 'DepositPayments', about: 'deposit', words: plain('Deposit') },
  { name: 'Guarantee', about: 'guarantee', words: plain('Guarantee') },
  { name: 'Membership', about: 'loyalty', words: plain('Loyalty membership') },
  { name: 'Commission', about: 'commission', words: plain('Commission') },
  { name: 'ArrivalTransport', about: 'arrival', words: plain('Arrival transport') },
  { name: 'DepartureTransport', about: 'departure', words: plain('Departure transport') },
  { name: 'PersonName', about: 'guests', words: plain('Name') },
  {
    name: 'Total',
    about: 'total',
    words: ({ parent }) =>
      parent?.name === 'ResGlobalInfo'
        ? 'Total of the reservation'
        : parent?.name === 'RoomStay'
          ? 'Total of the stay'
          : parent?.name === 'Rate'
            ? `Total of the price from ${dayOf(parent)}`
            : 'Total',
  },
  {
    name: 'Base',
    about: 'nights',
    words: ({ parent }) => `Base price from ${dayOf(parent)}`,
  },
  { name: 'GuestCount', about: 'guests', words: plain('Guests counted') },
  { name: 'TimeSpan', about: 'dates', words: plain('Stay') },
  { name: 'BasicPropertyInfo', about: 'hotel', words: plain('Hotel') },
  {
    name: 'Rate',
    about: 'nights',
    words: (node) => `Price from ${dayOf(node)}`,
  },
  { name: 'RoomRate', about: 'rooms', words: (node) => `Rate of ${coded('room', 'RoomTypeCode')(node)}` },
  { name: 'RoomType', about: 'rooms', words: coded('Room', 'RoomTypeCode') },
  { name: 'RatePlan', about: 'rooms', words: coded('Plan', 'RatePlanCode') },
  { name: 'ResGuestRPH', about: 'guests', words: plain('Guest that the stay names') },
  { name: 'BillingInstructionCode', about: 'payment', words: plain('Billing') },
  { name: 'CompanyInfo', about: 'company', words: plain('Company') },
  { name: 'RequestorID', about: 'sender', words: plain('Sender') },
  { name: 'BookingChannel', about: 'sender', words: plain('Booking channel') },
  { name: 'UniqueID', about: 'ids', words: plain('Id') },
  { name: 'HotelReservationID', about: 'ids', words: plain('Other id') },
]

/** Whether an element has words of its own. */
export const isNamed = ({ name }: XmlNode): boolean => NAMES.some((one) => one.name === name)

const ATTRIBUTES = ownTable<{ about: string; words: string }>({
  ArrivalTime: { about: 'arrival', words: 'Arrival time' },
  DepartureTime: { about: 'departure', words: 'Departure time' },
  PrimaryIndicator: { about: 'guests', words: 'Mark of the primary guest' },
  AgeQualifyingCode: { about: 'guests', words: 'AgeQualifyingCode' },
  Age: { about: 'guests', words: 'Age' },
  BirthDate: { about: 'guests', words: 'Birth date' },
  ResGuestRPH: { about: 'guests', words: 'ResGuestRPH' },
  GroupEventCode: { about: 'guests', words: 'GroupEventCode' },
  PromotionCode: { about: 'rooms', words: 'Promotion code' },
  CreateDateTime: { about: 'times', words: 'Time of the booking' },
  LastModifyDateTime: { about: 'times', words: 'Time of the last change' },
  Target: { about: 'message', words: 'Target' },
  Version: { about: 'message', words: 'Version' },
  TransactionIdentifier: { about: 'message', words: 'TransactionIdentifier' },
  ResStatus: { about: 'status', words: 'Status' },
  RoomStayStatus: { about: 'rooms', words: 'Status of the stay' },
  IndexNumber: { about: 'stay', words: 'IndexNumber' },
  IsPerRoom: { about: 'guests', words: 'Whether guests are counted for each room' },
  ISOCurrency: { about: 'sender', words: 'Currency of amounts that name none' },
})

/** Which guest a value belongs to, where it is one's. */
export const guestOf = (node: XmlNode): string | undefined => {
  const guest = chainOf(node).find(({ name }) => name === 'ResGuest')
  return guest === undefined ? undefined : (nameOfGuest(guest) ?? 'A guest without a name')
}

/** The room of a RoomRate or RoomType that a value stands in. */
export const roomOf = (node: XmlNode): string | undefined => {
  const holder = nearest(node, 'RoomRate') ?? nearest(node, 'RoomType')
  if (holder === undefined) return undefined
  const own = valueOf(holder, 'RoomTypeCode')
  const rooms = childOf(nearest(node, 'RoomStay'), 'RoomTypes')?.children ?? []
  return own ?? (rooms.length === 1 && rooms[0] !== undefined ? valueOf(rooms[0], 'RoomTypeCode') : undefined)
}

const SHOWN = 160
const BEFORE_DIFFERENCE = 40

/** Both values, of long ones the part where they differ. */
export function excerpts(was: string | undefined, is: string | undefined): [string | undefined, string | undefined] {
  const longest = Math.max(was?.length ?? 0, is?.length ?? 0)
  let from = 0
  if (longest > SHOWN && was !== undefined && is !== undefined) {
    while (from < was.length && was[from] === is[from]) from++
    from = Math.max(0, from - BEFORE_DIFFERENCE)
  }
  const cut = (text: string | undefined): string | undefined =>
    text === undefined
      ? undefined
      : quoted(`${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}${text.length > from + SHOWN ? '…' : ''}`)
  return [cut(was), cut(is)]
}

/** In quotes where it could not be seen otherwise where it begins and ends. */
export const quoted = (text: string): string =>
  text === '' || /^\s|\s$|\s\s|[\t\n\r]/.test(text) ? JSON.stringify(text) : text
