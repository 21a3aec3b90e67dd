import { type Asked, type EndpointRule, type Judgement, repeatsItself } from './rules/index.js'
import { deedOf, nextAfterDoubt } from './words.js'

/** No complete answer came. */
export interface Silence {
  /** `no`: the request was never written. `maybe`: it was, in this attempt or an earlier one. */
  arrived: 'no' | 'maybe'
  /** Plain words, redacted. */
  words: string
  /** The system's code, such as ECONNREFUSED. */
  reason?: string | undefined
  /** HTTP status of an answer that broke off; undefined where none began. */
  brokenStatus?: number | undefined
  /** Bytes came back, whatever they were: that is no silence. */
  isHeard?: boolean | undefined
  attempts: number
  requestId: string
  /** False where a repeat must fail again. */
  isTransient: boolean
  /** Host and port of the service. */
  host: string
  isTls: boolean
}

/** What it means that no complete answer came to a request. */
export function judgeSilence(rule: EndpointRule, label: string, asked: Asked, silence: Silence): Judgement {
  const {
    arrived,
    words,
    reason,
    brokenStatus,
    isHeard = false,
    attempts,
    requestId,
    isTransient,
    host,
    isTls,
  } = silence
  const hasStatus = brokenStatus !== undefined
  const isAnswered = hasStatus || isHeard
  const facts = {
    endpoint: label,
    requestId,
    attempts,
    answered: isAnswered,
    ...(hasStatus ? { status: brokenStatus } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(arrived === 'no' && !isAnswered ? { connected: false } : {}),
  }
  const times = attempts === 1 ? '' : ` (${attempts} attempts)`
  const shared = { findings: [], facts, isFinal: !isTransient }
  const isTooLarge = reason === 'ANSWER_TOO_LARGE'
  const brokeOff = hasStatus
    ? `answered HTTP ${brokenStatus}, and ${isTooLarge ? '' : 'the answer broke off: '}${words}`
    : `answered something that could not be read: ${words}`
  if (arrived === 'maybe' && repeatsItself(rule))
    return {
      ...shared,
      fate: 'unknown',
      code: 'UNREACHABLE',
      words: `No usable answer${times}: ${isAnswered ? `the service ${brokeOff}` : words}.`,
    }
  if (arrived === 'maybe' && rule.effect === 'write') {
    const why = isAnswered ? `it ${brokeOff}${times}` : `no answer came${times}: ${words}`
    return {
      ...shared,
      fate: 'unknown',
      code: 'OUTCOME_UNKNOWN',
      words: `It is not known whether the service has ${deedOf(rule, label, asked)}: ${why}.`,
      next: nextAfterDoubt(rule, asked),
    }
  }
  const less = isTooLarge
    ? {
        next: 'Ask for less at a time (a smaller --page-size, a narrower search), and check that the base address is that of the service.',
      }
    : {}
  if (isAnswered)
    return {
      ...shared,
      fate: 'absent',
      code: 'UNREACHABLE',
      words: `No usable answer${times}: the service ${brokeOff}.`,
      ...less,
    }
  const next = isTls
    ? {
        next: 'Check the service address. To trust another certificate authority, name its PEM file in NODE_EXTRA_CA_CERTS or HUBSWITCH_CA_FILE.',
      }
    : {}
  return {
    ...shared,
    fate: 'absent',
    code: 'UNREACHABLE',
    words: `The service at ${host} could not be reached${times}: ${words}.`,
    ...next,
  }
}

/** A request that was interrupted while it was under way. */
export function judgeInterruption(rule: EndpointRule, label: string, asked: Asked, requestId: string): Judgement {
  return {
    fate: 'unknown',
    code: 'OUTCOME_UNKNOWN',
    words: `Interrupted before an answer came; it is not known whether the service has ${deedOf(rule, label, asked)}.`,
    next: nextAfterDoubt(rule, asked),
    findings: [],
    facts: { endpoint: label, requestId, answered: false, reason: 'ABORTED' },
    isFinal: true,
  }
}
