import { BOOKING_STATUSES, findingAt, type LintFinding } from '../../finding/index.js'
import type { MessageReservation } from '../../read/index.js'
import { childrenOf, descend, valueOf, type XmlNode } from '../../xml/index.js'

const BOOKS: ReadonlySet<string> = new Set(BOOKING_STATUSES)

const has = (node: XmlNode, attribute: string): boolean => (valueOf(node, attribute) ?? '').trim() !== ''

/** What identifies the reservation. The schema leaves it to another sender what its ids have. */
export function checkIdentity({ node }: Pick<MessageReservation, 'node'>, isOurs: boolean): LintFinding[] {
  const ids = childrenOf(node, 'UniqueID')
  const others = childrenOf(descend(node, 'ResGlobalInfo', 'HotelReservationIDs'), 'HotelReservationID')
  const incomplete = isOurs ? [...ids.flatMap(withoutType), ...others.flatMap(withoutValue)] : []
  // One that is empty is told by its length.
  if (ids.some((one) => has(one, 'ID') || valueOf(one, 'ID') === '')) return incomplete
  // Without any other id either, nothing identifies the reservation.
  const hasOther = others.some((one) => has(one, 'ResID_Value'))
  const [first] = ids
  return [
    findingAt('unique-id-missing', first ?? node, undefined, {
      severity: hasOther ? 'warning' : 'error',
      ...(first === undefined ? {} : { found: 'UniqueID without an ID' }),
    }),
    ...incomplete,
  ]
}

const withoutType = (id: XmlNode): LintFinding[] =>
  has(id, 'Type') || !has(id, 'ID')
    ? []
    : [findingAt('id-incomplete', id, 'Type', { found: 'no Type', expected: 'Type="14"' })]

const withoutValue = (id: XmlNode): LintFinding[] =>
  has(id, 'ResID_Value')
    ? []
    : [findingAt('id-incomplete', id, 'ResID_Value', { found: 'no ResID_Value', expected: 'the id' })]

/** A reservation that is booked or changed, and has no room. */
export function checkBooked({ node, stays }: Pick<MessageReservation, 'node' | 'stays'>): LintFinding[] {
  const status = statusAt(node)
  return stays.length > 0 || !BOOKS.has(status)
    ? []
    : [findingAt('room-stay-missing', node, undefined, { found: `no RoomStay, ResStatus ${status}` })]
}

/** ResStatus of a reservation, or else of its message. */
function statusAt(node: XmlNode): string {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent)
    if (has(at, 'ResStatus')) return (valueOf(at, 'ResStatus') ?? '').trim()
  return ''
}
