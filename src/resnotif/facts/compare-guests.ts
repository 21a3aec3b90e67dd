import { groupBy } from '../read/index.js'
import { changed, type FactChange } from './change.js'
import type { GuestFacts, ReservationFacts, StayFacts } from './facts.js'

interface Pair {
  name: string
  was?: GuestFacts | undefined
  is?: GuestFacts | undefined
}

const about = 'guests'

/** Who leaves, who joins, who moves, and what is told of them otherwise. */
export function compareGuests(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const pairs = pairsOfGuests(before, after)
  const renumbered = renumberedUnits(pairs)
  const told = new Set(renumbered.flatMap(({ guests }) => guests))
  const stays = pairStays(before, after)
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
            : [{ about, before: from, after: to, text: `${name} moves: ${from} → ${to}.` }]
      const isCodeTold = moved.length > 0 || (told.has(pair) && isUnitCode(was) && isUnitCode(is))
      const code =
        isCodeTold || was.code === is.code ? [] : changed(about, `GroupEventCode of ${name}`, was.code, is.code)
      return [...moved, ...code, ...changed(about, `Age of ${name}`, ageText(was), ageText(is))]
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
    ...changed(about, 'Primary guest', primaryGuest(before), primaryGuest(after)),
  ]
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

/** Guests of both messages by name. Of those who have one name, who has the same place, code and age is the same one, then as they stand. */
function pairsOfGuests(before: ReservationFacts, after: ReservationFacts): Pair[] {
  const named = ({ guests }: ReservationFacts): Map<string, GuestFacts[]> =>
    groupBy(guests, ({ name }) => name || NAMELESS)
  const [old, now] = [named(before), named(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [left, right] = [[...(old.get(name) ?? [])], [...(now.get(name) ?? [])]]
    const same = left.flatMap((was): { name: string; was: GuestFacts; is: GuestFacts }[] => {
      const at = right.findIndex(
        (is) => placeOf(was, before) === placeOf(is, after) && was.code === is.code && ageText(was) === ageText(is),
      )
      return at < 0 ? [] : [{ name, was, is: right.splice(at, 1)[0] as GuestFacts }]
    })
    const taken = new Set(same.map(({ was }) => was))
    const others = left.filter((was) => !taken.has(was)).map((was) => ({ name, was, is: right.shift() }))
    return [...same, ...others, ...right.map((is) => ({ name, is }))]
  })
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

/** A RoomStay by what it books, as its number says only where it stands. */
export const stayText = (stay: StayFacts | undefined): string =>
  stay === undefined
    ? 'a stay'
    : `stay ${stay.arrival ?? '?'} to ${stay.departure ?? '?'}${stay.rooms.map(({ room }) => (room === undefined ? '' : `, room ${room}`)).join('')}`

const ageText = ({ age, kind }: GuestFacts): string | undefined =>
  age === undefined ? kind : `${kind ?? 'guest'}, ${age}`

const productOf = ({ room, plan }: { room?: string | undefined; plan?: string | undefined }): string =>
  `room ${room ?? '?'}${plan === undefined ? '' : ` with plan ${plan}`}`
