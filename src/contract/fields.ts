import { z } from 'zod'
import { exactInteger } from './json.js'
import { secret } from './secret.js'

/** Field schemas that several topics use. Numbers of the interface's Limits table live here and nowhere else. */
export const LIMITS = {
  propertyIdMin: 1_000_000,
  int32Max: 2_147_483_647,
  textMax: 255,
  pageSizeDefault: 10,
} as const

export const Int32 = z.int().min(-LIMITS.int32Max - 1).max(LIMITS.int32Max)

/** Property id in a path or query (Limits). Text digits are accepted, as a URL carries them. */
export const PropertyId = z.coerce.number().pipe(z.int().min(LIMITS.propertyIdMin).max(LIMITS.int32Max)).describe('Property id, an integer of at least 1000000')

/** Sellable unit id in a path (Limits). */
export const UnitId = z.coerce.number().pipe(z.int().min(1).max(LIMITS.int32Max)).describe('Sellable unit id, an integer of at least 1')

/** A text of 1 to 255 characters (Limits). */
export const ShortText = z.string().min(1).max(LIMITS.textMax)

/** A calendar day, YYYY-MM-DD. */
export const Day = z.iso.date().describe('A day, YYYY-MM-DD')

/** A day with time. The interface says "date-time"; an offset is optional. */
export const DateTime = z.iso.datetime({ offset: true, local: true })

/**
 * An integer id that may be wider than a double holds, such as `hotel_code`. Given as digits or a number,
 * written as an integer literal with all its digits.
 */
export const WideId = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,19}$/, 'must be an integer of at most 19 digits'), z.bigint().nonnegative()])
  .transform(exactInteger)
  .meta({ type: 'integer', wide: true })

/** The same id as read from an answer, in each of its spellings. */
export const AnyId = z.union([z.number(), z.string(), z.bigint()])

/** An amount of money as decimal text, at most four decimals, not negative. */
export const Amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be an amount such as 120.00')

/** ISO 4217 alphabetic code. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code such as EUR')

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A lookup record (wire default 8). */
export const Lookup = z.looseObject({ id: z.number(), code: z.string().optional(), name: z.string().optional() })

/** Localized text: property names, unit names. */
export const LocalizedText = z.strictObject({ text: z.string().min(1), languageId: Int32 })

/** `credentials` of the `/v1` family (wire default 1). */
export const ChannelCredentials = z.strictObject({
  id: z.union([z.int(), z.string().regex(/^\d+$/)]).describe('Number of the agent or distributor'),
  duty_code: secret(z.string().min(1)).describe('Their password'),
  user: z.string().optional().describe('Their user, where one was issued'),
})

/** One page of a list (wire default 10). */
export function pageOf<S extends z.ZodType>(row: S) {
  return z.looseObject({
    content: z.array(row),
    pageNumber: z.number(),
    pageSize: z.number().optional(),
    totalElements: z.number(),
    totalPages: z.number().optional(),
  })
}
