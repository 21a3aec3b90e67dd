import { plainLabel, wordOf } from '../doubts/index.js'

/** States in a record under names of their own, such as `pmsStatus`, `approvalStatus`, `moderation.state`, `cvcCheck` and `roomStatuses`. */

const STATE = /(?:status|statuses|state|states|check|checks|decision|verdict)$/
/** Read where the booking's own state is read, or about what comes after it. */
const READ_ELSEWHERE =
  /^(?:status|state|(?:booking|reservation|room|confirmation)(?:status|state)|sub(?:status|state)|(?:previous|old|last|former|delivery|notification|message|cancellation)\w{0,40}|http\w{0,20})$/
/** What a record may have a plain `status` in that is about what was asked. */
const HOLDER =
  /(?:approval|moderation|review|verification|acceptance|authori[sz]ation|validation|payments?|pms|hotel|supplier|provider|sync|processing|publication|change|update|workflow|check)$/
/** Steps that come before it is done. */
const STEP =
  /^(?:approval|moderation|review|verification|acceptance|authori[sz]ation|validation|hotel|supplier|provider|change|update|request|processing|publication|operation|workflow|content)/
const ENDED: ReadonlySet<string> = new Set(
  'cancelled canceled expired voided void withdrawn revoked annulled blocked timeout timed_out mismatch not_confirmed unavailable'.split(
    ' ',
  ),
)
const WAITS =
  /^(?:pending|awaiting|waiting|in_review|under_review|on_hold|queued|draft|submitted|to_be_|not_yet|open$|requested)/

/** Whether a key is one of a state, and its value one that does not go with what was done. */
export function badState(key: string, parent: string, isItem: boolean, value: unknown, isHold: boolean): boolean {
  const isPlain = /^(?:status|state|result|outcome|decision)$/.test(key)
  const subject = isPlain && HOLDER.test(parent) ? `${parent}${key}` : key
  if (
    isItem
      ? !/(?:statuses|states|checks)$/.test(key)
      : READ_ELSEWHERE.test(subject) || !(STATE.test(subject) || subject !== key)
  )
    return false
  if (Array.isArray(value)) return value.slice(0, 1_000).some((one) => isBad(subject, one, isHold))
  return isBad(subject, value, isHold)
}

function isBad(subject: string, value: unknown, isHold: boolean): boolean {
  if (typeof value !== 'string' || value.trim() === '') return false
  const plain = plainLabel(value)
  if (/^(?:\d{1,9}|no|none|not_required)$/.test(plain)) return false
  const word = wordOf(value)
  return (
    word === 'no' ||
    ENDED.has(plain) ||
    /^(?:failed|failure|rejected|declined|refused|denied|error)_/.test(plain) ||
    (!isHold && STEP.test(subject) && (word === 'later' || WAITS.test(plain)) && plain !== 'accepted')
  )
}
