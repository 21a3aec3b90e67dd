import type { GuestFacts } from '../facts/index.js'
import { NAMESAKES_MAX, type Places } from './matching.js'
import { coreOf } from './stays.js'

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

/**
 * Of how many guests somebody is one, where nothing but number and place tells them apart and not all of them fare alike; undefined where it is plain who is meant.
 * @param pairs all of the name
 */
export function oneOfHowMany(pair: Pair, pairs: readonly Pair[], places: Places): number | undefined {
  if (pairs.length > NAMESAKES_MAX) return undefined
  const self = (guest: GuestFacts | undefined): string | undefined => guest && coreOf(guest)
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
