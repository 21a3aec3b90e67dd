import { openAmounts, parseMoney, writeDecimal } from '../../build/index.js'
import type { LintFinding } from '../../finding/index.js'
import {
  ageGroupOf,
  beginOf,
  dayNumber,
  dayText,
  groupBy,
  hasDatedRates,
  ownRatesOf,
  rateTimeOf,
  type Span,
  wholeNumber,
} from '../../read/index.js'
import { childOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import { nightsIn, type StayNights } from '../../nights/index.js'
import { nightFinding } from './night-finding.js'
import { productOf } from './products.js'
import { isOfStay } from './whole-stay.js'

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
/** What may be in a total beside the prices of nights. */
const BESIDE: ReadonlySet<string> = new Set([
  'AdditionalCharge',
  'AdditionalGuestAmount',
  'Discount',
  'Fee',
  'Service',
  'Tax',
])
/** Each price may be rounded. */
const ROUNDING = 0.01

/** A price that says on which night it begins, and not when it ends. */
interface Begun {
  node: XmlNode
  from: number
  amount: number
  units: number
  /** It says that it is the price of a night. */
  isDaily: boolean
}

/**
 * Nights without a price where prices say when they begin, and not when they end.
 * @param isOurs each room and plan of a stay is priced from its arrival
 */
export function checkBegun(stay: XmlNode, span: Span, read: StayNights, isOurs: boolean): LintFinding[] {
  if (isCancelled(stay)) return []
  const found = checkBetween(stay, span, read)
  // A room of a message that tells its days for all of them may arrive later.
  return found.length > 0 || childOf(stay, 'TimeSpan') === undefined ? found : checkBefore(span, read, isOurs)
}

/** What a room and plan is priced from, where its prices say only when they begin. */
interface BegunProduct {
  node: XmlNode
  first: number
  last: number
  /** There is a price for each night, so others tell what is missing. */
  isEach: boolean
}

/** Nights before the first price of a stay, or of a room and plan that another one does not come before: whatever it goes on to, it is for none of these. */
function checkBefore({ from, to }: Span, { lines, spanOf }: StayNights, isOurs: boolean): LintFinding[] {
  // One room of another sender may arrive later.
  const byProduct = groupBy([...lines], ({ node }) => (isOurs ? productOf(node) : ''))
  const products = [...byProduct.values()].map((all) =>
    begunProduct(
      all.map(({ node }) => node),
      spanOf,
    ),
  )
  if (!products.every((one) => one !== undefined)) return []
  // Who comes first may change to another room or plan.
  const left = products.reduce((least, { last }) => Math.min(least, last), Infinity)
  return products.flatMap(({ node, first, isEach }) => {
    if (isEach || first <= from || first >= to || left < first) return []
    const missing = nightsIn({ from, to: first }) ?? []
    return [
      missingNights(
        node,
        missing,
        `The first price begins on ${dayText(first)}, and none is for the nights before it.`,
      ),
    ]
  })
}

/** Undefined where a price says more or less than when it begins, or is of the whole stay. */
function begunProduct(roomRates: readonly XmlNode[], spanOf: StayNights['spanOf']): BegunProduct | undefined {
  // The days stand in the Rates, or else in the RoomRates.
  const nodes = roomRates.flatMap((one) => (hasDatedRates(one) ? ratesOf(one) : [one]))
  const days = nodes.map(beginOf)
  const [node] = nodes
  const isOther =
    nodes.some((one) => one.name === 'RoomRate' && ratesOf(one).length > 1) ||
    roomRates.some((one) => ratesOf(one).some(isOfStay))
  if (node === undefined || isOther || !days.every((day) => day !== undefined)) return undefined
  const inOrder = days.toSorted((a, b) => a - b)
  return {
    node,
    first: inOrder[0] ?? 0,
    last: inOrder.at(-1) ?? 0,
    isEach: nodes.some((one) => spanOf(one) !== undefined),
  }
}

/**
 * Nights that no price begins on, where prices say only that: one price for each night leaves them out, and one that is carried on until the next does not. The total
 * decides: a night is missing where it counts one night for each, or where neither reading makes it and nothing else may be in it.
 */
function checkBetween(stay: XmlNode, span: Span, { lines, spanOf }: StayNights): LintFinding[] {
  const rates = lines.map(({ node }) => node)
  if (rates.some((rate) => [rate, ...ratesOf(rate)].some((one) => spanOf(one) !== undefined))) return []
  const byKind = KINDS.map((kind) => ({
    total: amountIn(childOf(stay, 'Total'), kind),
    begun: begunIn(rates, kind),
  }))
  for (const { total, begun } of byKind) {
    if (total === undefined || begun === undefined) continue
    const days = begun.map(({ from }) => from)
    const missing = Array.from({ length: span.to - span.from }, (_, at) => span.from + at).filter(
      (night) => !days.includes(night),
    )
    const isInside = days.every((day) => day >= span.from && day < span.to)
    if (!isInside || missing.length === 0 || new Set(days).size < days.length) return []
    const makes = (nightsOf: (one: Begun, at: number) => number): boolean =>
      [true, false].some((perUnit) => {
        const sum = begun.reduce((all, one, at) => all + one.amount * nightsOf(one, at) * (perUnit ? one.units : 1), 0)
        return Math.abs(sum - total) <= ROUNDING * (span.to - span.from)
      })
    const carried = makes(({ from }, at) => (begun[at + 1]?.from ?? span.to) - from)
    if (carried && days[0] === span.from) return []
    const isEach = makes(() => 1)
    // A price that tells no unit of time may be of all nights until the next.
    const isLeft = isEach ? !begun.every(({ isDaily }) => isDaily) : hasMore(stay)
    return isLeft ? [] : [missingNights(begun[0]?.node as XmlNode, missing, isEach ? EACH : NEITHER)]
  }
  const begun = byKind.find((one) => one.begun !== undefined)?.begun
  return begun === undefined || byKind.some(({ total }) => total !== undefined) ? [] : noteCarried(begun, span)
}

/** Nights on which no price begins, and no total tells whether the one before goes on. */
function noteCarried(begun: readonly Begun[], span: Span): LintFinding[] {
  const days = new Set(begun.map(({ from }) => from))
  const missing = (nightsIn(span) ?? []).filter((night) => !days.has(night))
  const [first, last] = [begun[0], begun.at(-1)]
  if (first?.from !== span.from || missing.length === 0 || (last?.from ?? span.to) >= span.to) return []
  return [
    {
      ...nightFinding('night-unchecked', first.node, missing),
      expected: 'a price of each night, or the day on which each price ends',
      why: 'No price begins on this night. The prices say when they begin and not when they end, so the one before may go on, and no total tells.',
      remedy: 'Write the day after the last night of each price as ExpireDate.',
    },
  ]
}

const EACH = 'No price begins on this night, and the total counts each price for one night.'
const NEITHER =
  'No price begins on this night. The total is neither that of one night for each price, nor that of prices that go on until the next.'

/** @param first the first price */
const missingNights = (first: XmlNode, missing: readonly number[], why: string): LintFinding => ({
  ...nightFinding('night-missing', first.parent ?? first, missing),
  severity: 'warning',
  why,
})

/** RoomRates of one product in turn, or the Rates of the only one, in the order of their nights. */
function begunIn(roomRates: readonly XmlNode[], kind: (typeof KINDS)[number]): Begun[] | undefined {
  const [only, ...others] = roomRates
  if (only === undefined) return undefined
  const isByRate = others.length === 0 && ratesOf(only).length > 1
  const isOneProduct =
    new Set(roomRates.map((one) => `${productOf(one)} ${valueOf(one, 'NumberOfUnits') ?? ''}`)).size === 1
  const nodes = isByRate ? ratesOf(only) : roomRates
  const isByAge = isByRate && nodes.some((rate) => ageGroupOf(rate) !== undefined)
  if (!isOneProduct || isByAge || nodes.length < 2) return undefined
  const found = nodes.flatMap((node): Begun[] => {
    const [rate, second] = isByRate ? [node] : ratesOf(node)
    const from = dayNumber(valueOf(node, 'EffectiveDate'))
    const amount = amountIn(childOf(rate, 'Total') ?? childOf(rate, 'Base'), kind)
    const units = wholeNumber(valueOf(isByRate ? only : node, 'NumberOfUnits') ?? '1')
    const { unit, times } = rateTimeOf(rate)
    const isOfNight = (unit === undefined || unit === 'Day') && times === '1'
    const isDated = !isByRate && valueOf(rate, 'EffectiveDate') !== undefined
    if (second !== undefined || isDated || !isOfNight || from === undefined || amount === undefined) return []
    return units === undefined ? [] : [{ node, from, amount, units, isDaily: unit === 'Day' }]
  })
  return found.length < nodes.length ? undefined : found.toSorted((a, b) => a.from - b.from)
}

const ratesOf = ownRatesOf

function amountIn(node: XmlNode | undefined, kind: (typeof KINDS)[number]): number | undefined {
  // Nothing tells what it is.
  if (node !== undefined && openAmounts(node).length > 0) return undefined
  const money = parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))
  return money === undefined ? undefined : Number(writeDecimal(money))
}

/** Whether something beside the prices of nights may be in the total. */
function hasMore(stay: XmlNode): boolean {
  const reservation = stay.parent?.parent
  const around = [stay, childOf(reservation, 'Services'), descend(reservation, 'ResGlobalInfo', 'Fees')]
  return around.some((one) => one !== undefined && walkStandard(one).some(({ name }) => BESIDE.has(name)))
}

/** What is cancelled may have any total. */
function isCancelled(stay: XmlNode): boolean {
  const status = [valueOf(stay, 'RoomStayStatus')]
  for (let at = stay.parent; at !== undefined; at = at.parent) status.push(valueOf(at, 'ResStatus'))
  return status.some((one) => /^cancel/i.test(one?.trim() ?? ''))
}
