import { PRICE_UNITS } from '../store/index.js'
import { writeDecimal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import type { Match } from '../search/index.js'
import type { StoredProperty } from '../store/index.js'
import { findOffer } from './product-offer.js'
import { StayJudge } from './stay-judge.js'
import { type StayDates, todayOf } from './stay-request.js'
import { readPropertyNights } from './stay-terms.js'

/**
 * Keeps of properties those that sell something for a stay, and gives them its price where that is wanted. It is made with the books of the store as they are, so use it before anything else is
 * awaited.
 */
export async function openStayFilter(
  stay: StayDates,
  context: Context,
  options: { hasPrices: boolean },
): Promise<(matches: readonly Match[]) => Match[]> {
  const { store, now } = context
  await store.books.refresh()
  store.reservations.expire(now())
  const held = store.reservations.allPendingUnits(stay.arrival, stay.departure)
  const judge = new StayJudge(stay, held, store.books.priceUnits)
  const isPast = pastStays(stay, now())
  const lowest = (id: number): number | undefined => {
    const book = store.books.of(id)
    if (book?.rooms === undefined) return lowestAsked(id, stay, context)
    if (!book.active || isPast(book.timezone)) return undefined
    const units = judge.lowest(book, book.rooms, { isAnyEnough: !options.hasPrices })
    return units === undefined ? undefined : units / PRICE_UNITS
  }
  return (matches) =>
    matches.filter((match) => {
      const price = lowest(match.id)
      if (price !== undefined && options.hasPrices) match.price = price
      return price !== undefined
    })
}

/** Whether a stay begins before today in a time zone; each is asked for once. */
function pastStays({ arrival }: StayDates, now: number): (timezone: unknown) => boolean {
  const known = new Map<unknown, boolean>()
  return (timezone) => {
    const isPast = known.get(timezone) ?? arrival < todayOf({ info: { timezone } }, now)
    known.set(timezone, isPast)
    return isPast
  }
}

/** The lowest price of the stay in a property whose rules the store must be asked for. */
function lowestAsked(id: number, { arrival, departure }: StayDates, { store, now }: Context): number | undefined {
  const property: StoredProperty | undefined = store.properties.byId(id)
  if (property?.active !== true) return undefined
  const today = todayOf(property, now())
  if (arrival < today) return undefined
  const calendar = readPropertyNights(store, property, arrival, departure)
  const stay = { arrival, departure, today, percentOff: 0, decimalsOf: store.decimalsOf }
  const totals = calendar.rooms.flatMap((room) =>
    calendar.plans
      .filter(({ unitIds }) => unitIds.has(room.id))
      .flatMap((plan) => {
        const offer = findOffer(calendar, room, plan, stay)
        return offer === undefined ? [] : [Number(writeDecimal(offer.total, offer.decimals))]
      }),
  )
  return totals.length === 0 ? undefined : Math.min(...totals)
}
