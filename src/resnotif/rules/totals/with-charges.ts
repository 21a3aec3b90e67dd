import { type Decimal, scaleDecimal } from '../../build/index.js'
import { type Charge, endsOf, mergeAlike } from './charges.js'
import type { TaxRatio } from './money.js'
import {
  addBounds,
  addSums,
  type Expected,
  fineTerm,
  highOf,
  lowOf,
  NOTHING,
  openOf,
  shareOf,
  type Sum,
} from './sums.js'

const SUMS_MAX = 3_000
const CHARGES_MAX = 24
const SHARES_MAX = 4

/** How many sums may still be tried in one message. */
export interface Budget {
  left: number
}

/** Sums with each charge in them or not; what lies between the least and the most of them is open where a charge leaves room. */
export function withCharges(
  expected: Expected,
  charges: readonly Charge[],
  budget: Budget,
  ratio?: TaxRatio,
): Expected {
  if (charges.length === 0) return expected
  const each = tryAll(expected.sums, charges, budget, ratio)
  const sums = each ?? tryAll(expected.sums, mergeAlike(charges), budget, ratio)
  const isTooMany = sums === undefined || (each === undefined && charges.some(({ doubt }) => doubt !== undefined))
  const obstacles = [
    ...(expected.open?.obstacles ?? []),
    ...charges.flatMap(({ obstacle }) => obstacle ?? []),
    ...(isTooMany ? [{ node: (charges[0] as Charge).node, what: 'is one of too many charges to try each' }] : []),
  ]
  return {
    ...expected,
    sums: sums ?? expected.sums,
    ...(obstacles.length === 0 ? {} : { open: openOf(obstacles, ...boundsWith(expected, charges)) }),
  }
}

/** Fixed amounts before shares, and what is taken off before what is put on, as prices are reckoned. */
const inOrder = (charges: readonly Charge[]): Charge[] =>
  charges.toSorted((a, b) => rankOf(a.percent) - rankOf(b.percent))
const rankOf = (percent: Decimal | undefined): number => (percent === undefined ? 0 : percent.units < 0n ? 1 : 2)

function tryAll(
  base: readonly Sum[],
  charges: readonly Charge[],
  budget: Budget,
  ratio: TaxRatio | undefined,
): Sum[] | undefined {
  const isTooMany = charges.length > CHARGES_MAX || charges.filter(({ percent }) => percent).length > SHARES_MAX
  if (isTooMany) return undefined
  // A share may be of the price before tax, or after it.
  const others =
    ratio === undefined
      ? []
      : base.flatMap(({ amount }) => [
          fineTerm(scaleDecimal(amount, ratio.before, ratio.after)),
          fineTerm(scaleDecimal(amount, ratio.after, ratio.before)),
        ])
  let sums: Sum[] = [...base]
  for (const { sums: added, percent } of inOrder(charges)) {
    const found = new Map<string, Sum>()
    const keep = (sum: Sum): void => {
      const key = keyOf(sum)
      if (!found.has(key)) found.set(key, sum)
    }
    budget.left -= sums.length * (added.length + 1 + (percent === undefined ? 0 : base.length * 3))
    if (budget.left < 0) return undefined
    sums.forEach(keep)
    for (const sum of sums) {
      for (const one of added) keep(addSums([sum, one]))
      if (percent !== undefined)
        for (const of of [sum, ...base, ...others]) keep(addSums([sum, { ...shareOf(of, percent), terms: 1 }]))
      if (found.size > SUMS_MAX) return undefined
    }
    sums = [...found.values()]
  }
  return sums
}

function keyOf({ amount: { units, scale }, isFine, terms }: Sum): string {
  let [rest, places] = [units, scale]
  while (places > 0 && rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1]
  return `${rest}e${places}${isFine ? `~${terms}` : ''}`
}

function boundsWith(expected: Expected, charges: readonly Charge[]): [Sum | undefined, Sum | undefined] {
  const ends = charges.map(endsOf)
  const low = addBounds([lowOf(expected), ...ends.map(([one]) => one)])
  const high = addBounds([highOf(expected), ...ends.map(([, one]) => one)])
  const shares = charges.flatMap(({ percent }) => percent ?? [])
  const [off, on] = [shares.filter(({ units }) => units < 0n), shares.filter(({ units }) => units > 0n)]
  const [size, top] = [highOf(expected), high]
  // What is taken off may be of a price to which others were added, and with tax.
  const lowest = off.reduce<Sum | undefined>(
    (sum, share) => (sum === undefined || top === undefined ? undefined : addSums([sum, shareOf(top, roomFor(share))])),
    low,
  )
  const highest = on.reduce<Sum | undefined>(
    (sum, share) =>
      sum === undefined || size === undefined ? undefined : addSums([sum, shareOf(sum, roomFor(share))]),
    high,
  )
  return [lowest === undefined || lowest.amount.units < 0n ? NOTHING : lowest, highest]
}

const roomFor = ({ units, scale }: Decimal): Decimal => ({ units: units * 15n, scale: scale + 1 })
