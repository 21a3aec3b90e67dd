import { decimalsOf } from '../../../decimal.js'
import { isWithinHalves, parsePercent } from '../../build/index.js'
import { childOf, valueOf, type XmlNode } from '../../xml/index.js'
import { type Reading, type Told, toldIn } from './charges.js'
import { amountIn } from './money.js'
import { addSums, isLess, NOTHING, shareOf, type Sum, timesSum } from './sums.js'

const CHARGES_MAX = 6

/**
 * What is in the Total of a Rate already: with it, and not without it, the Base makes the Total. Where amounts of this kind do not tell it, those of the other may: what
 * is in the price before tax is in it after tax as well.
 */
export function settledIn(rate: XmlNode, beside: readonly Told[], nights: number, reading: Reading): Set<XmlNode> {
  if (beside.length === 0 || beside.length > CHARGES_MAX) return new Set()
  const own = settledBy(rate, beside, nights, reading)
  if (own !== undefined || reading.kind === 'Taxes') return own ?? new Set()
  const other: Reading = { ...reading, kind: reading.kind === 'AmountAfterTax' ? 'AmountBeforeTax' : 'AmountAfterTax' }
  return settledBy(rate, toldIn(rate, other), nights, other) ?? new Set()
}

/** By amounts of one kind; undefined where these are not told. */
function settledBy(rate: XmlNode, beside: readonly Told[], nights: number, reading: Reading): Set<XmlNode> | undefined {
  const [base, total] = ['Base', 'Total'].map((name) => amountIn(childOf(rate, name), reading.kind)?.sums[0])
  if (base === undefined || total === undefined) return undefined
  const stretches = [...new Set([1, Number.isSafeInteger(nights) && nights > 0 ? nights : 1])]
  const makesTotal = (sum: Sum): boolean =>
    isWithinHalves(sum.amount, total.amount, Math.max(1, sum.terms), decimalsOf(reading.currency ?? ''))
  const fitting = stretches.flatMap((stretch) => {
    const whole = timesSum(base, stretch)
    if (!isLess(whole, total) && !isLess(total, whole)) return [[]]
    const factors = [...new Set([1, stretch])]
    return choices(beside, base).flatMap(({ of, sum }) =>
      factors.some((factor) => makesTotal(addSums([whole, timesSum(sum, factor)]))) ? [of] : [],
    )
  })
  const [first = [], ...others] = fitting
  return new Set(first.filter((node) => others.every((nodes) => nodes.includes(node))))
}

interface Choice {
  of: XmlNode[]
  sum: Sum
}

/** Each choice of what stands beside a price, each in each of its readings. */
function choices(beside: readonly Told[], base: Sum): Choice[] {
  return beside.reduce<Choice[]>(
    (all, { node, sums, isOff, quantity }) => {
      const percent = parsePercent(valueOf(node, 'Percent'))
      const shares = percent === undefined || percent.units === 0n ? [] : [shareOf(base, percent)]
      const readings = [...sums, ...(quantity > 1 ? sums.map((sum) => timesSum(sum, quantity)) : []), ...shares]
      return [
        ...all,
        ...all.flatMap(({ of, sum }) =>
          readings.map((one) => ({ of: [...of, node], sum: addSums([sum, signed(one, isOff)]) })),
        ),
      ].slice(0, 2_000)
    },
    [{ of: [], sum: NOTHING }],
  )
}

/** A discount takes off, whatever its sign. */
const signed = (sum: Sum, isOff: boolean): Sum => (isOff && sum.amount.units > 0n ? timesSum(sum, -1) : sum)
