import { findingAt, type LintFinding } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { namespaceOf, OTA_NAMESPACE, type XmlNode } from '../../xml/index.js'

/** What a vendor adds stands in here, in whatever namespace. */
const EXTENSIONS = 'TPA_Extensions'
/** Names of OpenTravel: an element of another name in a namespace of its own is an addition of a vendor. */
const OF_OPENTRAVEL: ReadonlySet<string> = new Set(
  (
    'POS Source RequestorID BookingChannel HotelReservations HotelReservation UniqueID RoomStays RoomStay RoomTypes RoomType RatePlans RatePlan RoomRates RoomRate Rates Rate Base Total ' +
    'Taxes Tax Fees Fee Discount GuestCounts GuestCount TimeSpan BasicPropertyInfo ResGuestRPHs ResGuestRPH Comments Comment Services Service ServiceRPHs ServiceRPH ResGuests ResGuest ' +
    'Profiles ProfileInfo Profile Customer PersonName GivenName Surname Telephone Email Address ResGlobalInfo HotelReservationIDs HotelReservationID Guarantee DepositPayments CancelPenalties'
  ).split(' '),
)
/** Of many alike, the first tell enough. */
const LISTED_MAX = 20

/** Elements that are in no namespace, or in another one, below one that is in a namespace: software that reads by namespace does not see them, nor what is in them. */
export function checkNamespaces({ notification }: Message): LintFinding[] {
  if (notification === undefined) return []
  const findings: LintFinding[] = []
  const waiting: { node: XmlNode; above: string }[] = [{ node: notification, above: namespaceOf(notification) ?? '' }]
  for (let next = waiting.pop(); next !== undefined && findings.length < LISTED_MAX; next = waiting.pop()) {
    const { node, above } = next
    const own = namespaceOf(node) ?? ''
    if (own !== above && above !== '' && (own === '' || OF_OPENTRAVEL.has(node.name))) {
      findings.push(
        findingAt('namespace-inside', node, undefined, { found: own === '' ? 'no namespace' : own, expected: above }),
      )
      continue
    }
    if (node.name === EXTENSIONS || (own !== above && own !== OTA_NAMESPACE)) continue
    for (let at = node.children.length - 1; at >= 0; at--)
      waiting.push({ node: node.children[at] as XmlNode, above: own })
  }
  return findings
}
