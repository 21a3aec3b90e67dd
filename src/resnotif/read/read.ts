import { SOAP_NAMESPACES } from '../build/index.js'
import {
  attributeOf,
  childOf,
  childrenOf,
  namespaceOf,
  nodeName,
  readXml,
  valueOf,
  walkNodes,
  walkStandard,
  wholeNumber,
  withoutBlanks,
  type XmlAttribute,
  type XmlBreak,
  type XmlNode,
} from '../xml/index.js'
import { childOrAdult, customerOf, personName } from './person.js'
import { productsOf } from './products.js'
import type { StayProduct } from './stay.js'

export interface StayNode {
  node: XmlNode
  indexNumber?: XmlAttribute
  products: StayProduct[]
  timeSpan?: XmlNode
  /** How many people the stay is for, where the message says so. */
  guestCount?: number
  /** How many of them are children, where each count says what it counts. */
  childCount?: number
  /** The counts are those of each room. */
  isPerRoom: boolean
}

export interface MessageGuest {
  node: XmlNode
  rph?: XmlAttribute
  groupEventCode?: XmlAttribute
  /** Given name and surname as the message has them. */
  name: string
  /** By Age or AgeQualifyingCode; undefined where neither stands. */
  isChild?: boolean
}

/** A place that names a ResGuest by its RPH. Several may stand in one text (`<ResGuestRPHs>1 2</ResGuestRPHs>`). */
interface RphReference {
  node: XmlNode
  value: string
  attribute?: XmlAttribute
}

export interface MessageReservation {
  node: XmlNode
  stays: StayNode[]
  guests: MessageGuest[]
  references: RphReference[]
}

/** A captured message as read: never an exception, however odd the text. */
export interface Message {
  text: string
  root?: XmlNode
  /** The `OTA_HotelResNotifRQ` element, wherever it stands. */
  notification?: XmlNode
  envelope: 'none' | 'soap11' | 'soap12' | 'other'
  /** The Envelope that carries the message as a text or in an attachment, which is none of its own text. */
  carrier?: { envelope: Message['envelope']; header: XmlNode | undefined }
  reservations: MessageReservation[]
  broken?: XmlBreak
}

/**
 * Reads a captured notification: SOAP-wrapped or not, any prefix, broken XML as far as it goes.
 * Wire defaults, "The reservation notification".
 * @param carrier the Envelope that carries it as a text or in an attachment, as far as that is known
 */
export function readMessage(text: string, carrier?: string): Message {
  const { root, broken } = readXml(text, { checksPrefixes: true })
  const notifications =
    root === undefined ? [] : [...walkNodes(root)].filter((node) => node.name === 'OTA_HotelResNotifRQ')
  // A copy in the header of an envelope is not what the PMS acts on.
  const notification = notifications.find((node) => !isInHeader(node)) ?? notifications[0]
  const holder = childOf(notification, 'HotelReservations')
  const reservations = childrenOf(holder, 'HotelReservation').map(readReservation)
  const envelope = envelopeOf(root)
  return {
    text,
    root,
    notification,
    envelope,
    ...(carrier === undefined || envelope !== 'none' ? {} : { carrier: readCarrier(carrier) }),
    reservations,
    broken,
  }
}

function readCarrier(text: string): NonNullable<Message['carrier']> {
  const { root } = readXml(text)
  return { envelope: envelopeOf(root), header: childOf(root, 'Header') }
}

/** The header of the envelope that a message stands in, whichever way. */
export const headerOf = ({ root, carrier }: Pick<Message, 'root' | 'carrier'>): XmlNode | undefined =>
  carrier === undefined ? childOf(root, 'Header') : carrier.header

/** Whether an element stands in the header of an envelope. */
export function isInHeader(node: XmlNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent)
    if (at.name === 'Header' && at.parent?.name === 'Envelope') return true
  return false
}

export function findNode(root: XmlNode, isWanted: (node: XmlNode) => boolean): XmlNode | undefined {
  for (const node of walkNodes(root)) if (isWanted(node)) return node
  return undefined
}

/** Ids by which a message names its reservations: UniqueID and HotelReservationID. */
/** Codes of the hotels that a message names. */
export const hotelCodesOf = ({ reservations }: Pick<Message, 'reservations'>): string[] => [
  ...new Set(
    reservations.flatMap(({ node }) =>
      [...walkNodes(node)].flatMap((one) =>
        one.name === 'BasicPropertyInfo' ? (valueOf(one, 'HotelCode') ?? []) : [],
      ),
    ),
  ),
]

export function idsOf({ reservations, notification }: Pick<Message, 'reservations' | 'notification'>): string[] {
  const ids = [
    ...childrenOf(notification, 'UniqueID').map((node) => valueOf(node, 'ID')),
    ...reservations.flatMap(({ node }) =>
      [...walkNodes(node)].map((one) =>
        one.name === 'UniqueID'
          ? valueOf(one, 'ID')
          : one.name === 'HotelReservationID'
            ? valueOf(one, 'ResID_Value')
            : undefined,
      ),
    ),
  ]
  return [...new Set(ids.filter((id) => id !== undefined && id !== ''))] as string[]
}

function envelopeOf(root: XmlNode | undefined): Message['envelope'] {
  if (root === undefined || root.name !== 'Envelope') return 'none'
  const namespace = namespaceOf(root)
  if (namespace === SOAP_NAMESPACES.soap11) return 'soap11'
  return namespace === SOAP_NAMESPACES.soap12 ? 'soap12' : 'other'
}

function readReservation(node: XmlNode): MessageReservation {
  return {
    node,
    stays: childrenOf(childOf(node, 'RoomStays'), 'RoomStay').map(readStay),
    guests: childrenOf(childOf(node, 'ResGuests'), 'ResGuest').map((guest) => ({
      node: guest,
      rph: attributeOf(guest, 'ResGuestRPH'),
      groupEventCode: attributeOf(guest, 'GroupEventCode'),
      name: personName(customerOf(guest)),
      isChild: isChild(guest),
    })),
    references: walkStandard(node).flatMap(referencesIn),
  }
}

/** Whether a ResGuest or GuestCount is of a child. */
function isChild(node: XmlNode): boolean | undefined {
  const age = wholeNumber(valueOf(node, 'Age'))
  const kind = childOrAdult(valueOf(node, 'AgeQualifyingCode'), age === undefined ? undefined : { from: age, to: age })
  return kind === undefined ? undefined : kind === 'child'
}

/** The number without the blanks and the sign that the schemas let stand there: references are made of it. */
function indexOf(node: XmlNode): XmlAttribute | undefined {
  const found = attributeOf(node, 'IndexNumber')
  return found && { ...found, value: withoutBlanks(found.value).replace(/^\+(?=\d)/, '') }
}

function readStay(node: XmlNode): StayNode {
  const holder = childOf(node, 'GuestCounts')
  const nodes = childrenOf(holder, 'GuestCount')
  const counts = nodes.map((count) => wholeNumber(valueOf(count, 'Count')))
  const isTold = nodes.every((one) => isChild(one) !== undefined)
  return {
    node,
    indexNumber: indexOf(node),
    products: productsOf(node),
    timeSpan: childOf(node, 'TimeSpan'),
    guestCount:
      counts.length > 0 && counts.every((count) => count !== undefined)
        ? counts.reduce((sum, count) => sum + count, 0)
        : undefined,
    childCount:
      isTold && nodes.length > 0
        ? nodes.reduce((sum, one, at) => sum + (isChild(one) === true ? (counts[at] ?? 0) : 0), 0)
        : undefined,
    isPerRoom: ['true', '1'].includes(valueOf(holder, 'IsPerRoom') ?? ''),
  }
}

/** References by attribute (`RPH` of ResGuestRPH and ResGuestRPHs, `ResGuestRPH` of anything but the guest) and by list text. */
function referencesIn(node: XmlNode): RphReference[] {
  const isHolder = node.name === 'ResGuestRPHs' || node.name === 'ResGuestRPH'
  const named = isHolder
    ? attributeOf(node, 'RPH')
    : node.name === 'ResGuest'
      ? undefined
      : attributeOf(node, 'ResGuestRPH')
  if (named !== undefined) return [{ node, value: named.value, attribute: named }]
  if (!isHolder || node.children.length > 0) return []
  return node.text
    .split(/\s+/)
    .filter((value) => value !== '')
    .map((value) => ({ node, value }))
}

/** Services that a ServiceRPHs names: by attribute, or as a list in the text. */
export function serviceRphsIn(holder: XmlNode): string[] {
  const listed = childrenOf(holder, 'ServiceRPH').flatMap((one) => [
    valueOf(one, 'RPH') ?? '',
    ...one.text.split(/\s+/),
  ])
  return [...listed, ...holder.text.split(/\s+/)].filter((rph) => rph !== '')
}

/** `HotelReservation/RoomStays/RoomStay[2]`, from the reservation down. */
export function pathOf(node: XmlNode, attribute?: string): string {
  const names: string[] = []
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) {
    names.unshift(nodeName(at))
    if (at.name === 'HotelReservation' || at.name.startsWith('OTA_')) break
  }
  return `${names.join('/')}${attribute === undefined ? '' : `/@${attribute}`}`
}
