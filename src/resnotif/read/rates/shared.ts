import { childOf, childrenOf, valueOf, wholeNumber, type XmlNode } from '../../xml/index.js'
import { nightsSpanOf, type Span } from './days.js'

export const CODES = ['RoomTypeCode', 'RatePlanCode'] as const

/** The nights of each Rate, where all of them tell theirs. */
export function spansOfRates(roomRate: XmlNode): Span[] | undefined {
  const spans = childrenOf(childOf(roomRate, 'Rates'), 'Rate').map(nightsSpanOf)
  const told = spans.filter((span) => span !== undefined)
  return told.length < spans.length ? undefined : told
}

/**
 * Whether RoomRates of one room and plan are each for the same days, and their Rates share the nights of these: the prices of the same rooms, of which each night has fewer
 * than there are RoomRates. Not where they tell their units and their RoomType tells as many as all of them together.
 */
export function shareNights(roomRates: readonly XmlNode[]): boolean {
  const [first, ...others] = roomRates
  const own = first && nightsSpanOf(first)
  if (first === undefined || own === undefined || others.length === 0 || own.to - own.from > SHARED_MAX) return false
  const isAlike = others.every((one) => {
    const span = nightsSpanOf(one)
    const areSame = [...CODES, 'NumberOfUnits'].every((name) => valueOf(one, name) === valueOf(first, name))
    return areSame && span?.from === own.from && span.to === own.to
  })
  const spans = isAlike ? roomRates.map(spansOfRates) : []
  if (spans.length === 0 || spans.some((one) => one === undefined || one.length === 0)) return false
  const counts = pricesByNight(spans as Span[][], own)
  const [most, least] = [Math.max(...counts), Math.min(...counts)]
  const byType = unitsOfType(first)
  const units = wholeNumber(valueOf(first, 'NumberOfUnits'))
  if (most >= roomRates.length || byType === roomRates.length * (units ?? NaN)) return false
  return most === 1 || most === least || byType === most * (units ?? 1)
}

/** No stay has more nights. */
const SHARED_MAX = 1_100

/** How many RoomRates price each night. */
function pricesByNight(spans: readonly Span[][], { from, to }: Span): number[] {
  const counts = Array.from({ length: to - from }, () => 0)
  for (const each of spans) {
    const nights = new Set(
      each.flatMap((span) => {
        const [first, last] = [Math.max(span.from, from), Math.min(span.to, to)]
        return Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at - from)
      }),
    )
    for (const night of nights) counts[night] = (counts[night] ?? 0) + 1
  }
  return counts
}

/** The units that the RoomType of a RoomRate tells. */
function unitsOfType(roomRate: XmlNode): number | undefined {
  const types = childrenOf(childOf(roomRate.parent?.parent, 'RoomTypes'), 'RoomType')
  const own = types.filter((one) => types.length === 1 || valueOf(one, CODES[0]) === valueOf(roomRate, CODES[0]))
  const units = own.map((one) => wholeNumber(valueOf(one, 'NumberOfUnits')))
  return units.length > 0 && units.every((one) => one !== undefined)
    ? units.reduce((sum, one) => sum + one, 0)
    : undefined
}
