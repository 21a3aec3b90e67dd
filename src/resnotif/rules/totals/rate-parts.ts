import { type Decimal, isMoreDecimal, scaleDecimal, sumDecimals } from '../../build/index.js'
import type { StayNights } from '../../nights/index.js'
import { rateTimeOf, type Span, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, multiplesOf, type Reading, type Scope, toldIn } from './charges.js'
import { compare, type Judged, type Look } from './look.js'
import { type Amount, amountIn, distinct, moneyOf } from './money.js'
import { compareCharged, judgeCharged, leastTaxed, type RateSum } from './rate-charges.js'
import { type Expected, fineTerm, isSum, openOf, type Rounding, type Sum, timesSum } from './sums.js'
import { chargesOfTaxes, taxesIn } from './taxes-beside.js'
import { withCharges } from './with-charges.js'

/**
 * The Total of each Rate of a RoomRate against its Base and what stands beside it: fees, discounts, taxes, further guests. A Total without any of these that its Base
 * does not make is noted, since a Base may be the price of something else; so is a price of more or fewer days than its Rate tells. What else cannot be told is no note,
 * since the totals above have theirs.
 * @param scope the nights of the stay, the units of the RoomRate
 * @param above what stands beside the total of the RoomRate, and may be in that of a Rate
 */
export function checkRatesOf(
  roomRate: XmlNode,
  scope: Scope,
  above: readonly Charge[],
  stay: StayNights,
  look: Look,
): void {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  const sums: RateSum[] = []
  for (const rate of rates) {
    const span = stay.spanOf(rate) ?? (rates.length === 1 ? stay.spanOf(roomRate) : undefined)
    const own = { ...scope, nights: span === undefined ? scope.nights : span.to - span.from }
    sums.push(...(checkRateParts(rate, own, above, look) ?? []))
    checkTimes(rate, span, look)
  }
  compareCharged(sums, look)
}

function checkRateParts(rate: XmlNode, scope: Scope, above: readonly Charge[], look: Look): [RateSum] | undefined {
  const { kind } = look.reading
  const [base, total] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  const amount = kind === 'Taxes' || total === undefined ? undefined : amountIn(base, kind)
  if (base === undefined || total === undefined || amount === undefined) return undefined
  const { unit, times } = rateTimeOf(rate)
  const isDaily = unit === 'Day' && times === '1'
  const [one, ...others] = stretchesOf(scope, isDaily).map((stretch) => partsOf(rate, amount, stretch, look.reading))
  if (one === undefined) return undefined
  if (one.charges.length === 0 && taxesIn(base).length === 0 && childOf(base, 'Taxes') === undefined)
    return void checkBare(rate, amount, scope, above, look)
  const read = judgeParts(rate, [one, ...others], look)
  if (read === undefined) return undefined
  const { judged, charges, beside, expected, scope: own } = read
  const isOnce = isDaily || own.nights === 1
  const sum: RateSum = {
    rate,
    judged,
    plain: expected,
    charges: beside,
    isSingle: isOnce && own.units === 1 && above.length === 0 && beside.length === charges.length,
  }
  const shares = charges.filter(({ percent }) => percent !== undefined && percent.units < 0n)
  if (judged.verdict === 'open' && shares.length > 0) {
    // A share leaves no room: it is taken off or not, and its outcome may be rounded as prices are.
    const isOnly = shares.length === charges.length && shares.every((one) => isOfAll(one))
    const isPlain =
      isOnly && (isOnce || unit === 'FullDuration') && amount.sums.length > 0 && childOf(total, 'Taxes') === undefined
    const plain = charges.map(({ obstacle: _, low: _low, high: _high, ...share }) => share)
    const sure = isPlain ? withCharges(expected, plain, look.rateBudget, look.reading.ratio) : expected
    const told = moneyOf(total, kind)
    const isWrong = isPlain && told !== undefined && !sure.sums.some((sum) => isPriceNear(sum, told, look.rounding))
    if (isWrong && sure.open === undefined && !look.isCancelled(rate)) {
      look.judged.push({ ...judged, verdict: 'wrong', expected: sure })
      return undefined
    }
    const isNoted = look.judged.some((one) => one.total === total)
    if (!isNoted) look.judged.push(judged)
  }
  const least =
    kind === 'AmountAfterTax' && judged.verdict === 'open' && beside.length === 0 && !look.isCancelled(rate)
      ? leastTaxed(base, total, look.rounding)
      : undefined
  if (least !== undefined)
    return void look.judged.push({ ...judged, verdict: 'wrong', expected: { sums: [least], isTold: true } })
  if (judged.verdict === 'wrong' || judged.inclusive !== undefined) look.judged.push(judged)
  if (shares.length === 0) judgeCharged(sum, look)
  return [sum]
}

/** Nights over which a Base counts, and how often it may. */
interface Stretch {
  scope: Scope
  times: readonly number[]
}

/** The Total of a price of each night is that of one of them, or of all: what stands beside it counts for as many. */
function stretchesOf(scope: Scope, isDaily: boolean): Stretch[] {
  // A Rate that ends before it begins has a rule of its own.
  const nights = Math.max(1, scope.nights ?? 1)
  if (!isDaily) return [{ scope, times: [1, nights] }]
  return [...new Set([1, nights])].map((many) => ({ scope: { ...scope, nights: many }, times: [many] }))
}

/** What the Base of a Rate makes over some nights, and what may be in its Total beside it. */
interface Parts {
  scope: Scope
  expected: Expected
  charges: Charge[]
  /** Those of its charges that are no taxes. */
  beside: Charge[]
}

function partsOf(rate: XmlNode, { sums, low, high }: Amount, { scope, times }: Stretch, reading: Reading): Parts {
  const base = childOf(rate, 'Base') as XmlNode
  const bare = { ...scope, persons: [] }
  const beside = chargesOf(toldIn(rate, reading).map((told) => ({ told, scope: told.isOff ? bare : scope })))
  const taxes = [base, childOf(rate, 'Total')].flatMap((one) => chargesOfTaxes(one, undefined, [base], bare, reading))
  const factors = [...new Set(times.flatMap((many) => [many, many * (scope.units ?? 1)]))].filter(
    (factor) => Number.isSafeInteger(factor) && factor > 0,
  )
  const [least, most] = [low && timesSum(low, Math.min(...factors)), high && timesSum(high, Math.max(...factors))]
  const counted = distinct(sums.flatMap((sum) => factors.map((factor) => timesSum(sum, factor))))
  return {
    scope,
    expected: { sums: counted, isTold: true, ...(sums.length > 0 ? {} : { open: openOf([], least, most) }) },
    charges: [...beside, ...taxes],
    beside,
  }
}

/** The reading of a Total that speaks best for it. Where none makes it right, it is held against the sums of all of them. */
function judgeParts(rate: XmlNode, ways: readonly Parts[], look: Look): (Parts & { judged: Judged }) | undefined {
  const read = ways.flatMap((parts) => {
    const silent = { ...look, judged: [], budget: look.rateBudget }
    const judged = compare(rate, parts.expected, parts.charges, silent)
    return judged === undefined ? [] : [{ ...parts, judged }]
  })
  const [best] = read.toSorted((a, b) => rankOf(a.judged) - rankOf(b.judged))
  if (best === undefined || best.judged.verdict !== 'wrong' || read.some(({ expected }) => expected.open)) return best
  const sums = distinct(read.flatMap(({ judged }) => judged.expected.sums))
  return read.length === 1 ? best : { ...best, judged: { ...best.judged, expected: { sums, isTold: true } } }
}

const VERDICTS = ['right', 'rounded', 'open', 'wrong'] as const
const rankOf = ({ verdict, inclusive }: Judged): number =>
  VERDICTS.indexOf(verdict) + (inclusive === undefined ? 0 : 0.5)

/** Whether a share is taken off the whole price, and not off some of its nights. */
const isOfAll = ({ node, sums }: Charge): boolean =>
  sums.length === 0 &&
  ['DiscountPattern', 'NightsDiscounted', 'NightsRequired'].every((name) => valueOf(node, name) === undefined)

/** A price that was reckoned may be rounded to whole units: where a currency has none smaller, to hundreds. */
const isPriceNear = ({ amount }: Sum, total: Decimal, { decimals }: Rounding): boolean => {
  const step: Decimal = { units: decimals === 0 ? 100n : 1n, scale: 0 }
  return isMoreDecimal(sumDecimals([amount, step]), total) && isMoreDecimal(sumDecimals([total, step]), amount)
}

/** A Base with nothing beside it, counted in every way that makes sense: for nights, for days together, for units and for guests. */
function checkBare(rate: XmlNode, { sums }: Amount, scope: Scope, above: readonly Charge[], look: Look): void {
  const total = childOf(rate, 'Total') as XmlNode
  const isNoted = look.judged.some((one) => one.total === total)
  if (sums.length === 0 || sums.some(({ amount }) => amount.units === 0n) || isNoted) return
  const { nights } = scope
  const each = [...new Set(multiplesOf(scope, wholeNumber(valueOf(rate, 'NumberOfUnits')) ?? 1))]
  const who = multiplesOf({ ...scope, nights: 1 }, 1)
  const counted = distinct(
    sums.flatMap((sum) => [
      ...each.map((factor) => timesSum(sum, factor)),
      ...(nights === undefined ? [] : partsOfDays(rate, sum, nights)).flatMap((part) =>
        who.map((factor) => timesSum(part, factor)),
      ),
    ]),
  )
  const silent = { ...look, judged: [], budget: look.rateBudget }
  const judged = compare(rate, { sums: counted, isTold: true }, above, silent)
  if (judged?.verdict !== 'wrong') return
  const what = 'does not say how its Base makes its Total'
  const plain = distinct(sums.flatMap((sum) => [sum, ...(nights === undefined ? [] : [timesSum(sum, nights)])]))
  look.judged.push({
    ...judged,
    verdict: 'open',
    expected: { sums: plain, isTold: true, open: openOf([{ node: rate, what }]) },
  })
}

/** A Base of so many days together, of which the nights of its Rate are a part or more than one. */
function partsOfDays(rate: XmlNode, { amount }: Sum, nights: number): Sum[] {
  const days = daysOf(rate)
  if (days === undefined || days < 2) return []
  const [part, whole] = [nights, days].map((many) => ({ units: BigInt(many), scale: 0 })) as [Whole, Whole]
  return [fineTerm(scaleDecimal(amount, part, whole))]
}
type Whole = { units: bigint; scale: number }

/** Of how many days together a price is, as it says. */
function daysOf(rate: XmlNode): number | undefined {
  const { unit, times } = rateTimeOf(rate)
  const many = wholeNumber(times)
  if (many === undefined || many < 1) return undefined
  return unit === 'Day' ? many : unit === 'Week' ? many * 7 : undefined
}

/** A Total that says of how many days it is, and whose Rate has days for another number of nights. */
function checkTimes(rate: XmlNode, span: Span | undefined, look: Look): void {
  const { kind } = look.reading
  const [base, total] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  const amount = moneyOf(total, kind)
  const [days, nights] = [daysOf(rate) ?? 1, span === undefined ? 0 : span.to - span.from]
  const isForDays = rateTimeOf(rate).unit === 'Day' && days > 1 && nights > 0 && nights % days !== 0
  if (kind === 'Taxes' || total === undefined || amount === undefined || !isForDays) return
  if (look.isCancelled(rate) || look.judged.some((one) => one.total === total)) return
  const parts = (amountIn(base, kind)?.sums ?? []).flatMap((sum) => partsOfDays(rate, sum, nights))
  if (parts.some((sum) => isSum(sum, amount, look.rounding))) return
  const what = `is the price of ${days} days by its UnitMultiplier, and of ${nights} ${nights === 1 ? 'night' : 'nights'} by its dates`
  look.judged.push({
    total,
    kind,
    verdict: 'open',
    expected: { sums: [], isTold: true, open: openOf([{ node: rate, what }]) },
  })
}
