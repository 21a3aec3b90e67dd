import { isObject } from '../echo/index.js'
import type { Asked, Judging } from '../rules/index.js'
import { agrees } from './flags.js'
import { isBeside, plainKey, type Told } from './told-around.js'
import { isFilled, plainLabel, wordOf } from './voice.js'

/**
 * Whether an answer that finds nothing says that and no more. There is no list of all the ways in which a service may take it back ("on this node", "yet",
 * a cache's header), so what is known here is the plain way of saying it; whatever else stands in the answer leaves it open.
 */

/** Words of a sentence that says of something that it is not there. */
const PLAIN: ReadonlySet<string> = new Set(`
  no not none nothing never unknown missing cannot can could be been was were is are has have had do does did doesn don didn isn wasn aren weren couldn t unable to
  find finding found locate exist exists existing known there any a an the this that these those such it of with for by having under which whose and or we our sorry
  given requested provided specified supplied specific corresponding matching match matches matched your id ids identifier identifiers number numbers code reference value key name
  belong belongs thing things resource entity object item record records result results row rows exception error err e http status api null undefined empty list zero
`.trim().split(/\s+/))
/** Words of success beside an empty list. */
const OF_SUCCESS: ReadonlySet<string> = new Set('ok okay success successful successfully request requests query search lookup look up completed complete done returned returns 200'.split(' '))
/** What the things are called that an endpoint looks up. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  reservation: ['reservation', 'reservations', 'booking', 'bookings', 'stay', 'stays'],
  property: ['property', 'properties', 'hotel', 'hotels', 'house', 'houses', 'accommodation', 'accommodations', 'listing', 'facility', 'information', 'info', 'content', 'hub', 'switch', 'hubswitch', 'hubswitchid'],
  unit: ['unit', 'units', 'room', 'rooms', 'apartment', 'apartments'],
  room: ['property', 'hotel', 'hotels', 'house', 'accommodation', 'facility', 'hub', 'switch', 'hubswitch'],
}
const PHRASES = /\bin (?:the|our) (?:system|database|records)\b|\bchannel[ _-]{0,3}(?=(?:booking|reservation|id\b|identifier))/g
const NEGATION = /\b(?:no|not|none|nothing|never|unknown|missing|cannot|unable|empty|zero|[a-z]{2,6}n t)\b/
/** Where an answer says something in words. */
const TEXTS = /^(?:error|errors|status|state|label|result|code|errorcode|errortype|statustext|statusmessage|exception|message|messages|msg|text|detail|details|description|errormessage|errordescription|title|reason|info|summary|developermessage|usermessage|field|parameter|param|name)$/
/** Numbers of an answer that are not about what was found. */
const NUMBERS = /^(?:status|code|errorcode|statuscode|httpstatus|httpstatuscode|httpcode|errno|page|pagenumber|pagesize|perpage|size|limit|offset|skip|start|first|max|maxresults)$/
const HEADERS = /cache|varnish|stale|replica|snapshot|consisten|degraded|fallback|partial|warning|(?:^|-)lag(?:$|-)|next|total|count|range|has-more/
const OTHER_HEADERS = /^(?:cache-control|accept-ranges|access-control-|content-security|.*cache-(?:control|key|tags?|policy|ttl|enabled|debug|group)$)|ratelimit|rate-limit/

/** The header that says that the answer is not the service's own of now, or not all of it. */
export function oddHeader(headers: Readonly<Record<string, string>>): string | undefined {
  const odd = Object.entries(headers).slice(0, 200).find(([name, value]) => HEADERS.test(name.slice(0, 100)) && !OTHER_HEADERS.test(name.slice(0, 100)) && !isHarmless(name, value.slice(0, 500).trim().toLowerCase()))
  return odd === undefined ? undefined : `${odd[0]}: ${odd[1]}`
}

function isHarmless(name: string, value: string): boolean {
  if (value === '' || /^(?:0|no|false|none|off|items \*\/0|\*\/0)$/.test(value)) return true
  if (name.includes('consisten')) return value === 'strong'
  if (name === 'warning') return true
  // One id is that of this request; a second one is that of the request whose answer was kept.
  if (name === 'x-varnish') return /^\d{1,30}$/.test(value)
  return name.includes('cache') && /\b(?:miss|bypass|pass|dynamic|uncacheable|expired)\b/.test(value) && !/\b(?:hit|hits|stale|updating)\b/.test(value)
}

/** A text in single words: `RESERVATION_NOT_FOUND` and `ReservationNotFound` are three each. */
function wordsOf(text: string, asked: readonly string[]): string {
  const small = text.slice(0, 2_000).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return asked.reduce((left, one) => left.replaceAll(one, ' '), small).replace(/['’_]/g, ' ').replace(PHRASES, ' ')
}

function isPlain(words: string, names: ReadonlySet<string>, isList: boolean): boolean {
  const left = words.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return left.every((word) => PLAIN.has(word) || names.has(word) || word === '404' || word === '0' || (isList && OF_SUCCESS.has(word)))
}

/**
 * What in an answer that finds nothing is more than the plain word that it is not there; undefined where it is that word and no more.
 * @param told what stands around the payload
 * @param asked the values asked for, in small letters, the longest first
 */
export function moreThanAbsent({ label, heard, context, asked: wanted }: Judging, told: readonly Told[], asked: readonly string[], isList: boolean): string | undefined {
  const byHeader = oddHeader(heard.headers)
  if (byHeader !== undefined) return byHeader
  const names = namesOf(label)
  const own = new Set([...context.names.status, ...context.names.success].map((name) => plainKey(name.split('.').at(-1) as string)))
  const fields = new Set(fieldsOf(wanted))
  const odd = told.find(({ key, value }) => !isBeside(key) && !isHeldBack(key, value))
  return odd === undefined ? undefined : `${odd.name} ${JSON.stringify(odd.value) ?? ''}`

  function isHeldBack(key: string, value: unknown): boolean {
    if (!isFilled(value) && typeof value !== 'boolean') return true
    if (own.has(key) && (typeof value === 'boolean' || wordOf(String(value), context.labels) !== 'odd')) return (typeof value === 'boolean' ? value : wordOf(String(value), context.labels) === 'yes') === isList
    if (typeof value === 'boolean') return agrees(key, value) || (key === 'error' && value !== isList)
    if (typeof value === 'number' || typeof value === 'bigint') return NUMBERS.test(key)
    if (!TEXTS.test(key) && !fields.has(key)) return false
    if (key === 'field' || key === 'parameter' || key === 'param') return true
    const text = String(value)
    return (/^\d{1,6}$/.test(text.trim()) && NUMBERS.test(key)) || (!isList && ['error', 'fail', 'failed', 'failure'].includes(plainLabel(text))) || isPlain(key.endsWith('code') ? wordsOf(text, asked).replace(/\binvalid\b/g, ' ') : wordsOf(text, asked), names, isList)
  }
}

/** @param label endpoint key, or method and path of another request */
function namesOf(label: string): ReadonlySet<string> {
  return new Set(NAMES[/^[a-z]{1,20}/.exec(label)?.[0] ?? ''] ?? Object.values(NAMES).flat())
}

/** Whether a text names the kind of thing that was looked up. */
export function namesIt(label: string, text: string, asked: readonly string[]): boolean {
  const names = namesOf(label)
  return wordsOf(text, asked).split(/[^\p{L}\p{N}]+/u).some((word) => names.has(word))
}

/** Whether a text of the answer says "not": a sentence without it may be of anything. */
export function denies(texts: readonly string[], asked: readonly string[]): boolean {
  return texts.some((text) => NEGATION.test(wordsOf(text, asked)))
}

/** The fields of a request, in plain letters. */
function fieldsOf({ params, query, body }: Asked): string[] {
  return [params, query, body].flatMap((part) => (isObject(part) ? Object.keys(part).map(plainKey) : []))
}
