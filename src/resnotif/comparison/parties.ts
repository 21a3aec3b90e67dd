import type { GuestFacts, ReservationFacts } from '../facts/index.js'
import { groupBy } from '../read/index.js'
import { heaviestPairs } from './heaviest.js'
import { ageText, placeOf as placeIn, productOf } from './places.js'
import { common, coreOf } from './stays.js'

/** Guests who share a unit, or a RoomStay where no unit is told. */
export interface Party {
  guests: GuestFacts[]
  /** Which place that is, by places of the later message. */
  place: string
  /** Room with plan. */
  product: string
  room: string
  unit: number | undefined
  names: string[]
  /** With kind and age. */
  people: string[]
  /** With all that is known of them, but for the mark of the primary guest. */
  cores: string[]
}

/** The guests of a message by where they sleep. */
export function partiesOf({ guests, stays }: ReservationFacts, placeOf: (guest: GuestFacts) => string): Party[] {
  const roomsOf = (guest: GuestFacts): string =>
    guest.room ??
    guest.stays
      .flatMap((at) => stays[at - 1]?.rooms ?? [])
      .map(({ room }) => room ?? '')
      .toSorted()
      .join(' ')
  return [...groupBy(guests, placeOf)].map(([place, own]) => {
    const first = own[0] as GuestFacts
    return {
      guests: own,
      place,
      product: first.room === undefined ? place : productOf(first),
      room: roomsOf(first),
      unit: first.unit,
      names: own.map(({ name }) => name),
      people: own.map((guest) => JSON.stringify([guest.name, ageText(guest)])),
      cores: own.map(coreOf),
    }
  })
}

/** Who stays together, told by their names: equal for units with the same people. */
export const companyOf = ({ people }: Party): string => JSON.stringify(people.toSorted())

/**
 * Which unit is which: those of one product by who is in them, as a number only says how many stand before it; then rooms of the same type under another plan or for other
 * days, then any other. Units without a common guest are no pair.
 */
export function pairParties(before: readonly Party[], after: readonly Party[]): [Party, Party][] {
  const pairs: [Party, Party][] = []
  let [old, now] = [[...before], [...after]]
  for (const keyOf of [({ product }: Party) => product, ({ room }: Party) => room, () => '']) {
    const others = groupBy(now, keyOf)
    for (const [key, own] of groupBy(old, keyOf)) pairs.push(...pairsOf(own, others.get(key) ?? []))
    const taken = new Set(pairs.flat())
    ;[old, now] = [old.filter((one) => !taken.has(one)), now.filter((one) => !taken.has(one))]
  }
  return pairs
}

function pairsOf(before: Party[], after: Party[]): [Party, Party][] {
  const pairs: [Party, Party][] = []
  let [old, now] = [before, after]
  const numbered = (one: Party): string => JSON.stringify([one.place, companyOf(one)])
  // Equal ones are those of any best pairing.
  for (const keyOf of [numbered, companyOf]) {
    const waiting = groupBy(now.toReversed(), keyOf)
    const found = old.flatMap((one): [Party, Party][] => {
      const other = waiting.get(keyOf(one))?.pop()
      return other === undefined ? [] : [[one, other]]
    })
    const taken = new Set(found.flat())
    pairs.push(...found)
    ;[old, now] = [old.filter((one) => !taken.has(one)), now.filter((one) => !taken.has(one))]
  }
  return [...pairs, ...heaviestPairs(old, now, likeness).filter(([one, other]) => common(one.names, other.names) > 0)]
}

const likeness = (one: Party, other: Party): number =>
  common(one.names, other.names) * 1e9 +
  common(one.people, other.people) * 1e6 +
  common(one.cores, other.cores) * 1e3 +
  (one.place === other.place ? 1 : 0)

/** Whether a guest of a message is in a unit that has an equal one, where the other message has more units of that product or fewer: nothing tells which of them that is. */
export function openUnits(own: ReservationFacts, other: ReservationFacts): (guest: GuestFacts) => boolean {
  const [mine, others] = [own, other].map((one) =>
    groupBy(
      partiesOf(one, (guest) => placeIn(guest, one)).filter(({ unit }) => unit !== undefined),
      ({ product }) => product,
    ),
  ) as [Map<string, Party[]>, Map<string, Party[]>]
  const open = new Set(
    [...mine].flatMap(([product, units]) =>
      units.length === others.get(product)?.length
        ? []
        : [...groupBy(units, companyOf).values()].filter(({ length }) => length > 1).flat(),
    ),
  )
  const guests = new Set([...open].flatMap((unit) => unit.guests))
  return (guest) => guests.has(guest)
}
