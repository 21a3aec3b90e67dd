import type { OpenedAnswer } from '../../contract/index.js'
import { isObject, presentAt } from '../echo/index.js'
import type { Judging } from '../rules/index.js'
import { isNo, takesBack } from './flags.js'
import { denies, moreThanAbsent, namesIt } from './own-word.js'
import { restOf } from './rest.js'
import { isBeside, type Told, toldAround } from './told-around.js'
import { isFilled, wordOf } from './voice.js'
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
const BAD_VALUES: ReadonlySet<string> = new Set(['retryafter', 'retryafterseconds', 'retryafterms', 'retryin', 'failedshards', 'shardfailures', 'unavailableshards', 'staleness', 'notices', 'caveats', 'incompletereason'])
const MOST = 2_000

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
  const odd = toldAround(heard.body, context.names.result).find(({ key, value }) =>
    takesBack(key, value) || (BAD_VALUES.has(key) && isFilled(value) && !isNo(value)) || (typeof value === 'string' && !isBeside(key) && isDoubtful(value, asked)))
  return odd === undefined ? undefined : typeof odd.value === 'string' && odd.value.length > 20 ? `"${odd.value}"` : `${odd.key} ${String(odd.value)}`
}

/**
 * Why an answer that finds nothing does not prove that there is no such thing, although nothing in it takes that back; undefined where it proves it. HTTP 404
 * does with the interface's own envelope or a sentence about what was asked for: an empty body, a page and the answer of a server that has no such address
 * are no word of the service. Both prove it only where they say that and no more. Wire default 7.
 */
export function gapOfAbsence(judging: Judging, opened: OpenedAnswer, isList: boolean): string | undefined {
  const { heard, context } = judging
  const { body } = heard
  if (!isList && (!isObject(body) || context.names.result.some((name) => presentAt(body, name).some(isFilled)))) return 'That answer does not say of what was asked that it is not there, and proves nothing.'
  const asked = askedIn(judging)
  const told = toldAround(body, context.names.result)
  const more = moreThanAbsent(judging, told, asked, isList)
  if (more !== undefined) return `It says more than that (${context.show(more, 120)}), and proves nothing.`
  return isList || saysOfIt(judging, opened, told, asked) ? undefined : 'That answer does not say of what was asked that it is not there, and proves nothing.'
}

function saysOfIt({ label: endpoint, heard, context }: Judging, { label, success, message, details }: OpenedAnswer, told: readonly Told[], asked: readonly string[]): boolean {
  const texts = told.filter(({ key, value }) => typeof value === 'string' && !isBeside(key)).map(({ value }) => value as string)
  const isLabelled = isNo(success ?? '') || (label !== undefined && !/^\d/.test(label.trim()) && wordOf(label, context.labels) === 'no')
  const hasResult = context.names.result.some((name) => presentAt(heard.body, name).length > 0 || (isObject(heard.body) && Object.hasOwn(heard.body, name)))
  if (hasResult || details.some(({ field }) => field !== undefined)) return denies(texts, asked) || (isLabelled && (message ?? '') === '' && details.length === 0)
  return texts.some((text) => denies([text], asked) && (asked.some((one) => one.length > 1 && text.toLowerCase().includes(one)) || namesIt(endpoint, text, asked)))
}
