import * as z from '../../zod/index.js'
import { unwrapSchema } from './secret.js'

/** How a field of an answer may differ from the wire defaults, written once at its schema. */
interface ReadMarks {
  /** Other names under which services send the field; read where the field itself is absent. */
  alias?: readonly string[]
  /** Another form of the value, turned into the contract's. */
  readAs?: (value: unknown) => unknown
}

/** Marks a field of an answer as known under other names too. */
export function alsoNamed<S extends z.ZodType>(schema: S, ...alias: string[]): S {
  return z.withMeta(schema, { ...schema.meta(), alias })
}

/** Marks a field of an answer as known in another form too. `readAs` returns what it does not know as it is. */
export function alsoGivenAs<S extends z.ZodType>(schema: S, readAs: (value: unknown) => unknown): S {
  return z.withMeta(schema, { ...schema.meta(), readAs })
}

interface Field {
  core: z.ZodType
  marks: ReadMarks
  takesNull: boolean
  isOptional: boolean
}

const known = new WeakMap<z.ZodType, Field>()

/** A schema without its wrappers, and what they say. Schemas are few and answers are many, so it is kept. */
function fieldOf(schema: z.ZodType): Field {
  const found = known.get(schema)
  if (found !== undefined) return found
  const field: Field = { core: schema, marks: {}, takesNull: false, isOptional: false }
  for (;;) {
    const { alias, readAs } = (field.core.meta() ?? {}) as ReadMarks
    if (alias !== undefined) field.marks.alias ??= alias
    if (readAs !== undefined) field.marks.readAs ??= readAs
    if (field.core instanceof z.ZodNullable || field.core instanceof z.ZodUnknown) field.takesNull = true
    if (field.core instanceof z.ZodOptional || field.core instanceof z.ZodUnknown) field.isOptional = true
    const inner = unwrapSchema(field.core)
    if (inner === field.core) break
    field.core = inner
  }
  known.set(schema, field)
  return field
}

/** The names under which a field of an answer may stand, its own first. */
export function namesOfField(name: string, schema: z.ZodType): readonly string[] {
  return [name, ...(fieldOf(schema).marks.alias ?? [])]
}

/** The fields of an object that a schema stands for, that of a list's entries and of the members of a union; undefined where it has no fixed ones. */
export function fieldsOfAnswer(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const { core } = fieldOf(schema)
  if (core instanceof z.ZodObject) return core.shape as Record<string, z.ZodType>
  if (core instanceof z.ZodUnion) {
    const shapes = (core.options as z.ZodType[]).map(fieldsOfAnswer).filter((shape) => shape !== undefined)
    return shapes.length === 0 ? undefined : Object.assign({}, ...shapes)
  }
  return undefined
}

/**
 * A copy of a result in the forms that the contract gives it: null where nothing may be null is absent (a list is then empty), numbers, texts and
 * yes or no stand for one another, other names and forms of a field are read. What is not known is kept as it came. What needs no change is
 * returned as it is.
 */
export function normalizeAnswer(schema: z.ZodType, given: unknown): unknown {
  const { core, marks, takesNull, isOptional } = fieldOf(schema)
  const value = marks.readAs === undefined ? given : marks.readAs(given)
  if (value === undefined) return undefined
  if (value === null) return takesNull ? null : core instanceof z.ZodArray && !isOptional ? [] : undefined
  if (core instanceof z.ZodString || core instanceof z.ZodStringFormat) return asText(value)
  if (core instanceof z.ZodNumber) return asNumber(value, isOptional)
  if (core instanceof z.ZodBoolean) return asBoolean(value)
  if (core instanceof z.ZodArray) return asList(core.element as z.ZodType, value)
  if (core instanceof z.ZodObject) return asRecord(core.shape as Record<string, z.ZodType>, value, isOptional)
  if (core instanceof z.ZodRecord) return asMap(core.valueType as z.ZodType, value)
  return core instanceof z.ZodUnion ? asMember(core.options as z.ZodType[], value) : value
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : value
}

const NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/

function asNumber(value: unknown, isOptional: boolean): unknown {
  if (typeof value !== 'string' || value.length > 64) return value
  const text = value.trim()
  if (text === '') return isOptional ? undefined : value
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : value
}

const YES: ReadonlySet<unknown> = new Set(['true', 'yes', 'y', '1', 1])
const NO: ReadonlySet<unknown> = new Set(['false', 'no', 'n', '0', 0])

function asBoolean(value: unknown): unknown {
  const word = typeof value === 'string' && value.length < 8 ? value.trim().toLowerCase() : value
  return YES.has(word) ? true : NO.has(word) ? false : value
}

/** A null among the entries is no entry. */
function asList(element: z.ZodType, value: unknown): unknown {
  // Some languages write an empty list and an empty object alike.
  if (!Array.isArray(value)) return isEmptyObject(value) ? [] : value
  let copy: unknown[] | undefined
  for (const [at, item] of value.entries()) {
    const read = normalizeAnswer(element, item)
    if (copy === undefined && read !== item) copy = value.slice(0, at)
    if (read !== undefined) copy?.push(read)
  }
  return copy ?? value
}

function asRecord(shape: Record<string, z.ZodType>, value: unknown, isOptional: boolean): unknown {
  if (Array.isArray(value) && value.length === 0) return isOptional ? undefined : {}
  if (!isObject(value)) return value
  let copy: Map<string, unknown> | undefined
  for (const [name, schema] of Object.entries(shape)) {
    const from = nameIn(value, name, schema)
    if (from === undefined) continue
    const read = normalizeAnswer(schema, value[from])
    if (from === name && read === value[name]) continue
    copy ??= new Map(Object.entries(value))
    if (from !== name) copy.delete(from)
    if (read === undefined) copy.delete(name)
    else copy.set(name, read)
  }
  return copy === undefined ? value : Object.fromEntries(copy)
}

/** Under which of its names a record holds a field: the first with a value, else the first that is there. */
function nameIn(value: Record<string, unknown>, name: string, schema: z.ZodType): string | undefined {
  const { alias } = fieldOf(schema).marks
  if (alias === undefined) return Object.hasOwn(value, name) ? name : undefined
  const there = [name, ...alias].filter((one) => Object.hasOwn(value, one))
  return there.find((one) => value[one] !== null) ?? there[0]
}

function asMap(schema: z.ZodType, value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0) return {}
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, normalizeAnswer(schema, item)] as const)
      .filter(([, item]) => item !== undefined),
  )
}

/** The member of a union that fits, as it is or once it is read as that member. */
function asMember(options: readonly z.ZodType[], value: unknown): unknown {
  const isPlain = typeof value !== 'object'
  if (isPlain && options.some((option) => option.safeParse(value).success)) return value
  const candidates = isPlain
    ? options
    : options.filter((option) => fieldOf(option).core instanceof z.ZodArray === Array.isArray(value))
  const read = candidates.map((option) => ({ option, value: normalizeAnswer(option, value) }))
  return (
    (read.length === 1 ? read[0] : (read.find(({ option, value: one }) => option.safeParse(one).success) ?? read[0]))
      ?.value ?? value
  )
}

/** The one member of a union that a list, or anything but a list, can be; other schemas as they are. Faults then name their places. */
export function memberFor(schema: z.ZodType, value: unknown): z.ZodType {
  const { core } = fieldOf(schema)
  if (!(core instanceof z.ZodUnion)) return schema
  const fitting = (core.options as z.ZodType[]).filter(
    (option) => fieldOf(option).core instanceof z.ZodArray === Array.isArray(value),
  )
  return fitting.length === 1 ? (fitting[0] as z.ZodType) : schema
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}
