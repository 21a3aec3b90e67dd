import type { EnvelopeNames } from '../../contract/index.js'
import { firstCharacters } from '../../redaction/index.js'
import { isObject, isPlain } from '../echo/index.js'

/** What a service warns of beside a success, in whatever way it writes that. */

const KEYS: ReadonlySet<string> = new Set([
  'warning',
  'warnings',
  'warningmessage',
  'warningmessages',
  'warningtext',
  'warninglist',
])
const TEXTS = ['message', 'text', 'description', 'detail', 'reason', 'title', 'code'] as const
const MOST = 20
const MOST_ROWS = 1_000

const plainKey = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** A warning, and what stands beside it in the same place: the row that it is about, or its own fields. */
export interface Warning {
  text: string
  beside: readonly Readonly<Record<string, unknown>>[]
}

/**
 * The warnings that stand beside the payload, in the record, or in the rows of an answer without one, one text each.
 * @param fields the service's names of the record's own fields
 */
export function warningsIn(body: unknown, names: EnvelopeNames, fields: ReadonlySet<string> | undefined): string[] {
  return [...new Set(placedWarnings(body, names, fields).map(({ text }) => text))].slice(0, MOST)
}

/** The same, all of them, with what stands beside each. */
export function placedWarnings(
  body: unknown,
  names: EnvelopeNames,
  fields: ReadonlySet<string> | undefined,
): Warning[] {
  if (!isObject(body)) return []
  const payload = names.result
    .map((name) => name.split('.')[0] as string)
    .map((name) => body[name])
    .find(isObject)
  // What answers a batch has no payload of its own: it may warn of single rows.
  const rows =
    payload === undefined
      ? Object.values(body).flatMap((value) => (Array.isArray(value) ? value.slice(0, MOST_ROWS).filter(isObject) : []))
      : []
  const warned = (level: Readonly<Record<string, unknown>>, isRow: boolean): Warning[] =>
    Object.entries(level).flatMap(([key, value]) =>
      KEYS.has(plainKey(key)) && fields?.has(key) !== true
        ? textsOf(value, MOST_ROWS).map(({ text, beside }) => ({ text, beside: isRow ? [...beside, level] : beside }))
        : [],
    )
  return [
    ...warned(body, false),
    ...(payload === undefined ? rows.flatMap((row) => warned(row, true)) : warned(payload, false)),
  ]
}

/** A text, a list of texts, objects with a text, or a map of field to text. */
function textsOf(value: unknown, most = MOST): Warning[] {
  if (value === null || value === undefined || value === false || value === true || value === 0) return []
  if (isPlain(value))
    return String(value).trim() === '' ? [] : [{ text: firstCharacters(String(value), 2_000), beside: [] }]
  if (Array.isArray(value)) return value.slice(0, most).flatMap((one) => textsOf(one))
  if (!isObject(value)) return []
  const text = TEXTS.map((name) => value[name]).find((one) => isPlain(one) && String(one).trim() !== '')
  if (text !== undefined) {
    const field = isPlain(value['field']) ? `${String(value['field'])}: ` : ''
    return [{ text: firstCharacters(`${field}${String(text)}`, 2_000), beside: [value] }]
  }
  return Object.entries(value)
    .slice(0, MOST)
    .flatMap(([field, inner]) =>
      textsOf(inner).map(({ text: one, beside }) => ({ text: `${field}: ${one}`, beside: [...beside, { field }] })),
    )
}
