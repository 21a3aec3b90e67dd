import type * as z from '../../zod/index.js'
import { type EchoKind, echoKindOf, entrySchema, fieldSchema, UPDATE_DIFFERENCES } from '../../contract/index.js'
import { firstCharacters } from '../../redaction/index.js'
import { isPlain, isSameAs, kindOfValue } from './same.js'

/** Compares single values of an answer with those of the request. */

/** A value of the answer that is not the one of the request. */
export interface Mismatch {
  field: string
  asked: string
  answered: string
}

export type Loose = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isThere = (value: unknown): boolean => value !== undefined && value !== null
const ownValue = (record: Loose, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined)

/** Every value at a path, empty texts as well. One record counts as a list of one. */
export function presentAt(root: unknown, path: string): unknown[] {
  let found: unknown[] = [root]
  for (const part of path.split('.')) {
    const isList = part.endsWith('[]')
    const name = isList ? part.slice(0, -2) : part
    found = found.flatMap((value) => {
      const inner = name === '' ? value : isObject(value) ? ownValue(value, name) : undefined
      return isList && Array.isArray(inner) ? (inner as unknown[]) : [inner]
    })
  }
  return found.filter(isThere)
}

/** Every value at a path; none where nothing stands there. */
export function valuesAt(root: unknown, path: string): unknown[] {
  return presentAt(root, path).filter((value) => value !== '')
}

/** How a field is compared: as the contract has it, or else as the value that was sent. */
export type Manner = EchoKind | z.ZodType | undefined

const kindOf = (manner: Manner, wanted: unknown): EchoKind =>
  typeof manner === 'string' ? manner : (echoKindOf(manner) ?? kindOfValue(wanted))
const schemaOf = (manner: Manner): z.ZodType | undefined => (typeof manner === 'string' ? undefined : manner)

/** Compares what both sides hold. What the answer leaves out, or has null for, is not echoed; an empty text or list is an answer. */
export function otherValue(field: string, wanted: unknown, answered: unknown, manner?: Manner): Mismatch[] {
  if (!isThere(wanted) || !isThere(answered)) return []
  const schema = schemaOf(manner)
  if (Array.isArray(wanted) && Array.isArray(answered))
    return isSameList(wanted, answered, entrySchema(schema))
      ? []
      : [{ field, asked: listWords(wanted), answered: listWords(answered) }]
  if (isObject(wanted) && isObject(answered)) return otherFields(wanted, answered, schema, `${field}.`)
  if (isPlain(wanted) && isObject(answered)) return otherPart(field, wanted, answered, manner)
  if (!isPlain(wanted) || !isPlain(answered) || isSameAs(kindOf(manner, wanted), wanted, answered)) return []
  return [{ field, asked: wordsOf(wanted), answered: wordsOf(answered) }]
}

/** Compares each field that was sent with all that the answer says of it. */
export function otherFields(
  wanted: Loose,
  answered: Loose,
  schema: z.ZodType | undefined,
  place = '',
  except: (field: string) => boolean = () => false,
): Mismatch[] {
  return Object.entries(wanted).flatMap(([name, inner]) => {
    if (except(name)) return []
    const manner = fieldSchema(schema, name)
    return statementsOf(name, inner, answered)
      .flatMap(({ at, value }) => otherValue(`${place}${at}`, inner, value, manner))
      .slice(0, 1)
  })
}

/** Create's spelling and update's of one field. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(UPDATE_DIFFERENCES.spelling).flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ),
)

/** All places where a record says something of a field: under its name or another spelling, and, for an id or a code, in the record that it points at. */
function statementsOf(name: string, wanted: unknown, answered: Loose): { at: string; value: unknown }[] {
  const own = [name, ...(SPELLINGS.has(name) ? [SPELLINGS.get(name) as string] : [])].map((at) => ({
    at,
    value: ownValue(answered, at),
  }))
  const [, base = '', part = '', isMany] = /^(\w{1,60})(Id|Code)(s?)$/.exec(name) ?? []
  if (base === '') return own
  if (isMany === 's')
    return [
      ...own,
      ...[`${base}s`, base.replace(/y$/, 'ies')]
        .filter((at) => at !== name)
        .map((at) => ({ at, value: ownValue(answered, at) }))
        .filter(({ value }) => Array.isArray(value)),
    ]
  const pointed = ownValue(answered, base)
  // A text of which only the name ends so, such as a tax id, points at no record.
  if (part === 'Id' && typeof wanted !== 'number') return own
  if (isObject(pointed))
    return [...own, { at: `${base}.${part.toLowerCase()}`, value: ownValue(pointed, part.toLowerCase()) }]
  return part === 'Code' && typeof pointed === 'string' && /^[A-Z]{3}$/i.test(pointed.trim())
    ? [...own, { at: base, value: pointed }]
    : own
}

/** A plain value was sent, and a whole record stands there: its id, or for a text its code, its name or its text, is the value. */
function otherPart(field: string, wanted: unknown, answered: Loose, manner: Manner): Mismatch[] {
  const names = typeof wanted === 'string' ? ['code', 'id', 'name', 'text', 'value'] : ['id', 'code', 'value']
  const told = names.map((name) => ownValue(answered, name)).filter(isPlain)
  if (told.length === 0 || told.some((value) => isSameAs(kindOf(manner, wanted), wanted, value))) return []
  return [{ field, asked: wordsOf(wanted), answered: wordsOf(told[0]) }]
}

/** Whether each entry has one of its own on the other side, in whatever order. Long lists are compared by their order alone once that fits. */
function isSameList(wanted: readonly unknown[], answered: readonly unknown[], schema: z.ZodType | undefined): boolean {
  if (wanted.length !== answered.length) return false
  if (wanted.every((entry, at) => fits(entry, answered[at], schema))) return true
  if (wanted.length > LONGEST_LIST) return false
  const left = [...answered]
  return wanted.every((entry) => {
    const at = left.findIndex((other) => fits(entry, other, schema))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Entries without a word in common are no echo of one another; a record may stand for its id. */
function fits(wanted: unknown, answered: unknown, schema: z.ZodType | undefined): boolean {
  if (isPlain(wanted) && isObject(answered))
    return (
      ['id', 'code', 'name'].some((name) => isPlain(ownValue(answered, name))) &&
      otherPart('', wanted, answered, schema).length === 0
    )
  if (isPlain(wanted) !== isPlain(answered)) return false
  return otherValue('', wanted, answered, schema).length === 0
}

const LONGEST_LIST = 1_000
/** A plain value in a message. */
export const wordsOf = (value: unknown): string => (String(value).trim() === '' ? 'empty' : shown(value))
export const listWords = (list: readonly unknown[]): string =>
  list.length === 0
    ? 'an empty list'
    : list
        .slice(0, 10)
        .map((entry) => firstCharacters(shown(entry), 200))
        .join(', ')

/** A foreign value on one line; a list or object as JSON, cut. */
export const shown = (value: unknown): string =>
  value === null || isPlain(value)
    ? String(value)
    : firstCharacters(
        JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)),
        2_000,
      )
