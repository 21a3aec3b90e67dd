import { ownTable } from '../../foreign-text.js'
import { childOf, descend, valueOf, type XmlNode } from '../xml/index.js'
import { groupBy, pathOf } from '../read/index.js'
import { nearest } from './above.js'
import type { Branch } from './branch.js'
import { differencesOfLayouts } from './layouts.js'
import { type Difference, type Leaf, leavesOf } from './leaves.js'
import { mayBeOneService } from './references.js'
import { regroup, type Regrouping, withoutRepeatedTotal } from './regrouped.js'

/** Reservations of both messages, and guests who have another name in the later one or a namesake, by the paths of both. */
export type Renamed = ReadonlyMap<string, string>

/** What is known of both messages while they are compared, and what is noted on the way. */
export interface Alignment extends Regrouping {
  renamed: Renamed
}

/** All that differs between two elements. Never empty where they do not say the same, but for what is regrouped. */
export function differencesOf(earlier: Branch, later: Branch, alignment: Alignment): Difference[] {
  if (earlier.mark === later.mark) return []
  const [before, after] = withoutRepeatedTotal(earlier, later, alignment.regrouped)
  const found: Difference[] = []
  for (const key of new Set([...before.attributes.keys(), ...after.attributes.keys()])) {
    const [was, is] = [before.attributes.get(key), after.attributes.get(key)]
    const attribute = was?.attribute ?? is?.attribute
    if (was?.same !== is?.same)
      found.push({ leaves: [{ before, after, ...(attribute === undefined ? {} : { attribute }), ...sides(was, is) }] })
  }
  if (before.text?.same !== after.text?.same)
    found.push({ leaves: [{ before, after, ...sides(before.text, after.text) }] })
  for (const kind of new Set([...before.children, ...after.children].map((one) => one.kind))) {
    const of = ({ children }: Branch): Branch[] => children.filter((one) => one.kind === kind)
    found.push(...differencesOfKind(of(before), of(after), alignment))
  }
  return found
}

const sides = (was: Leaf['was'], is: Leaf['is']): Pick<Leaf, 'was' | 'is'> => ({
  ...(was === undefined ? {} : { was }),
  ...(is === undefined ? {} : { is }),
})

function differencesOfKind(before: Branch[], after: Branch[], alignment: Alignment): Difference[] {
  const [first] = before
  const isOtherNumber = before.length !== after.length
  if (first?.node.name === 'RoomStay' && after.length > 0 && (isOtherNumber || isLaidOut(first, alignment)))
    return differencesOfLayouts(before, after, alignment.regrouped)
  let [old, now] = withoutSame(...regroup(before, after, alignment))
  const found: Difference[] = []
  const compare = (pairs: [Branch, Branch][]): void => {
    const paired = new Set(pairs.flat())
    ;[old, now] = [old, now].map((list) => list.filter((one) => !paired.has(one))) as [Branch[], Branch[]]
    for (const [one, other] of pairs) {
      const within = differencesOf(one, other, alignment)
      const isService = one.node.name === 'Service'
      found.push(...(isService ? within.map((each) => ({ ...each, pair: { before: one, after: other } })) : within))
    }
  }
  compare(pairsOfRenamed(old, now, alignment.renamed))
  const isStay = old[0]?.node.name === 'RoomStay'
  for (const keyOf of KEYS) compare(isStay ? likestBy(keyOf, old, now, alignment) : pairsBy(keyOf, old, now))
  // Any other guest of another name is another guest, where both messages have several.
  const isPerson = old[0]?.node.name === 'ResGuest' && old.length + now.length > 2
  const isOther = isPerson || old[0]?.node.name === 'HotelReservation'
  const inTurn = old.slice(0, now.length).map((one, at): [Branch, Branch] => [one, now[at] as Branch])
  // A service of another code is another service.
  if (!isOther) compare(inTurn.filter(([one, other]) => mayBeOneService(one.node, other.node)))
  return [
    ...found,
    ...old.map((branch): Difference => ({ whole: { branch, side: 'before' }, leaves: leavesOf(branch, 'before') })),
    ...now.map((branch): Difference => ({ whole: { branch, side: 'after' }, leaves: leavesOf(branch, 'after') })),
  ]
}

function pairsBy(keyOf: KeyOf, old: readonly Branch[], now: readonly Branch[]): [Branch, Branch][] {
  if (old.length === 0 || now.length === 0) return []
  const waiting = new Map<string, Branch[]>()
  for (const one of now) {
    const key = keyOf(one.node)
    if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), one])
  }
  return old.flatMap((one): [Branch, Branch][] => {
    const other = waiting.get(keyOf(one.node) ?? '')?.shift()
    return other === undefined ? [] : [[one, other]]
  })
}

/** RoomStays that are looked through for the one that is most like another. */
const LIKEST_MAX = 12

/** Pairs of one key; where several have it, those first that differ least. */
function likestBy(
  keyOf: KeyOf,
  old: readonly Branch[],
  now: readonly Branch[],
  alignment: Alignment,
): [Branch, Branch][] {
  const [groups, others] = [old, now].map((all) => groupBy(all, ({ node }) => keyOf(node) ?? '')) as [
    Map<string, Branch[]>,
    Map<string, Branch[]>,
  ]
  return [...groups].flatMap(([key, group]): [Branch, Branch][] => {
    const alike = key === '' ? [] : (others.get(key) ?? [])
    const isSure = group.length * alike.length <= 1 || Math.max(group.length, alike.length) > LIKEST_MAX
    if (isSure) return group.slice(0, alike.length).map((one, at): [Branch, Branch] => [one, alike[at] as Branch])
    const found = group.flatMap((one, at) =>
      alike.map((other, behind) => ({
        pair: [one, other] as [Branch, Branch],
        differences: differencesOf(one, other, { ...alignment, regrouped: new Set() }).length,
        apart: Math.abs(at - behind),
      })),
    )
    const taken = new Set<Branch>()
    return found
      .toSorted((one, other) => one.differences - other.differences || one.apart - other.apart)
      .flatMap(({ pair }): [Branch, Branch][] => {
        if (pair.some((one) => taken.has(one))) return []
        for (const one of pair) taken.add(one)
        return [pair]
      })
  })
}

/** What the facts of both messages tell which is which. */
const PAIRED: ReadonlySet<string> = new Set(['HotelReservation', 'ResGuest', 'Service'])

function pairsOfRenamed(old: readonly Branch[], now: readonly Branch[], renamed: Renamed): [Branch, Branch][] {
  if (renamed.size === 0 || !PAIRED.has(old[0]?.node.name ?? '')) return []
  const others = new Map(now.map((one) => [pathOf(one.node), one]))
  return old.flatMap((one): [Branch, Branch][] => {
    const other = others.get(renamed.get(pathOf(one.node)) ?? '')
    return other === undefined ? [] : [[one, other]]
  })
}

/** Both lists without the elements that have an equal in the other one. */
function withoutSame(before: readonly Branch[], after: readonly Branch[]): [Branch[], Branch[]] {
  const counts = new Map<string, number>()
  for (const { mark } of after) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const old = before.filter(({ mark }) => {
    const left = counts.get(mark) ?? 0
    counts.set(mark, left - 1)
    return left <= 0
  })
  const same = new Map<string, number>()
  for (const { mark } of before) same.set(mark, (same.get(mark) ?? 0) + 1)
  const now = after.filter(({ mark }) => {
    const left = same.get(mark) ?? 0
    same.set(mark, left - 1)
    return left <= 0
  })
  return [old, now]
}

export function nameOfGuest(node: XmlNode | undefined): string | undefined {
  const name = descend(node, 'Profiles', 'ProfileInfo', 'Profile', 'Customer', 'PersonName')
  const words = ['GivenName', 'Surname'].map((part) => childOf(name, part)?.text.trim() ?? '').filter(Boolean)
  return words.length === 0 ? undefined : words.join(' ')
}

const joined = (node: XmlNode, ...names: string[]): string | undefined => {
  const values = names.map((name) => valueOf(node, name))
  return values.every((value) => value === undefined) ? undefined : JSON.stringify(values)
}

const isLaidOut = ({ node }: Branch, { divided }: Alignment): boolean =>
  divided.has(nearest(node, 'HotelReservation')?.place.offset ?? -1)

type KeyOf = (node: XmlNode) => string | undefined

const IDENTITIES = ownTable<KeyOf>({
  ResGuest: nameOfGuest,
  RoomType: (node) => joined(node, 'RoomTypeCode'),
  RatePlan: (node) => joined(node, 'RatePlanCode'),
  RoomRate: (node) => joined(node, 'RoomTypeCode', 'RatePlanCode', 'EffectiveDate'),
  Rate: (node) => joined(node, 'EffectiveDate'),
  Service: (node) => joined(node, 'ServiceInventoryCode', 'ServiceRPH'),
  UniqueID: (node) => joined(node, 'Type', 'ID_Context'),
  HotelReservationID: (node) => joined(node, 'ResID_Type', 'ResID_Source'),
  GuestCount: (node) => joined(node, 'AgeQualifyingCode', 'Age'),
  RoomStay: (node) => JSON.stringify([valueOf(node, 'IndexNumber'), ...productsIn(node)]),
  Telephone: (node) => joined(node, 'PhoneTechType', 'PhoneUseType'),
  Comment: (node) => joined(node, 'Name'),
})

const codesIn = (stay: XmlNode, list: string, code: string): (string | undefined)[] =>
  (childOf(stay, list)?.children ?? []).map((one) => valueOf(one, code))

const roomsIn = (stay: XmlNode): (string | undefined)[] => codesIn(stay, 'RoomTypes', 'RoomTypeCode')

const productsIn = (stay: XmlNode): (string | undefined)[][] => [
  roomsIn(stay),
  codesIn(stay, 'RatePlans', 'RatePlanCode'),
]

const ofStay =
  (keyOf: KeyOf): KeyOf =>
  (node) =>
    node.name === 'RoomStay' ? keyOf(node) : undefined

/** Ways to know an element again, from the surest on. */
const KEYS: readonly KeyOf[] = [
  (node) => IDENTITIES[node.name]?.(node),
  (node) => (node.name === 'RoomRate' ? joined(node, 'RoomTypeCode', 'RatePlanCode') : undefined),
  ofStay((node) => JSON.stringify(productsIn(node))),
  ofStay((node) => JSON.stringify([valueOf(node, 'IndexNumber'), roomsIn(node)])),
  ofStay((node) => joined(node, 'IndexNumber')),
]
