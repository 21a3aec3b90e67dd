import * as z from '../../zod/index.js'
import { normalizeAnswer } from './normalize-answer.js'
import { ownField, unwrapSchema } from './secret.js'
import { coreSchema } from './walk.js'

/**
 * What it takes for a value of an answer to be the one that was sent, as the schema of the request's field tells.
 * `identity`: the same characters. `text`: the same words, whatever their Unicode form and the blanks around them. `word`: one of a list, an address or
 * a name of a person, in upper or lower case. `link`: a URL; scheme and host in either case. `number`, `boolean`, `moment`: the same value.
 */
export type EchoKind = 'identity' | 'text' | 'word' | 'link' | 'number' | 'boolean' | 'moment'

function marked<S extends z.ZodType>(schema: S, echo: EchoKind): S {
  return z.withMeta(schema, { ...schema.meta(), echo })
}

/** Marks a text that names one thing: an id, a code, a number that is written with its zeros. */
export const identity = <S extends z.ZodType>(schema: S): S => marked(schema, 'identity')

/** Marks a text that is one of a list, or an e-mail address: upper and lower case are the same. */
export const word = <S extends z.ZodType>(schema: S): S => marked(schema, 'word')

/** Marks a text that is a URL. */
export const link = <S extends z.ZodType>(schema: S): S => marked(schema, 'link')

/** The kind of a field; undefined for one that the contract does not have, or has in more than one form. */
export function echoKindOf(schema: z.ZodType | undefined): EchoKind | undefined {
  if (schema === undefined) return undefined
  const meta = schema.meta() ?? {}
  if (meta['echo'] !== undefined) return meta['echo'] as EchoKind
  if (meta['known'] !== undefined) return 'word'
  if ((meta['wire'] as { type?: string } | undefined)?.type === 'integer') return 'identity'
  const inner = unwrapSchema(schema)
  if (inner !== schema) return echoKindOf(inner)
  if (schema instanceof z.ZodEnum) return 'word'
  if (schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime) return 'moment'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return 'text'
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).some((option) => echoKindOf(option) === 'number') ? 'number' : undefined
  return undefined
}

/** The schema of one field of an object, or of the fields of a list's entries; undefined where the contract has none. */
export function fieldSchema(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  if (schema === undefined) return undefined
  const core = coreSchema(schema)
  return core instanceof z.ZodObject ? ownField(core.shape as Record<string, z.ZodType>, name) : undefined
}

/** The schema of the entries of a list. */
export function entrySchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema === undefined) return undefined
  const core = coreSchema(schema)
  return core instanceof z.ZodArray ? (core.element as z.ZodType) : undefined
}

/** Yes or no in any of the forms that answers have; other values as they are. */
export const readBoolean = (value: unknown): unknown => normalizeAnswer(z.boolean(), value)
