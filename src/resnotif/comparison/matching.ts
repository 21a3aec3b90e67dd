import type { GuestFacts, ReservationFacts } from '../facts/index.js'
import { groupBy } from '../read/index.js'
import { pairParties, partiesOf } from './parties.js'
import { ageText } from './places.js'
import { coreOf, selfOf } from './stays.js'

/** Where the guests of both messages sleep, by places of the later one. */
export interface Places {
  was: (guest: GuestFacts) => string
  is: (guest: GuestFacts) => string
}

/** More namesakes than any reservation has are taken as they stand. */
export const NAMESAKES_MAX = 100

type KeyOf = (guest: GuestFacts) => string | undefined
type Test = (was: GuestFacts, is: GuestFacts) => boolean

const keyed =
  (...parts: ((guest: GuestFacts) => unknown)[]): KeyOf =>
  (guest) =>
    JSON.stringify(parts.map((part) => part(guest) ?? null))

const code: KeyOf = (guest) => guest.code
const rph: KeyOf = (guest) => guest.rph

/** Ways to know somebody again in the same room, from the surest on. */
const IN_A_ROOM: readonly KeyOf[] = [
  keyed(selfOf, code, rph),
  keyed(selfOf, code),
  keyed(selfOf),
  keyed(coreOf, code),
  keyed(coreOf),
  keyed(ageText, code, rph),
  keyed(ageText, code),
  keyed(ageText),
  keyed(),
]

/** What somebody has alone, wherever the room is. */
const ANYWHERE: readonly KeyOf[] = [({ birthDate }) => birthDate, ({ email }) => email, ({ phone }) => phone]

const product: KeyOf = ({ room, plan }) => JSON.stringify([room, plan])

/** Ways to know whoever is left, in a unit of the same product first. */
const LEFT: readonly KeyOf[] = [
  keyed(product, selfOf),
  keyed(product, coreOf),
  keyed(product, ageText, rph),
  keyed(product, ageText),
  keyed(selfOf),
  keyed(coreOf),
  keyed(ageText, rph),
  keyed(ageText),
  rph,
  keyed(),
]

/** Whether two may be one by what tells people apart; what one of them lacks says nothing. */
const isAlike =
  (...parts: KeyOf[]): Test =>
  (was, is) =>
    parts.every((part) => part(was) === undefined || part(is) === undefined || part(was) === part(is))

const isOfOneBirth = isAlike(({ birthDate }) => birthDate)

const isOfOneKind = isAlike(
  ({ birthDate }) => birthDate,
  ({ kind }) => kind,
)

/** Whether nothing of two guests of one name says that they are two. */
export const mayBeOne: Test = isAlike(
  ({ birthDate }) => birthDate,
  ({ email }) => email,
  ({ phone }) => phone,
  ageText,
)

/**
 * Who of the earlier message is who of the later one, of those who have one name. Whoever stays in a room is the same guest there, as the booker's name may stand for every
 * room; then what is somebody's alone tells, then what is left.
 */
export function matchGuests(
  before: ReservationFacts,
  after: ReservationFacts,
  places: Places,
): Map<GuestFacts, GuestFacts> {
  const matched = new Matched()
  const all: [GuestFacts[], GuestFacts[]] = [before.guests, after.guests]
  const rooms = pairParties(partiesOf(before, places.was), partiesOf(after, places.is)).map(
    ([one, other]): [GuestFacts[], GuestFacts[]] => [one.guests, other.guests],
  )
  for (const room of rooms) matched.match(room, IN_A_ROOM, mayBeOne)
  matched.match(all, ANYWHERE, isOfOneBirth)
  for (const room of rooms) matched.match(room, IN_A_ROOM, isOfOneKind)
  matched.match(all, LEFT, mayBeOne)
  matched.match(all, LEFT, isOfOneBirth)
  matched.match(all, [keyed()], () => true)
  return matched.pairs
}

class Matched {
  readonly pairs = new Map<GuestFacts, GuestFacts>()
  private readonly taken = new Set<GuestFacts>()

  match([left, right]: [readonly GuestFacts[], readonly GuestFacts[]], keys: readonly KeyOf[], test: Test): void {
    let [old, now] = this.open(left, right)
    for (const keyOf of keys) {
      if (old.length === 0 || now.length === 0) return
      const waiting = groupBy(now.toReversed(), (guest) => named(guest, keyOf(guest)))
      for (const was of old) {
        if (keyOf(was) === undefined) continue
        const others = waiting.get(named(was, keyOf(was))) ?? []
        const at = lastOf(others, (is) => test(was, is))
        if (at >= 0) this.pair(was, others.splice(at, 1)[0] as GuestFacts)
      }
      ;[old, now] = this.open(old, now)
    }
  }

  private open(left: readonly GuestFacts[], right: readonly GuestFacts[]): [GuestFacts[], GuestFacts[]] {
    return [left.filter((one) => !this.pairs.has(one)), right.filter((one) => !this.taken.has(one))]
  }

  private pair(was: GuestFacts, is: GuestFacts): void {
    this.pairs.set(was, is)
    this.taken.add(is)
  }
}

const named = ({ name }: GuestFacts, key: string | undefined): string => JSON.stringify([name, key ?? null])

/** The last that passes, of as many as are looked through. */
function lastOf(guests: readonly GuestFacts[], test: (guest: GuestFacts) => boolean): number {
  const end = Math.max(0, guests.length - NAMESAKES_MAX)
  for (let at = guests.length - 1; at >= end; at--) if (test(guests[at] as GuestFacts)) return at
  return -1
}
