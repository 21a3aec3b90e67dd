import type { EnvelopeNames } from '../../contract/index.js'
import { cardsIn } from '../echo/index.js'
import { ANYWHERE, AROUND, type Keys, tellsNotTaken, tellsNotYet } from './keys.js'
import { noAmong, oddCode } from './flags.js'
import { isFilled, isNoError, plainLabel, wordOf } from './voice.js'

/** What an answer says beside its word of success that tells against it. Services name such things freely, so keys are compared without case and joints. */

/** A key of the answer whose value speaks of failure. */
export interface Doubt {
  field: string
  value: unknown
}

/** Parts of an answer that speak of the request. */
const HOLDERS: ReadonlySet<string> = new Set(
  'status outcome meta metadata info header response summary operation processing'.split(' '),
)
/** Values of a batch's answer that are looked at; a longer answer is not an ordinary one. */
const MOST_VALUES = 200_000
const DEEPEST = 6
const NO_ERROR: ReadonlySet<string> = new Set(['none', 'null', 'n/a', 'no_error', 'no_errors', 'false', 'no', '_'])

type Loose = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plainKey = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Whether an error stands there: a code such as 0, 200 or `OK` is none, and the flag `true` is one. */
function isError(value: unknown): boolean {
  if (value === 200) return false
  // A list of places: 0 is the first one.
  if (Array.isArray(value) && value.some((one) => typeof one === 'number')) return true
  if (typeof value !== 'string') return isFilled(value) && !isNoError(value)
  const plain = plainLabel(value)
  return plain === 'true' || plain === 'yes' || (isFilled(plain) && !NO_ERROR.has(plain) && wordOf(plain) !== 'yes')
}

/** Numbers that are no HTTP status (0 for "fine", codes of a service's own) say nothing by themselves. */
function isBadCode(value: unknown, isStrict: boolean): boolean {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\s{0,9}\d{1,9}\s{0,9}$/.test(value))
  if (isNumber) return Number(value) >= 300 && Number(value) <= 599
  if (value === false) return true
  if (typeof value !== 'string' || value.trim() === '') return false
  const word = wordOf(value)
  return isStrict ? word !== 'yes' : word === 'no' || word === 'later'
}

/** Whether a key asks if it was done: `stored`, `isSaved`, `cardUpdated`. What is new was not updated, so that is no question to a record. */
const DEED =
  /^(?:is|was|has|been|hasbeen|are|were)?(?:successfully)?(?:card|creditcard|payment|paymentcard|guarantee|reservation|booking|property|unit|room|rateplan|rates?|inventory|record|data|request|changes?|settings?|info|information|values?|details?)?(?:is|was|has|been|hasbeen|are|were)?(?:successfully)?(?:stored|saved|applied|persisted|accepted|processed|inserted|attached|registered|executed|committed|tokenized|written|recorded)$/
const CHANGE =
  /^(?:card|creditcard|paymentcard|settings?|changes?|info|information|property|unit|reservation|booking|rateplan|rates?|inventory|details?)(?:is|was|has|been|hasbeen|are|were)?(?:updated|created|added|changed|set|confirmed|completed|done)$/
const isUndone = (key: string, value: unknown): boolean =>
  (value === false || (typeof value === 'string' && /^(?:false|no|n)$/i.test(value.slice(0, 10).trim()))) &&
  (DEED.test(key) || CHANGE.test(key))

function tellsAgainst(key: string, value: unknown, keys: Keys, isTop: boolean): boolean {
  return (
    isUndone(key, value) ||
    (keys.telling !== undefined && (tellsNotTaken(key, value) || tellsNotYet(key, value, keys.telling === 'hold'))) ||
    (keys.filled.has(key) && isError(value)) ||
    (keys.success.has(key) && (value === false || (typeof value === 'string' && wordOf(value) === 'no'))) ||
    (keys.codes.has(key) && isBadCode(value, isTop && (key === 'status' || key === 'outcome')))
  )
}

/** Counts of a record by what they count: `updatedCount`, `rowsUpdated` and `updated` are one. */
function countsIn(record: Loose): Map<string, { field: string; value: number }> {
  return new Map(
    Object.entries(record).flatMap(([field, value]) =>
      typeof value === 'number'
        ? [
            [
              plainKey(field).replace(
                /^(?:rows|records|entries|nights)(?=.)|(?<=.)(?:count|rows|records|entries|nights)$/g,
                '',
              ),
              { field, value },
            ] as const,
          ]
        : [],
    ),
  )
}

const WRITTEN = ['created', 'updated', 'inserted', 'modified', 'changed', 'unchanged'] as const
const DONE = ['applied', 'accepted', 'processed', 'succeeded', 'successful', 'saved', 'stored'] as const

/** Counts of the entries of a batch under names that do not say what became of them. */
const ALL = ['count', 'rows', 'entries', 'records', 'changes', 'nights', 'items', 'settings', 'rates'] as const
/** Where they stand; elsewhere they may count what failed. */
const COUNTS_ALL = /^(?:meta|metadata|summary|result|data|info|stats|statistics|counts|totals)?$/i

/** A count of what was done that says nothing was, where no other count says that something was. */
function noneAtAll(record: Loose, countsAll: boolean): Doubt | undefined {
  const numbers = countsIn(record)
  const names = [...DONE, 'affected', ...WRITTEN]
  const counts = (countsAll ? [...names, ...ALL] : names).flatMap((name) => numbers.get(name) ?? [])
  return counts.every(({ value }) => value === 0) ? counts[0] : undefined
}

/** A count of what was done that is smaller than the whole. */
function fewerThanAll(record: Loose): Doubt | undefined {
  const numbers = countsIn(record)
  const total = ['total', 'requested', 'received', 'sent', 'rows']
    .map((name) => numbers.get(name)?.value)
    .find((value) => value !== undefined)
  if (total === undefined) return undefined
  const written = WRITTEN.flatMap((name) => numbers.get(name) ?? [])
  const sum = written.reduce((all, { value }) => all + value, 0)
  const counts = [...DONE, 'success', 'ok'].flatMap((name) => numbers.get(name) ?? [])
  const short =
    counts.find(({ value }) => value < total) ?? (written.length > 0 && sum < total ? written[0] : undefined)
  return short === undefined
    ? undefined
    : { field: short.field, value: `${sum > 0 && written.includes(short) ? sum : short.value} of ${total}` }
}

/** Addresses by their name: `_links: {errors: {href}}` says where errors would stand. */
const isLinks = (key: string): boolean => /^(?:hal)?links?$/.test(plainKey(key))

/** Walks what an answer holds, level by level, and stops at the first doubts. */
function search(root: unknown, keys: Keys, own: ReadonlySet<string>, countsRows: boolean): Doubt[] {
  const found: Doubt[] = []
  let level: { field: string; value: unknown; isTop: boolean }[] = [{ field: '', value: root, isTop: true }]
  let left = MOST_VALUES
  for (let depth = 0; depth < DEEPEST && level.length > 0 && found.length === 0; depth += 1) {
    const next: typeof level = []
    for (const { field, value, isTop } of level) {
      if (Array.isArray(value)) {
        const odd = countsRows ? oddCode(value) : undefined
        if (odd !== undefined) found.push({ field: `${field}${odd.at}`, value: odd.value })
        for (const [at, entry] of value.slice(0, left).entries())
          next.push({ field: `${field}[${at}]`, value: entry, isTop: false })
        left -= value.length
      } else if (isObject(value)) {
        if (found.length < 10) found.push(...doubtsOf(value, field, keys, isTop ? own : new Set(), countsRows))
        for (const [key, inner] of Object.entries(value)) {
          left -= 1
          const no = countsRows ? noAmong(plainKey(key), inner, DEED.test(plainKey(key))) : undefined
          if (no !== undefined)
            found.push({ field: `${field === '' ? '' : `${field}.`}${key}${no.at}`, value: no.value })
          if (
            left > 0 &&
            !isLinks(key) &&
            typeof inner === 'object' &&
            inner !== null &&
            (!isTop || !own.has(key) || Array.isArray(inner))
          )
            next.push({ field: field === '' ? key : `${field}.${key}`, value: inner, isTop: false })
        }
      }
      if (left <= 0) break
    }
    level = next
  }
  return found.slice(0, 10)
}

function doubtsOf(record: Loose, place: string, keys: Keys, own: ReadonlySet<string>, countsRows: boolean): Doubt[] {
  const path = (key: string): string => (place === '' ? key : `${place}.${key}`)
  const told = Object.entries(record).flatMap(([key, value]) =>
    !own.has(key) && tellsAgainst(plainKey(key), value, keys, place === '') ? [{ field: path(key), value }] : [],
  )
  const isCounted = told.length === 0 && (countsRows || place === '')
  // The envelope's own flag may be written as 1, which counts nothing.
  const counted = isCounted ? Object.fromEntries(Object.entries(record).filter(([key]) => !own.has(key))) : {}
  const short =
    (countsRows ? fewerThanAll(counted) : undefined) ?? noneAtAll(counted, countsRows && COUNTS_ALL.test(place))
  return short === undefined ? told : [{ field: path(short.field), value: short.value }]
}

/**
 * What the answer to a write says against its own success.
 * @param fields the service's names of the record's own fields
 */
export function doubtsIn(
  body: unknown,
  names: EnvelopeNames,
  fields: ReadonlySet<string> | undefined,
  isBatch: boolean,
  mayHold = false,
): Doubt[] {
  if (!isObject(body)) return []
  if (isBatch)
    return search(
      body,
      { ...AROUND, telling: 'all' },
      new Set([...names.status, ...names.success, ...names.message, ...names.times]),
      true,
    )
  const keysOf = names.result.map((key) => key.split('.')[0] as string)
  const payload = keysOf.find((key) => Object.hasOwn(body, key))
  // Parts of the envelope that are read by name are judged by what they say there.
  const read = [...names.status, ...names.success, ...names.message, ...names.times, ...keysOf].map(
    (key) => key.split('.')[0] as string,
  )
  // A record without an envelope has fields of its own, and what they say is about the thing.
  const isRecord =
    payload === undefined && Object.keys(body).some((key) => fields?.has(key) === true && !read.includes(key))
  const around = doubtsOf(
    body,
    '',
    isRecord ? AROUND : { ...AROUND, telling: mayHold ? 'hold' : 'all' },
    new Set([...read, ...(payload === undefined ? (fields ?? []) : [])]),
    false,
  )
  const held = isRecord
    ? []
    : Object.entries(body).flatMap(([key, value]) =>
        HOLDERS.has(plainKey(key)) && !keysOf.includes(key) && isObject(value)
          ? doubtsOf(value, key, { ...AROUND, telling: mayHold ? 'hold' : 'all' }, new Set(), false)
          : [],
      )
  if (around.length + held.length > 0) return [...around, ...held].slice(0, 10)
  if (payload === undefined) return search(body, ANYWHERE, new Set([...read, ...(fields ?? [])]), false)
  return search(body[payload], ANYWHERE, fields ?? new Set(), false).map(({ field, value }) => ({
    field: field.startsWith('[') ? `${payload}${field}` : `${payload}.${field}`,
    value,
  }))
}

/**
 * What a record that was looked up says against itself, as the answer to a write would be judged by it.
 * @param own the record's own fields
 */
export const doubtsInRecord = (record: unknown, own: ReadonlySet<string>): Doubt[] =>
  search(record, ANYWHERE, own, false)

/** What a service writes of a card that it does not take, or not yet. */
const CARD: Keys = {
  filled: new Set([
    ...AROUND.filled,
    'expired',
    'isexpired',
    'blocked',
    'isblocked',
    'stolen',
    'declinereason',
    'rejectionreason',
    'declinecode',
  ]),
  success: new Set([...AROUND.success, 'chargeable', 'ischargeable', 'usable']),
  codes: new Set([...AROUND.codes, 'cardstatus', 'validationstatus', 'verificationstatus']),
}
const GOOD_CARD: ReadonlySet<string> = new Set([
  'active',
  'valid',
  'verified',
  'accepted',
  'approved',
  'registered',
  'tokenized',
  'authorized',
  'authorised',
  'attached',
  'on_file',
  'present',
  'new',
])

/**
 * What the answer to storing a card says against it: in the card, beside it, or as the state of the reservation, where that is a word of failure.
 * @param record the payload in our names
 */
export function doubtsOfCard(record: unknown): Doubt[] {
  if (!isObject(record)) return []
  const { status } = record
  const state = typeof status === 'string' && wordOf(status) === 'no' ? [{ field: 'status', value: status }] : []
  const beside = doubtsOf(record, 'result', CARD, new Set(['bookingId', 'status', 'card']), false)
  // Of several cards, another one may be declined.
  const cards = cardsIn(record).flatMap(({ place, cards: told }) =>
    told.length === 1 && place !== '' ? told.map((card) => ({ place, card })) : [],
  )
  return [
    ...state,
    ...beside,
    ...cards.flatMap(({ place, card }) => [
      ...oddState(card, place),
      ...doubtsOf(card, place, CARD, new Set(['status']), false),
    ]),
  ]
}

function oddState({ status }: Loose, place: string): Doubt[] {
  return typeof status === 'string' &&
    status.trim() !== '' &&
    wordOf(status) !== 'yes' &&
    !GOOD_CARD.has(plainLabel(status))
    ? [{ field: `${place}.status`, value: status }]
    : []
}

/** Whether a key and its value say that something went wrong, or that it is not all. */
export const tellsOfFault = (key: string, value: unknown): boolean => AROUND.filled.has(key) && isError(value)

/** Whether what stands under a key is judged by it, and says nothing more. */
export function isJudgedKey(key: string, value: unknown): boolean {
  if (AROUND.filled.has(key)) return true
  if (AROUND.success.has(key) || DEED.test(key) || CHANGE.test(key)) return typeof value === 'boolean'
  // A code of which nobody knows what it means is told.
  return (
    AROUND.codes.has(key) && (typeof value === 'string' || typeof value === 'number') && wordOf(String(value)) === 'yes'
  )
}
