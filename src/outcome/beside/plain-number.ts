import type { Batch } from '../entries/index.js'

/** Numbers and ids in a text beside a success: counts, times and ids of the request itself say nothing; any other may be that of something else than was asked for. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const COUNT = /^[1-9]\d{0,14}$/
const ID = /^(?=[^\d]{0,60}\d)[a-z0-9][a-z0-9-]{0,60}$/
const SPAN = /^\d{1,9}(?:\.\d{1,9})?(?:ms|s|sec|secs)?$/
/** Dates, and spans that may be still to come, are no ids. */
const OF_TIME = /^\d{1,4}-\d\d?(?:-\d\d?)?$|^\d{1,9}(?:ms|s|sec|secs|m|min|mins|h|hr|hrs|d|w|am|pm|st|nd|rd|th|x)$/
const UNITS = words('ms milliseconds millisecond seconds second sec s')
/** What is counted. */
const COUNTED = words(`
  rows row records record entries entry items item values value changes change requests request updates update nights night dates date days day settings setting rates rate prices
  price restrictions restriction availabilities rooms room units unit plans plan rateplans rateplan reservations reservation bookings booking properties property cards card
`)
/** Those that have no ids of their own. */
const OF_LIST = words(
  'rows records entries items changes requests updates nights dates days settings restrictions total count',
)
/** A number behind one of these is a value: it has to be one that was sent. */
const BEFORE_VALUE = words('to at as is are price prices rate rates value values availability quantity units')
/** Words between a thing and its id. */
const OF_ID = words('id ids identifier number numbers no ref reference code key')
/** The request itself, whose id the service makes up. */
const OF_CALL = words('request transaction trace correlation operation call job batch message response')
const OF_STATUS = words('status http code')
const BETWEEN = words('of all new the')

/**
 * Whether a number or id at a place of a text is a count, a time or the id of the request.
 * @param success words of success
 * @param sent how many entries were sent; undefined where it was no batch
 */
export function isPlainNumber(
  at: number,
  tokens: readonly string[],
  success: ReadonlySet<string>,
  sent: number | undefined,
): boolean {
  const token = tokens[at] as string
  const [before, after] = [tokens[at - 1] ?? '', tokens[at + 1] ?? '']
  const isSpan = SPAN.test(token) && ['in', 'took', 'time'].includes(before)
  if (isSpan && (/[a-z]$/.test(token) || UNITS.has(after))) return true
  if (isOfCall(at, tokens)) return ID.test(token) && !OF_TIME.test(token)
  if (!COUNT.test(token) || BEFORE_VALUE.has(before)) return false
  if (/^2\d\d$/.test(token) && (tokens.length === 1 || [before, after].includes('ok') || OF_STATUS.has(before)))
    return true
  // `room 102` is a room, and `102 rooms` are many.
  if (COUNTED.has(before) && !OF_LIST.has(before)) return false
  const isCounted =
    OF_LIST.has(before) ||
    before === 'of' ||
    after === 'of' ||
    COUNTED.has(after) ||
    (BETWEEN.has(after) && COUNTED.has(tokens[at + 2] ?? ''))
  const count = Number(token)
  if (isCounted) return sent === undefined || count >= sent
  return (success.has(before) || success.has(after)) && (sent === undefined ? count < 100 : count === sent)
}

/** Each night of an entry may have so many values that a service counts by themselves. */
const VALUES_OF_NIGHT = 8
const SKIPPED = words('of all new the your our total different')

/**
 * Whether a number in a text about a batch is what was sent: a count where things are counted, whatever value it equals as well, and elsewhere an id or value.
 */
export function isNumberOfBatch(
  at: number,
  tokens: readonly string[],
  success: ReadonlySet<string>,
  batch: Batch,
): boolean {
  const token = tokens[at] as string
  if (!COUNT.test(token)) return batch.values.has(token) || isPlainNumber(at, tokens, success, batch.entries)
  const [before, after] = [tokens[at - 1] ?? '', tokens[at + 1] ?? '']
  const isNamed = BEFORE_VALUE.has(before) || (COUNTED.has(before) && !OF_LIST.has(before))
  const noun = isNamed ? undefined : nounAt(at, tokens)
  const isBare = success.has(before) || success.has(after)
  if (isNamed || (noun === undefined && !isBare))
    return batch.values.has(token) || isPlainNumber(at, tokens, success, batch.entries)
  if (noun === undefined && token.length > 2 && batch.ids.has(token)) return true
  // "updated rooms: 2" and "rooms updated: 2".
  const thing = noun ?? [tokens[at - 2], before].find((word) => word !== undefined && COUNTED.has(word)) ?? ''
  const least = /^(?:room|unit)s?$/.test(thing)
    ? batch.rooms
    : /plans?$/.test(thing)
      ? batch.plans
      : /^(?:night|date|day)s?$/.test(thing)
        ? batch.nights
        : batch.entries
  const count = Number(token)
  return count >= least && count <= Math.max(batch.roomNights, batch.entries) * VALUES_OF_NIGHT
}

/** What a number counts: the last noun behind it, as in "2 of your rate plans", or the one before it that has no ids. */
function nounAt(at: number, tokens: readonly string[]): string | undefined {
  let place = at + 1
  while (place < at + 5 && (SKIPPED.has(tokens[place] ?? '') || /^\d{1,9}$/.test(tokens[place] ?? ''))) place += 1
  let noun: string | undefined
  while (COUNTED.has(tokens[place] ?? '') && place < at + 8) {
    noun = tokens[place]
    place += 1
  }
  const before = tokens[at - 1] ?? ''
  return noun ?? (tokens[at + 1] === 'of' ? 'entries' : OF_LIST.has(before) ? before : undefined)
}

/** Whether the nearest thing that is named before is the request. */
function isOfCall(at: number, tokens: readonly string[]): boolean {
  let place = at - 1
  while (place > at - 4 && OF_ID.has(tokens[place] ?? '')) place -= 1
  return OF_CALL.has(tokens[place] ?? '')
}
