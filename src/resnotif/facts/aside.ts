import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { FeeFacts } from './facts.js'
import { moneyIn } from './money.js'
import { perWords } from './stay.js'
import { optional, value } from './value.js'

const LISTED_MAX = 100

/** What is charged beside the rooms. @param holders ResGlobalInfo and the RoomStays */
export function feesOf(holders: readonly (XmlNode | undefined)[]): FeeFacts[] {
  return holders
    .flatMap((holder) => childrenOf(childOf(holder, 'Fees'), 'Fee'))
    .slice(0, LISTED_MAX)
    .map((fee) => {
      const amount = value(fee, 'Amount')
      const currency = optional('currency', value(fee, 'CurrencyCode'))
      const text = [...walkNodes(fee)].find((one) => one.name === 'Text' && one.text.trim() !== '')?.text.trim()
      return {
        line: fee.place.line,
        name: text ?? (value(fee, 'Code') === undefined ? 'Fee' : `Fee ${value(fee, 'Code') ?? ''}`),
        ...optional('price', amount === undefined ? moneyIn(fee) : { amount, ...currency }),
        ...optional('per', perWords(valueOf(fee, 'ChargeFrequency'))),
        ...(isYes(valueOf(fee, 'MandatoryIndicator')) ? { isMandatory: true } : {}),
      }
    })
}

const isYes = (text: string | undefined): boolean => text === 'true' || text === '1'

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
