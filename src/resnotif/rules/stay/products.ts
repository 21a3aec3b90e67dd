import { findingAt, type LintFinding } from '../../finding/index.js'
import { type MessageReservation, type StayNode, strayHotels } from '../../read/index.js'
import { attributeOf, childOf, childrenOf, descend, valueOf, type XmlNode } from '../../xml/index.js'

/** The room and plan of a RoomRate. */
export const productOf = (roomRate: XmlNode): string =>
  JSON.stringify([valueOf(roomRate, 'RoomTypeCode'), valueOf(roomRate, 'RatePlanCode')])

/** Which hotel, and that RoomTypes, RatePlans and RoomRates of a RoomStay speak of the same products. Interface: "Events", rule 1. */
export function checkProducts({ node, stays }: MessageReservation): LintFinding[] {
  const global = descend(node, 'ResGlobalInfo', 'BasicPropertyInfo')
  const [elsewhere] = strayHotels(node)
  const missing = stays.flatMap((stay) => {
    const info = childOf(stay.node, 'BasicPropertyInfo')
    const own = valueOf(info, 'HotelCode')
    if (info !== undefined && own?.trim() === '')
      return [findingAt('hotel-missing', info, 'HotelCode', { found: 'nothing' })]
    if (own !== undefined || (valueOf(global, 'HotelCode') ?? '').trim() !== '') return []
    return [
      findingAt(
        'hotel-missing',
        stay.node,
        undefined,
        elsewhere === undefined
          ? {}
          : {
              found: `none here; ${valueOf(elsewhere, 'HotelCode')?.slice(0, 40) ?? ''} in ${elsewhere.parent?.name ?? 'the message'}, line ${elsewhere.place.line}`,
              expected: 'HotelCode in the BasicPropertyInfo of this RoomStay',
            },
      ),
    ]
  })
  return [
    ...missing,
    ...checkHotels(stays),
    ...stays.flatMap((stay) => [
      ...checkCodes(stay, 'RoomTypes', 'RoomType', 'RoomTypeCode'),
      ...checkCodes(stay, 'RatePlans', 'RatePlan', 'RatePlanCode'),
    ]),
  ]
}

/** Stays of one reservation in several hotels. */
function checkHotels(stays: MessageReservation['stays']): LintFinding[] {
  const coded = stays.flatMap((stay) => {
    const node = childOf(stay.node, 'BasicPropertyInfo')
    const code = valueOf(node, 'HotelCode')?.trim() ?? ''
    return node === undefined || code === '' ? [] : [{ node, code }]
  })
  const codes = [...new Set(coded.map(({ code }) => code))]
  const other = coded.find(({ code }) => code !== codes[0])
  return other === undefined
    ? []
    : [
        findingAt('hotel-mixed', other.node, 'HotelCode', {
          found: codes
            .slice(0, 5)
            .map((code) => code.slice(0, 40))
            .join(', '),
          expected: 'one hotel',
        }),
      ]
}

/** Codes that stand on one side only; where a side has none, nothing is said. */
function checkCodes(
  { node }: StayNode,
  holder: string,
  name: string,
  attribute: 'RoomTypeCode' | 'RatePlanCode',
): LintFinding[] {
  const coded = (nodes: XmlNode[]): XmlNode[] => nodes.filter((one) => attributeOf(one, attribute) !== undefined)
  const listed = coded(childrenOf(childOf(node, holder), name))
  const rates = coded(childrenOf(childOf(node, 'RoomRates'), 'RoomRate'))
  if (listed.length === 0 || rates.length === 0) return []
  const only = (these: XmlNode[], others: XmlNode[]): LintFinding[] => {
    const known = [...new Set(others.map((one) => valueOf(one, attribute) as string))]
    return these
      .filter((one) => !known.includes(valueOf(one, attribute) as string))
      .map((one) =>
        findingAt('product-code-unmatched', one, attribute, {
          found: valueOf(one, attribute),
          expected: known.slice(0, 5).join(' or '),
        }),
      )
  }
  return [...only(listed, rates), ...only(rates, listed)]
}
