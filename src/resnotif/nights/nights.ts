import {
  ageGroupOf,
  chargeTypeOf,
  dayNumber,
  groupBy,
  isUndated,
  nightsBegun,
  nightsBegunIn,
  nightsBegunTogether,
  ownRatesOf,
  rateTimeOf,
  type Span,
  spanOf,
  type StayNode,
  wholeNumber,
} from '../read/index.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../xml/index.js'
import { makesTotal } from './counted.js'

/** More than a stay has: its nights are not held against prices, and another rule tells it. */
export const NIGHTS_MAX = 1_100
/** Nights of all RoomRates of a stay. No stay has so many; beyond them nothing is told of its nights. */
const ALL_MAX = 100_000

/** How ExpireDate is meant: as each element says, as the day of departure, as the last night, or as the last night by Rates alone. */
const MODES = ['told', 'departure', 'last', 'last by Rates'] as const
type Mode = (typeof MODES)[number]

/** A RoomRate, the nights that it is for, and how many units in each. */
interface Line {
  node: XmlNode
  /** Undefined where neither it nor its Rates tell their days. */
  nights: readonly number[] | undefined
  units: number | undefined
}

export interface StayNights {
  /** From arrival to departure, by TimeSpan, or else by the days of what is priced. Of a stay that begins and ends on one day, that day as if it were a night. */
  span?: Span
  /** TimeSpan begins and ends on one day: its prices are for that day, and for no night. */
  isDay?: true
  lines: Line[]
  /** Its prices end with their last night, and those of another RoomStay with the day after: nothing tells which of them is meant. */
  isDoubted?: true
  /** Its Totals of one day each make the total where each is of the nights that it tells, and the last night has a price only where each is of more. */
  isOnce?: true
  /** The RoomRates share the nights of the stay among them: each night has as many units. */
  isShared: boolean
  /** The days of a RoomRate or Rate. */
  spanOf: (node: XmlNode) => Span | undefined
}

/** A stay with what was assumed to read it. */
export interface StayRead extends StayNights {
  /** Of RoomRates of this service the nights that have a price only where ExpireDate is the last night, which nothing in the message says. */
  byLast: { node: XmlNode; nights: number[] }[]
}

/**
 * Reads the nights of a stay. ExpireDate is the day of departure, or the last night where ExpireDateExclusiveIndicator says so or it is the day of EffectiveDate.
 * Where this does not give the nights of the stay and another reading does, that one is taken; of a message of this service the nights that it adds are told.
 */
export function readNights(
  { node, timeSpan }: Pick<StayNode, 'node' | 'timeSpan'>,
  global: XmlNode | undefined,
  isOurs: boolean,
): StayRead {
  const rates = childrenOf(childOf(node, 'RoomRates'), 'RoomRate')
  const told = spanOf(timeSpan ?? global)
  const isDay = told !== undefined && told.from === told.to
  const own = isDay ? { from: told.from, to: told.from + 1 } : told
  const day = isDay ? own : undefined
  const first = readAs('told', rates, own, day)
  const hasLast = rates.some((rate) => [rate, ...ratesOf(rate)].some(isLastNight))
  // Without prices that tell their days, a RoomRate of this service means the day of departure.
  const isOpen = !isOurs || hasLast || rates.some((rate) => ratesOf(rate).some((one) => spanOf(one) !== undefined))
  const best = !isOpen || (isFitting(first) && isOfItsTimes(first)) ? first : bestOf(rates, first, own, day)
  const isMore = best !== first && makesTotal(node, best.spanOf) === false
  const isFirst = isMore && makesTotal(node, first.spanOf) === true
  const ends = best === first || isFirst ? 'open' : endsBeside(node, global)
  const read = isFirst || ends === 'departure' ? first : best
  const isShown = hasLast && best.mode !== 'last by Rates'
  const isAssumed = isOurs && read !== first && ends !== 'doubted' && !isShown
  return {
    ...read,
    ...(isDay ? { isDay } : {}),
    ...(ends === 'doubted' || (ends === 'denied' && !isAssumed) ? { isDoubted: true as const } : {}),
    ...(read !== first && makesTotal(node, first.spanOf, 'Total') === true ? { isOnce: true as const } : {}),
    byLast: isAssumed ? nightsMore(read, first) : [],
  }
}

/** The reading that gives the nights of the stay. Where the number of nights that a price is for speaks for the days as they are told, no other one makes them fit. */
function bestOf(rates: readonly XmlNode[], first: ReadAs, own: Span | undefined, day: Span | undefined): ReadAs {
  const fitting = [first, ...MODES.slice(1).map((mode) => readAs(mode, rates, own, day))].filter(isFitting)
  return fitting.find(isOfItsTimes) ?? (isOfItsTimes(first) ? first : (fitting[0] ?? first))
}

/** Nights that RoomRates have in one reading and not in another. */
function nightsMore(read: StayNights, other: StayNights): StayRead['byLast'] {
  return read.lines.flatMap(({ node, nights = [] }, at) => {
    const known = new Set(other.lines[at]?.nights)
    const more = nights.filter((night) => !known.has(night))
    return more.length > 0 ? [{ node, nights: more }] : []
  })
}

/** How ExpireDate of a RoomStay is meant where its days can be read in one way only. */
interface Ends {
  mode: 'departure' | 'last'
  /** A total, or a number of days, says so too. */
  isProved: boolean
  /** A number of days does. */
  isCounted: boolean
  /** A single price of one night: who means the last night may write the day after all the same. */
  isWeak: boolean
}

/** What the other RoomStays of a message say of one whose prices seem to end with their last night: a sender means ExpireDate in one way. */
function endsBeside(node: XmlNode, global: XmlNode | undefined): 'departure' | 'doubted' | 'denied' | 'open' {
  const own = endsOf(node, global)
  if (own?.mode !== 'last' || own.isCounted) return 'open'
  const others = childrenOf(node.parent, 'RoomStay').slice(0, STAYS_MAX)
  const all = others.flatMap((one) => endsOf(one, global) ?? [])
  const departures = all.filter(({ mode }) => mode === 'departure')
  const lasts = all.filter(({ mode }) => mode === 'last')
  const strong = departures.filter(({ isWeak, isProved }) => isProved || !isWeak)
  // A night without a price may be in the total all the same, at the price of another one.
  if (own.isProved) return strong.some(({ isProved }) => isProved) ? 'denied' : 'open'
  const isMost = strong.some(({ isProved }) => isProved) || strong.length >= lasts.length
  if (strong.length > 0 && isMost && !lasts.some(({ isProved }) => isProved)) return 'departure'
  return departures.length > 0 || isOtherwiseAbove(node) ? 'doubted' : 'open'
}

/** Whether as many RoomStays of the message or more can only end with the day of departure as with the last night. A message may hold what several have sent, so it is no proof. */
function isOtherwiseAbove(node: XmlNode): boolean {
  const message = node.parent?.parent?.parent
  if (message === undefined) return false
  const known = KNOWN_MESSAGES.get(message)
  if (known !== undefined) return known
  const all = childrenOf(message, 'HotelReservation')
    .slice(0, STAYS_MAX)
    .flatMap((one) => {
      const whole = descend(one, 'ResGlobalInfo', 'TimeSpan')
      const stays = childrenOf(childOf(one, 'RoomStays'), 'RoomStay').slice(0, STAYS_MAX)
      return stays.flatMap((stay) => endsOf(stay, whole) ?? [])
    })
  const strong = all.filter(({ mode, isWeak, isProved }) => mode === 'departure' && (isProved || !isWeak)).length
  const isOtherwise = strong > 0 && strong >= all.filter(({ mode }) => mode === 'last').length
  KNOWN_MESSAGES.set(message, isOtherwise)
  return isOtherwise
}

const KNOWN_MESSAGES = new WeakMap<XmlNode, boolean>()

/** Undefined where both readings give the nights of the stay, or neither, or an element says how it is meant. */
function endsOf(node: XmlNode, global: XmlNode | undefined): Ends | undefined {
  const known = KNOWN_ENDS.get(node)
  if (known !== undefined) return known.ends
  const ends = readEnds(node, spanOf(childOf(node, 'TimeSpan') ?? global))
  KNOWN_ENDS.set(node, { ends })
  return ends
}

/** So that a message of many stays is not read as often as it has stays. */
const KNOWN_ENDS = new WeakMap<XmlNode, { ends: Ends | undefined }>()
const STAYS_MAX = 500

function readEnds(node: XmlNode, own: Span | undefined): Ends | undefined {
  const rates = childrenOf(childOf(node, 'RoomRates'), 'RoomRate')
  const each = rates.flatMap((rate) => [rate, ...ratesOf(rate)])
  if (own === undefined || own.from === own.to || each.some((one) => isIndicated(one, ['true', '1', 'false', '0'])))
    return undefined
  const fitting = MODES.slice(1)
    .map((mode) => readAs(mode, rates, own, undefined))
    .filter((one) => isFitting(one) && isOfItsTimes(one))
  const departure = fitting.find(({ mode }) => mode === 'departure')
  const [last] = fitting.filter((one) => one !== departure)
  const read = departure === undefined ? last : last === undefined ? departure : undefined
  if (read === undefined) return undefined
  const isCounted = each.some((one) => one.name === 'Rate' && Number(rateTimeOf(one).times) >= 2)
  return {
    mode: read === departure ? 'departure' : 'last',
    isCounted,
    isProved: isCounted || makesTotal(node, read.spanOf) === true,
    isWeak: own.to - own.from === 1,
  }
}

/** First and last day of a reservation, as its stays tell them by their TimeSpans or by what is priced, or else as the whole does. */
export function daysOfStays(
  reads: readonly Pick<StayNights, 'span' | 'isDay'>[],
  timeSpans: readonly (XmlNode | undefined)[],
  global: XmlNode | undefined,
): { arrival?: number; departure?: number } {
  const starts = [...timeSpans, global].map((one) => dayNumber(valueOf(one, 'Start')))
  const whole = spanOf(global)
  const froms = reads.flatMap(({ span }, at) => span?.from ?? starts[at] ?? [])
  const ends = reads.flatMap(({ span, ...read }) => (span === undefined ? [] : daysTold(span, { span, ...read }).to))
  const [arrival, departure] = [
    froms.length > 0 ? Math.min(...froms) : starts.at(-1),
    ends.length > 0 ? Math.max(...ends) : whole?.to,
  ]
  return {
    ...(arrival === undefined ? {} : { arrival }),
    ...(departure === undefined ? {} : { departure }),
  }
}

/** The first day and the one behind the last, as they are told of a price; of one for the day of a stay without a night, that day twice. */
export const daysTold = ({ from, to }: Span, { isDay, span }: Pick<StayNights, 'isDay' | 'span'>): Span =>
  isDay === true && from === span?.from && to === span.to ? { from, to: from } : { from, to }

interface ReadAs extends StayNights {
  mode: Mode
}

/** @param day the day of a stay without a night: there is no other that an only price without a day could be for */
function readAs(mode: Mode, rates: readonly XmlNode[], own: Span | undefined, day: Span | undefined): ReadAs {
  const begun = begunIn(rates, own, mode)
  const daysOf = (node: XmlNode): Span | undefined =>
    begun.get(node) ?? daysAs(mode, node) ?? (isOnlyUndated(node) ? day : undefined)
  let left = ALL_MAX
  const lines = rates.map((node): Line => {
    const nights = left > 0 ? nightsOfLine(node, daysOf) : undefined
    left -= nights?.length ?? 0
    return { node, nights, units: wholeNumber(valueOf(node, 'NumberOfUnits') ?? '1') }
  })
  const span = own ?? aroundAll(lines)
  const isWhole = isShared(lines, nightsIn(span))
  return { mode, lines, spanOf: daysOf, isShared: isWhole, ...(span === undefined ? {} : { span }) }
}

/** RoomRates, or the Rates of one, that say when they begin and not when they end. */
function begunIn(rates: readonly XmlNode[], own: Span | undefined, mode: Mode): Map<XmlNode, Span> {
  const begun = new Map([...nightsBegunIn(rates, own), ...nightsBegunTogether(rates, own)])
  for (const rate of rates) {
    const span = daysAs(mode, rate) ?? (valueOf(rate, 'EffectiveDate') === undefined ? own : undefined)
    for (const [one, nights] of nightsBegun(ratesOf(rate), span)) begun.set(one, nights)
  }
  return begun
}

/** Whether an amount is the price of one night: as it says, or because it is of one night and says nothing else. @param span the days that it is for */
export function isOfNight(rate: XmlNode, span: Span | undefined): boolean {
  const { unit, times } = rateTimeOf(rate)
  if (unit === undefined) return (span !== undefined && span.to - span.from === 1) || chargeTypeOf(rate).per === 'night'
  return unit === 'Day' && times === '1'
}

/** A RoomRate, or the only Rate of one, neither of which has a day. */
function isOnlyUndated(node: XmlNode): boolean {
  const roomRate = node.name === 'Rate' ? node.parent?.parent : node
  const isOnly = node.name !== 'Rate' || ownRatesOf(roomRate).length === 1
  return isOnly && [node, roomRate].every(isUndated)
}

const ratesOf = ownRatesOf

/** What begins and ends on one day is of that night, and not of none. */
function isLastNight(node: XmlNode): boolean {
  const span = spanOf(node)
  return span !== undefined && (span.from === span.to || isIndicated(node, ['false', '0']))
}

const isIndicated = (node: XmlNode, values: readonly string[]): boolean =>
  values.includes(valueOf(node, 'ExpireDateExclusiveIndicator')?.trim().toLowerCase() ?? '')

function daysAs(mode: Mode, node: XmlNode): Span | undefined {
  const span = spanOf(node)
  if (span === undefined || span.to < span.from) return span
  const isLast =
    span.from === span.to ||
    (mode === 'told' && isLastNight(node)) ||
    ((mode === 'last' || (mode === 'last by Rates' && node.name === 'Rate')) && !isIndicated(node, ['true', '1']))
  return isLast ? { ...span, to: span.to + 1 } : span
}

/** By its Rates where each tells its days, else by its own. */
function nightsOfLine(roomRate: XmlNode, daysOf: (node: XmlNode) => Span | undefined): readonly number[] | undefined {
  const own = nightsIn(daysOf(roomRate))
  const rates = ratesOf(roomRate)
  const each = rates.map((rate) => nightsIn(daysOf(rate)))
  return rates.length > 0 && each.every((nights) => nights !== undefined) ? [...new Set(each.flat())] : own
}

function aroundAll(lines: readonly Line[]): Span | undefined {
  const all = lines.flatMap(({ nights }) => nights ?? [])
  if (all.length === 0 || lines.some(({ nights }) => nights === undefined)) return undefined
  return all.reduce(({ from, to }, night) => ({ from: Math.min(from, night), to: Math.max(to, night + 1) }), {
    from: Infinity,
    to: -Infinity,
  })
}

function isShared(lines: readonly Line[], stay: readonly number[] | undefined): boolean {
  if (stay === undefined || stay.length === 0) return false
  const units = new Map(stay.map((night) => [night, 0]))
  for (const { nights, units: many } of lines) {
    if (many === undefined) return false
    for (const night of nights ?? stay) {
      const sofar = units.get(night)
      if (sofar === undefined) return false
      units.set(night, sofar + many)
    }
  }
  const [first = 0, ...others] = units.values()
  return first > 0 && others.every((many) => many === first)
}

/** Every night of the stay is priced as often as every other, and no Rate leaves its RoomRate or lies over another. */
const isFitting = ({ lines, isShared: isWhole, spanOf: daysOf, span }: StayNights): boolean =>
  isWhole &&
  lines.every(({ node, nights }) => {
    const own = nightsIn(daysOf(node))
    const isOnce = [...groupBy(ratesOf(node), (rate) => ageGroupOf(rate) ?? '').values()].every(
      (rates) =>
        rates.reduce((sum, rate) => sum + (nightsIn(daysOf(rate))?.length ?? 0), 0) <= (nights?.length ?? Infinity),
    )
    return (
      isOnce && (own === undefined || nights === undefined || isSame(own, nights) || isPartOf(node, own, nights, span))
    )
  })

/** Whether the nights of a RoomRate are some of its own days, and another RoomRate of its room and plan is for the same days: they share these. */
function isPartOf(
  roomRate: XmlNode,
  own: readonly number[],
  nights: readonly number[],
  stay: Span | undefined,
): boolean {
  const known = new Set(own)
  const key = (one: XmlNode): string => JSON.stringify(OWN.map((name) => valueOf(one, name)))
  return (
    nights.every((night) => known.has(night)) &&
    own.every((night) => stay === undefined || (stay.from <= night && night < stay.to)) &&
    childrenOf(roomRate.parent, 'RoomRate').some((one) => one !== roomRate && key(one) === key(roomRate))
  )
}

const OWN = ['RoomTypeCode', 'RatePlanCode', 'EffectiveDate', 'ExpireDate']

/** Every price for some nights together (`UnitMultiplier="2" RateTimeUnit="Day"`) is for as many nights as it says. */
const isOfItsTimes = ({ lines, spanOf: daysOf }: StayNights): boolean =>
  lines.every(({ node }) =>
    ratesOf(node).every((rate) => {
      const [{ unit, times }, span] = [rateTimeOf(rate), daysOf(rate)]
      const many = Number(times)
      return unit !== 'Day' || !(many >= 2) || span === undefined || span.to - span.from === many
    }),
  )

function isSame(a: readonly number[], b: readonly number[]): boolean {
  const all = new Set(b)
  return a.length === all.size && a.every((night) => all.has(night))
}

/** Nights as days since 1970, from arrival to the day before departure; undefined where these are no days of a stay. */
export function nightsIn(span: Span | undefined): number[] | undefined {
  const count = span === undefined ? -1 : span.to - span.from
  return span !== undefined && count >= 0 && count <= NIGHTS_MAX
    ? Array.from({ length: count }, (_, at) => span.from + at)
    : undefined
}
