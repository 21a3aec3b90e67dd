import * as z from '../../zod/index.js'
import {
  AnyId,
  CurrencyCode,
  endpoint,
  Int32,
  LocalizedText,
  partnerApi,
  PropertyId,
  TextPart,
  word,
} from '../schema/index.js'

/** Body of `POST /api/v1/rate-plans-v3` (wire default 22). */
export const RatePlanCreate = z.strictObject(() => ({
  propertyId: PropertyId.describe('Owning property'),
  names: z.array(LocalizedText).min(1).describe('Localized names'),
  stopSell: z.boolean().optional().describe('Stop selling'),
  closedToArrival: z.boolean().optional().describe('No arrivals, except on nights that allow them'),
  closedToDeparture: z.boolean().optional().describe('No departures, except on nights that allow them'),
  minLengthOfStay: z.int().min(1).optional().describe('Minimum stay in days'),
  maxLengthOfStay: z.int().min(1).optional().describe('Maximum stay in days'),
  cancellationPolicyIds: z.array(Int32).optional().describe('Cancellation policy ids'),
  price: z
    .looseObject({
      mode: word(z.string()).optional(),
      value: z.union([z.number(), z.string()]).optional(),
      currencyCode: CurrencyCode.optional(),
    })
    .optional()
    .describe('Pricing configuration'),
  sellableUnits: z
    .array(z.strictObject({ sellableUnitId: Int32, quantity: z.int().min(1).default(1) }))
    .min(1)
    .describe('Units sold under the plan'),
}))

/** A rate plan as the service answers it. */
export const RatePlan = z.looseObject(() => ({
  id: AnyId,
  propertyId: z.number().optional(),
  names: z.array(TextPart).nullish(),
  sellableUnits: z
    .array(z.looseObject({ sellableUnitId: z.number().optional(), quantity: z.number().nullish() }))
    .nullish(),
}))

const body = {
  propertyId: 1000001,
  names: [{ text: 'Non-refundable', languageId: 1 }],
  minLengthOfStay: 2,
  sellableUnits: [{ sellableUnitId: 101, quantity: 1 }],
}

/** Interface: "Products", `rate-plans-v3`. */
export const ratePlan = {
  create: endpoint({
    summary: 'Create a rate plan that sells units of a property',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/rate-plans-v3',
    retry: 'never',
    source: 'Products',
    successStatus: 201,
    body: RatePlanCreate,
    result: RatePlan,
    example: { body, result: { id: 501, ...body } },
    errors: [400, 401, 403, 404],
  }),
}
