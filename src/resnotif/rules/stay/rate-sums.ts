import { type Decimal, hasPartsOfCent, parseMoney, sumDecimals, timesDecimal } from '../../build/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'

export const AMOUNT_KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
export type AmountKind = (typeof AMOUNT_KINDS)[number]

/** Whatever else may change a sum; where one stands, sums are not compared. */
const ADDERS = 'Services Fees Discount Taxes AdditionalGuestAmounts AdditionalCharges DepositPayments'.split(' ')

export const hasAdder = (node: XmlNode): boolean => ADDERS.some((name) => childOf(node, name) !== undefined)

/** What an element says it costs; undefined where something else may be added to it. */
export function amountOf(node: XmlNode | undefined, kind: AmountKind): Decimal | undefined {
  return node === undefined || hasAdder(node)
    ? undefined
    : parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))
}

/** What amounts make. */
export interface Sum {
  amount: Decimal
  /** How many amounts were added. */
  terms: number
  /** One of them has parts of a cent. */
  isFine: boolean
}

export const termOf = (amount: Decimal, terms = 1): Sum => ({
  amount: timesDecimal(amount, terms),
  terms,
  isFine: hasPartsOfCent(amount),
})

export const addSums = (parts: readonly Sum[]): Sum => ({
  amount: sumDecimals(parts.map(({ amount }) => amount)),
  terms: parts.reduce((sum, { terms }) => sum + terms, 0),
  isFine: parts.some(({ isFine }) => isFine),
})

/** What the Rates of a RoomRate make. */
interface RateSum {
  /** Several where the message leaves it open what an amount is the price of. */
  candidates: Sum[]
  /** Every Rate says that its amount is the price of one night. */
  isTold: boolean
  nights: number
}

type Stretch = 'night' | 'unit' | 'rate'

/** What an amount may be the price of, where it is not told: one night, one unit of time or all nights of its Rate; one unit or all units. */
const READINGS = [
  ['night', true],
  ['unit', true],
  ['rate', true],
  ['night', false],
  ['unit', false],
  ['rate', false],
] as const

/** Each amount times its nights times the units of the RoomRate; undefined where a Rate does not tell its nights, or the RoomRate its units. */
export function sumOfRates(roomRate: XmlNode, kind: AmountKind): RateSum | undefined {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  const units = Number(valueOf(roomRate, 'NumberOfUnits') ?? Number.NaN)
  if (rates.length === 0 || !Number.isSafeInteger(units) || hasAdder(roomRate)) return undefined
  const read = rates.map((rate) => readRate(rate, kind, units))
  if (!read.every((one) => one !== undefined)) return undefined
  const sums = READINGS.flatMap(([stretch, perUnit]) => {
    const parts = read.map(({ amount, factor }) => ({ amount, times: factor(stretch, perUnit) }))
    return parts.every(({ times }) => Number.isSafeInteger(times) && times >= 1)
      ? [addSums(parts.map(({ amount, times }) => termOf(amount, times)))]
      : []
  })
  return sums.length === 0
    ? undefined
    : {
        candidates: sums,
        isTold: read.every((one) => one.isTold),
        nights: read.reduce((sum, one) => sum + one.nights, 0),
      }
}

interface ReadRate {
  amount: Decimal
  nights: number
  isTold: boolean
  /** How often the amount counts. */
  factor: (stretch: Stretch, perUnit: boolean) => number
}

/** A Total is what is charged, and takes the place of the Base. A Rate may mean it for a night or for all of its nights, for one unit or all; a Base of a told unit of time is for one unit. */
function readRate(rate: XmlNode, kind: AmountKind, units: number): ReadRate | undefined {
  const nights = Math.round(
    (Date.parse(valueOf(rate, 'ExpireDate') ?? '') - Date.parse(valueOf(rate, 'EffectiveDate') ?? '')) / 86_400_000,
  )
  const [base, charged] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  const amount = amountOf(charged ?? base, kind)
  const [time, multiplier, own] = [
    valueOf(rate, 'RateTimeUnit'),
    Number(valueOf(rate, 'UnitMultiplier') ?? 1),
    valueOf(rate, 'NumberOfUnits'),
  ]
  if (
    amount === undefined ||
    hasAdder(rate) ||
    !Number.isSafeInteger(multiplier) ||
    multiplier < 1 ||
    (time !== undefined && time !== 'Day')
  )
    return undefined
  const isTold = time === 'Day' && multiplier === 1
  // Without a Base nothing but the unit of time says that a Total is the price of a night.
  if (base === undefined && !isTold) return undefined
  const isFixed = isTold && charged === undefined
  // Where it says so, an amount is the price of so many days.
  const inUnits = time === 'Day' ? nights / multiplier : 1
  const count = (stretch: Stretch): number =>
    isFixed || stretch === 'night' ? nights : stretch === 'rate' && charged !== undefined ? 1 : inUnits
  return {
    amount,
    nights,
    isTold,
    factor: (stretch, perUnit) =>
      (count(stretch) * (isFixed || perUnit || (own !== undefined && charged === undefined) ? units : 1)) /
      (charged !== undefined && !perUnit ? 1 : Number(own ?? 1)),
  }
}
