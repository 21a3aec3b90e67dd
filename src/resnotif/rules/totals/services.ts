import { ownTable } from '../../../foreign-text.js'
import { isSameDecimal } from '../../build/index.js'
import { groupBy, serviceRphsIn, spanOf, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import {
  type Charge,
  chargedTimeOf,
  chargesOf,
  hoursUntold,
  multiplesOf,
  type Reading,
  type Scope,
  toldIn,
  unknown,
} from './charges.js'
import { type AmountKind, amountIn, chargeIn, distinct, moneyOf, roomOf } from './money.js'
import {
  addBounds,
  type Expected,
  highOf,
  isSum,
  mostOf,
  NOTHING,
  openOf,
  type Rounding,
  type Sum,
  sumUp,
  termOf,
  timesSum,
} from './sums.js'
import { type Budget, withCharges } from './with-charges.js'

/** Services of a reservation, and which part of it names each. */
export interface Services {
  all: XmlNode[]
  /** ServiceRPHs that RoomStays and RoomRates name, and how many of them do. */
  named: ReadonlyMap<string, number>
  /** There are several RoomStays. */
  areSeveral: boolean
}

export function servicesOf(reservation: XmlNode): Services {
  const nodes = walkStandard(reservation)
  const named = nodes.filter(({ name }) => name === 'ServiceRPHs').flatMap((one) => [...new Set(serviceRphsIn(one))])
  return {
    all: childrenOf(childOf(reservation, 'Services'), 'Service'),
    named: new Map([...groupBy(named, (rph) => rph)].map(([rph, all]) => [rph, all.length])),
    areSeveral: nodes.filter(({ name }) => name === 'RoomStay').length > 1,
  }
}

/** Whether a service is that of one RoomStay or RoomRate alone: the total of any other may have a share of it. */
export const isOfOne = ({ named, areSeveral }: Services, service: XmlNode, part: XmlNode): boolean =>
  (part.name === 'RoomStay' && !areSeveral) || named.get(valueOf(service, 'ServiceRPH') ?? '') === 1

/** A charge that may be split among several parts: a total may have any share of it. */
export const splitCharge = (charge: Charge): Charge =>
  charge.doubt === undefined
    ? charge
    : { ...charge, low: NOTHING, high: mostOf([...charge.sums, ...charge.doubt.sums]), obstacle: charge.doubt.obstacle }

/** Services that may be in the total of a RoomStay: its own, and those that no part names. */
export function servicesOfStay({ all, named }: Services, stay: XmlNode): XmlNode[] {
  const own = new Set(
    walkStandard(stay)
      .filter(({ name }) => name === 'ServiceRPHs')
      .flatMap(serviceRphsIn),
  )
  return all.filter((service) => {
    const rph = valueOf(service, 'ServiceRPH')
    return rph === undefined || !named.has(rph) || own.has(rph)
  })
}

/** Services that a RoomRate names. */
export function servicesOfRate({ all }: Services, rate: XmlNode): XmlNode[] {
  const own = new Set(serviceRphsIn(childOf(rate, 'ServiceRPHs') ?? rate))
  return childOf(rate, 'ServiceRPHs') === undefined
    ? []
    : all.filter((service) => own.has(valueOf(service, 'ServiceRPH') ?? ''))
}

/** A Total of a service, and what its Base makes. */
export interface UnmadeTotal {
  total: XmlNode
  sums: Sum[]
}

/** What a Service may add to a total, with what stands beside its own price. */
export function chargesOfService(service: XmlNode, scope: Scope, reading: Reading, budget: Budget): Charge[] {
  const prices = childrenOf(service, 'Price')
  const priced = prices.filter((price) => amountsOf(price, reading.kind).length > 0)
  if (priced.length === 0) return isInclusive(service) ? [] : [unknown(service, false, 'has no price')]
  if (priced.some((price) => isForeign(price, reading.currency)))
    return isInclusive(service) ? [] : [unknown(service, false, 'is priced in another currency')]
  const own = scopeOf(service, scope)
  const quantity = wholeNumber(valueOf(service, 'Quantity')) ?? 1
  const counted = prices.length === 1 ? countedCharge(service, prices[0] as XmlNode, own, reading) : undefined
  if (counted !== undefined) return [counted]
  const untold = priced.flatMap((price) => hoursUntold(timeOf(price)) ?? [])[0]
  // Senders mean other than they say, too: that is no fault, and no proof.
  const most = Math.max(...multiplesOf(own, quantity))
  const each = priced.map((price) => {
    const dated = datedBy(price, own)
    const factors = factorsOf(service, dated, quantity, timeOf(price))
    const isWhole = isOfAll(price, service, dated, reading)
    const amounts = isWhole ? [childOf(price, 'Total')] : amountsOf(price, reading.kind)
    const sums = amounts.flatMap((node) => chargeIn(node, reading.kind, reading.ratio))
    const room = mostOf(amountsOf(price, reading.kind).flatMap((node) => roomOf(node, reading.kind) ?? []))
    const beside = chargesOf(toldIn(price, reading).map((one) => ({ told: one, scope: dated })))
    const plain: Expected = {
      sums: isWhole ? sums : distinct(sums.flatMap((sum) => factors.map((factor) => timesSum(sum, factor)))),
      isTold: true,
      open: openOf([], NOTHING, untold === undefined ? timesSum(room, most) : undefined),
    }
    return withCharges(plain, beside, budget, reading.ratio)
  })
  const high = addBounds(each.map(highOf))
  const [first] = each as [Expected]
  const sums = each.length === 1 ? first.sums : [...sumUp(each).sums, ...each.flatMap((one) => one.sums)]
  const isMinus = sums.some(({ amount }) => amount.units < 0n)
  const low =
    isMinus && high !== undefined ? { ...high, amount: { ...high.amount, units: -high.amount.units } } : NOTHING
  const what = isInclusive(service)
    ? 'is called inclusive, and has a price'
    : (untold ?? 'may be in it or not, once or more often, before tax or after')
  return [
    {
      node: service,
      name: nameOf(service),
      // Nothing tells whether a service that the room rate includes was added.
      sums: isInclusive(service) ? [] : sums,
      low,
      ...(high === undefined ? {} : { high }),
      obstacle: { node: service, what },
    },
  ]
}

const nameOf = (service: XmlNode): string => `Service,${valueOf(service, 'ServiceInventoryCode') ?? ''}`

/** What ServicePricingType counts a price by. */
const COUNTED_BY = ownTable<readonly ('nights' | 'persons')[]>({
  perstay: [],
  pernight: ['nights'],
  perperson: ['persons'],
  perpersonpernight: ['nights', 'persons'],
})
const TIMES_MAX = 200

/** A service that is in a total or not, so often as its ServicePricingType says; undefined where that or its amount is not told for sure. */
function countedCharge(service: XmlNode, price: XmlNode, own: Scope, reading: Reading): Charge | undefined {
  const scope = datedBy(price, own)
  if (isInclusive(service) || !isCountKnown(service, scope) || !isPlain(service, price)) return undefined
  const amounts = amountsOf(price, reading.kind).map((node) => moneyOf(node, reading.kind))
  const [first, second] = amounts
  const isWhole = isOfAll(price, service, scope, reading)
  if (first === undefined || first.units <= 0n || amounts.includes(undefined)) return undefined
  if (second !== undefined && !isWhole && !isSameDecimal(first, second)) return undefined
  const factors = factorsOf(service, scope, wholeNumber(valueOf(service, 'Quantity')) ?? 1)
  const most = Math.max(...factors)
  if (most > TIMES_MAX) return undefined
  const times = (many: number): Sum => timesSum(termOf(first), many)
  const some = Array.from({ length: most }, (_, at) => times(at + 1))
  return {
    node: service,
    name: nameOf(service),
    sums: isWhole && second !== undefined ? [termOf(second)] : factors.map(times),
    doubt: { sums: some, obstacle: { node: service, what: 'may be in it for some of the rooms, guests or nights' } },
  }
}

/** Whether all that a price counts by is told. */
function isCountKnown(service: XmlNode, { nights = 0, units, persons }: Scope): boolean {
  const by = COUNTED_BY[pricingOf(service)]
  const quantity = valueOf(service, 'Quantity')
  return (
    by !== undefined &&
    units !== undefined &&
    (quantity === undefined || wholeNumber(quantity) !== undefined) &&
    (!by.includes('nights') || nights > 0) &&
    (!by.includes('persons') || persons.length > 0)
  )
}

const BESIDE = new Set(['Taxes', 'Fees', 'Discount', 'AdditionalGuestAmounts', 'AdditionalCharges'])
const CHARGED_BY = ['ChargeUnit', 'ChargeFrequency', 'ChargeType']
const COUNTS = ['NumberOfUnits', 'UnitMultiplier']

/** Whether nothing beside the amount of a service changes it, or what it is counted by. */
function isPlain(service: XmlNode, price: XmlNode): boolean {
  return !walkStandard(service).some(
    (one) =>
      BESIDE.has(one.name) ||
      (one.name === 'Total' && one.parent !== price) ||
      CHARGED_BY.some((name) => valueOf(one, name) !== undefined) ||
      COUNTS.some((name) => (valueOf(one, name)?.trim() ?? '1') !== '1'),
  )
}

/** Whether the Total of a price is that of all of it: its Base is the price of one of several, and makes it. */
function isOfAll(price: XmlNode, service: XmlNode, scope: Scope, { kind }: Reading): boolean {
  const [base, total] = ['Base', 'Total'].map((name) => amountIn(childOf(price, name), kind)?.sums[0])
  if (base === undefined || total === undefined || base.amount.units === 0n) return false
  return (
    !isSameDecimal(base.amount, total.amount) &&
    timesOf(service, scope).some((times) => isSameDecimal(timesSum(base, times).amount, total.amount))
  )
}

/** How often the Base of a service makes its Total: once, or by its Quantity where it has one, for each night, room or guest. */
function timesOf(service: XmlNode, scope: Scope): number[] {
  const quantity = wholeNumber(valueOf(service, 'Quantity')) ?? 1
  const each = multiplesOf(scope, 1).map((times) => times * quantity)
  return [...new Set([1, ...each])].filter((times) => Number.isSafeInteger(times) && times > 0)
}

/** Prices of services whose Base does not make their Total, and nothing stands beside it that may: which of the two is wrong is not told. */
export function unmadeTotals(service: XmlNode, scope: Scope, { kind }: Reading, rounding: Rounding): UnmadeTotal[] {
  return childrenOf(service, 'Price').flatMap((price) => {
    const [base, total] = [childOf(price, 'Base'), childOf(price, 'Total')]
    const [one, whole] = [amountIn(base, kind)?.sums[0], moneyOf(total, kind)]
    const isBare =
      toldIn(price, { kind, currency: undefined, ratio: undefined }).length === 0 &&
      [base, total].every((node) => childOf(node, 'Taxes') === undefined)
    if (total === undefined || one === undefined || whole === undefined || one.amount.units === 0n || !isBare) return []
    if (timeOf(price) !== undefined || valueOf(base, 'CurrencyCode') !== valueOf(total, 'CurrencyCode')) return []
    const dated = datedBy(price, scopeOf(service, scope))
    const sums = timesOf(service, dated).map((times) => timesSum(one, times))
    // The number of each is enough to see what does not fit.
    const plain = [...new Set([1, wholeNumber(valueOf(service, 'Quantity')) ?? 1])].map((times) => timesSum(one, times))
    return sums.some((sum) => isSum(sum, whole, rounding)) ? [] : [{ total, sums: plain }]
  })
}

/** How often a price counts: as ServicePricingType says, where it does. Each room may have its own. */
function factorsOf(service: XmlNode, scope: Scope, quantity: number, per?: ReturnType<typeof chargedTimeOf>): number[] {
  const isPerStay = pricingOf(service) === 'perstay'
  return [...new Set(multiplesOf(isPerStay ? { ...scope, nights: 1, persons: [] } : scope, quantity, per))]
}

const pricingOf = (service: XmlNode): string =>
  valueOf(service, 'ServicePricingType')?.trim().toLowerCase().replaceAll(' ', '') ?? ''

/** By what time a price of a service says that it is charged, or one of its amounts. */
const timeOf = (price: XmlNode): ReturnType<typeof chargedTimeOf> =>
  [price, childOf(price, 'Base'), childOf(price, 'Total')].flatMap((one) => (one && chargedTimeOf(one)) ?? [])[0]

const isInclusive = (node: XmlNode): boolean =>
  ['true', '1'].includes(valueOf(node, 'Inclusive') ?? '') || /^inclusive$/i.test(valueOf(node, 'Type') ?? '')

/** Base is the price of one, Total what is charged. */
const amountsOf = (price: XmlNode, kind: AmountKind): XmlNode[] =>
  [childOf(price, 'Base'), childOf(price, 'Total'), price].filter(
    (node) => node !== undefined && roomOf(node, kind) !== undefined,
  ) as XmlNode[]

const isForeign = (price: XmlNode, currency: string | undefined): boolean =>
  [price, childOf(price, 'Base'), childOf(price, 'Total')].some((node) => {
    const own = valueOf(node, 'CurrencyCode')
    return own !== undefined && currency !== undefined && own !== currency
  })

/** The nights that a price is for, where it tells them. */
function datedBy(price: XmlNode, scope: Scope): Scope {
  const days = spanOf(price)
  return days === undefined || days.to <= days.from ? scope : { ...scope, nights: days.to - days.from }
}

/** The days and guests of the service itself, where it tells them. */
function scopeOf(service: XmlNode, stay: Scope): Scope {
  const span = spanOf(descend(service, 'ServiceDetails', 'TimeSpan'))
  const counts = childrenOf(descend(service, 'ServiceDetails', 'GuestCounts'), 'GuestCount').map(
    (one) => wholeNumber(valueOf(one, 'Count')) ?? 0,
  )
  return {
    ...stay,
    ...(span === undefined || span.to < span.from ? {} : { nights: span.to - span.from }),
    ...(counts.length === 0 ? {} : { persons: [counts.reduce((sum, count) => sum + count, 0)] }),
  }
}
