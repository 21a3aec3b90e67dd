import { plainKey } from '../doubts/index.js'
import { isObject, isPlain, type Mismatch, wordsOf } from '../echo/index.js'
import type { Judging } from '../rules/index.js'
import { otherOf } from './compare.js'
import { Coverage, isOfDeed, type LeftOut } from './coverage.js'
import { ECHOES, holdsNoEntries, partOf, VESSELS, valueNameOf } from './fields.js'
import { rowsOf } from './rows.js'
import { dayOf } from './nights.js'
import { SentEntries } from './sent-entries.js'

/** What the answer to a batch shows of entries. */
export interface AboutEntries {
  /** It shows something else than was sent. */
  other?: Mismatch
  /** Members that are entries through and through, so that nothing is left to be told of them. */
  clear: ReadonlySet<string>
  /** What may be an echo, and cannot be read as one, as it is told. */
  unclear: readonly string[]
}

/** What an answer without entries shows. */
export const NO_ENTRIES: AboutEntries = { clear: new Set(), unclear: [] }

/** Lists of the request, which an answer may show as null. */
const OWN: ReadonlySet<string> = new Set(['roomsettings', 'availabilities'])

/**
 * Holds what an answer shows of entries against those that were sent.
 * @param entries what the batch held; asked for where the answer shows something
 */
export function aboutEntries(
  { heard, context, asked }: Judging,
  entries: () => readonly unknown[] | undefined,
): AboutEntries {
  const { body } = heard
  if (!isObject(body)) return NO_ENTRIES
  const { code: _code, result: _result, ...parts } = context.names
  const own = new Set(
    Object.values(parts).flatMap((all: readonly string[]) => all.map((name) => name.split('.')[0] as string)),
  )
  const rest = Object.entries(body).filter(([name, value]) => !own.has(name) && value !== undefined)
  if (rest.length === 0) return NO_ENTRIES
  const sent = entries()
  if (sent === undefined || sent.length === 0) return NO_ENTRIES
  const hotel = isObject(asked.body) && isPlain(asked.body['hotel_code']) ? String(asked.body['hotel_code']) : undefined
  const all = new SentEntries(hotel, sent)
  const { rows, clear, unclear } = rowsOf(body, { rooms: all.rooms, plans: all.plans, hotel }, context.entry, own)
  const coverage = new Coverage()
  const found =
    otherOf(rows, all, coverage) ??
    otherNight(rest, all, heard.headers['date']) ??
    (rows.some(({ place }) => place !== '') ? undefined : emptyIn(rest, all.all.length))
  const left = found === undefined ? coverage.leftOf(all.all) : undefined
  const other = found ?? (left?.isDeed === true ? ofLeft(left, all.all.length) : undefined)
  return {
    ...(other === undefined ? {} : { other }),
    clear: new Set([...clear].filter((name) => !unclear.has(name) && isAskedFor(name, all))),
    unclear: [
      ...(left === undefined
        ? []
        : [`${left.field === '' ? 'entries' : left.field}: ${partOfAll(left, all.all.length)}`]),
      ...(found === undefined && left === undefined ? shortOf(rest, rows, all.all.length) : []),
      ...rest.flatMap(([name, value]) => {
        if (value === null) return OWN.has(plainKey(name)) ? [`${name}: null`] : []
        return VESSELS.has(plainKey(name)) && isEmpty(value) ? [`${name}: an empty list`] : []
      }),
    ],
  }
}

/** A list of verdicts that names no entries, and has fewer than were sent. */
function shortOf(
  members: readonly [name: string, value: unknown][],
  rows: readonly { place: string }[],
  sent: number,
): string[] {
  return members.flatMap(([name, value]) =>
    Array.isArray(value) &&
    // One may be the verdict on all of it.
    value.length > 1 &&
    value.length < sent &&
    value.every(isObject) &&
    OF_VERDICTS.test(plainKey(name)) &&
    !rows.some(({ place }) => place.startsWith(name))
      ? [`${name}: ${value.length} of ${sent} entries`]
      : [],
  )
}

const OF_VERDICTS = /^(?:results?|statuses|outcomes?|entries|responses?|acks?)$/

/** A night at the top that is none of those sent; the day of the answer is its own. */
function otherNight(
  members: readonly [name: string, value: unknown][],
  { all }: SentEntries,
  answeredAt: string | undefined,
): Mismatch | undefined {
  const told = Date.parse(answeredAt ?? '')
  const today = Math.floor((Number.isNaN(told) ? Date.now() : told) / 86_400_000)
  const spans = all.flatMap(({ nights }) => nights ?? [])
  const other = members.find(([name, value]) => {
    const day =
      partOf(name) === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? dayOf(value) : undefined
    return day !== undefined && Math.abs(day - today) > 1 && spans.every(({ from, to }) => day < from || to + 1 < day)
  })
  return other === undefined || spans.length === 0
    ? undefined
    : { field: other[0], asked: 'a night that was sent', answered: String(other[1]) }
}

/** A value by itself is known where one of that name was sent. */
function isAskedFor(name: string, { all }: SentEntries): boolean {
  const value = valueNameOf(name)
  return (
    value === undefined ||
    partOf(name) !== undefined ||
    ECHOES.has(plainKey(name)) ||
    all.some(({ entry }) => isPlain(entry[value]))
  )
}

/** Entries that an answer does not list, beside those that it does. */
const ofLeft = (left: LeftOut, sent: number): Mismatch => ({
  field: left.field === '' ? 'entries' : left.field,
  asked: 'all of them',
  answered: `with ${partOfAll(left, sent)}`,
})

const partOfAll = ({ listed, without }: LeftOut, sent: number): string =>
  `${sent === 1 ? 'a part of what was sent' : `${listed === 0 ? 'parts' : listed} of ${sent} entries`}, without ${without}`

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** An empty list where the entries would stand, and nothing in the others: then it shows that none was stored. */
function emptyIn(members: readonly [name: string, value: unknown][], sent: number): Mismatch | undefined {
  const all = members.flatMap(([name, value]) =>
    isObject(value) && !holdsNoEntries(name)
      ? [[name, value] as const, ...Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one] as const)]
      : [[name, value] as const],
  )
  const echoes = all.filter(([path, value]) => {
    const name = path.slice(path.indexOf('.') + 1)
    if (Array.isArray(value)) return ECHOES.has(plainKey(name)) || isOfDeed(name)
    if (isObject(value)) return isOfDeed(name) || (Object.keys(value).length === 0 && BY.test(plainKey(name)))
    return isOfDeed(name) && !MAY_BE_MOMENT.test(plainKey(name)) && isNothing(value)
  })
  const [first] = echoes
  return first !== undefined && echoes.every(([, value]) => isEmpty(value) || isNothing(value))
    ? {
        field: first[0],
        asked: sent === 1 ? 'one entry' : `${sent} entries`,
        answered: Array.isArray(first[1]) ? 'an empty list' : isObject(first[1]) ? 'an empty map' : wordsOf(first[1]),
      }
    : undefined
}

/** Maps of what was stored. */
const BY =
  /^(?:by(?:date|night|day|room|unit)s?|calendar|rates|prices|availability|availabilities|rooms|nights|dates|entries|inventory)$/
/** `created` and `updated` are moments as well, which may be missing. */
const MAY_BE_MOMENT = /^(?:created|modified|changed|confirmed|processed)$/
const isNothing = (value: unknown): boolean =>
  value === null ||
  (isObject(value) && Object.keys(value).length === 0) ||
  (typeof value === 'string' && ['', 'none', '0', 'nothing', 'no'].includes(value.slice(0, 20).trim().toLowerCase()))
