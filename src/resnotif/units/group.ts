import { completeUnits } from './completions.js'
import { mergeToSizes } from './merges.js'
import { isUnitNumber, keepNumbers } from './numbers.js'
import { blocksBySize, type CodedGuest, LISTED_MAX, splitGuests } from './splits.js'

export type OpenReason = 'missing' | 'repeated' | 'sharing'

/** How guests of one product fall into physical units. */
export interface Grouping<G> {
  units: G[][]
  /** Number of each unit, where codes tell it. */
  numbers?: number[]
  /** `open`: several groupings fit, and `units` is one of them. */
  kind: 'certain' | 'open'
  /** Why it is open: guests without a readable code, one code for what may be several units or leaves one empty, or codes and counts that do not tell. */
  reason?: OpenReason
  /** Of an open one, those that fit (all of them, unless there are very many). */
  options: G[][][]
  /** How many fit. */
  total: number
}

/** What beside the codes tells who shares a unit. */
export interface GroupingFacts<G> {
  booked?: number | undefined
  /** Units of each line. */
  lines: readonly number[]
  /** Guests of each unit as the RoomStays count them, in their order. */
  counted?: G[][] | undefined
  /** Guests by the RoomStay that their reference names. */
  referred?: G[][] | undefined
  /** Guests of each unit as the caller has named them. */
  named?: readonly number[] | undefined
  /** Whether units, by their number, go with what the RoomStays count. */
  isFitting?: (units: readonly G[][]) => boolean
}

const certain = <G>(units: G[][]): Grouping<G> => ({ units, kind: 'certain', options: [], total: 1 })

/** By equal code, in the order of first appearance. */
export function groupByCode<G extends CodedGuest>(guests: readonly G[]): G[][] {
  const groups = new Map<string, G[]>()
  for (const guest of guests) {
    const key = guest.key ?? (guest.label === undefined ? `\u0000${guest.at}` : `\u0000\u0000${guest.label}`)
    groups.set(key, [...(groups.get(key) ?? []), guest])
  }
  return [...groups.values()]
}

/** Whether the codes are 1 to the number of units, in whatever order the units stand. Interface: "Events", rules 2 and 3. */
export function isRightlyCoded<G extends CodedGuest>(guests: readonly G[], booked: number | undefined): boolean {
  const keys = new Set(guests.map(({ key }) => key))
  return !keys.has(undefined) && (booked === undefined || keys.size === booked) && Array.from({ length: keys.size }, (_, i) => String(i + 1)).every((code) => keys.has(code))
}

/**
 * The units of one product: by what is named, by right codes, by codes that tell the units apart, by references of the RoomStays, by counts where only one way to fill
 * them keeps equal codes together, else open. A readable code stays; a guest without one gets a unit only where one way to fill them is left.
 */
export function groupUnits<G extends CodedGuest>(guests: readonly G[], facts: GroupingFacts<G>): Grouping<G> {
  const { booked, counted, referred, named } = facts
  const chosen = named === undefined || (booked !== undefined && named.length !== booked) ? undefined : blocksBySize(guests, named)
  if (chosen !== undefined) return certain(chosen)
  const byCode = groupByCode(guests)
  if (booked === 1 || guests.length === 1) return certain(booked === 1 ? [[...guests]] : byCode)
  const isKeyed = guests.every(({ key }) => key !== undefined)
  const isCoded = isKeyed || guests.every(({ label }) => label !== undefined)
  if (!isCoded && guests.some(({ key }) => key !== undefined)) return fillUnits(guests, facts)
  if (!isCoded && booked === undefined) return { units: byCode, kind: 'open', reason: 'missing', options: [], total: Infinity }
  if (isRightlyCoded(guests, booked) || booked === undefined) return certain(byCode)
  if (guests.length < booked) return isKeyed ? certain(byCode) : { units: byCode, kind: 'open', reason: 'missing', options: [], total: Infinity }
  if (isCoded && byCode.length === booked) {
    const others = counted === undefined || sizesOf(counted) === sizesOf(byCode) || fitsByNumber(byCode, booked, facts) ? [] : [counted]
    return others.length === 0 ? certain(byCode) : { units: byCode, kind: 'open', reason: 'sharing', options: [byCode, ...others], total: 2 }
  }
  if (referred?.length === booked) return certain(referred)
  // Counts tell sizes. Who fills them is told by equal codes where only one way fits, or by codes that count the guests along the RoomStays.
  if (counted?.length === booked && isCoded && byCode.length > booked) {
    const merged = mergeToSizes(byCode, counted.map(({ length }) => length)) ?? (isRising(guests) ? counted : undefined)
    if (merged !== undefined) return certain(merged)
  }
  const { options, total } = splitGuests(guests, booked)
  const byLine = facts.lines.length > 1 && total <= LISTED_MAX ? options.filter((option) => restartsOnLines(option, facts.lines)) : []
  const left = byLine.length > 0 ? byLine : options
  if (left.length === 1 && byLine.length === 1) return certain(left[0] as G[][])
  return { units: byLine[0] ?? (total === 1 ? options[0] : undefined) ?? dealBlocks(guests, booked), kind: 'open', reason: isKeyed && byCode.length < booked ? 'repeated' : isCoded ? 'sharing' : 'missing', options: left, total: byLine.length > 0 ? byLine.length : total }
}

/** Guests of whom some have a readable code and some have none. */
function fillUnits<G extends CodedGuest>(guests: readonly G[], { booked, referred, isFitting = () => true }: GroupingFacts<G>): Grouping<G> {
  const told = [...new Set(guests.flatMap(({ key }) => key ?? []))]
  const unfilled: Grouping<G> = { units: groupByCode(guests.filter(({ key }) => key !== undefined)), kind: 'open', reason: 'missing', options: [], total: Infinity }
  if (booked === undefined || told.length > booked) return unfilled
  if (referred?.length === booked) return certain(referred)
  if (!told.every((key) => isUnitNumber(key, booked))) return unfilled
  const { options, total } = completeUnits(guests, booked, isFitting)
  const [only] = options
  const units = only ?? Array.from({ length: booked }, (_, at) => guests.filter(({ key }) => key === String(at + 1)))
  return { units, numbers: units.map((_, at) => at + 1), kind: total === 1 ? 'certain' : 'open', reason: 'missing', options: total === 1 ? [] : options, total }
}

/** Whether units go with the counts in the order of their codes, or of the numbers that they would get. */
function fitsByNumber<G extends CodedGuest>(units: readonly G[][], booked: number, { isFitting }: GroupingFacts<G>): boolean {
  const numbers = keepNumbers(units, booked)
  const inOrder = (rank: (unit: G[], at: number) => number): G[][] => units.map((unit, at) => ({ unit, rank: rank(unit, at) })).toSorted((a, b) => a.rank - b.rank).map(({ unit }) => unit)
  return isFitting !== undefined && (isFitting(inOrder(([first]) => Number(first?.key))) || (numbers !== undefined && isFitting(inOrder((_, at) => numbers[at] as number))))
}

/** Consecutive blocks, as numbering deals guests without a unit. */
export function dealBlocks<G>(guests: readonly G[], units: number): G[][] {
  const [size, rest] = [Math.floor(guests.length / units), guests.length % units]
  return blocksBySize(guests, Array.from({ length: units }, (_, at) => size + (at < rest ? 1 : 0))) ?? [[...guests]]
}

/** Whether the codes of these units count 1, 2, 3 … anew on each line. */
function restartsOnLines<G extends CodedGuest>(units: readonly G[][], lines: readonly number[]): boolean {
  const wanted = lines.flatMap((count) => Array.from({ length: count }, (_, i) => String(i + 1)))
  return wanted.length === units.length && units.every((unit, at) => unit.every(({ key }) => key === wanted[at]))
}

const sizesOf = <G>(units: readonly G[][]): string => units.map(({ length }) => length).join()

/** Codes that count each guest: 0 or 1, and on without a gap. */
function isRising<G extends CodedGuest>(guests: readonly G[]): boolean {
  const [first] = guests
  return (first?.key === '0' || first?.key === '1') && guests.every(({ key }, at) => Number(key) === Number(first.key) + at)
}
