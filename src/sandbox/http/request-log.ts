/** One request as the log sees it: no query values, no headers, no bodies. */
export interface RequestLogEntry {
  /** ISO time of arrival. */
  time: string
  method: string
  /** Path without its query. */
  path: string
  /** The hotel or property that it speaks of, where the request named one. */
  hotel?: string
  status: number
  /** Whole milliseconds. */
  ms: number
  /** Partner id of the token, where there was a valid one. */
  account?: string
  requestId: string
  /** What went wrong inside the sandbox, for a 5xx. */
  fault?: string
}

export type RequestLog = (entry: RequestLogEntry) => void

/** What may be a hotel code or a property id, and is safe to repeat in a log. */
export function namedHotel(...candidates: readonly unknown[]): string | undefined {
  return candidates
    .filter((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'bigint')
    .map(String)
    .find((one) => /^[\w.:-]{1,40}$/.test(one))
}

/** A caller's request id, where it is one that is safe to repeat in a log and a header. */
export function acceptableRequestId(header: string | undefined): string | undefined {
  return header !== undefined && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
