import { mergeToSizes } from './merges.js'
import { blocksBySize, type CodedGuest, LISTED_MAX, splitGuests } from './splits.js'

/** How guests of one product fall into physical units. */
export interface Grouping<G> {
  units: G[][]
  /** `open`: several groupings fit, and `units` is one of them. */
  kind: 'certain' | 'open'
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

/** The units of one product: by what is named, by right codes, by codes that tell the units apart, by references of the RoomStays, by counts where only one way to fill them keeps equal codes together, else open. */
export function groupUnits<G extends CodedGuest>(guests: readonly G[], facts: GroupingFacts<G>): Grouping<G> {
  const { booked, counted, referred, named } = facts
  const chosen = named === undefined || (booked !== undefined && named.length !== booked) ? undefined : blocksBySize(guests, named)
  if (chosen !== undefined) return certain(chosen)
  const byCode = groupByCode(guests)
  const isCoded = guests.every(({ key, label }) => (key ?? label) !== undefined)
  if (isRightlyCoded(guests, booked) || booked === undefined || guests.length < booked) return certain(byCode)
  if (guests.length === booked) return certain(guests.map((guest) => [guest]))
  if (booked === 1) return certain([[...guests]])
  if (isCoded && byCode.length === booked) {
    const others = counted === undefined || sizesOf(counted) === sizesOf(byCode) ? [] : [counted]
    return others.length === 0 ? certain(byCode) : { units: byCode, kind: 'open', options: [byCode, ...others], total: 2 }
  }
  if (referred?.length === booked) return certain(referred)
  // Counts tell sizes. Who fills them is told by equal codes where only one way fits, or by codes that count the guests along the RoomStays.
  if (counted?.length === booked && isCoded && byCode.length > booked) {
    const merged = mergeToSizes(byCode, counted.map(({ length }) => length)) ?? (isRising(guests) ? counted : undefined)
    if (merged !== undefined) return certain(merged)
  }
  const { options, total } = splitGuests(guests, booked)
  const [only] = options
  if (total === 1 && only !== undefined) return certain(only)
  const byLine = total <= LISTED_MAX ? options.filter((option) => restartsOnLines(option, facts.lines)) : []
  const left = byLine.length > 0 ? byLine : options
  if (left.length === 1 && byLine.length === 1) return certain(left[0] as G[][])
  const even = dealBlocks(guests, booked)
  return { units: byLine[0] ?? even, kind: 'open', options: left, total: byLine.length > 0 ? byLine.length : total }
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
