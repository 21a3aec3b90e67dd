import { isMoreDecimal, sumDecimals, writeDecimal } from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import type { XmlNode } from '../../xml/index.js'
import { moneyOf, taxesOf } from './money.js'
import { isSum, type Sum } from './sums.js'

const PRICES: ReadonlySet<string> = new Set(['Total', 'Base'])
const SHOWN_MAX = 3

/** A price after tax is the price before tax with its Taxes; where these are not told, it is no less. */
export function checkTax(node: XmlNode): LintFinding[] {
  if (!PRICES.has(node.name)) return []
  const [after, before] = [moneyOf(node, 'AmountAfterTax'), moneyOf(node, 'AmountBeforeTax')]
  if (after === undefined || before === undefined) return []
  const taxes = taxesOf(node, before)
  if (taxes !== undefined) {
    const sums = taxes.map((tax): Sum => ({ ...tax, amount: sumDecimals([before, tax.amount]) }))
    if (sums.some((sum) => isSum(sum, after))) return []
    const told = taxes.slice(0, SHOWN_MAX).map(({ amount }) => writeDecimal(amount))
    return [
      findingAt('total-mismatch', node, 'AmountAfterTax', {
        found: writeDecimal(after),
        expected: `${sums
          .slice(0, SHOWN_MAX)
          .map(({ amount }) => writeDecimal(amount))
          .join(' or ')}: ${writeDecimal(before)} before tax with Taxes of ${told.join(' or ')}`,
      }),
    ]
  }
  return isMoreDecimal(before, after)
    ? [
        findingAt('total-mismatch', node, 'AmountBeforeTax', {
          found: `${writeDecimal(before)} before tax, ${writeDecimal(after)} after`,
          expected: 'no more before tax than after',
          severity: 'warning',
        }),
      ]
    : []
}
