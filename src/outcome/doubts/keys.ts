import { isNo } from './flags.js'
import { isFilled } from './voice.js'

/** Keys of an answer whose values tell whether it was done, in plain letters. */

export interface Keys {
  /** Something stands there: an error is told. */
  filled: ReadonlySet<string>
  /** `false` tells that it was not done. */
  success: ReadonlySet<string>
  /** A number outside of 200 to 299, or a label that is none of success. */
  codes: ReadonlySet<string>
  /** Keys are read by the words they are made of as well; `hold`: what goes with a hold says nothing. */
  telling?: 'all' | 'hold'
}

const ERROR_PARTS = [
  '',
  's',
  'code',
  'codes',
  'message',
  'messages',
  'msg',
  'text',
  'description',
  'detail',
  'details',
  'list',
  'info',
  'reason',
  'count',
]
/** No record of the interface has fields of these names, so they are looked for inside records as well. */
export const ANYWHERE: Keys = {
  filled: new Set([
    ...ERROR_PARTS.map((part) => `error${part}`),
    'haserror',
    'haserrors',
    'iserror',
    'exception',
    'exceptions',
    'exceptionmessage',
    'fault',
    'faults',
    'faultcode',
    'faultstring',
    'failure',
    'failures',
    'failurereason',
    'dryrun',
    'isdryrun',
    'simulated',
    'simulation',
    'issimulation',
    'validateonly',
    'validationonly',
    'testmode',
    'noop',
    'isnoop',
    'pendingchanges',
    'failurecount',
    'failuremessage',
    'hasfailures',
    'failedcount',
    'validationerror',
    'validationerrors',
    'fielderrors',
    'violations',
  ]),
  success: new Set(['success', 'issuccess', 'issuccessful', 'successful', 'succeeded', 'isok']),
  codes: new Set(['statuscode', 'httpstatus', 'httpstatuscode', 'httpcode', 'responsecode']),
}

/** Beside the payload, and throughout the answer to a batch, which has no record. */
export const AROUND: Keys = {
  filled: new Set([
    ...ANYWHERE.filled,
    'failed',
    'isfailed',
    'rejected',
    'isrejected',
    'rejections',
    'rejectedcount',
    'rejectcount',
    'rejectedrows',
    'invalid',
    'invalidcount',
    'refused',
    'denied',
    'declined',
    'skipped',
    'skippedcount',
    'ignored',
    'ignoredcount',
    'unprocessed',
    'notapplied',
    'unapplied',
    'notfound',
    'unknownrooms',
    'missing',
    'problems',
    'partial',
    'ispartial',
    'partialsuccess',
    'timedout',
    'rolledback',
    'discarded',
    'dropped',
    'readonly',
    'isreadonly',
  ]),
  success: new Set([
    ...ANYWHERE.success,
    'ok',
    'valid',
    'isvalid',
    'applied',
    'accepted',
    'processed',
    'completed',
    'complete',
    'saved',
    'stored',
    'updated',
  ]),
  codes: new Set([
    ...ANYWHERE.codes,
    'code',
    'resultcode',
    'returncode',
    'status',
    'state',
    'outcome',
    'resultstatus',
    'operationstatus',
  ]),
}

/**
 * Keys that tell by their name that something was not done, or not yet. Services make them up freely (`rejected_entries`, `notApplied`, `requires_approval`), so
 * they are read by the words they are made of. Keys come in plain letters.
 */

const SUBJECT =
  '(?:(?:entry|entries|row|room|unit|night|date|day|setting|record|item|value|update|change|rate|price|restriction|plan|line|range|product)s?|availabilit(?:y|ies)|rateplans?|inventory)'
const END = '(?:list|count|counts|ids?|codes?|index|indexes|indices|total|reason|reasons)'
const UNTAKEN =
  '(?:(?:not|un)(?:applied|processed|stored|saved|accepted|updated|written|taken|set|imported|published|committed|persisted|booked|confirmed|executed|matched|mapped)|rejected|dropped|discarded|skipped|ignored|failed|refused|declined|denied|omitted|excluded|leftout|invalid|missing|kept|retained|unknown|notfound|conflicts|conflicting|duplicates|suppressed|truncated|clamped|rounded|capped)'
const NOT_TAKEN = new RegExp(`^(?:is|was|has|are|num|numberof)?${SUBJECT}{0,2}${UNTAKEN}${SUBJECT}{0,2}${END}?$`)
const PENDING =
  '(?:pending|queued|enqueued|async|asynchronous|deferred|scheduled|postponed|delayed|draft|onhold|onrequest|provisional|tentative|waitlisted|unconfirmed|unpublished|awaiting\\w{0,30}|staged|parked|locked|frozen|underreview|inreview|preview|shadow|mock|mocked)'
const NOT_YET = new RegExp(
  `^(?:is|was|as|are|has)?${SUBJECT}?(?:${PENDING}|(?:approval|confirmation|review|verification|payment|acceptance|publication)(?:is)?(?:pending|required|needed|outstanding)|pending\\w{1,30}|(?:needs|requires|require|needsto|mustbe|tobe|willbe)\\w{1,30}|actionrequired)${SUBJECT}?${END}?$`,
)
/** What says so by "false". */
const UNDONE =
  /^(?:is|was|has|are)?(?:published|live|effective|ineffect|active|activated|final|finali[sz]ed|synced|synchroni[sz]ed|replicated|delivered|forwarded|propagated|approved|confirmed|durable|finished|executed|committed)$/
/** What goes with a hold that is not confirmed yet. */
const OF_HOLD =
  /^(?:is|was|as|are|has)?(?:pending|onrequest|onhold|provisional|tentative|waitlisted|unconfirmed|notconfirmed|awaiting\w{0,30}|confirmation(?:is)?(?:pending|required|needed|outstanding)|pendingconfirmation|(?:needs|requires|require)confirmation|confirmed|approved|final|forwarded|delivered|released|captured|authori[sz]ed|payment(?:is)?(?:pending|required|needed|outstanding)|(?:needs|requires)payment)$/
const NOTHING: ReadonlySet<string> = new Set([
  '',
  'none',
  'null',
  'n/a',
  'no',
  'false',
  '0',
  'not_required',
  'not required',
])

/** Whether something stands there; a list of places is something, and 0 is a place. */
export function isThereIn(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'number' || isFilled(one))
  return typeof value === 'string' ? !NOTHING.has(value.slice(0, 20).trim().toLowerCase()) : isFilled(value)
}

/** Whether a key says what goes with a hold that is not confirmed yet. */
export const goesWithHold = (key: string): boolean => OF_HOLD.test(key)

/** Whether a key and its value tell that entries were not taken. */
export const tellsNotTaken = (key: string, value: unknown): boolean => NOT_TAKEN.test(key) && isThereIn(value)

/** Whether a key and its value tell that it is not done yet; beside a hold, what goes with one says nothing. */
export const tellsNotYet = (key: string, value: unknown, mayHold: boolean): boolean =>
  !(mayHold && OF_HOLD.test(key)) &&
  ((NOT_YET.test(key) && isThereIn(value)) || (UNDONE.test(key) && value !== 0 && isNo(value)))

/** Whether a key and its value tell that it is done: `published: true`. */
export const tellsDone = (key: string, value: unknown): boolean =>
  UNDONE.test(key) && ['true', 'yes', '1'].includes(String(value).slice(0, 20).trim().toLowerCase())
