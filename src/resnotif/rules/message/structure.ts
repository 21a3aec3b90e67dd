import { findingAt, type LintFinding } from '../../finding/index.js'
import { isInHeader, type Message } from '../../read/index.js'
import { childrenOf, valueOf, walkNodes, walkStandard, type XmlNode } from '../../xml/index.js'

/** What a PMS reads once: by parent, children of which the schemas allow one. A reader takes the first, the last, or both. */
const ONCE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    Envelope: ['Header', 'Body'],
    OTA_HotelResNotifRQ: ['HotelReservations'],
    HotelReservation: ['RoomStays', 'ResGuests', 'ResGlobalInfo'],
    RoomStay: 'RoomTypes RatePlans RoomRates GuestCounts TimeSpan Total BasicPropertyInfo ResGuestRPHs'.split(' '),
    RoomRate: ['Rates', 'Total'],
    Rate: ['Base', 'Total'],
    ResGuest: ['Profiles'],
    PersonName: ['SurnamePrefix', 'Surname'],
    ResGlobalInfo: ['GuestCounts', 'TimeSpan', 'Total', 'HotelReservationIDs', 'Profiles'],
  }),
)

/** Where these stand; anywhere else nobody looks for them. */
const HOLDERS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    HotelReservations: 'OTA_HotelResNotifRQ',
    HotelReservation: 'HotelReservations',
    RoomStays: 'HotelReservation',
    RoomStay: 'RoomStays',
    RoomTypes: 'RoomStay',
    RoomType: 'RoomTypes',
    RatePlans: 'RoomStay',
    RatePlan: 'RatePlans',
    RoomRates: 'RoomStay',
    RoomRate: 'RoomRates',
    ResGuests: 'HotelReservation',
    ResGuest: 'ResGuests',
    ResGlobalInfo: 'HotelReservation',
  }),
)

/** What is of a stay or of the reservation, and never stands in the lists around these. */
const OF_STAY: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    GuestCounts: 'in RoomStay or ResGlobalInfo',
    TimeSpan: 'in RoomStay or ResGlobalInfo',
    Total: 'in RoomStay, RoomRate, Rate or ResGlobalInfo',
    ResGuestRPHs: 'in RoomStay',
    Guarantee: 'in RoomStay or ResGlobalInfo',
    Comments: 'in RoomStay, ResGuest or ResGlobalInfo',
  }),
)
const LISTS: ReadonlySet<string> = new Set(
  'OTA_HotelResNotifRQ HotelReservations HotelReservation RoomStays RoomTypes RatePlans RoomRates Rates ResGuests'.split(
    ' ',
  ),
)

/** Of many alike, the first tell enough. */
const LISTED_MAX = 20
const MESSAGE = /^OTA_\w{1,60}(?:RQ|RS)$/

/** One message in its place, and each part of it once and in its place: whatever stands elsewhere is told, because neither lint nor a PMS reads it. */
export function checkStructure({ root, notification }: Message): LintFinding[] {
  if (root === undefined || notification === undefined) return []
  const others = [...walkNodes(root)]
    .filter((node) => node !== notification && MESSAGE.test(node.name) && !isAdded(node))
    .slice(0, LISTED_MAX)
  const inHeader = isInHeader(notification) ? [findingAt('message-in-header', notification)] : []
  return [
    ...inHeader,
    ...others.map((node) =>
      findingAt('several-messages', node, undefined, { found: node.name, expected: 'one OTA_HotelResNotifRQ' }),
    ),
    ...checkBody(notification),
    ...repeated(notification),
    ...walkStandard(notification).filter(isMisplaced).slice(0, LISTED_MAX).map(misplaced),
  ]
}

/** Of an envelope, only the Body is read. */
function checkBody(notification: XmlNode): LintFinding[] {
  const chain = ancestorsOf(notification)
  const isOutside =
    chain.at(-1)?.name === 'Envelope' &&
    chain.length > 0 &&
    !chain.some(({ name }) => name === 'Body' || name === 'Header')
  return isOutside
    ? [findingAt('element-misplaced', notification, undefined, { found: 'outside of Body', expected: 'in Body' })]
    : []
}

function ancestorsOf(node: XmlNode): XmlNode[] {
  return node.parent === undefined ? [] : [node.parent, ...ancestorsOf(node.parent)]
}

const isAdded = (node: XmlNode): boolean => ancestorsOf(node).some(({ name }) => name === 'TPA_Extensions')

function repeated(notification: XmlNode): LintFinding[] {
  return [...ancestorsOf(notification), ...walkStandard(notification)].flatMap((node) =>
    (ONCE.get(node.name) ?? []).flatMap((name) => {
      const alike = childrenOf(node, name)
      return alike
        .slice(1, LISTED_MAX)
        .map((one) => findingAt('element-twice', one, undefined, { found: `${alike.length} of them`, expected: 'one' }))
    }),
  )
}

function isMisplaced(node: XmlNode): boolean {
  if (node.name === 'BasicPropertyInfo')
    return node.parent !== undefined && !HOTEL_HOLDERS.has(node.parent.name) && isOfHotel(node)
  if (OF_STAY.has(node.name)) return LISTS.has(node.parent?.name ?? '')
  const holder = HOLDERS.get(node.name)
  return holder !== undefined && node.parent?.name !== holder
}

/** Between the message and its stays a hotel has no place of its own; elsewhere, such as in a profile, it may be another one. */
const isOfHotel = ({ parent }: XmlNode): boolean =>
  ['OTA_HotelResNotifRQ', 'HotelReservations', 'HotelReservation', 'RoomStays'].includes(parent?.name ?? '')
const HOTEL_HOLDERS: ReadonlySet<string> = new Set(['RoomStay', 'ResGlobalInfo'])

function misplaced(node: XmlNode): LintFinding {
  const isHotel = node.name === 'BasicPropertyInfo'
  const places = OF_STAY.get(node.name)
  const code = isHotel ? valueOf(node, 'HotelCode') : undefined
  return findingAt('element-misplaced', node, undefined, {
    found: `in ${node.parent?.name ?? 'nothing'}${code === undefined ? '' : `, with HotelCode ${code.slice(0, 40)}`}`,
    ...(isHotel || places !== undefined ? { severity: 'warning' } : {}),
    expected: isHotel ? 'in each RoomStay' : (places ?? `in ${HOLDERS.get(node.name) ?? ''}`),
  })
}
