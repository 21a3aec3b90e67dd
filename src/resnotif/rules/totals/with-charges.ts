import { type Decimal } from '../../build/index.js'
import { type Charge, endsOf } from './charges.js'
import { addBounds, addSums, type Expected, highOf, lowOf, NOTHING, openOf, shareOf, type Sum } from './sums.js'

const SUMS_MAX = 1_500
const CHARGES_MAX = 24
const SHARES_MAX = 4

/** How many sums may still be tried in one message. */
export interface Budget {
  left: number
}

/** Sums with each charge in them or not. Where these are too many to try, or one of them is not told, bounds are left. */
export function withCharges(expected: Expected, charges: readonly Charge[], budget: Budget): Expected {
  if (charges.length === 0) return expected
  const sums = tryAll(expected.sums, charges, budget)
  const open = [
    ...(expected.open?.obstacles ?? []),
    ...charges.flatMap((charge) => charge.open?.obstacles ?? []),
    ...(sums === undefined
      ? [{ node: (charges[0] as Charge).node, what: 'is one of too many charges to try each' }]
      : []),
  ]
  return {
    ...expected,
    sums: sums ?? expected.sums,
    ...(open.length === 0 ? {} : { open: openOf(open, ...boundsWith(expected, charges)) }),
  }
}

/** Fixed amounts before shares, and what is taken off before what is put on, as prices are reckoned. */
const inOrder = (charges: readonly Charge[]): Charge[] =>
  charges.toSorted((a, b) => rankOf(a.percent) - rankOf(b.percent))
const rankOf = (percent: Decimal | undefined): number => (percent === undefined ? 0 : percent.units < 0n ? 1 : 2)

function tryAll(base: readonly Sum[], charges: readonly Charge[], budget: Budget): Sum[] | undefined {
  const isTooMany = charges.length > CHARGES_MAX || charges.filter(({ percent }) => percent).length > SHARES_MAX
  if (isTooMany) return undefined
  let sums: Sum[] = [...base]
  for (const { sums: added, percent } of inOrder(charges)) {
    const found = new Map<string, Sum>()
    const keep = (sum: Sum): unknown => found.set(keyOf(sum), found.get(keyOf(sum)) ?? sum)
    sums.forEach(keep)
    for (const sum of sums) {
      for (const one of added) keep(addSums([sum, one]))
      if (percent !== undefined)
        for (const of of [sum, ...base]) keep(addSums([sum, { ...shareOf(of, percent), terms: 1 }]))
    }
    budget.left -= sums.length * (added.length + 1)
    sums = [...found.values()]
    if (sums.length > SUMS_MAX || budget.left < 0) return undefined
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
  const lowest = off.reduce((sum, share) => (sum === undefined ? sum : addSums([sum, shareOf(sum, share)])), low)
  const highest = on.reduce((sum, share) => (sum === undefined ? sum : addSums([sum, shareOf(sum, share)])), high)
  return [lowest === undefined || lowest.amount.units < 0n ? NOTHING : lowest, highest]
}
