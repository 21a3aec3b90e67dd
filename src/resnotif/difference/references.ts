import { guestPairs } from '../comparison/index.js'
import type { GuestFacts, ReservationFacts } from '../facts/index.js'
import { groupBy, pathOf } from '../read/index.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'

/** References of a reservation: the attribute that gives a guest or a service its number is called as the element that refers to it. */
type Kind = 'ResGuestRPH' | 'ServiceRPH'
const OWNERS: Readonly<Record<Kind, string>> = { ResGuestRPH: 'ResGuest', ServiceRPH: 'Service' }

/** How the references of one message are compared: by what they point to, under the number that it had in the earlier message. */
export interface References {
  /** By where the reservation begins. */
  reservations: ReadonlyMap<number, ReadonlyMap<Kind, Numbers>>
}

interface Numbers {
  /** What is compared instead of a number. */
  sameOf: (rph: string) => string
  /** What the number points to, in words. */
  names: ReadonlyMap<string, string>
}

/** A reservation of both messages, as elements and as facts. */
interface Both {
  was: { node: XmlNode; facts: ReservationFacts }
  is: { node: XmlNode; facts: ReservationFacts }
}

/** What both messages call by another number, and the paths of services that are the same. Empty where no number has changed. */
export function renumbered(all: readonly Both[]): {
  before: References
  after: References
  services: [string, string][]
} {
  const [before, after] = [new Map<number, Map<Kind, Numbers>>(), new Map<number, Map<Kind, Numbers>>()]
  const services: [string, string][] = []
  for (const { was, is } of all) {
    const nodes = servicePairs(was.node, is.node)
    const kinds: [Kind, Pointed[] | undefined][] = [
      ['ResGuestRPH', guestsOf(was.facts, is.facts)],
      ['ServiceRPH', nodes.map(([old, now]) => ({ was: serviceOf(old), is: serviceOf(now) }))],
    ]
    for (const [kind, pointed] of kinds) {
      const referred = referredIn(is.node, kind)
      const numbers =
        pointed === undefined
          ? undefined
          : numbersOf(pointed, referred, referred.size + referredIn(was.node, kind).size === 0)
      if (numbers === undefined) continue
      before.set(was.node.place.offset, (before.get(was.node.place.offset) ?? new Map()).set(kind, numbers.before))
      after.set(is.node.place.offset, (after.get(is.node.place.offset) ?? new Map()).set(kind, numbers.after))
      if (kind === 'ServiceRPH')
        services.push(
          ...nodes.flatMap(([old, now]): [string, string][] => (old && now ? [[pathOf(old), pathOf(now)]] : [])),
        )
    }
  }
  return { before: { reservations: before }, after: { reservations: after }, services }
}

interface Pointed {
  was?: { rph: string; name: string } | undefined
  is?: { rph: string; name: string } | undefined
}

/** Undefined where a number is made of room and plan, or is that of a unit, and so says something itself. */
function guestsOf(before: ReservationFacts, after: ReservationFacts): Pointed[] | undefined {
  if ([...before.guests, ...after.guests].some(({ room, code }) => room !== undefined || code !== undefined))
    return undefined
  const all = [before, after].map(({ guests }) => groupBy(guests, ({ name }) => name))
  // A namesake is told by kind and age, or by the line.
  const nameOf = ({ name, kind, age, line }: GuestFacts): string => {
    const isAlone = all.every((names) => (names.get(name)?.length ?? 0) < 2)
    const words = [kind ?? 'guest', ...(age === undefined ? [] : [`${age}`]), `line ${line}`].join(', ')
    return `${name || 'a guest without a name'}${isAlone ? '' : `, ${words}`}`
  }
  const of = (guest: GuestFacts | undefined): Pointed['was'] =>
    guest?.rph === undefined ? undefined : { rph: guest.rph, name: nameOf(guest) }
  return guestPairs(before, after).map(({ was, is }) => ({ was: of(was), is: of(is) }))
}

function serviceOf(service: XmlNode | undefined): Pointed['was'] {
  const rph = valueOf(service, 'ServiceRPH')
  return rph === undefined ? undefined : { rph, name: valueOf(service, 'ServiceInventoryCode') ?? 'a service' }
}

/** Numbers that elements of a reservation refer to. */
const referredIn = (reservation: XmlNode, kind: Kind): Set<string> =>
  new Set([...walkNodes(reservation)].flatMap((node) => (node.name === kind ? (valueOf(node, 'RPH') ?? []) : [])))

/** Undefined where no number changes, or one stands for several. Where nothing refers to any, a mere number says nothing; where others are referred to, it says that nobody refers to this one. */
function numbersOf(
  all: readonly Pointed[],
  referred: ReadonlySet<string>,
  isUnreferred: boolean,
): { before: Numbers; after: Numbers } | undefined {
  const [old, now] = [all.flatMap(({ was }) => was ?? []), all.flatMap(({ is }) => is ?? [])]
  const isUnique = [old, now].every((list) => new Set(list.map(({ rph }) => rph)).size === list.length)
  const pairs = all.flatMap(({ was, is }): [string, string][] => (was && is && true ? [[is.rph, was.rph]] : []))
  const isMere = (rph: string): boolean => isUnreferred && /^\d{1,9}$/.test(rph)
  const isChanged = pairs.some(([is, was]) => is !== was && (referred.has(is) || (isMere(is) && isMere(was))))
  if (!isUnique || !isChanged) return undefined
  const [numbers, taken] = [new Map(pairs), new Set(old.map(({ rph }) => rph))]
  const names = (list: typeof old): Map<string, string> => new Map(list.map(({ rph, name }) => [rph, name]))
  return {
    before: { sameOf: (rph) => rph, names: names(old) },
    // A number that pointed to another one, and has none of its own now, is not that other one.
    after: { sameOf: (rph) => numbers.get(rph) ?? (taken.has(rph) ? `new ${rph}` : rph), names: names(now) },
  }
}

/** Services that say the same, whatever their number; then the only ones of a code, then those of a number. */
function servicePairs(before: XmlNode, after: XmlNode): [XmlNode | undefined, XmlNode | undefined][] {
  let [old, now] = [before, after].map((one) => childrenOf(childOf(one, 'Services'), 'Service')) as [
    XmlNode[],
    XmlNode[],
  ]
  const pairs: [XmlNode, XmlNode][] = []
  const take = (keyOf: (node: XmlNode) => string | undefined, isOnly: boolean): void => {
    const [left, right] = [old, now].map((list) => groupBy(list, (one) => keyOf(one) ?? '')) as [
      Map<string, XmlNode[]>,
      Map<string, XmlNode[]>,
    ]
    for (const [key, own] of left) {
      const others = right.get(key) ?? []
      if (key === '' || (isOnly && (own.length > 1 || others.length > 1))) continue
      own.slice(0, others.length).forEach((one, at) => {
        const other = others[at] as XmlNode
        if (mayBeOneService(one, other)) pairs.push([one, other])
      })
    }
    const taken = new Set(pairs.flat())
    ;[old, now] = [old, now].map((list) => list.filter((one) => !taken.has(one))) as [XmlNode[], XmlNode[]]
  }
  const rph = (node: XmlNode): string => valueOf(node, 'ServiceRPH') ?? ''
  take((node) => `${rph(node)} ${textOf(node)}`, false)
  take(textOf, false)
  take((node) => valueOf(node, 'ServiceInventoryCode'), true)
  take(rph, false)
  return [
    ...pairs,
    ...old.map((one): [XmlNode, undefined] => [one, undefined]),
    ...now.map((one): [undefined, XmlNode] => [undefined, one]),
  ]
}

/** Whether elements may be one and the same, if they are services: two with codes of their own are not. */
export function mayBeOneService(one: XmlNode, other: XmlNode): boolean {
  const [code, otherCode] = [one, other].map((node) => valueOf(node, 'ServiceInventoryCode'))
  return one.name !== 'Service' || code === undefined || otherCode === undefined || code === otherCode
}

/** All that an element says but the number of a service. */
const textOf = (node: XmlNode): string =>
  JSON.stringify([
    node.name,
    node.attributes.flatMap(({ name, value }) => (name === 'ServiceRPH' ? [] : [`${name}=${value}`])).toSorted(),
    node.text.trim(),
    node.children.map(textOf).toSorted(),
  ])

/** What is compared instead of a reference, and what it points to in words; undefined of any other value. */
export function pointedBy(
  node: XmlNode,
  attribute: string,
  value: string,
  { reservations }: References,
): { same: string; name?: string | undefined } | undefined {
  if (reservations.size === 0) return undefined
  const kind = (Object.keys(OWNERS) as Kind[]).find(
    (one) => (node.name === one && attribute === 'RPH') || (node.name === OWNERS[one] && attribute === one),
  )
  if (kind === undefined) return undefined
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const numbers = reservations.get(at.place.offset)?.get(kind)
    if (numbers !== undefined)
      return { same: numbers.sameOf(value), name: node.name === kind ? numbers.names.get(value) : undefined }
  }
  return undefined
}
