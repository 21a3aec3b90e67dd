/**
 * How identity goes out and how the sandbox writes its answers (interface: "Common response envelope", "Rooms, rates, inventory"; wire defaults 6 and 7).
 * Answers are taken apart in envelope.ts, and judged in src/outcome.
 */

/** A refusal in one form, whatever the dialect's spelling. */
export interface Problem {
  message: string
  /** The service's own code, where it gives one. */
  code?: string
  /** Faults by field path in the request, where the service names them. */
  details: { field?: string; message: string }[]
}

export interface Dialect {
  name: 'partnerApi' | 'channelApi'
  /** True where the body carries the `credentials` object beside the bearer token. */
  needsChannelCredentials: boolean
  /** Writes a success. */
  writeSuccess(result: unknown, ms: number, message?: string): unknown
  /** Writes a refusal: the HTTP status to use and the body. */
  writeProblem(status: number, problem: Problem, ms: number): { status: number; body: unknown }
}

type Loose = Record<string, unknown>

function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

/** Endpoints under `/api/v1`: bearer token; envelope result, status, message, executionTime. */
export const partnerApi: Dialect = {
  name: 'partnerApi',
  needsChannelCredentials: false,
  writeSuccess: (result, ms, message = 'OK') => ({ result, status: 'success', message, executionTime: ms }),
  writeProblem: (status, problem, ms) => ({
    status,
    body: {
      result: null,
      status: 'fail',
      message: problem.message,
      executionTime: ms,
      ...(problem.details.length > 0 ? { errors: problem.details } : {}),
    },
  }),
}

/** Endpoints under `/v1`: bearer token and a credentials object in the body; `success` decides. */
export const channelApi: Dialect = {
  name: 'channelApi',
  needsChannelCredentials: true,
  writeSuccess: (result, ms) => ({ success: true, error: null, ...asObject(result), processing_times: { total: ms } }),
  writeProblem: (status, problem, ms) => ({
    // Identity is refused with a status of its own; everything else is HTTP 200 and `success: false` (wire default 6).
    status: status === 401 || status === 429 || status >= 500 ? status : 200,
    body: {
      success: false,
      error: {
        code: problem.code ?? 'REFUSED',
        message: problem.message,
        ...(problem.details.length > 0 ? { details: problem.details } : {}),
      },
      processing_times: { total: ms },
    },
  }),
}
