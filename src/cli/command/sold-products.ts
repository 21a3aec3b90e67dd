import type { ClientInput } from '../../client/index.js'
import type { EndpointKey, ResultOf } from '../../contract/index.js'
import type { SoldProduct } from '../../journal/index.js'

/** The products of one hotel that an answer shows; undefined where it is about something else. */
export function soldIn(
  key: EndpointKey,
  input: unknown,
  result: unknown,
): { hotel: string; products: SoldProduct[] } | undefined {
  if (key === 'product.search') {
    const { body } = input as ClientInput<'product.search'>
    const products = (result as ResultOf<'product.search'>).roomTypes.flatMap(({ roomId, ratePlans }) =>
      ratePlans.map(({ ratePlanId }) => ({ room: String(roomId), plan: String(ratePlanId) })),
    )
    return { hotel: String(body.propertyId), products }
  }
  if (key === 'product.list') {
    const { body } = input as { body: { hotel_code: number | string } }
    const products = (result as ResultOf<'product.list'>).products.flatMap(({ room, rate_plan: plan }) =>
      room?.id === undefined || plan?.id === undefined ? [] : [{ room: String(room.id), plan: String(plan.id) }],
    )
    return { hotel: String(body.hotel_code), products }
  }
  if (key !== 'ratePlan.create') return undefined
  const { body } = input as ClientInput<'ratePlan.create'>
  const { stopSell, closedToArrival, closedToDeparture, minLengthOfStay = 1, maxLengthOfStay } = body
  // Restrictions of the plan itself hold beside those of each night, so what it sells is not known by the nights alone.
  if (
    stopSell === true ||
    closedToArrival === true ||
    closedToDeparture === true ||
    Number(minLengthOfStay) > 1 ||
    maxLengthOfStay !== undefined
  )
    return undefined
  const { id } = result as ResultOf<'ratePlan.create'>
  return {
    hotel: String(body.propertyId),
    products: body.sellableUnits.map(({ sellableUnitId }) => ({ room: String(sellableUnitId), plan: String(id) })),
  }
}
