import fc from 'fast-check'
import * as z from '../../src/zod/index.js'
import { UNIT_ENUMS } from '../../src/contract/endpoints/unit-fields.js'
import { coreSchema, lookupOf } from '../../src/contract/schema/walk.js'

/** Texts that YAML and JSON could take for something else. */
const ODD_TEXTS = [
  'yes',
  'no',
  'null',
  '~',
  '0123',
  '1e3',
  '2027-01-01',
  '12:30',
  '- a',
  'a: b',
  ' # x',
  '#',
  '"',
  "it's",
  '*a',
  '&a',
  '!x',
  '%',
  '@',
  '`',
  '[',
  '{}',
  'a\nb',
  '  lead',
  'trail  ',
  '\t',
  'Ελλάδα',
  'שלום',
  '東京',
  '🛏️',
  'é',
  '<b>',
  '-0',
  '0x1F',
  '+49 40',
  '.5',
  '=1+1',
]

const texts = (min: number): fc.Arbitrary<string> => {
  const any = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 2, arbitrary: fc.string({ minLength: Math.max(min, 1), maxLength: 20, unit: 'grapheme' }) },
  )
  return min > 0 ? any : fc.oneof({ weight: 9, arbitrary: any }, { weight: 1, arbitrary: fc.constant('') })
}

/** Fields whose values are checked by more than their kind. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  timezone: fc.constantFrom('Europe/Vienna', 'Asia/Tokyo', 'America/New_York', 'Pacific/Auckland'),
  latitude: fc.integer({ min: -9000, max: 9000 }).map((n) => n / 100),
  longitude: fc.integer({ min: -18000, max: 18000 }).map((n) => n / 100),
  homeCurrencyCode: fc.constantFrom('EUR', 'JPY', 'USD', 'CHF'),
  currencyCode: fc.constantFrom('EUR', 'JPY', 'USD', 'CHF'),
  fromDate: fc.constantFrom('2027-01-01', '2027-06-30'),
  toDate: fc.constantFrom('2027-07-01', '2027-12-31'),
  minLengthOfStay: fc.integer({ min: 0, max: 7 }),
  maxLengthOfStay: fc.integer({ min: 7, max: 365 }),
  minOccupancy: fc.integer({ min: 0, max: 2 }),
  maxOccupancy: fc.integer({ min: 2, max: 12 }),
  // Open lists for the client; the sandbox knows these alone.
  ...Object.fromEntries(Object.entries(UNIT_ENUMS).map(([field, values]) => [field, fc.constantFrom(...values)])),
  value: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom('12.50', '7')),
}

/** Ids that every lookup list of the sandbox holds. */
const LOOKUP_IDS = fc.integer({ min: 1, max: 3 })

/** Random values of a request schema: each optional field is there or not. */
export function arbitraryOf(schema: z.ZodType, name = ''): fc.Arbitrary<unknown> {
  const known = BY_NAME[name]
  if (known !== undefined) return known
  if (lookupOf(schema) !== undefined) return LOOKUP_IDS
  const core = coreSchema(schema)
  if (core instanceof z.ZodEnum) return fc.constantFrom(...core.options)
  if (core instanceof z.ZodBoolean) return fc.boolean()
  if (core instanceof z.ZodArray)
    return fc.array(arbitraryOf(core.element as z.ZodType), { minLength: 1, maxLength: 3 })
  if (core instanceof z.ZodNumber) return numbers(core)
  if (core instanceof z.ZodString) return texts(core.minLength ?? 0).filter((text) => core.safeParse(text).success)
  if (!(core instanceof z.ZodObject)) throw new Error(`no random values for ${name} (${core.constructor.name})`)
  const shape = Object.entries(core.shape as Record<string, z.ZodType>)
  const requiredKeys = shape.filter(([, field]) => !field.safeParse(undefined).success).map(([field]) => field)
  return fc
    .record(Object.fromEntries(shape.map(([field, inner]) => [field, arbitraryOf(inner, field)])), { requiredKeys })
    .filter((value) => Object.keys(value).length > 0)
}

function numbers(core: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(core.minValue ?? -1_000_000, -1_000_000)
  const max = Math.min(core.maxValue ?? 1_000_000, 1_000_000)
  if (core.isInt === true || core.format === 'safeint') return fc.integer({ min, max })
  return fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((cents) => cents / 100)
}
