import type { LintFinding } from '../../finding/index.js'
import {
  ageGroupOf,
  dayNumber,
  dayText,
  groupBy,
  type MessageReservation,
  ownRatesOf,
  rateTimeOf,
  shareNights,
  type Span,
  spanOf,
  unitsByType,
  wholeNumber,
} from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../../xml/index.js'
import { checkBegun } from './begun.js'
import { goOnElsewhere } from './elsewhere.js'
import { isOfNight, nightsIn, readNights, type StayNights, type StayRead } from '../../nights/index.js'
import { nightFinding as finding } from './night-finding.js'
import { productOf } from './products.js'
import { checkLonger, checkWholeTwice, isOfStay, isPartOfStay } from './whole-stay.js'

/**
 * Nights that are priced against nights of the stay: by Rates where each tells its days, and by RoomRates. Where no TimeSpan tells the days of the stay, they are those
 * from the first to the last that is priced.
 */
export function checkNights(reservation: MessageReservation, isOurs: boolean): LintFinding[] {
  const { node, stays } = reservation
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const reads = stays.map((stay) => readNights(stay, global, isOurs))
  const elsewhere = goOnElsewhere(reservation, reads)
  return stays.flatMap((stay, at) => {
    const told = spanOf(stay.timeSpan ?? global)
    const own = reads[at] as (typeof reads)[number]
    const isElsewhere = elsewhere[at] === true
    const read = isElsewhere ? { ...own, isShared: true } : own
    const span = told ?? read.span
    const nights = nightsIn(span)
    if (span === undefined || nights === undefined || nights.length === 0) return []
    const rates = read.lines.map((line) => line.node)
    const isStrict = isOurs && told !== undefined
    const byProduct = isStrict ? groupBy(rates, productOf) : new Map<string, XmlNode[]>()
    // A room of a message that tells its days for all of them may arrive later.
    const areTogether = beginTogether(read, stay.timeSpan === undefined ? undefined : span.from)
    // Another plan or room may go on where one ends.
    const found = [
      ...rates.flatMap((rate) => checkRate(rate, nights, read, isStrict, areTogether)),
      ...(isStrict
        ? []
        : checkUnpriced(read, nights, areTogether).map((one) => (told === undefined ? between(one) : one))),
      ...checkBegun(stay.node, span, read, isStrict),
      ...(read.isDoubted === true ? [checkEnds(stay.node, nights)] : []),
      ...(read.isOnce === true && !isStrict ? [checkOnce(stay.node, nights)] : []),
      ...read.byLast.map((line) => finding('expire-date-unclear', endOfNight(line, read), line.nights)),
      ...(read.isShared || isElsewhere
        ? []
        : [...byProduct.values()].flatMap((alike) => checkCover(alike, nights, read))),
    ]
    return [...groupBy(found, (one) => JSON.stringify([one.rule, one.node, one.found])).values()].flatMap(
      ([first]) => first ?? [],
    )
  })
}

/** Where the ExpireDate stands that is read as the last night: in the RoomRate, or in the Rate of the first such night. */
const endOfNight = (
  { node, nights: [night = 0] }: StayRead['byLast'][number],
  { spanOf: daysOf }: StayNights,
): XmlNode =>
  valueOf(node, 'ExpireDate') === undefined
    ? (ownRatesOf(node).find((rate) => nightsIn(daysOf(rate))?.includes(night)) ?? node)
    : node

/** The last night is priced where ExpireDate is the last night, which another RoomStay speaks against. */
const checkEnds = (stay: XmlNode, nights: readonly number[]): LintFinding => ({
  ...finding('night-unchecked', stay, nights.slice(-1)),
  expected: 'ExpireDate meant in one way in all RoomStays',
  why: 'The prices of this RoomStay are those of all its nights only where ExpireDate is the last night, and those of another RoomStay only where it is the day after.',
  remedy: 'Check whether this night has a price; write the day after the last night as ExpireDate.',
})

/** The total counts the prices of nights once, so they may be those of one night each, and the last night has none. */
const checkOnce = (stay: XmlNode, nights: readonly number[]): LintFinding => ({
  ...finding('night-unchecked', stay, nights.slice(-1)),
  expected: 'a price of this night, or RateTimeUnit="FullDuration"',
  why: 'The total counts a Total of one day once: it is that of this night as well only where ExpireDate is the last night and the Total is that of all nights.',
  remedy: 'Check whether this night has a price; write the day after the last night as ExpireDate.',
})

/** A gap in the days of prices that tell the stay. */
const between = (missing: LintFinding): LintFinding => ({
  ...missing,
  severity: 'warning',
  why: 'No TimeSpan tells the days of the stay, and this night has no price, though one before and one after it have.',
  remedy: 'Price each night, or tell arrival and departure by a TimeSpan of each stay.',
})

/** Nights that Rates price before the first day of their RoomRate, or behind its last: that its ExpireDate is the last night is no fault of another sender. */
function checkOwnDates(
  roomRate: XmlNode,
  own: readonly number[],
  rates: readonly XmlNode[],
  stay: readonly number[],
  daysOf: StayNights['spanOf'],
  isOurs: boolean,
): LintFinding[] {
  const [first = 0, last = 0] = [own[0], own.at(-1)]
  const until = isOurs ? last : last + 1
  const priced = rates
    .filter((rate) => kindOf(rate, daysOf(rate)) === 'night')
    .flatMap((rate) => nightsIn(daysOf(rate)) ?? [])
  const beyond = [...new Set(priced.filter((night) => stay.includes(night) && (night < first || night > until)))]
  if (beyond.length === 0) return []
  if (isOurs && beyond.every((night) => night === last + 1))
    return [
      {
        ...finding('expire-date-unclear', roomRate, beyond),
        expected: dayText(last + 2),
        why: 'The Rates of this RoomRate price a night more than its own dates tell, unless its ExpireDate is the last night. A PMS that takes it for the day of departure, as this service means it, books one night less, or drops a price.',
        remedy: 'Write the day of departure as ExpireDate of the RoomRate, or give it no dates.',
      },
    ]
  return [
    {
      ...finding('night-outside', roomRate, beyond),
      severity: 'warning',
      expected: `${dayText(first)} to ${dayText(last + 1)}, as EffectiveDate and ExpireDate say`,
      why: 'This RoomRate is for other days than its Rates price: a PMS that goes by its dates books other nights, or drops a price.',
      remedy: 'Give the RoomRate the days of its Rates, or no dates.',
    },
  ]
}

function checkRate(
  roomRate: XmlNode,
  stay: readonly number[],
  { spanOf: daysOf, isShared }: StayNights,
  isOurs: boolean,
  areTogether: boolean,
): LintFinding[] {
  const all = ownRatesOf(roomRate)
  const spans = checkSpan(roomRate, stay, daysOf)
  const seen = new Set<number>()
  const seenOf = new Map<string, Set<number>>()
  const findings = all.flatMap((rate) => {
    if (daysOf(rate) === undefined) return checkBefore(rate, stay)
    const nights = nightsIn(daysOf(rate)) ?? []
    const kind = kindOf(rate, daysOf(rate))
    const outside = nights.filter((night) => !stay.includes(night))
    if (kind === 'other') return checkLonger(rate, nights, outside, stay)
    // Rates of several ages for one night are one price.
    const alike = seenOf.get(ageGroupOf(rate) ?? '') ?? new Set()
    seenOf.set(ageGroupOf(rate) ?? '', alike)
    const twice = nights.filter((night) => alike.has(night))
    for (const night of nights) {
      alike.add(night)
      seen.add(night)
    }
    // What is of several days may be one price for a time in which it holds; wholly beside the stay, it is of none of its nights.
    const isSure = kind === 'night' || outside.length === nights.length
    const unsure = isSure ? [] : [...new Set([...outside, ...twice])].toSorted((a, b) => a - b)
    return [
      ...(isSure && outside.length > 0 ? [finding('night-outside', rate, outside)] : []),
      ...(isSure && twice.length > 0 ? [finding('night-twice', rate, twice)] : []),
      ...(unsure.length > 0 ? [finding('night-unchecked', rate, unsure)] : []),
    ]
  })
  const isWhole = (rate: XmlNode): boolean => isOfStay(rate) && kindOf(rate, daysOf(rate)) === 'other'
  for (const alike of groupBy(all.filter(isWhole), (rate) => ageGroupOf(rate) ?? '').values())
    findings.push(...checkWholeTwice(roomRate, alike, stay, daysOf))
  const isTold = all.length > 0 && all.every((rate) => nightsIn(daysOf(rate)) !== undefined)
  if (!isTold || isForAll(roomRate, stay, daysOf, isOurs, areTogether)) return [...spans, ...findings]
  for (const night of all.flatMap((rate) => nightsIn(daysOf(rate)) ?? [])) seen.add(night)
  // A RoomRate for a part of the stay prices that part.
  const own = nightsIn(daysOf(roomRate))
  const isPart = own !== undefined && own.length > 0
  const wanted = isPart ? own.filter((night) => stay.includes(night)) : isOurs && !isShared ? stay : []
  const missing = wanted.filter((night) => !seen.has(night))
  return [
    ...spans,
    ...findings,
    ...(isPart ? checkOwnDates(roomRate, own, all, stay, daysOf, isOurs) : []),
    ...(missing.length > 0 ? checkUnpricedOf(roomRate, missing, daysOf) : []),
  ]
}

/** Nights of a RoomRate that its Rates do not price; those of another one may, where both are the prices of one product. */
function checkUnpricedOf(roomRate: XmlNode, missing: readonly number[], daysOf: StayNights['spanOf']): LintFinding[] {
  const rates = childOf(roomRate, 'Rates') ?? roomRate
  const shared = sharedNights(roomRate, daysOf)
  const [elsewhere, nowhere] = [
    missing.filter((night) => shared.has(night)),
    missing.filter((night) => !shared.has(night)),
  ]
  return [
    ...(nowhere.length > 0 ? [finding('night-missing', rates, nowhere)] : []),
    ...(elsewhere.length > 0 ? [{ ...finding('night-missing', rates, elsewhere), ...PRICED_ELSEWHERE }] : []),
  ]
}

/** The nights that RoomRates of one product share, if they do. */
function sharedNights(roomRate: XmlNode, daysOf: StayNights['spanOf']): ReadonlySet<number> {
  const { parent } = roomRate
  if (parent === undefined) return new Set()
  const known =
    KNOWN_SHARES.get(parent) ??
    new Map(
      [...groupBy(childrenOf(parent, 'RoomRate'), productOf)].map(([product, alike]): [string, Set<number>] => [
        product,
        new Set(shareNights(alike) ? alike.flatMap(ownRatesOf).flatMap((rate) => nightsIn(daysOf(rate)) ?? []) : []),
      ]),
    )
  KNOWN_SHARES.set(parent, known)
  return known.get(productOf(roomRate)) ?? new Set()
}

const KNOWN_SHARES = new WeakMap<XmlNode, ReadonlyMap<string, ReadonlySet<number>>>()

const PRICED_ELSEWHERE = {
  severity: 'warning',
  why: 'This RoomRate is dated for these nights, and other RoomRates of its room and plan price them: together they are read as the prices of the same rooms. A PMS that goes by the dates of RoomRates books the rooms of each, or misses prices.',
  remedy: 'Write all Rates of a room and plan in one RoomRate, or give each RoomRate the days of its Rates.',
} as const

/** A price that begins before arrival and does not say when it ends: that of another day, or one that holds from then on. */
function checkBefore(rate: XmlNode, [arrival]: readonly number[]): LintFinding[] {
  const day = valueOf(rate, 'ExpireDate') === undefined ? dayNumber(valueOf(rate, 'EffectiveDate')) : undefined
  if (day === undefined || arrival === undefined || day >= arrival) return []
  return [
    {
      ...finding('night-unchecked', rate, [day]),
      expected: `a night from ${dayText(arrival)} on`,
      why: 'This price begins before arrival and does not say when it ends: it may hold from that day on, or be that of another day.',
      remedy: 'Write the night that it is for as EffectiveDate, and the day after it as ExpireDate.',
    },
  ]
}

/** Nights that no RoomRate of a stranger is for: one room may leave before another. */
function checkUnpriced(
  { lines, spanOf: daysOf }: StayNights,
  stay: readonly number[],
  areTogether: boolean,
): LintFinding[] {
  const [first] = lines
  // The day of arrival stands for the whole stay where no other price is of another day.
  const isApart = new Set(lines.map(({ nights }) => nights?.[0])).size > 1
  const isOfItsDays = (node: XmlNode): boolean =>
    isApart && ownRatesOf(node).every((rate) => isOfStay(rate) && daysOf(rate) !== undefined)
  const [isOpen, isOpenOtherwise] = [areTogether, false].map((are) =>
    lines.some(
      ({ nights, node }) => nights === undefined || (!isOfItsDays(node) && isForAll(node, stay, daysOf, false, are)),
    ),
  )
  if (first === undefined) return []
  const covered = new Set(lines.flatMap(({ nights }) => nights ?? []))
  const missing = stay.filter((night) => !covered.has(night))
  if (isOpen)
    return isOpenOtherwise || missing.length === 0 || missing[0] === stay[0] ? [] : noteArrival(first.node, missing)
  return missing.length > 0
    ? [finding('night-missing', childOf(first.node, 'Rates') ?? first.node, missing)]
    : checkFewer(lines, stay)
}

/** A price of the first night alone, which may be that of the stay, where no total tells. */
function noteArrival(roomRate: XmlNode, missing: readonly number[]): LintFinding[] {
  const stay = roomRate.parent?.parent
  const totals = [stay, roomRate, childOf(stay?.parent?.parent, 'ResGlobalInfo')].map((one) => childOf(one, 'Total'))
  if (totals.some((one) => one !== undefined) || ownRatesOf(roomRate).some((rate) => isOfStay(rate))) return []
  return [
    {
      ...finding('night-unchecked', roomRate, missing),
      expected: 'a price of each night, or RateTimeUnit="FullDuration"',
      why: 'The only price is dated for the first night: it is that of the others as well only where the day of arrival stands for the stay, and no total tells.',
      remedy: 'Price each night, or say by RateTimeUnit what the price is of.',
    },
  ]
}

/** Nights of a stranger with prices for fewer units than RoomTypes tell, and other nights have. */
function checkFewer(lines: StayNights['lines'], stay: readonly number[]): LintFinding[] {
  const node = lines[0]?.node as XmlNode
  const types = childrenOf(childOf(node.parent?.parent, 'RoomTypes'), 'RoomType').map((one) =>
    wholeNumber(valueOf(one, 'NumberOfUnits')),
  )
  const wanted = types.reduce<number>((sum, one) => sum + (one ?? NaN), 0)
  if (lines.some(({ node: one }) => valueOf(one, 'NumberOfUnits') === undefined)) return []
  const units = new Map<number, number>()
  for (const { nights = [], units: many = NaN } of lines)
    for (const night of nights) units.set(night, (units.get(night) ?? 0) + many)
  if (types.length === 0 || wanted !== Math.max(...units.values())) return []
  const fewer = stay.filter((night) => (units.get(night) ?? 0) < wanted)
  if (fewer.length === 0) return []
  return [
    {
      ...finding('night-missing', childOf(node, 'Rates') ?? node, fewer),
      severity: 'warning',
      why: `RoomTypes tell ${wanted} units, and other nights have a price for each; this one has fewer. One room may leave before another; else a price is missing.`,
      remedy: 'Price each night of each room, or give a room that leaves before others a RoomStay of its own.',
    },
  ]
}

/** What is priced for the whole stay at once leaves no night out, unless it tells days that do; a stranger may mean that where it tells no unit of time. */
function isForAll(
  roomRate: XmlNode,
  stay: readonly number[],
  daysOf: StayNights['spanOf'],
  isOurs: boolean,
  areTogether: boolean,
): boolean {
  const rates = ownRatesOf(roomRate)
  return rates.some((rate) => {
    const span = spanOfRate(rate, rates.length, roomRate, daysOf)
    const kind = kindOf(rate, span)
    if (kind === 'other' && isOfStay(rate)) return !isPartOfStay(nightsIn(span), stay)
    if (rateTimeOf(rate).unit === 'FullDuration') return true
    const isArrival = areTogether && daysOf(roomRate) === undefined && kindOf(rate, undefined) !== 'night'
    return !isOurs && (kind !== 'night' || isArrival)
  })
}

/** A single Rate without days of its own is of those of its RoomRate. */
const spanOfRate = (rate: XmlNode, count: number, roomRate: XmlNode, daysOf: StayNights['spanOf']): Span | undefined =>
  daysOf(rate) ?? (count === 1 ? daysOf(roomRate) : undefined)

/** Whether each RoomRate has one price, all of the first night: the day may be that of arrival. */
function beginTogether({ lines, spanOf: daysOf }: StayNights, arrival: number | undefined): boolean {
  const begins = new Set(
    lines.map(({ node }) => {
      const [rate, ...others] = ownRatesOf(node)
      return rate === undefined || others.length > 0 ? undefined : spanOfRate(rate, 1, node, daysOf)?.from
    }),
  )
  return begins.size === 1 && (arrival === undefined ? !begins.has(undefined) : begins.has(arrival))
}

/** What a price is of: each of its nights; some time that it does not tell; another unit of time that it tells. */
function kindOf(rate: XmlNode, span: Span | undefined): 'night' | 'not told' | 'other' {
  const { unit, times } = rateTimeOf(rate)
  if (unit === 'Day' || isOfNight(rate, span)) return 'night'
  return unit === undefined && times === '1' && !isOfStay(rate) ? 'not told' : 'other'
}

/** A RoomRate says from when to when it holds. */
function checkSpan(roomRate: XmlNode, stay: readonly number[], daysOf: StayNights['spanOf']): LintFinding[] {
  const outside = (nightsIn(daysOf(roomRate)) ?? []).filter((night) => !stay.includes(night))
  const isProduct = valueOf(roomRate, 'RoomTypeCode') !== undefined || spanOf(roomRate) === undefined
  const isBeside = outside.length > 0 && !stay.some((night) => nightsIn(daysOf(roomRate))?.includes(night))
  return outside.length > 0 && (isProduct || isBeside) ? [finding('night-outside', roomRate, outside)] : []
}

/** RoomRates of one product cover each night of the stay, and each with as many units. */
function checkCover(rates: readonly XmlNode[], stay: readonly number[], read: StayNights): LintFinding[] {
  const node = rates[0] as XmlNode
  // Each is held against its own Rates.
  if (shareNights(rates)) return []
  const covered = new Map(stay.map((night) => [night, 0]))
  for (const { node: rate, units } of read.lines) {
    if (!rates.includes(rate)) continue
    const nights = nightsIn(read.spanOf(rate))
    if (nights === undefined || units === undefined) return []
    for (const night of nights) if (covered.has(night)) covered.set(night, (covered.get(night) ?? 0) + units)
  }
  const counts = [...covered.values()]
  const wanted = unitsWanted(node, read) ?? commonest(counts)
  const missing = stay.filter((night) => (covered.get(night) ?? 0) < wanted)
  if (missing.length > 0) return [finding('night-missing', node, missing)]
  const more = stay.filter((night) => (covered.get(night) ?? 0) > wanted)
  return more.length > 0 ? [finding('night-twice', rates.at(-1) as XmlNode, more)] : []
}

/** Units of the room of a RoomRate each night, as its RoomType tells them; undefined where RoomRates do not tell theirs, or others are for the same room. */
function unitsWanted(roomRate: XmlNode, { lines }: StayNights): number | undefined {
  const stay = roomRate.parent?.parent
  const [room, plan] = [valueOf(roomRate, 'RoomTypeCode'), valueOf(roomRate, 'RatePlanCode')]
  const isSilent = lines.some(({ node }) => valueOf(node, 'NumberOfUnits') === undefined)
  return stay === undefined || room === undefined || plan === undefined || isSilent
    ? undefined
    : unitsByType(stay, { roomTypeCode: room, ratePlanCode: plan })
}

/** The number of units that most nights have, or else the least. */
function commonest(counts: readonly number[]): number {
  const times = groupBy([...counts], String)
  const sorted = [...times.values()].toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
  return sorted[0]?.[0] || Math.max(1, ...counts)
}
