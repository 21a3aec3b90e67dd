import { type Decimal, parseDecimal, parseMoney, timesDecimal } from '../../build/index.js'
import { groupBy, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { type Amount, type AmountKind, amountIn } from './money.js'
import { addSums, leastOf, mostOf, NOTHING, type Open, openOf, type Sum, termOf } from './sums.js'

/** Something that may be in a total or not: a fee, a discount, a service. */
export interface Charge {
  node: XmlNode
  /** What it may add, less than nothing for a discount. */
  sums: Sum[]
  /** The share of the price that it adds. */
  percent?: Decimal
  /** What else it may add, where the message does not tell it. */
  open?: Open
}

/** What a charge may be counted by. */
export interface Scope {
  nights: number | undefined
  units: number | undefined
  /** How many people, as the message counts or names them. */
  persons: readonly number[]
}

/** A charge as an element tells it, before it is counted. */
export interface Told {
  node: XmlNode
  /** Charges of one name are all read the same way. */
  name: string
  amounts: Amount[]
  isOff: boolean
  percent?: Decimal
  /** How many of it. */
  quantity: number
}

type Multiple = (scope: Scope) => number[]
const all = (value: number | undefined): number[] => (value === undefined ? [] : [value])
const times = (a: readonly number[], b: readonly number[]): number[] =>
  a.flatMap((one) => b.map((other) => one * other))
/** A charge is for the stay, each night, room or guest. */
const MULTIPLES: readonly Multiple[] = [
  () => [1],
  ({ nights }) => all(nights),
  ({ units }) => all(units),
  ({ nights, units }) => times(all(nights), all(units)),
  ({ persons }) => [...persons],
  ({ persons, nights }) => times(persons, all(nights)),
]
const INCLUSIVE = /^inclusive$/i

/** What stands beside the price of an element and may be in its total. @param currency of the total; what is in another one cannot be added */
export function toldIn(node: XmlNode, kind: AmountKind, currency: string | undefined): Told[] {
  const guests = childOf(node, 'AdditionalGuestAmounts')
  const others = childOf(node, 'AdditionalCharges')
  return [
    ...childrenOf(childOf(node, 'Fees'), 'Fee').map((fee) => told(fee, feeIn(fee, kind), currency)),
    ...childrenOf(node, 'Discount').map((one) => told(one, amountIn(one, kind), currency)),
    ...listed(guests, 'AdditionalGuestAmount', kind, currency),
    ...listed(others, 'AdditionalCharge', kind, currency),
    ...['Base', 'Total'].flatMap((name) => exclusiveTaxes(childOf(node, name), kind, currency)),
  ]
}

/** Of a list the amount of the whole, or else of each. */
function listed(holder: XmlNode | undefined, name: string, kind: AmountKind, currency: string | undefined): Told[] {
  if (holder === undefined) return []
  const whole = amountIn(holder, kind)
  if (whole !== undefined) return [told(holder, whole, currency)]
  return childrenOf(holder, name).map((one) => ({
    ...told(one, amountIn(childOf(one, 'Amount'), kind), currency),
    quantity: wholeNumber(valueOf(one, 'Quantity')) ?? 1,
  }))
}

/** A tax that is called exclusive may be paid beside the price, and stand in a total. */
function exclusiveTaxes(price: XmlNode | undefined, kind: AmountKind, currency: string | undefined): Told[] {
  if (price === undefined || kind === 'AmountBeforeTax') return []
  return childrenOf(childOf(price, 'Taxes'), 'Tax')
    .filter((tax) => /^exclusive$/i.test(valueOf(tax, 'Type') ?? ''))
    .map((tax) => told(tax, feeIn(tax, kind, valueOf(price, 'DecimalPlaces')), currency))
}

function feeIn(fee: XmlNode, kind: AmountKind, places?: string): Amount | undefined {
  const amount = parseMoney(valueOf(fee, 'Amount'), valueOf(fee, 'DecimalPlaces') ?? places)
  if (amount === undefined) return amountIn(fee, kind)
  const taxes = childrenOf(childOf(fee, 'Taxes'), 'Tax')
  const holder = childOf(fee, 'Taxes')
  const tax = [holder, ...taxes].map((one) => parseMoney(valueOf(one, 'Amount'), valueOf(one, 'DecimalPlaces')))
  const more = tax.find((one) => one !== undefined)
  const sums = [termOf(amount)]
  if (more !== undefined) sums.push(addSums([termOf(amount), termOf(more)]))
  return { sums, isCounted: true }
}

function told(node: XmlNode, amount: Amount | undefined, currency: string | undefined): Told {
  const own = valueOf(node, 'CurrencyCode')
  const isOther = own !== undefined && currency !== undefined && own !== currency
  const percent = parseDecimal(valueOf(node, 'Percent'))
  return {
    node,
    name: [
      node.name,
      valueOf(node, 'Code') ?? valueOf(node, 'DiscountCode') ?? valueOf(node, 'AgeQualifyingCode'),
    ].join(),
    amounts: amount === undefined || isOther ? [] : [amount],
    isOff: node.name === 'Discount',
    quantity: 1,
    ...(percent === undefined || percent.units === 0n ? {} : { percent }),
  }
}

const abs = (amount: Decimal, isOff: boolean): Decimal => {
  const units = amount.units < 0n ? -amount.units : amount.units
  return isOff ? { ...amount, units: -units } : amount
}

const bound = (sum: Sum | undefined, isOff: boolean, factor: number): Sum | undefined =>
  sum === undefined ? undefined : { ...sum, amount: timesDecimal(abs(sum.amount, isOff), factor) }

/** Charges of elements that each have a scope of their own, such as the fees of nights: those of one name count alike. */
export function chargesOf(found: readonly { told: Told; scope: Scope }[]): Charge[] {
  return [...groupBy(found, ({ told: { name } }) => name).values()].map((alike) => {
    const [first] = alike as [(typeof alike)[number]]
    const { node, percent, isOff } = first.told
    if (alike.some(({ told: one }) => one.amounts.length === 0 && one.percent === undefined))
      return unknown(node, isOff, 'does not say how much')
    const shared = percent === undefined ? {} : { percent: abs(percent, isOff) }
    const ranges = alike.filter(({ told: { amounts } }) => amounts.some(({ sums }) => sums.length === 0))
    if (ranges.length > 0) return between(alike, isOff)
    return { node, ...shared, sums: countedWays(alike, isOff) }
  })
}

function countedWays(alike: readonly { told: Told; scope: Scope }[], isOff: boolean): Sum[] {
  return MULTIPLES.flatMap((multiple) => {
    const ways = alike.map(({ scope }) => multiple(scope))
    const width = Math.min(...ways.map(({ length }) => length))
    return Array.from({ length: width }, (_, way) => way).flatMap((way) =>
      [...new Set([false, alike.some(({ told: { quantity } }) => quantity > 1)])].flatMap((byQuantity) => {
        const readingsOf = Math.max(...alike.map(({ told: { amounts } }) => amounts[0]?.sums.length ?? 0))
        return Array.from({ length: readingsOf }, (_each, at) =>
          addSums(
            alike.map(({ told: { amounts, quantity } }, index) => {
              const amount = amounts[0]?.sums[at] ?? amounts[0]?.sums[0] ?? NOTHING
              const factor = (ways[index]?.[way] ?? 1) * (byQuantity ? quantity : 1)
              return {
                ...amount,
                amount: timesDecimal(abs(amount.amount, isOff), factor),
                terms: amount.terms * factor,
              }
            }),
          ),
        )
      }),
    )
  })
}

/** What is told in bounds alone. */
function between(alike: readonly { told: Told; scope: Scope }[], isOff: boolean): Charge {
  const node = (alike[0] as (typeof alike)[number]).told.node
  const ends = alike.map(({ told: { amounts, quantity }, scope }) => {
    const most = Math.max(1, ...MULTIPLES.flatMap((multiple) => multiple(scope))) * quantity
    const [amount] = amounts
    const high = amount === undefined || amount.sums.length > 0 ? mostOf(amount?.sums ?? []) : amount.high
    return bound(high, isOff, most)
  })
  const end = ends.every((one) => one !== undefined) ? addSums(ends) : undefined
  const obstacles = [{ node, what: 'tells its amount before or after tax alone' }]
  return { node, sums: [], open: isOff ? openOf(obstacles, end, NOTHING) : openOf(obstacles, NOTHING, end) }
}

/** What adds or takes off nobody knows how much. */
export const unknown = (node: XmlNode, isOff: boolean, what: string): Charge => ({
  node,
  sums: [],
  open: isOff ? openOf([{ node, what }], undefined, NOTHING) : openOf([{ node, what }], NOTHING, undefined),
})

export const isInclusive = (node: XmlNode): boolean =>
  ['true', '1'].includes(valueOf(node, 'Inclusive') ?? '') || INCLUSIVE.test(valueOf(node, 'Type') ?? '')

export const endsOf = (charge: Charge): [Sum | undefined, Sum | undefined] => [
  charge.open === undefined ? leastOf([NOTHING, ...charge.sums]) : charge.open.low,
  charge.open === undefined ? mostOf([NOTHING, ...charge.sums]) : charge.open.high,
]
