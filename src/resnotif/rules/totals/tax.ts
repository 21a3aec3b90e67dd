import { type Decimal, isMoreDecimal, sumDecimals } from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { childOf, type XmlNode } from '../../xml/index.js'
import { isForeignTax, moneyOf, taxesOf } from './money.js'
import { isSum, type Rounding, type Sum } from './sums.js'
import { taxesIn } from './taxes-beside.js'
import { noteAt, writeMoney, writeSum } from './told.js'

const PRICES: ReadonlySet<string> = new Set(['Total', 'Base'])
const SHOWN_MAX = 3
const TAXES_MAX = 8

export interface TaxReport {
  findings: LintFinding[]
  /** The taxes are more than the price, so one of them is wrong. */
  above?: { node: XmlNode; finding: LintFinding }
  notes: LintFinding[]
}

const CLEAN: TaxReport = { findings: [], notes: [] }

/** A price after tax is the price before tax with its Taxes, and no less than these; where they are not told, it is no less than before tax. */
export function checkTax(node: XmlNode, rounding: Rounding): TaxReport {
  if (!PRICES.has(node.name)) return CLEAN
  const [after, before] = [moneyOf(node, 'AmountAfterTax'), moneyOf(node, 'AmountBeforeTax')]
  const list = checkList(node, rounding)
  const write = (amount: Decimal): string => writeMoney(amount, rounding)
  if (after === undefined) return list
  if (before === undefined) return checkSize(node, list, rounding)
  const taxes = taxesOf(node, before)
  if (taxes !== undefined) {
    const sums = taxes.map((tax): Sum => ({ ...tax, amount: sumDecimals([before, tax.amount]) }))
    if (sums.some((sum) => isSum(sum, after, rounding))) return list
    const holder = childOf(node, 'Taxes') as XmlNode
    // One of several that nothing calls a part of the price may be paid beside it.
    if (someOf(node).some((sum) => isSum({ ...sum, amount: sumDecimals([before, sum.amount]) }, after, rounding))) {
      const obstacle = { node: holder, what: 'has taxes that may be paid beside the price' }
      return { ...list, notes: [...list.notes, noteAt(node, 'AmountAfterTax', write(after), [obstacle])] }
    }
    const told = taxes.slice(0, SHOWN_MAX).map((sum) => writeSum(sum, rounding))
    const expected = sums.slice(0, SHOWN_MAX).map((sum) => writeSum(sum, rounding))
    const finding = findingAt('total-mismatch', node, 'AmountAfterTax', {
      found: write(after),
      expected: `${expected.join(' or ')}: ${write(before)} before tax with Taxes of ${told.join(' or ')}`,
    })
    return { findings: [finding], notes: [] }
  }
  if (!isMoreDecimal(before, after)) return list
  const finding = findingAt('total-mismatch', node, 'AmountBeforeTax', {
    found: `${write(before)} before tax, ${write(after)} after`,
    expected: 'no more before tax than after',
    severity: 'warning',
  })
  return { ...list, findings: [finding] }
}

/** No price is less than its taxes. */
function checkSize(node: XmlNode, list: TaxReport, rounding: Rounding): TaxReport {
  const [after, taxes] = [moneyOf(node, 'AmountAfterTax'), moneyOf(node, 'Taxes')]
  if (after === undefined || taxes === undefined || !isMoreDecimal(taxes, after) || after.units < 0n) return list
  const found = writeMoney(taxes, rounding)
  const finding = findingAt('total-mismatch', childOf(node, 'Taxes') ?? node, 'Amount', {
    found,
    expected: `no more than the price of ${writeMoney(after, rounding)}`,
  })
  return { ...list, above: { node, finding } }
}

/** What Taxes are together, and each Tax. */
function checkList(node: XmlNode, rounding: Rounding): TaxReport {
  const [holder, whole] = [childOf(node, 'Taxes'), moneyOf(node, 'Taxes')]
  const each = taxesIn(node)
  if (holder === undefined || whole === undefined || each.length === 0 || whole.units === 0n) return CLEAN
  if (each.some((tax) => isForeignTax(tax, node))) return CLEAN
  const amounts = each.map((tax) => moneyOf(tax, 'Amount'))
  if (amounts.some((one) => one === undefined) || someOf(node).some((sum) => isSum(sum, whole, rounding))) return CLEAN
  const obstacle = { node: each[0] as XmlNode, what: 'and what else stands there make another sum' }
  return { findings: [], notes: [noteAt(holder, 'Amount', writeMoney(whole, rounding), [obstacle])] }
}

/** Each choice of the taxes of a price. */
function someOf(node: XmlNode): Sum[] {
  const each = taxesIn(node)
    .filter((tax) => !isForeignTax(tax, node))
    .slice(0, TAXES_MAX)
    .flatMap((tax) => moneyOf(tax, 'Amount') ?? [])
  const none: Sum[] = [{ amount: { units: 0n, scale: 0 }, terms: 1, taxed: 0, places: 0, isFine: false }]
  return each
    .reduce((sums, tax) => [...sums, ...sums.map((sum) => ({ ...sum, amount: sumDecimals([sum.amount, tax]) }))], none)
    .slice(1)
}
