import { isSameDecimal } from '../../build/index.js'
import { serviceRphsIn, spanOf, wholeNumber } from '../../read/index.js'
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
  timesSum,
} from './sums.js'
import { type Budget, withCharges } from './with-charges.js'

/** Services of a reservation, and which part of it names each. */
export interface Services {
  all: XmlNode[]
  /** ServiceRPHs that a RoomStay or RoomRate names. */
  named: ReadonlySet<string>
}

export function servicesOf(reservation: XmlNode): Services {
  const named = [...walkStandard(reservation)].filter(({ name }) => name === 'ServiceRPHs').flatMap(serviceRphsIn)
  return { all: childrenOf(childOf(reservation, 'Services'), 'Service'), named: new Set(named) }
}

/** Services that may be in the total of a RoomStay: its own, and those that no part names. */
export function servicesOfStay({ all, named }: Services, stay: XmlNode): XmlNode[] {
  const own = new Set([...walkStandard(stay)].filter(({ name }) => name === 'ServiceRPHs').flatMap(serviceRphsIn))
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
  const untold = priced.flatMap((price) => hoursUntold(timeOf(price)) ?? [])[0]
  // Senders mean other than they say, too: that is no fault, and no proof.
  const most = Math.max(...multiplesOf(own, quantity))
  const each = priced.map((price) => {
    const days = spanOf(price)
    const nights = days === undefined || days.to <= days.from ? undefined : days.to - days.from
    const dated = nights === undefined ? own : { ...own, nights }
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
      name: `Service,${valueOf(service, 'ServiceInventoryCode') ?? ''}`,
      // Nothing tells whether a service that the room rate includes was added.
      sums: isInclusive(service) ? [] : sums,
      low,
      ...(high === undefined ? {} : { high }),
      obstacle: { node: service, what },
    },
  ]
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
    const days = spanOf(price)
    const own = scopeOf(service, scope)
    const dated = days === undefined || days.to <= days.from ? own : { ...own, nights: days.to - days.from }
    const sums = timesOf(service, dated).map((times) => timesSum(one, times))
    // The number of each is enough to see what does not fit.
    const plain = [...new Set([1, wholeNumber(valueOf(service, 'Quantity')) ?? 1])].map((times) => timesSum(one, times))
    return sums.some((sum) => isSum(sum, whole, rounding)) ? [] : [{ total, sums: plain }]
  })
}

/** How often a price counts: as ServicePricingType says, where it does. Each room may have its own. */
function factorsOf(service: XmlNode, scope: Scope, quantity: number, per: ReturnType<typeof chargedTimeOf>): number[] {
  const type = valueOf(service, 'ServicePricingType')?.trim().toLowerCase() ?? ''
  const isPerStay = type === 'per stay' || type === 'perstay'
  return [...new Set(multiplesOf(isPerStay ? { ...scope, nights: 1, persons: [] } : scope, quantity, per))]
}

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
