import { type Decimal, isMoreDecimal, parsePercent, parseMoney, scaleDecimal, sumDecimals } from '../../build/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { addSums, fineTerm, NOTHING, shareOf, type Sum, termOf } from './sums.js'

/** Taxes come first: what the parts make of them tells which taxes of a total stand beside them. */
export const AMOUNT_KINDS = ['Taxes', 'AmountAfterTax', 'AmountBeforeTax'] as const
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

let areWritten = false

/** Reads whole amounts as they stand while something is done, whatever DecimalPlaces says: of a message that has a decimal point in others. */
export function readAsWritten<T>(read: () => T): T {
  areWritten = true
  try {
    return read()
  } finally {
    areWritten = false
  }
}

const decimalPlacesOf = (node: XmlNode | undefined): string | undefined =>
  areWritten ? undefined : valueOf(node, 'DecimalPlaces')

/** The amount of a kind that stands in an element. */
export function moneyOf(node: XmlNode | undefined, kind: string): Decimal | undefined {
  if (kind !== 'Taxes') return parseMoney(valueOf(node, kind), decimalPlacesOf(node))
  const holder = childOf(node, 'Taxes')
  if (node === undefined || holder === undefined) return undefined
  const [whole] = readings(holder, node)
  if (whole !== undefined) return whole
  const each = childrenOf(holder, 'Tax').map((tax) => readings(tax, node)[0])
  return each.length > 0 && each.every((one) => one !== undefined) ? sumDecimals(each) : undefined
}

const ZERO: Decimal = { units: 0n, scale: 0 }
const less = (a: Decimal, b: Decimal): Decimal => sumDecimals([a, { ...b, units: -b.units }])

/** What an element costs: as it says, or by its other amount with the Taxes; where these are not told, after tax it is no less than before. */
export function amountIn(node: XmlNode | undefined, kind: AmountKind): Amount | undefined {
  const amount = readAmount(node, kind)
  if (node === undefined || amount === undefined) return undefined
  const taxed = hasTax(node) ? 1 : 0
  return { ...amount, sums: amount.sums.map((sum) => ({ ...sum, taxed })) }
}

function readAmount(node: XmlNode | undefined, kind: AmountKind): Amount | undefined {
  const [after, before] = [moneyOf(node, 'AmountAfterTax'), moneyOf(node, 'AmountBeforeTax')]
  if (kind === 'Taxes') {
    const difference = after === undefined || before === undefined ? undefined : less(after, before)
    const told = moneyOf(node, 'Taxes')
    const sums = [told, difference].flatMap((one) => (one === undefined ? [] : [termOf(one)]))
    if (sums.length > 0) return { sums: distinct(sums), isCounted: true }
    const most = after === undefined ? {} : { high: termOf(after) }
    return after === undefined && before === undefined
      ? undefined
      : { sums: [], low: termOf(ZERO), ...most, isCounted: false }
  }
  const isAfter = kind === 'AmountAfterTax'
  const [own, other] = isAfter ? [after, before] : [before, after]
  if (own !== undefined) return { sums: [termOf(own)], isCounted: true }
  if (node === undefined || other === undefined) return undefined
  const taxes = taxesOf(node, isAfter ? other : undefined)
  if (taxes !== undefined && taxes.length === 1) {
    const [{ amount }] = taxes as [Sum]
    return { sums: [termOf(isAfter ? sumDecimals([other, amount]) : less(other, amount))], isCounted: true }
  }
  return isAfter
    ? { sums: [], low: termOf(other), isCounted: false }
    : { sums: [], low: termOf(ZERO), high: termOf(other), isCounted: false }
}

/** A tax is told, or makes the difference of the two amounts. */
function hasTax(node: XmlNode): boolean {
  const [after, before] = [moneyOf(node, 'AmountAfterTax'), moneyOf(node, 'AmountBeforeTax')]
  if (after !== undefined && before !== undefined && less(after, before).units !== 0n) return true
  const holder = childOf(node, 'Taxes')
  const all = holder === undefined ? [] : [holder, ...childrenOf(holder, 'Tax')]
  return all.some((tax) => [valueOf(tax, 'Amount'), valueOf(tax, 'Percent')].some((text) => /[1-9]/.test(text ?? '')))
}

/** How much a price after tax is of the price before it. */
export interface TaxRatio {
  after: Decimal
  before: Decimal
}

/** By the first price that tells both. */
export function taxRatioOf(prices: readonly XmlNode[]): TaxRatio | undefined {
  for (const price of prices) {
    const [after] = amountIn(price, 'AmountAfterTax')?.sums ?? []
    const [before] = amountIn(price, 'AmountBeforeTax')?.sums ?? []
    if (after !== undefined && before !== undefined && after.amount.units > 0n && before.amount.units > 0n)
      return { after: after.amount, before: before.amount }
  }
  return undefined
}

const PLAIN = 'Amount'

/** Whether Amount of a fee says that its taxes are in it. */
const isAfterTax = (node: XmlNode | undefined): boolean =>
  ['true', '1'].includes(valueOf(node, 'TaxInclusive')?.trim() ?? '')

/** What a fee or a discount says of a kind: Amount that has its taxes in it is one after tax. */
export const chargedOf = (node: XmlNode | undefined, kind: AmountKind): Decimal | undefined =>
  moneyOf(node, kind) ?? (kind === 'AmountAfterTax' && isAfterTax(node) ? moneyOf(node, PLAIN) : undefined)

/** What a fee, a discount or the price of a service may add to amounts of a kind: as it says, with the taxes that it tells, or taxed as the nights are. */
export function chargeIn(node: XmlNode | undefined, kind: AmountKind, ratio: TaxRatio | undefined): Sum[] {
  if (node === undefined) return []
  const [after, before] = [chargedOf(node, 'AmountAfterTax'), moneyOf(node, 'AmountBeforeTax')]
  const plain = isAfterTax(node) ? undefined : moneyOf(node, PLAIN)
  const taxes = (taxesOf(node, before ?? plain) ?? []).map(({ amount }) => amount)
  const by = (amount: Decimal, one: keyof TaxRatio, of: keyof TaxRatio): Sum[] =>
    ratio === undefined ? [] : [fineTerm(scaleDecimal(amount, ratio[one], ratio[of]))]
  const all = (amounts: readonly (Decimal | undefined)[]): Decimal[] => amounts.filter((one) => one !== undefined)
  if (kind === 'AmountAfterTax') {
    if (after !== undefined) return [termOf(after)]
    const nets = all([plain, before])
    return distinct(
      nets.flatMap((net) => [
        termOf(net),
        ...taxes.map((tax) => fineTerm(sumDecimals([net, tax]))),
        ...by(net, 'after', 'before'),
      ]),
    )
  }
  if (kind === 'AmountBeforeTax') {
    if (before !== undefined) return [termOf(before)]
    const grosses = all([plain, after])
    return distinct(
      grosses.flatMap((gross) => [
        termOf(gross),
        ...taxes.map((tax) => fineTerm(less(gross, tax))),
        ...by(gross, 'before', 'after'),
      ]),
    )
  }
  const own = after !== undefined && before !== undefined ? [less(after, before)] : []
  const parts = [
    ...all([plain, before]).flatMap((net) => by(net, 'after', 'before').map(({ amount }) => less(amount, net))),
    ...all([plain, after]).flatMap((gross) => by(gross, 'before', 'after').map(({ amount }) => less(gross, amount))),
  ]
  return distinct([...own, ...taxes, ...parts].map((amount) => fineTerm(amount)))
}

/** The most that an element may cost: as it says, or with room for any tax where it says it of another kind. */
export function roomOf(node: XmlNode | undefined, kind: AmountKind): Sum | undefined {
  const own = kind === 'Taxes' ? undefined : chargedOf(node, kind)
  const amounts =
    own === undefined
      ? ['AmountAfterTax', 'AmountBeforeTax', PLAIN].flatMap((name) => moneyOf(node, name) ?? [])
      : [own]
  const [first, ...others] = amounts.map((one) => (one.units < 0n ? { ...one, units: -one.units } : one))
  if (first === undefined) return undefined
  const most = others.reduce((a, b) => (isMoreDecimal(b, a) ? b : a), first)
  return own === undefined ? fineTerm({ units: most.units * 15n, scale: most.scale + 1 }) : termOf(most)
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
    [NOTHING],
  )
  return distinct([...whole, ...listed.slice(0, 1_000)])
}

const plus = (a: Sum, b: Sum): Sum => addSums([a, b])

export function distinct(sums: readonly Sum[]): Sum[] {
  const kept: Sum[] = []
  for (const sum of sums) if (!kept.some((one) => isEqual(one.amount, sum.amount))) kept.push(sum)
  return kept
}

const isEqual = (a: Decimal, b: Decimal): boolean => !isMoreDecimal(a, b) && !isMoreDecimal(b, a)

/** Whether a tax is told in another currency than its price: it cannot be added to it. */
export function isForeignTax(tax: XmlNode, price: XmlNode): boolean {
  const inherited = tax.name === 'Tax' ? valueOf(tax.parent, 'CurrencyCode') : undefined
  const [own, other] = [valueOf(tax, 'CurrencyCode') ?? inherited, valueOf(price, 'CurrencyCode')]
  return own !== undefined && other !== undefined && own !== other
}

/** `Amount` of a tax, with its own DecimalPlaces or else with those of its price. */
function readings(tax: XmlNode, price: XmlNode): Decimal[] {
  if (isForeignTax(tax, price)) return []
  const text = valueOf(tax, 'Amount')
  const [own, inherited] = [decimalPlacesOf(tax), decimalPlacesOf(price)]
  const plain = parseMoney(text, own ?? inherited)
  const literal = own === undefined && inherited !== undefined ? parseMoney(text, undefined) : undefined
  return [plain, literal].filter((amount) => amount !== undefined)
}

/** A Tax by its Amount, or else by its Percent. What is charged by the night or the guest is not counted. */
function taxIn(tax: XmlNode, price: XmlNode, before: Decimal | undefined): Sum[] {
  if (['ChargeUnit', 'ChargeFrequency'].some((name) => valueOf(tax, name) !== undefined)) return []
  const amounts = readings(tax, price)
  const percent = parsePercent(valueOf(tax, 'Percent'))
  const isZero = amounts.every(({ units }) => units === 0n)
  if (percent !== undefined && percent.units !== 0n && isZero)
    return before === undefined ? [] : [shareOf(termOf(before), percent)]
  return amounts.map((amount) => termOf(amount))
}
