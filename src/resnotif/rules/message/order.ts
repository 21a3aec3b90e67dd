import { findingAt, type LintFinding } from '../../finding/index.js'
import type { MessageReservation } from '../../read/index.js'
import { walkStandard, type XmlNode } from '../../xml/index.js'

/** Order of children in the OpenTravel schemas 2003B to 2017B, as far as a notification uses them. Unknown children may stand anywhere. */
const ORDER: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    OTA_HotelResNotifRQ: ['POS', 'MessageID', 'HotelReservations'],
    HotelReservation: (
      'POS UniqueID RoomStays Services BillingInstructionCode BillingInstructionCodes ResGuests ResGlobalInfo ' +
      'WrittenConfInst Queue TPA_Extensions'
    ).split(' '),
    RoomStay: (
      'RoomTypes RatePlans RoomRates GuestCounts TimeSpan Guarantee DepositPayments CancelPenalties Discount ' +
      'Total BasicPropertyInfo ResGuestRPHs Memberships Comments SpecialRequests ServiceRPHs Reference ' +
      'BookingRules'
    ).split(' '),
    ResGuest: (
      'Profiles SpecialRequests Comments ServiceRPHs ProfileRPHs ArrivalTransport DepartureTransport ' +
      'GuestCounts InHouseTimeSpan'
    ).split(' '),
    ResGlobalInfo: (
      'GuestCounts TimeSpan ResGuestRPHs Memberships Comments SpecialRequests Guarantee DepositPayments ' +
      'CancelPenalties Fees Total HotelReservationIDs RoutingHops Profiles BookingRules'
    ).split(' '),
    PersonName: ['NamePrefix', 'GivenName', 'MiddleName', 'SurnamePrefix', 'Surname', 'NameSuffix', 'NameTitle'],
  }),
)

/** Elements that stand before one they must follow: the first of each parent. */
export function checkOrder({ node: reservation }: MessageReservation): LintFinding[] {
  return walkStandard(reservation).flatMap((node) => {
    const order = ORDER.get(node.name)
    const odd = order === undefined ? undefined : firstOutOfOrder(node, order)
    return odd === undefined
      ? []
      : [
          findingAt('element-order', odd.node, undefined, {
            found: `${odd.node.name} after ${odd.after}`,
            expected: `${odd.node.name} before ${odd.after}`,
          }),
        ]
  })
}

function firstOutOfOrder(parent: XmlNode, order: readonly string[]): { node: XmlNode; after: string } | undefined {
  let reached = 0
  for (const node of parent.children) {
    const at = order.indexOf(node.name)
    if (at < 0) continue
    if (at < reached) return { node, after: order[reached] as string }
    reached = at
  }
  return undefined
}
