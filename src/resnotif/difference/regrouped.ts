import { dayText, groupBy, type Span, spanOf } from '../read/index.js'
import { isOfNight, makesTotal, readNights } from '../nights/index.js'
import { childOf, valueOf, type XmlNode } from '../xml/index.js'
import { type Branch, changed, markOf } from './branch.js'
import { countedInAll, type UnitsOfStays } from './counted.js'
import { nearest } from './above.js'

/** Elements that say the same in fewer or in more of their kind: rates of a room, prices of several nights, guests of one age; or for each room instead of in all; or a Total that repeats the Base of its Rate; or ExpireDate that is the last night instead of the day after. */
export type Regrouped =
  | 'RoomRate'
  | 'Rate'
  | 'GuestCount'
  | 'Total'
  | 'ExpireDate'
  | 'IsPerRoom=true'
  | 'IsPerRoom=false'

/** What is noted where it was needed, and how many units the RoomStays of both messages are for. */
export interface Regrouping {
  regrouped: Set<Regrouped>
  units: { before: UnitsOfStays; after: UnitsOfStays }
  /** Reservations of the earlier message, by where they begin, of which the same rooms stand in RoomStays otherwise. */
  divided: ReadonlySet<number>
}

type Both = [Branch[], Branch[]]

const WAYS: Readonly<
  Record<'RoomRate' | 'Rate' | 'GuestCount', (before: Branch[], after: Branch[]) => Both | undefined>
> = {
  RoomRate: byProduct,
  Rate: nightByNight,
  GuestCount: inOneLine,
}

/**
 * Both lists of elements of one kind as they can be compared: where the days of a product are cut into RoomRates otherwise, in one; where nights of Rates are, night by night;
 * where guests of one age are counted in more lines, in one; where they are counted for each room, all of them. Anything else as it stands.
 */
export function regroup(before: Branch[], after: Branch[], { regrouped, units }: Regrouping): Both {
  const [[first], [other]] = [before, after]
  if (first?.kind === 'home GuestCounts' && other !== undefined && before.length * after.length === 1) {
    const counted = countedInAll(first, other, units)
    if (counted?.now !== undefined) regrouped.add(`IsPerRoom=${counted.now === 'for each room'}`)
    return counted === undefined ? [before, after] : [[counted.both[0]], [counted.both[1]]]
  }
  const kind = (Object.keys(WAYS) as (keyof typeof WAYS)[]).find((one) => (first ?? other)?.kind === `home ${one}`)
  const isOfDays = kind === 'RoomRate' || kind === 'Rate'
  if (isOfDays && !areReadAlike(before, after)) return [before, after]
  const ending = isOfDays ? endingAlike(before, after) : undefined
  if (ending !== undefined) regrouped.add('ExpireDate')
  if (ending !== undefined) return ending
  const both = kind === undefined || before.length === 0 || after.length === 0 ? undefined : WAYS[kind](before, after)
  if (kind === undefined || both === undefined) return [before, after]
  regrouped.add(kind)
  return both
}

/** RoomRates that follow each other and differ in their days alone, as one, where the other message has another number of them. */
function byProduct(before: Branch[], after: Branch[]): Both | undefined {
  const [old, now] = [groupBy(before, productOf), groupBy(after, productOf)]
  let isMerged = false
  const merged = (own: ReadonlyMap<string, Branch[]>, others: ReadonlyMap<string, Branch[]>): Branch[] =>
    [...own].flatMap(([key, list]) => {
      const one =
        list.length > 1 && others.has(key) && others.get(key)?.length !== list.length ? asOne(list) : undefined
      if (one === undefined) return list
      isMerged = true
      return [one]
    })
  const both: Both = [merged(old, now), merged(now, old)]
  return isMerged ? [both[0].map(endedAsRead), both[1].map(endedAsRead)] : undefined
}

/** A RoomRate with the day after its last night as ExpireDate, as its stay is read. */
function endedAsRead(one: Branch): Branch {
  const span = readingOf(one.node)(one.node)
  const isDated = [...DAYS].every((name) => one.attributes.has(name))
  if (!isDated || span === undefined || one.attributes.get('ExpireDate')?.same === dayText(span.to)) return one
  return changed(one, { ExpireDate: dayText(span.to) })
}

const DAYS: ReadonlySet<string> = new Set(['EffectiveDate', 'ExpireDate'])

export const isDayAttribute = (attribute: string | undefined): boolean => DAYS.has(attribute ?? '')

/** All that an element says of itself but its days. */
const productOf = ({ attributes }: Branch): string =>
  JSON.stringify(
    [...attributes]
      .flatMap(([key, { same }]) => (DAYS.has(key) ? [] : [[key, same]]))
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )

function asOne(list: readonly Branch[]): Branch | undefined {
  const spanAsRead = readingOf(list[0]?.node)
  const parts = list
    .map((branch) => ({ branch, span: spanAsRead(branch.node) }))
    .toSorted((one, other) => (one.span?.from ?? 0) - (other.span?.from ?? 0))
  const isRun = parts.every(({ span }, at) => span !== undefined && (at === 0 || parts[at - 1]?.span?.to === span.from))
  const isBare = list.every(({ children, text }) => text === undefined && children.every((one) => one.kind === RATES))
  const [first, last] = [parts[0], parts.at(-1)]
  if (!isRun || !isBare || first?.span === undefined || last?.span === undefined) return undefined
  const one = changed(first.branch, { EffectiveDate: dayText(first.span.from), ExpireDate: dayText(last.span.to) })
  const holders = parts.flatMap(({ branch }) => branch.children)
  const [rates] = holders
  if (rates === undefined) return one
  const mark = markOf([one.mark, holders.map((holder) => holder.mark)])
  // They stay the elements that they are, below the RoomRates in which they stand.
  return { ...one, mark, children: [{ ...rates, mark, children: holders.flatMap(({ children }) => children) }] }
}

const RATES = 'home Rates'
const ROOM_RATES = 'home RoomRates'

/**
 * Whether what is written with the same days in both messages is read as the same nights. A price that holds for a night more once the price of that night is gone is no
 * other way to write both.
 */
function areReadAlike(before: readonly Branch[], after: readonly Branch[]): boolean {
  const written = ({ node }: Branch): string => JSON.stringify([...DAYS].map((name) => valueOf(node, name)?.trim()))
  const spans = new Map(before.map((one) => [written(one), readingOf(one.node)(one.node)]))
  return after.every((one) => {
    const [old, now] = [spans.get(written(one)), readingOf(one.node)(one.node)]
    return old === undefined || now === undefined || (old.from === now.from && old.to === now.to)
  })
}

/** Elements of the same days of which ExpireDate is the last night in one message and the day after in the other, as the totals prove; undefined where that is not sure. */
function endingAlike(before: Branch[], after: Branch[]): Both | undefined {
  const days = (list: readonly Branch[], name: string): string =>
    JSON.stringify(list.map(({ node }) => valueOf(node, name)?.trim() ?? '').toSorted())
  const isOfForm = days(before, 'EffectiveDate') === days(after, 'EffectiveDate')
  if (!isOfForm || days(before, 'ExpireDate') === days(after, 'ExpireDate')) return undefined
  const [old, now] = [endingAfter(before), endingAfter(after)]
  if (old === undefined || now === undefined) return undefined
  const spans = (list: readonly Branch[]): string =>
    JSON.stringify(
      list.map(({ node }) => ['EffectiveDate', 'ExpireDate'].map((name) => valueOf(node, name))).toSorted(),
    )
  return spans(old) === spans(now) ? [old, now] : undefined
}

/** Elements with the day after their last night as ExpireDate; undefined where nothing proves which it is. */
function endingAfter(list: readonly Branch[]): Branch[] | undefined {
  const first = list[0]?.node
  const [stay, read] = [first && nearest(first, 'RoomStay'), readingOf(first)]
  const isProved = stay !== undefined && makesTotal(stay, read) === true
  const all = list.map((one) => {
    const [own, span] = [spanOf(one.node), read(one.node)]
    if (own === undefined || span === undefined || (!isProved && own.from !== own.to)) return undefined
    return changed(one, { EffectiveDate: dayText(span.from), ExpireDate: dayText(span.to) })
  })
  return all.every((one) => one !== undefined) ? all : undefined
}

/** Nights of one Rate that are compared one by one. */
const NIGHTS_MAX = 1_000

function nightByNight(before: Branch[], after: Branch[]): Both | undefined {
  const starts = (list: Branch[]): string =>
    JSON.stringify(list.map(({ node }) => valueOf(node, 'EffectiveDate')).toSorted())
  // Rates that begin on the same days and end on others are other prices, or are written otherwise.
  if (starts(before) === starts(after)) return undefined
  const [old, now] = [nightsOfAll(before), nightsOfAll(after)]
  return old === undefined || now === undefined ? undefined : [old, now]
}

/** One Rate for each night of all Rates, as their stay reads ExpireDate; undefined where one is not a price of each night. */
function nightsOfAll(list: readonly Branch[]): Branch[] | undefined {
  const spanOfRate = readingOf(list[0]?.node)
  const nights = list.map((one) => nightsOf(one, spanOfRate(one.node)))
  return nights.every((one) => one !== undefined) ? nights.flat() : undefined
}

type Reading = (node: XmlNode) => Span | undefined

function readingOf(rate: XmlNode | undefined): Reading {
  const stay = rate && nearest(rate, 'RoomStay')
  if (stay === undefined) return spanOf
  const known = READINGS.get(stay)
  if (known !== undefined) return known
  const global = childOf(childOf(nearest(stay, 'HotelReservation'), 'ResGlobalInfo'), 'TimeSpan')
  const read = readNights({ node: stay, timeSpan: childOf(stay, 'TimeSpan') }, global, false).spanOf
  READINGS.set(stay, read)
  return read
}

/** So that a stay is not read for each of its rates. */
const READINGS = new WeakMap<XmlNode, Reading>()

function nightsOf(branch: Branch, span: Span | undefined): Branch[] | undefined {
  const { node } = branch
  const nights = span === undefined ? 0 : span.to - span.from
  if (span === undefined || nights < 1 || nights > NIGHTS_MAX) return undefined
  if (nights > 1 && !isOfNight(node, span)) return undefined
  return Array.from({ length: nights }, (_, at) => ofNight(branch, { from: span.from + at, to: span.from + at + 1 }))
}

/** Both Rates without the Total that one of them has alone, and that says no more than the Base beside it. */
export function withoutRepeatedTotal(before: Branch, after: Branch, regrouped: Set<Regrouped>): [Branch, Branch] {
  if (before.kind !== RATE || hasTotal(before) === hasTotal(after)) return [before, after]
  const [old, now] = [withoutRepeated(before), withoutRepeated(after)]
  if (old !== before || now !== after) regrouped.add('Total')
  return [old, now]
}

/** RoomStays without the Totals that say no more than the Base of their Rate. */
export const withoutRepeatedTotals = (stays: readonly Branch[]): Branch[] =>
  stays.map((stay) =>
    withChildren(stay, ROOM_RATES, (all) =>
      withChildren(all, 'home RoomRate', (one) =>
        withChildren(one, RATES, (rates) => withChildren(rates, RATE, withoutRepeated)),
      ),
    ),
  )

const RATE = 'home Rate'
const hasTotal = ({ children }: Branch): boolean => children.some(({ kind }) => kind === 'home Total')

function withoutRepeated(rate: Branch): Branch {
  const [base, ...bases] = rate.children.filter(({ kind }) => kind === 'home Base')
  const [total, ...totals] = rate.children.filter(({ kind }) => kind === 'home Total')
  if (base === undefined || total === undefined || bases.length + totals.length > 0) return rate
  return saidBy(base) === saidBy(total) ? { ...rate, children: rate.children.filter((child) => child !== total) } : rate
}

/** All that an amount says, whatever its element is called. */
const saidBy = ({ attributes, text, children }: Branch): string =>
  JSON.stringify([
    [...attributes].map(([key, { same }]) => `${key}=${same}`).toSorted(),
    text?.same,
    children.map(({ mark }) => mark).toSorted(),
  ])

/** More nights than all RoomStays of a reservation have. */
const ALL_NIGHTS_MAX = 50_000

/** RoomStays with one RoomRate for the days of a product that follow each other, and one Rate for each night; undefined where that are too many. */
export function inNights(stays: readonly Branch[]): Branch[] | undefined {
  let left = ALL_NIGHTS_MAX
  const ratesInNights = (rates: Branch): Branch => {
    const all = left > 0 ? nightsOfAll(rates.children) : undefined
    left -= all?.length ?? 0
    return all === undefined ? rates : { ...rates, children: all }
  }
  const all = stays.map((stay) =>
    withChildren(stay, ROOM_RATES, (holder) => {
      const runs = [...groupBy(holder.children, productOf).values()].flatMap((list) => {
        const one = list.length > 1 ? asOne(list) : undefined
        return one === undefined ? list : [one]
      })
      return { ...holder, children: runs.map((one) => withChildren(endedAsRead(one), RATES, ratesInNights)) }
    }),
  )
  return left > 0 ? all : undefined
}

const withChildren = (branch: Branch, kind: string, change: (child: Branch) => Branch): Branch => ({
  ...branch,
  children: branch.children.map((child) => (child.kind === kind ? change(child) : child)),
})

const ofNight = (branch: Branch, { from, to }: Span): Branch =>
  changed(branch, { EffectiveDate: dayText(from), ExpireDate: dayText(to) })

/** Guests of one age in one line each, where a side tells them in several. */
function inOneLine(before: Branch[], after: Branch[]): Both | undefined {
  const [old, now] = [summed(before), summed(after)]
  if (old === undefined || now === undefined) return undefined
  return old.length < before.length || now.length < after.length ? [old, now] : undefined
}

function summed(lines: Branch[]): Branch[] | undefined {
  const alike = new Map<string, Branch[]>()
  for (const line of lines) {
    const count = line.attributes.get('Count')?.same ?? ''
    if (!/^\d{1,6}$/.test(count) || line.children.length > 0 || line.text !== undefined) return undefined
    const others = [...line.attributes].filter(([key]) => key !== 'Count').map(([key, { same }]) => [key, same])
    const key = JSON.stringify(others.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)))
    alike.set(key, [...(alike.get(key) ?? []), line])
  }
  return [...alike.values()].map((all) => {
    const [first] = all as [Branch]
    if (all.length === 1) return first
    const count = all.reduce((sum, line) => sum + Number(line.attributes.get('Count')?.same), 0)
    return changed(first, { Count: String(count) })
  })
}
