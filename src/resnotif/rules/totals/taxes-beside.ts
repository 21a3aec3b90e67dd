import { sumDecimals } from '../../build/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, type Reading, type Scope, type Told, told, unknown } from './charges.js'
import { moneyOf, taxesOf } from './money.js'
import { addSums, type Expected, fineTerm, leastOf, mostOf, NOTHING } from './sums.js'

const typeOf = (tax: XmlNode): string => (valueOf(tax, 'Type') ?? '').toLowerCase()
export const taxesIn = (price: XmlNode | undefined): XmlNode[] => childrenOf(childOf(price, 'Taxes'), 'Tax')

/** Taxes of a price that are paid beside it, as they are called, and so may stand in a total. */
export const exclusiveTaxes = (price: XmlNode | undefined, reading: Reading): Told[] =>
  reading.kind === 'AmountAfterTax'
    ? taxesIn(price).flatMap((tax) => (typeOf(tax) === 'exclusive' ? [told(tax, reading)] : []))
    : []

/** Taxes of a price that nothing calls a part of it or not. */
export const untypedTaxes = (price: XmlNode | undefined, reading: Reading): Told[] =>
  reading.kind === 'AmountAfterTax'
    ? taxesIn(price).flatMap((tax) => (typeOf(tax) === '' ? [told(tax, reading)] : []))
    : []

/** Whether Taxes are told by more than one amount, so that a total may list some of them. */
const isList = (price: XmlNode | undefined): boolean => {
  const each = taxesIn(price)
  return each.length > 1 || each.some((tax) => typeOf(tax) !== '')
}

/** What the Taxes of a total say of what may be in it. @param parts what the taxes of its parts make */
export function chargesOfTaxes(
  total: XmlNode | undefined,
  parts: Expected | undefined,
  prices: readonly XmlNode[],
  scope: Scope,
  reading: Reading,
): Charge[] {
  if (total === undefined || childOf(total, 'Taxes') === undefined) return []
  const holder = childOf(total, 'Taxes') as XmlNode
  if (reading.kind === 'Taxes') {
    const codes = new Set(prices.flatMap((price) => taxesIn(price).map((tax) => valueOf(tax, 'Code'))))
    const isOther = codes.size > 0 && taxesIn(total).some((tax) => !codes.has(valueOf(tax, 'Code')))
    const isSome = isOther || isList(total) || prices.some(isList)
    const { low: _, ...some } = unknown(holder, false, 'may list other taxes than its parts')
    return isSome ? [{ ...some, name: 'Taxes' }] : []
  }
  if (reading.kind !== 'AmountAfterTax') return []
  const exclusive = chargesOf(exclusiveTaxes(total, reading).map((one) => ({ told: one, scope })))
  if (parts !== undefined && parts.open === undefined && parts.sums.length > 0) {
    // Taxes that no part has, such as one of the town, may stand in the total alone.
    const whole = moneyOf(total, 'Taxes')
    const more = parts.sums.flatMap(({ amount }) => {
      const rest = whole === undefined ? undefined : sumDecimals([whole, { ...amount, units: -amount.units }])
      return rest === undefined || rest.units <= 0n ? [] : [fineTerm(rest)]
    })
    return more.length === 0 ? exclusive : [...exclusive, { node: holder, name: 'Taxes', sums: more }]
  }
  const untyped = chargesOf(untypedTaxes(total, reading).map((one) => ({ told: one, scope })))
  if (taxesIn(total).length > 0) return [...exclusive, ...untyped]
  const sums = taxesOf(total, undefined) ?? []
  return sums.every(({ amount }) => amount.units === 0n)
    ? []
    : [
        {
          node: holder,
          name: 'Taxes',
          sums,
          low: leastOf([NOTHING, ...sums]),
          high: addSums([mostOf(sums)]),
          obstacle: { node: holder, what: 'may stand beside the prices of its parts, or be in them' },
        },
      ]
}
