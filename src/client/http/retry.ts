import type { RetryClass } from '../../contract/index.js'
import { readRetryAfter } from '../../outcome/index.js'

/** How often and how patiently a call is repeated. Times in milliseconds. */
export interface RetryLimits {
  /** All attempts of one call, the first included. */
  maxAttempts: number
  /** Longest wait before the first repeat; doubles with each further one. */
  baseMs: number
  /** Longest wait between attempts where the service names none. */
  capMs: number
  /** Longest wait that the service may ask for (Retry-After); asked for more, the call ends. */
  retryAfterCapMs: number
}

export const DEFAULT_RETRY: RetryLimits = { maxAttempts: 5, baseMs: 250, capMs: 8_000, retryAfterCapMs: 120_000 }

/** What one attempt came to, when it came to no final answer. */
export interface Attempt {
  /** `no`: the service certainly did nothing. `maybe`: it may have done it. */
  arrived: 'no' | 'maybe'
  /** False where a repeat must fail again. */
  isTransient: boolean
  retryAfterMs?: number
}

/**
 * Whether a status asks for a repeat. The service may have done what it was asked behind every one of them: that 429 and 503 with a time to come back are
 * answered before a call is processed is a convention, and no proof.
 */
export function attemptOf(status: number, headers: Record<string, string>, now: number): Attempt | undefined {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 429 || status === 408 || status === 425 || (status >= 500 && status !== 501 && status !== 505))
    return { arrived: 'maybe', isTransient: true, ...wait }
  return undefined
}

/**
 * The wait before the next attempt in milliseconds, or undefined where there must be none: exponential with full jitter,
 * or what the service asks for plus up to a tenth, so that many clients do not come back at once.
 * @param attempt number of the attempt that failed, from 1
 */
export function waitBefore(
  failed: Attempt,
  retry: RetryClass,
  attempt: number,
  limits: RetryLimits,
): number | undefined {
  if (!failed.isTransient || attempt >= limits.maxAttempts) return undefined
  if (failed.arrived === 'maybe' && retry !== 'safe') return undefined
  const ownMs = Math.ceil(Math.random() * Math.min(limits.capMs, limits.baseMs * 2 ** (attempt - 1)))
  if (failed.retryAfterMs === undefined) return ownMs
  if (failed.retryAfterMs > limits.retryAfterCapMs) return undefined
  // "At once" is taken for what the service can bear only where its answer says how long.
  return failed.retryAfterMs === 0
    ? ownMs
    : Math.ceil(failed.retryAfterMs + Math.random() * Math.min(1_000, failed.retryAfterMs / 10))
}

/** Waits, and rejects at once when the signal fires. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(new Interruption())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** A wait that the signal ended. */
export class Interruption extends Error {
  constructor() {
    super('interrupted')
    this.name = 'Interruption'
  }
}
