import { ageGroupOf, chargeTypeOf, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'
import type { StayNights } from './nights.js'

const LINES_MAX = 400
/** Adults and seniors in OpenTravel list AQC. */
const PAYING = ['10', '11']

/**
 * By how many people a price for each person counts in a RoomRate: all that its RoomStay counts. Undefined where several rooms share them, or children are among them,
 * who often pay another price.
 */
export function personsOfRate(roomRate: XmlNode, { lines }: StayNights): number | undefined {
  const stay = roomRate.parent?.parent
  const counts = childrenOf(childOf(stay, 'GuestCounts'), 'GuestCount')
  if (counts.length === 0 || !isOneRoom(lines)) return undefined
  const isKnown = counts.every((one) => PAYING.includes(valueOf(one, 'AgeQualifyingCode')?.trim() ?? ''))
  const many = counts.map((one) => wholeNumber(valueOf(one, 'Count')))
  const sum = many.reduce<number>((so, one) => so + (one ?? Number.NaN), 0)
  return isKnown && Number.isSafeInteger(sum) && sum > 0 ? sum : undefined
}

/** How many people a RoomStay of one room counts whose price a Rate of one age is; undefined where it does not tell. */
export function peopleOfAge(rate: XmlNode, roomRate: XmlNode, { lines }: StayNights): number | undefined {
  const counts = childrenOf(childOf(roomRate.parent?.parent, 'GuestCounts'), 'GuestCount')
  const told = (node: XmlNode, name: string): string => valueOf(node, name)?.trim() ?? ''
  if (counts.length === 0 || !isOneRoom(lines) || counts.some((one) => told(one, 'AgeQualifyingCode') === ''))
    return undefined
  const [least, most] = [wholeNumber(valueOf(rate, 'MinAge')) ?? 0, wholeNumber(valueOf(rate, 'MaxAge')) ?? 999]
  const isBound = ['MinAge', 'MaxAge', 'AgeBucket'].some((name) => told(rate, name) !== '')
  const code = told(rate, 'AgeQualifyingCode')
  const many = counts.map((one) => {
    if (code !== '' && told(one, 'AgeQualifyingCode') !== code) return 0
    const age = wholeNumber(valueOf(one, 'Age'))
    if (isBound && age === undefined) return undefined
    return age === undefined || (age >= least && age <= most) ? wholeNumber(valueOf(one, 'Count')) : 0
  })
  return many.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)
}

const AGES_MAX = 4

/** How often each Rate may count: that of an age once, or for each of its people; all of one age alike. */
export function waysByAge(rates: readonly XmlNode[], ages: readonly (number | undefined)[]): number[][] {
  const groups = [...new Set(rates.filter((_, at) => ages[at] !== undefined).map(ageGroupOf))]
  const all = 2 ** Math.min(groups.length, AGES_MAX)
  const ways = Array.from({ length: all }, (_, way) =>
    rates.map((rate, at) => {
      const group = groups.indexOf(ageGroupOf(rate))
      return chargeTypeOf(rate).isPerPerson !== true && group >= 0 && (way >> Math.min(group, AGES_MAX - 1)) % 2 === 1
        ? (ages[at] ?? 1)
        : 1
    }),
  )
  return ways.filter((way) => way.some((times) => times > 0))
}

/** One unit in each night: a single RoomRate, or several that follow each other. */
function isOneRoom(lines: StayNights['lines']): boolean {
  if (lines.length > LINES_MAX || lines.some(({ units }) => units !== 1)) return false
  if (lines.length === 1) return true
  const nights = lines.flatMap((line) => line.nights ?? [])
  return lines.every((line) => line.nights !== undefined) && new Set(nights).size === nights.length
}
