import type { MessageReservation } from '../read.js'
import { childOf, descend, valueOf, walkNodes, type XmlNode } from '../xml-node.js'
import { findingAt } from './finding.js'
import type { LintFinding } from './rules.js'

/** What identifies the reservation, and its dates. */
export function checkStays(reservation: MessageReservation, isOurs: boolean): LintFinding[] {
  const { node, stays } = reservation
  const findings: LintFinding[] = []
  if (childOf(node, 'UniqueID') === undefined) {
    // Without any other id either, nothing identifies the reservation.
    const hasOther = descend(node, 'ResGlobalInfo', 'HotelReservationIDs', 'HotelReservationID') !== undefined
    findings.push(findingAt('unique-id-missing', node, undefined, { severity: hasOther ? 'warning' : 'error' }))
  }
  const hasGlobalSpan = descend(node, 'ResGlobalInfo', 'TimeSpan') !== undefined
  for (const stay of stays) {
    if (stay.timeSpan !== undefined || hasGlobalSpan) continue
    // A stranger may tell arrival and departure by the days of its rates.
    const isTold = !isOurs && [...walkNodes(stay.node)].some((one) => (one.name === 'RoomRate' || one.name === 'Rate') && valueOf(one, 'EffectiveDate') !== undefined && valueOf(one, 'ExpireDate') !== undefined)
    if (!isTold) findings.push(findingAt('time-span-missing', stay.node))
  }
  for (const one of walkNodes(node)) {
    if (one.name === 'TimeSpan') findings.push(...checkSpan(one, 'Start', 'End'))
    else if (one.name === 'Rate' || one.name === 'RoomRate') findings.push(...checkSpan(one, 'EffectiveDate', 'ExpireDate'))
  }
  return findings
}

function checkSpan(node: XmlNode, from: string, to: string): LintFinding[] {
  const [start, end] = [valueOf(node, from), valueOf(node, to)]
  const findings = [[from, start] as const, [to, end] as const].flatMap(([name, value]) => (value === undefined || isDay(value) ? [] : [findingAt('date-invalid', node, name, { found: value, expected: 'YYYY-MM-DD' })]))
  if (findings.length > 0 || start === undefined || end === undefined) return findings
  // A rate may end on the day it begins; a stay of no nights is a day use at best.
  const isStay = node.name === 'TimeSpan'
  const isWrong = end.slice(0, 10) < start.slice(0, 10) || (isStay && end.slice(0, 10) === start.slice(0, 10))
  const severity = end.slice(0, 10) === start.slice(0, 10) ? 'warning' : 'error'
  return isWrong ? [findingAt('date-order', node, to, { found: `${from} ${start}, ${to} ${end}`, expected: `${to} after ${from}`, severity })] : []
}

/** A day of the calendar, alone or with a time behind it. */
function isDay(text: string): boolean {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:$|[TZ+-])/.exec(text) ?? []
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
}
