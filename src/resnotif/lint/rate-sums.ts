import { type Decimal, parseMoney, sumDecimals, timesDecimal } from '../amount.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml-node.js'

export const AMOUNT_KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
export type AmountKind = (typeof AMOUNT_KINDS)[number]

/** Whatever else may change a sum; where one stands, sums are not compared. */
const ADDERS = ['Services', 'Fees', 'Discount', 'Taxes', 'AdditionalGuestAmounts', 'AdditionalCharges', 'DepositPayments']

export const hasAdder = (node: XmlNode): boolean => ADDERS.some((name) => childOf(node, name) !== undefined)

/** What an element says it costs; undefined where something else may be added to it. */
export function amountOf(node: XmlNode | undefined, kind: AmountKind): Decimal | undefined {
  return node === undefined || hasAdder(node) ? undefined : parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))
}

/** What the Rates of a RoomRate make. */
export interface RateSum {
  /** Several where the message leaves it open what a Base is the price of. */
  candidates: Decimal[]
  /** Every Rate says that its Base is the price of one night. */
  isTold: boolean
  nights: number
}

/** What a Base may be the price of, where it is not told: one night or all nights of its Rate, one unit or all units. */
const READINGS = [[true, true], [false, true], [true, false], [false, false]] as const

/** Each Base times its nights times the units of the RoomRate; undefined where a Rate does not tell its nights, or the RoomRate its units. */
export function sumOfRates(roomRate: XmlNode, kind: AmountKind): RateSum | undefined {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  const units = Number(valueOf(roomRate, 'NumberOfUnits') ?? Number.NaN)
  if (rates.length === 0 || !Number.isSafeInteger(units) || hasAdder(roomRate)) return undefined
  const read = rates.map((rate) => readRate(rate, kind, units))
  if (!read.every((one) => one !== undefined)) return undefined
  const sums = READINGS.flatMap(([perNight, perUnit]) => {
    const parts = read.map(({ base, factor }) => ({ base, times: factor(perNight, perUnit) }))
    return parts.every(({ times }) => Number.isSafeInteger(times) && times >= 1) ? [sumDecimals(parts.map(({ base, times }) => timesDecimal(base, times)))] : []
  })
  return sums.length === 0 ? undefined : { candidates: sums, isTold: read.every((one) => one.isTold), nights: read.reduce((sum, one) => sum + one.nights, 0) }
}

interface ReadRate {
  base: Decimal
  nights: number
  isTold: boolean
  /** How often the Base counts. */
  factor: (perNight: boolean, perUnit: boolean) => number
}

function readRate(rate: XmlNode, kind: AmountKind, units: number): ReadRate | undefined {
  const nights = Math.round((Date.parse(valueOf(rate, 'ExpireDate') ?? '') - Date.parse(valueOf(rate, 'EffectiveDate') ?? '')) / 86_400_000)
  const base = amountOf(childOf(rate, 'Base'), kind)
  const [time, multiplier, own] = [valueOf(rate, 'RateTimeUnit'), Number(valueOf(rate, 'UnitMultiplier') ?? 1), valueOf(rate, 'NumberOfUnits')]
  if (base === undefined || hasAdder(rate) || !Number.isSafeInteger(multiplier) || multiplier < 1 || (time !== undefined && time !== 'Day')) return undefined
  const isTold = time === 'Day' && multiplier === 1
  // Where it says so, a Base is the price of so many days.
  const whole = time === 'Day' ? nights / multiplier : 1
  return { base, nights, isTold, factor: (perNight, perUnit) => ((isTold || perNight ? nights : whole) * (isTold || perUnit || own !== undefined ? units : 1)) / Number(own ?? 1) }
}
