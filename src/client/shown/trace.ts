/** One line of the `--debug` trace. Everything in it is redacted. */
export interface TraceEvent {
  /** Request id; the same for all attempts of one call, and sent as `x-request-id`. */
  id: string
  /** From 1. */
  attempt: number
  direction: 'request' | 'answer' | 'fault'
  method: string
  url: string
  headers?: Record<string, string>
  /** At most 4 KB of the body. */
  body?: string
  status?: number
  /** Milliseconds since the attempt began. */
  ms?: number
  /** Why there was no answer, or why the answer does not count. */
  fault?: string
  /** Wait before the next attempt in milliseconds. */
  retryInMs?: number
}

/** Characters of a body that a trace shows. */
export const TRACE_BODY_LIMIT = 4_096
