import { type Decimal, isSameDecimal, sumDecimals, timesDecimal, writeAmount } from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { pathOf } from '../../read/index.js'
import { childOf, type XmlNode } from '../../xml/index.js'
import type { Judged } from './look.js'
import { moneyOf } from './money.js'
import type { Expected, Obstacle, Open, Rounding, Sum } from './sums.js'

const SHOWN_MAX = 4
const NOTED_MAX = 10

/** Where an amount of a kind stands. */
const placeOf = ({ total, kind }: Judged): [XmlNode, string] =>
  kind === 'Taxes' ? [childOf(total, 'Taxes') ?? total, 'Amount'] : [total, kind]

const CENTS = 2

/** An amount of the message, as its currency is written. */
export const writeMoney = (amount: Decimal, { decimals }: Rounding): string =>
  writeAmount(amount, Math.max(decimals, CENTS))

/** What amounts make. What was reckoned of a share or a tax is rounded to the smallest unit. */
export const writeSum = (sum: Sum, rounding: Rounding): string =>
  sum.isFine ? writeAmount(sum.amount, rounding.decimals, true) : writeMoney(sum.amount, rounding)

function foundIn({ total, kind }: Judged, rounding: Rounding): string {
  const amount = moneyOf(total, kind)
  return amount === undefined ? '' : writeMoney(amount, rounding)
}

/** Taxes that were rounded otherwise are no fault where another amount of the total is exact, and all of them add up. */
export function settleRounding(judged: readonly Judged[]): void {
  for (const one of judged) {
    const right = judged.filter(({ total, verdict }) => total === one.total && verdict === 'right')
    const isSure =
      one.kind === 'Taxes' ? right.length > 0 : right.some(({ kind }) => kind !== 'Taxes') && addsUp(one.total)
    if (one.verdict === 'rounded') one.verdict = isSure ? 'right' : 'open'
    if (one.verdict === 'open' && one.expected.open === undefined)
      one.expected.open = { obstacles: [{ node: one.total, what: 'differs by no more than a rounding of taxes' }] }
  }
}

/** An amount after tax is right where the same total before tax is, and its own taxes make the difference. */
export function settleTaxed(judged: readonly Judged[]): void {
  for (const one of judged) {
    const isNetRight = judged.some(
      ({ total, kind, verdict }) => total === one.total && kind === 'AmountBeforeTax' && verdict === 'right',
    )
    if (one.verdict === 'open' && one.kind === 'AmountAfterTax' && isNetRight && addsUp(one.total))
      one.verdict = 'right'
  }
}

function addsUp(total: XmlNode): boolean {
  const [after, before, taxes] = ['AmountAfterTax', 'AmountBeforeTax', 'Taxes'].map((kind) => moneyOf(total, kind))
  return (
    after !== undefined &&
    before !== undefined &&
    taxes !== undefined &&
    isSameDecimal(sumDecimals([before, taxes]), after)
  )
}

export function mismatch(judged: Judged, rounding: Rounding): LintFinding {
  const { sums, open, isTold } = judged.expected
  return findingAt('total-mismatch', ...placeOf(judged), {
    found: foundIn(judged, rounding),
    expected: open === undefined ? sumsText(sums, rounding) : boundsText(open, rounding),
    ...(isTold ? {} : { severity: 'warning' as const }),
  })
}

/** Totals that have a charge on top of a price of which it is called a part, each once. */
export function addedOnTop(judged: readonly Judged[], rounding: Rounding): LintFinding[] {
  const seen = new Set<XmlNode>()
  return judged.flatMap((one) => {
    const { total, inclusive } = one
    if (inclusive === undefined || seen.has(total)) return []
    seen.add(total)
    const { node, without } = inclusive
    return [
      findingAt('total-mismatch', ...placeOf(one), {
        found: foundIn(one, rounding),
        expected: sumsText(without, rounding),
        severity: 'warning',
        why: `Type calls the ${node.name} of line ${node.place.line} Inclusive, a part of the price, and this total has it on top of the price: a PMS that goes by Type bills less.`,
        remedy: `Write Type="Exclusive" for what comes on top, or leave it out of the total.`,
      }),
    ]
  })
}

/** What the parts make as far as they can be read, though it proves nothing; undefined where no amount tells it. */
function partsText({ sums, open }: Expected, rounding: Rounding): string | undefined {
  // That it is no more than all that may be in it says nothing of a total that is less.
  const isBounded = open?.low !== undefined && open.low.amount.units !== 0n
  if (open !== undefined && isBounded) {
    if (isWide(open)) return undefined
    const [least, most] = [open.low, open.high].map((sum) => sum && writeSum(sum, rounding))
    return least !== undefined && least === most ? least : boundsText(open, rounding)
  }
  return sums.length === 0 ? undefined : sumsText(sums, rounding)
}

/** Whether the most is so much more than the least that the two say nothing of a total between them. */
function isWide({ low, high }: Open): boolean {
  if (low === undefined || high === undefined || low.amount.units <= 0n) return false
  return isLess(timesDecimal(low.amount, 3), timesDecimal(high.amount, 2))
}

const isLess = (one: Decimal, other: Decimal): boolean => sumDecimals([other, timesDecimal(one, -1)]).units > 0n

function sumsText(sums: readonly Sum[], rounding: Rounding): string {
  const amounts = [...new Set(sums.map((sum) => writeSum(sum, rounding)))]
  return amounts.length <= SHOWN_MAX
    ? amounts.join(' or ')
    : `${amounts.slice(0, SHOWN_MAX).join(' or ')} or one of ${amounts.length - SHOWN_MAX} more, by what is in it`
}

function boundsText({ low, high }: Open, rounding: Rounding): string {
  const [least, most] = [low, high].map((sum?: Sum) => (sum === undefined ? undefined : writeSum(sum, rounding)))
  if (most === undefined) return `${least ?? '0'} or more`
  return least === undefined || low?.amount.units === 0n ? `no more than ${most}` : `${least} to ${most}`
}

/** That an amount of a total could not be checked, and what stands in the way. */
export function noteOf(judged: Judged, rounding: Rounding): LintFinding {
  const obstacles = [...new Map((judged.expected.open?.obstacles ?? []).map((one) => [one.node, one])).values()]
  const { rounded } = judged
  const found = foundIn(judged, rounding)
  if (rounded === undefined) {
    const expected = partsText(judged.expected, rounding)
    return {
      ...noteAt(...placeOf(judged), found, obstacles),
      ...(expected === undefined ? {} : { expected }),
    }
  }
  return findingAt('total-rounding', ...placeOf(judged), { found, expected: writeSum(rounded, rounding) })
}

export const noteAt = (at: XmlNode, attribute: string, found: string, obstacles: readonly Obstacle[]): LintFinding =>
  findingAt('total-unchecked', at, attribute, {
    found,
    nodes: obstacles.slice(0, NOTED_MAX).map(({ node, what }) => ({
      line: node.place.line,
      column: node.place.column,
      node: pathOf(node),
      found: what,
    })),
  })
