import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { dayNumber, type Span } from './days.js'
import { ownRatesOf } from './prices.js'
import { CODES } from './shared.js'

/** The day on which a price begins, where it does not say when it ends. */
export function beginOf(node: XmlNode): number | undefined {
  return valueOf(node, 'ExpireDate') === undefined ? dayNumber(valueOf(node, 'EffectiveDate')) : undefined
}

/**
 * The nights of RoomRates or Rates that say when they begin and not when they end, by element: where there is one for each night, each is for its night. Empty where one
 * of them says more or less, and where they may hold from that day on; what begins on the day of departure or later holds for no night of the stay, so its day is told.
 * @param stay the days that they are for, where these are told
 */
export function nightsBegun(nodes: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  const begun = nodes.map(beginOf)
  const isEach = areNightsEach(nodes, begun, stay)
  return new Map(
    nodes.flatMap((node, at): [XmlNode, Span][] => {
      const day = begun[at]
      const isTold = day !== undefined && (isEach || (stay !== undefined && day >= stay.to))
      return isTold ? [[node, { from: day, to: day + 1 }]] : []
    }),
  )
}

/** Whether there is a price for each night, or one slip in the days of as many prices as there are nights. */
function areNightsEach(
  nodes: readonly XmlNode[],
  begun: readonly (number | undefined)[],
  stay: Span | undefined,
): boolean {
  const days = begun.filter((day) => day !== undefined)
  const distinct = new Set(days)
  if (days.length === 0 || days.length < nodes.length) return false
  const [from, to] = stay === undefined ? [Math.min(...days), Math.max(...days) + 1] : [stay.from, stay.to]
  const nights = to - from
  const inside = [...distinct].filter((day) => day >= from && day < to).length
  const isOnce = nights > 0 && inside === nights && (stay !== undefined || nights > 1)
  const isAlike = new Set(nodes.map((node) => JSON.stringify(CODES.map((name) => valueOf(node, name))))).size === 1
  const isNearly = isAlike && days.length === nights && distinct.size >= Math.max(2, nights - 1) && inside >= nights - 1
  return isOnce || isNearly
}

/** As `nightsBegun`, of RoomRates whose Rates tell no days of their own. */
export function nightsBegunIn(roomRates: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  return roomRates.some(hasDatedRates) ? new Map() : nightsBegun(roomRates, stay)
}

/**
 * The nights of the Rates of several RoomRates for one room type that tell no days of their own, where all Rates together have one price for each night, no more and no less, and
 * say when they begin and not when they end: they follow each other, whatever plan they are of. Empty where they do not.
 */
export function nightsBegunTogether(roomRates: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  const rates = roomRates.flatMap(ownRatesOf)
  const days = rates.map(beginOf).filter((day) => day !== undefined)
  const isOneRoom = new Set(roomRates.map((one) => valueOf(one, CODES[0]))).size === 1
  if (
    roomRates.length < 2 ||
    !isOneRoom ||
    !roomRates.every(isUndated) ||
    days.length === 0 ||
    days.length < rates.length
  )
    return new Map()
  const { from, to } = stay ?? { from: Math.min(...days), to: Math.max(...days) + 1 }
  const distinct = new Set(days)
  const isEach = distinct.size === days.length && days.length === to - from
  if (!isEach || days.some((day) => day < from || day >= to)) return new Map()
  return new Map(rates.map((rate, at) => [rate, { from: days[at] as number, to: (days[at] as number) + 1 }]))
}

/** Whether a RoomRate or Rate tells no day. */
export const isUndated = (node: XmlNode | undefined): boolean =>
  DAYS.every((name) => (valueOf(node, name) ?? '').trim() === '')

const DAYS = ['EffectiveDate', 'ExpireDate']

export const hasDatedRates = (roomRate: XmlNode): boolean =>
  childrenOf(childOf(roomRate, 'Rates'), 'Rate').some((rate) => valueOf(rate, 'EffectiveDate') !== undefined)
