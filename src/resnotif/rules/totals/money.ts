import { type Decimal, isMoreDecimal, parseDecimal, parseMoney, sumDecimals } from '../../build/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { shareOf, type Sum, termOf } from './sums.js'

export const AMOUNT_KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
export type AmountKind = (typeof AMOUNT_KINDS)[number]

/** What an element says that something costs. */
export interface Amount {
  /** Ways to read it; none where only bounds are known. */
  sums: Sum[]
  low?: Sum
  high?: Sum
  /** It stands in the message, or is reckoned of the other kind and all Taxes. */
  isCounted: boolean
}

/** The amount of a kind that stands in an element. */
export const moneyOf = (node: XmlNode | undefined, kind: string): Decimal | undefined =>
  parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))

/** What an element costs: as it says, or by its other amount with the Taxes; where these are not told, after tax it is no less than before. */
export function amountIn(node: XmlNode | undefined, kind: AmountKind): Amount | undefined {
  const own = moneyOf(node, kind)
  if (own !== undefined) return { sums: [termOf(own)], isCounted: true }
  const isAfter = kind === 'AmountAfterTax'
  const other = moneyOf(node, isAfter ? 'AmountBeforeTax' : 'AmountAfterTax')
  if (node === undefined || other === undefined) return undefined
  const taxes = taxesOf(node, isAfter ? other : undefined)
  if (taxes !== undefined && taxes.length === 1) {
    const [{ amount }] = taxes as [Sum]
    const tax = isAfter ? amount : { ...amount, units: -amount.units }
    return { sums: [{ amount: sumDecimals([other, tax]), terms: 1, isFine: true }], isCounted: true }
  }
  return isAfter
    ? { sums: [], low: termOf(other), isCounted: false }
    : { sums: [], low: termOf({ units: 0n, scale: 0 }), high: termOf(other), isCounted: false }
}

const TYPED_MAX = 8

/**
 * What the Taxes of an element may be together: as they say, or as each Tax says. A Tax that is called inclusive or exclusive may be in the difference of the two
 * amounts or not. Undefined where there are none, or one of them cannot be counted.
 */
export function taxesOf(node: XmlNode, before: Decimal | undefined): Sum[] | undefined {
  const holder = childOf(node, 'Taxes')
  if (holder === undefined) return undefined
  const each = childrenOf(holder, 'Tax')
  const counted = each.map((tax) => taxIn(tax, node, before))
  const isTyped = each.map((tax) => /^(?:In|Ex)clusive$/i.test(valueOf(tax, 'Type') ?? ''))
  const whole = readings(holder, node).map((amount) => termOf(amount))
  const isListed = each.length > 0 && counted.every((ways) => ways.length > 0)
  if (!isListed || isTyped.filter(Boolean).length > TYPED_MAX) return whole.length > 0 ? whole : undefined
  const listed = counted.reduce<Sum[]>(
    (sums, ways, at) => [
      ...(isTyped[at] === true ? sums : []),
      ...sums.flatMap((sum) => ways.slice(0, isTyped[at] === true ? 1 : 2).map((tax) => plus(sum, tax))),
    ],
    [termOf({ units: 0n, scale: 0 }, 1)],
  )
  return distinct([...whole, ...listed.slice(0, 1_000)])
}

const plus = (a: Sum, b: Sum): Sum => ({
  amount: sumDecimals([a.amount, b.amount]),
  terms: a.terms + b.terms,
  isFine: a.isFine || b.isFine,
})

function distinct(sums: readonly Sum[]): Sum[] {
  const kept: Sum[] = []
  for (const sum of sums) if (!kept.some((one) => isEqual(one.amount, sum.amount))) kept.push(sum)
  return kept
}

const isEqual = (a: Decimal, b: Decimal): boolean => !isMoreDecimal(a, b) && !isMoreDecimal(b, a)

/** `Amount` of a tax, with its own DecimalPlaces or else with those of its price. */
function readings(tax: XmlNode, price: XmlNode): Decimal[] {
  const text = valueOf(tax, 'Amount')
  const [own, inherited] = [valueOf(tax, 'DecimalPlaces'), valueOf(price, 'DecimalPlaces')]
  const plain = parseMoney(text, own ?? inherited)
  const literal = own === undefined && inherited !== undefined ? parseMoney(text, undefined) : undefined
  return [plain, literal].filter((amount) => amount !== undefined)
}

/** A Tax by its Amount, or else by its Percent. What is charged by the night or the guest is not counted. */
function taxIn(tax: XmlNode, price: XmlNode, before: Decimal | undefined): Sum[] {
  if (['ChargeUnit', 'ChargeFrequency'].some((name) => valueOf(tax, name) !== undefined)) return []
  const amounts = readings(tax, price)
  const percent = parseDecimal(valueOf(tax, 'Percent'))
  const isZero = amounts.every(({ units }) => units === 0n)
  if (percent !== undefined && percent.units !== 0n && isZero)
    return before === undefined ? [] : [shareOf(termOf(before), percent)]
  return amounts.map((amount) => termOf(amount))
}
