import type { OpenedAnswer } from '../../contract/index.js'
import type { OwnLabels } from '../rules/index.js'

/**
 * Whether an answer says success, in any of the ways that services of this family say it.
 * `yes`: success. `no`: failure. `both`: success and an error at once. `later`: taken, not done yet. `odd`: a label that
 * is not known. `none`: no word at all. Wire defaults 6 and 7.
 */
export type Voice = 'yes' | 'no' | 'both' | 'later' | 'odd' | 'none'

const SUCCESS = new Set([
  'success',
  'successful',
  'successfully',
  'succeeded',
  'ok',
  'okay',
  'created',
  'updated',
  'saved',
  'stored',
  'applied',
  'inserted',
  'added',
  'done',
  'complete',
  'completed',
  'true',
  'yes',
])
const FAILURE = new Set([
  'fail',
  'failed',
  'failure',
  'error',
  'errors',
  'ko',
  'nok',
  'not_ok',
  'rejected',
  'refused',
  'declined',
  'denied',
  'invalid',
  'unauthorized',
  'forbidden',
  'exception',
  'false',
  'no',
  'unsuccessful',
])
const LATER = new Set([
  'accepted',
  'queued',
  'pending',
  'processing',
  'in_progress',
  'scheduled',
  'submitted',
  'received',
  'partial',
  'partial_success',
  'partially_successful',
  'warning',
])

/** A label in one spelling: lower case, words joined by underscores. */
export function plainLabel(label: string): string {
  return label
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

type Word = 'yes' | 'no' | 'later' | 'odd' | undefined

const NO_LABELS: OwnLabels = { failure: [], success: [] }

/** What a label says; a number counts as the HTTP status that it is. A label that is not known says neither, and is no success. */
export function wordOf(label: string, { failure, success }: OwnLabels = NO_LABELS): Exclude<Word, undefined> {
  const plain = plainLabel(label)
  if (failure.some((one) => plainLabel(one) === plain)) return 'no'
  if (success.some((one) => plainLabel(one) === plain)) return 'yes'
  if (FAILURE.has(plain)) return 'no'
  if (LATER.has(plain) || plain === '202') return 'later'
  if (SUCCESS.has(plain) || /^2\d\d$/.test(plain)) return 'yes'
  return /^4\d\d$/.test(plain) && plain !== '408' && plain !== '425' ? 'no' : 'odd'
}

function wordOfLabel(label: string | undefined, labels: OwnLabels, isDoubtful: boolean): Word {
  if (label === undefined || label.trim() === '') return undefined
  const word = wordOf(label, labels)
  return word === 'odd' && isDoubtful ? undefined : word
}

function wordOfFlag(flag: unknown): Word {
  if (flag === true || flag === 1) return 'yes'
  if (flag === false || flag === 0) return 'no'
  if (typeof flag !== 'string') return undefined
  const plain = plainLabel(flag)
  if (plain === '1' || plain === 'y') return 'yes'
  if (plain === '0' || plain === 'n') return 'no'
  return plain === '' ? undefined : wordOf(plain)
}

/** Whether something stands there that is an error: null, false, 0, '' and what holds nothing else are none. */
export function isFilled(error: unknown): boolean {
  if (error === undefined || error === null || error === false || error === 0 || error === '' || error === '0')
    return false
  if (typeof error !== 'object') return true
  return Object.values(error).some(isFilled)
}

const OF_NO_ERROR: ReadonlySet<string> = new Set(
  'none null n/a no_error no_errors no_error_found ok okay success'.split(' '),
)
const NAMES_CODE = /^(?:error|status|result|return|response)?_?(?:code|status|number|no|id)$/
const NAMES_TEXT = /^(?:error|status)?_?(?:message|msg|text|description|detail|details|name|title|type|label)$/

/** Whether an error says of itself that it is none, in each of its members: `{code: 0, message: "Success"}`. */
export function isNoError(error: unknown): boolean {
  if (Array.isArray(error)) return error.every((one) => !isFilled(one) || isNoError(one))
  if (typeof error !== 'object' || error === null) return false
  return Object.entries(error).every(([name, value]) => {
    if (!isFilled(value)) return true
    const key = plainLabel(name.replace(/([a-z])([A-Z])/g, '$1_$2'))
    if (typeof value !== 'string' && typeof value !== 'number') return false
    const plain = plainLabel(String(value)).replace(/[.!]$/, '')
    if (NAMES_CODE.test(key)) return /^(?:0{1,5}|200)$/.test(plain) || OF_NO_ERROR.has(plain)
    return NAMES_TEXT.test(key) && OF_NO_ERROR.has(plain)
  })
}

/** Whether any word of an answer means success, whatever stands beside it. */
export function claimsSuccess({ label, isLabelDoubtful = false, success }: OpenedAnswer, labels: OwnLabels): boolean {
  return [wordOfLabel(label, labels, isLabelDoubtful), wordOfFlag(success)].some(
    (word) => word === 'yes' || word === 'later',
  )
}

/** @param labels the overlay's own */
export function voiceOf(
  { label, isLabelDoubtful = false, success, error, details }: OpenedAnswer,
  labels: OwnLabels,
  countsDetails: boolean,
): Voice {
  const words = [wordOfLabel(label, labels, isLabelDoubtful), wordOfFlag(success)]
  const isError = (isFilled(error) && !isNoError(error)) || (countsDetails && details.length > 0)
  const saysYes = words.includes('yes') || words.includes('later')
  const saysNo = words.includes('no')
  if (saysYes && (saysNo || isError)) return 'both'
  if (saysNo || isError) return 'no'
  if (words.includes('odd')) return 'odd'
  if (words.includes('later')) return 'later'
  return saysYes ? 'yes' : 'none'
}
