import type { OpenedAnswer } from '../contract/envelope.js'

/**
 * Whether an answer says success, in any of the ways that services of this family say it.
 * `yes`: success. `no`: failure. `both`: success and an error at once. `later`: taken, not done yet. `none`: neither word. Wire defaults 6 and 7.
 */
export type Voice = 'yes' | 'no' | 'both' | 'later' | 'none'

const SUCCESS = new Set(['success', 'successful', 'successfully', 'succeeded', 'ok', 'okay', 'created', 'updated', 'saved', 'stored', 'done', 'complete', 'completed', 'true', 'yes'])
const FAILURE = new Set(['fail', 'failed', 'failure', 'error', 'errors', 'ko', 'nok', 'not_ok', 'rejected', 'refused', 'declined', 'denied', 'invalid', 'unauthorized', 'forbidden', 'exception', 'false', 'no', 'unsuccessful'])
const LATER = new Set(['accepted', 'queued', 'pending', 'processing', 'in_progress', 'scheduled', 'submitted', 'received', 'partial', 'partial_success', 'partially_successful', 'warning'])

/** A label in one spelling: lower case, words joined by underscores. */
export function plainLabel(label: string): string {
  return label.slice(0, 100).trim().toLowerCase().replace(/[\s-]+/g, '_')
}

type Word = 'yes' | 'no' | 'later' | undefined

function wordOfLabel(label: string | undefined, failureLabels: readonly string[]): Word {
  if (label === undefined) return undefined
  const plain = plainLabel(label)
  if (failureLabels.some((one) => plainLabel(one) === plain) || FAILURE.has(plain)) return 'no'
  if (LATER.has(plain)) return 'later'
  return SUCCESS.has(plain) ? 'yes' : undefined
}

function wordOfFlag(flag: unknown): Word {
  if (flag === true || flag === 1) return 'yes'
  if (flag === false || flag === 0) return 'no'
  if (typeof flag !== 'string') return undefined
  const plain = plainLabel(flag)
  if (plain === '1' || plain === 'y') return 'yes'
  if (plain === '0' || plain === 'n') return 'no'
  return wordOfLabel(plain, [])
}

/** Whether something stands there that is an error: null, false, 0, '' and what holds nothing else are none. */
export function isFilled(error: unknown): boolean {
  if (error === undefined || error === null || error === false || error === 0 || error === '' || error === '0') return false
  if (typeof error !== 'object') return true
  return Object.values(error).some(isFilled)
}

/** @param failureLabels the overlay's own labels of failure */
export function voiceOf({ label, success, error, details }: OpenedAnswer, failureLabels: readonly string[], countsDetails: boolean): Voice {
  const words = [wordOfLabel(label, failureLabels), wordOfFlag(success)]
  const isError = isFilled(error) || (countsDetails && details.length > 0)
  const saysYes = words.includes('yes') || words.includes('later')
  const saysNo = words.includes('no')
  if (saysYes && (saysNo || isError)) return 'both'
  if (saysNo || isError) return 'no'
  if (words.includes('later')) return 'later'
  return saysYes ? 'yes' : 'none'
}
