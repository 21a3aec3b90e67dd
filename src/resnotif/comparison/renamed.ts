import { editDistance } from '../../nearest.js'
import { groupBy } from '../read/index.js'
import type { GuestFacts } from '../facts/index.js'

/** A guest of one message who has no namesake in the other one. */
export interface LoneGuest {
  guest: GuestFacts
  /** Where the guest sleeps, in words. */
  place: string
  /** Kind and age in words. */
  age: string | undefined
}

/** Two names that are those of one guest, or may be. */
export interface Renamed {
  was: GuestFacts
  is: GuestFacts
  /** `corrected` is another spelling; `changed` has another part, where it can be nobody else; `either` may be another guest. */
  how: 'corrected' | 'changed' | 'either'
}

/** More pairs than a reservation has are not weighed each. */
const PAIRS_MAX = 10_000

/** Who of those who seem to leave is one of those who seem to join, under another name: nobody is taken twice, and nobody of whom two may be meant. */
export function findRenamed(leavers: readonly LoneGuest[], joiners: readonly LoneGuest[]): Renamed[] {
  const found: Renamed[] = []
  let [left, right] = [named(leavers), named(joiners)]
  const take = (pairs: readonly [LoneGuest, LoneGuest][], how: (was: LoneGuest, is: LoneGuest) => Renamed['how']) => {
    for (const [was, is] of pairs) found.push({ was: was.guest, is: is.guest, how: how(was, is) })
    const taken = new Set(pairs.flat())
    ;[left, right] = [left.filter((one) => !taken.has(one)), right.filter((one) => !taken.has(one))]
  }
  const likeness = (was: LoneGuest, is: LoneGuest): Renamed['how'] =>
    isSpelling(was.guest, is.guest) ? 'corrected' : 'changed'
  const shares = (was: LoneGuest, is: LoneGuest): boolean => was.age === is.age && hasCommonPart(was.guest, is.guest)
  const isLike = (was: LoneGuest, is: LoneGuest): boolean => isSpelling(was.guest, is.guest) || shares(was, is)
  for (const keyOf of [ownRph(left, right), ({ place }: LoneGuest) => place]) {
    take(alone(keyOf, left, right, isLike), likeness)
    take(
      within(keyOf, left, right, (was, is) => isSpelling(was.guest, is.guest)),
      () => 'corrected',
    )
    take(within(keyOf, left, right, shares), () => 'either')
  }
  take(
    mutual(left, right, (was, is) => isSpelling(was.guest, is.guest)),
    () => 'corrected',
  )
  return found
}

const named = (guests: readonly LoneGuest[]): LoneGuest[] => guests.filter(({ guest }) => guest.name !== '')

type KeyOf = (guest: LoneGuest) => string | undefined

/** A reference that one guest of each message has. Those of a product are of all its guests. */
function ownRph(left: readonly LoneGuest[], right: readonly LoneGuest[]): KeyOf {
  const counts = [left, right].map((guests) => groupBy(guests, ({ guest }) => guest.rph ?? ''))
  return ({ guest: { rph, code } }) =>
    rph === undefined || code !== undefined || counts.some((count) => count.get(rph)?.length !== 1) ? undefined : rph
}

type Test = (was: LoneGuest, is: LoneGuest) => boolean

const groups = (keyOf: KeyOf, left: readonly LoneGuest[], right: readonly LoneGuest[]): LoneGuest[][][] => {
  const others = groupBy(right, (one) => keyOf(one) ?? '')
  return [...groupBy(left, (one) => keyOf(one) ?? '')].flatMap(([key, own]) =>
    key === '' ? [] : [[own, others.get(key) ?? []]],
  )
}

/** The only one who leaves a place and the only one who comes to it. */
const alone = (
  keyOf: KeyOf,
  left: readonly LoneGuest[],
  right: readonly LoneGuest[],
  test: Test,
): [LoneGuest, LoneGuest][] =>
  groups(keyOf, left, right).flatMap(([own = [], others = []]): [LoneGuest, LoneGuest][] => {
    const [[was], [is]] = [own, others]
    const isOnly = own.length === 1 && others.length === 1
    return was !== undefined && is !== undefined && isOnly && test(was, is) ? [[was, is]] : []
  })

const within = (
  keyOf: KeyOf,
  left: readonly LoneGuest[],
  right: readonly LoneGuest[],
  test: Test,
): [LoneGuest, LoneGuest][] =>
  groups(keyOf, left, right).flatMap(([own = [], others = []]) => mutual(own, others, test))

/** Pairs of which each has no other one. */
function mutual(left: readonly LoneGuest[], right: readonly LoneGuest[], test: Test): [LoneGuest, LoneGuest][] {
  if (left.length * right.length > PAIRS_MAX) return []
  const fits = left.map((was) => right.filter((is) => test(was, is)))
  const times = new Map<LoneGuest, number>()
  for (const one of fits.flat()) times.set(one, (times.get(one) ?? 0) + 1)
  return left.flatMap((was, at): [LoneGuest, LoneGuest][] => {
    const [is, ...others] = fits[at] ?? []
    return is !== undefined && others.length === 0 && times.get(is) === 1 ? [[was, is]] : []
  })
}

/** Letters and digits alone, without accents: `José` is `jose`. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const partsOf = ({ nameParts, name }: GuestFacts): string[] => {
  const parts = [nameParts?.given, nameParts?.surname].map((part) => plain(part ?? '')).filter((part) => part !== '')
  return parts.length > 0 ? parts : [plain(name)]
}

/** Slips of the keyboard that a part of a name may have: in short ones another letter makes another name. */
const slipsIn = (part: string): number => (part.length < 4 ? 0 : part.length < 8 ? 1 : 2)

const isLikePart = (a: string, b: string): boolean => {
  const slips = Math.min(slipsIn(a), slipsIn(b))
  return a === b || (Math.abs(a.length - b.length) <= slips && editDistance(a, b, slips + 1) <= slips)
}

/** One name in two spellings: other capitals or accents, its parts the other way round, a slip in one or both. */
function isSpelling(was: GuestFacts, is: GuestFacts): boolean {
  const [old, now] = [partsOf(was), partsOf(is)]
  if (plain(was.name) === plain(is.name)) return true
  if (old.length !== now.length) return false
  return [now, now.toReversed()].some((parts) => old.every((part, at) => isLikePart(part, parts[at] ?? '')))
}

/** The given name or the surname is the same. */
const hasCommonPart = (was: GuestFacts, is: GuestFacts): boolean =>
  (['given', 'surname'] as const).some((part) => {
    const [old, now] = [plain(was.nameParts?.[part] ?? ''), plain(is.nameParts?.[part] ?? '')]
    return old !== '' && old === now
  })
