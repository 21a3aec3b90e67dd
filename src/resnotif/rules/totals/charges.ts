import { ownTable } from '../../../foreign-text.js'
import { type Decimal, parsePercent } from '../../build/index.js'
import { groupBy, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../../xml/index.js'
import { type AmountKind, chargeIn, distinct, roomOf, type TaxRatio } from './money.js'
import { addSums, leastOf, mostOf, NOTHING, type Obstacle, type Sum, timesSum } from './sums.js'

/** Something that may be in a total or not: a fee, a discount, a service. */
export interface Charge {
  node: XmlNode
  /** Charges of one name are all read the same way. */
  name: string
  /** What it may add, less than nothing for a discount. */
  sums: Sum[]
  /** The share of the price that it adds. */
  percent?: Decimal
  /** What it adds at least and at most, however it is read; without an end there is none. */
  low?: Sum
  high?: Sum
  /** It is called a part of the price. */
  isInclusive?: true
  /** Why a total that none of its sums gives may still be right. Without it the sums are all that it may add. */
  obstacle?: Obstacle
  /** What it adds where it counts for some of the rooms, guests or nights: no proof, and no fault. */
  doubt?: { sums: Sum[]; obstacle: Obstacle }
}

/** What a charge may be counted by. */
export interface Scope {
  nights: number | undefined
  units: number | undefined
  /** How many people, as the message counts or names them. */
  persons: readonly number[]
}

/** How amounts of charges are read. */
export interface Reading {
  kind: AmountKind
  /** What is in another currency cannot be added. */
  currency: string | undefined
  ratio: TaxRatio | undefined
}

/** A charge as an element tells it, before it is counted. */
export interface Told {
  node: XmlNode
  name: string
  sums: Sum[]
  /** The most that one of it may be; undefined where it is not told. */
  room?: Sum
  isOff: boolean
  percent?: Decimal
  /** It is called a part of the price. */
  isInclusive?: true
  /** How many of it. */
  quantity: number
  /** It is charged by another time than nights or the stay. */
  per?: ChargedTime
  /** What it is surely charged by. */
  basis?: Basis
}

/** What a charge is counted by, as codes of OpenTravel list CHG say that a public list confirms. */
type ChargedTime = 'week' | 'hour' | 'minute'
const TIMES = ownTable<ChargedTime>({ '2': 'hour', '10': 'minute', '17': 'week' })

/** By what time an element says that it is charged. */
export function chargedTimeOf(node: XmlNode): ChargedTime | undefined {
  const codes = ['ChargeFrequency', 'ChargeUnit', 'ChargeType'].map((name) => valueOf(node, name)?.trim() ?? '')
  return codes.flatMap((code) => (Object.hasOwn(TIMES, code) ? (TIMES[code] ?? []) : []))[0]
}

/** What a charge is counted by: its times, and whether for each person. */
type Basis = 'stay' | 'day' | 'night' | 'person' | 'person and night'
const BASES = ownTable<Basis>({
  '1': 'day',
  '12': 'stay',
  '19': 'night',
  '20': 'person',
  '21': 'person and night',
})
/** Of two codes the one that says more, where both may be meant. */
const BOTH = ownTable<Basis>({
  'day,night': 'night',
  'person,stay': 'person',
  'day,person and night': 'person and night',
  'night,person and night': 'person and night',
})

/** By what ChargeFrequency and ChargeUnit say that a charge is counted; undefined where one is not known, or they speak against each other. */
function basisOf(node: XmlNode): Basis | undefined {
  const codes = ['ChargeFrequency', 'ChargeUnit'].map((name) => valueOf(node, name)?.trim() ?? '').filter(Boolean)
  const found = codes.map((code) => (Object.hasOwn(BASES, code) ? BASES[code] : undefined))
  const all = [...new Set(found)].toSorted()
  return all.length === 1 ? all[0] : BOTH[all.join()]
}

/** That nothing tells of how many hours or minutes a charge is; undefined of other charges. */
export const hoursUntold = (per: ChargedTime | undefined): string | undefined =>
  per === 'hour' || per === 'minute' ? `is charged by the ${per}, and of how many ${per}s is not told` : undefined

const WEEK = 7

/** How often a charge may count: for the stay, each night, week, room or guest, once or by its quantity. */
export function multiplesOf({ nights, units, persons }: Scope, quantity: number, per?: ChargedTime): number[] {
  const weeks = per === 'week' && nights !== undefined ? [Math.ceil(nights / WEEK)] : []
  return multiply([1, quantity], [1, nights ?? 1, ...weeks], [1, units ?? 1, ...persons])
}

function multiply(quantities: readonly number[], times: readonly number[], whose: readonly number[]): number[] {
  const all: number[] = []
  for (const many of quantities)
    for (const time of times)
      for (const who of whose) {
        const factor = many * time * who
        all.push(Number.isSafeInteger(factor) && factor > 0 ? factor : 1)
      }
  return all
}

const PERSONS_MAX = 50

/** How often a charge counts that says by what. Which of the guests pay it is not told, nor whether each room does. */
function factorsOf(node: XmlNode, scope: Scope, quantity: number, basis: Basis | undefined): number[] | undefined {
  const { nights, units, persons } = scope
  const isByNight = basis !== 'stay' && basis !== 'person'
  const isByPerson = basis === 'person' || basis === 'person and night'
  const most = Math.max(0, ...persons)
  if (basis === undefined || (isByNight && nights === undefined)) return undefined
  if (isByPerson && (most === 0 || most > PERSONS_MAX)) return undefined
  // The guests of one room of several are some of them.
  const some = isOneOfSeveral(node) ? Array.from({ length: most }, (_, at) => at + 1) : persons
  const times = isByNight ? [nights ?? 1, ...(basis === 'day' ? [(nights ?? 1) + 1] : [])] : [1]
  return multiply([1, quantity], times, isByPerson ? some : [1, units ?? 1])
}

/** Whether an element stands in one of several RoomStays or RoomRates. */
function isOneOfSeveral(node: XmlNode): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent)
    if ((at.name === 'RoomStay' || at.name === 'RoomRate') && childrenOf(at.parent, at.name).length > 1) return true
  return false
}

/** What stands beside the price of an element and may be in its total. */
export function toldIn(node: XmlNode, reading: Reading): Told[] {
  const guests = childOf(node, 'AdditionalGuestAmounts')
  const others = childOf(node, 'AdditionalCharges')
  return [
    ...childrenOf(childOf(node, 'Fees'), 'Fee').map((fee) => told(fee, reading)),
    ...numbered(childrenOf(node, 'Discount').map((one) => told(one, reading))),
    ...listed(guests, 'AdditionalGuestAmount', reading),
    ...listed(others, 'AdditionalCharge', reading),
  ]
}

/** Several discounts of one price are each one of their own, and the second of a night is like the second of another. */
function numbered(all: readonly Told[]): Told[] {
  const seen = new Map<string, number>()
  return all.map((one) => {
    const number = (seen.get(one.name) ?? 0) + 1
    seen.set(one.name, number)
    return number === 1 ? one : { ...one, name: `${one.name},${number}` }
  })
}

/** Of a list the amount of the whole, or else of each. */
function listed(holder: XmlNode | undefined, name: string, reading: Reading): Told[] {
  if (holder === undefined) return []
  const whole = told(holder, reading)
  if (whole.room !== undefined) return [whole]
  return childrenOf(holder, name).map((one) => ({
    ...told(one, reading, childOf(one, 'Amount')),
    quantity: wholeNumber(valueOf(one, 'Quantity')) ?? 1,
  }))
}

/** A charge of an element. @param priced where its amount stands */
export function told(node: XmlNode, { kind, currency, ratio }: Reading, priced: XmlNode | undefined = node): Told {
  const own = valueOf(priced, 'CurrencyCode')
  const isOther = own !== undefined && currency !== undefined && own !== currency
  const percent = parsePercent(valueOf(node, 'Percent'))
  const room = isOther ? undefined : roomOf(priced, kind)
  const code = valueOf(node, 'Code') ?? valueOf(node, 'DiscountCode') ?? valueOf(node, 'AgeQualifyingCode')
  const per = chargedTimeOf(node)
  const basis = basisOf(node)
  const isInclusive = node.name === 'Fee' && valueOf(node, 'Type')?.trim().toLowerCase() === 'inclusive'
  return {
    node,
    name: [node.name, code, per, basis, isInclusive ? 'inclusive' : ''].join(),
    sums: isOther ? [] : chargeIn(priced, kind, ratio),
    isOff: node.name === 'Discount',
    quantity: 1,
    ...(isInclusive ? { isInclusive } : {}),
    ...(room === undefined ? {} : { room }),
    ...(per === undefined ? {} : { per }),
    ...(basis === undefined ? {} : { basis }),
    ...(percent === undefined || percent.units === 0n ? {} : { percent }),
  }
}

const signed = <T extends Decimal>(amount: T, isOff: boolean): T => {
  const units = amount.units < 0n ? -amount.units : amount.units
  return isOff ? { ...amount, units: -units } : amount
}
const signedSum = (sum: Sum, isOff: boolean): Sum => ({ ...sum, amount: signed(sum.amount, isOff) })
const negative = (sum: Sum): Sum => ({ ...sum, amount: { ...sum.amount, units: -sum.amount.units } })
const ROOM = 'may be in it or not, once or more often, before tax or after'
const ROOM_OF_BASIS = 'may be in it or not, for some of the guests or nights, before tax or after'

/** Charges of elements that each have a scope of their own, such as the fees of nights: those of one name count alike. */
export function chargesOf(found: readonly { told: Told; scope: Scope }[]): Charge[] {
  return [...groupBy(found, ({ told: { name } }) => name).values()].map((alike) => {
    const [first] = alike as [(typeof alike)[number]]
    const { node, percent, isOff, name, per, basis, isInclusive } = first.told
    if (alike.some(({ told: one }) => one.room === undefined && one.percent === undefined))
      return { ...unknown(node, isOff, 'does not say how much'), name }
    const shared = {
      ...(percent === undefined ? {} : { percent: signed(percent, isOff) }),
      ...(isInclusive === true ? { isInclusive } : {}),
    }
    const groups = groupsOf(alike)
    const rooms = groups.map(({ factors, room }) => timesSum(room, Math.max(...factors)))
    const isMinus = isOff || alike.some(({ told: { sums } }) => sums.some(({ amount }) => amount.units < 0n))
    const untold = hoursUntold(per)
    // So many hours may be more than nights or guests.
    if (untold !== undefined)
      return { ...unknown(node, isOff, untold), name, ...shared, sums: countedWays(groups, isOff) }
    const ends = { low: isMinus ? negative(addSums(rooms)) : NOTHING, high: isOff ? NOTHING : addSums(rooms) }
    return {
      node,
      name,
      ...shared,
      sums: countedWays(groups, isOff),
      ...ends,
      obstacle: { node, what: basis === undefined ? ROOM : ROOM_OF_BASIS },
    }
  })
}

/** Charges that count equally often. */
interface Group {
  factors: readonly number[]
  /** What they add together, by each way to read them. */
  sums: Sum[]
  room: Sum
}

function groupsOf(alike: readonly { told: Told; scope: Scope }[]): Group[] {
  const by = groupBy(alike, ({ told: { quantity }, scope: { nights, units, persons } }) =>
    [quantity, nights, units, ...persons].join(),
  )
  const readings = Math.max(...alike.map(({ told: { sums } }) => sums.length))
  return [...by.values()].map((same) => {
    const [{ scope, told: first }] = same as [(typeof same)[number]]
    return {
      factors:
        factorsOf(first.node, scope, first.quantity, first.basis) ?? multiplesOf(scope, first.quantity, first.per),
      sums: Array.from({ length: readings }, (_, at) =>
        addSums(same.map(({ told: { sums } }) => sums[at] ?? sums[0] ?? NOTHING)),
      ),
      room: addSums(same.map(({ told: { room } }) => room ?? NOTHING)),
    }
  })
}

function countedWays(groups: readonly Group[], isOff: boolean): Sum[] {
  const width = Math.min(...groups.map(({ factors }) => factors.length))
  const seen = new Set<string>()
  const ways = Array.from({ length: width }, (_, way) => groups.map(({ factors }) => factors[way] ?? 1)).filter(
    (factors) => !seen.has(factors.join()) && Boolean(seen.add(factors.join())),
  )
  const readings = groups[0]?.sums.length ?? 0
  const sums = ways.flatMap((factors) =>
    Array.from({ length: readings }, (_, at) =>
      addSums(groups.map((group, index) => timesSum(group.sums[at] ?? NOTHING, factors[index] ?? 1))),
    ),
  )
  return distinct(sums.filter(({ amount }) => amount.units !== 0n).map((sum) => signedSum(sum, isOff)))
}

/** What adds or takes off nobody knows how much. */
export const unknown = (node: XmlNode, isOff: boolean, what: string): Charge => ({
  node,
  name: node.name,
  sums: [],
  ...(isOff ? { high: NOTHING } : { low: NOTHING }),
  obstacle: { node, what },
})

/** Charges of one name as one, where they are too many to be tried each. */
export function mergeAlike(charges: readonly Charge[]): Charge[] {
  return [...groupBy(charges, ({ name, sums }) => `${name}/${sums.length}`).values()].map((alike) => {
    const [first] = alike as [Charge]
    return alike.length === 1 || first.percent !== undefined
      ? first
      : { ...first, sums: first.sums.map((_, at) => addSums(alike.map(({ sums }) => sums[at] ?? NOTHING))) }
  })
}

/** What a charge adds at least and at most; undefined where there is no such end. */
export const endsOf = ({ obstacle, sums, low, high }: Charge): [Sum | undefined, Sum | undefined] =>
  obstacle === undefined ? [leastOf([NOTHING, ...sums]), mostOf([NOTHING, ...sums])] : [low, high]
