/**
 * How identity goes out and how an answer is read and written (interface: "Common response envelope",
 * "Rooms, rates, inventory"; wire defaults 6 and 7).
 */

/** A refusal in one form, whatever the dialect's spelling. */
export interface Problem {
  message: string
  /** The service's own code, where it gives one. */
  code?: string
  /** Faults by field path in the request, where the service names them. */
  details: { field?: string; message: string }[]
}

export type Answer = { ok: true; result: unknown; message?: string } | { ok: false; problem: Problem }

export interface Dialect {
  name: 'partnerApi' | 'channelApi'
  /** True where the body carries the `credentials` object beside the bearer token. */
  needsChannelCredentials: boolean
  /** Reads an answer. `body` is parsed JSON, or undefined where the body was empty or not JSON. */
  read(status: number, body: unknown, failureLabels?: readonly string[]): Answer
  /** Writes a success. */
  writeSuccess(result: unknown, ms: number, message?: string): unknown
  /** Writes a refusal: the HTTP status to use and the body. */
  writeProblem(status: number, problem: Problem, ms: number): { status: number; body: unknown }
}

const FAILURE_LABELS = ['fail', 'failed', 'failure', 'error', 'ko', 'nok', 'rejected', 'invalid', 'unauthorized', 'forbidden']

type Loose = Record<string, unknown>

function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' ? String(value) : undefined
}

function readDetails(value: unknown): Problem['details'] {
  if (!Array.isArray(value)) return []
  return value.map((entry) => {
    if (typeof entry === 'string') return { message: entry }
    const { field, path, message, defaultMessage, reason } = asObject(entry)
    const name = asText(field) ?? asText(path)
    return { ...(name === undefined ? {} : { field: name }), message: asText(message) ?? asText(defaultMessage) ?? asText(reason) ?? 'refused' }
  })
}

function problemOf(status: number, body: unknown, error: unknown): Problem {
  const outer = asObject(body)
  const inner = asObject(error)
  const code = asText(inner['code']) ?? asText(outer['code'])
  const message =
    asText(inner['message']) ?? asText(outer['message']) ?? asText(inner['description']) ?? asText(outer['error']) ?? (typeof error === 'string' ? asText(error) : undefined)
  return {
    message: message ?? `the service answered HTTP ${status} without a reason`,
    ...(code === undefined ? {} : { code }),
    details: readDetails(inner['details'] ?? outer['errors'] ?? outer['details']),
  }
}

/** Endpoints under `/api/v1`: bearer token; envelope result, status, message, executionTime. */
export const partnerApi: Dialect = {
  name: 'partnerApi',
  needsChannelCredentials: false,
  read(status, body, failureLabels = []) {
    const envelope = asObject(body)
    const label = typeof envelope['status'] === 'string' ? envelope['status'].toLowerCase() : ''
    const failed = [...FAILURE_LABELS, ...failureLabels.map((l) => l.toLowerCase())].includes(label)
    if (status < 200 || status > 299 || failed) return { ok: false, problem: problemOf(status, body, undefined) }
    const message = asText(envelope['message'])
    return { ok: true, result: envelope['result'], ...(message === undefined ? {} : { message }) }
  },
  writeSuccess: (result, ms, message = 'OK') => ({ result, status: 'success', message, executionTime: ms }),
  writeProblem: (status, problem, ms) => ({
    status,
    body: { result: null, status: 'fail', message: problem.message, executionTime: ms, ...(problem.details.length > 0 ? { errors: problem.details } : {}) },
  }),
}

/** Endpoints under `/v1`: bearer token and a credentials object in the body; `success` decides. */
export const channelApi: Dialect = {
  name: 'channelApi',
  needsChannelCredentials: true,
  read(status, body) {
    const answer = asObject(body)
    if (status < 200 || status > 299 || answer['success'] !== true) return { ok: false, problem: problemOf(status, body, answer['error']) }
    const { success: _success, error: _error, processing_times: _times, ...result } = answer
    return { ok: true, result }
  },
  writeSuccess: (result, ms) => ({ success: true, error: null, ...asObject(result), processing_times: { total: ms } }),
  writeProblem: (status, problem, ms) => ({
    // Identity is refused with a status of its own; everything else is HTTP 200 and `success: false` (wire default 6).
    status: status === 401 || status === 429 || status >= 500 ? status : 200,
    body: {
      success: false,
      error: { code: problem.code ?? 'REFUSED', message: problem.message, ...(problem.details.length > 0 ? { details: problem.details } : {}) },
      processing_times: { total: ms },
    },
  }),
}
