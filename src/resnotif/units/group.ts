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
    const key = guest.key ?? `\u0000${guest.at}`
    groups.set(key, [...(groups.get(key) ?? []), guest])
  }
  return [...groups.values()]
}

/** Whether the codes are 1 to the number of units, in whatever order the units stand. Interface: "Events", rules 2 and 3. */
export function isRightlyCoded<G extends CodedGuest>(guests: readonly G[], booked: number | undefined): boolean {
  const keys = new Set(guests.map(({ key }) => key))
  return !keys.has(undefined) && (booked === undefined || keys.size === booked) && Array.from({ length: keys.size }, (_, i) => String(i + 1)).every((code) => keys.has(code))
}

/** The units of one product: by what is named, by right codes, by codes that tell the units apart, by counts and references of the RoomStays, else open. */
export function groupUnits<G extends CodedGuest>(guests: readonly G[], facts: GroupingFacts<G>): Grouping<G> {
  const { booked, counted, referred, named } = facts
  const chosen = named === undefined || (booked !== undefined && named.length !== booked) ? undefined : blocksBySize(guests, named)
  if (chosen !== undefined) return certain(chosen)
  const byCode = groupByCode(guests)
  const isCoded = guests.every(({ key }) => key !== undefined)
  if (isRightlyCoded(guests, booked) || booked === undefined || guests.length < booked) return certain(byCode)
  if (guests.length === booked) return certain(guests.map((guest) => [guest]))
  if (booked === 1) return certain([[...guests]])
  if (isCoded && byCode.length === booked) {
    const others = counted === undefined || isSame(counted, byCode) ? [] : [counted]
    return others.length === 0 ? certain(byCode) : { units: byCode, kind: 'open', options: [byCode, ...others], total: 2 }
  }
  if (referred?.length === booked) return certain(referred)
  if (counted?.length === booked) return certain(counted)
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

function isSame<G>(one: readonly G[][], other: readonly G[][]): boolean {
  return one.length === other.length && one.every((unit, at) => unit.length === other[at]?.length && unit.every((guest, i) => guest === other[at]?.[i]))
}
