import { formatNight, type Night } from '../calendar/index.js'
import type { ResultOf } from '../contract/index.js'
import type { KnownSeries } from '../journal/index.js'
import { checkKnownStay, type StayCheck } from './check-stay.js'

type Offer = ResultOf<'product.search'>

/** How a cell of the journal and the service's own answer compare. `sold`: fewer units are free than were pushed, as bookings do. */
export type Comparison = { verdict: 'same' | 'unknown' | 'sold' } | { verdict: 'drift'; field: string; known: string; service: string }

/** What this machine knows of one room of a hotel. */
export interface KnownRoom {
  room: string
  rates: readonly KnownSeries[]
  inventory: readonly KnownSeries[]
}

/** Nights of the stay to ask about, so that the length of stay does not hide the room. */
export function stayLength({ room, rates, inventory }: KnownRoom, plan: string | undefined, night: Night): number {
  const lengths = checkKnownStay(rates, inventory, { room, plan, from: night, nights: 1, earliest: night }).map(({ obstacles }) => (obstacles.some(({ rule }) => rule === 'minStay') ? minStay(rates, plan, night) : 1))
  return Math.min(LONGEST, ...lengths)
}

const LONGEST = 28

function minStay(rates: readonly KnownSeries[], plan: string | undefined, night: Night): number {
  const found = rates.filter((series) => plan === undefined || series.plan === plan || series.plan === '').flatMap(({ segments }) => segments.filter(({ from, until }) => from <= night && night < until).map(({ value }) => Number(value['min_stay'] ?? 1)))
  return Math.max(1, Math.min(...found))
}

/** Compares price and saleability of one night of a product. */
export function compareRate(offer: Offer, known: KnownRoom, plan: string, night: Night, nights: number): Comparison {
  const [check] = checkKnownStay(known.rates, known.inventory, { room: known.room, plan, from: night, nights, earliest: night })
  const listed = offer.roomTypes.find(({ roomId }) => String(roomId) === known.room)?.ratePlans.find(({ ratePlanId }) => plan === '' || String(ratePlanId) === plan)
  if (check === undefined) return { verdict: 'unknown' }
  if (listed === undefined) return unlisted(check)
  const rule = check.obstacles.find((obstacle) => obstacle.rule !== 'noInventory')
  if (rule !== undefined) return { verdict: 'drift', field: rule.rule, known: rule.words, service: 'offered for sale' }
  const asked = listed.dailyPrices?.find(({ date }) => date === formatNight(night))?.price
  const price = priceOf(known.rates, plan, night)
  if (asked === undefined || price === undefined) return { verdict: 'unknown' }
  return Number(asked) === Number(price) ? { verdict: 'same' } : { verdict: 'drift', field: 'price', known: price, service: String(asked) }
}

/** Compares how many units of a room are free. */
export function compareInventory(offer: Offer, known: KnownRoom, night: Night, nights: number): Comparison {
  const counts = Array.from({ length: nights }, (_, at) => countOf(known.inventory, night + at))
  if (counts.includes(undefined)) return { verdict: 'unknown' }
  const free = Math.min(...(counts as number[]))
  const listed = offer.roomTypes.find(({ roomId }) => String(roomId) === known.room)
  if (listed === undefined) {
    if (free === 0) return { verdict: 'same' }
    const isSellable = checkKnownStay(known.rates, known.inventory, { room: known.room, from: night, nights, earliest: night }).some(({ answer }) => answer === 'yes')
    return { verdict: isSellable ? 'sold' : 'unknown' }
  }
  const { availableUnits } = listed
  if (availableUnits === undefined) return { verdict: 'unknown' }
  if (availableUnits > free) return { verdict: 'drift', field: 'availability', known: String(free), service: String(availableUnits) }
  return { verdict: availableUnits < free ? 'sold' : 'same' }
}

function unlisted({ answer }: StayCheck): Comparison {
  if (answer === 'yes') return { verdict: 'drift', field: 'sale', known: 'can be sold', service: 'not offered' }
  return { verdict: answer === 'no' ? 'same' : 'unknown' }
}

function priceOf(rates: readonly KnownSeries[], plan: string, night: Night): string | undefined {
  const price = (name: string): string | undefined => {
    for (const { plan: own, segments } of rates) if (own === name) for (const { from, until, value } of segments) if (from <= night && night < until && value['price'] !== undefined) return String(value['price'])
    return undefined
  }
  return price(plan) ?? price('')
}

function countOf(inventory: readonly KnownSeries[], night: Night): number | undefined {
  for (const { segments } of inventory) for (const { from, until, value } of segments) if (from <= night && night < until && value['availability'] !== undefined) return Number(value['availability'])
  return undefined
}
