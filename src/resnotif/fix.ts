import { analyseReservation, type ReservationReading } from './analysis.js'
import { productOfGuest } from './guest-products.js'
import { lintMessage } from './lint.js'
import { followsCounter } from './lint/rph-rules.js'
import type { LintFinding } from './lint/rules.js'
import { composeRph } from './number.js'
import { pathOf, readMessage } from './read.js'
import type { XmlAttribute, XmlNode } from './xml-node.js'

export interface FixChange {
  line: number
  column: number
  /** Path of the attribute. */
  node: string
  /** Undefined where the attribute was missing. */
  from?: string
  to: string
}

export interface FixResult {
  /** The corrected text; the given text where nothing is to change. */
  text: string
  changes: FixChange[]
  /** What lint still finds in the corrected text. */
  remaining: LintFinding[]
  /** Codes did not tell which guests share a unit, so they were dealt in even blocks: check the names. */
  isDealt: boolean
}

interface Edit extends FixChange {
  start: number
  end: number
  replacement: string
}

/**
 * Corrects counters, ResGuestRPHs, references to them and an IndexNumber that changes, and nothing else: every other character stays as it is.
 * Broken XML, and a stranger's message, are returned unchanged.
 * Interface: "Events", rules 1 to 6.
 */
export function fixMessage(text: string): FixResult {
  const message = readMessage(text)
  if (message.broken !== undefined) return { text, changes: [], remaining: lintMessage(text).findings, isDealt: false }
  const readings = message.reservations.map((reservation) => analyseReservation(reservation)).filter(({ style }) => style === 'composite')
  const edits = readings.flatMap((reading) => editsOf(reading, text)).sort((a, b) => a.start - b.start)
  const parts: string[] = []
  let from = 0
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.replacement)
    from = edit.end
  }
  const corrected = parts.join('') + text.slice(from)
  return {
    text: corrected,
    changes: edits.map(({ line, column, node, from: was, to }) => ({ line, column, node, from: was, to })),
    remaining: lintMessage(corrected).findings,
    isDealt: readings.some(({ isDealt }) => isDealt),
  }
}

function editsOf(reading: ReservationReading, text: string): Edit[] {
  const { reservation, guests } = reading
  const index = rightIndex(reading)
  const renamed = new Map<string, string>()
  const edits = guests.flatMap(({ guest, code, expectedCode, expectedRph, product }) => {
    const found: Edit[] = []
    if (expectedCode !== undefined && code !== String(expectedCode)) {
      const attribute = guest.groupEventCode
      found.push(attribute === undefined ? insertion(guest.node, 'GroupEventCode', String(expectedCode), guest.rph as XmlAttribute) : replacement(guest.node, attribute, String(expectedCode), text))
    }
    const rph = product === undefined ? expectedRph : index === undefined ? expectedRph : composeRph(index, product.roomTypeCode, product.ratePlanCode)
    if (guest.rph !== undefined && rph !== undefined && guest.rph.value !== rph) {
      found.push(replacement(guest.node, guest.rph, rph, text))
      renamed.set(guest.rph.value, rph)
    }
    return found
  })
  if (index !== undefined) {
    for (const { node, indexNumber } of reservation.stays) if (indexNumber !== undefined && indexNumber.value !== index) edits.push(replacement(node, indexNumber, index, text))
  }
  return [...edits, ...referenceEdits(reading, renamed, index, text)]
}

/** The one IndexNumber where it changes, follows the counter or is out of range; undefined where it is as it should be. */
function rightIndex(reading: ReservationReading): string | undefined {
  const values = reading.reservation.stays.flatMap(({ indexNumber }) => indexNumber?.value ?? [])
  const good = values.find((value) => /^[1-9]\d{0,2}$/.test(value))
  const isRight = values.length > 0 && new Set(values).size === 1 && good !== undefined && !followsCounter(reading)
  return isRight || values.length === 0 ? undefined : (good ?? '1')
}

function referenceEdits(reading: ReservationReading, renamed: ReadonlyMap<string, string>, index: string | undefined, text: string): Edit[] {
  const { reservation, guests, products } = reading
  const right = new Set(guests.flatMap(({ guest }) => (guest.rph === undefined ? [] : [renamed.get(guest.rph.value) ?? guest.rph.value])))
  return reservation.references.flatMap(({ node, value, attribute }) => {
    if (attribute === undefined || right.has(value)) return []
    const { product, expectedRph } = productOfGuest(value, products.map((one) => one.product))
    const guess = product !== undefined && index !== undefined ? composeRph(index, product.roomTypeCode, product.ratePlanCode) : expectedRph
    const to = renamed.get(value) ?? guess ?? onlyUnnamed(reading, node, right)
    return to === undefined || !right.has(to) || to === value ? [] : [replacement(node, attribute, to, text)]
  })
}

/** The one right RPH that the stay of a reference (or, outside of stays, the reservation) should name and does not. */
function onlyUnnamed({ reservation, guests }: ReservationReading, node: XmlNode, right: ReadonlySet<string>): string | undefined {
  const stay = reservation.stays.find((one) => one.node === node.parent?.parent)
  const siblings = reservation.references.filter((one) => stay === undefined || one.node.parent === node.parent)
  const own = stay === undefined ? undefined : new Set(guests.flatMap(({ product, expectedRph }) => (product?.lines.some((line) => line.stay === stay) === true ? (expectedRph ?? []) : [])))
  const left = [...right].filter((rph) => own?.has(rph) !== false && !siblings.some(({ value }) => value === rph))
  return left.length === 1 ? left[0] : undefined
}

function replacement(node: XmlNode, attribute: XmlAttribute, to: string, text: string): Edit {
  const { line, column, offset } = attribute.place
  return { line, column, node: pathOf(node, attribute.name), from: attribute.value, to, start: offset, end: attribute.end, replacement: escape(to, text[attribute.end] as string) }
}

/** A new attribute, right behind another one. */
function insertion(node: XmlNode, name: string, to: string, behind: XmlAttribute): Edit {
  const { line, column } = behind.place
  return { line, column, node: pathOf(node, name), to, start: behind.end + 1, end: behind.end + 1, replacement: ` ${name}="${escape(to, '"')}"` }
}

function escape(value: string, quote: string): string {
  const safe = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return quote === '"' ? safe.replaceAll('"', '&quot;') : safe.replaceAll("'", '&apos;')
}
