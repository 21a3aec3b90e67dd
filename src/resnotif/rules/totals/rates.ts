import { parsePercent, scaleDecimal } from '../../build/index.js'
import { ageGroupOf, chargeTypeOf, groupBy, ownRatesOf, rateTimeOf } from '../../read/index.js'
import { childOf, valueOf, type XmlNode } from '../../xml/index.js'
import { nightsIn, peopleOfAge, personsOfRate, type StayNights, waysByAge } from '../../nights/index.js'
import { type Charge, chargedTimeOf, chargesOf, type Reading, type Scope, toldIn } from './charges.js'
import { type Amount, AMOUNT_KINDS, type AmountKind, amountIn, type TaxRatio } from './money.js'
import { settledIn } from './settled.js'
import {
  addBounds,
  addSums,
  type Expected,
  fineTerm,
  leastOf,
  mostOf,
  NOTHING,
  type Obstacle,
  openOf,
  shareOf,
  type Sum,
  timesSum,
} from './sums.js'
import { exclusiveTaxes, untypedTaxes } from './taxes-beside.js'

const WEEK = 7
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
  /** Taxes of nights that are not said to be in their price. */
  taxes: Charge[]
  prices: XmlNode[]
}

/** Each amount times its nights times the units of the RoomRate; undefined where no Rate has a price. @param scope its units, or one where a total is held to be of one unit */
export function readRates(roomRate: XmlNode, reading: Reading, scope: Scope, stay: StayNights): RatesRead | undefined {
  const { kind } = reading
  const { spanOf } = stay
  const rates = ownRatesOf(roomRate)
  if (!rates.some((rate) => AMOUNT_KINDS.some((one) => priceIn(rate, one) !== undefined))) return undefined
  const units = scope.units ?? Number.NaN
  const hasUnits = Number.isSafeInteger(units) && units >= 1
  // A single Rate without days of its own is of those of its RoomRate.
  const own = nightsIn(spanOf(roomRate))?.length
  const nightsOf = (rate: XmlNode): number | undefined => {
    const span = spanOf(rate)
    return span === undefined ? (rates.length === 1 ? own : undefined) : span.to - span.from
  }
  const isPerPerson = rates.some((rate) => chargeTypeOf(rate).isPerPerson)
  const persons = isPerPerson ? personsOfRate(roomRate, stay) : undefined
  const ages = rates.map((rate) => (ageGroupOf(rate) === undefined ? undefined : peopleOfAge(rate, roomRate, stay)))
  const read = rates.map((rate, at) =>
    readRate(rate, kind, hasUnits ? units : 1, nightsOf(rate), {
      nights: scope.nights,
      persons: ageGroupOf(rate) === undefined ? persons : ages[at] || undefined,
    }),
  )
  const isOpenAge = (rate: XmlNode, at: number): boolean => ageGroupOf(rate) !== undefined && ages[at] === undefined
  const obstacles = [
    ...(hasUnits ? [] : [{ node: roomRate, what: 'does not say how many units' }]),
    ...read.flatMap(({ obstacle }) => obstacle ?? []),
    ...rates
      .filter(isOpenAge)
      .map((node) => ({ node, what: 'is the price of one age, and how many pay it is not told' })),
  ]
  const byAge = waysByAge(rates, ages)
  const all = READINGS.flatMap(([stretch, perUnit]) =>
    (isPerPerson ? [true, false] : [true]).map((each) => ({
      isDoubted: read.some(
        ({ isOfDays, isOfAll, isOfOne }) =>
          (isOfDays && stretch === 'night') || (isOfAll && !perUnit) || (isOfOne && !each),
      ),
      way: read.map(({ factor, many }) => factor(stretch, perUnit) * (each ? many : 1)),
    })),
  )
    .filter(({ way }) => way.every((times) => Number.isSafeInteger(times) && times >= 1))
    .flatMap(({ isDoubted, way }) =>
      byAge.map((many) => ({ isDoubted, way: way.map((times, at) => times * (many[at] ?? 1)) })),
    )
  const ways = all.filter(({ isDoubted }) => !isDoubted).map(({ way }) => way)
  const doubted = all.filter(({ isDoubted }) => isDoubted).map(({ way }) => way)
  if (ways.length === 0 && obstacles.length === 0) obstacles.push({ node: roomRate, what: 'has prices of no nights' })
  const isCounted = read.every(({ amount }) => amount !== undefined && amount.sums.length > 0)
  const sumsBy = (some: readonly (readonly number[])[]): Sum[] =>
    isCounted
      ? Array.from({ length: Math.max(...read.map(({ amount }) => amount?.sums.length ?? 0)) }, (_, one) =>
          some.map((way) =>
            addSums(
              read.map(({ amount }, at) => timesSum(amount?.sums[one] ?? amount?.sums[0] ?? NOTHING, way[at] ?? 1)),
            ),
          ),
        ).flat()
      : []
  const at = read.findIndex(({ isOfDays, isOfAll, isOfOne }) => isOfDays || isOfAll || isOfOne)
  const ofDays = rates[at]
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
      sums: sumsBy(ways),
      isTold: read.every(({ isTold }) => isTold) && (isCounted || obstacles.length > 0),
      ...(open === undefined ? {} : { open }),
      ...(ofDays === undefined
        ? {}
        : {
            doubt: {
              sums: sumsBy(doubted),
              obstacle: {
                node: ofDays,
                what: read[at]?.isOfAll === true ? OF_UNITS : read[at]?.isOfDays === true ? OF_DAYS : OF_PERSON,
              },
            },
          }),
    },
    nights: Math.max(
      ...[...groupBy([...rates.keys()], (at) => ageGroupOf(rates[at] as XmlNode) ?? '').values()].map((alike) =>
        alike.reduce((sum, at) => sum + (read[at]?.nights ?? 0), 0),
      ),
    ),
    charges: chargesOfRates(rates, read, ways, scope, reading),
    taxes: chargesOf(
      rates.flatMap((rate, at) =>
        untypedTaxes(priceOf(rate), reading).map((told) => ({ told, scope: scopeIn(read[at], scope) })),
      ),
    ),
    prices: rates.flatMap((rate) => priceOf(rate) ?? []),
  }
}

/**
 * As `readRates`, where RoomType and RoomRate may tell different numbers of units: a total that counts those of the RoomType is in doubt, for nothing tells which of the
 * two is wrong.
 * @param byType the units as RoomType tells them, where they are others
 */
export function readOfUnits(
  roomRate: XmlNode,
  reading: Reading,
  scope: Scope,
  stay: StayNights,
  byType: number | undefined,
): RatesRead | undefined {
  const read = readRates(roomRate, reading, scope, stay)
  const other = byType === undefined ? undefined : readRates(roomRate, reading, { ...scope, units: byType }, stay)
  if (read === undefined || other === undefined || other.expected.sums.length === 0) return read
  const what = `is for ${scope.units ?? 'no'} by itself and for ${byType ?? 'none'} by its RoomType, and the total counts the units of the RoomType`
  const sums = [...other.expected.sums, ...(read.expected.doubt?.sums ?? [])]
  return { ...read, expected: { ...read.expected, doubt: { sums, obstacle: { node: roomRate, what } } } }
}

function boundOf(amount: Amount | undefined, end: 'low' | 'high', factor = 1): Sum | undefined {
  if (amount === undefined) return end === 'low' ? NOTHING : undefined
  const sum = amount.sums[0] ?? amount[end]
  return sum === undefined ? undefined : timesSum(sum, factor)
}

/** Whatever a price is of, it is charged once. */
const leastAtOnce = (read: readonly ReadRate[]): Sum =>
  addSums(read.map(({ amount, isOnce }) => (isOnce ? (boundOf(amount, 'low') ?? NOTHING) : NOTHING)))

const priceOf = (rate: XmlNode): XmlNode | undefined => childOf(rate, 'Total') ?? childOf(rate, 'Base')
const priceIn = (rate: XmlNode, kind: AmountKind): Amount | undefined => amountIn(priceOf(rate), kind)

/** The nights of a Rate itself. */
const scopeIn = (read: ReadRate | undefined, scope: Scope): Scope =>
  read !== undefined && read.nights >= 1 ? { ...scope, nights: read.nights } : scope

const OF_DAYS = 'has the price of several days or weeks, and the total counts it for each of them'
const OF_PERSON = 'has the price of one person, as it says, and the total counts it once for all of them'
const OF_UNITS = 'has the price of the full duration, and the total counts it for all units together'

interface ReadRate {
  amount: Amount | undefined
  nights: number
  isTold: boolean
  /** It says that its price is one of several days. */
  isOfDays: boolean
  /** Its price is that of the full duration, of one unit as it seems. */
  isOfAll: boolean
  /** Its price is that of one person, and how many there are is known. */
  isOfOne: boolean
  /** By how many people it counts: 1 where it is the price of a room. */
  many: number
  /** It is charged at least once. */
  isOnce: boolean
  obstacle?: Obstacle
  /** How often the amount counts. */
  factor: (stretch: Stretch, perUnit: boolean) => number
}

/**
 * A Total is what is charged, and takes the place of the Base. A Rate may mean it for a night or for all of its nights, for one unit or all; a Base of a told unit of
 * time is for one unit, and a price of the full duration for all nights.
 */
function readRate(
  rate: XmlNode,
  kind: AmountKind,
  units: number,
  own: number | undefined,
  stay: { nights: number | undefined; persons: number | undefined },
): ReadRate {
  const [base, charged] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  const amount = priceIn(rate, kind)
  const { unit, times } = rateTimeOf(rate)
  const [multiplier, quantity] = [Number(times), valueOf(rate, 'NumberOfUnits')]
  const { per, isPerPerson } = chargeTypeOf(rate)
  const charge = chargedTimeOf(rate)
  const time = unit ?? (charge === undefined ? undefined : TIME_OF[charge])
  const isWhole = time === 'FullDuration' && multiplier === 1
  const isOfStay = isWhole || (time === undefined && per === 'stay')
  const nights = own ?? (isOfStay ? stay.nights : undefined) ?? Number.NaN
  const isCountable = Number.isSafeInteger(multiplier) && multiplier >= 1
  const days = time === 'Week' ? multiplier * WEEK : multiplier
  const isDaily = isCountable && (time === undefined || time === 'Day')
  const isOfWeeks = time === 'Week' && isCountable && multiplier > 1
  const isTold = (time === 'Day' && multiplier === 1) || isWhole
  const isFixed = isTold && charged === undefined
  // Where it says so, an amount is the price of so many days.
  const inUnits = time === 'Day' || time === 'Week' ? nights / days : 1
  const count = (stretch: Stretch): number => {
    if (isWhole) return 1
    if (isFixed || (stretch === 'night' && isDaily)) return nights
    if (stretch === 'night' && isOfWeeks) return nights / WEEK
    return stretch === 'rate' && charged !== undefined ? 1 : inUnits
  }
  // Without a Base nothing but the unit of time says that a Total is the price of a night.
  const isOfUnknown = base === undefined && !isTold && !(isDaily && nights === 1)
  const what =
    amount === undefined
      ? hasText(charged ?? base)
        ? 'has a price that cannot be read'
        : 'has no price'
      : !isWhole && !(isCountable && (isDaily || time === 'Week'))
        ? 'has the price of another unit of time than days'
        : Number.isNaN(nights)
          ? 'does not say of which nights it is'
          : inUnits % 1 !== 0
            ? `has the price of ${days} days, which do not divide its nights`
            : isOfUnknown
              ? 'does not say what its Total is the price of'
              : isPerPerson === true && stay.persons === undefined
                ? 'has the price of one person, and how many pay it is not told'
                : undefined
  return {
    amount,
    nights,
    isTold,
    isOfDays: isOfWeeks || (time === 'Day' && isCountable && multiplier > 1),
    isOfAll: isWhole && charged === undefined && units > 1 && quantity === undefined,
    isOfOne: isPerPerson === true && charged === undefined && (stay.persons ?? 1) > 1,
    many: isPerPerson === true ? (stay.persons ?? 1) : 1,
    isOnce: isWhole || (isDaily && (time === undefined || multiplier === 1)),
    ...(what === undefined ? {} : { obstacle: { node: rate, what } }),
    factor: (stretch, perUnit) =>
      (count(stretch) *
        ((isFixed && !isWhole) || perUnit || (quantity !== undefined && charged === undefined) ? units : 1)) /
      // A price of so many units is that of each of them, or of all together.
      (perUnit === (charged === undefined) || (charged !== undefined && Number(quantity) === units)
        ? 1
        : Number(quantity ?? 1)),
  }
}

const TIME_OF = { week: 'Week', hour: 'Hour', minute: 'Minute' } as const

const hasText = (price: XmlNode | undefined): boolean => AMOUNT_KINDS.some((kind) => valueOf(price, kind) !== undefined)

/** What stands beside the prices of nights; a share is of the nights that it stands beside, before tax or after. */
function chargesOfRates(
  rates: readonly XmlNode[],
  read: readonly ReadRate[],
  ways: readonly (readonly number[])[],
  scope: Scope,
  reading: Reading,
): Charge[] {
  const found = rates.flatMap((rate, at) => {
    const own = scopeIn(read[at], scope)
    const beside = toldIn(rate, reading)
    const settled = settledIn(rate, beside, read[at]?.nights ?? 1, reading)
    const left = beside.filter(({ node }) => !settled.has(node))
    return [...left, ...exclusiveTaxes(priceOf(rate), reading)].map((told) => ({
      told,
      at,
      scope: own,
    }))
  })
  const highs = ways.map((way) => addBounds(read.map(({ amount }, at) => boundOf(amount, 'high', way[at]))))
  const isBounded = highs.length > 0 && highs.every((one) => one !== undefined)
  const whole = isBounded ? mostOf(highs.flatMap((one) => one ?? [])) : undefined
  const byName = groupBy(found, ({ told: { name } }) => name)
  return chargesOf(found).map(({ percent, ...charge }) => {
    const alike = byName.get(charge.name) ?? []
    if (percent === undefined && charge.low !== undefined) return charge
    const shares = ways.flatMap((way) => {
      const parts = alike.flatMap(({ told: { node, isOff }, at }) => {
        const share = parsePercent(valueOf(node, 'Percent'))
        const sum = read[at]?.amount?.sums[0]
        if (share === undefined || share.units === 0n || sum === undefined) return []
        const size = share.units < 0n ? -share.units : share.units
        return [shareOf(timesSum(sum, way[at] ?? 1), { ...share, units: isOff ? -size : share.units })]
      })
      return parts.length === 0 ? [] : taxedAlso(addSums(parts), reading.ratio)
    })
    const sums = [...charge.sums, ...shares.filter(({ amount }) => amount.units !== 0n)]
    const negative = whole === undefined ? undefined : timesSum(whole, -1)
    // A discount takes off no more than what it is a discount of.
    if (percent === undefined) {
      const low = charge.low ?? negative
      return { ...charge, sums, ...(low === undefined ? {} : { low }) }
    }
    const isOff = percent.units < 0n
    const size = { units: (isOff ? -percent.units : percent.units) * 15n, scale: percent.scale + 1 }
    const share = whole === undefined ? undefined : shareOf(whole, size)
    const { low: least, high: most, ...rest } = charge
    const low = isOff ? addBounds([least, share === undefined ? undefined : timesSum(share, -1)]) : least
    const high = isOff ? most : addBounds([most, share])
    return { ...rest, sums, ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
  })
}

const taxedAlso = (sum: Sum, ratio: TaxRatio | undefined): Sum[] =>
  ratio === undefined
    ? [sum]
    : [
        sum,
        { ...fineTerm(scaleDecimal(sum.amount, ratio.before, ratio.after)), terms: sum.terms },
        { ...fineTerm(scaleDecimal(sum.amount, ratio.after, ratio.before)), terms: sum.terms },
      ]
