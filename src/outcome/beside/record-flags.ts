import { type Doubt, goesWithHold, isThereIn, plainKey, plainLabel } from '../doubts/index.js'
import { badState } from './record-states.js'

/** What the record of a write says against it: `confirmationPending`, `rooms[0].on_request`, `rejectedFields`, `approvalStatus: PENDING`, `unitsHeld: 0`. */

type Loose = Readonly<Record<string, unknown>>

const SUBJECT =
  '(?:reservation|booking|confirmation|room|stay|guarantee|card|creditcard|status|property|unit|rateplan|content|changes?|updates?|values?|fields?)?'
const WAITING =
  '(?:pending|queued|enqueued|async|asynchronous|deferred|draft|onhold|onrequest|provisional|tentative|waitlisted|unconfirmed|awaiting\\w{0,30}|underreview|inreview)'
const STEP = '(?:approval|confirmation|review|verification|acceptance|release|action|manual\\w{0,20})'
/** Narrower than beside the record: what is required, locked or rounded in it is about the stay. */
const NOT_YET = new RegExp(
  `^(?:is|was|are|has)?${SUBJECT}(?:is)?(?:${WAITING}|${STEP}(?:is)?(?:pending|required|needed|outstanding)|pending${STEP}|pending(?:changes?|updates?|values?|fields?)|(?:needs|requires|require)${STEP}|(?:not|un)(?:applied|processed|stored|saved|accepted|booked|confirmed|executed))$`,
)
const UNDONE =
  /^(?:is|was|has|are)?(?:reservation|booking|rooms?|card|status|hotel|property|pms|supplier|provider|units?|changes?|updates?)?(?:is)?(?:confirmed|approved|final|finali[sz]ed|committed|executed|booked|held|reserved)$/
/** Of the record of a booking or card alone: a property may well be one that nobody has verified. */
const UNSURE = /^(?:is|was|has)?(?:card|creditcard|reservation|booking|guarantee)?(?:is)?verified$/
const OVER = /^(?:is|was)?(?:overbook(?:ed|ing)|soldout)$/
/** Parts of what was sent that were not taken. */
const LEFT_OUT =
  /^(?:is|was|num|numberof)?(?:fields?|values?|changes?|updates?|attributes?|properties|rooms?|units?|items?|data)?(?:rejected|ignored|skipped|dropped|discarded|refused|declined|denied|failed|omitted|leftout|unsaved|(?:not|un)(?:applied|stored|saved|accepted|updated|processed|changed))(?:fields?|values?|changes?|updates?|attributes?|properties|rooms?|units?|items?|data)?(?:list|count|names?)?$/
const TAKEN =
  /^(?:fields?|values?|changes?|updates?|attributes?|properties|rooms?|units?|items?)?(?:updated|changed|applied|saved|stored|modified|accepted|written|persisted|confirmed|held|booked|reserved|allocated)(?:fields?|values?|changes?|updates?|attributes?|properties|rooms?|units?|items?)?(?:count)?$/
/** Bare, these are words that a record has for moments and flags of its own. */
const BARE = /^(?:updated|changed|modified)$/
/** Parts of a record that are about something beside the booking: its notification, its money, its rules. */
const BESIDE =
  /^(?:delivery|deliveries|notifications?|payments?|prices?|deposits?|taxes|fees|polic(?:y|ies)|cancellation\w{0,30}|booker|guests?|property|hotel|links?|history|previous|before|old)$/
const HOLDS: readonly string[] = ['pending', 'held', 'on_hold', 'tentative', 'unconfirmed', 'on_request', 'open']
const DEEPEST = 4
const MOST = 2_000

const isNo = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(?:false|no|n)$/i.test(value.slice(0, 10).trim()))
/** A number may be an amount that is pending. */
const isYes = (value: unknown): boolean => (typeof value === 'number' ? value === 1 : isThereIn(value))

/** Nothing, where a list, a map or a count of what was taken stands. */
const isNone = (value: unknown): boolean =>
  value === 0 || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** How a record is read. */
export interface RecordOf {
  /** Its own state, where it is one of waiting, says so already. */
  mayHold: boolean
  /** It is that of a booking or of its card. */
  isBooking: boolean
  /** What was there was to be changed: `updated: false` says that it was not. */
  isUpdate?: boolean
  /** The record's own fields: what they say is about the thing, and in a booking only what stands in them is looked at. */
  own?: ReadonlySet<string> | undefined
}

/** What a record says of itself that is not done, not yet, or not as a whole. */
export function flagsInRecord(
  record: unknown,
  { mayHold, isBooking, isUpdate = false, own = new Set() }: RecordOf,
): Doubt[] {
  if (typeof record !== 'object' || record === null) return []
  const { status } = record as Loose
  const isHold = mayHold && !(typeof status === 'string' && !HOLDS.includes(plainLabel(status)))
  const found: Doubt[] = []
  let left = MOST
  walk(record, '', '', 0)
  return found.slice(0, 10)

  function walk(value: object, place: string, parent: string, depth: number): void {
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      left -= 1
      if (left <= 0) return
      const isItem = Array.isArray(value)
      const key = isItem ? parent : plainKey(name)
      const at = isItem ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`
      const isOwn = depth === 0 && own.has(name)
      if (!isOwn && !isItem && isOfTaking(key, inner)) found.push({ field: at, value: inner })
      else if (!isOwn && badState(key, parent, isItem, inner, isHold)) found.push({ field: at, value: inner })
      else if (typeof inner === 'object' && inner !== null) {
        if (depth < DEEPEST && (isItem || !BESIDE.test(key)) && (isBooking || !isOwn)) walk(inner, at, key, depth + 1)
        else if (depth < DEEPEST && /^payments?$/.test(key)) walkStates(inner, at, key)
      } else if (!isItem && !isOwn && tells(key, parent, inner)) found.push({ field: at, value: inner })
    }
  }

  /** Of money, only what failed is a word about the booking. */
  function walkStates(value: object, place: string, parent: string): void {
    for (const [name, inner] of Object.entries(value).slice(0, 100) as [string, unknown][])
      if (badState(plainKey(name), parent, false, inner, true)) found.push({ field: `${place}.${name}`, value: inner })
  }

  /** Whether it names parts that were not taken, or none that were. */
  function isOfTaking(key: string, value: unknown): boolean {
    if (LEFT_OUT.test(key)) return isThereIn(value) || (value !== false && Array.isArray(value) && value.length > 0)
    if (isUpdate && /^(?:is|was)?updated$/.test(key) && isNo(value)) return true
    return (
      TAKEN.test(key) &&
      !BARE.test(key) &&
      !(isHold && goesWithHold(key.replace(/rooms?|units?|items?|count/g, ''))) &&
      isNone(value)
    )
  }

  /** A key by itself, or with the one that it stands in. */
  function tells(key: string, parent: string, value: unknown): boolean {
    const names = [key, ...(parent === '' ? [] : [`${parent}${key}`])]
    if (isHold && !parent.endsWith('card') && names.some(goesWithHold)) return false
    return names.some(
      (one) =>
        (NOT_YET.test(one) && isYes(value)) ||
        (UNDONE.test(one) && isNo(value)) ||
        (isBooking && ((UNSURE.test(one) && isNo(value)) || (OVER.test(one) && isYes(value)))),
    )
  }
}
