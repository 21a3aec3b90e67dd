import { checkStay, formatNight, type Night, type NightFields, type StayNight, type StayObstacle } from '../calendar/index.js'
import type { KnownSeries } from '../journal/index.js'

/** A stay in one room under one plan, judged by what this machine knows of the service's calendar. */
export interface StayCheck {
  room: string
  /** '' where rates were pushed without a plan. */
  plan: string
  checkIn: string
  checkOut: string
  nights: number
  isSellable: boolean
  /** What forbids it, in the order of nights. */
  obstacles: { night: string; rule: string; words: string }[]
  /** The stay of the same length that can be sold and begins nearest to the wanted one; the earlier one of two. */
  nearest?: { checkIn: string; checkOut: string }
}

export interface WantedStay {
  room: string
  /** Only this plan. */
  plan?: string | undefined
  from: Night
  nights: number
  /** First night on which a stay may begin. */
  earliest: Night
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

function checkOne(plan: string, nightOf: (night: Night) => StayNight, { room, from, nights, earliest }: WantedStay): StayCheck {
  const judge = (first: Night): StayObstacle[] => checkStay(Array.from({ length: nights }, (_, at) => nightOf(first + at)), nightOf(first + nights))
  const found = judge(from)
  const dates = (first: Night): { checkIn: string; checkOut: string } => ({ checkIn: formatNight(first), checkOut: formatNight(first + nights) })
  const check: StayCheck = { room, plan, ...dates(from), nights, isSellable: found.length === 0, obstacles: found.map((one) => ({ night: formatNight(one.night), rule: one.rule, words: wordsOf(one, nightOf(one.night), nights) })) }
  if (check.isSellable) return check
  for (let shift = 1; shift <= LOOK_AROUND_NIGHTS; shift += 1) {
    const first = [from - shift, from + shift].find((night) => night >= earliest && judge(night).length === 0)
    if (first !== undefined) return { ...check, nearest: dates(first) }
  }
  return check
}

function wordsOf({ rule, limit }: StayObstacle, { available }: StayNight, nights: number): string {
  if (rule === 'closed') return 'closed'
  if (rule === 'closedToArrival') return 'no arrival'
  if (rule === 'closedToDeparture') return 'no departure'
  if (rule === 'minStay') return `sold for ${limit} nights or more, not ${nights}`
  if (rule === 'maxStay') return `sold for at most ${limit} nights, not ${nights}`
  if (rule === 'noPrice') return 'no price is known here'
  return available === undefined ? 'how many are free is not known here' : 'sold out'
}
