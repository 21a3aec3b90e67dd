import { ownTable } from '../../foreign-text.js'
import { moneyInFull } from '../comparison/index.js'
import { moneyIn } from '../facts/index.js'
import { childOf, childrenOf, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'
import type { Difference, Leaf } from './leaves.js'
import { holds } from './holds.js'
import { nearest } from './above.js'

/** Prices that are listed of one service. */
const LISTED = 12

/** What a service costs and when it is given, as a hotel says it: `2 × 15.00 EUR, 30.00 EUR in all, 2027-03-01 to 2027-03-03`. */
export const serviceWords = (service: XmlNode): string => joined(partsOf(service))

/** What of a service is otherwise than it was, on both sides. */
export function changedWords(before: XmlNode, after: XmlNode): [was: string, is: string] {
  const [was, is] = [partsOf(before), partsOf(after)]
  return [joined(was.filter((part, at) => part !== is[at])), joined(is.filter((part, at) => part !== was[at]))]
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/** Cost, pricing, days, and whether it is in the price of the room; empty where it is not told. */
function partsOf(service: XmlNode): string[] {
  const prices = childrenOf(service, 'Price').slice(0, LISTED)
  const pricing = textOf(service, 'ServicePricingType')
  const many = textOf(service, 'Quantity')
  const isCounted = prices.length === 1 && moneyIn(childOf(prices[0], 'Base')) !== undefined && many !== undefined
  const costs = prices.map((price) => priceWords(price, isCounted ? many : undefined)).filter((cost) => cost !== '')
  const inclusive = textOf(service, 'Inclusive') ?? ''
  return [
    joined([many === undefined || isCounted ? '' : `quantity ${many}`, costs.join(' and ')]),
    pricing === undefined ? '' : PRICINGS.has(pricing) ? pricing.toLowerCase() : `priced ${pricing}`,
    daysText(childOf(childOf(service, 'ServiceDetails'), 'TimeSpan'), 'Start', 'End'),
    Object.hasOwn(INCLUSIVE, inclusive) ? (INCLUSIVE[inclusive] ?? '') : '',
  ]
}

/** Words of the schemas for ServicePricingType. */
const PRICINGS = new Set(['Per stay', 'Per person', 'Per night', 'Per person per night', 'Per use'])

const INCLUSIVE = ownTable<string>({
  true: 'in the price of the room',
  '1': 'in the price of the room',
  false: 'not in the price of the room',
  '0': 'not in the price of the room',
})

const textOf = (node: XmlNode | undefined, name: string): string | undefined =>
  withoutBlanks(valueOf(node, name) ?? '').slice(0, 60) || undefined

/** What one costs, and what all of them cost. */
function priceWords(price: XmlNode, many: string | undefined): string {
  const [base, total] = [moneyIn(childOf(price, 'Base')), moneyIn(childOf(price, 'Total'))].map(moneyInFull)
  const own = moneyInFull(moneyIn(price, true))
  const one = base === undefined ? own : `${many === undefined ? '' : `${many} × `}${base}`
  const all = total === undefined || (total === base && many === undefined) ? undefined : `${total} in all`
  const days = daysText(price, 'EffectiveDate', 'ExpireDate')
  return [one, all, days === '' ? undefined : days].filter((part) => part !== undefined).join(', ')
}

function daysText(node: XmlNode | undefined, start: string, end: string): string {
  const [from, to] = [textOf(node, start), textOf(node, end)]
  if (to === undefined) return from === undefined ? '' : `from ${from}`
  return from === undefined ? `until ${to}` : from === to ? from : `${from} to ${to}`
}

const MONEY = /^Price\/(?:Base |Total )?(?:Amount|AmountAfterTax|AmountBeforeTax|CurrencyCode|DecimalPlaces)$/
const OTHERS = new Set([
  'Quantity',
  'ServicePricingType',
  'Inclusive',
  'Price EffectiveDate',
  'Price ExpireDate',
  'ServiceDetails/TimeSpan Start',
  'ServiceDetails/TimeSpan End',
])

/** `Price/Base AmountAfterTax`, from an element down to a value in it. */
export function pathBelow(top: XmlNode | undefined, { before, after, attribute }: Leaf): string {
  const names: string[] = []
  for (let at = (before ?? after)?.node; at !== undefined && at !== top; at = at.parent) names.unshift(at.name)
  return [names.join('/'), attribute].filter(Boolean).join(' ')
}

/** Whether words of the service say such a value. */
function isWorded(leaf: Leaf): boolean {
  const node = (leaf.before ?? leaf.after)?.node
  const path = pathBelow(node && nearest(node, 'Service'), leaf)
  return OTHERS.has(path) || MONEY.test(path.replace(/^Price (?=Amount|Currency|Decimal)/, 'Price/'))
}

/** Whether words of a service say a value of it. */
export function isInWords(leaf: Leaf, { shown }: { shown: string }, words: string): boolean {
  if (!isWorded(leaf)) return false
  return leaf.attribute === 'Inclusive'
    ? Object.hasOwn(INCLUSIVE, shown)
    : holds(words.toLowerCase(), withoutBlanks(shown).toLowerCase())
}

/** What differs within one service of both messages and can be told in words, as one difference: what it was, and what it is. */
export function gathered(differences: readonly Difference[]): Difference[] {
  const byService = new Map<unknown, Difference>()
  return differences.flatMap((one) => {
    const { pair, leaves } = one
    if (pair === undefined || !leaves.every(isWorded)) return [one]
    const known = byService.get(pair.before)
    if (known !== undefined) {
      known.leaves.push(...leaves)
      return []
    }
    const first: Difference = { pair, leaves: [...leaves] }
    byService.set(pair.before, first)
    return [first]
  })
}

/** What says nothing of its own in a service that is told as added or removed: its code names it, and its number is that of a reference. */
export const isPlainOfService = ({ attribute }: Leaf): boolean =>
  ['ServiceInventoryCode', 'ServiceRPH', 'DecimalPlaces'].includes(attribute ?? '')
