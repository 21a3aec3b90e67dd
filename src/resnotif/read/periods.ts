import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'
import { nightsSpanOf, type Span } from './days.js'

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
  const turns = items.flatMap((item) => {
    const period = periodOf(nodeOf(item))
    return period === undefined || period.from >= period.to ? [] : [{ item, ...period }]
  })
  if (items.length < 2 || turns.length < items.length) return undefined
  if (new Set(items.map((item) => valueOf(nodeOf(item), 'NumberOfUnits'))).size > 1) return undefined
  const inOrder = turns.toSorted((a, b) => a.from - b.from)
  return inOrder.every(({ from }, at) => at === 0 || from >= (inOrder[at - 1]?.to ?? 0))
    ? inOrder.map(({ item, from }) => ({ item, from }))
    : undefined
}
