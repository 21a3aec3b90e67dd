import { formatNight } from '../../calendar/index.js'
import { type CheckedInputOf, exactInteger } from '../../contract/index.js'
import { requireDistributor } from '../accounts/index.js'
import { type PickText, pickTextIn, Refusal, writeDecimal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import { readableProperty } from '../property/index.js'
import type { StoredUnit } from '../store/index.js'
import { findOffer, leastAvailable, type Offer, type WantedStay } from './product-offer.js'
import { readStayDates, refusePastStay, todayOf } from './stay-request.js'
import { type PropertyNights, readPropertyNights } from './stay-terms.js'
import { maxOccupancyOf } from './stay-unit.js'

type Body = CheckedInputOf<'product.search'>['body']

/** Promotion codes with the per cent that they take off every night. */
const PROMOTIONS: ReadonlyMap<string, number> = new Map([['SANDBOX10', 10]])

/** Interface: "Products"; real-time availability (wire default 20). */
export function searchProducts(body: Body, context: Context) {
  const { propertyId, checkInDate, checkOutDate } = body
  const dates = readStayDates(body)
  const guests = countGuests(body.totalGuestCounts)
  const property = readableProperty(context, propertyId)
  requireDistributor(body)
  const today = todayOf(property, context.now())
  refusePastStay(dates, today)
  context.store.reservations.expire(context.now())
  const stay: WantedStay = {
    ...dates,
    today,
    guests,
    percentOff: percentOf(body.promoCode),
    decimalsOf: context.store.decimalsOf,
  }
  const pickText = pickTextIn(body.language)
  const calendar = property.active
    ? readPropertyNights(context.store, property, dates.arrival, dates.departure)
    : undefined
  return {
    propertyId,
    currencyCode: property.record.homeCurrencyCode ?? null,
    checkInDate,
    checkOutDate,
    roomTypes: calendar?.rooms.flatMap((room) => viewRoomType(calendar, room, stay, pickText)) ?? [],
  }
}

function countGuests(counts: Body['totalGuestCounts']): number | undefined {
  if (counts === undefined) return undefined
  const guests = (counts.children ?? []).reduce((sum, { count }) => sum + count, counts.adults)
  if (guests > 0) return guests
  const message = 'must count at least one guest'
  throw new Refusal(400, `totalGuestCounts ${message}.`, { details: [{ field: 'totalGuestCounts', message }] })
}

function percentOf(promoCode: string | undefined): number {
  const percent = promoCode === undefined ? 0 : PROMOTIONS.get(promoCode)
  if (percent !== undefined) return percent
  const message = `unknown promotion code (${promoCode})`
  throw new Refusal(422, `promoCode: ${message}.`, { details: [{ field: 'promoCode', message }] })
}

/** A room with the plans under which it can be had; nothing where there is none. */
function viewRoomType(calendar: PropertyNights, room: StoredUnit, stay: WantedStay, pickText: PickText) {
  const plans = calendar.plans.filter(({ unitIds }) => unitIds.has(room.id))
  const offers = plans.flatMap((plan) => findOffer(calendar, room, plan, stay) ?? [])
  if (offers.length === 0) return []
  const nights = Array.from({ length: stay.departure - stay.arrival }, (_, at) => ({
    available: calendar.availableOn(room, stay.arrival + at),
  }))
  return {
    roomId: exactInteger(room.roomCode),
    roomTypeCode: room.record.roomType ?? room.roomCode,
    name: pickText(room.record.names) ?? null,
    availableUnits: leastAvailable(nights),
    maxOccupancy: maxOccupancyOf(room) ?? null,
    ratePlans: offers.map((offer) => viewOffer(room, offer, pickText)),
  }
}

function viewOffer(
  { roomCode, record }: StoredUnit,
  { plan, currency, decimals, nights, total }: Offer,
  pickText: PickText,
) {
  return {
    ratePlanId: exactInteger(plan.planCode),
    ratePlanCode: plan.planCode,
    productId: `${roomCode}-${plan.planCode}`,
    name: pickText(plan.record.names) ?? null,
    mealType: record.mealType ?? null,
    totalPrice: writeDecimal(total, decimals),
    currencyCode: currency ?? null,
    dailyPrices: nights.map(({ night, price }) => ({ date: formatNight(night), price: writeDecimal(price, decimals) })),
    cancellationPolicies: (plan.record.cancellationPolicyIds ?? record.cancellationPolicies ?? []).map((id) => ({
      id,
    })),
  }
}
