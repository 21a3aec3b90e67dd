import { personName } from '../read/index.js'
import { childOf, descend, inOneLine, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { isYes } from './charges.js'
import type { LoyaltyFacts, PenaltyFacts, RoomNumberFacts } from './facts.js'
import { amountIn, moneyIn } from './money.js'
import { optional, told, value } from './value.js'

const LISTED_MAX = 100

/** OpenTravel list RMA. */
const ACCESSIBLE_ROOM = '161'

/** What the rooms and the hotel must have for a guest with a disability, and what is said of that guest. */
export function accessOf(reservation: XmlNode): string[] {
  const found = [...walkNodes(reservation)].flatMap((node): string[] => {
    if (node.name === 'Amenity' && valueOf(node, 'RoomAmenity') === ACCESSIBLE_ROOM) return ['accessible room']
    if (isYes(valueOf(node, 'AccessibleIndicator'))) return ['accessible room']
    const code = value(node, 'AccessibilityCode')
    if (code !== undefined) return [`accessibility code ${code}`]
    return node.name === 'PhysChallName' && valueOf(node, 'PhysChallInd') !== 'false'
      ? [node.text.trim().slice(0, 200) || 'guest with a disability']
      : []
  })
  return [...new Set(found)].slice(0, LISTED_MAX)
}

/** What a cancellation costs, wherever in a reservation its terms stand. */
export const penaltiesOf = (reservation: XmlNode): PenaltyFacts[] =>
  [...walkNodes(reservation)]
    .filter(({ name }) => name === 'CancelPenalty')
    .slice(0, LISTED_MAX)
    .map((node) => {
      const share = childOf(node, 'AmountPercent')
      const deadline = childOf(node, 'Deadline')
      const texts = [...walkNodes(node)].filter(({ name }) => name === 'Text' || name === 'PenaltyDescription')
      return {
        line: node.place.line,
        ...optional('amount', share && (amountIn(share, 'Amount') ?? moneyIn(share)?.amount)),
        ...optional('currency', value(share, 'CurrencyCode')),
        ...optional('percent', value(share, 'Percent')),
        ...optional('nights', value(share, 'NmbrOfNights')),
        ...optional('basis', value(share, 'BasisType')),
        ...optional('deadline', value(deadline, 'AbsoluteDeadline') ?? offsetWords(deadline)),
        ...(isYes(valueOf(node, 'NonRefundable')) ? { isNonRefundable: true as const } : {}),
        ...optional(
          'text',
          texts.map(({ text }) => told(inOneLine(text))).find((text) => text !== undefined),
        ),
      }
    })

/** `3 days before arrival`, of `OffsetUnitMultiplier="3" OffsetTimeUnit="Day" OffsetDropTime="BeforeArrival"`. */
function offsetWords(deadline: XmlNode | undefined): string | undefined {
  const [many, unit, drop] = ['OffsetUnitMultiplier', 'OffsetTimeUnit', 'OffsetDropTime'].map((name) =>
    value(deadline, name),
  )
  const words = [many, unit === undefined ? undefined : `${unit.toLowerCase()}${many === '1' ? '' : 's'}`]
  const when = drop?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return [...words, when].filter((one) => one !== undefined).join(' ') || undefined
}

/** Memberships of the booking and of its guests. */
export const loyaltyOf = (reservation: XmlNode): LoyaltyFacts[] =>
  [...walkNodes(reservation)]
    .filter(({ name }) => name === 'CustLoyalty' || name === 'Membership')
    .slice(0, LISTED_MAX)
    .map((node) => ({
      line: node.place.line,
      ...optional('program', value(node, 'ProgramID') ?? value(node, 'ProgramCode') ?? value(node, 'VendorCode')),
      ...optional('id', value(node, 'MembershipID') ?? value(node, 'AccountID')),
      ...optional('level', value(node, 'LoyalLevel') ?? value(node, 'BonusCode')),
      ...optional('guest', holderOf(node)),
    }))

function holderOf(node: XmlNode): string | undefined {
  let at = node.parent
  while (at !== undefined && at.name !== 'Customer') at = at.parent
  return told(personName(at))
}

/** Numbers of rooms, by RoomID; one that stands at the room and at its rate is told once. */
export function roomNumbersOf(reservation: XmlNode): RoomNumberFacts[] {
  const found = new Map<string, RoomNumberFacts>()
  for (const node of walkNodes(reservation)) {
    const number = node.name === 'RoomType' || node.name === 'RoomRate' ? value(node, 'RoomID') : undefined
    const room =
      value(node, 'RoomTypeCode') ?? value(descend(node.parent?.parent, 'RoomTypes', 'RoomType'), 'RoomTypeCode')
    const key = JSON.stringify([room, number])
    if (number !== undefined && found.size < LISTED_MAX && !found.has(key))
      found.set(key, { line: node.place.line, number, ...optional('room', room) })
  }
  return [...found.values()]
}
