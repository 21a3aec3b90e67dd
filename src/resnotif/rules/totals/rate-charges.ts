import { type Decimal, isMoreDecimal, isWithinHalves, sumDecimals } from '../../build/index.js'
import { groupBy } from '../../read/index.js'
import { childOf, type XmlNode } from '../../xml/index.js'
import type { Charge } from './charges.js'
import type { Judged, Look } from './look.js'
import { chargedOf, moneyOf } from './money.js'
import { type Expected, isSum, openOf, type Rounding, type Sum, termOf, timesSum } from './sums.js'

/** The Total of a Rate that has fees, discounts or guests beside its Base. */
export interface RateSum {
  rate: XmlNode
  judged: Judged
  /** What its Base makes alone. */
  plain: Expected
  charges: readonly Charge[]
  /** Its price is that of one night of one unit, and nothing above may be in it. */
  isSingle: boolean
}

const TIMES_MAX = 50n

/**
 * The Total of a Rate that neither its Base alone nor what stands beside it makes. It is wrong where one charge of the same kind of amount stands there and no number of
 * it makes the difference; else it is noted.
 */
export function judgeCharged({ rate, judged, plain, charges, isSingle }: RateSum, look: Look): void {
  const { total, kind } = judged
  const [only, ...others] = charges
  const amount = moneyOf(total, kind)
  const isCounted = plain.sums.length > 0 && charges.every(({ sums }) => sums.length > 0)
  if (judged.verdict !== 'open' || only === undefined || amount === undefined || !isCounted) return
  const size = chargedOf(only.node, kind)
  const isSure =
    isSingle &&
    others.length === 0 &&
    only.percent === undefined &&
    size !== undefined &&
    size.units !== 0n &&
    !plain.sums.some((sum) => timesOf(less(amount, sum.amount), size) !== undefined) &&
    [childOf(rate, 'Base'), total].every((one) => childOf(one, 'Taxes') === undefined) &&
    !look.isCancelled(rate)
  const isNoted = look.judged.some((one) => one.total === total && one.kind === kind)
  if (isNoted) return
  const { open: _, ...expected } = judged.expected
  look.judged.push(isSure ? { ...judged, verdict: 'wrong', expected: { ...expected, isTold: false } } : judged)
}

/** Notes Rates of one room that have a charge in their Totals where others with the same charge have none, or the other way round: no reading makes both right. */
export function compareCharged(sums: readonly RateSum[], look: Look): void {
  const right = sums.filter(
    ({ rate, judged, charges }) => judged.verdict === 'right' && charges.length > 0 && !look.isCancelled(rate),
  )
  const alike = groupBy(right, ({ judged: { kind }, charges }) => [kind, ...charges.map(({ name }) => name)].join('/'))
  for (const group of alike.values()) {
    const isWithout = ({ judged: { total, kind }, plain }: RateSum): boolean => {
      const amount = moneyOf(total, kind)
      return amount !== undefined && plain.sums.some((sum) => isSum(sum, amount, look.rounding))
    }
    const [without, within] = [group.filter(isWithout), group.filter((one) => !isWithout(one))]
    if (without.length === 0 || within.length === 0) continue
    const [few, isLeftOut] = without.length <= within.length ? [without, true] : [within, false]
    for (const { rate, judged, charges } of few) {
      const name = charges[0]?.node.name ?? 'charge'
      const what = isLeftOut
        ? `has its ${name} not in its Total, and other nights have theirs`
        : `has its ${name} in its Total, and other nights do not`
      if (look.judged.some(({ total, kind }) => total === judged.total && kind === judged.kind)) continue
      look.judged.push({
        ...judged,
        verdict: 'open',
        expected: { sums: [], isTold: true, open: openOf([{ node: rate, what }]) },
      })
    }
  }
}

/**
 * What the Base after tax of several nights makes, where their Total before tax is so many times the Base before tax: the Total after tax is no less, since nothing beside
 * the Base takes anything off. Undefined where it is not, or that is not told.
 */
export function leastTaxed(base: XmlNode, total: XmlNode, rounding: Rounding): Sum | undefined {
  const [one, whole] = [base, total].map((node) => moneyOf(node, 'AmountBeforeTax'))
  const [taxed, all] = [base, total].map((node) => moneyOf(node, 'AmountAfterTax'))
  if (one === undefined || whole === undefined || taxed === undefined || all === undefined) return undefined
  const times = timesOf(whole, one) ?? 0
  const sum = timesSum(termOf(taxed), times)
  const isLess = isMoreDecimal(sum.amount, all) && !isWithinHalves(sum.amount, all, 2 * times, rounding.taxes)
  return times > 1 && isLess ? sum : undefined
}

const less = (a: Decimal, b: Decimal): Decimal => sumDecimals([a, { ...b, units: -b.units }])

/** How many times another an amount is, of either sign; undefined where it is no whole number of times, or too often. */
function timesOf(amount: Decimal, of: Decimal): number | undefined {
  const scale = Math.max(amount.scale, of.scale)
  const [whole, part] = [amount, of].map((one) => one.units * 10n ** BigInt(scale - one.scale)) as [bigint, bigint]
  if (part === 0n || whole % part !== 0n) return undefined
  const times = whole / part
  return -TIMES_MAX <= times && times <= TIMES_MAX ? Number(times) : undefined
}
