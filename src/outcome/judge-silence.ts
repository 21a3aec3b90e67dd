import type { Asked } from './echo.js'
import type { Judgement } from './judgement.js'
import type { EndpointRule } from './rules.js'
import { deedOf, nextAfterDoubt } from './words.js'

/** No complete answer came. */
export interface Silence {
  /** `no`: the request was never written. `maybe`: it was, in this attempt or an earlier one. */
  arrived: 'no' | 'maybe'
  /** Plain words, redacted. */
  words: string
  /** The system's code, such as ECONNREFUSED. */
  reason?: string | undefined
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
  const { arrived, words, reason, attempts, requestId, isTransient, host, isTls } = silence
  const facts = { endpoint: label, requestId, attempts, answered: false, ...(reason === undefined ? {} : { reason }) }
  const times = attempts === 1 ? '' : ` (${attempts} attempts)`
  if (arrived === 'maybe' && rule.effect === 'write') {
    return { fate: 'unknown', code: 'OUTCOME_UNKNOWN', words: `It is not known whether the service has ${deedOf(rule, label, asked)}: no answer came${times}, ${words}.`, next: nextAfterDoubt(rule, asked), findings: [], facts, isFinal: !isTransient }
  }
  const next = isTls ? { next: 'Check the service address. To trust another certificate authority, name its PEM file in NODE_EXTRA_CA_CERTS or HUBSWITCH_CA_FILE.' } : {}
  return { fate: 'absent', code: 'UNREACHABLE', words: `The service at ${host} could not be reached${times}: ${words}.`, ...next, findings: [], facts, isFinal: !isTransient }
}

/** A request that was interrupted while it was under way. */
export function judgeInterruption(rule: EndpointRule, label: string, asked: Asked, requestId: string): Judgement {
  return {
    fate: 'unknown', code: 'OUTCOME_UNKNOWN', words: `Interrupted while the service worked on it; it is not known whether it has ${deedOf(rule, label, asked)}.`,
    next: nextAfterDoubt(rule, asked), findings: [], facts: { endpoint: label, requestId, answered: false }, isFinal: true,
  }
}
