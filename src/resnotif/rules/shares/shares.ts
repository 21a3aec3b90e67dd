import {
  arePlacesOpen,
  type Decimal,
  isMoreDecimal,
  isWithinHalves,
  parsePercent,
  scaleDecimal,
  sumDecimals,
  timesDecimal,
  writeAmount,
} from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { isCancelledAt, type MessageReservation } from '../../read/index.js'
import { childOf, childrenOf, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import { isForeignTax, lookOf, moneyOf } from '../totals/index.js'
import {
  type Basis,
  chargesBeside,
  isInRate,
  less,
  placesOf,
  pricesAround,
  type Scope,
  sumsAround,
  tellsNetPrice,
  termsOf,
  timesIn,
  withTaxes,
} from './bases.js'

/** A tax, a fee, a discount or a commission that tells a share and an amount. */
interface Shared {
  node: XmlNode
  percent: Decimal
  /** Where its amounts stand, and what each is. */
  told: { node: XmlNode; name: string; amount: Decimal }[]
}

const SHARES: ReadonlySet<string> = new Set(['Tax', 'Fee', 'Discount', 'Commission'])
const AMOUNTS = ['Amount', 'AmountAfterTax', 'AmountBeforeTax'] as const
/** With these a share is of some of the nights or people, or has an end. */
const OF_SOME = [
  'ChargeUnitExempt',
  'ChargeFrequencyExempt',
  'MaxChargeUnitApplies',
  'MaxChargeFrequencyApplies',
  'MaxCommissionUnitApplies',
  'EffectiveDate',
  'ExpireDate',
  'Start',
  'End',
  'MaxAge',
  'DiscountPattern',
  'NightsDiscounted',
  'NightsRequired',
] as const
const CHECKED_MAX = 300
/** Of so many that seem wrong each is held against all that may be in its price; what goes beyond is an accident of the sender. */
const WRONG_MAX = 20
const CHARGES_MAX = 5
/** A price with its taxes, and what it stands in. */
const OWN_MAX = 2
const HUNDRED: Decimal = { units: 100n, scale: 0 }

/** A share and an amount of one thing that go together by no price that the share may be of; where it may be of a part of one, that is a note. */
export function checkShares(reservation: MessageReservation, isOurs: boolean): LintFinding[] {
  const shared = walkStandard(reservation.node)
    .flatMap((node) => sharedIn(node) ?? [])
    .slice(0, CHECKED_MAX)
  if (shared.length === 0 || isCancelledAt(reservation.node)) return []
  const look: Look = {
    ...lookOf(reservation, isOurs),
    reservation,
    beside: chargesBeside(reservation.node),
    left: WRONG_MAX,
  }
  return shared.flatMap((one) => checkOne(one, look))
}

interface Look extends Scope {
  reservation: MessageReservation
  /** Amounts that may be in a price or not. */
  beside: readonly Decimal[]
  /** How many may still be looked at in full. */
  left: number
}

function sharedIn(node: XmlNode): Shared | undefined {
  if (!SHARES.has(node.name) || OF_SOME.some((name) => valueOf(node, name) !== undefined)) return undefined
  const percent = parsePercent(valueOf(node, 'Percent'))
  if (percent === undefined || percent.units === 0n || isCancelledAt(node) || arePlacesOpen(node)) return undefined
  const status = valueOf(node, 'StatusType')?.trim()
  if ((status !== undefined && status !== 'Full') || valueOf(node, 'CapAmount') !== undefined) return undefined
  const told = amountsIn(node)
  return told.length === 0 ? undefined : { node, percent: sizeOf(percent), told }
}

/** Amounts that are not zero: zero says that the share counts. */
function amountsIn(node: XmlNode): Shared['told'] {
  const at = (one: XmlNode | undefined, names: readonly string[]): Shared['told'] =>
    names.flatMap((name) => {
      const amount = moneyOf(one, name)
      return one === undefined || amount === undefined || amount.units === 0n
        ? []
        : [{ node: one, name, amount: sizeOf(amount) }]
    })
  if (node.name !== 'Commission') return at(node, AMOUNTS)
  const payable = at(childOf(node, 'CommissionPayableAmount'), ['Amount'])
  return payable.length > 0 ? payable : at(childOf(node, 'FlatCommission'), ['Amount'])
}

const sizeOf = (amount: Decimal): Decimal => ({ ...amount, units: amount.units < 0n ? -amount.units : amount.units })

function checkOne(shared: Shared, look: Look): LintFinding[] {
  const { node, percent, told } = shared
  const commissionable = node.name === 'Commission' ? childOf(node, 'CommissionableAmount') : undefined
  const named = commissionable === undefined ? [] : withTaxes(commissionable, look.ratio)
  const isTold = named.length > 0
  const around = pricesAround(node)
  const plain = around.slice(0, OWN_MAX).flatMap((prices) => prices.flatMap((price) => withTaxes(price, undefined)))
  // Nearly all are right by the price that they stand in.
  if (!isTold && told.every(({ amount }) => plain.some((basis) => isShare(amount, percent, basis, [1], look))))
    return []
  const read = (prices: readonly XmlNode[]): Basis[] =>
    prices.flatMap((price) => withTaxes(price, look.ratio, termsOf(price, look.reservation, look)))
  const near = isTold ? named : read(around.flat())
  const times = timesIn(node, look.reservation, look)
  return told.flatMap(({ node: at, name, amount }) => {
    const extras = extrasOf(node, amount)
    const isOf = (bases: readonly Basis[], counted: readonly number[]): boolean =>
      extras.some((one) => bases.some((basis) => isShare(one, percent, basis, counted, look)))
    if (isOf(near, times) || isForeign(node, told) || look.left === 0) return []
    look.left -= 1
    const bases = isTold ? near : [...near, ...sumsAround(node, look.reservation, look)]
    // What is charged beside one night is in its price, and not in that of others.
    const own = isInRate(node) ? read(around.slice(0, OWN_MAX).flat()) : bases
    const all = isTold ? near : [...bases, ...othersOf(own, chargesOf(amount, look.beside))]
    if (bases.length === 0 || isOf(bases, times) || isOf(all, [1])) return []
    const isOfPart = !isTold && mayBeOfPart(shared, amount, { near, bases, times }, look)
    if (isOfPart && node.name === 'Tax' && isSplit(node, all)) return []
    return [
      findingAt(isOfPart ? 'percent-unchecked' : 'percent-mismatch', at, name, {
        found: `${minusOf(node, 'Percent')}${writeAmount(percent, 0)} % and ${minusOf(at, name)}${write(amount, look)}`,
        expected: expectedOf(shared, bases, look),
      }),
    ]
  })
}

/** Shares and amounts are compared by their size, and shown as they stand. */
const minusOf = (node: XmlNode, name: string): string =>
  valueOf(node, name)?.trim().startsWith('-') === true ? '-' : ''

/** Whether the share may be of something that the message does not tell: a tax of a part of the price that it stands in, a commission of the price before tax. */
function mayBeOfPart(
  { node, percent }: Shared,
  amount: Decimal,
  { near, bases, times }: { near: readonly Basis[]; bases: readonly Basis[]; times: readonly number[] },
  { reservation, ratio }: Look,
): boolean {
  const implied = scaleDecimal(amount, HUNDRED, percent)
  const isLess = (prices: readonly Basis[], most: number): boolean =>
    prices.some((one) => !isMoreDecimal(implied, timesDecimal(one.amount, most)))
  if (node.name === 'Commission') return ratio === undefined && !tellsNetPrice(reservation.node) && isLess(bases, 1)
  if (node.name !== 'Tax') return false
  if (percentsBeside(node) > 1) return isLess(near, Math.max(...times))
  const own = pricesAround(node)[0] ?? []
  return (
    !isMoreDecimal(percent, HUNDRED) &&
    own.some((price) => {
      const told = moneyOf(price, 'AmountBeforeTax') ?? moneyOf(price, 'AmountAfterTax') ?? moneyOf(price, 'Amount')
      return told !== undefined && !isMoreDecimal(implied, told)
    })
  )
}

/** What is payable may be less what was paid before, or more a fixed commission. */
function extrasOf(node: XmlNode, amount: Decimal): Decimal[] {
  if (node.name !== 'Commission') return [amount]
  const [flat, prepaid] = ['FlatCommission', 'PrepaidAmount'].map((name) => moneyOf(childOf(node, name), 'Amount'))
  return [
    amount,
    ...(flat === undefined ? [] : [less(amount, flat)]),
    ...(prepaid === undefined ? [] : [sumDecimals([amount, prepaid])]),
  ]
}

const write = (amount: Decimal, { rounding }: Scope, isReckoned = false): string =>
  writeAmount(amount, isReckoned ? rounding.decimals : Math.max(rounding.decimals, 2), isReckoned)

const shareOf = (of: Decimal, percent: Decimal): Decimal => ({
  units: of.units * percent.units,
  scale: of.scale + percent.scale + 2,
})

/** Whether an amount is that share of a price, or of it for each night, room or person. */
function isShare(
  amount: Decimal,
  percent: Decimal,
  { amount: of, terms }: Basis,
  times: readonly number[],
  { rounding: { taxes } }: Scope,
): boolean {
  const share = shareOf(of, percent)
  return times.some((many) => {
    const halves = 2 * Math.max(terms, many)
    return (
      isWithinHalves(timesDecimal(share, many), amount, halves, taxes) ||
      isWithinHalves(share, timesDecimal(amount, many), halves, taxes)
    )
  })
}

/** The amount itself, which may be in a price, and what else may be: each choice of few, of many each and all. */
function chargesOf(own: Decimal, beside: readonly Decimal[]): Decimal[] {
  const distinct = [...new Map([own, ...beside].map((one) => [`${one.units}/${one.scale}`, one])).values()]
  if (distinct.length > CHARGES_MAX) return [...distinct, sumDecimals(beside)]
  return distinct
    .reduce<Decimal[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]])
    .slice(1)
    .map((set) => sumDecimals(set))
}

const othersOf = (bases: readonly Basis[], others: readonly Decimal[]): Basis[] =>
  bases.flatMap(({ amount, terms }) =>
    others.flatMap((one) => [
      { amount: sumDecimals([amount, one]), terms },
      { amount: less(amount, one), terms },
    ]),
  )

/** How many taxes of one price tell a share. */
const percentsBeside = ({ parent }: XmlNode): number =>
  childrenOf(parent, 'Tax').filter((tax) => /[1-9]/.test(valueOf(tax, 'Percent') ?? '')).length

/** Whether the taxes of a price are each of a part of it, and these parts make it: a room at one rate, its breakfast at another. */
function isSplit({ parent }: XmlNode, bases: readonly Basis[]): boolean {
  const each = childrenOf(parent, 'Tax').flatMap((tax) => {
    const [share, amount] = [parsePercent(valueOf(tax, 'Percent')), moneyOf(tax, 'Amount')]
    return share === undefined || share.units === 0n || amount === undefined ? [] : [{ share, amount }]
  })
  const implied = sumDecimals(each.map(({ share, amount }) => scaleDecimal(amount, HUNDRED, share)))
  const slack = sumDecimals(each.map(({ share }) => scaleDecimal({ units: 1n, scale: 2 }, HUNDRED, share)))
  return bases.some(({ amount }) => !isMoreDecimal(sizeOf(less(implied, amount)), slack))
}

const isForeign = (node: XmlNode, told: Shared['told']): boolean =>
  placesOf(node).around.some((at) =>
    [at, childOf(at, 'Base'), childOf(at, 'Total')].some(
      (price) => price !== undefined && [node, ...told.map((one) => one.node)].some((one) => isForeignTax(one, price)),
    ),
  )

const SHOWN_MAX = 2

/** What the share is of the nearest price: before tax, after tax, and where it is in a price, of what is left of that. */
function expectedOf({ node, percent }: Shared, bases: readonly Basis[], look: Look): string {
  const [price] = pricesAround(node).flat()
  const [before, after] = ['AmountBeforeTax', 'AmountAfterTax'].map((kind) => moneyOf(price, kind))
  const of = (amount: Decimal): string =>
    `${write(shareOf(amount, percent), look, true)} of ${write(amount, look, true)}`
  const isIn = node.name === 'Tax' && before === undefined && after !== undefined
  const net = isIn ? [scaleDecimal(after, HUNDRED, sumDecimals([HUNDRED, percent]))] : []
  const told = [...net, ...[before, after].flatMap((one) => one ?? [])]
  const shown = node.name === 'Commission' || told.length === 0 ? bases.map(({ amount }) => amount) : told
  return [...new Set(shown.map(of))].slice(0, SHOWN_MAX).join(' or ')
}
