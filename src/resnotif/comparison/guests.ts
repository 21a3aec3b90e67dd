import { groupBy } from '../read/index.js'
import { changed, type FactChange } from './change.js'
import type { GuestFacts, ReservationFacts, StayFacts } from '../facts/index.js'
import { matchGuests, mayBeOne } from './matching.js'
import { apartText, oneOfHowMany } from './namesakes.js'
import { groupStays } from './layout.js'
import { ageText, NAMELESS, placeKey, placeOf, productOf } from './places.js'
import { apartWords, daysOf, pairStays, stayText } from './stays.js'
import { openUnits } from './parties.js'
import { findRenamed, type LoneGuest, type Renamed } from './renamed.js'

interface Pair {
  name: string
  was?: GuestFacts | undefined
  is?: GuestFacts | undefined
  /** Both have another name, and are one guest or may be. */
  how?: Renamed['how']
  /** Another guest of one of the messages has this name. */
  isNamesake?: true
  /** The name is `one of two guests named Kim Lee`. */
  isOneOf?: true
}

/** In words, as a number may seem to be that of a reference. */
const MANY: Readonly<Record<number, string>> = { 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six' }

/** The name of a guest where a sentence begins. */
const headOf = ({ name, isOneOf }: Pair): string => (isOneOf === true ? `O${name.slice(1)}` : name)

const about = 'guests'

/** Who leaves, who joins, who moves, and what is told of them otherwise. */
export function compareGuests(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const pairs = pairsOfGuests(before, after)
  const renumbered = renumberedUnits(pairs)
  const told = new Set(renumbered.flatMap(({ guests }) => guests))
  const stays = pairStays(before, after)
  const isLaidOut = laidOutPlaces(before, after)
  const placeChange = changeOfPlace(before, after, pairs)
  const [leaving, joining] = [loneOf('was', before, after, pairs), loneOf('is', after, before, pairs)]
  return [
    ...pairs.flatMap((pair): FactChange[] => {
      const { name, was, is } = pair
      if (was === undefined) return []
      if (is === undefined) return [whoLeft(pair, was, leaving)]
      const [from, to] = [placeOf(was, before), placeOf(is, after)]
      const isOnlyLaidOut = isLaidOut(was, is)
      const together = from === to && !isOnlyLaidOut ? movedBetween(pair, before, after, stays) : undefined
      const moved =
        together !== undefined
          ? [together]
          : from === to || isOnlyLaidOut || told.has(pair) || isSamePlace(was, is)
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
      text: `Unit ${from} of ${product} is unit ${to} now (${guests.map(({ is }) => is?.name || NAMELESS).join(', ')}).`,
    })),
    ...pairs.flatMap((pair) =>
      pair.was !== undefined || pair.is === undefined ? [] : [whoLeft(pair, pair.is, joining)],
    ),
    ...comparePrimary(before, after, pairs),
  ]
}

/** Who is in one message alone. */
interface Lone {
  side: 'was' | 'is'
  reservation: ReservationFacts
  /** Guests of the message who are in both, by name. */
  staying: ReadonlyMap<string, readonly GuestFacts[]>
  /** Whether nothing tells which unit of the product is meant. */
  isOpen: (guest: GuestFacts) => boolean
}

function loneOf(side: 'was' | 'is', own: ReservationFacts, other: ReservationFacts, pairs: readonly Pair[]): Lone {
  const both = pairs.flatMap((pair) => (pair.was === undefined || pair.is === undefined ? [] : [pair[side]]))
  const staying = groupBy(
    both.flatMap((guest) => guest ?? []),
    ({ name }) => name,
  )
  return { side, reservation: own, staying, isOpen: openUnits(own, other) }
}

/** One of the same name in another room, whom nothing tells apart and who stays, may be the same guest, who is sent for that room as well. */
function whoLeft(pair: Pair, guest: GuestFacts, { side, reservation, staying, isOpen }: Lone): FactChange {
  const place = placeOf(guest, reservation)
  const isSent =
    guest.name !== '' &&
    (staying.get(guest.name) ?? []).some((other) => mayBeOne(other, guest) && placeOf(other, reservation) !== place)
  const [verb, often, key] = side === 'was' ? ['leaves', 'less', 'before'] : ['joins', 'more', 'after']
  const kind = guest.kind === undefined || guest.kind === 'adult' ? '' : `${ageText(guest) ?? ''}; `
  const where = `${kind}${isSent && isOpen(guest) ? productOf(guest) : place}`
  const text = isSent
    ? `${guest.name} is sent once ${often} (${where}): the same guest in another room, or a namesake.`
    : `${headOf(pair)} ${verb} (${where}).`
  return { about, [key]: pair.name, text }
}

/** Whether a guest stands in RoomStays of the same rooms in both messages, that are divided otherwise, or in the one that has more rooms now or fewer: nothing tells that anybody moves. */
function laidOutPlaces(
  before: ReservationFacts,
  after: ReservationFacts,
): (was: GuestFacts, is: GuestFacts) => boolean {
  const groups = new Map<StayFacts | undefined, number>()
  groupStays(before, after).forEach((group, at) => {
    const isOne = group.before.length === 1 && group.after.length === 1
    if (group.isDivided || isOne) for (const stay of [...group.before, ...group.after]) groups.set(stay, at)
  })
  const placesOf = ({ stays }: GuestFacts, reservation: ReservationFacts): string =>
    [...new Set(stays.map((at) => groups.get(reservation.stays[at - 1]) ?? `RoomStay ${at}`))].toSorted().join()
  return (was, is) =>
    was.room === undefined &&
    is.room === undefined &&
    was.stays.some((at) => groups.has(before.stays[at - 1])) &&
    placesOf(was, before) === placesOf(is, after)
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
  const roomsAndDays = ({ stays }: ReservationFacts, guest: GuestFacts): string => {
    const own = guest.stays.flatMap((at) => stays[at - 1] ?? [])
    const rooms = new Set(own.flatMap((stay) => stay.rooms.map(({ room }) => room ?? '')))
    const [first, last] = [own.map(({ arrival = '' }) => arrival), own.map(({ departure = '' }) => departure)]
    return JSON.stringify([[...rooms].toSorted(), first.toSorted()[0], last.toSorted().at(-1)])
  }
  const isOneStay = [before, after].every(({ stays }) => new Set(stays.map(daysOf)).size <= 1)
  return (pair, from, to) => {
    const { name, was, is } = pair
    const change = (text: string): FactChange[] => [{ about, before: from, after: to, text }]
    if (was !== undefined && is !== undefined) {
      if (was.room === undefined && is.room === undefined && was.stays.length > 0)
        // The days of the only stay are told by themselves.
        if (roomsOf(before, was) === roomsOf(after, is))
          return isOneStay ? [] : change(`Stay of ${name}: ${from} → ${to}.`)
        // The same rooms for the same days, in other RoomStays.
        else if (roomsAndDays(before, was) === roomsAndDays(after, is)) return []
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
    return change(`${headOf(pair)} moves: ${from} → ${to}.`)
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

/** Guests of both messages by name, and those who have another name now. */
function pairsOfGuests(before: ReservationFacts, after: ReservationFacts): Pair[] {
  const named = ({ guests }: ReservationFacts): Map<string, GuestFacts[]> =>
    groupBy(guests, ({ name }) => name || NAMELESS)
  const [old, now] = [named(before), named(after)]
  const stays = pairStays(before, after)
  const places = {
    was: (guest: GuestFacts): string =>
      placeKey(guest, before, (at) => String(stays.get(at) ?? `${at} of the earlier message`)),
    is: (guest: GuestFacts): string => placeKey(guest, after),
  }
  const matched = matchGuests(before, after, places)
  const same = new Set(matched.values())
  const pairs = [...new Set([...old.keys(), ...now.keys()])].flatMap((name): Pair[] => {
    const [left, right] = [old.get(name) ?? [], now.get(name) ?? []]
    const found = [
      ...left.map((was) => ({ was, is: matched.get(was) })),
      ...right.flatMap((is) => (same.has(is) ? [] : [{ is }])),
    ]
    if (left.length < 2 && right.length < 2) return found.map((pair) => ({ name, ...pair }))
    return found.map((pair) => {
      const many = oneOfHowMany(pair, found, places)
      return many === undefined
        ? { name: `${name}${apartText(pair, [left, right])}`, ...pair, isNamesake: true }
        : { name: `one of ${MANY[many] ?? many} guests named ${name}`, ...pair, isNamesake: true, isOneOf: true }
    })
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

/** Who moves between two RoomStays that book the same, told by who sleeps there too. */
function movedBetween(
  pair: Pair,
  before: ReservationFacts,
  after: ReservationFacts,
  pairs: ReadonlyMap<number, number>,
): FactChange | undefined {
  const { was, is } = pair
  const [from, to] = [was?.stays, is?.stays]
  if (was?.room !== undefined || from?.length !== 1 || to?.length !== 1) return undefined
  const [old = 0, now = 0] = [from[0], to[0]]
  if (pairs.get(old) === undefined || pairs.get(old) === now) return undefined
  const others = ({ guests }: ReservationFacts, at: number, own: GuestFacts | undefined): string =>
    guests
      .filter((one) => one !== own && one.stays.includes(at))
      .map((one) => one.name || NAMELESS)
      .join(' and ') || 'nobody else'
  const company = [`with ${others(before, old, was)}`, `with ${others(after, now, is)}`]
  const [one, other] = [before.stays[old - 1], after.stays[now - 1]]
  if (one === undefined || other === undefined) return undefined
  const [left, right] = apartWords(one, other)
  if (company[0] !== company[1]) for (const [at, words] of [left, right].entries()) words.push(company[at] ?? '')
  const isAlike = left.length === 0
  const [origin, target] = isAlike ? [`RoomStay ${old}`, `RoomStay ${now}`] : [left.join(', '), right.join(', ')]
  const text = `${headOf(pair)} moves to another ${stayText(other)}: ${origin} → ${target}${isAlike ? '; nothing else differs' : ''}.`
  return { about, before: origin, after: target, text }
}
