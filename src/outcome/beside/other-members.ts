import { isBeside, isJudgedKey, isThereIn, plainKey, tellsDone, wordOf } from '../doubts/index.js'
import { isObject, isPlain, shown } from '../echo/index.js'
import type { Judging } from '../rules/index.js'
import type { Said } from './said.js'

/**
 * What stands in an answer beside its payload under a key that nobody knows. It may say anything ("approval: required"), so all of it is told; known are the keys that
 * say nothing of what became of the request.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const HARMLESS = words(`
  id ids uuid guid ref reference references request response trace requestnumber correlation transaction node host hostname server region datacenter
  timestamp timestamps date time datetime servertime serverdate now ts generatedat createdat updatedat modifiedat processedat completedat startedat finishedat receivedat respondedat storedat
  lastmodified lastupdate lastupdated starttime endtime createdtime createdon updatedon creationdate
  executiontime processingtime processingtimes responsetime runtime duration took elapsed latency milliseconds
  version apiversion schemaversion build revision release service application app api copyright
  link links self href url uri location documentation docs help doc schema context
  page pages pagenumber pagesize perpage size limit offset totalpages totalelements hasmore hasnext first last next prev previous cursor ratelimit
  method type lang language locale timezone encoding charset format contenttype partner partnerid account user username
  hotelcode hotelid propertyid property hotel currency
`)
/** Where the word of success may stand once more. */
const OF_WORD =
  /^(?:detail|details|text|description|note|info|(?:message|status|result|response|return|success)(?:key|code|id|type|label|text|name)|key|label|title)$/
/** A word of success, by itself or at the end of a key: `OK`, `common.success`, `rates.update.success`. */
const isWordAlone = (key: string, value: string): boolean =>
  (OF_WORD.test(key) &&
    /^[a-z][\w.:/-]{1,60}$/i.test(value) &&
    wordOf(value.split(/[.:/]/).at(-1) ?? '') === 'yes' &&
    !AGAINST.test(value)) ||
  (/^env(?:ironment)?$/.test(key) && /^(?:prod|production|live)$/i.test(value))
/** What a key may say before the word of success. */
const AGAINST =
  /fail|error|reject|warn|not|no[._-]|pend|partial|skip|ignor|dry|test|queue|defer|draft|async|later|accept|wait|review|simul/i
/** A name that ends as an id does, as it is written: `valid` is none. */
const ID = /(?:^|[_.-])(?:ids?|uuid|guid|ref|key|etag)$|[a-z](?:Ids?|ID|Uuid|Guid|Ref|Etag)$/
const SPAN = /(?:ms|millis|micros|nanos|seconds|secs)$/
const COUNT =
  /^(?:total|count|requested|received|sent|rows?|entries|nights|rooms|settings|records|items|values|affected|created|updated|inserted|modified|changed|unchanged|applied|accepted|processed|succeeded|successful|success|saved|stored|ok|rates|restrictions|days|written)+(?:count|rows|records|entries|nights|total)?$/
/** Lists of what was sent; under any other name, such as `inactiveRooms`, ids say something of their own. */
const OF_SENT =
  /^(?:(?:applied|updated|stored|saved|accepted|processed|written|inserted|created|changed|modified|all|your|affected)?(?:rooms?|units?|rateplans?|plans?|dates?|nights?|days?|entries|items|values|rates|prices|settings|records|data)?(?:ids?|codes?|list)?(?:applied|updated|stored|saved|accepted|processed|affected)?)$/
/** What holds words about the request, one level further down. */
const HOLDERS = words('status outcome meta metadata info header response summary operation processing result')
const MOST = 200
const MOST_ROWS = 50

/** A member that is told, and the texts in it. */
export interface Member {
  told: string
  texts: readonly Said[]
}

/**
 * The members of an answer to a write that nobody knows.
 * @param entries what a batch held; asked for where something counts
 * @param known texts that are told already, and members that are known through and through
 */
export function otherMembers(
  { rule, heard, context }: Judging,
  entries: () => readonly unknown[] | undefined,
  known: { texts: ReadonlySet<string>; clear: ReadonlySet<string> },
): Member[] {
  const { body } = heard
  if (!isObject(body)) return []
  const { names } = context
  const payload = rule.isBatch === true ? undefined : names.result.map(firstOf).find((key) => Object.hasOwn(body, key))
  // A code says something of its own.
  const { code: _code, result, ...parts } = names
  const results = new Set(result.map(firstOf))
  const own = new Set([...Object.values(parts).flat().map(firstOf), ...(rule.isBatch === true ? [] : results)])
  const isRecord =
    rule.isBatch !== true &&
    payload === undefined &&
    Object.keys(body).some((key) => context.fields?.has(key) === true && !own.has(key))
  // What stands beside the fields of a record is its own.
  if (isRecord) return []
  let sent: number | undefined
  let sentValues: ReadonlySet<string> | undefined
  return membersOf(body, '', true).slice(0, 20)

  function membersOf(level: Readonly<Record<string, unknown>>, place: string, isTop: boolean): Member[] {
    return Object.entries(level)
      .slice(0, MOST)
      .flatMap(([name, value]): Member[] => {
        const key = plainKey(name)
        if (name === payload || (isTop && payload === undefined && context.fields?.has(name) === true)) return []
        if (HOLDERS.has(key) && isObject(value) && isTop) return membersOf(value, `${name}.`, false)
        if ((isTop && own.has(name)) || !isThereIn(value) || isKnown(name, key, value)) return []
        return [{ told: `${place}${name}: ${toldOf(value)}`, texts: textsOf(value, `${place}${name}`) }]
      })
  }

  /** Where the result of a batch stands: a count that is not too small, the word of success, or what was sent. */
  function isKnownResult(value: unknown): boolean {
    if (Array.isArray(value)) return value.every((one) => isPlain(one) && isSent(one)) && holdsEach(value.map(String))
    const text = String(value).trim()
    sent ??= entries()?.length ?? 0
    return /^\d{1,9}$/.test(text) ? text === '1' || Number(text) >= sent : wordOf(text, context.labels) === 'yes'
  }

  /** Whether a list names each entry by something that was sent of it. */
  function holdsEach(list: readonly string[]): boolean {
    const told = new Set(list)
    return (entries() ?? []).every(
      (entry) => isObject(entry) && Object.values(entry).some((one) => isPlain(one) && told.has(String(one))),
    )
  }

  function isKnown(name: string, key: string, value: unknown): boolean {
    if (rule.isBatch === true && results.has(name) && !isObject(value) && isKnownResult(value)) return true
    if (
      HARMLESS.has(key) ||
      isBeside(key) ||
      ID.test(name) ||
      key.startsWith('warning') ||
      isJudgedKey(key, value) ||
      tellsDone(key, value)
    )
      return true
    if (known.clear.has(name)) return true
    if (typeof value === 'string' && (known.texts.has(value) || isWordAlone(key, value))) return true
    if (typeof value === 'number' && SPAN.test(key)) return true
    if (typeof value === 'number' && COUNT.test(key)) {
      sent ??= rule.isBatch === true ? (entries()?.length ?? 0) : 1
      return rule.isBatch === true ? value >= sent : value === sent
    }
    if (isObject(value)) return isQuiet(value, 1)
    if (!Array.isArray(value)) return false
    return value
      .slice(0, MOST_ROWS)
      .every((one) =>
        isObject(one)
          ? isQuiet(one, 1)
          : isPlain(one) && (known.texts.has(String(one)) || (OF_SENT.test(key) && isSent(one))),
      )
  }

  /** Whether each member of a record says nothing, or the word of success. */
  function isQuiet(record: Readonly<Record<string, unknown>>, depth: number): boolean {
    return Object.entries(record)
      .slice(0, MOST)
      .every(([name, value]) => {
        const key = plainKey(name)
        // A sentence says something, whatever it stands under.
        if (typeof value === 'string' && /\s/.test(value.trim()) && !known.texts.has(value)) return false
        if (!isThereIn(value) || isKnown(name, key, value)) return true
        if (depth < 3 && isObject(value)) return isQuiet(value, depth + 1)
        return (
          isPlain(value) &&
          (['index', 'position', 'row', 'line', 'no', 'code'].includes(key) || wordOf(String(value)) === 'yes')
        )
      })
  }

  function isSent(value: unknown): boolean {
    sentValues ??= new Set(
      (entries() ?? []).flatMap((entry) => (isObject(entry) ? Object.values(entry).filter(isPlain).map(String) : [])),
    )
    return typeof value !== 'boolean' && sentValues.has(String(value))
  }
}

const firstOf = (name: string): string => name.split('.')[0] as string

function toldOf(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, 10).map(toldOf).join(', ')
  return shown(value)
}

function textsOf(value: unknown, field: string): Said[] {
  return [value]
    .flat()
    .slice(0, MOST_ROWS)
    .flatMap((one): Said[] =>
      typeof one === 'string'
        ? [{ field, value: one }]
        : isObject(one)
          ? Object.entries(one)
              .slice(0, 20)
              .flatMap(([name, inner]): Said[] =>
                typeof inner === 'string' ? [{ field: `${field}.${name}`, value: inner }] : [],
              )
          : [],
    )
}
