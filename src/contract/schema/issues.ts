import * as z from '../../zod/index.js'
import type { Finding } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { firstCharacters } from '../../redaction/index.js'
import { collectSecretNames, MASK, maskSecrets, ownField, unwrapSchema } from './secret.js'

/** What a check of a value against a schema ends with: the value as the schema leaves it, or what is wrong in plain words. */
export type Checked<S extends z.ZodType> = { ok: true; value: z.output<S> } | { ok: false; findings: Finding[] }

/** zod writes a program for each object that it reads, which takes longer than to read a few without one. */
const FEW = 8
const checks = new WeakMap<z.ZodType, number>()

/**
 * Checks a value against a schema. Each fault becomes a finding with the field's path (`phones[0].phoneNumber`), the value
 * as it stands (never a secret), the reason and a remedy. A message written in the schema itself is kept.
 */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown): Checked<S> {
  const times = (checks.get(schema) ?? 0) + 1
  checks.set(schema, times)
  const checked = schema.safeParse(value, { error: plainWords, jitless: times <= FEW })
  if (checked.success) return { ok: true, value: checked.data }
  const shown = maskSecrets(schema, value)
  return { ok: false, findings: checked.error.issues.flatMap((issue) => findingsOf(schema, shown, issue)) }
}

/** A path as people write it: `phones[0].phoneNumber`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )
}

function findingsOf(schema: z.ZodType, root: unknown, issue: z.Issue): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(shapeAt(schema, issue.path) ?? {})
    return issue.keys.map((key) => ({
      field: fieldPath([...issue.path, key]),
      reason: 'is not a known field',
      ...remedy(unknownRemedy(key, known)),
    }))
  }
  const field = fieldPath(issue.path)
  const value = valueAt(root, issue.path)
  const place = field === '' ? {} : { field }
  const expected = schemaAt(schema, issue.path)
  const described = expected?.description
  if (value === undefined)
    return [
      {
        ...place,
        reason: 'is required',
        ...remedy(described === undefined ? undefined : `Give ${field}: ${described}.`),
      },
    ]
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const near = typeof value === 'string' ? nearest(value, choices) : undefined
  return [
    {
      ...place,
      ...shownValue(expected, value),
      reason: issue.message,
      ...remedy(near === undefined ? undefined : `Did you mean "${near}"?`),
    },
  ]
}

function unknownRemedy(key: string, known: readonly string[]): string | undefined {
  const near = nearest(key, known)
  if (near !== undefined) return `Did you mean "${near}"?`
  return known.length === 0
    ? undefined
    : `Known fields: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`
}

const remedy = (text: string | undefined): { remedy?: string } => (text === undefined ? {} : { remedy: text })

/** Lists and plain values only, and nothing that stands where a secret belongs. */
function shownValue(expected: z.ZodType | undefined, value: unknown): { value?: string } {
  if (value === MASK || holdsSecret(expected)) return {}
  if (
    typeof value === 'object' &&
    value !== null &&
    !(expected !== undefined && innermost(expected) instanceof z.ZodArray)
  )
    return {}
  const text = typeof value === 'string' ? value : (JSON.stringify(value, bigintAsText) ?? String(value))
  return text.includes(MASK) ? {} : { value: text.length > 80 ? `${firstCharacters(text, 79)}…` : text }
}

function holdsSecret(schema: z.ZodType | undefined): boolean {
  const names = new Set<string>()
  collectSecretNames(schema, names)
  return names.size > 0
}

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    root,
  )
}

function innermost(schema: z.ZodType): z.ZodType {
  const inner = unwrapSchema(schema)
  return inner === schema ? schema : innermost(inner)
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((level, part) => {
    if (level === undefined) return undefined
    const inner = innermost(level)
    if (inner instanceof z.ZodArray) return inner.element as z.ZodType
    return inner instanceof z.ZodObject ? ownField(inner.shape as Record<PropertyKey, z.ZodType>, part) : undefined
  }, schema)
}

function shapeAt(schema: z.ZodType, path: readonly PropertyKey[]): object | undefined {
  const found = schemaAt(schema, path)
  const inner = found === undefined ? undefined : innermost(found)
  return inner instanceof z.ZodObject ? inner.shape : undefined
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  bigint: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  date: 'must be a calendar day that exists, written YYYY-MM-DD',
  datetime: 'must be a date with time, such as 2026-12-01T14:00:00Z',
  regex: 'is not written in the expected form',
}

function plainWords(issue: z.RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return size(issue.origin, 'least', issue.minimum, issue.inclusive !== false)
    case 'too_big':
      return size(issue.origin, 'most', issue.maximum, issue.inclusive !== false)
    case 'invalid_format':
      return FORMATS[issue.format] ?? `must be a valid ${issue.format}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return unionWords(issue.errors, issue.input)
    default:
      return issue.message ?? 'is not accepted'
  }
}

function size(origin: string, side: 'least' | 'most', limit: number | bigint, inclusive: boolean): string {
  if (origin === 'string')
    return side === 'least' && limit === 1 ? 'must not be empty' : `must have at ${side} ${limit} characters`
  if (origin === 'array' || origin === 'set')
    return `must hold at ${side} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  if (inclusive) return `must be at ${side} ${limit}`
  return side === 'least' ? `must be more than ${limit}` : `must be less than ${limit}`
}

/** A branch of the right type with a wrong value says more than "none of these types". */
function unionWords(branches: readonly (readonly z.Issue[])[], input: unknown): string {
  const telling = branches.find(
    (issues) => issues.length > 0 && issues.every((issue) => issue.code !== 'invalid_type' || issue.path.length > 0),
  )
  // Single values, each a branch of its own: all of them are told.
  const values = branches.flatMap((issues) =>
    issues.flatMap((issue) =>
      issue.code === 'invalid_value' && issue.path.length === 0 ? issue.values.map(String) : [],
    ),
  )
  if (values.length > 0 && branches.every(([issue]) => issue?.code === 'invalid_value'))
    return values.length === 1
      ? `must be ${values[0]}`
      : `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  if (telling !== undefined) return (telling[0] as z.Issue).message
  const kinds = branches.flatMap((issues) =>
    issues.flatMap((issue) => (issue.code === 'invalid_type' ? [KINDS[issue.expected] ?? issue.expected] : [])),
  )
  if (typeof input === 'number' && kinds.includes('an integer')) return 'must be an integer'
  const distinct = [...new Set(kinds)].filter((kind) => kind !== 'a number' || !kinds.includes('an integer'))
  return distinct.length === 0 ? 'is not accepted' : `must be ${distinct.join(' or ')}`
}
