import * as z from '../../zod/index.js'
import {
  alsoGivenAs,
  AnyId,
  channelApi,
  ChannelCredentials,
  Day,
  endpoint,
  Filled,
  partnerApi,
  PropertyId,
  WideId,
} from '../schema/index.js'

/** Guests of a stay (CreateReservationGuestCount; wire default 19). */
export const GuestCounts = z.strictObject(() => ({
  adults: z.int().min(0).max(1000),
  children: z.array(z.strictObject({ age: z.int().min(0).max(17), count: z.int().min(1).max(1000) })).optional(),
}))

/** The youngest age that counts as an adult where only ages are given: children are up to 17 (wire default 19). */
const ADULT_FROM = 18

/** Guests as a number or as a list of ages, in the form of the contract. */
function readGuestCounts(value: unknown): unknown {
  const ages = Array.isArray(value)
    ? value.map((age: unknown) => (typeof age === 'string' && /^\d{1,3}$/.test(age) ? Number(age) : age))
    : undefined
  if (ages === undefined) {
    const isCount = typeof value === 'number' || (typeof value === 'string' && /^\d{1,4}$/.test(value))
    return isCount ? { adults: Number(value), total: Number(value) } : value
  }
  if (!ages.every((age) => typeof age === 'number' && Number.isInteger(age) && age >= 0)) return value
  const young = (ages as number[]).filter((age) => age < ADULT_FROM).sort((a, b) => a - b)
  const children = [...new Set(young)].map((age) => ({ age, count: young.filter((one) => one === age).length }))
  return { adults: ages.length - young.length, ...(children.length === 0 ? {} : { children }) }
}

const ChildrenAnswer = alsoGivenAs(
  z.array(z.looseObject(() => ({ age: z.number().optional(), count: z.number().optional() }))),
  readChildren,
).optional()

/** Children as their number, or as a list of ages. */
function readChildren(value: unknown): unknown {
  const isNumber = (one: unknown): boolean =>
    typeof one === 'number' || (typeof one === 'string' && /^\d{1,4}$/.test(one))
  if (isNumber(value)) return Number(value) === 0 ? [] : [{ count: Number(value) }]
  return Array.isArray(value) && value.length > 0 && value.every(isNumber)
    ? value.map((age) => ({ age: Number(age), count: 1 }))
    : value
}

/** Guests as read from an answer: counts, a number, or a list of ages (wire default 19). `total` counts adults and children where one number stands for all. */
export const GuestCountsAnswer = alsoGivenAs(
  z.looseObject(() => ({ adults: z.number().optional(), children: ChildrenAnswer, total: z.number().optional() })),
  readGuestCounts,
)

/** A rate plan of a room type in an availability answer (wire default 20). */
const OfferedPlan = z.looseObject(() => ({
  ratePlanId: AnyId,
  ratePlanCode: z.union([z.string(), z.number()]).optional(),
  productId: AnyId.optional(),
  name: z.string().nullish(),
  mealType: z.string().nullish(),
  totalPrice: z.union([z.string(), z.number()]).optional(),
  currencyCode: z.string().nullish(),
  dailyPrices: z
    .array(z.looseObject({ date: z.string().optional(), price: z.union([z.string(), z.number()]).optional() }))
    .optional(),
  cancellationPolicies: z.array(z.unknown()).optional(),
}))

/** Real-time availability of a property (wire default 20). */
export const Availability = z.looseObject(() => ({
  propertyId: z.number().optional(),
  currencyCode: z.string().nullish(),
  checkInDate: z.string().optional(),
  checkOutDate: z.string().optional(),
  roomTypes: z.array(
    z.looseObject({
      roomId: AnyId,
      roomTypeCode: z.union([z.string(), z.number()]).optional(),
      name: z.string().nullish(),
      availableUnits: z.number().optional(),
      maxOccupancy: z.number().nullish(),
      ratePlans: z.array(OfferedPlan),
    }),
  ),
}))

const named = z.looseObject(() => ({ id: AnyId.optional(), name: z.string().nullish() }))

/** An active product of a hotel (wire default 21). */
export const Product = z.looseObject(() => ({
  id: AnyId,
  name: z.string().nullish(),
  category: z.string().nullish(),
  room: named.nullish(),
  rate_plan: named.nullish(),
  meal_plan: z.string().nullish(),
  price: z
    .looseObject({
      mode: z.string().optional(),
      amount: z.union([z.string(), z.number()]).optional(),
      currency: z.string().optional(),
    })
    .nullish(),
  booking_rules: z
    .looseObject({
      min_stay: z.number().nullish(),
      max_stay: z.number().nullish(),
      arrival_days: z.array(z.string()).nullish(),
    })
    .nullish(),
  cancellation_policies: z.array(z.unknown()).nullish(),
  services: z.array(z.unknown()).nullish(),
  channels: z.array(z.unknown()).nullish(),
}))

const stay = { propertyId: 1000001, checkInDate: '2027-07-01', checkOutDate: '2027-07-03' }

/** Interface: "Products". */
export const product = {
  search: endpoint({
    summary: 'Show what can be booked for a stay: room types, rate plans and prices',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/hubswitch/products',
    retry: 'safe',
    source: 'Products',
    body: z.strictObject(() => ({
      propertyId: PropertyId,
      checkInDate: Day.describe('Arrival, YYYY-MM-DD'),
      checkOutDate: Day.describe('Departure, YYYY-MM-DD'),
      distributorId: Filled.describe('Distributor who asks'),
      distributorCode: Filled.describe('Distributor code, for validation and routing'),
      language: z.string().min(1).default('en').describe('Language of names, such as en'),
      promoCode: z.string().min(1).optional().describe('Promotion code'),
      totalGuestCounts: GuestCounts.optional().describe('Guests by adults and children'),
    })),
    result: Availability,
    example: {
      body: {
        ...stay,
        distributorId: 'demo-distributor',
        distributorCode: 'DEMO',
        totalGuestCounts: { adults: 2, children: [{ age: 5, count: 1 }] },
      },
      result: {
        ...stay,
        currencyCode: 'EUR',
        roomTypes: [
          {
            roomId: 101,
            name: 'Double room',
            availableUnits: 3,
            ratePlans: [{ ratePlanId: 501, productId: '101-501', totalPrice: '240.00', currencyCode: 'EUR' }],
          },
        ],
      },
    },
    errors: [400, 401, 403, 404, 422],
  }),
  list: endpoint({
    summary: 'List the active products of a hotel: rooms, meals and extras',
    dialect: channelApi,
    method: 'POST',
    path: '/v1/products',
    retry: 'safe',
    source: 'Products',
    body: z.strictObject(() => ({
      credentials: ChannelCredentials,
      hotel_code: WideId.describe('Hotel code, an integer'),
      language: z.string().min(1).optional().describe('Language of names and descriptions, such as en'),
    })),
    // A bare list is all that the answer is about.
    result: alsoGivenAs(
      z.looseObject(() => ({
        hotel_code: AnyId.optional(),
        language: z.string().optional(),
        products: z.array(Product),
      })),
      (value) => (Array.isArray(value) && value.length > 0 ? { products: value } : value),
    ),
    example: {
      body: { credentials: { id: 123, duty_code: '…', user: '15786' }, hotel_code: 1000001, language: 'en' },
      result: {
        hotel_code: 1000001,
        language: 'en',
        products: [
          { id: '101-501', name: 'Double room, Flexible', category: 'room', room: { id: 101 }, rate_plan: { id: 501 } },
        ],
      },
    },
    errors: [401],
  }),
}
