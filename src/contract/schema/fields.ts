import * as z from '../../zod/index.js'
import { word } from './echo-kind.js'
import { exactInteger } from './json.js'
import type { LookupName } from './lookups.js'
import { alsoGivenAs } from './normalize-answer.js'
import { secret } from './secret.js'

/** Field schemas that several topics use. Numbers of the interface's Limits table live here and nowhere else. */
export const LIMITS = {
  propertyIdMin: 1_000_000,
  int32Max: 2_147_483_647,
  textMax: 255,
  pageSizeDefault: 10,
} as const

export const Int32 = z
  .int()
  .min(-LIMITS.int32Max - 1)
  .max(LIMITS.int32Max)

/** An int32 from `min` on: a number, or its digits, as a URL carries them. Nothing else is one: `1e6`, `0x10` and ` 7` are refused. */
export const int32Text = (min: number) =>
  z
    .union([z.number(), z.string().regex(/^(0|-?[1-9]\d{0,10})$/, 'must be an integer in plain digits')])
    .transform(Number)
    .pipe(z.int().min(min).max(LIMITS.int32Max))
    .meta({ wire: { type: 'integer', minimum: min, maximum: LIMITS.int32Max } })

/** Property id (Limits). */
export const PropertyId = int32Text(LIMITS.propertyIdMin).describe('Property id, an integer of at least 1000000')

/** Sellable unit id in a path (Limits). */
export const UnitId = int32Text(1).describe('Sellable unit id, an integer of at least 1')

/** Any other int32 id of a path or query. */
export const Id32 = int32Text(-LIMITS.int32Max - 1)

/** Ids of at least 1: facility filters, identifier sources (Limits). */
export const PositiveId = int32Text(1)

/** Ids that must not repeat (Limits). */
export const UniqueIds = z
  .array(Int32)
  .refine((ids) => new Set(ids).size === ids.length, 'must not repeat an id')
  .meta({ uniqueItems: true })

/** A boolean of a query: itself, or the word. */
export const QueryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .meta({ wire: { type: 'boolean' } })

/** A text that says something: blanks alone name nothing. */
export const Filled = z.string().min(1, { abort: true }).regex(/\S/, 'must not be blank')

/** A text of 1 to 255 characters (Limits). */
export const ShortText = Filled.max(LIMITS.textMax)

/** Such a text that names one thing. With a blank around it, it would name another one that looks the same. */
export const Unpadded = ShortText.refine(
  (text) => text.trim() === text || text.trim() === '',
  'must not begin or end with a blank',
)

/** A calendar day, YYYY-MM-DD. */
export const Day = z.iso.date().describe('A day, YYYY-MM-DD')

/** A day with time. The interface says "date-time"; an offset is optional. */
export const DateTime = z.iso.datetime({ offset: true, local: true })

/**
 * An integer id that may be wider than a double holds, such as `hotel_code`. Given as digits or a number,
 * written as an integer literal with all its digits.
 */
export const WideId = z
  .union([
    z.int().nonnegative(),
    z.string().regex(/^\d{1,19}$/, 'must be an integer of at most 19 digits'),
    z.bigint().nonnegative(),
  ])
  .transform(exactInteger)
  .meta({ wire: { type: 'integer', minimum: 0 } })

/** The same id as read from an answer, in each of its spellings. */
export const AnyId = z.union([z.number(), z.string(), z.bigint()])

/** An amount of money as decimal text, at most four decimals, not negative. */
export const Amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be an amount such as 120.00')

/** ISO 4217 alphabetic code. */
export const CurrencyCode = word(z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code such as EUR'))

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A lookup record (wire default 8). */
export const Lookup = z.looseObject({ id: z.number(), code: z.string().optional(), name: z.string().optional() })

/** The same inside another record, where it is only shown. */
export const LookupPart = Lookup.extend({ id: z.number().optional() })

/** Localized text as read from an answer. */
export const TextPart = z.looseObject({ text: z.string().optional(), languageId: z.number().optional() })

/** Marks an id, or a list of ids, as one of a lookup. */
export function ofLookup<S extends z.ZodType>(lookup: LookupName, schema: S): S {
  return z.withMeta(schema, { lookup })
}

export const LanguageId = ofLookup('language', Int32)

/** Localized text: property names, unit names. */
export const LocalizedText = z.strictObject({ text: Filled, languageId: LanguageId })

/** A coordinate of a search, which the interface sends as text. */
export const coordinate = (limit: number) =>
  z
    .string()
    .refine(
      (text) => text.trim() !== '' && Math.abs(Number(text)) <= limit,
      `must be a number from -${limit} to ${limit}`,
    )

/** `credentials` of the `/v1` family (wire default 1). */
export const ChannelCredentials = z.strictObject({
  id: z.union([z.int(), z.string().regex(/^\d+$/)]).describe('Number of the agent or distributor'),
  duty_code: secret(z.string().min(1)).describe('Their password'),
  user: z.string().optional().describe('Their user, where one was issued'),
})

/** One page of a list (wire default 10). A bare list is read as the whole of it, null as an empty one. */
export function pageOf<S extends z.ZodType>(row: S) {
  const page = z.looseObject({
    content: z.array(row),
    pageNumber: z.number().optional(),
    pageSize: z.number().optional(),
    totalElements: z.number().optional(),
    totalPages: z.number().optional(),
  })
  return alsoGivenAs(page, (value) =>
    value === null ? { content: [] } : Array.isArray(value) ? { content: value } : value,
  )
}
