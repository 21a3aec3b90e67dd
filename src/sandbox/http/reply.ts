import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Dialect, writeJson } from '../../contract/index.js'
import type { Refusal } from '../ground/index.js'
import { steadyMs } from '../../clock.js'

/** One request on its way through the sandbox. */
export interface Call {
  readonly method: string
  /** As it was sent, without its query. */
  readonly path: string
  /** Values of the path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Scheme, name and port under which it was asked for. */
  readonly origin: string
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** `steadyMs()` at arrival. */
  readonly started: number
  readonly requestId: string
  /** Partner id of the token. */
  account?: string
  hotel?: string
  fault?: string
}

export interface Answer {
  status: number
  /** Names in small letters. */
  headers: Record<string, string>
  body: string
  /** Nothing goes out any more: the line was cut. */
  isOver?: true
}

/** Runs around every request, inside the log. `serve` answers it as it would be answered without. */
export type Intercept = (call: Call, serve: () => Promise<Answer>) => Promise<Answer>

/** Whole milliseconds since the request arrived. */
export const elapsedMs = (call: Call): number => Math.round(steadyMs() - call.started)

/** A value as JSON. */
export function jsonAnswer(call: Call, status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': call.requestId, ...headers },
    body: writeJson(body),
  }
}

/** Statuses that speak of HTTP itself, which no dialect turns into a 200. */
const OF_HTTP = new Set([405, 413, 415])

/** A refusal as the dialect writes it. */
export function refusalAnswer(
  call: Call,
  dialect: Dialect,
  refusal: Refusal,
  headers: Record<string, string> = {},
): Answer {
  const { status, body } = dialect.writeProblem(refusal.status, refusal.problem, elapsedMs(call))
  const own: Record<string, string> = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return jsonAnswer(call, OF_HTTP.has(refusal.status) ? refusal.status : status, body, { ...own, ...headers })
}
