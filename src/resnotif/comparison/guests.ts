import { groupBy } from '../../read/index.js'
import { changed, type FactChange } from './change.js'
import type { GuestFacts, ReservationFacts, StayFacts } from '../facts.js'
import { findRenamed, type LoneGuest, type Renamed } from './renamed.js'

interface Pair {
  name: string
  was?: GuestFacts | undefined
  is?: GuestFacts | undefined
  /** Both have another name, and are one guest or may be. */
  how?: Renamed['how']
  /** Another guest of one of the messages has this name. */
  isNamesake?: true
}

const about = 'guests'

/** Who leaves, who joins, who moves, and what is told of them otherwise. */
export function compareGuests(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const pairs = pairsOfGuests(before, after)
  const renumbered = renumberedUnits(pairs)
  const told = new Set(renumbered.flatMap(({ guests }) => guests))
  const stays = pairStays(before, after)
  const placeChange = changeOfPlace(before, after, pairs)
  const detail = (guest: GuestFacts, reservation: ReservationFacts): string =>
    `${guest.kind === undefined || guest.kind === 'adult' ? '' : `${ageText(guest) ?? ''}; `}${placeOf(guest, reservation)}`
  return [
    ...pairs.flatMap((pair): FactChange[] => {
      const { name, was, is } = pair
      if (was === undefined) return []
      if (is === undefined) return [{ about, before: name, text: `${name} leaves (${detail(was, before)}).` }]
      const [from, to] = [placeOf(was, before), placeOf(is, after)]
      const together = from === to ? movedBetween(pair, before, after, stays) : undefined
      const moved =
        together !== undefined
          ? [together]
          : from === to || told.has(pair) || isSamePlace(was, is)
            ? []
            : placeChange(pair, from, to)
      const isCodeTold = moved.length > 0 || (told.has(pair) && isUnitCode(was) && isUnitCode(is))
      const code =
        isCodeTold || was.code === is.code ? [] : changed(about, `GroupEventCode of ${name}`, was.code, is.code)
      return [...renamed(pair, to), ...moved, ...code, ...changed(about, `Age of ${name}`, ageText(was), ageText(is))]
    }),
    ...renumbered.map(({ from, to, product, guests }) => ({
      about,
      before: `unit ${from}`,
      after: `unit ${to}`,
      text: `Unit ${from} of ${product} is unit ${to} now (${guests.map(({ name }) => name).join(', ')}).`,
    })),
    ...pairs.flatMap(({ name, was, is }) =>
      was !== undefined || is === undefined
        ? []
        : [{ about, after: name, text: `${name} joins (${detail(is, after)}).` }],
    ),
    ...comparePrimary(before, after, pairs),
  ]
}

/** Guests of both messages who have another name in the later one, or a namesake, by the paths of both. */
export const renamedGuests = (before: ReservationFacts, after: ReservationFacts): Map<string, string> =>
  new Map(
    pairsOfGuests(before, after).flatMap(({ was, is, how, isNamesake }): [string, string][] =>
      (how === undefined && isNamesake !== true) || was === undefined || is === undefined ? [] : [[was.node, is.node]],
    ),
  )

/** Who of one message is who of the other one; guests of one message alone by themselves. */
export const guestPairs = (before: ReservationFacts, after: ReservationFacts): Pick<Pair, 'was' | 'is'>[] =>
  pairsOfGuests(before, after)

function renamed({ was, is, how }: Pair, place: string): FactChange[] {
  if (how === undefined || was === undefined || is === undefined) return []
  const text =
    how === 'either'
      ? `The name is now ${is.name} instead of ${was.name} (${place}): a changed name, or another guest.`
      : `Name ${how}: ${was.name} → ${is.name} (${place})${how === 'corrected' ? '' : ', unless it is another guest'}.`
  return [{ about, before: was.name, after: is.name, text }]
}

/** A primary guest who only has another name is the same one. */
function comparePrimary(before: ReservationFacts, after: ReservationFacts, pairs: readonly Pair[]): FactChange[] {
  const isSame = (pair: Pair): boolean => (pair.was?.isPrimary ?? false) === (pair.is?.isPrimary ?? false)
  return pairs.every(isSame) ? [] : changed(about, 'Primary guest', primaryGuest(before), primaryGuest(after))
}

const primaryGuest = ({ guests }: ReservationFacts): string | undefined =>
  guests
    .filter(({ isPrimary }) => isPrimary)
    .map(({ name }) => name || NAMELESS)
    .toSorted()
    .join(' and ') || undefined

const NAMELESS = 'A guest without a name'
const isUnitCode = ({ code, unit }: GuestFacts): boolean => code === String(unit)

const hasUnit = ({ unit, isUnitOpen }: GuestFacts): boolean => unit !== undefined && isUnitOpen !== true

/** The same product, where one of the messages does not tell the unit. */
const isSamePlace = (was: GuestFacts, is: GuestFacts): boolean =>
  was.room !== undefined && was.room === is.room && was.plan === is.plan && !(hasUnit(was) && hasUnit(is))

const unitText = (guest: GuestFacts): string | undefined => (hasUnit(guest) ? `unit ${guest.unit}` : undefined)

/**
 * What another place means. Who has another plan, or other days, in a room of the same type and with the same people does not move: units are numbered by room and plan
 * together.
 */
function changeOfPlace(
  before: ReservationFacts,
  after: ReservationFacts,
  pairs: readonly Pair[],
): (pair: Pair, from: string, to: string) => FactChange[] {
  const both = pairs.filter(({ was, is }) => was !== undefined && is !== undefined)
  const [old, now] = [
    groupBy(both, ({ was }) => (was === undefined ? '' : placeOf(was, before))),
    groupBy(both, ({ is }) => (is === undefined ? '' : placeOf(is, after))),
  ]
  const roomsOf = ({ stays }: ReservationFacts, guest: GuestFacts): string =>
    guest.stays
      .map((at) => (stays[at - 1]?.rooms ?? []).map(({ room }) => room ?? '').join())
      .toSorted()
      .join('/')
  const isOneStay = [before, after].every(({ stays }) => new Set(stays.map(daysOf)).size <= 1)
  return ({ name, was, is }, from, to) => {
    const change = (text: string): FactChange[] => [{ about, before: from, after: to, text }]
    if (was !== undefined && is !== undefined) {
      if (was.room === undefined && is.room === undefined && was.stays.length > 0)
        // The days of the only stay are told by themselves.
        if (roomsOf(before, was) === roomsOf(after, is))
          return isOneStay ? [] : change(`Stay of ${name}: ${from} → ${to}.`)
      const [own, others] = [old.get(from) ?? [], now.get(to) ?? []]
      const isTogether = own.length === others.length && own.every((pair) => others.includes(pair))
      const isKnown = hasUnit(was) && hasUnit(is)
      if (was.room !== undefined && was.room === is.room && was.plan !== is.plan && (isTogether || !isKnown)) {
        const units = [...new Set([unitText(was), unitText(is)])].filter((unit) => unit !== undefined).join(' → ')
        return change(
          `Rate plan of ${name} changes: ${was.plan ?? 'not told'} → ${is.plan ?? 'not told'} (room ${is.room}${units === '' ? '' : `, ${units}`}).`,
        )
      }
    }
    return change(`${name} moves: ${from} → ${to}.`)
  }
}

/** Units whose guests stay together and got another number, as where another unit of the product is no longer booked: nobody moves. */
function renumberedUnits(pairs: readonly Pair[]): { from: number; to: number; product: string; guests: Pair[] }[] {
  const stayed = pairs.filter(
    ({ was, is }) =>
      was?.room !== undefined &&
      is !== undefined &&
      was.room === is.room &&
      was.plan === is.plan &&
      hasUnit(was) &&
      hasUnit(is),
  )
  const place = (guest: GuestFacts | undefined): string => JSON.stringify([guest?.room, guest?.plan, guest?.unit])
  const [old, now] = [groupBy(stayed, ({ was }) => place(was)), groupBy(stayed, ({ is }) => place(is))]
  return [...old.values()].flatMap((guests) => {
    const [{ was, is } = {}] = guests
    const others = now.get(place(is)) ?? []
    const isTogether = others.length === guests.length && guests.every((pair) => place(pair.is) === place(is))
    if (!isTogether || was?.unit === undefined || is?.unit === undefined || was.unit === is.unit) return []
    return [{ from: was.unit, to: is.unit, product: productOf(was), guests }]
  })
}

/** Guests of both messages by name, and those who have another name now. Of namesakes, who has most in common is the same one. */
function pairsOfGuests(before: ReservationFacts, after: ReservationFacts): Pair[] {
  const named = ({ guests }: ReservationFacts): Map<string, GuestFacts[]> =>
    groupBy(guests, ({ name }) => name || NAMELESS)
  const [old, now] = [named(before), named(after)]
  const pairs = [...new Set([...old.keys(), ...now.keys()])].flatMap((name): Pair[] => {
    const [left, right] = [old.get(name) ?? [], now.get(name) ?? []]
    const found = pairsOfNamesakes(left, right, before, after)
    if (left.length < 2 && right.length < 2) return found.map((pair) => ({ name, ...pair }))
    return found.map((pair) => ({ name: `${name}${apartText(pair, [left, right])}`, ...pair, isNamesake: true }))
  })
  const lone = (side: 'was' | 'is', reservation: ReservationFacts): LoneGuest[] =>
    pairs.flatMap((pair) => {
      const guest = (side === 'was' ? pair.is : pair.was) === undefined ? pair[side] : undefined
      return guest === undefined ? [] : [{ guest, place: placeOf(guest, reservation), age: ageText(guest) }]
    })
  const others = new Map(findRenamed(lone('was', before), lone('is', after)).map((one) => [one.was, one]))
  const taken = new Set([...others.values()].map(({ is }) => is))
  return pairs.flatMap((pair): Pair[] => {
    const other = pair.was === undefined ? undefined : others.get(pair.was)
    if (other !== undefined) return [{ name: other.is.name, ...other }]
    return pair.was === undefined && pair.is !== undefined && taken.has(pair.is) ? [] : [pair]
  })
}

/** What tells a guest from namesakes: the date of birth, or else the line. */
function apartText({ was, is }: Pick<Pair, 'was' | 'is'>, all: readonly (readonly GuestFacts[])[]): string {
  const guest = is ?? was
  const born = guest?.birthDate
  const isOwn = all.every((guests) => guests.filter(({ birthDate }) => birthDate === born).length <= 1)
  if (born !== undefined && isOwn) return ` (born ${born})`
  return guest === undefined ? '' : ` (line ${guest.line}${is === undefined ? ' of the earlier message' : ''})`
}

/** More namesakes than any reservation has are taken as they stand. */
const NAMESAKES_MAX = 100

/** Guests of one name: what is theirs alone first, then where they sleep, then their order. */
function pairsOfNamesakes(
  left: readonly GuestFacts[],
  right: readonly GuestFacts[],
  before: ReservationFacts,
  after: ReservationFacts,
): Pick<Pair, 'was' | 'is'>[] {
  const place = (was: GuestFacts, is: GuestFacts): boolean =>
    placeOf(was, before) === placeOf(is, after) && was.code === is.code && ageText(was) === ageText(is)
  const own = (of: (guest: GuestFacts) => string | undefined) => (was: GuestFacts, is: GuestFacts) =>
    of(was) !== undefined && of(was) === of(is)
  const none = (of: (guest: GuestFacts) => string | undefined) => (was: GuestFacts, is: GuestFacts) =>
    of(was) === of(is)
  const [birth, email, phone, rph] = [
    (guest: GuestFacts) => guest.birthDate,
    (guest: GuestFacts) => guest.email,
    (guest: GuestFacts) => guest.phone,
    (guest: GuestFacts) => guest.rph,
  ]
  const every =
    (...tests: ((was: GuestFacts, is: GuestFacts) => boolean)[]) =>
    (was: GuestFacts, is: GuestFacts): boolean =>
      tests.every((test) => test(was, is))
  // Whoever has another date of birth is somebody else, as long as there is anybody.
  const alike = (was: GuestFacts, is: GuestFacts): boolean =>
    birth(was) === birth(is) || birth(was) === undefined || birth(is) === undefined
  const isMany = left.length > NAMESAKES_MAX || right.length > NAMESAKES_MAX
  const ways = isMany
    ? [place]
    : [
        every(place, none(birth), none(email), none(phone), none(rph)),
        every(place, none(birth), none(email), none(phone)),
        every(place, own(birth)),
        own(birth),
        every(alike, own(email)),
        every(alike, own(phone)),
        every(alike, place, own(rph)),
        every(alike, place),
        every(alike, own(rph)),
        alike,
      ]
  let [old, now] = [[...left], [...right]]
  const pairs = new Map<GuestFacts, GuestFacts>()
  for (const isSame of [...ways, () => true]) {
    for (const was of old) {
      const at = now.findIndex((is) => isSame(was, is))
      if (at >= 0) pairs.set(was, now.splice(at, 1)[0] as GuestFacts)
    }
    old = old.filter((was) => !pairs.has(was))
  }
  return [
    ...left.map((was) => {
      const is = pairs.get(was)
      return is === undefined ? { was } : { was, is }
    }),
    ...now.map((is) => ({ is })),
  ]
}

/** Whose stays stay what they were. Of several that book the same, those with most guests in common. */
export function pairStays(before: ReservationFacts, after: ReservationFacts): Map<number, number> {
  const pairs = new Map<number, number>()
  const names = ({ guests }: ReservationFacts, at: number): string[] =>
    guests.flatMap(({ name, stays }) => (stays.includes(at) ? [name] : []))
  const all = before.stays.flatMap((was, i) =>
    after.stays.flatMap((is, j) => {
      if (stayText(was) !== stayText(is)) return []
      const own = names(before, i + 1)
      const common = names(after, j + 1).filter((name) => own.includes(name)).length
      return [{ was: i + 1, is: j + 1, common }]
    }),
  )
  const taken = new Set<number>()
  for (const { was, is } of all.toSorted((a, b) => b.common - a.common))
    if (!pairs.has(was) && !taken.has(is)) {
      pairs.set(was, is)
      taken.add(is)
    }
  return pairs
}

/** Who moves between two RoomStays that book the same, told by who sleeps there too. */
function movedBetween(
  { name, was, is }: Pair,
  before: ReservationFacts,
  after: ReservationFacts,
  pairs: ReadonlyMap<number, number>,
): FactChange | undefined {
  const [from, to] = [was?.stays, is?.stays]
  if (was?.room !== undefined || from?.length !== 1 || to?.length !== 1) return undefined
  const [old = 0, now = 0] = [from[0], to[0]]
  if (pairs.get(old) === undefined || pairs.get(old) === now) return undefined
  const others = ({ guests }: ReservationFacts, at: number, own: GuestFacts | undefined): string =>
    guests
      .filter((one) => one !== own && one.stays.includes(at))
      .map((one) => one.name || NAMELESS)
      .join(' and ') || 'nobody else'
  const [left, right] = [others(before, old, was), others(after, now, is)]
  const text = `${name} moves to another ${stayText(after.stays[now - 1])}: with ${left} → with ${right}.`
  return { about, before: `with ${left}`, after: `with ${right}`, text }
}

function placeOf({ room, plan, unit, isUnitOpen, stays }: GuestFacts, reservation: ReservationFacts): string {
  if (room === undefined)
    return stays.length === 0
      ? 'no room told'
      : stays
          .map((at) => stayText(reservation.stays[at - 1]))
          .toSorted()
          .join(' and ')
  return `${productOf({ room, plan })}${unit === undefined || isUnitOpen === true ? '' : `, unit ${unit}`}`
}

const daysOf = ({ arrival, departure }: StayFacts): string => `${arrival ?? '?'} to ${departure ?? '?'}`

/** A RoomStay by what it books, as its number says only where it stands. */
export const stayText = (stay: StayFacts | undefined): string =>
  stay === undefined
    ? 'a stay'
    : `stay ${daysOf(stay)}${stay.rooms.map(({ room }) => (room === undefined ? '' : `, room ${room}`)).join('')}`

const ageText = ({ age, kind }: GuestFacts): string | undefined =>
  age === undefined ? kind : `${kind ?? 'guest'}, ${age}`

const productOf = ({ room, plan }: { room?: string | undefined; plan?: string | undefined }): string =>
  `room ${room ?? '?'}${plan === undefined ? '' : ` with plan ${plan}`}`
