import { rateTimeOf } from '../../read/index.js'
import { childOf, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, type Scope, toldIn } from './charges.js'
import { compare, type Look } from './look.js'
import { amountIn, distinct } from './money.js'
import { type Expected, openOf, timesSum } from './sums.js'
import { chargesOfTaxes, taxesIn } from './taxes-beside.js'

/**
 * The Total of a Rate against its Base and what stands beside it: fees, discounts, taxes, further guests. One without any of these is left alone: a Base may be the
 * price of something else. What cannot be told is no note, since the totals above have theirs.
 * @param scope the nights of the Rate, the units of its RoomRate
 */
export function checkRateParts(rate: XmlNode, scope: Scope, look: Look): void {
  const { kind } = look.reading
  const [base, total] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  if (kind === 'Taxes' || base === undefined || total === undefined) return
  const amount = amountIn(base, kind)
  const { unit, times } = rateTimeOf(rate)
  const isDaily = unit === 'Day' && times === '1'
  const own = { ...scope, nights: isDaily ? 1 : scope.nights }
  const charges: Charge[] = [
    ...chargesOf(
      toldIn(rate, look.reading).map((told) => ({ told, scope: told.isOff ? { ...own, persons: [] } : own })),
    ),
    ...[base, total].flatMap((one) => chargesOfTaxes(one, undefined, [base], { ...own, persons: [] }, look.reading)),
  ]
  if (
    amount === undefined ||
    (charges.length === 0 && taxesIn(base).length === 0 && childOf(base, 'Taxes') === undefined)
  )
    return
  const factors = [...new Set([1, own.nights ?? 1, own.units ?? 1, (own.nights ?? 1) * (own.units ?? 1)])].filter(
    (factor) => Number.isSafeInteger(factor) && factor > 0,
  )
  const expected: Expected = {
    sums: distinct(amount.sums.flatMap((sum) => factors.map((factor) => timesSum(sum, factor)))),
    isTold: true,
    ...(amount.sums.length > 0 ? {} : { open: openOf([], amount.low, amount.high) }),
  }
  const judged = compare(rate, expected, charges, { ...look, judged: [], budget: look.rateBudget })
  if (judged?.verdict === 'wrong') look.judged.push(judged)
}
