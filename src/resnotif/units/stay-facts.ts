import type { MessageProduct } from '../guest-products.js'
import type { MessageGuest, StayNode } from '../read.js'
import { blocksBySize } from './splits.js'

interface Told {
  guest: MessageGuest
}

/** What one unit holds as its RoomStay counts it. */
export interface UnitCount {
  people: number
  children?: number
}

/**
 * Guests by unit as GuestCounts of the RoomStays tell: RoomStays of one unit each, or counts that are per room. Guests stand in the order of the RoomStays; where ages
 * speak against that, in the one other order that goes with them. Undefined where the counts do not tell.
 */
export function countedUnits<G extends Told>({ lines }: MessageProduct, guests: readonly G[]): G[][] | undefined {
  const counts = lines.map(({ stay, product }) => unitCounts(stay, product.units))
  if (!counts.every((one) => one !== undefined)) return undefined
  const units = counts.flat()
  const inOrder = blocksBySize(guests, units.map(({ people }) => people))
  if (inOrder === undefined || goesWithAges(inOrder, units)) return inOrder
  const others = orders(units).flatMap((order) => {
    const blocks = blocksBySize(guests, order.map(({ people }) => people))
    return blocks !== undefined && goesWithAges(blocks, order) ? [blocks] : []
  })
  const sizes = new Set(others.map((blocks) => blocks.map(({ length }) => length).join()))
  return sizes.size === 1 ? others[0] : undefined
}

/** What each unit of a line holds as its RoomStay counts it; undefined where the counts do not tell. */
export function unitCounts({ products, guestCount, childCount, isPerRoom }: StayNode, units: number | undefined): UnitCount[] | undefined {
  if (products.length !== 1 || units === undefined || guestCount === undefined) return undefined
  const isForOne = units === 1 || isPerRoom
  if (isForOne) return Array.from({ length: units }, () => ({ people: guestCount, ...(childCount === undefined ? {} : { children: childCount }) }))
  return guestCount === units ? Array.from({ length: units }, () => ({ people: 1 })) : undefined
}

/** A stretch of units, and how many people its RoomStay counts in them. */
export interface CountBlock {
  units: number
  people: number
  children?: number
}

/** What a RoomStay counts in the units of a line; undefined where it does not tell. */
export function blocksOfStay(stay: StayNode, units: number | undefined): CountBlock[] | undefined {
  const each = unitCounts(stay, units)
  if (each !== undefined) return each.map((one) => ({ units: 1, ...one }))
  return stay.products.length === 1 && units !== undefined && stay.guestCount !== undefined ? [{ units, people: stay.guestCount }] : undefined
}

/** Nobody is sent who is not counted. */
export function fitsBlocks(blocks: readonly CountBlock[], sizes: readonly number[]): boolean {
  let from = 0
  return blocks.every(({ units, people }) => sizes.slice(from, (from += units)).reduce((sum, one) => sum + one, 0) <= people)
}

/** Whether units, by their number, go with the counts of their RoomStays, which stand in the order of the numbers or of the guests. True where the counts do not tell. */
export function goesWithCounts<G extends Told & { at: number }>({ lines }: MessageProduct, units: readonly G[][]): boolean {
  const told = lines.map(({ stay, product }) => blocksOfStay(stay, product.units))
  if (!told.every((one) => one !== undefined)) return true
  const blocks = told.flat()
  const guests = units.reduce((sum, { length }) => sum + length, 0)
  if (blocks.reduce((sum, { people }) => sum + people, 0) < guests || units.some(({ length }) => length === 0)) return true
  const asTheyStand = units.toSorted((a, b) => (a[0]?.at ?? 0) - (b[0]?.at ?? 0))
  return [units, asTheyStand].some((order) => fitsBlocks(blocks, order.map(({ length }) => length)) && fitsAges(blocks, order))
}

function fitsAges(blocks: readonly CountBlock[], units: readonly Told[][]): boolean {
  let from = 0
  return blocks.every(({ units: count, people, children }) => {
    const here = units.slice(from, (from += count)).flat()
    if (children === undefined || here.some(({ guest }) => guest.isChild === undefined)) return true
    const young = here.filter(({ guest }) => guest.isChild === true).length
    return young <= children && here.length - young <= people - children
  })
}

/** False only where ages are told on both sides and differ. */
function goesWithAges(blocks: readonly Told[][], units: readonly UnitCount[]): boolean {
  return blocks.every((block, at) => {
    const children = units[at]?.children
    if (children === undefined || block.some(({ guest }) => guest.isChild === undefined)) return true
    return block.filter(({ guest }) => guest.isChild === true).length === children
  })
}

/** Few units are tried in every order. */
const UNITS_MAX = 6

function orders<T>(items: readonly T[]): T[][] {
  if (items.length > UNITS_MAX) return []
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) => orders([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]))
}

/** Guests by the RoomStay whose IndexNumber their reference begins with, where each RoomStay has its own and holds one unit. */
export function referredUnits<G extends Told>({ lines }: MessageProduct, guests: readonly G[]): G[][] | undefined {
  const indexes = lines.map(({ stay }) => stay.indexNumber?.value)
  if (lines.length < 2 || new Set(indexes).size !== lines.length || !lines.every(({ stay, product }) => product.units === 1 && stay.products.length === 1)) return undefined
  const units = indexes.map((index) => guests.filter(({ guest }) => index !== undefined && guest.rph?.value.startsWith(`${index}-`) === true))
  return units.every((unit) => unit.length > 0) && units.flat().length === guests.length ? units : undefined
}
