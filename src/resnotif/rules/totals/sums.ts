import {
  type Decimal,
  isMoreDecimal,
  isSameDecimal,
  isWithinHalves,
  placesOf,
  sumDecimals,
  timesDecimal,
} from '../../build/index.js'
import type { XmlNode } from '../../xml/index.js'

/** What amounts make. */
export interface Sum {
  amount: Decimal
  /** How many amounts were added. */
  terms: number
  /** How many of them have a tax that was reckoned, and rounded, for itself. */
  taxed: number
  /** The most decimal places of one of them. */
  places: number
  /** One of them was reckoned of a percentage or a tax. */
  isFine: boolean
}

/** To what a sender rounds. */
export interface Rounding {
  /** Decimal places of the currency. */
  decimals: number
  /** Decimal places that the prices of the message need, where these are fewer. */
  used: number
  /** Decimal places to which taxes are rounded. */
  taxes: number
}

/** What keeps a sum from being told. */
export interface Obstacle {
  node: XmlNode
  what: string
}

/** What holds of a sum that cannot be told; without a bound there is none. */
export interface Open {
  low?: Sum
  high?: Sum
  obstacles: Obstacle[]
}

/** Sums that a total may be. Where it is open, it may be others too, within bounds. */
export interface Expected {
  sums: Sum[]
  /** The message says what each amount is the price of. */
  isTold: boolean
  open?: Open
  /** A total that differs from its parts, which may be wrong or right. */
  either?: Obstacle
  /** Sums by a reading that the message speaks against, and senders mean all the same: no proof, and no fault. */
  doubt?: { sums: Sum[]; obstacle: Obstacle }
}

const ZERO: Decimal = { units: 0n, scale: 0 }
export const NOTHING: Sum = { amount: ZERO, terms: 0, taxed: 0, places: 0, isFine: false }

export const termOf = (amount: Decimal): Sum => ({ ...NOTHING, amount, terms: 1, places: placesOf(amount) })
/** An amount that was reckoned, and so may have been rounded. */
export const fineTerm = (amount: Decimal): Sum => ({ ...NOTHING, amount, terms: 1, isFine: true })

export const addSums = (parts: readonly Sum[]): Sum => ({
  amount: sumDecimals(parts.map(({ amount }) => amount)),
  terms: parts.reduce((sum, { terms }) => sum + terms, 0),
  taxed: parts.reduce((sum, { taxed }) => sum + taxed, 0),
  places: parts.reduce((most, { places }) => Math.max(most, places), 0),
  isFine: parts.some(({ isFine }) => isFine),
})

export const timesSum = (sum: Sum, factor: number): Sum => ({
  ...sum,
  amount: timesDecimal(sum.amount, factor),
  terms: sum.terms * Math.abs(factor),
  taxed: sum.taxed * Math.abs(factor),
})

/** So many percent of a sum, rounded as its sender likes. */
export const shareOf = ({ amount, terms }: Sum, percent: Decimal): Sum => ({
  ...NOTHING,
  amount: { units: amount.units * percent.units, scale: amount.scale + percent.scale + 2 },
  terms: Math.max(1, terms),
  isFine: true,
})

export const isLess = (a: Sum, b: Sum): boolean => isMoreDecimal(b.amount, a.amount)
export const leastOf = (sums: readonly Sum[]): Sum => sums.reduce((a, b) => (isLess(b, a) ? b : a), sums[0] ?? NOTHING)
export const mostOf = (sums: readonly Sum[]): Sum => sums.reduce((a, b) => (isLess(a, b) ? b : a), sums[0] ?? NOTHING)

/** Undefined where one of them is: a sum without a bound has none. */
export const addBounds = (bounds: readonly (Sum | undefined)[]): Sum | undefined =>
  bounds.every((bound) => bound !== undefined) ? addSums(bounds) : undefined

export const lowOf = ({ sums, open }: Expected): Sum | undefined => (open === undefined ? leastOf(sums) : open.low)
export const highOf = ({ sums, open }: Expected): Sum | undefined => (open === undefined ? mostOf(sums) : open.high)

export const openOf = (obstacles: Obstacle[], low?: Sum, high?: Sum): Open => ({
  obstacles,
  ...(low === undefined ? {} : { low }),
  ...(high === undefined ? {} : { high }),
})

/** Of several ways to read each part, all parts are read the same way. */
export function sumUp(parts: readonly Expected[]): Expected {
  const ways = parts.some(({ sums }) => sums.length === 0) ? 0 : Math.max(0, ...parts.map(({ sums }) => sums.length))
  const eithers = parts.flatMap(({ either }) => either ?? [])
  // Any of several doubtful totals may be the wrong one.
  const isMixed = parts.length > 1 && eithers.length > 0 && parts.filter(({ sums }) => sums.length > 1).length > 1
  const obstacles = [...parts.flatMap(({ open }) => open?.obstacles ?? []), ...(isMixed ? eithers : [])]
  const [first] = eithers
  return {
    sums: Array.from({ length: ways }, (_, way) => addSums(parts.map(({ sums }) => (sums[way] ?? sums[0]) as Sum))),
    isTold: parts.every(({ isTold }) => isTold),
    ...(isMixed || parts.some(({ open }) => open !== undefined)
      ? { open: openOf(obstacles, addBounds(parts.map(lowOf)), addBounds(parts.map(highOf))) }
      : {}),
    ...(first === undefined ? {} : { either: first }),
    ...doubtOf(parts),
  }
}

function doubtOf(parts: readonly Expected[]): Pick<Expected, 'doubt'> {
  const [first] = parts.flatMap(({ doubt }) => doubt ?? [])
  const each = parts.map(({ sums, doubt }) => doubt?.sums ?? sums)
  if (first === undefined || each.some((sums) => sums.length === 0)) return {}
  const ways = Math.max(...each.map((sums) => sums.length))
  const sums = Array.from({ length: ways }, (_, way) => addSums(each.map((one) => (one[way] ?? one[0]) as Sum)))
  return { doubt: { sums, obstacle: first.obstacle } }
}

/** Parts of the smallest unit are rounded in each amount or in their sum, as the sender does it. */
export function isSum({ amount, terms, places, isFine }: Sum, total: Decimal, { decimals, used }: Rounding): boolean {
  if (isSameDecimal(amount, total)) return true
  const isRounded = isFine || places > decimals || placesOf(total) > decimals
  return isRounded && isWithinHalves(amount, total, Math.max(1, terms), used)
}

/** Taxes that were reckoned of a sum, and not of each of its parts, differ by a unit for each part. */
const isNear = (sum: Sum, total: Decimal, rounding: Rounding): boolean =>
  isSum(sum, total, rounding) || (sum.taxed > 0 && isWithinHalves(sum.amount, total, 2 * sum.taxed, rounding.taxes))

/** The sum that a total misses by no more than a rounding of each of its amounts: half of the smallest unit for each night and unit. */
export const roundedSum = (total: Decimal, { sums }: Expected, { decimals }: Rounding): Sum | undefined =>
  sums.find(({ amount, terms }) => terms > 1 && isWithinHalves(amount, total, terms, decimals))

export type Verdict = 'right' | 'rounded' | 'open' | 'wrong'

/** Whether a total is what it may be; open where that cannot be told. */
export function judgeTotal(total: Decimal, { sums, open }: Expected, rounding: Rounding): Verdict {
  if (sums.some((sum) => isSum(sum, total, rounding))) return 'right'
  if (sums.some((sum) => isNear(sum, total, rounding))) return 'rounded'
  if (open === undefined) return 'wrong'
  const { low, high } = open
  const isBelow = low !== undefined && isMoreDecimal(low.amount, total) && !isNear(low, total, rounding)
  const isAbove = high !== undefined && isMoreDecimal(total, high.amount) && !isNear(high, total, rounding)
  return isBelow || isAbove ? 'wrong' : 'open'
}
