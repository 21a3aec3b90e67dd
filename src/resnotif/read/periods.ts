import { ownTable } from '../../foreign-text.js'
import { childOf, childrenOf, valueOf, wholeNumber, withoutBlanks, type XmlNode } from '../xml/index.js'
import { dayNumber, nightsSpanOf, type Span } from './days.js'

/** The day on which a price begins, where it does not say when it ends. */
function beginOf(node: XmlNode): number | undefined {
  return valueOf(node, 'ExpireDate') === undefined ? dayNumber(valueOf(node, 'EffectiveDate')) : undefined
}

/**
 * The nights of RoomRates or Rates that say when they begin and not when they end, by element: where there is one for each night, each is for its night. Empty where one
 * of them says more or less, and where they may hold from that day on; what begins on the day of departure or later holds for no night of the stay, so its day is told.
 * @param stay the days that they are for, where these are told
 */
export function nightsBegun(nodes: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  const begun = nodes.map(beginOf)
  const isEach = areNightsEach(nodes, begun, stay)
  return new Map(
    nodes.flatMap((node, at): [XmlNode, Span][] => {
      const day = begun[at]
      const isTold = day !== undefined && (isEach || (stay !== undefined && day >= stay.to))
      return isTold ? [[node, { from: day, to: day + 1 }]] : []
    }),
  )
}

/** Whether there is a price for each night, or one slip in the days of as many prices as there are nights. */
function areNightsEach(
  nodes: readonly XmlNode[],
  begun: readonly (number | undefined)[],
  stay: Span | undefined,
): boolean {
  const days = begun.filter((day) => day !== undefined)
  const distinct = new Set(days)
  if (days.length === 0 || days.length < nodes.length) return false
  const [from, to] = stay === undefined ? [Math.min(...days), Math.max(...days) + 1] : [stay.from, stay.to]
  const nights = to - from
  const inside = [...distinct].filter((day) => day >= from && day < to).length
  const isOnce = nights > 0 && inside === nights && (stay !== undefined || nights > 1)
  const isAlike = new Set(nodes.map((node) => JSON.stringify(CODES.map((name) => valueOf(node, name))))).size === 1
  const isNearly = isAlike && days.length === nights && distinct.size >= Math.max(2, nights - 1) && inside >= nights - 1
  return isOnce || isNearly
}

/** Rates of a RoomRate that are prices of their own: what repeats one of them in another currency is none. */
export function ownRatesOf(roomRate: XmlNode | undefined): XmlNode[] {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  const own = rates.filter(
    (rate) => !['true', '1'].includes(withoutBlanks(valueOf(rate, 'AlternateCurrencyInd') ?? '').toLowerCase()),
  )
  return own.length === 0 ? rates : own
}

const AGE_GROUP = ['AgeQualifyingCode', 'MinAge', 'MaxAge', 'AgeBucket'] as const

/** Of which people a Rate is the price, where it is that of one age: Rates of several ages for one night belong together. */
export function ageGroupOf(rate: XmlNode): string | undefined {
  const told = AGE_GROUP.map((name) => withoutBlanks(valueOf(rate, name) ?? ''))
  return told.every((one) => one === '') ? undefined : told.join(' ')
}

const PEOPLE = ownTable<string>({ '7': 'infants', '8': 'children', '10': 'adults', '11': 'seniors' })

/** The words of `ageGroupOf`: `children aged 3 to 11`. */
export function ageGroupWords(rate: XmlNode): string | undefined {
  const [code = '', least = '', most = '', bucket = ''] = AGE_GROUP.map((name) =>
    withoutBlanks(valueOf(rate, name) ?? '').slice(0, 40),
  )
  if (ageGroupOf(rate) === undefined) return undefined
  const who = PEOPLE[code] ?? (code === '' ? 'people' : `people of AgeQualifyingCode ${code}`)
  const ages =
    least === '' ? (most === '' ? bucket : `up to ${most}`) : most === '' ? `${least} or more` : `${least} to ${most}`
  return ages === '' ? who : `${who} aged ${ages}`
}

/** As it stands behind an amount: ` for adults`. */
export const forPeople = (rate: XmlNode): string => {
  const words = ageGroupWords(rate)
  return words === undefined ? '' : ` for ${words}`
}

/** RateTimeUnit in the schemas. */
export const TIME_UNITS: readonly string[] = [
  'Year',
  'Month',
  'Week',
  'Day',
  'Hour',
  'Second',
  'FullDuration',
  'Minute',
]

/** RateTimeUnit, in whatever capitals, and UnitMultiplier, which is 1 where it is not told. */
export function rateTimeOf(rate: XmlNode | undefined): { unit: string | undefined; times: string } {
  const [unit, times] = ['RateTimeUnit', 'UnitMultiplier'].map((name) => withoutBlanks(valueOf(rate, name) ?? ''))
  const known = TIME_UNITS.find((one) => one.toLowerCase() === unit?.toLowerCase())
  return { unit: known ?? (unit || undefined), times: String(wholeNumber(times) ?? (times || '1')) }
}

/** RateTimeUnit in words, where a price of it is that of some time which is not the stay. */
const UNIT_WORDS = ownTable<string>({
  Day: 'day',
  Week: 'week',
  Month: 'month',
  Year: 'year',
  Hour: 'hour',
  Minute: 'minute',
})

/** ChargeTypes that are of such a unit of time, other than a day. */
const CHARGED_FOR = ownTable<string>({ '2': 'Hour', '10': 'Minute', '17': 'Week' })

/** What an amount is the price of, as ChargeType says. */
interface ChargeType {
  /** Undefined where the code is not known. */
  per?: 'night' | 'stay' | 'other'
  /** The unit of `other`. */
  text?: string
  isPerPerson?: true
  /** As it stands. */
  code?: string
}

/**
 * What ChargeType, or else RoomPricingType, says that the amount of a Rate is the price of, by codes of OpenTravel list CHG that a public list of Charge Type Codes (OTA 2014B) confirms,
 * with 1 as the examples of OpenTravel explain it. No other code is guessed at.
 */
export function chargeTypeOf(rate: XmlNode | undefined): ChargeType {
  const code = withoutBlanks(valueOf(rate, 'ChargeType') ?? '')
  if (code === '') return pricingTypeOf(rate)
  const unit = Object.hasOwn(CHARGED_FOR, code) ? CHARGED_FOR[code] : undefined
  const text = unit && unitWords({ unit, times: 1 })
  const per = ['1', '19', '21'].includes(code)
    ? 'night'
    : ['12', '20'].includes(code)
      ? 'stay'
      : text === undefined
        ? undefined
        : 'other'
  return {
    ...(per === undefined ? {} : { per }),
    ...(text === undefined ? {} : { text }),
    ...(code === '20' || code === '21' ? { isPerPerson: true as const } : {}),
    code: code.slice(0, 40),
  }
}

/** The same by RoomPricingType, in the words of the schema. */
function pricingTypeOf(rate: XmlNode | undefined): ChargeType {
  const words = withoutBlanks(valueOf(rate, 'RoomPricingType') ?? '').toLowerCase()
  if (words === 'per person per night') return { per: 'night', isPerPerson: true }
  return words === 'per person' ? { isPerPerson: true } : {}
}

/** Of which unit of time a price is, and of how many: by RateTimeUnit and UnitMultiplier, or else by ChargeType. Undefined of the stay, and where it is not told. */
export function unitOfTime(rate: XmlNode | undefined): { unit: string; times: number } | undefined {
  const { unit: told, times } = rateTimeOf(rate)
  const { per, code = '' } = chargeTypeOf(rate)
  const unit = told ?? (per === 'other' ? CHARGED_FOR[code] : undefined)
  const many = told === undefined ? 1 : /^\d{1,6}$/.test(times) ? Number(times) : 0
  return unit === undefined || !Object.hasOwn(UNIT_WORDS, unit) || many === 0 ? undefined : { unit, times: many }
}

/** What a price of a unit of time is for: `for a week`, `for 2 weeks`. */
export function forUnit(rate: XmlNode | undefined): string | undefined {
  const time = unitOfTime(rate)
  return time && unitWords(time)
}

function unitWords({ unit, times }: { unit: string; times: number }): string {
  const name = UNIT_WORDS[unit] ?? unit
  return times === 1 ? `for ${unit === 'Hour' ? 'an' : 'a'} ${name}` : `for ${times} ${name}s`
}

const NAMES = Object.values(UNIT_WORDS).join('|')
const ONE_UNIT = new RegExp(`^for (an? (?:${NAMES}))$`)
const SOME_UNITS = new RegExp(`^for \\d{1,6} (?:${NAMES})s$`)

/** The words of `forUnit` as they stand behind an amount: `a week`, `for 2 weeks`; undefined for other words. */
export const behindAmount = (words: string): string | undefined =>
  ONE_UNIT.exec(words)?.[1] ?? (SOME_UNITS.test(words) ? words : undefined)

/** What stands behind the amount of a Rate of another unit than a night or the stay: `a week`, `for 2 weeks`. */
export function rateUnitOf(rate: XmlNode): string | undefined {
  const time = unitOfTime(rate)
  return time === undefined || (time.unit === 'Day' && time.times === 1) ? undefined : behindAmount(unitWords(time))
}

const CODES = ['RoomTypeCode', 'RatePlanCode'] as const

/** As `nightsBegun`, of RoomRates whose Rates tell no days of their own. */
export function nightsBegunIn(roomRates: readonly XmlNode[], stay: Span | undefined): Map<XmlNode, Span> {
  return roomRates.some(hasDatedRates) ? new Map() : nightsBegun(roomRates, stay)
}

const hasDatedRates = (roomRate: XmlNode): boolean =>
  childrenOf(childOf(roomRate, 'Rates'), 'Rate').some((rate) => valueOf(rate, 'EffectiveDate') !== undefined)

/** Whether RoomRates begin one after the other, and none says when it ends: each holds for a night or until the next. */
function beginInTurn(roomRates: readonly XmlNode[]): boolean {
  const days = new Set(roomRates.map(beginOf))
  return (
    roomRates.length > 1 && !days.has(undefined) && days.size === roomRates.length && !roomRates.some(hasDatedRates)
  )
}

/** The nights that a RoomRate is for: as it says itself, or as its Rates do together. */
function periodOf(roomRate: XmlNode, isByRates: boolean): Span | undefined {
  const own = isByRates ? undefined : nightsSpanOf(roomRate)
  if (own !== undefined) return own
  const told = spansOfRates(roomRate)
  if (told === undefined || told.length === 0) return undefined
  return { from: Math.min(...told.map(({ from }) => from)), to: Math.max(...told.map(({ to }) => to)) }
}

/** The nights of each Rate, where all of them tell theirs. */
function spansOfRates(roomRate: XmlNode): Span[] | undefined {
  const spans = childrenOf(childOf(roomRate, 'Rates'), 'Rate').map(nightsSpanOf)
  const told = spans.filter((span) => span !== undefined)
  return told.length < spans.length ? undefined : told
}

/**
 * Whether RoomRates of one room and plan are each for the same days, and their Rates are for one part of these after the other: the prices of the same rooms, unless their
 * RoomType tells as many rooms as all of them together.
 */
export function shareNights(roomRates: readonly XmlNode[]): boolean {
  const [first, ...others] = roomRates
  const own = first && nightsSpanOf(first)
  if (first === undefined || own === undefined || others.length === 0) return false
  const isAlike = others.every((one) => {
    const span = nightsSpanOf(one)
    const areSame = [...CODES, 'NumberOfUnits'].every((name) => valueOf(one, name) === valueOf(first, name))
    return areSame && span?.from === own.from && span.to === own.to
  })
  const spans = isAlike ? roomRates.map(spansOfRates) : []
  if (spans.length === 0 || spans.some((one) => one === undefined || one.length === 0)) return false
  const inOrder = spans
    .flatMap((each, at) => (each ?? []).map((span) => ({ ...span, at })))
    .toSorted((a, b) => a.from - b.from)
  let [until, last] = [-Infinity, -1]
  for (const { from, to, at } of inOrder) {
    if (from < until && at !== last) return false
    ;[until, last] = [Math.max(until, to), at]
  }
  return !isTypeOfAll(first, roomRates.length)
}

/** Whether the RoomType of a RoomRate tells as many units as so many RoomRates like it. */
function isTypeOfAll(roomRate: XmlNode, count: number): boolean {
  const units = wholeNumber(valueOf(roomRate, 'NumberOfUnits') ?? '1')
  const types = childrenOf(childOf(roomRate.parent?.parent, 'RoomTypes'), 'RoomType')
  const own = types.filter((one) => types.length === 1 || valueOf(one, CODES[0]) === valueOf(roomRate, CODES[0]))
  return units !== undefined && own.some((one) => wholeNumber(valueOf(one, 'NumberOfUnits')) === units * count)
}

/**
 * RoomRates for one part of the stay after the other, in the order of their nights: the same rooms at another price, under another plan or of another type in turn, and
 * not more rooms. Undefined where they are not, or where nothing tells.
 */
function takeTurns<T>(items: readonly T[], nodeOf: (item: T) => XmlNode): { item: T; from: number }[] | undefined {
  const nodes = items.map(nodeOf)
  const [isBegun, isByRates] = [beginInTurn(nodes), shareNights(nodes)]
  const turns = items.flatMap((item) => {
    const begin = isBegun ? beginOf(nodeOf(item)) : undefined
    const period = begin === undefined ? periodOf(nodeOf(item), isByRates) : { from: begin, to: begin + 1 }
    return period === undefined || period.from >= period.to ? [] : [{ item, ...period }]
  })
  if (items.length < 2 || turns.length < items.length) return undefined
  if (new Set(items.map((item) => valueOf(nodeOf(item), 'NumberOfUnits'))).size > 1) return undefined
  const inOrder = turns.toSorted((a, b) => a.from - b.from)
  return inOrder.every(({ from }, at) => at === 0 || from >= (inOrder[at - 1]?.to ?? 0))
    ? inOrder.map(({ item, from }) => ({ item, from }))
    : undefined
}

/** Whether RoomRates are for one part of the stay after the other: the same rooms, and not more of them. */
export const followInTurn = (roomRates: readonly XmlNode[]): boolean => takeTurns(roomRates, (one) => one) !== undefined

/** The nights of each of these RoomRates, where all of them tell theirs. */
function nightsOfEach(roomRates: readonly XmlNode[]): Span[][] | undefined {
  const begun = nightsBegunIn(roomRates, undefined)
  const [isBegun, isByRates] = [beginInTurn(roomRates), shareNights(roomRates)]
  const all = roomRates.map((one) => {
    const begin = isBegun ? beginOf(one) : undefined
    const own = begun.get(one) ?? (begin === undefined ? nightsSpanOf(one) : { from: begin, to: begin + 1 })
    return own === undefined || isByRates ? (spansOfRates(one) ?? []) : [own]
  })
  return all.every((spans) => spans.length > 0 && spans.every(({ from, to }) => from < to)) ? all : undefined
}

/**
 * RoomRates of one product for the night that has the most units of it: so many are booked, and the others are the same rooms on another night. All of them, where nothing
 * tells. @param unitsOf undefined where it is not told
 */
export function ofFullestNight<T>(
  items: readonly T[],
  nodeOf: (item: T) => XmlNode,
  unitsOf: (item: T) => number | undefined,
): readonly T[] {
  const units = items.map(unitsOf)
  const isTold = units.every((one) => one !== undefined) || units.every((one) => one === undefined)
  const nights = items.length < 2 || !isTold ? undefined : nightsOfEach(items.map(nodeOf))
  if (nights === undefined) return items
  const changes = nights
    .flatMap((spans, at) => {
      const many = units[at] ?? 1
      return spans.flatMap(({ from, to }) => [
        { day: from, many },
        { day: to, many: -many },
      ])
    })
    .toSorted((a, b) => a.day - b.day || a.many - b.many)
  let [now, most, fullest] = [0, 0, changes[0]?.day ?? 0]
  for (const { day, many } of changes) {
    now += many
    if (now > most) [most, fullest] = [now, day]
  }
  return items.filter((_, at) => nights[at]?.some(({ from, to }) => from <= fullest && fullest < to))
}

/** A room as it is listed; `from` where the same units change to it during the stay. */
interface Listed<T> {
  item: T
  from?: number
}

/**
 * RoomRates as the rooms that they book: those that follow each other are one, and say from which night on where plan or type changes. Where several are booked at once,
 * only those of one room type follow each other.
 * @param keyOf which room type, and which room with its plan
 */
export function listRooms<T>(
  items: readonly T[],
  nodeOf: (item: T) => XmlNode,
  keyOf: (item: T) => { room: string; product: string },
  unitsOf: (item: T) => number | undefined,
): Listed<T>[] {
  const isOther = (one: T, other: T | undefined): boolean =>
    other === undefined || keyOf(one).product !== keyOf(other).product
  const whole = takeTurns(items, nodeOf)
  if (whole !== undefined)
    return whole
      .filter(({ item }, at) => isOther(item, whole[at - 1]?.item))
      .map(({ item, from }, at) => (at === 0 ? { item } : { item, from }))
  const [byRoom, byProduct] = [groups(items, (one) => keyOf(one).room), groups(items, (one) => keyOf(one).product)]
  const kept = new Set([...byProduct.values()].flatMap((alike) => ofFullestNight(alike, nodeOf, unitsOf)))
  return [...byRoom.values()].flatMap((alike) => {
    const rows = rowsOf(alike, nodeOf, (one, other) => !isOther(one, other))
    return rows === undefined
      ? alike.filter((item) => kept.has(item)).map((item) => ({ item }))
      : rows.flatMap((row) =>
          row
            .filter(({ item }, at) => isOther(item, row[at - 1]?.item))
            .map(({ item, from }, at) => (at === 0 ? { item } : { item, from })),
        )
  })
}

/** RoomRates with as many units each, one row for those that follow each other; undefined where they differ in units or one does not tell its nights. */
function rowsOf<T>(
  items: readonly T[],
  nodeOf: (item: T) => XmlNode,
  isAlike: (one: T, other: T) => boolean,
): { item: T; from: number }[][] | undefined {
  if (new Set(items.map((item) => valueOf(nodeOf(item), 'NumberOfUnits'))).size > 1) return undefined
  const nights = nightsOfEach(items.map(nodeOf))
  if (nights === undefined) return undefined
  const spans = items.map((item, at) => ({
    item,
    from: Math.min(...(nights[at] ?? []).map(({ from }) => from)),
    to: Math.max(...(nights[at] ?? []).map(({ to }) => to)),
  }))
  const rows: (typeof spans)[] = []
  for (const together of groups(spans, ({ from }) => from).values()) {
    const isFree = (row: typeof spans, from: number): boolean => (row.at(-1)?.to ?? from) <= from
    // Who stays comes before who moves.
    const left = together.filter((one) => {
      const row = rows.find((other) => isFree(other, one.from) && isAlike(one.item, other.at(-1)?.item ?? one.item))
      row?.push(one)
      return row === undefined
    })
    for (const one of left) {
      const row = rows.find((other) => isFree(other, one.from))
      if (row === undefined) rows.push([one])
      else row.push(one)
    }
  }
  return rows
}

/** By key, in the order of the keys where these are numbers, else of first appearance. */
function groups<T, K extends string | number>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item])
  return new Map([...found].toSorted(([a], [b]) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0)))
}
