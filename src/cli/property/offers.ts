import type { ResultOf } from '../../contract/index.js'
import type { Column } from '../terminal/index.js'

type Offer = ResultOf<'product.search'>

/** One row for each product that can be booked. */
export function offerRows({ currencyCode, roomTypes }: Offer): Record<string, unknown>[] {
  return roomTypes.flatMap(({ roomId, name, availableUnits, maxOccupancy, ratePlans }) =>
    ratePlans.map((plan) => ({
      roomId,
      room: name,
      availableUnits,
      maxOccupancy,
      ...plan,
      plan: plan.name,
      currencyCode: plan.currencyCode ?? currencyCode,
    })),
  )
}

export const offerColumns: Column[] = [
  { name: 'room', value: ({ roomId }) => roomId },
  { name: 'name', value: ({ room }) => room },
  { name: 'plan', value: ({ ratePlanId }) => ratePlanId },
  { name: 'planName', value: ({ plan }) => plan },
  { name: 'free', align: 'right', value: ({ availableUnits }) => availableUnits },
  { name: 'sleeps', align: 'right', value: ({ maxOccupancy }) => maxOccupancy },
  {
    name: 'total',
    align: 'right',
    value: ({ totalPrice, currencyCode }) => [totalPrice, currencyCode].filter(Boolean).join(' '),
  },
  {
    name: 'nights',
    value: ({ dailyPrices }) => (Array.isArray(dailyPrices) ? dailyPrices.map(({ price }) => price) : ''),
  },
]
