import type { Fault } from '../../errors.js'
import type { Problem } from '../../journal/index.js'

/** One request on its way. */
export interface OutgoingBatch {
  hotel: string
  /** Number of the batch in the run. */
  seq: number
  /** Writes a JSON object without credentials, as UTF-8. The bytes stand until the next body of the run is written. */
  writeBody: () => Uint8Array
  /** When aborted, the request no longer leaves; one that has left is finished. */
  halt: AbortSignal
}

/** Asks whether a request may still leave: for a sender that may have lost what it sends to another. What it throws ends the request, and is no outcome. */
export interface SendGuard {
  /** Before each attempt. */
  onAttempt(): Promise<void>
  /** As the request is about to be written. */
  onLeave(): void
  /** Ends what is under way. */
  signal: AbortSignal
}

/**
 * What became of a request. `throttled`: the service asks to come back later. `failed`: no usable answer; it may have done it, and
 * repeating it is harmless. `stop`: the sign-in is refused or the like, and the run ends, resumable; `reach` says so where the request never left, or where
 * what became of it is not known.
 */
export type SendOutcome =
  | { fate: 'acknowledged' }
  | { fate: 'rejected'; problem: Problem }
  | { fate: 'throttled'; retryAfterMs?: number | undefined; reach?: 'unanswered' }
  | { fate: 'failed'; fault: Fault; retryAfterMs?: number | undefined; reach?: 'unsent' }
  | { fate: 'stop'; fault: Fault; reach?: 'unsent' | 'unanswered' }

/** The service's word on a batch. */
export type Judgement = Extract<SendOutcome, { fate: 'acknowledged' | 'rejected' }>
