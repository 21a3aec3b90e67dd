import { childrenOf, inOneLine, type XmlNode } from '../xml/index.js'
import { wrongContacts } from './contacts.js'
import {
  hasPartAlike,
  haveScriptInCommon,
  isExchanged,
  isSameName,
  isShortened,
  isSpelledAlike,
  type Name,
  nameText,
} from './names.js'
import { type Guided, wrongPlaces } from './places.js'
import { cut, type Kind, kindOfCode, numberText, reservationOf, told } from './told.js'

/** A ResGuest as far as it is compared. */
interface Guest {
  name: Name | undefined
  kind: Kind | undefined
  age: string | undefined
  node: XmlNode
}

/**
 * What an answer says otherwise than was sent of guests and booker, in words: their names, kinds, ages, e-mail addresses and telephone numbers. What it leaves out of them
 * is no fault, and neither is a comment of its own. Names may be in capitals, without accents or transliterated.
 */
export function wrongGuests(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const own = guestsIn(sent)
  const isTold = tellingOf(own, all)
  const wrong = reservationsIn(all).flatMap((nodes) => wrongOf(guestsIn(nodes), own, isTold))
  if (wrong.length === 0)
    wrong.push(...reservationsIn(all).flatMap((nodes) => wrongPlaces(...guided(guestsIn(nodes), own), sent)))
  if (wrong.length === 0) wrong.push(...wrongCustomers(sent, all))
  return [...new Set([...wrong, ...wrongContacts(customersIn(sent), customersIn(all))])]
}

/** Customers of the reservation and of its guests. The booker may stand among others, and has to be one of them. */
function wrongCustomers(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const people = peopleIn(sent)
  const [bookers, booked, guests] = [customersIn(sent, GLOBAL), customersIn(all, GLOBAL), customersIn(all, GUEST)].map(
    (some) => some.flatMap((one) => nameIn(one) ?? []),
  ) as [Name[], Name[], Name[]]
  const isSpelled = (name: Name, some: readonly Name[]): boolean => some.some((one) => isSpelledAlike(name, one))
  const mayBe = (name: Name, some: readonly Name[]): boolean =>
    isSpelled(name, some) || (!isExchangedIn(name, people) && some.some((one) => isSameName(name, one)))
  const words = (who: string, names: readonly Name[], were: readonly Name[]): string[] =>
    names.length === 0 || were.length === 0 ? [] : [`the name of ${who} as ${listOf(names)}, sent ${wasOrWere(were)}`]
  // Who is no booker may be a guest in another script only where the booker is told.
  const rest = booked.some((name) => isSpelled(name, bookers)) ? people : bookers
  const strangers = booked.filter((name) => !isSpelled(name, people) && !mayBe(name, rest))
  const isOpen = strangers.length > 0 || booked.some((name) => mayBe(name, bookers))
  return [
    ...words('the booker', isOpen ? strangers : booked, bookers),
    ...words(
      'a guest',
      guests.filter((name) => !mayBe(name, people)),
      people,
    ),
  ]
}

/** Names of guests and booker that an answer writes in another script than any that was sent, so that they could not be compared; and those of the message that may be meant. */
export function namesInOtherScripts(
  sent: readonly XmlNode[],
  all: readonly XmlNode[],
): { told: string[]; sent: string[] } {
  const [own, people] = [peopleIn(sent), peopleIn(all)]
  const foreign = people.filter(
    (name) => !own.some((one) => isSpelledAlike(name, one)) && own.some((one) => isSameName(name, one)),
  )
  const meant = own.filter(
    (one) => !people.some((name) => isSpelledAlike(name, one)) && foreign.some((name) => isSameName(name, one)),
  )
  // One person may be told twice, once in the letters that were sent.
  const known = meant.length > 0 ? meant : own.filter((one) => foreign.some((name) => isSameName(name, one)))
  return { told: textsOf(foreign), sent: textsOf(known) }
}

/** Names that an answer repeats with an initial in place of the given name. */
export function shortenedNames(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const own = peopleIn(sent)
  return textsOf(peopleIn(all).filter((name) => own.some((one) => isShortened(name, one))))
}

/** How many guests an answer has, where it names some of them and leaves out others, or has more of them. */
export function guestsRepeated(
  sent: readonly XmlNode[],
  all: readonly XmlNode[],
): { told: number; sent: number } | undefined {
  const own = guestsIn(sent).length
  const named = reservationsIn(all)
    .map((nodes) => guestsIn(nodes))
    .filter((guests) => guests.some(({ name }) => name !== undefined))
  const told = Math.max(0, ...named.map(({ length }) => length))
  return told > 0 && told !== own ? { told, sent: own } : undefined
}

const textsOf = (names: readonly Name[]): string[] => [...new Set(names.map(nameText))]

const peopleIn = (nodes: readonly XmlNode[]): Name[] => [
  ...guestsIn(nodes).flatMap(({ name }) => name ?? []),
  ...customersIn(nodes).flatMap((one) => nameIn(one) ?? []),
]

/** The elements of each reservation apart: each may name all guests. */
function reservationsIn(all: readonly XmlNode[]): XmlNode[][] {
  const apart = new Map<XmlNode | undefined, XmlNode[]>()
  for (const node of all.filter(({ name }) => name === 'ResGuest')) {
    const at = reservationOf(node)
    apart.set(at, [...(apart.get(at) ?? []), node])
  }
  return [...apart.values()]
}

const guestsIn = (nodes: readonly XmlNode[]): Guest[] =>
  nodes
    .filter(({ name }) => name === 'ResGuest')
    .map((node) => ({
      name: [node, ...customersOf(node)].map(nameIn).find((name) => name !== undefined),
      kind: kindOfCode(told(node, 'AgeQualifyingCode')),
      age: numberText(told(node, 'Age')),
      node,
    }))

/** Customers of guests and of the reservation. Profiles of other types than a person's are of agencies, companies and whom else a PMS knows. */
const customersIn = (nodes: readonly XmlNode[], holders: readonly string[] = [...GUEST, ...GLOBAL]): XmlNode[] =>
  nodes.filter(({ name }) => holders.includes(name)).flatMap(customersOf)

const customersOf = (holder: XmlNode): XmlNode[] =>
  childrenOf(holder, 'Profiles')
    .flatMap((profiles) => childrenOf(profiles, 'ProfileInfo'))
    .flatMap((info) => childrenOf(info, 'Profile'))
    .filter((profile) => [undefined, '1'].includes(told(profile, 'ProfileType')))
    .flatMap((profile) => childrenOf(profile, 'Customer'))

function nameIn(holder: XmlNode): Name | undefined {
  const [person] = childrenOf(holder, 'PersonName')
  const part = (...elements: string[]): string | undefined => {
    const text = elements
      .flatMap((element) => childrenOf(person, element))
      .map((one) => inOneLine(one.text))
      .filter((one) => one !== '')
      .join(' ')
    return text === '' ? undefined : text
  }
  const name = { given: part('GivenName'), middle: part('MiddleName', 'SurnamePrefix'), surname: part('Surname') }
  // What a PMS hides of persons is not repeated.
  return nameText(name) === '' || nameText(name).includes('*') ? undefined : name
}

/** Each guest that is told is another one of those that were sent, where there are no more of them. */
function wrongOf(guests: readonly Guest[], own: readonly Guest[], isTold: (one: Guest) => boolean): string[] {
  if (own.length === 0 || guests.length > GUESTS_MAX) return []
  const names = own.flatMap(({ name }) => name ?? [])
  const { isNamed, isForeign, foreign, untold } = namingOf(guests, own)
  const isSame = (guest: Guest, one: Guest): boolean => isNamed(guest, one) && isOfKind(guest, one)
  const isAnyOf = (guest: Guest, test: (a: Guest, b: Guest) => boolean): boolean => own.some((one) => test(guest, one))
  const strangers = guests.filter((guest) => !isAnyOf(guest, isNamed))
  if (strangers.length > 0) {
    const missing = own.filter((one) => !guests.some((guest) => guest.name !== undefined && isNamed(guest, one)))
    const shown = missing.flatMap(({ name }) => name ?? [])
    return [wrongNames(strangers, shown.length > 0 ? shown : names)]
  }
  const lost = lostIn({ guests, own, foreign, untold, isForeign, isTold })
  if (lost !== undefined) return [lost]
  const odd = guests.filter((guest) => guest.name !== undefined && !isAnyOf(guest, isSame))
  if (odd.length > 0) return odd.map((guest) => wordsOf(guest, own.find((one) => isNamed(guest, one)) as Guest))
  if (guests.length > own.length || isEachAnother(guests, own, isSame)) return []
  if (!isEachAnother(guests, own, isNamed))
    return [`the names of guests as ${listOf(guests.flatMap(({ name }) => name ?? []))}, sent ${wasOrWere(names)}`]
  const ages = [guests, own].map((some) => some.flatMap(({ age }) => age ?? []).join(', '))
  return guests.some(({ age }) => age !== undefined) && ages[0] !== ages[1] && ages[1] !== ''
    ? [`the ages of guests as ${ages[0]}, sent were ${ages[1]}`]
    : [`the kinds of guests as ${kindsOf(guests)}, sent were ${kindsOf(own)}`]
}

/** Whom each guest of an answer is: by a name that only one has, or by the order where none of them is named. And whether it is by the order. */
function guided(guests: readonly Guest[], own: readonly Guest[]): [Guided[], boolean] {
  if (guests.length > GUESTS_MAX) return [[], false]
  if (guests.every(({ name }) => name === undefined)) {
    const isInOrder = guests.length === own.length && guests.every((guest, at) => isOfKind(guest, own[at] as Guest))
    return [
      isInOrder ? guests.map(({ node }, at) => ({ who: `guest ${at + 1}`, node, sent: (own[at] as Guest).node })) : [],
      true,
    ]
  }
  const found = guests.flatMap((guest) => {
    const { name } = guest
    if (name === undefined) return []
    const [one, ...others] = own.filter(
      (was) => was.name !== undefined && isSpelledAlike(name, was.name) && isOfKind(guest, was),
    )
    return one === undefined || others.length > 0
      ? []
      : [{ who: cut(nameText(name)), node: guest.node, sent: one.node }]
  })
  return [found.filter(({ sent }) => found.filter((one) => one.sent === sent).length === 1), false]
}

/** Who may be whom by name. */
interface Naming {
  isNamed: (guest: Guest, one: Guest) => boolean
  /** Whether the name may be that one in another script. */
  isForeign: (guest: Guest, one: Guest) => boolean
  /** Guests of the answer whose names are none that was sent in those letters. */
  foreign: Guest[]
  /** Guests that were sent and that they may be. */
  untold: readonly Guest[]
}

/** A name in another script may be that of a guest whom none of the answer names in the letters that were sent. */
function namingOf(guests: readonly Guest[], own: readonly Guest[]): Naming {
  const known = new Set(guests.filter((guest) => own.some((one) => isSpelled(guest, one))))
  const foreign = guests.filter((guest) => guest.name !== undefined && !known.has(guest))
  const untold = guests.length > own.length ? own : own.filter((one) => !guests.some((guest) => isSpelled(guest, one)))
  const names = own.flatMap(({ name }) => name ?? [])
  const pairs = new Map(
    foreign.map((guest) => {
      const name = guest.name as Name
      const isMoved = isExchangedIn(name, names)
      return [
        guest,
        new Set(untold.filter((one) => one.name === undefined || (!isMoved && isSameName(name, one.name)))),
      ]
    }),
  )
  const isForeign = (guest: Guest, one: Guest): boolean => pairs.get(guest)?.has(one) === true
  return {
    isNamed: (guest, one) =>
      guest.name === undefined ||
      one.name === undefined ||
      (known.has(guest) ? isSpelled(guest, one) : isForeign(guest, one)),
    isForeign,
    foreign,
    untold,
  }
}

const isSpelled = ({ name }: Guest, one: Guest): boolean =>
  name !== undefined && one.name !== undefined && isSpelledAlike(name, one.name)

const isExchangedIn = (name: Name, names: readonly Name[]): boolean =>
  names.some((one) => isExchanged(name, one)) && !names.some((one) => isSpelledAlike(name, one))

/** Whether an answer has a guest in the letters that were sent: among the guests of any of its reservations, or as the booker where its guests begin with another one. */
function tellingOf(own: readonly Guest[], all: readonly XmlNode[]): (one: Guest) => boolean {
  const guests = guestsIn(all)
  const told = new Set(own.filter((one) => guests.some((guest) => isSpelled(guest, one))))
  const bookers = customersIn(all, GLOBAL).flatMap((one) => nameIn(one) ?? [])
  const first = guests.find(({ name }) => name !== undefined)
  const isOthers = first !== undefined && own.some((one) => isSpelled(first, one))
  return (one) =>
    told.has(one) ||
    (isOthers && one.name !== undefined && bookers.some((name) => isSpelledAlike(name, one.name as Name)))
}

interface Matching extends Omit<Naming, 'isNamed'> {
  guests: readonly Guest[]
  own: readonly Guest[]
  isTold: (one: Guest) => boolean
}

/**
 * Names that the answer writes in letters that were sent, and spells otherwise, in words. Each name in another script has to be that of a guest of its own; and who was sent in the
 * letters that it is written in has to be another one of them, or to be left out: of a room the last guests may be, and all of its guests, but not the first one of all.
 */
function lostIn(matching: Matching): string | undefined {
  const { guests, own, foreign, untold, isForeign, isTold } = matching
  if (foreign.length === 0) return undefined
  const namesOf = (some: readonly Guest[]): Name[] => some.flatMap(({ name }) => name ?? [])
  const isComparable = (guest: Guest, one: Guest): boolean =>
    guest.name !== undefined && one.name !== undefined && haveScriptInCommon(guest.name, one.name)
  const left = untold.filter((one) => !isTold(one) && foreign.some((guest) => isComparable(guest, one)))
  const wanted = left.filter(
    (one) =>
      one === own[0] ||
      !isEachAnother(
        foreign,
        untold.filter((other) => !isBehind(other, one, own)),
        isForeign,
      ),
  )
  const some = guests.filter((guest) => guest.name === undefined || foreign.includes(guest))
  const isOf = (one: Guest, guest: Guest): boolean => guest.name === undefined || isForeign(guest, one)
  if (isEachAnother(wanted, some, isOf))
    return guests.length > own.length || isEachAnother(foreign, untold, isForeign)
      ? undefined
      : wrongNames(foreign, namesOf(untold))
  const alone = wanted.filter((one) => !some.some((guest) => isOf(one, guest)))
  const lost = alone.length > 0 ? alone : wanted
  const told = foreign.filter((guest) => lost.some((one) => isComparable(guest, one)))
  // A name that has one part as it was sent is that guest's.
  const isHalf = (guest: Guest): boolean =>
    untold.some(
      (one) =>
        guest.name !== undefined &&
        one.name !== undefined &&
        isForeign(guest, one) &&
        hasPartAlike(guest.name, one.name),
    )
  const unknown = told.filter((guest) => !isHalf(guest))
  const shown = unknown.length > 0 ? unknown : told
  return shown.length <= lost.length
    ? wrongNames(shown, namesOf(lost))
    : `the names of guests as ${listOf(namesOf(shown))}, and none as ${listOf(namesOf(lost))}, sent in the same script`
}

/** Whether a guest stands behind another one in the same room, or is that one. */
const isBehind = (one: Guest, first: Guest, own: readonly Guest[]): boolean =>
  own.indexOf(one) >= own.indexOf(first) &&
  ['ResGuestRPH', 'GroupEventCode'].every((name) => told(one.node, name) === told(first.node, name))

function wrongNames(guests: readonly Guest[], sent: readonly Name[]): string {
  const names = guests.flatMap(({ name }) => name ?? [])
  const isOne = new Set(names.map(nameText)).size === 1
  const own = sent.filter((one) => names.some((name) => isExchanged(name, one)))
  const isMoved = names.every((name) => isExchangedIn(name, own))
  return `the ${isOne ? 'name of a guest' : 'names of guests'} as ${listOf(names)}, sent ${wasOrWere(isMoved ? own : sent)}${isMoved ? ' (given name and surname are exchanged)' : ''}`
}

const isOfKind = (guest: Guest, one: Guest): boolean =>
  (guest.kind === undefined || one.kind === undefined || guest.kind === one.kind) && isSameAge(guest, one)

/** An adult of whom no age was sent may have any that makes one, and one that is called an adult whatever the PMS knows. */
function isSameAge(guest: Guest, one: Guest): boolean {
  if (guest.age === undefined || guest.age === one.age) return true
  return one.age === undefined && (one.kind !== 'adult' || guest.kind === 'adult' || !(Number(guest.age) < ADULT_AGE))
}

/** Whether every guest can have one of the others for itself. */
function isEachAnother(
  guests: readonly Guest[],
  own: readonly Guest[],
  test: (guest: Guest, one: Guest) => boolean,
): boolean {
  const taken = new Map<number, number>()
  const place = (guest: number, tried: Set<number>): boolean =>
    own.some((one, at) => {
      if (tried.has(at) || !test(guests[guest] as Guest, one)) return false
      tried.add(at)
      const other = taken.get(at)
      if (other !== undefined && !place(other, tried)) return false
      taken.set(at, guest)
      return true
    })
  return guests.every((_, guest) => place(guest, new Set()))
}

function wordsOf(guest: Guest, one: Guest): string {
  const who = cut(nameText(guest.name as Name))
  if (isSameAge(guest, one) || (guest.kind !== undefined && one.kind !== undefined && guest.kind !== one.kind))
    return `${who} as ${KIND_WORDS[guest.kind ?? 'adult']}, sent was ${KIND_WORDS[one.kind ?? 'adult']}`
  return `the age of ${who} as ${guest.age ?? ''}, sent was ${one.age ?? 'none'}`
}

const KIND_WORDS: Readonly<Record<Kind, string>> = { adult: 'an adult', child: 'a child' }

function kindsOf(guests: readonly Guest[]): string {
  const [adults, children] = (['adult', 'child'] as const).map(
    (kind) => guests.filter((guest) => guest.kind === kind).length,
  )
  return `${adults} ${adults === 1 ? 'adult' : 'adults'} and ${children} ${children === 1 ? 'child' : 'children'}`
}

const listOf = (names: readonly Name[]): string =>
  [...new Set(names.map(nameText))]
    .slice(0, LISTED_MAX)
    .map((name) => cut(name))
    .join(', ')
const wasOrWere = (names: readonly Name[]): string =>
  `${new Set(names.map(nameText)).size === 1 ? 'was' : 'were'} ${listOf(names)}`

const GUEST = ['ResGuest']
const GLOBAL = ['ResGlobalInfo']
const ADULT_AGE = 18
const GUESTS_MAX = 99
const LISTED_MAX = 10
