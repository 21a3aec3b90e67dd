import {
  type Decimal,
  isMoreDecimal,
  isSameDecimal,
  openAmounts,
  parseMoney,
  sumDecimals,
  timesDecimal,
} from '../build/index.js'
import { ageGroupOf, ownRatesOf, rateTimeOf, type Span, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
type Kind = (typeof KINDS)[number]

/**
 * Whether the prices of nights, each as often as a reading of its days has nights, make the total of a RoomStay, or of a reservation that has no other; undefined where
 * that is not told: only a Base that says that it is that of a night is surely one, and a Total beside it that is of no more nights.
 * @param by what is counted; of a Total alone it is not told of how many nights it is
 */
export function makesTotal(
  stay: XmlNode,
  spanOf: (node: XmlNode) => Span | undefined,
  by: 'Base' | 'Total' = 'Base',
): boolean | undefined {
  const roomRates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  for (const kind of KINDS) {
    const total =
      moneyIn(childOf(stay, 'Total'), kind) ??
      sumOf(roomRates.map((one) => moneyIn(childOf(one, 'Total'), kind))) ??
      moneyIn(totalAbove(stay), kind)
    const sum = sumOf(roomRates.flatMap((one) => pricesIn(one, kind, spanOf, by)))
    if (total !== undefined && total.units !== 0n && sum !== undefined) return isSameDecimal(total, sum)
  }
  return undefined
}

/** What each Rate of a RoomRate makes of its nights and units. */
function pricesIn(
  roomRate: XmlNode,
  kind: Kind,
  spanOf: (node: XmlNode) => Span | undefined,
  by: 'Base' | 'Total',
): (Decimal | undefined)[] {
  const rates = ownRatesOf(roomRate)
  const units = wholeNumber(valueOf(roomRate, 'NumberOfUnits') ?? '1')
  // How many people of an age pay its price is not told.
  if (rates.length === 0 || units === undefined || rates.some((rate) => ageGroupOf(rate) !== undefined))
    return [undefined]
  return rates.map((rate) => {
    const span = spanOf(rate) ?? (rates.length === 1 ? spanOf(roomRate) : undefined)
    const amount = by === 'Base' ? priceOfNight(rate, kind) : totalOfDay(rate, kind)
    return span === undefined || amount === undefined ? undefined : timesDecimal(amount, (span.to - span.from) * units)
  })
}

/** The total of a reservation of one RoomStay. */
const totalAbove = (stay: XmlNode): XmlNode | undefined =>
  childrenOf(stay.parent, 'RoomStay').length === 1
    ? childOf(childOf(stay.parent?.parent, 'ResGlobalInfo'), 'Total')
    : undefined

/** What is charged for one night, by a Base of one day: the Total beside it, where that is of no more than a night, or else the Base. */
function priceOfNight(rate: XmlNode, kind: Kind): Decimal | undefined {
  const { unit, times } = rateTimeOf(rate)
  if (unit !== 'Day' || times !== '1') return undefined
  const [base, total] = ['Base', 'Total'].map((name) => childOf(rate, name))
  if (base === undefined || total === undefined) return moneyIn(base, kind)
  return isOfOneNight(base, total) ? (moneyIn(total, kind) ?? moneyIn(base, kind)) : undefined
}

/** The Total of a price of one day that has no Base. */
const totalOfDay = (rate: XmlNode, kind: Kind): Decimal | undefined => {
  const { unit, times } = rateTimeOf(rate)
  return unit === 'Day' && times === '1' && childOf(rate, 'Base') === undefined
    ? moneyIn(childOf(rate, 'Total'), kind)
    : undefined
}

/** Whether a Total is the Base in one of its amounts, or too little for two of it: a total after tax is no less than one before. */
function isOfOneNight(base: XmlNode, total: XmlNode): boolean {
  const amounts = KINDS.map((kind) => [moneyIn(base, kind), moneyIn(total, kind)] as const)
  if (amounts.some(([one, whole]) => one !== undefined && whole !== undefined && isSameDecimal(one, whole))) return true
  const [[gross, whole], [net, wholeNet]] = amounts as [Pair, Pair]
  const pairs: Pair[] = [
    [gross, whole],
    [net, wholeNet ?? whole],
  ]
  return (
    childOf(base.parent, 'Discount') === undefined &&
    pairs.some(([one, many]) => one !== undefined && many !== undefined && isMoreDecimal(timesDecimal(one, 2), many))
  )
}

type Pair = readonly [one: Decimal | undefined, whole: Decimal | undefined]

function moneyIn(node: XmlNode | undefined, kind: Kind): Decimal | undefined {
  if (node === undefined || openAmounts(node).length > 0) return undefined
  return parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))
}

const sumOf = (amounts: readonly (Decimal | undefined)[]): Decimal | undefined =>
  amounts.length > 0 && amounts.every((one) => one !== undefined) ? sumDecimals(amounts) : undefined
