import { findingAt, type LintFinding, listNode } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { walkStandard, withoutBlanks, type XmlNode } from '../../xml/index.js'

/** Of many alike, the first tell enough. */
const LISTED_MAX = 20
const SHOWN_MAX = 40
/** What looks blank, and is a character to XML. */
const LIKE_BLANKS = /^[\s\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]*$/
/** What a person writes there may be marked up. */
const PROSE = /^(?:Text|ListItem|Paragraph|Description)$/
/**
 * Elements that have no text in any place of the schemas, with elements in them or none. Left out are those in which some senders write, such as a Comment, and lists of
 * numbers, such as ResGuestRPHs.
 */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  (
    'AcceptedPayment AcceptedPayments AdditionalGuestAmount AdditionalGuestAmounts AmountPercent Base BasicPropertyInfo BookingChannel CancelPenalties CancelPenalty Comments Customer ' +
    'Deadline DepositPayments EndDateWindow Fees GuaranteeAccepted GuaranteePayment GuaranteesAccepted GuestCount GuestCounts HotelReservation HotelReservationID HotelReservationIDs ' +
    'HotelReservations MealsIncluded Memberships PersonName POS Price Profile ProfileInfo Profiles Rate RatePlan RatePlans Rates RequestorID ResGlobalInfo ResGuest ResGuests RoomRate ' +
    'RoomRates RoomStay RoomStays RoomType RoomTypes Service Services Source SpecialRequests StartDateWindow Taxes TimeSpan Total UniqueID'
  ).split(' '),
)

const SEEM_BLANK = {
  why: 'Between its elements a message has characters that look like blanks and are none to XML. A PMS that validates refuses text there; to another it is text of the element.',
  remedy:
    'Indent with spaces, tabs and line feeds, or not at all. A web page, a chat or a word processor puts such characters in: copy the message from its source again.',
}

/** Text where none belongs, between elements or in one that has only attributes, told once for the whole message. */
export function checkStrayText({ notification }: Message): LintFinding[] {
  if (notification === undefined) return []
  const parts = walkStandard(notification, ({ name }) => PROSE.test(name))
  const found = [...envelopesOf(notification), ...parts].filter(
    (node) => (node.children.length > 0 || WITHOUT_TEXT.has(node.name)) && withoutBlanks(node.text) !== '',
  )
  const [first] = found
  if (first === undefined) return []
  const isLikeBlanks = found.every(({ text }) => LIKE_BLANKS.test(text))
  const nodes = found.slice(0, LISTED_MAX).map((node) => listNode(node, undefined, shownOf(node)))
  const more = found.length > 1 ? ` (in ${found.length} elements)` : ''
  const finding = findingAt('stray-text', first, undefined, { found: `${shownOf(first)}${more}` })
  return [{ ...finding, ...(isLikeBlanks ? SEEM_BLANK : {}), ...(found.length > 1 ? { nodes } : {}) }]
}

function envelopesOf({ parent }: XmlNode): XmlNode[] {
  if (parent === undefined) return []
  return [...envelopesOf(parent), ...(/^(?:Envelope|Body)$/.test(parent.name) ? [parent] : [])]
}

/** The text, or the characters by their numbers that show as nothing. */
function shownOf({ text }: XmlNode): string {
  const own = withoutBlanks(text).replaceAll(/[ \t\r\n]+/g, ' ')
  if (!LIKE_BLANKS.test(own)) return JSON.stringify(own.slice(0, SHOWN_MAX))
  const codes = new Set([...own.replaceAll(' ', '')].map((one) => one.codePointAt(0) ?? 0))
  return [...codes]
    .slice(0, 3)
    .map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}${code === 0xa0 ? ' (no-break space)' : ''}`)
    .join(', ')
}
