/** Compares single values of an answer with those of the request. */

/** A value of the answer that is not the one of the request. */
export interface Mismatch {
  field: string
  asked: string
  answered: string
}

export type Loose = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values that a service works out by itself, or writes in a form of its own: not echoes. */
export const NOT_ECHOED: ReadonlySet<string> = new Set([
  'isExist', 'websiteUrlReachable', 'websiteUrlReachabilityLastUpdate', 'availabilityUpdateCount', 'lastAvailabilityUpdate', 'createdBy', 'supplierUnitId', 'hubSwitchImportLink', 'iCalLink', 'website',
])

/** Every value at a path, empty texts as well. One record counts as a list of one. */
export function presentAt(root: unknown, path: string): unknown[] {
  let found: unknown[] = [root]
  for (const part of path.split('.')) {
    const isList = part.endsWith('[]')
    const name = isList ? part.slice(0, -2) : part
    found = found.flatMap((value) => {
      const inner = name === '' ? value : isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
      return isList && Array.isArray(inner) ? (inner as unknown[]) : [inner]
    })
  }
  return found.filter((value) => value !== undefined && value !== null)
}

/** Every value at a path; none where nothing stands there. */
export function valuesAt(root: unknown, path: string): unknown[] {
  return presentAt(root, path).filter((value) => value !== '')
}

/** Digits as the number they are, text without its case and with single spaces: services are not consistent about any of it. */
export function plainText(value: unknown): string {
  const text = String(value).normalize('NFC').trim().replace(/\s+/g, ' ')
  if (/^-?\d{1,40}$/.test(text)) return String(BigInt(text))
  if (/^-?\d{1,15}\.\d{1,15}$/.test(text)) return String(Number(text))
  return text.toLowerCase()
}

export const isPlain = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

/** Whether two plain values say the same. A moment may stand at another offset. */
export function isSame(a: unknown, b: unknown): boolean {
  const [left, right] = [plainText(a), plainText(b)]
  if (left === right) return true
  const isMoment = [left, right].every((text) => /^\d{4}-\d{2}-\d{2}/.test(text))
  return isMoment && (left.slice(0, 10) === right || right.slice(0, 10) === left || (left.length > 10 && right.length > 10 && Date.parse(left) === Date.parse(right)))
}

/** Compares what both sides hold. What the answer leaves out, or has null for, is not echoed; an empty text or list is an answer. */
export function otherValue(field: string, wanted: unknown, answered: unknown): Mismatch[] {
  if (wanted === undefined || wanted === null || answered === undefined || answered === null) return []
  if (Array.isArray(wanted) && Array.isArray(answered)) return isSameList(wanted, answered) ? [] : [{ field, asked: listWords(wanted), answered: listWords(answered) }]
  if (isObject(wanted) && isObject(answered)) return Object.entries(wanted).flatMap(([name, inner]) => (NOT_ECHOED.has(name) ? [] : otherValue(`${field}.${name}`, inner, Object.hasOwn(answered, name) ? answered[name] : undefined)))
  if (!isPlain(wanted) || !isPlain(answered) || isSame(wanted, answered)) return []
  return [{ field, asked: wordsOf(wanted), answered: wordsOf(answered) }]
}

/** Whether each entry has one of its own on the other side, in whatever order. Long lists are compared by their order alone once that fits. */
export function isSameList(wanted: readonly unknown[], answered: readonly unknown[]): boolean {
  if (wanted.length !== answered.length) return false
  if (wanted.every((entry, at) => fits(entry, answered[at]))) return true
  if (wanted.length > LONGEST_LIST) return false
  const left = [...answered]
  return wanted.every((entry) => {
    const at = left.findIndex((other) => fits(entry, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Entries without a word in common are no echo of one another. */
function fits(wanted: unknown, answered: unknown): boolean {
  if (isPlain(wanted) !== isPlain(answered)) return false
  return otherValue('', wanted, answered).length === 0
}

const LONGEST_LIST = 1_000
/** A plain value in a message. */
export const wordsOf = (value: unknown): string => (String(value).trim() === '' ? 'empty' : shown(value))
export const listWords = (list: readonly unknown[]): string => (list.length === 0 ? 'an empty list' : list.slice(0, 10).map((entry) => shown(entry).slice(0, 200)).join(', '))

/** A foreign value on one line; a list or object as JSON, cut. */
export const shown = (value: unknown): string => (value === null || isPlain(value) ? String(value) : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)).slice(0, 2_000))
