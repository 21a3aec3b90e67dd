import { findingAt, type LintFinding } from '../../finding/index.js'
import { dayText, groupBy, type MessageReservation, type Span, spanOf, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../../xml/index.js'

/** Longer stays are an accident that another rule tells. */
const NIGHTS_MAX = 1_100
const SHOWN_MAX = 5

/** Nights that are priced against nights of the stay: by Rates where each tells its days, and by RoomRates. */
export function checkNights({ node, stays }: MessageReservation, isOurs: boolean): LintFinding[] {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  return stays.flatMap((stay) => {
    const nights = nightsOf(spanOf(stay.timeSpan ?? global))
    if (nights === undefined || nights.length === 0) return []
    const rates = childrenOf(childOf(stay.node, 'RoomRates'), 'RoomRate')
    const byProduct = isOurs
      ? groupBy(rates, (rate) => JSON.stringify([valueOf(rate, 'RoomTypeCode'), valueOf(rate, 'RatePlanCode')]))
      : new Map<string, XmlNode[]>()
    return [
      ...rates.flatMap((rate) => checkRate(rate, nights)),
      ...[...byProduct.values()].flatMap((alike) => checkCover(alike, nights)),
    ]
  })
}

function checkRate(roomRate: XmlNode, stay: readonly number[]): LintFinding[] {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate').filter((rate) => valueOf(rate, 'RateTimeUnit') === 'Day')
  const priced = rates.map((rate) => nightsOf(spanOf(rate)))
  if (rates.length === 0 || !priced.every((nights) => nights !== undefined)) return checkSpan(roomRate, stay)
  const seen = new Set<number>()
  const findings = rates.flatMap((rate, at) => {
    const nights = priced[at] ?? []
    const outside = nights.filter((night) => !stay.includes(night))
    const twice = nights.filter((night) => seen.has(night))
    for (const night of nights) seen.add(night)
    return [
      ...(outside.length > 0 ? [finding('night-outside', rate, outside)] : []),
      ...(twice.length > 0 ? [finding('night-twice', rate, twice)] : []),
    ]
  })
  // A RoomRate for a part of the stay prices that part.
  const own = nightsOf(spanOf(roomRate))
  const missing = stay.filter(
    (night) => !seen.has(night) && (own === undefined || own.length === 0 || own.includes(night)),
  )
  return [
    ...checkSpan(roomRate, stay),
    ...findings,
    ...(missing.length > 0 ? [finding('night-missing', childOf(roomRate, 'Rates') ?? roomRate, missing)] : []),
  ]
}

/** A RoomRate says from when to when it holds. */
function checkSpan(roomRate: XmlNode, stay: readonly number[]): LintFinding[] {
  const outside = (nightsOf(spanOf(roomRate)) ?? []).filter((night) => !stay.includes(night))
  return outside.length > 0 && valueOf(roomRate, 'RoomTypeCode') !== undefined
    ? [finding('night-outside', roomRate, outside)]
    : []
}

/** RoomRates of one product cover each night of the stay, and each with as many units. */
function checkCover(rates: readonly XmlNode[], stay: readonly number[]): LintFinding[] {
  const lines = rates.map((rate) => ({
    nights: nightsOf(spanOf(rate)),
    units: wholeNumber(valueOf(rate, 'NumberOfUnits') ?? '1'),
  }))
  const node = rates[0] as XmlNode
  const covered = new Map(stay.map((night) => [night, 0]))
  for (const { nights, units } of lines) {
    if (nights === undefined || units === undefined) return []
    if (nights.length === 0) return [finding('night-missing', node, stay)]
    for (const night of nights) if (covered.has(night)) covered.set(night, (covered.get(night) ?? 0) + units)
  }
  const missing = stay.filter((night) => covered.get(night) === 0)
  if (missing.length > 0) return [finding('night-missing', node, missing)]
  const least = Math.min(...covered.values())
  const more = stay.filter((night) => (covered.get(night) ?? 0) > least)
  return more.length > 0 ? [finding('night-twice', rates.at(-1) as XmlNode, more)] : []
}

function finding(
  rule: 'night-outside' | 'night-twice' | 'night-missing',
  node: XmlNode,
  nights: readonly number[],
): LintFinding {
  const shown = nights.slice(0, SHOWN_MAX).map(dayText).join(', ')
  return findingAt(rule, node, rule === 'night-missing' ? undefined : 'EffectiveDate', {
    found: nights.length > SHOWN_MAX ? `${shown} and ${nights.length - SHOWN_MAX} more` : shown,
  })
}

/** Nights as days since 1970, from arrival to the day before departure. */
function nightsOf(span: Span | undefined): number[] | undefined {
  const count = span === undefined ? -1 : span.to - span.from
  return span !== undefined && count >= 0 && count <= NIGHTS_MAX
    ? Array.from({ length: count }, (_, at) => span.from + at)
    : undefined
}
