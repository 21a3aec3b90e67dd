import * as z from '../../zod/index.js'
import { unwrapSchema } from '../../contract/index.js'

/** The schema of a field without `optional`, defaults and coercion. */
export function coreOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe)
    return coreOf((schema.out instanceof z.ZodTransform ? schema.in : schema.out) as z.ZodType)
  const inner = unwrapSchema(schema)
  return inner === schema ? schema : coreOf(inner)
}

/** The fields of an object schema, through refinements and transforms. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const core = coreOf(schema)
  return core instanceof z.ZodObject ? (core.shape as Record<string, z.ZodType>) : {}
}

/** The schema at a key of an object or an index of a list; undefined where the contract knows none. */
export function schemaBelow(schema: z.ZodType | undefined, key: string | number): z.ZodType | undefined {
  if (schema === undefined) return undefined
  const core = coreOf(schema)
  if (core instanceof z.ZodArray) return core.element as z.ZodType
  if (!(core instanceof z.ZodObject)) return undefined
  const shape = core.shape as Record<string, z.ZodType>
  return Object.hasOwn(shape, key) ? shape[key] : undefined
}
