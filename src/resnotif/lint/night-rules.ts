import type { MessageReservation } from '../read.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../xml-node.js'
import { findingAt } from './finding.js'
import type { LintFinding } from './rules.js'

const DAY_MS = 86_400_000
/** Longer stays are an accident that another rule tells. */
const NIGHTS_MAX = 1_100
const SHOWN_MAX = 5

/** Nights that are priced against nights of the stay. Only where each Rate tells its days. */
export function checkNights({ node, stays }: MessageReservation): LintFinding[] {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  return stays.flatMap((stay) => {
    const span = stay.timeSpan ?? global
    const nights = nightsOf(valueOf(span, 'Start'), valueOf(span, 'End'))
    if (nights === undefined || nights.length === 0) return []
    return childrenOf(childOf(stay.node, 'RoomRates'), 'RoomRate').flatMap((rate) => checkRate(rate, nights))
  })
}

function checkRate(roomRate: XmlNode, stay: readonly number[]): LintFinding[] {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate').filter((rate) => valueOf(rate, 'RateTimeUnit') === 'Day')
  const priced = rates.map((rate) => nightsOf(valueOf(rate, 'EffectiveDate'), valueOf(rate, 'ExpireDate')))
  if (rates.length === 0 || !priced.every((nights) => nights !== undefined)) return checkSpan(roomRate, stay)
  const seen = new Set<number>()
  const findings = rates.flatMap((rate, at) => {
    const nights = priced[at] ?? []
    const outside = nights.filter((night) => !stay.includes(night))
    const twice = nights.filter((night) => seen.has(night))
    for (const night of nights) seen.add(night)
    return [...(outside.length > 0 ? [finding('night-outside', rate, outside)] : []), ...(twice.length > 0 ? [finding('night-twice', rate, twice)] : [])]
  })
  const missing = stay.filter((night) => !seen.has(night))
  return [...findings, ...(missing.length > 0 ? [finding('night-missing', childOf(roomRate, 'Rates') ?? roomRate, missing)] : [])]
}

/** A RoomRate without nights of its own still says from when to when it holds. */
function checkSpan(roomRate: XmlNode, stay: readonly number[]): LintFinding[] {
  const outside = (nightsOf(valueOf(roomRate, 'EffectiveDate'), valueOf(roomRate, 'ExpireDate')) ?? []).filter((night) => !stay.includes(night))
  return outside.length > 0 && valueOf(roomRate, 'RoomTypeCode') !== undefined ? [finding('night-outside', roomRate, outside)] : []
}

function finding(rule: 'night-outside' | 'night-twice' | 'night-missing', node: XmlNode, nights: readonly number[]): LintFinding {
  const shown = nights.slice(0, SHOWN_MAX).map(dayOf).join(', ')
  return findingAt(rule, node, rule === 'night-missing' ? undefined : 'EffectiveDate', { found: nights.length > SHOWN_MAX ? `${shown} and ${nights.length - SHOWN_MAX} more` : shown })
}

/** Nights as days since 1970, from arrival to the day before departure. */
function nightsOf(start: string | undefined, end: string | undefined): number[] | undefined {
  const [from, to] = [start, end].map((day) => (/^\d{4}-\d{2}-\d{2}/.test(day ?? '') ? Date.parse(`${(day ?? '').slice(0, 10)}T00:00:00Z`) / DAY_MS : Number.NaN)) as [number, number]
  const count = to - from
  return Number.isInteger(count) && count >= 0 && count <= NIGHTS_MAX ? Array.from({ length: count }, (_, at) => from + at) : undefined
}

const dayOf = (night: number): string => new Date(night * DAY_MS).toISOString().slice(0, 10)
