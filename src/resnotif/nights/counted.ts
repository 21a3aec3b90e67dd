import { type Decimal, isSameDecimal, openAmounts, parseMoney, sumDecimals, timesDecimal } from '../build/index.js'
import { ageGroupOf, ownRatesOf, rateTimeOf, type Span, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const

/**
 * Whether the prices of nights, each as often as a reading of its days has nights, make the total of a RoomStay; undefined where that is not told: only a Base that says
 * that it is that of a night is surely one.
 */
export function makesTotal(stay: XmlNode, spanOf: (node: XmlNode) => Span | undefined): boolean | undefined {
  const roomRates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  for (const kind of KINDS) {
    const total =
      moneyIn(childOf(stay, 'Total'), kind) ?? sumOf(roomRates.map((one) => moneyIn(childOf(one, 'Total'), kind)))
    const sum = sumOf(roomRates.flatMap((one) => pricesIn(one, kind, spanOf)))
    if (total !== undefined && total.units !== 0n && sum !== undefined) return isSameDecimal(total, sum)
  }
  return undefined
}

/** What each Rate of a RoomRate makes of its nights and units. */
function pricesIn(
  roomRate: XmlNode,
  kind: (typeof KINDS)[number],
  spanOf: (node: XmlNode) => Span | undefined,
): (Decimal | undefined)[] {
  const rates = ownRatesOf(roomRate)
  const units = wholeNumber(valueOf(roomRate, 'NumberOfUnits') ?? '1')
  // How many people of an age pay its price is not told.
  if (rates.length === 0 || units === undefined || rates.some((rate) => ageGroupOf(rate) !== undefined))
    return [undefined]
  return rates.map((rate) => {
    const span = spanOf(rate) ?? (rates.length === 1 ? spanOf(roomRate) : undefined)
    const amount = priceOfNight(rate, kind)
    return span === undefined || amount === undefined ? undefined : timesDecimal(amount, (span.to - span.from) * units)
  })
}

/** A Base of one day, where no Total beside it is another amount. */
function priceOfNight(rate: XmlNode, kind: (typeof KINDS)[number]): Decimal | undefined {
  const { unit, times } = rateTimeOf(rate)
  const [base, total] = ['Base', 'Total'].map((name) => moneyIn(childOf(rate, name), kind))
  const isOther = total !== undefined && base !== undefined && !isSameDecimal(base, total)
  return unit === 'Day' && times === '1' && !isOther ? base : undefined
}

function moneyIn(node: XmlNode | undefined, kind: (typeof KINDS)[number]): Decimal | undefined {
  if (node === undefined || openAmounts(node).length > 0) return undefined
  return parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))
}

const sumOf = (amounts: readonly (Decimal | undefined)[]): Decimal | undefined =>
  amounts.length > 0 && amounts.every((one) => one !== undefined) ? sumDecimals(amounts) : undefined
