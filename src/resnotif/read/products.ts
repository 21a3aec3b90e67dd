import { childOf, childrenOf, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'
import { beginInTurn } from './periods.js'
import type { StayProduct } from './stay.js'

/** A whole number; the schemas let blanks stand around it. */
export function wholeNumber(text: string | undefined): number | undefined {
  const plain = text === undefined ? '' : withoutBlanks(text)
  return /^\d{1,6}$/.test(plain) ? Number(plain) : undefined
}

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
export function productsOf(stay: XmlNode): StayProduct[] {
  const roomTypes = childrenOf(childOf(stay, 'RoomTypes'), 'RoomType')
  const plans = childrenOf(childOf(stay, 'RatePlans'), 'RatePlan')
  const rates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  const onlyRoom = roomTypes.length === 1 ? valueOf(roomTypes[0], 'RoomTypeCode') : undefined
  const onlyPlan = plans.length === 1 ? valueOf(plans[0], 'RatePlanCode') : undefined
  const unitsOfRoom = (code: string): number | undefined => {
    const room = roomTypes.find((one) => valueOf(one, 'RoomTypeCode') === code)
    const ofRoom = rates.filter((rate) => (valueOf(rate, 'RoomTypeCode') ?? onlyRoom) === code)
    return ofRoom.length <= 1 ? wholeNumber(valueOf(room, 'NumberOfUnits')) : undefined
  }
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
        units: wholeNumber(valueOf(node, 'NumberOfUnits')) ?? unitsOfRoom(roomTypeCode),
      },
    ]
  })
  if (found.length > 0 || onlyRoom === undefined || onlyPlan === undefined) return joinPeriods(found)
  return [
    { node: roomTypes[0] as XmlNode, roomTypeCode: onlyRoom, ratePlanCode: onlyPlan, units: unitsOfRoom(onlyRoom) },
  ]
}

/** RoomRates of one product for one part of the stay after the other are the same rooms at another price, not more rooms. */
function joinPeriods(products: readonly StayProduct[]): StayProduct[] {
  const byProduct = groupBy(products, ({ roomTypeCode, ratePlanCode }) => JSON.stringify([roomTypeCode, ratePlanCode]))
  const left = new Set([...byProduct.values()].flatMap((alike) => (followEachOther(alike) ? alike.slice(0, 1) : alike)))
  return products.filter((one) => left.has(one))
}

function followEachOther(products: readonly StayProduct[]): boolean {
  if (beginInTurn(products.map(({ node }) => node))) return isSameUnits(products)
  const periods = products
    .map(({ node }) => [valueOf(node, 'EffectiveDate') ?? '', valueOf(node, 'ExpireDate') ?? ''] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const isTold = periods.every(([from, to]) => DAY.test(from) && DAY.test(to) && from < to)
  return (
    products.length > 1 &&
    isTold &&
    isSameUnits(products) &&
    periods.every(([from], at) => at === 0 || from >= (periods[at - 1]?.[1] ?? ''))
  )
}

const isSameUnits = (products: readonly StayProduct[]): boolean =>
  new Set(products.map(({ units }) => units)).size === 1

const DAY = /^\d{4}-\d{2}-\d{2}/
