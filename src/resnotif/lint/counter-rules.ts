import { COUNTER, type GuestReading, type ReservationReading } from '../analysis.js'
import { findingAt, listNode } from './finding.js'
import type { LintFinding } from './rules.js'

/** GroupEventCode: one finding for a sequence that is wrong, with every node and what it should be. Interface: "Events", rules 1 to 5. */
export function checkCounters(reading: ReservationReading): LintFinding[] {
  if (reading.style === 'plain') return checkGroupCode(reading)
  const odd = reading.guests.flatMap((guest) => checkCode(guest))
  return [...odd, ...reading.faults.map(({ rule, guests }) => sequenceFinding(rule, guests))]
}

function sequenceFinding(rule: ReservationReading['faults'][number]['rule'], guests: GuestReading[]): LintFinding {
  const first = guests[0] as GuestReading
  const nodes = guests.map((guest) => listNode(guest.guest.node, 'GroupEventCode', guest.code ?? '', String(guest.expectedCode)))
  const text = (side: 'found' | 'expected'): string => nodes.map((node) => node[side]).join(', ')
  return findingAt(rule, first.guest.node, 'GroupEventCode', { found: text('found'), expected: text('expected'), nodes })
}

function checkCode({ guest, code, expectedCode }: GuestReading): LintFinding[] {
  const expected = expectedCode === undefined ? undefined : String(expectedCode)
  if (code === undefined) return [findingAt('counter-missing', guest.node, 'GroupEventCode', { expected })]
  return COUNTER.test(code) ? [] : [findingAt('counter-not-number', guest.node, 'GroupEventCode', { found: code, expected })]
}

function checkGroupCode({ guests }: ReservationReading): LintFinding[] {
  const coded = guests.filter(({ code }) => code !== undefined)
  const [first] = coded
  if (first === undefined) return []
  return [findingAt('group-code', first.guest.node, 'GroupEventCode', { found: [...new Set(coded.map(({ code }) => code))].join(', ') })]
}
