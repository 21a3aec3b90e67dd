import { composeRph } from '../build/index.js'
import type { LintFinding } from '../finding/index.js'
import { lintMessage } from '../lint/index.js'
import { readMessage } from '../read/index.js'
import { checkStructure, followsCounter } from '../rules/index.js'
import {
  analyseReservation,
  type AnalysisOptions,
  type NamedUnits,
  nameOfProduct,
  type OpenGrouping,
  openGroupingOf,
  type ProductReading,
  type ReservationReading,
} from '../units/index.js'
import type { XmlAttribute } from '../xml/index.js'
import { attributeChanges, type FixChange } from './changes.js'
import { applyEdits, type Edit, insertion, replacement } from './edits.js'
import { referenceEdits } from './references.js'

export interface FixOptions {
  /** How many guests each unit of a product has, in the order of the message, by `<room>-<plan>`; `` for the only product that is open. */
  guestsPerUnit?: ReadonlyMap<string, readonly number[]>
  /** The number of the unit of each guest of a product, in the order of the message, named likewise. */
  guestUnits?: ReadonlyMap<string, readonly number[]>
}

export interface FixResult {
  /** The corrected text; the given text where nothing is to change. */
  text: string
  changes: FixChange[]
  /** What lint still finds in the corrected text. */
  remaining: LintFinding[]
  /** Products of which nothing tells who shares a unit: their counters were left as they are. */
  open: OpenGrouping[]
  /** Errors that the corrections would have brought about; nothing was corrected then. */
  added: LintFinding[]
  /** As it was given: what of `guestsPerUnit` and `guestUnits` fits no product of the message, or not its units and guests, or stands twice for one product. */
  misfits: string[]
}

/** Corrections may bring others to light; a message that does not come to rest within so many is left alone. */
const PASSES_MAX = 8

/**
 * Corrects counters, ResGuestRPHs, references to them and an IndexNumber that changes, and nothing else: every other character stays as it is. It never guesses who shares
 * a unit: codes, GuestCounts, ages and references of the RoomStays tell, or the caller, and never the order of the guests; else those counters stay. What is corrected is not changed by a second run.
 * Broken XML, several messages in one text, parts that stand twice or out of place, and a stranger's message, are returned unchanged.
 * Interface: "Events", rules 1 to 6.
 */
export function fixMessage(text: string, given: FixOptions = {}): FixResult {
  const message = readMessage(text)
  // What was not read cannot be counted, so nothing around it is changed either.
  if (message.broken !== undefined || checkStructure(message).length > 0)
    return { text, changes: [], remaining: lintMessage(text).findings, open: [], added: [], misfits: [] }
  const analysis = namedBy(text, given)
  let corrected = text
  let isAtRest = false
  for (let pass = 0; pass < PASSES_MAX && !isAtRest; pass++) {
    const next = correctOnce(corrected, analysis.options)
    isAtRest = next === corrected
    corrected = next
  }
  if (!isAtRest) corrected = text
  const before = lintMessage(text).findings
  let remaining = corrected === text ? before : lintMessage(corrected).findings
  // Corrections that contradict something else of the message are no corrections.
  const added = remaining.filter(
    ({ rule, severity }) => severity === 'error' && !before.some((finding) => isAlike(finding.rule, rule)),
  )
  if (added.length > 0) [corrected, remaining] = [text, before]
  return {
    text: corrected,
    changes: corrected === text ? [] : attributeChanges(message, readMessage(corrected)),
    remaining,
    added,
    open: readingsOf(corrected, analysis.options).flatMap(({ products }) =>
      products.flatMap((one) => openGroupingOf(one) ?? []),
    ),
    misfits: analysis.misfits,
  }
}

const readingsOf = (text: string, options: AnalysisOptions): ReservationReading[] =>
  readMessage(text)
    .reservations.map((reservation) => analyseReservation(reservation, options))
    .filter(({ style }) => style === 'composite')

/** Products whose units a caller may name: those of which nothing else tells who shares a unit, else all. */
export function productsToName(text: string): { product: string; guests: number; units: number | undefined }[] {
  const products = readingsOf(text, {}).flatMap((reading) => reading.products)
  const open = products.filter((one) => one.open !== undefined)
  return (open.length > 0 ? open : products).map(({ product, guests }) => ({
    product: nameOfProduct(product),
    guests: guests.length,
    units: product.booked,
  }))
}

/** Once some counters are right, what is wrong with the others may go by another name. */
const isAlike = (before: string, after: string): boolean =>
  before === after || [before, after].every((rule) => rule.startsWith('counter-'))

/** The caller's word on units, and what of it fits nothing. */
function namedBy(
  text: string,
  { guestsPerUnit = new Map(), guestUnits = new Map() }: FixOptions,
): { options: AnalysisOptions; misfits: string[] } {
  const products = readingsOf(text, {}).flatMap((reading) => reading.products)
  const open = products.filter((one) => one.open !== undefined)
  const only = new Set((open.length > 0 ? open : products).map(({ product }) => nameOfProduct(product)))
  const given = [
    ...[...guestsPerUnit].map(([name, sizes]) => ({ name, numbers: sizes, units: { sizes } })),
    ...[...guestUnits].map(([name, numbers]) => ({ name, numbers, units: { unitOfEach: numbers } })),
  ].map((one) => ({ ...one, product: one.name === '' && only.size === 1 ? ([...only][0] as string) : one.name }))
  const isWrong = (one: (typeof given)[number]): boolean =>
    given.filter((other) => other.product === one.product).length > 1 ||
    !products.some((reading) => nameOfProduct(reading.product) === one.product && fits(reading, one.units))
  const misfits = given
    .filter(isWrong)
    .map(({ name, numbers }) => `${name === '' ? '' : `${name}=`}${numbers.join(',')}`)
  const wanted =
    misfits.length > 0
      ? new Map<string, NamedUnits>()
      : new Map(given.map(({ product, units }): [string, NamedUnits] => [product, units]))
  return { options: { namedUnits: (product) => wanted.get(nameOfProduct(product)) }, misfits }
}

/** Whether units, as named, are those that are booked, and have all guests; a booked unit is empty only where too few guests are sent. */
function fits({ product: { booked = 0 }, guests }: ProductReading, named: NamedUnits): boolean {
  if ('sizes' in named)
    return (
      named.sizes.length === booked &&
      named.sizes.every((size) => size >= 1) &&
      named.sizes.reduce((sum, size) => sum + size, 0) === guests.length
    )
  const { unitOfEach } = named
  return (
    unitOfEach.length === guests.length &&
    unitOfEach.every((unit) => unit >= 1 && unit <= booked) &&
    (guests.length < booked || new Set(unitOfEach).size === booked)
  )
}

function correctOnce(text: string, options: AnalysisOptions): string {
  return applyEdits(
    text,
    readingsOf(text, options).flatMap((reading) => editsOf(reading, text)),
  )
}

function editsOf(reading: ReservationReading, text: string): Edit[] {
  const { reservation, guests, products } = reading
  const index = rightIndex(reading)
  const renamed = new Map<string, string>()
  const isOpen = new Set(products.filter(({ open }) => open !== undefined).flatMap((one) => one.guests))
  const edits = guests.flatMap((one) => {
    const { guest, code, expectedCode, expectedRph, product } = one
    const found: Edit[] = []
    if (!isOpen.has(one) && expectedCode !== undefined && code !== String(expectedCode)) {
      const attribute = guest.groupEventCode
      found.push(
        attribute === undefined
          ? insertion('GroupEventCode', String(expectedCode), guest.rph as XmlAttribute)
          : replacement(attribute, String(expectedCode), text),
      )
    }
    const rph =
      product === undefined
        ? expectedRph
        : index === undefined
          ? expectedRph
          : composeRph(index, product.roomTypeCode, product.ratePlanCode)
    if (guest.rph !== undefined && rph !== undefined && guest.rph.value !== rph) {
      found.push(replacement(guest.rph, rph, text))
      renamed.set(guest.rph.value, rph)
    }
    return found
  })
  if (index !== undefined) {
    for (const { indexNumber } of reservation.stays)
      if (indexNumber !== undefined && indexNumber.value !== index) edits.push(replacement(indexNumber, index, text))
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
