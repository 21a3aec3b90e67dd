import { checkStay, formatNight, type Night, type NightFields, type StayNight, type StayObstacle } from '../calendar/index.js'
import type { KnownSeries } from '../journal/index.js'
import { nightsText, obstacleWords } from './calendar/stay-words.js'

/** A stay in one room under one plan, judged by what this machine knows of the service's calendar. */
export interface StayCheck {
  room: string
  /** '' where rates were pushed without a plan. */
  plan: string
  checkIn: string
  checkOut: string
  nights: number
  /** `no` only where something known forbids it, `yes` only where nothing that counts is unknown. */
  answer: 'yes' | 'no' | 'unknown'
  /** What forbids it, in the order of nights. */
  obstacles: { night: string; rule: string; words: string }[]
  /** What would have to be known as well. */
  unknown: { what: 'price' | 'inventory' | 'plan'; words: string }[]
  /** The stay of the same length that is known to be open and begins nearest to the wanted one; the earlier one of two. */
  nearest?: { checkIn: string; checkOut: string }
  /** What the service said where it was asked. */
  service?: 'offered' | 'not offered'
}

export interface WantedStay {
  room: string
  /** Only this plan. */
  plan?: string | undefined
  from: Night
  nights: number
  /** First night on which a stay may begin. */
  earliest: Night
  /** Plans that are known to sell the room; absent: every plan that rates were pushed for. */
  sellingPlans?: ReadonlySet<string> | undefined
}

/** How far a stay is looked for instead, nights to either side. */
export const LOOK_AROUND_NIGHTS = 60

/**
 * Judges a stay for every plan of the room. A plan's own value of a night counts before one that was pushed without a plan.
 * @param rates the room's series over the stay, LOOK_AROUND_NIGHTS to either side and the day of departure
 */
export function checkKnownStay(rates: readonly KnownSeries[], inventory: readonly KnownSeries[], wanted: WantedStay): StayCheck[] {
  const general = fieldsByNight(rates.filter(({ plan }) => plan === ''))
  const free = fieldsByNight(inventory)
  const named = [...new Set(rates.map(({ plan }) => plan))].filter((plan) => plan !== '')
  const plans = wanted.plan === undefined ? (named.length === 0 ? [''] : named.sort()) : [wanted.plan]
  return plans.map((plan) => {
    const own = plan === '' ? new Map<Night, NightFields>() : fieldsByNight(rates.filter((series) => series.plan === plan))
    const nightOf = (night: Night): StayNight => stayNight(night, { ...general.get(night), ...own.get(night), ...free.get(night) })
    return checkOne(plan, nightOf, wanted)
  })
}

function fieldsByNight(series: readonly KnownSeries[]): Map<Night, NightFields> {
  const nights = new Map<Night, NightFields>()
  for (const { segments } of series) {
    for (const { from, until, value } of segments) for (let night = from; night < until; night += 1) nights.set(night, { ...nights.get(night), ...value })
  }
  return nights
}

function stayNight(night: Night, { closed, closed_to_arrival: closedToArrival, closed_to_departure: closedToDeparture, min_stay: minStay, max_stay: maxStay, price, availability }: NightFields): StayNight {
  return {
    night, closed: closed === true, closedToArrival: closedToArrival === true, closedToDeparture: closedToDeparture === true,
    minStay: minStay === undefined ? undefined : Number(minStay), maxStay: maxStay === undefined ? undefined : Number(maxStay),
    price: price === undefined ? undefined : String(price), available: availability === undefined ? undefined : Number(availability),
  }
}

function checkOne(plan: string, nightOf: (night: Night) => StayNight, { room, from, nights, earliest, sellingPlans }: WantedStay): StayCheck {
  const judge = (first: Night): Judged => judgeNights(checkStay(Array.from({ length: nights }, (_, at) => nightOf(first + at)), nightOf(first + nights)), nightOf)
  const { forbidding, missing } = judge(from)
  const isSold = plan !== '' && sellingPlans?.has(plan) !== false
  const check: StayCheck = {
    room, plan, ...dates(from, nights), nights, answer: forbidding.length > 0 ? 'no' : missing.length > 0 || !isSold ? 'unknown' : 'yes',
    obstacles: forbidding.map((one) => ({ night: formatNight(one.night), rule: one.rule, words: obstacleWords(one, nights) })),
    unknown: [...missingOf('noPrice', 'price', 'no price was pushed from here for', missing), ...missingOf('noInventory', 'inventory', 'no count of free units was pushed from here for', missing), ...(isSold ? [] : [unknownPlan(room, plan)])],
  }
  if (forbidding.length === 0 && missing.length === 0) return check
  for (let shift = 1; shift <= LOOK_AROUND_NIGHTS; shift += 1) {
    const first = [from - shift, from + shift].find((night) => night >= earliest && isOpen(judge(night)))
    if (first !== undefined) return { ...check, nearest: dates(first, nights) }
  }
  return check
}

/** Obstacles that something known makes, and those that are only a lack of knowledge. */
interface Judged {
  forbidding: StayObstacle[]
  missing: StayObstacle[]
}

function judgeNights(found: readonly StayObstacle[], nightOf: (night: Night) => StayNight): Judged {
  const isMissing = ({ rule, night }: StayObstacle): boolean => rule === 'noPrice' || (rule === 'noInventory' && nightOf(night).available === undefined)
  return { forbidding: found.filter((one) => !isMissing(one)), missing: found.filter(isMissing) }
}

function isOpen({ forbidding, missing }: Judged): boolean {
  return forbidding.length === 0 && missing.length === 0
}

function dates(first: Night, nights: number): { checkIn: string; checkOut: string } {
  return { checkIn: formatNight(first), checkOut: formatNight(first + nights) }
}

function missingOf(rule: StayObstacle['rule'], what: 'price' | 'inventory', words: string, missing: readonly StayObstacle[]): StayCheck['unknown'] {
  const nights = missing.filter((one) => one.rule === rule).map(({ night }) => night)
  return nights.length === 0 ? [] : [{ what, words: `${words} ${nightsText(nights)}` }]
}

function unknownPlan(room: string, plan: string): StayCheck['unknown'][number] {
  return { what: 'plan', words: plan === '' ? `no rate plan is known to sell room ${room}` : `plan ${plan} is not known to sell room ${room}` }
}
