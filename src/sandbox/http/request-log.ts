/** One request as the log sees it: no query values, no headers, no bodies. */
export interface RequestLogEntry {
  /** ISO time of arrival. */
  time: string
  method: string
  /** Path without its query. */
  path: string
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

/** A caller's request id, where it is one that is safe to repeat in a log and a header. */
export function acceptableRequestId(header: string | undefined): string | undefined {
  return header !== undefined && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
