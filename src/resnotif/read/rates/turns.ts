import { valueOf, type XmlNode } from '../../xml/index.js'
import { nightsSpanOf, type Span } from './days.js'
import { beginOf, hasDatedRates, nightsBegunIn, nightsBegunTogether } from './begun.js'
import { ownRatesOf } from './prices.js'
import { shareNights, spansOfRates } from './shared.js'

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

const spansIn = (roomRate: XmlNode, nights: ReadonlyMap<XmlNode, Span>): Span[] =>
  ownRatesOf(roomRate).flatMap((rate) => nights.get(rate) ?? [])

/** The nights of each of these RoomRates, where all of them tell theirs. */
function nightsOfEach(roomRates: readonly XmlNode[]): Span[][] | undefined {
  const together = nightsBegunTogether(roomRates, undefined)
  if (together.size > 0) return roomRates.map((one) => spansIn(one, together))
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
