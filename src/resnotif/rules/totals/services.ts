import { timesDecimal } from '../../build/index.js'
import { spanOf, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, isInclusive, type Scope, toldIn, unknown } from './charges.js'
import { type Amount, type AmountKind, amountIn } from './money.js'
import { addBounds, addSums, NOTHING, openOf, type Sum } from './sums.js'

/** Services of a reservation, and which part of it names each. */
export interface Services {
  all: XmlNode[]
  /** ServiceRPHs that a RoomStay or RoomRate names. */
  named: ReadonlySet<string>
}

export function servicesOf(reservation: XmlNode): Services {
  const named = [...walkNodes(reservation)].filter(({ name }) => name === 'ServiceRPHs').flatMap(rphsIn)
  return { all: childrenOf(childOf(reservation, 'Services'), 'Service'), named: new Set(named) }
}

/** References by attribute, or as a list in the text. */
function rphsIn(holder: XmlNode): string[] {
  const listed = childrenOf(holder, 'ServiceRPH').flatMap((one) => [
    valueOf(one, 'RPH') ?? '',
    ...one.text.split(/\s+/),
  ])
  return [...listed, ...holder.text.split(/\s+/)].filter((rph) => rph !== '')
}

/** Services that may be in the total of a RoomStay: its own, and those that no part names. */
export function servicesOfStay({ all, named }: Services, stay: XmlNode): XmlNode[] {
  const own = new Set([...walkNodes(stay)].filter(({ name }) => name === 'ServiceRPHs').flatMap(rphsIn))
  return all.filter((service) => {
    const rph = valueOf(service, 'ServiceRPH')
    return rph === undefined || !named.has(rph) || own.has(rph)
  })
}

/** Services that a RoomRate names. */
export function servicesOfRate({ all }: Services, rate: XmlNode): XmlNode[] {
  const own = new Set(rphsIn(childOf(rate, 'ServiceRPHs') ?? rate))
  return childOf(rate, 'ServiceRPHs') === undefined
    ? []
    : all.filter((service) => own.has(valueOf(service, 'ServiceRPH') ?? ''))
}

/** What a Service may add to a total: nothing where the room rate includes it. */
export function chargesOfService(
  service: XmlNode,
  kind: AmountKind,
  scope: Scope,
  currency: string | undefined,
): Charge[] {
  if (isInclusive(service)) return []
  const prices = childrenOf(service, 'Price')
  const told = prices.map((price) => ({ price, amounts: amountsOf(price, kind) }))
  const priced = told.filter(({ amounts }) => amounts.length > 0)
  if (priced.length === 0) return [unknown(service, false, 'has no price')]
  if (priced.some(({ price }) => isForeign(price, currency)))
    return [unknown(service, false, 'is priced in another currency')]
  const own = scopeOf(service, scope)
  const beside = prices.flatMap((price) =>
    chargesOf(toldIn(price, kind, currency).map((one) => ({ told: one, scope: own }))),
  )
  const single = priced.length === 1 ? [] : priced.flatMap(({ amounts }) => amounts)
  const lists = [
    ...(priced.length === 1
      ? (priced[0]?.amounts ?? []).map((one) => [one])
      : [priced.flatMap(({ amounts }) => amounts.slice(0, 1))]),
    ...single.map((one) => [one]),
  ]
  if (lists.some((list) => list.some(({ sums }) => sums.length === 0))) {
    const most = Math.max(...multiplesOf(service, own, true))
    const highs = priced.flatMap(({ amounts }) => amounts).map(({ sums, high }) => sums[0] ?? high)
    const high = addBounds(highs)
    const end = high === undefined ? undefined : { ...high, amount: timesDecimal(high.amount, most) }
    const obstacles = [{ node: service, what: 'tells its price before or after tax alone' }]
    return [{ node: service, sums: [], open: openOf(obstacles, NOTHING, end) }, ...beside]
  }
  const sums = lists.flatMap((list) => {
    const sum = addSums(list.map((one) => one.sums[0] as Sum))
    const isWhole = priced.some(({ price }) => childOf(price, 'Total') !== undefined)
    return multiplesOf(service, own, isWhole).map((factor) => ({
      ...sum,
      amount: timesDecimal(sum.amount, factor),
      terms: sum.terms * factor,
    }))
  })
  return [{ node: service, sums }, ...beside]
}

/** Base is the price of one, Total what is charged. */
function amountsOf(price: XmlNode, kind: AmountKind): Amount[] {
  return [childOf(price, 'Base'), childOf(price, 'Total'), price]
    .map((node) => amountIn(node, kind))
    .filter((amount) => amount !== undefined)
}

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

/** How often a price may count, by the pricing type of the service, or in any way where it has none. */
function multiplesOf(service: XmlNode, { nights, units, persons }: Scope, isWhole: boolean): number[] {
  const quantity = wholeNumber(valueOf(service, 'Quantity'))
  const [heads, days] = [quantity === undefined ? [...persons] : [quantity], nights === undefined ? [] : [nights]]
  const both = heads.flatMap((head) => days.map((day) => head * day))
  const type = (valueOf(service, 'ServicePricingType') ?? '').toLowerCase()
  const rooms = units === undefined ? [] : [units, ...days.map((day) => day * units)]
  const byType: Readonly<Record<string, readonly number[]>> = {
    'per stay': [quantity ?? 1, 1],
    'per person': heads,
    'per night': [...days, ...(quantity === undefined ? [] : both)],
    'per person per night': both,
    'per use': [quantity ?? 1],
  }
  const told = byType[type]
  const found = told === undefined || told.length === 0 ? [1, ...heads, ...days, ...both, ...rooms] : told
  return [...new Set(isWhole ? [1, ...found] : found)].filter((factor) => Number.isSafeInteger(factor) && factor > 0)
}
