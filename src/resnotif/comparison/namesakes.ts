import type { GuestFacts } from '../facts/index.js'
import { groupBy } from '../read/index.js'
import { ageText } from './places.js'
import { selfOf } from './stays.js'

/** A guest of both messages, or of one. */
interface Pair {
  was?: GuestFacts | undefined
  is?: GuestFacts | undefined
}

/** What tells a guest from namesakes: the date of birth, or else the line. */
export function apartText({ was, is }: Pair, all: readonly (readonly GuestFacts[])[]): string {
  const guest = is ?? was
  const born = guest?.birthDate
  const isOwn = all.every((guests) => guests.filter(({ birthDate }) => birthDate === born).length <= 1)
  if (born !== undefined && isOwn) return ` (born ${born})`
  return guest === undefined ? '' : ` (line ${guest.line}${is === undefined ? ' of the earlier message' : ''})`
}

/** More namesakes than any reservation has are taken as they stand. */
const NAMESAKES_MAX = 100

/** Where the guests of both messages sleep, by places of the later one. */
export interface Places {
  was: (guest: GuestFacts) => string
  is: (guest: GuestFacts) => string
}

/** Guests of one name: what is theirs alone first, then where they sleep, then their order. */
export function pairsOfNamesakes(left: readonly GuestFacts[], right: readonly GuestFacts[], places: Places): Pair[] {
  const selves = new Map([...left, ...right].map((guest) => [guest, selfOf(guest)]))
  const [mine, others] = [left, right].map((all) => groupBy(all, (guest) => selves.get(guest) ?? '')) as [
    Map<string, GuestFacts[]>,
    Map<string, GuestFacts[]>,
  ]
  const isSelf = (was: GuestFacts, is: GuestFacts): boolean => selves.get(was) === selves.get(is)
  const isOnlySelf = (was: GuestFacts, is: GuestFacts): boolean =>
    isSelf(was, is) && [mine, others].every((groups) => groups.get(selves.get(is) ?? '')?.length === 1)
  const isThere = (was: GuestFacts, is: GuestFacts): boolean =>
    places.was(was) === places.is(is) && was.code === is.code
  const place = (was: GuestFacts, is: GuestFacts): boolean => isThere(was, is) && ageText(was) === ageText(is)
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
        isOnlySelf,
        every(isThere, isSelf, none(rph)),
        every(isThere, isSelf),
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

/**
 * Of how many guests somebody is one, where nothing but number and place tells them apart and not all of them fare alike; undefined where it is plain who is meant.
 * @param pairs all of the name
 */
export function oneOfHowMany(pair: Pair, pairs: readonly Pair[], places: Places): number | undefined {
  if (pairs.length > NAMESAKES_MAX) return undefined
  const self = (guest: GuestFacts | undefined): string | undefined => guest && selfOf(guest)
  const [was, is] = [self(pair.was), self(pair.is)]
  const isAlike = (one: Pair): boolean =>
    (was !== undefined && self(one.was) === was) || (is !== undefined && self(one.is) === is)
  const alike = pairs.filter(isAlike)
  const many = Math.max(
    ...(['was', 'is'] as const).map((side) => {
      const own = side === 'was' ? was : is
      return own === undefined ? 0 : pairs.filter((one) => self(one[side]) === own).length
    }),
  )
  const fate = (one: Pair): string =>
    JSON.stringify([one.was && places.was(one.was), one.is && places.is(one.is), self(one.is)])
  return many < 2 || new Set(alike.map(fate)).size === 1 ? undefined : many
}
