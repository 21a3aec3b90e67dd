import { findingAt, type LintFinding } from '../../finding/index.js'
import { childOrAdult, INFANT_AGES, type MessageGuest, type StayNode, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../../xml/index.js'
import { agesByBirth } from './births.js'

export interface Person {
  kind: 'child' | 'adult' | undefined
  /** The ages that it may be told with. */
  age: { from: number; to: number } | undefined
  /** It is called an infant by its code; without an Age its ages are those of infants. */
  infant?: 'of an age' | 'of no age'
}

/** Somebody who is sent. */
export interface SentGuest {
  guest: MessageGuest
}

/** GuestCounts of one holder: each counted person, and how often the holder is meant. */
export interface CountedPeople {
  node: XmlNode
  times: number
}

/**
 * Who is counted against who is sent, by AgeQualifyingCode and, of children, by Age. Judged only where the counts say it of everybody, and of those who are sent by
 * those who say it: an Age of 12 to 20 alone does not say from which year on somebody counts as an adult there.
 */
export function compareAges(counted: readonly CountedPeople[], guests: readonly SentGuest[]): LintFinding[] {
  const told = everybody(counted)
  const everyone = guests.map(({ guest }) => personOf(guest.node))
  const sent = everyone.filter(({ kind }) => kind !== undefined)
  const counts = counted.flatMap(({ node }) => countsIn(node))
  const [first] = counts
  if (first === undefined || told.length < everyone.length || told.some(({ kind }) => kind === undefined)) return []
  // Those who are counted and not sent may be anybody who is left, and so may who does not say what he is.
  const isSome = told.length > sent.length
  const least = isSome ? 'at least ' : ''
  const [expected, found] = [sent, told].map((people) => people.filter(({ kind }) => kind === 'child')) as [
    Person[],
    Person[],
  ]
  const [adults, sentAdults] = [told.length - found.length, sent.length - expected.length]
  if (expected.length > found.length || sentAdults > adults)
    return [
      findingAt(
        'guest-age-mismatch',
        countOf(isSome && sentAdults > adults ? 'adult' : 'child', counts) ?? first,
        'AgeQualifyingCode',
        isSome && sentAdults > adults
          ? {
              found: `${adultsText(adults)} counted`,
              expected: `at least ${adultsText(sentAdults)}, as guests are sent`,
            }
          : {
              found: `${childrenText(found.length)} counted`,
              expected: `${least}${childrenText(expected.length)}, as guests are sent`,
            },
      ),
    ]
  if (canAgree(found, expected)) return []
  return [
    findingAt('guest-age-mismatch', ...agedAt(counts, first), {
      found: `${agedText(found)} counted`,
      expected: `${least === '' ? '' : 'among them '}${agesText(expected)}, as guests are sent`,
    }),
  ]
}

/** Where counts tell an age, or that somebody is an infant. */
function agedAt(counts: readonly XmlNode[], first: XmlNode): [XmlNode, string] {
  const aged = counts.find((count) => valueOf(count, 'Age') !== undefined)
  return aged === undefined ? [counts.find(isInfant) ?? first, 'AgeQualifyingCode'] : [aged, 'Age']
}

/** Each counted person. */
export const everybody = (counted: readonly CountedPeople[]): Person[] =>
  counted.flatMap(({ node, times }) =>
    countsIn(node).flatMap((count) =>
      Array.from({ length: Math.min(1_000, (wholeNumber(valueOf(count, 'Count')) ?? 0) * times) }, () =>
        personOf(count),
      ),
    ),
  )

/** The first count of people of a kind. */
const countOf = (kind: Person['kind'], counts: readonly XmlNode[]): XmlNode | undefined =>
  counts.find((count) => personOf(count).kind === kind)

/** Children of ResGlobalInfo against those of the RoomStays, where both count as many people and say of each who it is. */
export function compareCounted(
  whole: readonly CountedPeople[],
  parts: readonly CountedPeople[] | undefined,
): LintFinding[] {
  const [all, each] = [everybody(whole), everybody(parts ?? [])]
  const counts = whole.flatMap(({ node }) => countsIn(node))
  const [first] = counts
  if (first === undefined || all.length === 0 || all.length !== each.length) return []
  if ([...all, ...each].some(({ kind }) => kind === undefined)) return []
  const [children, others] = [all, each].map((people) => people.filter(({ kind }) => kind === 'child')) as [
    Person[],
    Person[],
  ]
  if (children.length !== others.length)
    return [
      findingAt('guest-age-mismatch', countOf('child', counts) ?? first, 'AgeQualifyingCode', {
        found: `${childrenText(children.length)} counted in ResGlobalInfo`,
        expected: `${childrenText(others.length)}, as the RoomStays count`,
      }),
    ]
  return canAgree(children, others)
    ? []
    : [
        findingAt('guest-age-mismatch', ...agedAt(counts, first), {
          found: `${agedText(children)} counted in ResGlobalInfo`,
          expected: `${agesText(others)}, as the RoomStays count`,
        }),
      ]
}

/** Rooms that are counted together, and everybody who is counted in them. */
export interface CountedRooms {
  units: number
  people: readonly Person[]
}

/** Steps of the search; beyond them guests are taken to fit. */
const STEPS_MAX = 2_000

/** Whether units can be given to rooms so that each has as many adults and children, and of their ages, as are counted there. No rule orders rooms. */
export function fitsRooms(units: readonly (readonly Person[])[], rooms: readonly CountedRooms[]): boolean {
  let steps = 0
  const held = rooms.map(() => [] as (readonly Person[])[])
  const place = (next: number): boolean => {
    const unit = units[next]
    if (unit === undefined || ++steps > STEPS_MAX) return true
    return rooms.some((room, at) => {
      const inside = held[at] as (readonly Person[])[]
      inside.push(unit)
      // What is counted together is compared once all of it is there.
      const isFull = inside.length === room.units
      const isPlaced =
        inside.length <= room.units && (!isFull || canSleep(inside.flat(), room.people)) && place(next + 1)
      inside.pop()
      return isPlaced
    })
  }
  return place(0)
}

function canSleep(sent: readonly Person[], counted: readonly Person[]): boolean {
  if (sent.length > counted.length) return false
  if ([...sent, ...counted].some(({ kind }) => kind === undefined)) return true
  const [young, children] = [sent, counted].map((people) => people.filter(({ kind }) => kind === 'child')) as [
    Person[],
    Person[],
  ]
  const isKind = young.length <= children.length && sent.length - young.length <= counted.length - children.length
  return isKind && canAgree(children, young)
}

/** Adults and children, with the ages that are told. */
export function peopleText(people: readonly Person[]): string {
  const children = people.filter(({ kind }) => kind === 'child')
  const adults = people.length - children.length
  const aged = children.filter(({ infant }) => infant !== 'of no age')
  const ages = agesOf(aged).length > 0 ? ` of ${agesText(aged)}` : ''
  return [
    ...(adults > 0 ? [adultsText(adults)] : []),
    ...(children.length > 0 ? [`${childrenText(children.length)}${ages}`] : []),
  ].join(' and ')
}

type Ages = NonNullable<Person['age']>

/** Whether some order of both gives each child one age: who has none may have any. Where both call as many infants, those are meant. */
function canAgree(counted: readonly Person[], sent: readonly Person[]): boolean {
  const isCalled = ({ infant }: Person): boolean => infant !== undefined
  const [told, found] = [counted, sent].map((people) => people.filter(isCalled)) as [Person[], Person[]]
  if (told.length === 0 || told.length !== found.length) return mayAgree(counted, sent)
  const [others, sentOthers] = [counted, sent].map((people) => people.filter((one) => !isCalled(one))) as [
    Person[],
    Person[],
  ]
  return mayAgree(told, found) && mayAgree(others, sentOthers)
}

function mayAgree(counted: readonly Person[], sent: readonly Person[]): boolean {
  const [told, wanted] = [agesOf(counted), agesOf(sent)]
  const matched = pairsOf(told, wanted)
  const open = (people: readonly Person[]): number => people.filter(({ age }) => age === undefined).length
  return told.length - matched <= open(sent) + counted.length - sent.length && wanted.length - matched <= open(counted)
}

/** More children than a room or a group has: beyond them only the nearest ages are tried. */
const TRIED_MAX = 60

/** How many children of one list can each be one of the other, by the ages that they may have. */
function pairsOf(told: readonly Ages[], wanted: readonly Ages[]): number {
  const taken = new Map<number, number>()
  // Who can be called by the fewest ages chooses first.
  const order = wanted.toSorted((a, b) => a.to - a.from - (b.to - b.from) || a.to - b.to)
  const find = (of: number, seen: Set<number>): boolean => {
    const { from, to } = order[of] as Ages
    for (const [at, age] of told.entries()) {
      if (seen.has(at) || age.from > to || age.to < from) continue
      seen.add(at)
      const other = taken.get(at)
      if (other === undefined || (wanted.length <= TRIED_MAX && find(other, seen))) {
        taken.set(at, of)
        return true
      }
    }
    return false
  }
  return order.filter((_, of) => find(of, new Set())).length
}

/** The counts of RoomStays, each for as many rooms as it is meant for; undefined where that is not told. */
export function peopleOfStays(
  stays: readonly StayNode[],
  unitsOf: (stay: StayNode) => readonly (number | undefined)[] = ({ products }) => products.map(({ units }) => units),
): CountedPeople[] | undefined {
  const people = stays.map((stay): CountedPeople | undefined => {
    const { node, isPerRoom } = stay
    if (!isPerRoom) return { node, times: 1 }
    const units = unitsOf(stay)
    return units.length > 0 && units.every((count) => count !== undefined)
      ? { node, times: units.reduce((sum: number, count) => sum + (count ?? 0), 0) }
      : undefined
  })
  return people.every((one) => one !== undefined) ? people : undefined
}

/** The counts of everybody, where the message has them. */
export function peopleOfAll(reservation: XmlNode): CountedPeople[] {
  const node = descend(reservation, 'ResGlobalInfo')
  return node === undefined ? [] : [{ node, times: 1 }]
}

export const countsIn = (holder: XmlNode): XmlNode[] => childrenOf(childOf(holder, 'GuestCounts'), 'GuestCount')

/** Who stands there. */
export function personOf(node: XmlNode): Person {
  const [code, age] = [valueOf(node, 'AgeQualifyingCode'), ageOf(node)]
  const kind = childOrAdult(code, age)
  if (code !== INFANT) return { kind, age }
  return age === undefined ? { kind, age: INFANT_AGES, infant: 'of no age' } : { kind, age, infant: 'of an age' }
}

export const INFANT = '7'
/** Houses draw the line to children at 2 or 3 years, and some later. */
const INFANT_AGE_MAX = 2

/** Whether an infant stands there: by the code, or else by an age at which houses call somebody one. */
export function isInfant(node: XmlNode): boolean {
  const code = valueOf(node, 'AgeQualifyingCode')
  if (code !== undefined) return code === INFANT
  const age = ageOf(node)
  return age !== undefined && age.to <= INFANT_AGE_MAX
}

/** As Age says, or else by the date of birth. */
function ageOf(node: XmlNode): Person['age'] {
  const age = wholeNumber(valueOf(node, 'Age'))
  if (age !== undefined) return { from: age, to: age }
  return node.name === 'ResGuest' ? agesByBirth(node) : undefined
}

export const childrenText = (count: number): string =>
  count === 1 ? '1 child' : `${count === 0 ? 'no' : count} children`

export const adultsText = (count: number): string => (count === 1 ? '1 adult' : `${count === 0 ? 'no' : count} adults`)

const agesOf = (people: readonly Person[]): Ages[] => people.flatMap(({ age }) => age ?? [])

/** The ages that are told, and infants without one: `7, 9 and 1 infant`. */
function agesText(people: readonly Person[]): string {
  const infants = people.filter(({ infant }) => infant === 'of no age').length
  const ages = agesOf(people.filter(({ infant }) => infant !== 'of no age'))
    .toSorted((a, b) => a.from - b.from)
    .slice(0, 20)
    .map(({ from, to }) => (from === to ? String(from) : `${from} to ${to}`))
  return [ages.join(', '), infants > 0 ? infantsText(infants) : ''].filter(Boolean).join(' and ') || 'no age'
}

/** The same as it stands alone. */
const agedText = (people: readonly Person[]): string =>
  people.some(({ age, infant }) => age !== undefined && infant !== 'of no age') || agesOf(people).length === 0
    ? `children of ${agesText(people)}`
    : agesText(people)

export const infantsText = (count: number): string =>
  count === 1 ? '1 infant' : `${count === 0 ? 'no' : count} infants`
