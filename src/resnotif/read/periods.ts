import { childOf, childrenOf, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'
import { dayNumber, nightsSpanOf, type Span } from './days.js'

/** The day on which a price begins, where it does not say when it ends. */
function beginOf(node: XmlNode): number | undefined {
  return valueOf(node, 'ExpireDate') === undefined ? dayNumber(valueOf(node, 'EffectiveDate')) : undefined
}

/**
 * The nights of RoomRates or Rates that say when they begin and not when they end, by element: where there is one for each night, each is for its night. Empty where one
 * of them says more or less, and where they may hold from that day on. @param stay the days that they are for, where these are told
 */
export function nightsBegun(nodes: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  const days = nodes.map(beginOf).filter((day) => day !== undefined)
  const distinct = new Set(days)
  if (days.length === 0 || days.length < nodes.length) return new Map()
  const [from, to] = stay === undefined ? [Math.min(...days), Math.max(...days) + 1] : [stay.from, stay.to]
  const nights = to - from
  const inside = [...distinct].filter((day) => day >= from && day < to).length
  const isEach = nights > 0 && inside === nights && (stay !== undefined || nights > 1)
  // One slip in the days of as many prices as there are nights.
  const isAlike = new Set(nodes.map((node) => JSON.stringify(CODES.map((name) => valueOf(node, name))))).size === 1
  const isNearly = isAlike && days.length === nights && distinct.size >= Math.max(2, nights - 1) && inside >= nights - 1
  return isEach || isNearly
    ? new Map(nodes.map((node, at) => [node, { from: days[at] ?? from, to: (days[at] ?? from) + 1 }]))
    : new Map()
}

/** RateTimeUnit in the schemas. */
export const TIME_UNITS: readonly string[] = [
  'Year',
  'Month',
  'Week',
  'Day',
  'Hour',
  'Second',
  'FullDuration',
  'Minute',
]

/** RateTimeUnit, in whatever capitals, and UnitMultiplier, which is 1 where it is not told. */
export function rateTimeOf(rate: XmlNode | undefined): { unit: string | undefined; times: string } {
  const [unit, times] = ['RateTimeUnit', 'UnitMultiplier'].map((name) => withoutBlanks(valueOf(rate, name) ?? ''))
  const known = TIME_UNITS.find((one) => one.toLowerCase() === unit?.toLowerCase())
  return { unit: known ?? (unit || undefined), times: times || '1' }
}

const CODES = ['RoomTypeCode', 'RatePlanCode']

/** As `nightsBegun`, of RoomRates whose Rates tell no days of their own. */
export function nightsBegunIn(roomRates: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  return roomRates.some(hasDatedRates) ? new Map() : nightsBegun(roomRates, stay)
}

const hasDatedRates = (roomRate: XmlNode): boolean =>
  childrenOf(childOf(roomRate, 'Rates'), 'Rate').some((rate) => valueOf(rate, 'EffectiveDate') !== undefined)

/** Whether RoomRates begin one after the other, and none says when it ends: each holds for a night or until the next. */
export function beginInTurn(roomRates: readonly XmlNode[]): boolean {
  const days = new Set(roomRates.map(beginOf))
  return (
    roomRates.length > 1 && !days.has(undefined) && days.size === roomRates.length && !roomRates.some(hasDatedRates)
  )
}

/** The nights that a RoomRate is for: as it says itself, or as its Rates do together. */
function periodOf(roomRate: XmlNode): Span | undefined {
  const own = nightsSpanOf(roomRate)
  if (own !== undefined) return own
  const spans = childrenOf(childOf(roomRate, 'Rates'), 'Rate').map(nightsSpanOf)
  const told = spans.filter((span) => span !== undefined)
  if (told.length === 0 || told.length < spans.length) return undefined
  return { from: Math.min(...told.map(({ from }) => from)), to: Math.max(...told.map(({ to }) => to)) }
}

/**
 * RoomRates for one part of the stay after the other, in the order of their nights: the same rooms at another price, under another plan or of another type in turn, and
 * not more rooms. Undefined where they are not, or where nothing tells.
 */
export function takeTurns<T>(
  items: readonly T[],
  nodeOf: (item: T) => XmlNode,
): { item: T; from: number }[] | undefined {
  const isBegun = beginInTurn(items.map(nodeOf))
  const turns = items.flatMap((item) => {
    const begin = isBegun ? beginOf(nodeOf(item)) : undefined
    const period = begin === undefined ? periodOf(nodeOf(item)) : { from: begin, to: begin + 1 }
    return period === undefined || period.from >= period.to ? [] : [{ item, ...period }]
  })
  if (items.length < 2 || turns.length < items.length) return undefined
  if (new Set(items.map((item) => valueOf(nodeOf(item), 'NumberOfUnits'))).size > 1) return undefined
  const inOrder = turns.toSorted((a, b) => a.from - b.from)
  return inOrder.every(({ from }, at) => at === 0 || from >= (inOrder[at - 1]?.to ?? 0))
    ? inOrder.map(({ item, from }) => ({ item, from }))
    : undefined
}
