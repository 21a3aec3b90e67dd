import { isObject, presentAt } from '../echo/index.js'
import type { Judging } from '../rules/index.js'
import { isNo, takesBack } from './flags.js'
import { isOfBefore } from './moment.js'
import { moreThanAbsent } from './own-word.js'
import { deniesIt, isPlain, withMarks } from './plain-words.js'
import { restOf } from './rest.js'
import { isBeside, toldAround } from './told-around.js'
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
const BAD_VALUES: ReadonlySet<string> = new Set([
  'retryafter',
  'retryafterseconds',
  'retryafterms',
  'retryin',
  'failedshards',
  'shardfailures',
  'unavailableshards',
  'staleness',
  'notices',
  'caveats',
  'incompletereason',
])
const MOST = 2_000
/** Nothing to wait for, although that is a header of answers which are not final. */
const NO_WAIT = /^0{1,9}(?:\.0{1,9})?$/

function askedIn({ asked }: Judging): string[] {
  const all = [asked.params, asked.query, asked.body].flatMap((part) => (isObject(part) ? Object.values(part) : []))
  return all
    .flatMap((value) =>
      (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' || typeof value === 'bigint'
        ? [String(value).trim()]
        : [],
    )
    .sort((a, b) => b.length - a.length)
}

function doubtInHeaders({ heard }: Judging): string | undefined {
  const { 'retry-after': retry, warning, age, 'x-cache': cache } = heard.headers
  if (retry !== undefined && !NO_WAIT.test(retry.trim())) return `Retry-After ${retry}`
  // Codes from 110 to 199 speak of the freshness of an answer; 299 is said of anything, as of an interface that will end.
  if (warning !== undefined && (/(?:^|,)\s{0,9}1\d\d\b/.test(warning.slice(0, MOST)) || isDoubtful(warning, [])))
    return `Warning ${warning}`
  if (age !== undefined && Number(age) > 0) return `Age ${age}, which is the answer of a cache`
  if (cache !== undefined && /\bhit\b/i.test(cache.slice(0, 200)))
    return `X-Cache ${cache}, which is the answer of a cache`
  return heard.status === 203 ? 'HTTP 203, which is not the word of the service itself' : undefined
}

const isDoubtful = (text: string, asked: readonly string[]): boolean => {
  // An id may hold any word.
  const plain = withMarks(text, asked).toLowerCase()
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
  const odd = toldAround(heard.body, context.names.result).find(
    ({ key, value }) =>
      takesBack(key, value) ||
      (BAD_VALUES.has(key) && isFilled(value) && !isNo(value)) ||
      (typeof value === 'string' && !isBeside(key) && isDoubtful(value, asked)),
  )
  return odd === undefined
    ? undefined
    : typeof odd.value === 'string' && odd.value.length > 20
      ? `"${odd.value}"`
      : `${odd.key} ${String(odd.value)}`
}

/**
 * Why an answer that finds nothing does not prove that there is no such thing, although nothing in it takes that back; undefined where it proves it. "Not found"
 * in the interface's own envelope does, in whatever plain words or none: no server without such an address writes that. Outside of it a sentence has to name the kind of
 * thing or the value asked for: an empty body, a page and "Not found" alone are no word about it. All of them prove it only where they say that and no more. Wire default 7.
 */
export function gapOfAbsence(judging: Judging, isList: boolean): string | undefined {
  const { heard, context } = judging
  const { body } = heard
  if (!isList && (!isObject(body) || context.names.result.some((name) => presentAt(body, name).some(isFilled))))
    return 'That answer does not say of what was asked that it is not there, and proves nothing.'
  if (heard.behindMs !== undefined)
    return `By its Date it is ${Math.round(heard.behindMs / 1_000)} s older than the request, and proves nothing.`
  if (heard.headers['retry-after'] !== undefined)
    return 'It may be asked again at once (Retry-After 0), so it may be answered otherwise then, and proves nothing.'
  const asked = askedIn(judging)
  const told = toldAround(body, context.names.result)
  const old = told.find(({ key, value }) => isOfBefore(key, value, heard))
  if (old !== undefined)
    return `By its ${context.show(old.name, 40)} (${context.show(String(old.value), 60)}) it was made before the request, and proves nothing.`
  const more = moreThanAbsent(judging, told, asked, isList)
  if (more !== undefined) return `It says more than that (${context.show(more, 120)}), and proves nothing.`
  return isList ||
    isOwnEnvelope(judging) ||
    told.some(
      ({ key, value }) =>
        typeof value === 'string' &&
        !isBeside(key) &&
        deniesIt(value, { label: judging.label, asked }) &&
        isPlain(value, { label: judging.label, asked, isList }),
    )
    ? undefined
    : 'That answer does not say of what was asked that it is not there, and proves nothing.'
}

/** Whether "not found" is said as the interface says it: the label of failure, and a result that is null. */
function isOwnEnvelope({ heard: { body }, context: { names, labels } }: Judging): boolean {
  return (
    isObject(body) &&
    names.result.some((name) => Object.hasOwn(body, name) && body[name] === null) &&
    names.status.some((name) =>
      presentAt(body, name).some((label) => typeof label === 'string' && wordOf(label, labels) === 'no'),
    )
  )
}
