import { parseDecimal, timesDecimal } from '../../build/index.js'
import { spanOf } from '../../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, type Scope, toldIn } from './charges.js'
import { type Amount, AMOUNT_KINDS, type AmountKind, amountIn } from './money.js'
import {
  addBounds,
  addSums,
  type Expected,
  leastOf,
  mostOf,
  NOTHING,
  type Obstacle,
  openOf,
  shareOf,
  type Sum,
} from './sums.js'

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

/** What the Rates of a RoomRate make. */
export interface RatesRead {
  expected: Expected
  nights: number
  /** What stands beside the price of a night. */
  charges: Charge[]
}

/** Each amount times its nights times the units of the RoomRate; undefined where no Rate has a price. */
export function readRates(
  roomRate: XmlNode,
  kind: AmountKind,
  scope: Scope,
  currency: string | undefined,
): RatesRead | undefined {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  if (!rates.some((rate) => AMOUNT_KINDS.some((one) => priceIn(rate, one) !== undefined))) return undefined
  const units = Number(valueOf(roomRate, 'NumberOfUnits') ?? Number.NaN)
  const hasUnits = Number.isSafeInteger(units) && units >= 1
  const read = rates.map((rate) => readRate(rate, kind, hasUnits ? units : 1))
  const obstacles = [
    ...(hasUnits ? [] : [{ node: roomRate, what: 'does not say how many units' }]),
    ...read.flatMap(({ obstacle }) => obstacle ?? []),
  ]
  const ways = READINGS.map(([stretch, perUnit]) => read.map(({ factor }) => factor(stretch, perUnit))).filter((way) =>
    way.every((times) => Number.isSafeInteger(times) && times >= 1),
  )
  if (ways.length === 0 && obstacles.length === 0) obstacles.push({ node: roomRate, what: 'has prices of no nights' })
  const isCounted = read.every(({ amount }) => amount !== undefined && amount.sums.length > 0)
  const sums = isCounted
    ? ways.map((way) => addSums(read.map(({ amount }, at) => timesSum(amount?.sums[0], way[at]))))
    : []
  const ends = ways.map((way) => [
    addBounds(read.map(({ amount }, at) => boundOf(amount, 'low', way[at]))),
    addBounds(read.map(({ amount }, at) => boundOf(amount, 'high', way[at]))),
  ])
  const open =
    obstacles.length > 0
      ? openOf(obstacles, leastAtOnce(read))
      : isCounted
        ? undefined
        : openOf(
            [{ node: roomRate, what: `has prices of nights without ${kind}` }],
            leastOf(ends.flatMap(([low]) => low ?? [])),
            ends.every(([, high]) => high !== undefined) ? mostOf(ends.flatMap(([, high]) => high ?? [])) : undefined,
          )
  return {
    expected: {
      sums,
      isTold: read.every(({ isTold }) => isTold) && (isCounted || obstacles.length > 0),
      ...(open === undefined ? {} : { open }),
    },
    nights: read.reduce((sum, { nights }) => sum + nights, 0),
    charges: chargesOfRates(rates, read, ways, kind, scope, currency),
  }
}

const timesSum = (sum: Sum | undefined, factor = 1): Sum =>
  sum === undefined ? NOTHING : { ...sum, amount: timesDecimal(sum.amount, factor), terms: sum.terms * factor }

function boundOf(amount: Amount | undefined, end: 'low' | 'high', factor = 1): Sum | undefined {
  if (amount === undefined) return end === 'low' ? NOTHING : undefined
  const sum = amount.sums[0] ?? amount[end]
  return sum === undefined ? undefined : timesSum(sum, factor)
}

/** Whatever a price is of, it is charged once. */
const leastAtOnce = (read: readonly ReadRate[]): Sum =>
  addSums(read.map(({ amount, isOnce }) => (isOnce ? (boundOf(amount, 'low') ?? NOTHING) : NOTHING)))

const priceIn = (rate: XmlNode, kind: AmountKind): Amount | undefined =>
  amountIn(childOf(rate, 'Total') ?? childOf(rate, 'Base'), kind)

interface ReadRate {
  amount: Amount | undefined
  nights: number
  isTold: boolean
  /** It is charged at least once. */
  isOnce: boolean
  obstacle?: Obstacle
  /** How often the amount counts. */
  factor: (stretch: Stretch, perUnit: boolean) => number
}

/** A Total is what is charged, and takes the place of the Base. A Rate may mean it for a night or for all of its nights, for one unit or all; a Base of a told unit of time is for one unit. */
function readRate(rate: XmlNode, kind: AmountKind, units: number): ReadRate {
  const span = spanOf(rate)
  const nights = span === undefined ? Number.NaN : span.to - span.from
  const [base, charged] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  const amount = priceIn(rate, kind)
  const [time, multiplier, own] = [
    valueOf(rate, 'RateTimeUnit'),
    Number(valueOf(rate, 'UnitMultiplier') ?? 1),
    valueOf(rate, 'NumberOfUnits'),
  ]
  const isDaily = Number.isSafeInteger(multiplier) && multiplier >= 1 && (time === undefined || time === 'Day')
  const isTold = time === 'Day' && multiplier === 1
  const isFixed = isTold && charged === undefined
  // Where it says so, an amount is the price of so many days.
  const inUnits = time === 'Day' ? nights / multiplier : 1
  const count = (stretch: Stretch): number =>
    isFixed || stretch === 'night' ? nights : stretch === 'rate' && charged !== undefined ? 1 : inUnits
  // Without a Base nothing but the unit of time says that a Total is the price of a night.
  const what =
    amount === undefined
      ? hasText(charged ?? base)
        ? 'has a price that cannot be read'
        : 'has no price'
      : !isDaily
        ? 'has the price of another unit of time than days'
        : Number.isNaN(nights)
          ? 'does not say of which nights it is'
          : base === undefined && !isTold
            ? 'does not say what its Total is the price of'
            : undefined
  return {
    amount,
    nights,
    isTold,
    isOnce: isDaily && (time === undefined || multiplier === 1),
    ...(what === undefined ? {} : { obstacle: { node: rate, what } }),
    factor: (stretch, perUnit) =>
      (count(stretch) * (isFixed || perUnit || (own !== undefined && charged === undefined) ? units : 1)) /
      (charged !== undefined && !perUnit ? 1 : Number(own ?? 1)),
  }
}

const hasText = (price: XmlNode | undefined): boolean => AMOUNT_KINDS.some((kind) => valueOf(price, kind) !== undefined)

/** What stands beside the prices of nights; a share is of the nights that it stands beside. */
function chargesOfRates(
  rates: readonly XmlNode[],
  read: readonly ReadRate[],
  ways: readonly (readonly number[])[],
  kind: AmountKind,
  scope: Scope,
  currency: string | undefined,
): Charge[] {
  const found = rates.flatMap((rate, at) =>
    toldIn(rate, kind, currency).map((told) => ({
      told,
      at,
      scope: { ...scope, nights: Number.isNaN(read[at]?.nights) ? scope.nights : read[at]?.nights },
    })),
  )
  return chargesOf(found).map(({ percent: _, ...charge }) => {
    const alike = found.filter(
      ({ told: { name } }) => name === found.find(({ told }) => told.node === charge.node)?.told.name,
    )
    const shares = ways.map((way) =>
      addSums(
        alike.flatMap(({ told: { node, isOff }, at }) => {
          const percent = parseDecimal(valueOf(node, 'Percent'))
          const sum = read[at]?.amount?.sums[0]
          if (percent === undefined || percent.units === 0n || sum === undefined) return []
          const size = percent.units < 0n ? -percent.units : percent.units
          return [shareOf(timesSum(sum, way[at]), { ...percent, units: isOff ? -size : percent.units })]
        }),
      ),
    )
    const sums = [...charge.sums, ...shares.filter(({ amount }) => amount.units !== 0n)]
    if (charge.open === undefined || charge.open.low !== undefined) return { ...charge, sums }
    // A discount takes off no more than what it is a discount of.
    const whole = ways.map((way) => addBounds(alike.map(({ at }) => boundOf(read[at]?.amount, 'high', way[at]))))
    const most = mostOf(whole.flatMap((one) => one ?? []))
    const isKnown = whole.length > 0 && whole.every((one) => one !== undefined)
    const low = isKnown ? { ...most, amount: { ...most.amount, units: -most.amount.units } } : undefined
    return { ...charge, sums, open: openOf(charge.open.obstacles, low, charge.open.high) }
  })
}
