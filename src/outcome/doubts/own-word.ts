import { isObject } from '../echo/index.js'
import type { Asked, Judging } from '../rules/index.js'
import { agrees } from './flags.js'
import { oddHeader } from './odd-header.js'
import { isPlain } from './plain-words.js'
import { isBeside, plainKey, type Told } from './told-around.js'
import { isFilled, plainLabel, wordOf } from './voice.js'

/**
 * Whether an answer that finds nothing says that and no more. There is no list of all the ways in which a service may take it back ("on this node", "yet",
 * a cache's header), so what is known here is the plain way of saying it; whatever else stands in the answer leaves it open.
 */

/** Where an answer says something in words. */
const TEXTS =
  /^(?:error|errors|status|state|label|result|code|errorcode|errortype|statustext|statusmessage|exception|message|messages|msg|text|detail|details|description|errormessage|errordescription|title|reason|info|summary|developermessage|usermessage|field|parameter|param|name)$/
/** Words of failure, and those of a status that go with "not found". */
const OF_FAILURE: ReadonlySet<string> = new Set([
  'error',
  'fail',
  'failed',
  'failure',
  'bad_request',
  'gone',
  'unprocessable_entity',
  'unprocessable_content',
])
const MOST = 2_000
const STATUS = /^[1-5]\d\d$/
/** Statuses with which services say of something that it is not there. */
const OF_MISSING: readonly string[] = ['404', '400', '410', '422']
/** Codes, which are those of the answer, or the service's own. */
const CODES = /^(?:status|state|code|error|errorcode|statuscode|httpstatus|httpstatuscode|httpcode|errno)$/
/** Other numbers of an answer that are not about what was found. */
const NUMBERS = /^(?:page|pagenumber|pagesize|perpage|size|limit|offset|skip|start|first|max|maxresults)$/

/**
 * What in an answer that finds nothing is more than the plain word that it is not there; undefined where it is that word and no more.
 * @param told what stands around the payload
 * @param asked the values asked for, the longest first
 */
export function moreThanAbsent(
  { label, heard, context, asked: wanted }: Judging,
  told: readonly Told[],
  asked: readonly string[],
  isList: boolean,
): string | undefined {
  const byHeader = oddHeader(heard.headers)
  if (byHeader !== undefined) return byHeader
  const own = new Set(
    [...context.names.status, ...context.names.success].map((name) => plainKey(name.split('.').at(-1) as string)),
  )
  const fields = new Set(fieldsOf(wanted))
  const other = told.find(({ key, value }) => PLACES.has(key) && namesOther(String(value), wanted))
  if (other !== undefined) return `${other.name} ${JSON.stringify(other.value) ?? ''}`
  const odd = told.find(({ key, value }) => !isBeside(key) && !isHeldBack(key, value))
  return odd === undefined ? undefined : `${odd.name} ${JSON.stringify(odd.value) ?? ''}`

  /** A code of three digits is that of the answer, "not found" or, beside an empty list, success: another one speaks of trouble. */
  function isNumberOf(key: string, digits: string): boolean {
    if (NUMBERS.test(key)) return true
    if (!CODES.test(key)) return false
    if (!STATUS.test(digits) || digits === String(heard.status)) return true
    return isList ? digits === '200' : OF_MISSING.includes(digits)
  }

  function isHeldBack(key: string, value: unknown): boolean {
    if (!isFilled(value) && typeof value !== 'boolean') return true
    const word = typeof value === 'boolean' ? (value ? 'yes' : 'no') : wordOf(String(value), context.labels)
    if (own.has(key) && word !== 'odd' && !STATUS.test(String(value).trim())) return word === (isList ? 'yes' : 'no')
    if (typeof value === 'boolean') return agrees(key, value) || (key === 'error' && value !== isList)
    if (typeof value === 'number' || typeof value === 'bigint') return isNumberOf(key, String(value))
    if (!TEXTS.test(key) && !fields.has(key)) return false
    if (key === 'field' || key === 'parameter' || key === 'param') return true
    const text = String(value)
    return (
      (/^\d{1,6}$/.test(text.trim()) && isNumberOf(key, text.trim())) ||
      (!isList && OF_FAILURE.has(plainLabel(text))) ||
      isPlain(withoutPackage(key, text), { label, asked, isList, isCode: isCodeKey(key) })
    )
  }
}

/** Addresses of what was asked. */
const PLACES: ReadonlySet<string> = new Set(['path', 'instance', 'url', 'uri', 'href', 'self'])

/** Whether an address names another value for a field that was asked for. */
function namesOther(place: string, { params, query, body }: Asked): boolean {
  const at = place.slice(0, MOST).indexOf('?')
  if (at === -1) return false
  const asked = new Map(
    [params, query, body].flatMap((part) =>
      isObject(part) ? Object.entries(part).map(([key, value]) => [plainKey(key), String(value)] as const) : [],
    ),
  )
  return [...new URLSearchParams(place.slice(at + 1, MOST))]
    .slice(0, 100)
    .some(([key, value]) => (asked.get(plainKey(key)) ?? value) !== value)
}

/** The name of an exception without the package that it is in. */
const withoutPackage = (key: string, text: string): string =>
  key === 'exception' || key === 'errortype' ? text.replace(/^(?:[a-z]\w{0,60}\.){1,12}(?=[A-Z])/, '') : text

/** Whether a key holds a code, which names fields and no values. */
export const isCodeKey = (key: string): boolean => key.endsWith('code') || key === 'errortype' || key === 'exception'

/** The fields of a request, in plain letters. */
function fieldsOf({ params, query, body }: Asked): string[] {
  return [params, query, body].flatMap((part) => (isObject(part) ? Object.keys(part).map(plainKey) : []))
}
