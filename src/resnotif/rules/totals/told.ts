import { type Decimal, isSameDecimal, sumDecimals, timesDecimal, writeDecimal } from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { pathOf } from '../../read/index.js'
import { childOf, type XmlNode } from '../../xml/index.js'
import type { Judged } from './look.js'
import { moneyOf } from './money.js'
import type { Expected, Obstacle, Open, Sum } from './sums.js'

const SHOWN_MAX = 4
const NOTED_MAX = 10

/** Where an amount of a kind stands. */
const placeOf = ({ total, kind }: Judged): [XmlNode, string] =>
  kind === 'Taxes' ? [childOf(total, 'Taxes') ?? total, 'Amount'] : [total, kind]

function foundIn({ total, kind }: Judged): string {
  const amount = moneyOf(total, kind)
  return amount === undefined ? '' : writeDecimal(amount)
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

export function mismatch(judged: Judged): LintFinding {
  const { sums, open, isTold } = judged.expected
  const amounts = [...new Set(sums.map(({ amount }) => writeDecimal(amount)))]
  return findingAt('total-mismatch', ...placeOf(judged), {
    found: foundIn(judged),
    expected: open === undefined ? sumsText(amounts) : boundsText(open),
    ...(isTold ? {} : { severity: 'warning' as const }),
  })
}

/** What the parts make as far as they can be read, though it proves nothing; undefined where no amount tells it. */
function partsText({ sums, open }: Expected): string | undefined {
  // That it is no more than all that may be in it says nothing of a total that is less.
  const isBounded = open?.low !== undefined && open.low.amount.units !== 0n
  if (open !== undefined && isBounded) {
    if (isWide(open)) return undefined
    const [least, most] = [open.low, open.high].map((sum) => sum && writeDecimal(sum.amount))
    return least !== undefined && least === most ? least : boundsText(open)
  }
  const amounts = [...new Set(sums.map(({ amount }) => writeDecimal(amount)))]
  return amounts.length === 0 ? undefined : sumsText(amounts)
}

/** Whether the most is so much more than the least that the two say nothing of a total between them. */
function isWide({ low, high }: Open): boolean {
  if (low === undefined || high === undefined || low.amount.units <= 0n) return false
  return isLess(timesDecimal(low.amount, 3), timesDecimal(high.amount, 2))
}

const isLess = (one: Decimal, other: Decimal): boolean => sumDecimals([other, timesDecimal(one, -1)]).units > 0n

const sumsText = (amounts: readonly string[]): string =>
  amounts.length <= SHOWN_MAX
    ? amounts.join(' or ')
    : `${amounts.slice(0, SHOWN_MAX).join(' or ')} or one of ${amounts.length - SHOWN_MAX} more, by what is in it`

function boundsText({ low, high }: Open): string {
  const [least, most] = [low, high].map((sum?: Sum) => (sum === undefined ? undefined : writeDecimal(sum.amount)))
  if (most === undefined) return `${least ?? '0'} or more`
  return least === undefined || low?.amount.units === 0n ? `no more than ${most}` : `${least} to ${most}`
}

/** That an amount of a total could not be checked, and what stands in the way. */
export function noteOf(judged: Judged): LintFinding {
  const obstacles = [...new Map((judged.expected.open?.obstacles ?? []).map((one) => [one.node, one])).values()]
  const { rounded } = judged
  if (rounded === undefined) {
    const expected = partsText(judged.expected)
    return {
      ...noteAt(...placeOf(judged), foundIn(judged), obstacles),
      ...(expected === undefined ? {} : { expected }),
    }
  }
  return findingAt('total-rounding', ...placeOf(judged), {
    found: foundIn(judged),
    expected: writeDecimal(rounded.amount),
  })
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
