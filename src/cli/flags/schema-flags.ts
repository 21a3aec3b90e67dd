import { Flags, type Interfaces } from '@oclif/core'
import * as z from '../../zod/index.js'
import { isSecret, knownWords, lookupOf, ofLookup } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { firstCharacters } from '../../redaction/index.js'
import { coreOf, readTyped, shapeOf } from '../body/index.js'
import { GROUP } from './groups.js'

/** Flags of a command made from a contract schema: one per plain field, named in kebab-case. */

type Flag = Interfaces.FlagInput[string]

export interface SchemaFlagOptions {
  /** Fields that the command gives another form, such as an argument. */
  except?: readonly string[]
  /** Our one flag name for a field that the interface spells differently elsewhere. */
  rename?: Readonly<Record<string, string>>
  helpGroup?: string
  /** Only these fields. */
  only?: readonly string[]
  /** Accept the flags without showing them in the help. */
  hidden?: boolean
}

/** Shorter names of flags whose value may be a name instead of an id. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  sellableUnitTypeId: 'unit-type',
  hotelFacilitiesFiltered: 'facilities',
  propertyTypeIds: 'property-types',
}

function shortNames(field: string, schema: z.ZodType): { aliases?: string[] } {
  if (lookupOf(schema) === undefined) return {}
  return { aliases: [SHORT_NAMES[field] ?? flagName(field.replace(/Id$/, ''))] }
}

/** `hubSwitchId` → `hub-switch-id`; `max_stay` → `max-stay`. */
export function flagName(field: string): string {
  return field
    .replaceAll('_', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

function describe(schema: z.ZodType): string | undefined {
  return schema.description ?? coreOf(schema).description
}

function flagOf(name: string, schema: z.ZodType, helpGroup: string | undefined): Flag | undefined {
  const core = coreOf(schema)
  const isNamed = lookupOf(schema) !== undefined
  const known = knownWords(schema)
  const words = known === undefined ? '' : `: ${known.join(', ')}, or another that the service has`
  const common = {
    summary: `${describe(schema) ?? name}${isNamed ? ', or code or name' : ''}${words}`,
    ...shortNames(name, schema),
    ...(helpGroup === undefined ? {} : { helpGroup }),
  }
  if (isSecret(schema) || isSecret(core)) return undefined
  if (core instanceof z.ZodBoolean) return Flags.boolean({ ...common, allowNo: true })
  if (core instanceof z.ZodEnum) return Flags.string({ ...common, options: core.options.map(String) })
  if (core instanceof z.ZodNumber) return Flags.string({ ...common, helpValue: isNamed ? '<id|name>' : '<number>' })
  if (core instanceof z.ZodString || core instanceof z.ZodStringFormat || core instanceof z.ZodUnion)
    return Flags.string({ ...common, helpValue: '<text>' })
  if (core instanceof z.ZodArray && isPlain(coreOf(core.element as z.ZodType))) {
    return Flags.string({ ...common, summary: `${common.summary} (comma-separated)`, helpValue: '<a,b,…>' })
  }
  return undefined
}

function isPlain(schema: z.ZodType): boolean {
  return schema instanceof z.ZodString || schema instanceof z.ZodNumber || schema instanceof z.ZodEnum
}

/** Flags for every plain field of an object schema; nested fields go through `--file` and `--set`. */
export function schemaFlags(
  schema: z.ZodType,
  { except = [], rename = {}, helpGroup = GROUP.fields, only, hidden }: SchemaFlagOptions = {},
): Record<string, Flag> {
  const flags: Record<string, Flag> = {}
  for (const [field, fieldSchema] of Object.entries(shapeOf(schema))) {
    const isLeftOut = except.includes(field) || only?.includes(field) === false
    const flag = isLeftOut ? undefined : flagOf(field, fieldSchema, helpGroup)
    if (flag !== undefined) flags[flagName(rename[field] ?? field)] = hidden === true ? { ...flag, hidden } : flag
  }
  return flags
}

/**
 * The fields that were given as flags, in the types of the schema.
 * @throws Fault USAGE where a number is no number
 */
export function fieldsFromFlags(
  schema: z.ZodType,
  flags: Readonly<Record<string, unknown>>,
  { except = [], rename = {}, only }: SchemaFlagOptions = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [field, fieldSchema] of Object.entries(shapeOf(schema))) {
    const name = flagName(rename[field] ?? field)
    const given = flags[name]
    if (given === undefined || except.includes(field) || only?.includes(field) === false) continue
    body[field] = typeof given === 'string' ? typed(name, fieldSchema, given) : given
  }
  return body
}

function typed(name: string, schema: z.ZodType, given: string): unknown {
  const core = coreOf(schema)
  if (!(core instanceof z.ZodArray)) return typedText(name, schema, given)
  // A list of ids of a lookup is marked as a whole.
  const lookup = lookupOf(schema)
  const element = lookup === undefined ? (core.element as z.ZodType) : ofLookup(lookup, core.element as z.ZodType)
  return given.split(',').map((item) => typedText(name, element, item.trim()))
}

function typedText(name: string, schema: z.ZodType, given: string): unknown {
  const read = readTyped(schema, given)
  if (read.ok) return read.value
  throw new Fault('USAGE', `--${name}: "${firstCharacters(given, 80)}" ${read.reason}.`, {
    next: `${read.remedy}. Nothing was sent.`,
  })
}

/**
 * An integer that stands as an argument or inside one.
 * @throws Fault USAGE
 */
export function integerOf(what: string, given: string): number {
  const value = Number(given)
  if (!/^(0|-?[1-9]\d{0,15})$/.test(given) || !Number.isSafeInteger(value))
    throw new Fault(
      'USAGE',
      `${what} must be a whole number in digits, such as 101; "${firstCharacters(given, 80)}" is not.`,
    )
  return value
}
