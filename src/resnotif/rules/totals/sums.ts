import {
  type Decimal,
  hasPartsOfCent,
  isMoreDecimal,
  isSameDecimal,
  isWithinHalfCents,
  sumDecimals,
  timesDecimal,
} from '../../build/index.js'
import type { XmlNode } from '../../xml/index.js'

/** What amounts make. */
export interface Sum {
  amount: Decimal
  /** How many amounts were added. */
  terms: number
  /** One of them has parts of a cent, or was reckoned of a percentage or a tax. */
  isFine: boolean
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
}

const ZERO: Decimal = { units: 0n, scale: 0 }
export const NOTHING: Sum = { amount: ZERO, terms: 0, isFine: false }

export const termOf = (amount: Decimal, terms = 1): Sum => ({
  amount: timesDecimal(amount, terms),
  terms,
  isFine: hasPartsOfCent(amount),
})

export const addSums = (parts: readonly Sum[]): Sum => ({
  amount: sumDecimals(parts.map(({ amount }) => amount)),
  terms: parts.reduce((sum, { terms }) => sum + terms, 0),
  isFine: parts.some(({ isFine }) => isFine),
})

/** So many percent of a sum, rounded as its sender likes. */
export const shareOf = ({ amount, terms }: Sum, percent: Decimal): Sum => ({
  amount: { units: amount.units * percent.units, scale: amount.scale + percent.scale + 2 },
  terms: Math.max(1, terms),
  isFine: true,
})

const isLess = (a: Sum, b: Sum): boolean => isMoreDecimal(b.amount, a.amount)
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
  const obstacles = parts.flatMap(({ open }) => open?.obstacles ?? [])
  return {
    sums: Array.from({ length: ways }, (_, way) => addSums(parts.map(({ sums }) => (sums[way] ?? sums[0]) as Sum))),
    isTold: parts.every(({ isTold }) => isTold),
    ...(parts.some(({ open }) => open !== undefined)
      ? { open: openOf(obstacles, addBounds(parts.map(lowOf)), addBounds(parts.map(highOf))) }
      : {}),
  }
}

/** Parts of a cent are rounded in each amount or in their sum, as the sender does it. */
export const isSum = ({ amount, terms, isFine }: Sum, total: Decimal): boolean =>
  isSameDecimal(amount, total) || ((isFine || hasPartsOfCent(total)) && isWithinHalfCents(amount, total, terms))

/** Whether a total is what it may be; undefined where that cannot be told. */
export function judgeTotal(total: Decimal, { sums, open }: Expected): boolean | undefined {
  if (sums.some((sum) => isSum(sum, total))) return true
  if (open === undefined) return false
  const { low, high } = open
  const isBelow = low !== undefined && isMoreDecimal(low.amount, total) && !isSum(low, total)
  const isAbove = high !== undefined && isMoreDecimal(total, high.amount) && !isSum(high, total)
  return isBelow || isAbove ? false : undefined
}
