import { childOf, childrenOf, valueOf, wholeNumber, withoutBlanks, type XmlNode } from '../xml/index.js'
import { followInTurn, ofFullestNight } from './rates/index.js'
import type { StayProduct } from './stay.js'

/** By key, in the order of first appearance. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** RoomRates name products; where they do not, one RoomType and one RatePlan make one. */
export const productsOf = (stay: XmlNode): StayProduct[] => joinPeriods(ratedProductsOf(stay))

/** As `productsOf`, with one for each RoomRate of the same rooms, such as those of each night. */
export function ratedProductsOf(stay: XmlNode): StayProduct[] {
  const roomTypes = childrenOf(childOf(stay, 'RoomTypes'), 'RoomType')
  const plans = childrenOf(childOf(stay, 'RatePlans'), 'RatePlan')
  const rates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  const onlyRoom = roomTypes.length === 1 ? valueOf(roomTypes[0], 'RoomTypeCode') : undefined
  const onlyPlan = plans.length === 1 ? valueOf(plans[0], 'RatePlanCode') : undefined
  const unitsOf = unitsIn(stay)
  const found = rates.flatMap((node) => {
    const [roomTypeCode, ratePlanCode] = [
      valueOf(node, 'RoomTypeCode') ?? onlyRoom,
      valueOf(node, 'RatePlanCode') ?? onlyPlan,
    ]
    if (roomTypeCode === undefined || ratePlanCode === undefined) return []
    return [
      {
        node,
        roomTypeCode,
        ratePlanCode,
        units: unitsOf(node),
      },
    ]
  })
  const doubled = doubledRates(roomTypes, rates)
  if (found.length > 0 || onlyPlan === undefined || (onlyRoom === undefined && rates.length > 0))
    return found.filter(({ node }) => !doubled.has(node))
  return roomTypes.flatMap((node) => {
    const roomTypeCode = valueOf(node, 'RoomTypeCode')
    return roomTypeCode === undefined ? [] : [{ node, roomTypeCode, ratePlanCode: onlyPlan, units: unitsOf(node) }]
  })
}

/** The units of what a stay has in the night that has the most, whatever products they are of: who changes plan or room is in one of them at a time. */
export const unitsAtOnce = (stay: XmlNode): (number | undefined)[] =>
  ofFullestNight(
    ratedProductsOf(stay),
    ({ node }) => node,
    ({ units }) => units,
  ).map(({ units }) => units)

/** How many units RoomTypes of a stay tell for a product whose room has no other plan there; undefined where they do not tell. */
export function unitsByType(
  stay: XmlNode,
  { roomTypeCode, ratePlanCode }: Pick<StayProduct, 'roomTypeCode' | 'ratePlanCode'>,
): number | undefined {
  const known = KNOWN_TYPES.get(stay) ?? typesOf(stay)
  KNOWN_TYPES.set(stay, known)
  const type = known.get(roomTypeCode)
  return type === undefined || [...type.plans].some((plan) => plan !== ratePlanCode) ? undefined : type.units
}

interface ToldType {
  units: number | undefined
  /** Plans of RoomRates of this room. */
  plans: ReadonlySet<string>
}

/** So that a stay of many products is not read as often as it has products. */
const KNOWN_TYPES = new WeakMap<XmlNode, ReadonlyMap<string, ToldType>>()

function typesOf(stay: XmlNode): Map<string, ToldType> {
  const plans = groupBy(ratedProductsOf(stay), ({ roomTypeCode }) => roomTypeCode)
  const types = groupBy(childrenOf(childOf(stay, 'RoomTypes'), 'RoomType'), (one) => valueOf(one, 'RoomTypeCode') ?? '')
  return new Map(
    [...types].map(([room, nodes]): [string, ToldType] => [
      room,
      {
        units: nodes.reduce<number | undefined>((sum, one) => {
          const own = wholeNumber(valueOf(one, 'NumberOfUnits'))
          return sum === undefined || own === undefined ? undefined : sum + own
        }, 0),
        plans: new Set((plans.get(room) ?? []).map(({ ratePlanCode }) => ratePlanCode)),
      },
    ]),
  )
}

/**
 * How many units a RoomType or RoomRate of a RoomStay is for: as it says itself, or else as the one RoomType of its code says, where that has no other RoomRate or all of
 * them follow each other.
 */
export function unitsIn(stay: XmlNode): (node: XmlNode) => number | undefined {
  const roomTypes = childrenOf(childOf(stay, 'RoomTypes'), 'RoomType')
  const rates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  const onlyRoom = roomTypes.length === 1 ? valueOf(roomTypes[0], 'RoomTypeCode') : undefined
  const byRoom = groupBy(rates, (rate) => JSON.stringify([valueOf(rate, 'RoomTypeCode') ?? onlyRoom]))
  const known = new Map<string, number | undefined>()
  const ofType = (code: string | undefined): number | undefined => {
    const types = roomTypes.filter((one) => valueOf(one, 'RoomTypeCode') === code)
    const ofRoom = byRoom.get(JSON.stringify([code])) ?? []
    if (types.length === 0 || (ofRoom.length > 1 && types.length > 1)) return undefined
    const isSilent = ofRoom.every((rate) => valueOf(rate, 'NumberOfUnits') === undefined)
    // Where another room is taken for other nights, some of the units may go on there.
    const mayGoOn =
      rates.length > ofRoom.length && new Set(ofRoom.map((rate) => valueOf(rate, 'RatePlanCode'))).size > 1
    return ofRoom.length <= 1 || (isSilent && !mayGoOn && followInTurn(ofRoom))
      ? wholeNumber(valueOf(types[0], 'NumberOfUnits'))
      : undefined
  }
  return (node) => {
    const own = wholeNumber(valueOf(node, 'NumberOfUnits'))
    if (own !== undefined || node.name !== 'RoomRate') return own
    const code = valueOf(node, 'RoomTypeCode') ?? onlyRoom
    const key = JSON.stringify([code])
    if (!known.has(key)) known.set(key, ofType(code))
    return known.get(key)
  }
}

/**
 * RoomRates that repeat another one of their room, plan and nights, where each has all the units that the RoomType tells: one rate too many, and not more rooms.
 */
export function doubledRates(roomTypes: readonly XmlNode[], rates: readonly XmlNode[]): Set<XmlNode> {
  const [onlyType, ...others] = roomTypes
  const roomIn = (rate: XmlNode): string | undefined =>
    valueOf(rate, 'RoomTypeCode') ?? (others.length === 0 ? valueOf(onlyType, 'RoomTypeCode') : undefined)
  const seen = new Set<string>()
  return new Set(
    rates.filter((rate) => {
      const [room, units] = [roomIn(rate), wholeNumber(valueOf(rate, 'NumberOfUnits'))]
      const of = roomTypes.filter((one) => valueOf(one, 'RoomTypeCode') === room)
      const isAll = of.length === 1 && wholeNumber(valueOf(of[0], 'NumberOfUnits')) === units
      if (room === undefined || units === undefined || !isAll) return false
      const key = JSON.stringify([room, valueOf(rate, 'RatePlanCode'), daysIn(rate)])
      return seen.has(key) || !seen.add(key)
    }),
  )
}

/** A room type of which RoomType and RoomRates tell different numbers of units. */
export interface OpenUnits {
  room: string
  byType: number
  /** In the night that has the most. */
  byRates: number
}

/** Room types of a stay with as many units as their RoomType says, or as their RoomRates have in one night: nothing tells which of the two is booked. */
export function openUnitsOf(stay: XmlNode): OpenUnits[] {
  const roomTypes = childrenOf(childOf(stay, 'RoomTypes'), 'RoomType')
  const rates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  const doubled = doubledRates(roomTypes, rates)
  const unitsOf = (node: XmlNode): number | undefined => wholeNumber(valueOf(node, 'NumberOfUnits'))
  return [...groupBy(roomTypes, (one) => valueOf(one, 'RoomTypeCode') ?? '')].flatMap(([room, [type, ...others]]) => {
    const byType = type && unitsOf(type)
    const alike = rates.filter((rate) => valueOf(rate, 'RoomTypeCode') === room && !doubled.has(rate))
    if (room === '' || byType === undefined || others.length > 0 || alike.length === 0) return []
    if (alike.some((rate) => unitsOf(rate) === undefined)) return []
    const fullest = ofFullestNight(alike, (rate) => rate, unitsOf)
    const byRates = fullest.reduce((sum, rate) => sum + (unitsOf(rate) ?? 0), 0)
    return byRates === byType ? [] : [{ room, byType, byRates }]
  })
}

/** `of room DBL 2 by its RoomType, 1 by its RoomRates: either may be meant`. */
export const openUnitsText = ({ room, byType, byRates }: OpenUnits): string =>
  `of room ${room} ${byType} by its RoomType, ${byRates} by its RoomRates: either may be meant`

/** The days of a RoomRate and of its Rates, as they stand. */
const daysIn = (rate: XmlNode): string[] =>
  [rate, ...childrenOf(childOf(rate, 'Rates'), 'Rate')].map((one) =>
    [dayIn(one, 'EffectiveDate'), dayIn(one, 'ExpireDate')].join(' to '),
  )

/** RoomRates of one product for one part of the stay after the other are the same rooms at another price, not more rooms. */
function joinPeriods(products: readonly StayProduct[]): StayProduct[] {
  const byProduct = groupBy(products, ({ roomTypeCode, ratePlanCode }) => JSON.stringify([roomTypeCode, ratePlanCode]))
  const left = new Set(
    [...byProduct.values()].flatMap((alike) =>
      ofFullestNight(
        alike,
        ({ node }) => node,
        ({ units }) => units,
      ),
    ),
  )
  return products.filter((one) => left.has(one))
}

const dayIn = (node: XmlNode, name: string): string => withoutBlanks(valueOf(node, name) ?? '')
