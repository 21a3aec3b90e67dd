import * as z from '../../zod/index.js'
import type { LookupName } from './lookups.js'
import { ownField, unwrapSchema } from './secret.js'

/** The schema inside `optional`, `nullable`, defaults and coercion, all of them. */
export function coreSchema(schema: z.ZodType): z.ZodType {
  const inner = unwrapSchema(schema)
  return inner === schema ? schema : coreSchema(inner)
}

/** The lookup list whose ids a schema takes, or undefined. */
export function lookupOf(schema: z.ZodType): LookupName | undefined {
  const own = schema.meta()?.['lookup'] as LookupName | undefined
  const inner = unwrapSchema(schema)
  return own ?? (inner === schema ? undefined : lookupOf(inner))
}

type NameReader = (lookup: LookupName, name: string, field: string) => Promise<number>

/**
 * A copy of a request body in which every name that stands where an id of a lookup list belongs is replaced by the id.
 * Digits are left as they are.
 */
export async function withIds(schema: z.ZodType, value: unknown, read: NameReader, field = ''): Promise<unknown> {
  const lookup = lookupOf(schema)
  if (lookup !== undefined) return idsOf(lookup, value, read, field)
  const core = coreSchema(schema)
  if (core instanceof z.ZodArray && Array.isArray(value)) {
    const items: unknown[] = []
    for (const [at, item] of value.entries())
      items.push(await withIds(core.element as z.ZodType, item, read, `${field}[${at}]`))
    return items
  }
  if (!(core instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value))
    return value
  const shape = core.shape as Record<string, z.ZodType>
  const entries: [string, unknown][] = []
  for (const [name, item] of Object.entries(value)) {
    const inner = ownField(shape, name)
    entries.push([
      name,
      inner === undefined ? item : await withIds(inner, item, read, field === '' ? name : `${field}.${name}`),
    ])
  }
  return Object.fromEntries(entries)
}

async function idsOf(lookup: LookupName, value: unknown, read: NameReader, field: string): Promise<unknown> {
  if (Array.isArray(value)) {
    const ids: unknown[] = []
    for (const [at, item] of value.entries()) ids.push(await idsOf(lookup, item, read, `${field}[${at}]`))
    return ids
  }
  if (typeof value !== 'string') return value
  return /^-?\d+$/.test(value.trim()) ? Number(value) : read(lookup, value.trim(), field)
}

/**
 * What of a record can stand in a request: the schema's fields, those inside lists and objects too. What is null, and lists
 * and objects that hold nothing, are left out. The order of fields is the schema's.
 */
export function pickFields(schema: z.ZodType, record: unknown): unknown {
  const core = coreSchema(schema)
  if (record === null || record === undefined) return undefined
  if (core instanceof z.ZodArray) {
    if (!Array.isArray(record)) return undefined
    const items = record.map((item) => pickFields(core.element as z.ZodType, item)).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  if (!(core instanceof z.ZodObject)) return record
  if (typeof record !== 'object' || Array.isArray(record)) return undefined
  const shape = core.shape as Record<string, z.ZodType>
  const isOpen = core._zod.def.catchall !== undefined && !(core._zod.def.catchall instanceof z.ZodNever)
  const names = [
    ...Object.keys(shape),
    ...(isOpen
      ? Object.keys(record)
          .filter((name) => !Object.hasOwn(shape, name))
          .sort()
      : []),
  ]
  const entries = names
    .map((name): [string, unknown] => [
      name,
      pickFields(ownField(shape, name) ?? z.unknown(), (record as Record<string, unknown>)[name]),
    ])
    .filter(([, item]) => item !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The fields of a record that a schema names; none where it holds none of them. */
export function fieldsOf(schema: z.ZodType, record: unknown): Record<string, unknown> {
  return (pickFields(schema, record) ?? {}) as Record<string, unknown>
}

/** The names of an object schema's fields, in its order. */
export function shapeNames(schema: z.ZodType): string[] {
  const core = coreSchema(schema)
  return core instanceof z.ZodObject ? Object.keys(core.shape as object) : []
}
