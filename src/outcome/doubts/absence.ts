import type { EnvelopeNames, OpenedAnswer } from '../../contract/envelope.js'
import { isObject, presentAt } from '../echo/values.js'
import type { Judging } from '../judging.js'
import { isFilled, wordOf } from '../voice.js'
import { restOf } from './rest.js'
import { warningsIn } from './warnings.js'

/**
 * The one place that says what proves that something is not there: the interface's own answer, whole, fresh and without a reservation. What was looked up
 * may have been created a moment ago, and what takes a doubtful "no" for "not there" creates it twice.
 */

/** Words of a service that does not stand behind its answer: it is partial, old, or made in trouble. */
const DOUBTFUL: readonly RegExp[] = [
  /\b(?:incomplete|not complete|partial|truncated|degraded|stale|outdated|out[- ]of[- ]date|not up[- ]to[- ]date|cached?|may be missing|may lag)\b/,
  /\b(?:re-?build(?:ing|s)?|rebuilt|re-?index\w*|search index|index(?:es)? (?:is|are)|shards?|replicas?|replication|eventual\w*|(?:re-?)?sync(?:ing|hroni[sz]ing)|warming|lagging|behind)\b/,
  /\b(?:try again|again later|retry|come back|temporar\w+|unavailable|not available|time[ds]?[- ]?out|timeout|maintenance|overload\w*|too busy|still being|being processed|still processing|in progress|not (?:yet )?(?:ready|finished|visible|searchable)|could not be (?:searched|reached|read|queried)|unreachable)\b/,
]
const BAD_FLAGS: ReadonlySet<string> = new Set(['degraded', 'stale', 'outdated', 'cached', 'fromcache', 'timedout', 'timeout', 'terminatedearly', 'rebuilding', 'reindexing', 'indexing', 'syncing', 'lagging', 'readonly', 'maintenance', 'fallback', 'isfallback', 'retryable', 'retriable', 'tryagain', 'retry'].flatMap((word) => [word, `is${word}`]))
const GOOD_FLAGS: ReadonlySet<string> = new Set(['uptodate', 'fresh', 'complete', 'consistent', 'insync', 'synced', 'synchronized', 'synchronised', 'current', 'authoritative', 'reliable', 'final'].flatMap((word) => [word, `is${word}`]))
const BAD_VALUES: ReadonlySet<string> = new Set(['retryafter', 'retryafterseconds', 'retryafterms', 'retryin', 'failedshards', 'shardfailures', 'unavailableshards', 'staleness', 'notices', 'caveats', 'incompletereason'])
/** Words of a server that has no such address: they say nothing of what was asked for. */
const OF_THE_ROUTE = /\b(?:no message available|static resource|routes?|endpoints?|handlers?|mapping|cannot (?:get|head|post|put)|gateway|upstream|backend|proxy|page not found|(?:get|head|post|put) \/)/
/** What a person calls the things that are looked up. */
const THINGS = /\b(?:reservations?|bookings?|propert(?:y|ies)|hotels?|houses?|accommodations?|units?|rooms?|information|objects?|channel|hub)/
/** Nothing but the words of the status, which any server writes. */
const OF_THE_STATUS = /^\s{0,9}(?:error:?\s{1,9})?(?:http\s{1,9})?(?:404:?\s{0,9})?(?:not[ _-]?found)?[\s.!]{0,9}$/
const NOT_SAID: ReadonlySet<string> = new Set(['path', 'instance', 'url', 'uri', 'timestamp', 'type', 'trace', 'requestid', 'traceid', 'correlationid', 'method'])
const DEEPEST = 4
const MOST = 2_000

const plainKey = (key: string): string => key.slice(0, 100).toLowerCase().replace(/[^a-z0-9]/g, '')
const plainWord = (value: unknown): string => String(value).slice(0, 20).trim().toLowerCase()
const isYes = (value: unknown): boolean => ['true', 'yes', '1'].includes(plainWord(value))
const isNo = (value: unknown): boolean => ['false', 'no', '0'].includes(plainWord(value))

/** Every value around the payload that is no object, with its key. */
function around(body: unknown, names: EnvelopeNames): { key: string; value: unknown }[] {
  const payload = new Set(names.result.map((name) => name.split('.')[0] as string))
  const found: { key: string; value: unknown }[] = []
  let level: [key: string, value: unknown][] = isObject(body) ? Object.entries(body).filter(([key]) => !payload.has(key)) : []
  for (let depth = 0; depth < DEEPEST && level.length > 0 && found.length < MOST; depth += 1) {
    const next: typeof level = []
    for (const [key, value] of level.slice(0, MOST)) {
      if (Array.isArray(value)) for (const one of value.slice(0, 50)) next.push([key, one])
      else if (isObject(value)) next.push(...Object.entries(value).slice(0, 100))
      else found.push({ key: plainKey(key), value })
    }
    level = next
  }
  return found
}

/** A text in small letters without the values that were asked for: an id may hold any word. */
function withoutAsked(text: string, asked: readonly string[]): string {
  return asked.reduce((left, one) => left.replaceAll(one, ' '), text.slice(0, MOST).toLowerCase())
}

function askedIn({ asked }: Judging): string[] {
  const all = [asked.params, asked.query, asked.body].flatMap((part) => (isObject(part) ? Object.values(part) : []))
  return all.flatMap((value) => ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number' || typeof value === 'bigint' ? [String(value).trim().toLowerCase()] : [])).sort((a, b) => b.length - a.length)
}

function doubtInHeaders({ heard }: Judging): string | undefined {
  const { 'retry-after': retry, warning, age, 'x-cache': cache } = heard.headers
  if (retry !== undefined) return `Retry-After ${retry}`
  // Codes from 110 to 199 speak of the freshness of an answer; 299 is said of anything, as of an interface that will end.
  if (warning !== undefined && (/(?:^|,)\s{0,9}1\d\d\b/.test(warning.slice(0, MOST)) || isDoubtful(warning, []))) return `Warning ${warning}`
  if (age !== undefined && Number(age) > 0) return `Age ${age}, which is the answer of a cache`
  if (cache !== undefined && /\bhit\b/i.test(cache.slice(0, 200))) return `X-Cache ${cache}, which is the answer of a cache`
  return heard.status === 203 ? 'HTTP 203, which is not the word of the service itself' : undefined
}

const isDoubtful = (text: string, asked: readonly string[]): boolean => {
  const plain = withoutAsked(text, asked)
  return DOUBTFUL.some((words) => words.test(plain))
}

/**
 * What in an answer that finds nothing says that it is not to be relied on, as it stands there: `degraded true`. Undefined where nothing does.
 */
export function doubtOfAbsence(judging: Judging): string | undefined {
  const { heard, context } = judging
  const byHeader = doubtInHeaders(judging)
  if (byHeader !== undefined) return byHeader
  const rest = restOf(heard.body, context.names, heard.headers, 0)
  if (rest !== undefined) return rest
  const [warning] = warningsIn(heard.body, context.names, context.fields)
  if (warning !== undefined) return `a warning: ${warning}`
  const asked = askedIn(judging)
  const odd = around(heard.body, context.names).find(({ key, value }) =>
    (BAD_FLAGS.has(key) && isYes(value)) || (GOOD_FLAGS.has(key) && isNo(value)) || (BAD_VALUES.has(key) && isFilled(value) && !isNo(value)) || (typeof value === 'string' && !NOT_SAID.has(key) && isDoubtful(value, asked)))
  return odd === undefined ? undefined : typeof odd.value === 'string' && odd.value.length > 20 ? `"${odd.value}"` : `${odd.key} ${String(odd.value)}`
}

/**
 * Whether HTTP 404 is the interface's own word that there is no such thing: its envelope, or a sentence about what was asked for. An empty body, a page and
 * the answer of a server that has no such address are none. Wire default 7.
 */
export function isOwnAbsence(judging: Judging, opened: OpenedAnswer): boolean {
  const { heard, context } = judging
  const { body } = heard
  if (!isObject(body)) return false
  const asked = askedIn(judging)
  const said = around(body, context.names).filter(({ key, value }) => typeof value === 'string' && !NOT_SAID.has(key)).map(({ value }) => String(value).slice(0, MOST).toLowerCase())
  if (said.some((text) => OF_THE_ROUTE.test(withoutAsked(text, asked)))) return false
  const hasResult = context.names.result.some((name) => presentAt(body, name).length > 0 || Object.hasOwn(body, name))
  const { label, success, message, details } = opened
  const isLabelled = isNo(success ?? '') || (label !== undefined && !/^\d/.test(label.trim()) && wordOf(label, context.labels) === 'no')
  if (hasResult || details.length > 0 || (isLabelled && !OF_THE_STATUS.test((message ?? '').slice(0, 100).toLowerCase()))) return true
  return said.some((text) => asked.some((one) => one.length > 1 && text.includes(one)) || THINGS.test(text))
}
