import { type ErrorCode, Fault, type Finding } from '../../errors.js'
import type { Fate } from './fate.js'

/** What an answer, or its absence, means for one request. */
export interface Judgement {
  fate: Fate
  /** Absent where it is done. */
  code?: ErrorCode
  /** One sentence; '' where it is done. */
  words: string
  /** What to type next; the code's own where absent. */
  next?: string
  findings: Finding[]
  facts: Record<string, unknown>
  /** The payload, where it is done. */
  result?: unknown
  /** What the service warns of although it is done. */
  warnings?: readonly string[]
  /** What it says in words beside a success that is more than that word of success. */
  additions?: readonly string[]
  /** Asking again cannot help. */
  isFinal: boolean
}

/** A judgement as the error that a caller gets. Its facts hold `fate`, and `answered`: whether an answer came. */
export function faultOf({ fate, code = 'UNEXPECTED', words, next, findings, facts, isFinal }: Judgement): Fault {
  return new Fault(code, words, {
    ...(next === undefined ? {} : { next }),
    findings,
    facts: { ...facts, fate, ...(isFinal ? { isFinal: true } : {}) },
  })
}

/** The fate that a fault tells of; undefined where the fault came before any request. */
export function fateOf({ facts }: Fault): Fate | undefined {
  const { fate } = facts
  return fate === 'done' || fate === 'refused' || fate === 'absent' || fate === 'unknown' || fate === 'throttled'
    ? fate
    : undefined
}

/** Whether the service answered the request that a fault tells of, in whatever way. */
export function wasAnswered({ facts }: Fault): boolean {
  return facts['answered'] === true
}

/** Whether the service answered HTTP 401 at first, and the request went out again after a new sign-in. */
export function wasSignedInAgain({ facts }: Fault): boolean {
  return facts['signedInAgain'] === true
}

/** Whether the service asked to come back later, which does not prove that it did nothing. */
export function asksToWait({ facts }: Fault): boolean {
  return facts['status'] === 429 || (facts['status'] === 503 && typeof facts['retryAfterMs'] === 'number')
}

/** Whether the service itself says that what was looked up is not there, and nothing in its answer takes that back. */
export function provesAbsence({ code, facts }: Fault): boolean {
  return code === 'NOT_FOUND' && facts['provesAbsence'] === true
}

/** Whether nothing usable came because the line or the service failed: no answer, half of one, HTTP 408, 425, 429 or 5xx. */
export function isTrouble(fault: Fault): boolean {
  const { status, reason } = fault.facts
  return (
    !wasAnswered(fault) ||
    asksToWait(fault) ||
    typeof reason === 'string' ||
    status === 408 ||
    status === 425 ||
    (typeof status === 'number' && status >= 500)
  )
}
