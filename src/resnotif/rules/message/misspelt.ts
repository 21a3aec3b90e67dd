import { editDistance } from '../../../nearest.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { attributeOf, childrenOf, walkStandard, type XmlNode } from '../../xml/index.js'

/** Elements that say what a reservation is. */
const ELEMENTS =
  'POS Source RequestorID BookingChannel HotelReservations HotelReservation UniqueID RoomStays RoomStay RoomTypes RoomType RatePlans RatePlan RoomRates ' +
  'RoomRate Rates Rate Base Total Taxes Tax Fees Fee Discount GuestCounts GuestCount TimeSpan Guarantee BasicPropertyInfo ResGuestRPHs ResGuestRPH ResGuests ' +
  'ResGuest Profiles ProfileInfo Profile Customer PersonName GivenName Surname Email Telephone Address AddressLine CityName PostalCode CountryName ' +
  'ResGlobalInfo HotelReservationIDs HotelReservationID Comments Comment Services Service ServiceRPHs ServiceRPH ServiceDetails Price DepositPayments'
/** Attributes that do; tools write an `id` of their own. */
const ATTRIBUTES =
  'Start End Duration EffectiveDate ExpireDate AmountAfterTax AmountBeforeTax Amount CurrencyCode DecimalPlaces NumberOfUnits RoomTypeCode RatePlanCode ' +
  'RatePlanID HotelCode HotelName ResStatus EchoToken TimeStamp Version Target Type ResID_Type ResID_Value ResGuestRPH GroupEventCode IndexNumber Age ' +
  'AgeQualifyingCode Count IsPerRoom PrimaryIndicator RPH ServiceRPH Percent UnitMultiplier RateTimeUnit TaxInclusive Quantity BirthDate PhoneNumber ' +
  'ProfileType CreateDateTime LastModifyDateTime RoomStayStatus'
/** Names of the standard that are nearly one of these, and mean something else. */
const OTHERS = 'AgeTimeUnit Emails Addresses Telephones PersonNames Discounts Guarantees Prices Customers UniqueIDs'

const known = (names: string): readonly string[] => names.split(' ')
const [ELEMENT_NAMES, ATTRIBUTE_NAMES] = [known(ELEMENTS), known(ATTRIBUTES)]
const KNOWN: ReadonlySet<string> = new Set([...ELEMENT_NAMES, ...ATTRIBUTE_NAMES, ...known(OTHERS), 'ID'])

const NAME_MAX = 40
const LISTED_MAX = 20
/** Other names of a message, each looked at once; no sender has as many. */
const LOOKED_MAX = 500

/** Names that are nearly one that a reader looks for, which is missing there: what they say is lost. Not in what a sender adds. */
export function checkMisspelt({ notification }: Message): LintFinding[] {
  if (notification === undefined) return []
  const near = new Map<string, string | undefined>()
  const meantBy = (name: string, names: readonly string[]): string | undefined => {
    if (KNOWN.has(name) || name.length > NAME_MAX || name.includes(':')) return undefined
    const key = `${names === ELEMENT_NAMES ? '<' : '@'}${name}`
    if (!near.has(key) && near.size < LOOKED_MAX) near.set(key, nearestOf(name, names))
    return near.get(key)
  }
  return walkStandard(notification)
    .flatMap((node) => [
      ...misspelt(node, meantBy(node.name, ELEMENT_NAMES)),
      ...node.attributes.flatMap(({ name }) => {
        const meant = meantBy(name, ATTRIBUTE_NAMES)
        return meant === undefined || attributeOf(node, meant) !== undefined
          ? []
          : [findingAt('name-misspelt', node, name, { found: name, expected: meant })]
      }),
    ])
    .slice(0, LISTED_MAX)
}

function misspelt(node: XmlNode, meant: string | undefined): LintFinding[] {
  if (meant === undefined || childrenOf(node.parent, meant).length > 0) return []
  return [findingAt('name-misspelt', node, undefined, { found: node.name, expected: meant })]
}

/** Of a short name all letters must be the same, but for capitals; of a long one two may be others. */
const tolerated = ({ length }: string): number => (length < 5 ? 0 : length < 8 ? 1 : 2)

function nearestOf(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let best: { meant: string; distance: number } | undefined
  for (const meant of names) {
    if (name === `${meant}s`) return meant
    const most = tolerated(meant)
    if (Math.abs(meant.length - name.length) > most) continue
    const distance = editDistance(wanted, meant.toLowerCase(), most + 1)
    if (distance <= most && distance < (best?.distance ?? Infinity)) best = { meant, distance }
  }
  return best?.meant
}
