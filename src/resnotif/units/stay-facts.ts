import type { MessageGuest, MessageProduct, StayNode } from '../read/index.js'

interface Told {
  guest: MessageGuest
}

/** What one unit holds as its RoomStay counts it. */
interface UnitCount {
  people: number
  children?: number
}

/** What each unit of a line holds as its RoomStay counts it; undefined where the counts do not tell. */
function unitCounts(
  { products, guestCount, childCount, isPerRoom }: StayNode,
  units: number | undefined,
): UnitCount[] | undefined {
  if (units === undefined || guestCount === undefined || (products.length !== 1 && !isPerRoom)) return undefined
  const isForOne = units === 1 || isPerRoom
  if (isForOne)
    return Array.from({ length: units }, () => ({
      people: guestCount,
      ...(childCount === undefined ? {} : { children: childCount }),
    }))
  return guestCount === units ? Array.from({ length: units }, () => ({ people: 1 })) : undefined
}

/** A stretch of units, and how many people its RoomStay counts in them. */
interface CountBlock {
  units: number
  people: number
  children?: number
}

/** What a RoomStay counts in the units of a line; undefined where it does not tell. */
export function blocksOfStay(stay: StayNode, units: number | undefined): CountBlock[] | undefined {
  const each = unitCounts(stay, units)
  if (each !== undefined) return each.map((one) => ({ units: 1, ...one }))
  return stay.products.length === 1 && units !== undefined && stay.guestCount !== undefined
    ? [{ units, people: stay.guestCount }]
    : undefined
}

/** Nobody is sent who is not counted. */
export function fitsBlocks(blocks: readonly CountBlock[], sizes: readonly number[]): boolean {
  let from = 0
  return blocks.every(
    ({ units, people }) => sizes.slice(from, (from += units)).reduce((sum, one) => sum + one, 0) <= people,
  )
}

/** What the RoomStays of a product count in its units, as far as all of them tell. */
function blocksOfProduct({ lines }: MessageProduct): CountBlock[] | undefined {
  const told = lines.map(({ stay, product }) => blocksOfStay(stay, product.units))
  return told.every((one) => one !== undefined) ? told.flat() : undefined
}

/** Most people that one unit of a product may have, where `guests` of them are sent. */
export function largestUnit(product: MessageProduct, guests: number): number {
  const blocks = blocksOfProduct(product)
  return blocks === undefined || blocks.reduce((sum, { people }) => sum + people, 0) < guests
    ? Infinity
    : Math.max(...blocks.map(({ people }) => people))
}

/** Whether units go with the counts of their RoomStays. No rule orders RoomStays, so a unit may be any of them. True where the counts do not tell. */
export function goesWithCounts<G extends Told>(product: MessageProduct, units: readonly G[][]): boolean {
  const blocks = blocksOfProduct(product)
  if (blocks === undefined) return true
  const guests = units.reduce((sum, { length }) => sum + length, 0)
  if (blocks.reduce((sum, { people }) => sum + people, 0) < guests || units.some(({ length }) => length === 0))
    return true
  return isPlaceable(
    units.toSorted((a, b) => b.length - a.length),
    blocks,
  )
}

/** Steps of the search; beyond them counts are taken to fit, so that several ways are left. */
const STEPS_MAX = 2_000

function isPlaceable(units: readonly Told[][], blocks: readonly CountBlock[]): boolean {
  let steps = 0
  const held = blocks.map(() => [] as Told[][])
  const fits = ({ units: room, people, children }: CountBlock, inside: readonly Told[][]): boolean => {
    const sleepers = inside.flat()
    if (inside.length > room || sleepers.length > people) return false
    if (children === undefined || sleepers.some(({ guest }) => guest.isChild === undefined)) return true
    const young = sleepers.filter(({ guest }) => guest.isChild === true).length
    return young <= children && sleepers.length - young <= people - children
  }
  const place = (next: number): boolean => {
    const unit = units[next]
    if (unit === undefined || ++steps > STEPS_MAX) return true
    return blocks.some((block, at) => {
      const inside = held[at] as Told[][]
      // Of empty blocks that count alike the first is tried.
      if (
        inside.length === 0 &&
        blocks.findIndex(
          (other, i) =>
            held[i]?.length === 0 &&
            other.units === block.units &&
            other.people === block.people &&
            other.children === block.children,
        ) !== at
      )
        return false
      inside.push(unit)
      const isPlaced = fits(block, inside) && place(next + 1)
      inside.pop()
      return isPlaced
    })
  }
  return place(0)
}

/** Guests by the RoomStay whose IndexNumber their reference begins with, where each RoomStay has its own and holds one unit. */
export function referredUnits<G extends Told>({ lines }: MessageProduct, guests: readonly G[]): G[][] | undefined {
  const indexes = lines.map(({ stay }) => stay.indexNumber?.value)
  if (
    lines.length < 2 ||
    new Set(indexes).size !== lines.length ||
    !lines.every(({ stay, product }) => product.units === 1 && stay.products.length === 1)
  )
    return undefined
  const units = indexes.map((index) =>
    guests.filter(({ guest }) => index !== undefined && guest.rph?.value.startsWith(`${index}-`) === true),
  )
  return units.every((unit) => unit.length > 0) && units.flat().length === guests.length ? units : undefined
}
