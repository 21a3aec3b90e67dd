import * as z from '../../zod/index.js'
import { MASK } from '../../redaction/index.js'

export { MASK }

/** Marks a schema as secret: no log, trace, error, journal or `--json` ever shows its value. */
export function secret<S extends z.ZodType>(schema: S): S {
  return z.withMeta(schema, { ...schema.meta(), secret: true, writeOnly: true, format: 'password' })
}

export function isSecret(schema: z.ZodType): boolean {
  return schema.meta()?.['secret'] === true
}

/** A copy of `value` in which everything the schema marks as secret is masked. */
export function maskSecrets(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined || value === undefined || value === null) return value
  if (isSecret(schema)) return MASK
  const inner = unwrapSchema(schema)
  if (inner !== schema) return maskSecrets(inner, value)
  if (inner instanceof z.ZodArray) {
    const element = inner.element as z.ZodType
    return Array.isArray(value) ? value.map((item) => maskSecrets(element, item)) : value
  }
  if (inner instanceof z.ZodObject && typeof value === 'object') {
    const shape = inner.shape as Record<string, z.ZodType>
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, maskSecrets(ownField(shape, key), item)]),
    )
  }
  if (inner instanceof z.ZodUnion) {
    return (inner.options as z.ZodType[]).reduce((masked: unknown, option) => maskSecrets(option, masked), value)
  }
  return value
}

/** The schema of a field; undefined for a name that every object has, such as `toString`. */
export function ownField(shape: Readonly<Record<PropertyKey, z.ZodType>>, name: PropertyKey): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined
}

/**
 * Adds the names of all secret fields of a schema to `names`.
 * @param seen schemas whose names are there already: records share their fields
 */
export function collectSecretNames(
  schema: z.ZodType | undefined,
  names: Set<string>,
  seen: Set<z.ZodType> = new Set(),
): void {
  if (schema === undefined || seen.has(schema)) return
  seen.add(schema)
  const inner = unwrapSchema(schema)
  if (inner !== schema) return collectSecretNames(inner, names, seen)
  if (inner instanceof z.ZodArray) return collectSecretNames(inner.element as z.ZodType, names, seen)
  if (inner instanceof z.ZodUnion)
    return (inner.options as z.ZodType[]).forEach((option) => collectSecretNames(option, names, seen))
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, field] of Object.entries(inner.shape as Record<string, z.ZodType>)) {
    if (isSecret(field) || isSecret(unwrapSchema(field))) names.add(name)
    collectSecretNames(field, names, seen)
  }
}

/** The schema inside `optional`, `nullable`, `default` and transforms; one level. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.unwrap() as z.ZodType
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType
  return schema
}
