import { findingAt, type LintFinding, listNode } from '../../finding/index.js'
import { wholeNumber } from '../../read/index.js'
import type { ReservationReading } from '../../units/index.js'
import type { XmlNode } from '../../xml/index.js'
import { followsCounter } from './rph.js'

const INDEX_MAX = 999

/** IndexNumber of the RoomStays. Interface: "Reservation", guest mapping; "Events", rule 6. */
export function checkIndexes(reading: ReservationReading): LintFinding[] {
  const { stays } = reading.reservation
  // A stranger means something else by it, and writes it in its own way.
  if (reading.style === 'plain')
    return stays.flatMap(({ node, indexNumber }) => {
      const index = wholeNumber(indexNumber?.value) ?? 0
      return indexNumber === undefined || (index > 0 && index <= INDEX_MAX) ? [] : checkRange(node, indexNumber.value)
    })
  const findings = stays.flatMap(({ node, indexNumber }) =>
    indexNumber === undefined ? [findingAt('index-missing', node, 'IndexNumber')] : checkRange(node, indexNumber.value),
  )
  const values = stays.flatMap(({ indexNumber }) => indexNumber?.value ?? [])
  const isChanging = new Set(values).size > 1
  if (followsCounter(reading)) return [...findings, fromCounter(reading)]
  if (!isChanging) return findings
  const nodes = stays.map(({ node, indexNumber }) => listNode(node, 'IndexNumber', indexNumber?.value ?? '', values[0]))
  const odd = stays.find(({ indexNumber }) => indexNumber !== undefined && indexNumber.value !== values[0])
    ?.node as XmlNode
  return [
    ...findings,
    findingAt('index-changing', odd, 'IndexNumber', {
      found: [...new Set(values)].join(', '),
      expected: values[0],
      nodes,
    }),
  ]
}

function checkRange(node: XmlNode, value: string): LintFinding[] {
  return /^[1-9]\d{0,2}$/.test(value)
    ? []
    : [findingAt('index-out-of-range', node, 'IndexNumber', { found: value, expected: '1 to 999' })]
}

function fromCounter({ guests }: ReservationReading): LintFinding {
  const nodes = guests.map(({ guest, expectedRph }) =>
    listNode(guest.node, 'ResGuestRPH', guest.rph?.value ?? '', expectedRph),
  )
  return findingAt(
    'index-from-counter',
    (guests.find(({ code }) => code !== '1') ?? guests[0])?.guest.node as XmlNode,
    'ResGuestRPH',
    { found: nodes.map(({ found }) => found).join(', '), nodes },
  )
}
