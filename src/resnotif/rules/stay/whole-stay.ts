import { type Decimal, isSameDecimal, parseMoney, sumDecimals } from '../../build/index.js'
import type { LintFinding } from '../../finding/index.js'
import { nightsIn, type StayNights } from '../../nights/index.js'
import { chargeTypeOf, rateTimeOf } from '../../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { nightFinding } from './night-finding.js'

/** Whether a price says that it is that of the whole stay: by its unit of time, or by ChargeType without one. */
export function isOfStay(rate: XmlNode): boolean {
  const { unit, times } = rateTimeOf(rate)
  return times === '1' && (unit === 'FullDuration' || (unit === undefined && chargeTypeOf(rate).per === 'stay'))
}

/** Whether the days of a price of the whole stay leave nights out. The day of arrival alone may stand for all of them. */
export function isPartOfStay(nights: readonly number[] | undefined, stay: readonly number[]): boolean {
  if (nights === undefined || nights.length === 0 || (nights.length === 1 && nights[0] === stay[0])) return false
  const priced = new Set(nights)
  return stay.some((night) => !priced.has(night))
}

/** A price of the whole stay, or of a week, for other days. The days of an offer may be more than those of the stay. */
export function checkLonger(
  rate: XmlNode,
  nights: readonly number[],
  outside: readonly number[],
  stay: readonly number[],
): LintFinding[] {
  if (outside.length === 0) return []
  const isWhole =
    (isOfStay(rate) || rateTimeOf(rate).unit === 'FullDuration') && !stay.every((night) => nights.includes(night))
  if (isWhole || outside.length === nights.length) return [nightFinding('night-outside', rate, outside)]
  return [
    {
      ...nightFinding('night-unchecked', rate, outside),
      expected: 'days of the stay alone',
      why: 'The days of this price are more than those of the stay: it may be that of another stay, or its days those of an offer.',
      remedy: 'Check its days; those of the stay alone leave no doubt.',
    },
  ]
}

/** Prices of the whole stay of one RoomRate, of which there is one for each room. @param rates those of the whole stay */
export function checkWholeTwice(
  roomRate: XmlNode,
  rates: readonly XmlNode[],
  stay: readonly number[],
  daysOf: StayNights['spanOf'],
): LintFinding[] {
  if (rates.length < 2) return []
  const seen = new Set<number>()
  const isSure = !mayBeSeveral(roomRate, rates)
  return rates.flatMap((rate) => {
    const isUndated = ['EffectiveDate', 'ExpireDate'].every((name) => valueOf(rate, name) === undefined)
    const nights = nightsIn(daysOf(rate)) ?? (isUndated ? stay : [])
    const twice = nights.filter((night) => seen.has(night))
    for (const night of nights) seen.add(night)
    if (twice.length === 0) return []
    const told = isSure
      ? { why: 'The price of the whole stay is there twice for one room, so the PMS bills it twice.' }
      : {
          why: 'The price of the whole stay is there more than once. They may be those of several people or rooms, or parts that the total adds.',
        }
    return [
      {
        ...nightFinding(isSure ? 'night-twice' : 'night-unchecked', rate, twice),
        ...told,
        remedy: 'Write one price of the whole stay, with all that is in it.',
      },
    ]
  })
}

/** Prices of each person or of each room, or different ones that a total adds. */
function mayBeSeveral(roomRate: XmlNode, rates: readonly XmlNode[]): boolean {
  const isEach = rates.some((rate) => chargeTypeOf(rate).isPerPerson)
  if (isEach || (valueOf(roomRate, 'NumberOfUnits') ?? '1').trim() !== '1') return true
  const stay = roomRate.parent?.parent
  return KINDS.some((kind) => {
    const prices = rates.map((rate) => moneyIn(childOf(rate, 'Total') ?? childOf(rate, 'Base'), kind))
    const [first] = prices
    const known = prices.filter((one) => one !== undefined)
    if (first === undefined || known.length < rates.length || known.every((one) => isSameDecimal(one, first)))
      return false
    const isOnly = childrenOf(roomRate.parent, 'RoomRate').length === 1
    const totals = [roomRate, ...(isOnly ? [stay] : [])].flatMap((one) => moneyIn(childOf(one, 'Total'), kind) ?? [])
    return totals.some((total) => isSameDecimal(total, sumDecimals(known)))
  })
}

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const

const moneyIn = (node: XmlNode | undefined, kind: string): Decimal | undefined =>
  parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))
