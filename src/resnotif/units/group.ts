import { areNamesOfUnits } from './code-reading.js'
import { completeUnits } from './completions.js'
import { anyUnits, mergedUnits, partedUnits } from './divisions.js'
import { isUnitNumber } from './numbers.js'
import { blocksBySize, type CodedGuest, splitGuests } from './splits.js'

export type OpenReason = 'missing' | 'label' | 'repeated' | 'sharing' | 'reference' | 'elsewhere'

/** How guests of one product fall into physical units. */
export interface Grouping<G> {
  units: G[][]
  /** Number of each unit, where codes tell it. */
  numbers?: number[]
  /** `open`: several groupings fit, and `units` is one of them. */
  kind: 'certain' | 'open'
  /** Why it is open: guests without a readable code, a code that is no number and may name any unit, one code for what may be several units or leaves one empty, codes and counts that do not tell, a guest who may be one of them, or one who may be another product's. */
  reason?: OpenReason
  /** Of an open one, those that fit (all of them, unless there are very many). */
  options: G[][][]
  /** How many fit. */
  total: number
}

/** What beside the codes tells who shares a unit. */
interface GroupingFacts<G> {
  booked?: number | undefined
  /** Units of each line. */
  lines: readonly number[]
  /** Guests by the RoomStay that their reference names. */
  referred?: G[][] | undefined
  /** Guests of each unit as the caller has named them. */
  named?: NamedUnits | undefined
  /** Most people that the RoomStays count in one unit; Infinity where they do not tell. */
  largest?: number
  /** Whether units go with what the RoomStays count. */
  isFitting?: (units: readonly G[][]) => boolean
}

/** The caller's word: how many guests each unit has, one behind the other, or the number of the unit of each guest. */
export type NamedUnits = { sizes: readonly number[] } | { unitOfEach: readonly number[] }

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
  return (
    !keys.has(undefined) &&
    (booked === undefined || keys.size === booked) &&
    Array.from({ length: keys.size }, (_, i) => String(i + 1)).every((code) => keys.has(code))
  )
}

/**
 * The units of one product: by what is named, by right codes, by codes that tell the units apart, by references of the RoomStays, by counts where only one way to fill
 * them keeps equal codes together, else open. Where a guest stands in the message tells nothing. A readable code stays; a guest without one gets a unit only where one way
 * to fill them is left.
 */
export function groupUnits<G extends CodedGuest>(guests: readonly G[], facts: GroupingFacts<G>): Grouping<G> {
  const { booked, referred, named, largest = Infinity, isFitting = () => true } = facts
  const chosen = named === undefined ? undefined : unitsAsNamed(guests, booked, named)
  if (chosen !== undefined) return chosen
  const byCode = groupByCode(guests)
  if (booked === 1) return certain([[...guests]])
  if (guests.length === 1 && guests[0]?.label === undefined) return certain(byCode)
  const isKeyed = guests.every(({ key }) => key !== undefined)
  const isCoded =
    isKeyed ||
    (guests.every(({ label }) => label !== undefined) && areNamesOfUnits(guests.flatMap(({ label }) => label ?? [])))
  if (!isCoded && guests.some(({ key }) => key !== undefined)) return fillUnits(guests, facts)
  if (!isCoded && booked === undefined)
    return { units: byCode, kind: 'open', reason: 'missing', options: [], total: Infinity }
  if (isRightlyCoded(guests, booked) || booked === undefined) return certain(byCode)
  if (guests.length < booked)
    return isKeyed ? certain(byCode) : { units: byCode, kind: 'open', reason: 'missing', options: [], total: Infinity }
  if (isCoded && byCode.length === booked) {
    if (isFitting(byCode)) return certain(byCode)
    const { options, total } = anyUnits(guests, booked, isFitting)
    return { units: byCode, kind: 'open', reason: 'sharing', options: [byCode, ...options], total: total + 1 }
  }
  if (referred?.length === booked) return certain(referred)
  const isMerged = byCode.length > booked
  const found = isMerged ? mergedUnits(byCode, booked, largest, isFitting) : partedUnits(guests, booked, isFitting)
  // A counter that begins anew with each line gives equal codes to units of several lines.
  const isRestarted =
    !isMerged && facts.lines.length > 1 && found.options.some((option) => restartsOnLines(option, facts.lines))
  const options = isRestarted ? found.options.filter((option) => restartsOnLines(option, facts.lines)) : found.options
  const total = isRestarted && found.total === found.options.length ? options.length : found.total
  if (total === 1 && (isRestarted || (isMerged && isCoded))) return certain(options[0] as G[][])
  return {
    units: asTheyStand(guests, booked, facts.lines),
    kind: 'open',
    reason: isKeyed && !isMerged ? 'repeated' : isCoded ? 'sharing' : 'missing',
    options,
    total,
  }
}

function unitsAsNamed<G extends CodedGuest>(
  guests: readonly G[],
  booked: number | undefined,
  named: NamedUnits,
): Grouping<G> | undefined {
  if ('sizes' in named) {
    const units = booked !== undefined && named.sizes.length !== booked ? undefined : blocksBySize(guests, named.sizes)
    return units === undefined ? undefined : certain(units)
  }
  if (named.unitOfEach.length !== guests.length) return undefined
  const numbers = [...new Set(named.unitOfEach)].sort((a, b) => a - b)
  return { ...certain(numbers.map((number) => guests.filter((_, at) => named.unitOfEach[at] === number))), numbers }
}

/** Units as a sender would have meant them who writes the guests of one behind the other. It names a fault, and never who shares a unit. */
function asTheyStand<G extends CodedGuest>(guests: readonly G[], booked: number, lines: readonly number[]): G[][] {
  const { options, total } = splitGuests(guests, booked)
  const byLine = lines.length > 1 ? options.find((option) => restartsOnLines(option, lines)) : undefined
  return byLine ?? (total === 1 ? options[0] : undefined) ?? dealBlocks(guests, booked)
}

/** Guests of whom some have a readable code and some have none. */
function fillUnits<G extends CodedGuest>(
  guests: readonly G[],
  { booked, referred, isFitting = () => true }: GroupingFacts<G>,
): Grouping<G> {
  const told = [...new Set(guests.flatMap(({ key }) => key ?? []))]
  const unfilled: Grouping<G> = {
    units: groupByCode(guests.filter(({ key }) => key !== undefined)),
    kind: 'open',
    reason: 'missing',
    options: [],
    total: Infinity,
  }
  if (booked === undefined || told.length > booked) return unfilled
  if (referred?.length === booked) return certain(referred)
  if (!told.every((key) => isUnitNumber(key, booked))) return unfilled
  const { options, total } = completeUnits(guests, booked, isFitting)
  const [only] = options
  // Who has a code of some kind is no gap to be filled.
  const isNamed = total === 1 && guests.some(({ label }) => label !== undefined)
  const units = only ?? Array.from({ length: booked }, (_, at) => guests.filter(({ key }) => key === String(at + 1)))
  return {
    units,
    numbers: units.map((_, at) => at + 1),
    kind: total === 1 && !isNamed ? 'certain' : 'open',
    reason: isNamed ? 'label' : 'missing',
    options: total === 1 && !isNamed ? [] : options,
    total,
  }
}

/** Consecutive blocks, as numbering deals guests without a unit. */
function dealBlocks<G>(guests: readonly G[], units: number): G[][] {
  const [size, rest] = [Math.floor(guests.length / units), guests.length % units]
  return (
    blocksBySize(
      guests,
      Array.from({ length: units }, (_, at) => size + (at < rest ? 1 : 0)),
    ) ?? [[...guests]]
  )
}

/** Whether the codes of these units count 1, 2, 3 … anew on each line, in whatever order the units stand. */
function restartsOnLines<G extends CodedGuest>(units: readonly G[][], lines: readonly number[]): boolean {
  const wanted = lines.flatMap((count) => Array.from({ length: count }, (_, i) => String(i + 1))).sort()
  const keys = units.map(([first]) => first?.key ?? '').sort()
  return wanted.join() === keys.join() && units.every((unit) => unit.every(({ key }) => key === unit[0]?.key))
}
