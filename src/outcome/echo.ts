import type { EndpointRule } from './rules.js'

/** Compares what an answer speaks of with what was asked. */

/** What was asked, in the names of the contract. */
export interface Asked {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** A value of the answer that is not the one of the request. */
export interface Mismatch {
  field: string
  asked: string
  answered: string
}

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values that a service works out by itself, or writes in a form of its own: not echoes. */
const NOT_ECHOED: ReadonlySet<string> = new Set([
  'isExist', 'websiteUrlReachable', 'websiteUrlReachabilityLastUpdate', 'availabilityUpdateCount', 'lastAvailabilityUpdate', 'createdBy', 'supplierUnitId', 'hubSwitchImportLink', 'iCalLink', 'website',
])

/** Every value at a path; none where nothing stands there. One record counts as a list of one. */
export function valuesAt(root: unknown, path: string): unknown[] {
  let found: unknown[] = [root]
  for (const part of path.split('.')) {
    const isList = part.endsWith('[]')
    const name = isList ? part.slice(0, -2) : part
    found = found.flatMap((value) => {
      const inner = name === '' ? value : isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
      return isList && Array.isArray(inner) ? (inner as unknown[]) : [inner]
    })
  }
  return found.filter((value) => value !== undefined && value !== null && value !== '')
}

/** Digits as the number they are, text without its case: services are not consistent about either. */
function plainText(value: unknown): string {
  const text = String(value).trim()
  if (/^-?\d{1,40}$/.test(text)) return String(BigInt(text))
  if (/^-?\d{1,15}\.\d{1,15}$/.test(text)) return String(Number(text))
  return text.toLowerCase()
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

/** Whether two plain values say the same. A moment may stand at another offset. */
export function isSame(a: unknown, b: unknown): boolean {
  const [left, right] = [plainText(a), plainText(b)]
  if (left === right) return true
  const isMoment = [left, right].every((text) => /^\d{4}-\d{2}-\d{2}/.test(text))
  return isMoment && (left.slice(0, 10) === right || right.slice(0, 10) === left || (left.length > 10 && right.length > 10 && Date.parse(left) === Date.parse(right)))
}

/** What the answer says otherwise than it was asked. What it does not mention is no mismatch. */
export function mismatchesOf(rule: EndpointRule, asked: Asked, result: unknown): Mismatch[] {
  return [
    ...Object.entries(rule.same ?? {}).flatMap(([answerPath, askedPath]) => otherThan(answerPath, valuesAt(result, answerPath), valuesAt(asked, askedPath))),
    ...(rule.comparesValues === true ? otherValues(asked.body, result, rule.same ?? {}) : []),
    ...(rule.comparesRooms === true ? [...otherRooms(asked.body, result), ...otherAdults(asked.body, result)] : []),
  ]
}

function otherThan(path: string, answered: readonly unknown[], wanted: readonly unknown[]): Mismatch[] {
  if (wanted.length === 0) return []
  const strange = answered.find((value) => !isPlain(value) || !wanted.some((one) => isSame(one, value)))
  return strange === undefined ? [] : [{ field: path.replaceAll('[]', '').replace(/^\./, ''), asked: wanted.slice(0, 3).map(String).join(', '), answered: shown(strange) }]
}

function otherValues(body: unknown, result: unknown, same: Readonly<Record<string, string>>): Mismatch[] {
  if (!isObject(body) || !isObject(result)) return []
  return Object.entries(body).flatMap(([field, wanted]) => {
    const answered = Object.hasOwn(result, field) ? result[field] : undefined
    return NOT_ECHOED.has(field) || field in same ? [] : otherValue(field, wanted, answered)
  })
}

/** Compares what both sides hold. What the answer leaves out, or has null for, is not echoed; an empty text or list is an answer. */
function otherValue(field: string, wanted: unknown, answered: unknown): Mismatch[] {
  if (wanted === undefined || wanted === null || answered === undefined || answered === null) return []
  if (Array.isArray(wanted) && Array.isArray(answered)) return isSameList(wanted, answered) ? [] : [{ field, asked: listWords(wanted), answered: listWords(answered) }]
  if (isObject(wanted) && isObject(answered)) return Object.entries(wanted).flatMap(([name, inner]) => (NOT_ECHOED.has(name) ? [] : otherValue(`${field}.${name}`, inner, Object.hasOwn(answered, name) ? answered[name] : undefined)))
  if (!isPlain(wanted) || !isPlain(answered) || isSame(wanted, answered)) return []
  return [{ field, asked: wordsOf(wanted), answered: wordsOf(answered) }]
}

/** Whether each entry has one of its own on the other side, in whatever order. Long lists are compared by their order alone once that fits. */
function isSameList(wanted: readonly unknown[], answered: readonly unknown[]): boolean {
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
const wordsOf = (value: unknown): string => (value === '' ? 'empty' : String(value))
const listWords = (list: readonly unknown[]): string => (list.length === 0 ? 'an empty list' : list.slice(0, 10).map((entry) => shown(entry).slice(0, 200)).join(', '))

/** Children are written in too many forms to be compared; the number of adults is not. */
function otherAdults(body: unknown, result: unknown): Mismatch[] {
  const [wanted] = valuesAt(body, 'totalGuestCounts.adults')
  const [answered] = valuesAt(result, 'totalGuestCounts.adults')
  return otherValue('totalGuestCounts.adults', wanted, answered)
}

/** Units of each product. A service may write a line for each unit; where it names no units, only the products are compared. */
function otherRooms(body: unknown, result: unknown): Mismatch[] {
  if (!isObject(body) || !isObject(result) || !Array.isArray(body['rooms']) || !Array.isArray(result['rooms']) || result['rooms'].length === 0) return []
  const [wanted, answered] = [body['rooms'] as unknown[], result['rooms'] as unknown[]]
  const countsUnits = answered.every((line) => isObject(line) && typeof line['units'] === 'number')
  const words = [wanted, answered].map((lines) => productsOf(lines, countsUnits))
  return words[0] === words[1] ? [] : [{ field: 'rooms', asked: words[0] ?? '', answered: words[1] ?? '' }]
}

function productsOf(lines: readonly unknown[], countsUnits: boolean): string {
  const units = new Map<string, number>()
  for (const line of lines.filter(isObject)) {
    const product = `${plainText(line['roomId'])}/${plainText(line['ratePlanId'])}`
    units.set(product, (units.get(product) ?? 0) + (typeof line['units'] === 'number' ? line['units'] : 1))
  }
  return [...units].map(([product, count]) => (countsUnits ? `${count} × ${product}` : product)).sort().join(', ')
}

/** A foreign value on one line; a list or object as JSON, cut. */
export const shown = (value: unknown): string => (value === null || isPlain(value) ? String(value) : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)).slice(0, 2_000))
