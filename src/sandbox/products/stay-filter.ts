import { writeDecimal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import type { Match } from '../search/index.js'
import type { StoredProperty } from '../store/index.js'
import { findOffer } from './product-offer.js'
import { type StayDates, todayOf } from './stay-request.js'
import { readPropertyNights } from './stay-terms.js'

/** Of the properties found, those that sell something for the stay; each with the lowest price of the whole stay. */
export function keepFree(
  matches: readonly Match[],
  { arrival, departure }: StayDates,
  { store, now }: Context,
): Match[] {
  const { decimalsOf } = store
  store.reservations.expire(now())
  const todays = new Map<unknown, number>()
  const today = (property: StoredProperty): number => {
    const zone = property.info?.['timezone']
    const known = todays.get(zone) ?? todayOf(property, now())
    todays.set(zone, known)
    return known
  }
  const lowest = (property: StoredProperty): number | undefined => {
    if (!property.active || arrival < today(property)) return undefined
    const calendar = readPropertyNights(store, property, arrival, departure)
    const stay = { arrival, departure, today: today(property), percentOff: 0, decimalsOf }
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
  const prices = new Map(
    store.properties.byIds(matches.map(({ id }) => id)).map((property) => [property.id, lowest(property)]),
  )
  return matches.flatMap((match) => {
    const price = prices.get(match.id)
    return price === undefined ? [] : [{ ...match, price }]
  })
}
