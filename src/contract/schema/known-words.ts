import * as z from '../../zod/index.js'
import type { Finding } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { coreSchema } from './walk.js'

/**
 * Lists that the interface shows in part (wire default 17): the client sends any text, so that a value which only the real service has goes
 * through; the sandbox, which has these and no others, refuses the rest.
 */
export function openList(words: readonly [string, ...string[]]): z.ZodString {
  return z.string().min(1).meta({ known: words })
}

/** The known words of a field whose list is open; undefined where it has none. */
export function knownWords(schema: z.ZodType): readonly string[] | undefined {
  return (schema.meta()?.['known'] ?? coreSchema(schema).meta()?.['known']) as readonly string[] | undefined
}

const withWords = new WeakMap<z.ZodType, boolean>()

/** Whether there is an open list anywhere inside. Bodies of a push have thousands of entries and none. */
function hasOpenList(schema: z.ZodType): boolean {
  const found = withWords.get(schema)
  if (found !== undefined) return found
  const core = coreSchema(schema)
  const inner =
    core instanceof z.ZodArray
      ? [core.element as z.ZodType]
      : core instanceof z.ZodObject
        ? Object.values(core.shape as Record<string, z.ZodType>)
        : []
  const has = knownWords(schema) !== undefined || inner.some(hasOpenList)
  withWords.set(schema, has)
  return has
}

/** Values of open lists that are none of the known ones. */
export function wordsNotListed(schema: z.ZodType, value: unknown, field = ''): Finding[] {
  if (!hasOpenList(schema)) return []
  const core = coreSchema(schema)
  const known = knownWords(schema)
  if (known !== undefined && typeof value === 'string' && !known.includes(value)) {
    const near = nearest(value, known)
    return [
      {
        field,
        value,
        reason: `must be one of ${known.join(', ')}`,
        ...(near === undefined ? {} : { remedy: `Did you mean "${near}"?` }),
      },
    ]
  }
  if (core instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((item, at) => wordsNotListed(core.element as z.ZodType, item, `${field}[${at}]`))
      : []
  if (!(core instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  return Object.entries(core.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
    wordsNotListed(inner, (value as Record<string, unknown>)[name], field === '' ? name : `${field}.${name}`),
  )
}
