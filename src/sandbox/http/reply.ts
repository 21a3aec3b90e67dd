import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { type Dialect, writeJson } from '../../contract/index.js'
import type { Refusal } from '../ground/index.js'

export interface RequestVariables {
  /** `performance.now()` at arrival. */
  started: number
  requestId: string
  account?: string
  hotel?: string
  fault?: string
}

export type AppEnv = { Bindings: HttpBindings; Variables: RequestVariables }
export type Call = HonoContext<AppEnv>

/** Whole milliseconds since the request arrived. */
export const elapsedMs = (call: Call): number => Math.round(performance.now() - call.get('started'))

/** Sends a value as JSON. */
export function sendJson(call: Call, status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(writeJson(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': call.get('requestId'), ...headers },
  })
}

/** Statuses that speak of HTTP itself, which no dialect turns into a 200. */
const OF_HTTP = new Set([405, 413, 415])

/** Sends a refusal as the dialect writes it. */
export function sendRefusal(
  call: Call,
  dialect: Dialect,
  refusal: Refusal,
  headers: Record<string, string> = {},
): Response {
  const { status, body } = dialect.writeProblem(refusal.status, refusal.problem, elapsedMs(call))
  const own: Record<string, string> = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return sendJson(call, OF_HTTP.has(refusal.status) ? refusal.status : status, body, { ...own, ...headers })
}
