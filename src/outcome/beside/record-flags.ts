import { type Doubt, goesWithHold, isThereIn, plainKey, plainLabel } from '../doubts/index.js'

/** Flags inside the record of a booking that say that it is not done yet: `confirmationPending`, `rooms[0].on_request`, `confirmation.pending`. */

type Loose = Readonly<Record<string, unknown>>

const SUBJECT = '(?:reservation|booking|confirmation|room|stay|guarantee|card|creditcard|status)?'
const WAITING =
  '(?:pending|queued|enqueued|async|asynchronous|deferred|draft|onhold|onrequest|provisional|tentative|waitlisted|unconfirmed|awaiting\\w{0,30}|underreview|inreview)'
const STEP = '(?:approval|confirmation|review|verification|acceptance|release|action|manual\\w{0,20})'
/** Narrower than beside the record: what is required, locked or rounded in it is about the stay. */
const NOT_YET = new RegExp(
  `^(?:is|was|are|has)?${SUBJECT}(?:is)?(?:${WAITING}|${STEP}(?:is)?(?:pending|required|needed|outstanding)|pending${STEP}|(?:needs|requires|require)${STEP}|(?:not|un)(?:applied|processed|stored|saved|accepted|booked|confirmed|executed))$`,
)
const UNDONE =
  /^(?:is|was|has|are)?(?:reservation|booking|room|card|status)?(?:is)?(?:confirmed|approved|final|finali[sz]ed|committed|executed|booked)$/
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

/**
 * What a record says of itself that is not done yet.
 * @param mayHold its own state, where it is one of waiting, says so already
 */
export function flagsInRecord(record: unknown, mayHold: boolean): Doubt[] {
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
      if (typeof inner === 'object' && inner !== null) {
        if (depth < DEEPEST && (isItem || !BESIDE.test(key))) walk(inner, at, key, depth + 1)
      } else if (!isItem && tells(key, parent, inner)) found.push({ field: at, value: inner })
    }
  }

  /** A key by itself, or with the one that it stands in. */
  function tells(key: string, parent: string, value: unknown): boolean {
    const names = [key, ...(parent === '' ? [] : [`${parent}${key}`])]
    if (isHold && !parent.endsWith('card') && names.some(goesWithHold)) return false
    return names.some((one) => (NOT_YET.test(one) && isYes(value)) || (UNDONE.test(one) && isNo(value)))
  }
}
