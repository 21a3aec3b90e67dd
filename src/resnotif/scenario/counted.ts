import { childOf, childrenOf, type XmlNode } from '../xml/index.js'
import { unitsOf } from './rooms.js'
import { type Kind, kindOfCode, numberText, told } from './told.js'

interface Counted {
  code: string | undefined
  kind: Kind | undefined
  age: string | undefined
  count: number | undefined
}

interface Counts {
  guests: Counted[]
  /** It does not say whether it counts the guests of one of its rooms or of all. */
  isOpen: boolean
}

/**
 * What the GuestCounts of an answer say otherwise than was sent, in words. An answer may leave a kind of guests out as a whole, count children without their ages, and tell
 * the stay of each room by itself, with the guests of that room or of all. Of a kind that it counts it counts all.
 */
export function wrongCounts(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const own = countsIn(sent, 'RoomStay')
  if (own.length === 0 || own.includes(undefined)) return []
  const whole = own.flatMap((counts) => counts?.guests ?? [])
  const isOneRoom = unitsIn(sent) === 1
  const each = countsIn(all, 'RoomStay')
  const stays = each.filter((counts) => counts !== undefined)
  const alone = countsIn(all, 'ResGlobalInfo').filter((counts) => counts !== undefined)
  const isSplit = each.length > own.length
  const isKnown = (counts: Counts): boolean => isOneRoom || !counts.isOpen
  const isAll = each.length === own.length && stays.length === each.length && stays.every(isKnown)
  const wrong = [
    ...(stays.length === 0 || (isSplit && stays.every(({ guests }) => wrongOf(guests, whole, true).length === 0))
      ? []
      : wrongOf(
          stays.flatMap(({ guests }) => guests),
          whole,
          isAll,
        )),
    ...alone.flatMap((counts) => wrongOf(counts.guests, whole, isKnown(counts))),
  ]
  return [...new Set(wrong)]
}

const unitsIn = (nodes: readonly XmlNode[]): number =>
  nodes.filter(({ name }) => name === 'RoomStay').reduce((sum, stay) => sum + (unitsOf(stay) ?? 0), 0)

/** @param isAll whether those told are all that the answer knows of; where they are not, there may be fewer */
function wrongOf(counts: readonly Counted[], whole: readonly Counted[], isAll: boolean): string[] {
  if (!isAll && isPartOf(counts, whole)) return []
  // Who is counted without a kind, or a kind without a count, may be of those that are missing.
  const isOpen = counts.some(({ kind, count }) => kind === undefined || count === undefined)
  const sums: [string, (one: Counted) => boolean][] = [
    ['the adults', ({ kind }) => kind === 'adult'],
    ['the children', ({ kind }) => kind === 'child'],
  ]
  const wrong = sums.flatMap(([name, isOf]) =>
    wrongSum(name, counts.filter(isOf), whole.filter(isOf), isAll && !isOpen),
  )
  const hasBareCount = counts.some(({ kind, age }) => kind === undefined && age === undefined)
  const isCounted = counts.every(({ count }) => count !== undefined)
  if (wrong.length === 0 && isOpen)
    wrong.push(...wrongSum('the guests', counts, whole, isAll && hasBareCount && isCounted))
  return wrong.length > 0 ? wrong : wrongAges(counts, whole)
}

function isPartOf(counts: readonly Counted[], whole: readonly Counted[]): boolean {
  const key = ({ code, age, count }: Counted): string => JSON.stringify([code, age, count])
  const left = whole.map(key)
  return counts.every((one) => {
    const at = left.indexOf(key(one))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function wrongSum(name: string, counts: readonly Counted[], whole: readonly Counted[], isAll: boolean): string[] {
  const [is, was] = [sumOf(counts), sumOf(whole)]
  if (counts.length === 0 || is === was || (!isAll && is < was)) return []
  return [`${name} as ${is}, sent ${was === 1 ? 'was' : 'were'} ${was}`]
}

/** Each age as often as there are children of it; all of both sides, so that a reader sees which is another. */
function wrongAges(counts: readonly Counted[], whole: readonly Counted[]): string[] {
  const [is, was] = [agesOf(counts), agesOf(whole)]
  const left = [...was]
  const isPart = is.every((age) => {
    const at = left.indexOf(age)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return isPart || was.length === 0
    ? []
    : [`the ages of children as ${is.join(', ')}, sent ${was.length === 1 ? 'was' : 'were'} ${was.join(', ')}`]
}

/** Whom an age makes an adult, or who is called one, may have any. */
const agesOf = (counts: readonly Counted[]): string[] =>
  counts.flatMap(({ kind, age, count }) =>
    age === undefined || kind === 'adult' || (kind === undefined && Number(age) >= ADULT_AGE)
      ? []
      : Array<string>(Math.max(1, Math.min(count ?? 1, AGES_MAX))).fill(age),
  )

const sumOf = (counts: readonly Counted[]): number => counts.reduce((sum, { count }) => sum + (count ?? 0), 0)

/** The counts of each stay, or of the whole; undefined where they cannot be compared: no number, or of one room of several. */
function countsIn(nodes: readonly XmlNode[], holder: string): (Counts | undefined)[] {
  return nodes
    .filter(({ name }) => name === holder)
    .map((node) => {
      const holding = childOf(node, 'GuestCounts')
      const guests = childrenOf(holding, 'GuestCount').map((one) => {
        const [code, count] = [told(one, 'AgeQualifyingCode'), told(one, 'Count')]
        return {
          code,
          kind: kindOfCode(code),
          age: numberText(told(one, 'Age')),
          count: count === undefined ? undefined : Number(count),
        }
      })
      const isPerRoom = told(holding, 'IsPerRoom')
      const isOne = unitsOf(node) === 1
      const isOdd = guests.some(({ count }) => Number.isNaN(count))
      return guests.length === 0 || isOdd || (/^(?:true|1)$/.test(isPerRoom ?? '') && !isOne)
        ? undefined
        : { guests, isOpen: isPerRoom === undefined && !isOne }
    })
}

const ADULT_AGE = 18
const AGES_MAX = 50
