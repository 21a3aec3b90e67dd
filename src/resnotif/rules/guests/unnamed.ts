import { findingAt, type LintFinding } from '../../finding/index.js'
import { wholeNumber } from '../../read/index.js'
import { valueOf, type XmlNode } from '../../xml/index.js'
import {
  adultsText,
  childrenText,
  compareAges,
  type CountedPeople,
  countsIn,
  everybody,
  INFANT,
  infantsText,
  isInfant,
  type Person,
  personOf,
  type SentGuest,
} from './guest-ages.js'

const isOf = (kind: Person['kind'], people: readonly Person[]): number =>
  people.filter((one) => one.kind === kind).length

/**
 * People who are counted and not sent, where more are sent than the name of whoever booked each room, or all adults are: somebody may be missing. Not where the counts
 * may be meant so that everybody is sent.
 * @param readings the counts as they may be meant
 * @param units rooms that they are for
 */
export function peopleUnnamed(
  readings: readonly CountedPeople[][],
  guests: readonly SentGuest[],
  units: number,
): LintFinding[] {
  const sent = guests.map(({ guest }) => personOf(guest.node))
  const possible = readings.filter(
    (people) => everybody(people).length >= sent.length && compareAges(people, guests).length === 0,
  )
  const isWhole = possible.some((people) => everybody(people).length === sent.length)
  const [counted] = possible
  const [first] = (counted ?? []).flatMap(({ node }) => countsIn(node))
  if (counted === undefined || first === undefined || sent.length === 0 || isWhole) return []
  const told = everybody(counted)
  const isKnown = [...told, ...sent].every(({ kind }) => kind !== undefined)
  const isEachAdult = isKnown && isOf('adult', told) === isOf('adult', sent)
  if (sent.length <= units && !isEachAdult) return []
  const stand = isKnown ? everybody(counted.map(({ node }) => ({ node, times: 1 }))) : []
  const missing = isKnown ? kindsUnnamed(told, sent, stand, counted) : undefined
  return [
    findingAt(
      'guests-unnamed',
      first,
      'Count',
      missing ?? { found: `${told.length} guests`, expected: String(sent.length) },
    ),
  ]
}

/** Of each kind of which some are not sent, how many are counted and how many are. */
function kindsUnnamed(
  told: readonly Person[],
  sent: readonly Person[],
  stand: readonly Person[],
  counted: readonly CountedPeople[],
): { found: string; expected: string } | undefined {
  const isEachInfant = counted
    .flatMap(({ node }) => countsIn(node))
    .every((one) => ['10', '11', INFANT].includes(valueOf(one, 'AgeQualifyingCode') ?? ''))
  const kinds = (['adult', 'child'] as const)
    .map((kind) => ({ kind, told: isOf(kind, told), sent: isOf(kind, sent), stand: isOf(kind, stand) }))
    .filter((one) => one.sent < one.told)
  const [only, ...others] = kinds
  if (only === undefined) return undefined
  const text = (kind: Person['kind'], count: number): string =>
    kind === 'adult' ? adultsText(count) : isEachInfant ? infantsText(count) : childrenText(count)
  const isEach = kinds.some((one) => one.stand < one.told)
  const found = kinds.map((one) => text(one.kind, one.stand)).join(' and ')
  return {
    found: isEach ? `${found} (${kinds.map((one) => one.told).join(' and ')} if in each room)` : found,
    expected:
      others.length > 0
        ? kinds.map((one) => text(one.kind, one.sent)).join(' and ')
        : only.sent === 0
          ? 'none'
          : String(only.sent),
  }
}

const isInfants = (count: XmlNode): boolean => isInfant(count) && wholeNumber(valueOf(count, 'Count')) !== 0

/** Infants who are sent where nobody counts any, in any reading: some senders count nobody who sleeps in a cot. */
export function infantsUncounted(readings: readonly CountedPeople[][], guests: readonly SentGuest[]): LintFinding[] {
  const infants = guests.filter(({ guest }) => isInfant(guest.node))
  const [first] = readings.flat().flatMap(({ node }) => countsIn(node))
  const children = guests.filter(({ guest }) => personOf(guest.node).kind === 'child').length
  const isCounted = readings.some((people) => {
    const told = everybody(people)
    return (
      told.some(({ kind }) => kind === undefined) ||
      (isOf('child', told) >= children && (told.length > guests.length || compareAges(people, guests).length === 0))
    )
  })
  const isSomeCounted = readings.flat().some(({ node }) => countsIn(node).some(isInfants))
  if (first === undefined || infants.length === 0 || isCounted || isSomeCounted) return []
  return [findingAt('infant-not-counted', first, 'Count', { found: infantsText(infants.length), expected: 'none' })]
}
