import type { Caller, Loose, Reply } from './sandbox.js'

/** A rate plan in an availability answer. */
export interface OfferedPlan {
  ratePlanId: number
  ratePlanCode: string
  productId: string
  name: string | null
  mealType: string | null
  totalPrice: string
  currencyCode: string | null
  dailyPrices: { date: string; price: string }[]
  cancellationPolicies: { id: number }[]
}

export interface RoomType {
  roomId: number
  roomTypeCode: string
  name: string | null
  availableUnits: number
  maxOccupancy: number | null
  ratePlans: OfferedPlan[]
}

/** Asks for products as the demo distributor does. */
export function searchProducts(
  caller: Caller,
  propertyId: number,
  checkInDate: string,
  checkOutDate: string,
  more: object = {},
): Promise<Reply> {
  return caller.post('/api/v1/hubswitch/products', {
    propertyId,
    checkInDate,
    checkOutDate,
    distributorId: 'demo-distributor',
    distributorCode: 'DEMO',
    ...more,
  })
}

/** The room types of an answer; a refusal fails the test that asked. */
export function roomTypesOf({ status, body, text }: Reply): RoomType[] {
  if (status !== 200) throw new Error(text)
  return (body['result'] as Loose)['roomTypes'] as unknown as RoomType[]
}

/** Product ids of an answer, in its order. */
export const productsOf = (reply: Reply): string[] =>
  roomTypesOf(reply).flatMap(({ ratePlans }) => ratePlans.map(({ productId }) => productId))

/** The one plan of an answer that has one. */
export function onlyOffer(reply: Reply): OfferedPlan | undefined {
  const plans = roomTypesOf(reply).flatMap(({ ratePlans }) => ratePlans)
  if (plans.length > 1) throw new Error(`${plans.length} plans are offered`)
  return plans[0]
}

/** A night later. */
export const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
