import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import {
  channelApi,
  compileWireCheck,
  type Dialect,
  type EndpointKey,
  endpoints,
  partnerApi,
  type WireCheck,
} from '../../contract/index.js'
import { refusalOfCaller } from '../../local-callers.js'
import { Refusal } from '../ground/index.js'
import type { AppOptions, AppSettings } from './app-options.js'
import { serveEndpoint } from './endpoint-server.js'
import { type AppEnv, elapsedMs, sendJson, sendRefusal } from './reply.js'
import { acceptableRequestId } from './request-log.js'
import { WELCOME } from './welcome.js'

/** Checks are made when an endpoint is first asked for: a command that calls one of them does not wait for all. */
function wireChecks(): AppOptions['wireFaults'] {
  const checks = new Map<EndpointKey, WireCheck | undefined>()
  return (key, schema, body) => {
    if (!checks.has(key)) checks.set(key, compileWireCheck(schema))
    return checks.get(key)?.(body) ?? []
  }
}

const dialectOfPath = (path: string): Dialect => (path.startsWith('/v1/') ? channelApi : partnerApi)

/** The service as a web application. Its routes are the contract's endpoints. */
export function createApp(settings: AppSettings): Hono<AppEnv> {
  const options: AppOptions = { ...settings, wireFaults: wireChecks() }
  const app = new Hono<AppEnv>()
  app.use(logged(options))
  app.use(ownCallers(options))
  if (options.intercept !== undefined) app.use(options.intercept)
  app.get('/', (call) => call.text(WELCOME))
  app.get('/openapi.json', async (call) => {
    const { openApiDocument } = await import('../../contract/overlay/openapi.js')
    return sendJson(call, 200, openApiDocument(new URL(call.req.url).origin))
  })
  for (const [path, methods] of routes()) {
    for (const [method, key] of methods) app.on(method, path, (call) => serveEndpoint(call, key, options))
    const allow = [...methods.keys()].join(', ')
    app.all(path, (call) =>
      sendRefusal(call, dialectOfPath(call.req.path), new Refusal(405, `This path answers to ${allow} only.`), {
        allow,
      }),
    )
  }
  app.notFound((call) => {
    const refusal = new Refusal(404, `There is no endpoint ${call.req.path}.`, { code: 'NOT_FOUND' })
    const { body } = dialectOfPath(call.req.path).writeProblem(404, refusal.problem, elapsedMs(call))
    return sendJson(call, 404, body)
  })
  app.onError((error, call) => {
    call.set('fault', faultText(error))
    return sendRefusal(
      call,
      dialectOfPath(call.req.path),
      new Refusal(500, 'The sandbox failed. Its log names the cause.', { code: 'INTERNAL' }),
    )
  })
  return app
}

/** Paths with their methods; paths without parameters first, so that they win over `{id}`. */
function routes(): [path: string, methods: Map<string, EndpointKey>][] {
  const byPath = new Map<string, Map<string, EndpointKey>>()
  for (const { key, endpoint } of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    byPath.set(path, (byPath.get(path) ?? new Map<string, EndpointKey>()).set(endpoint.method, key))
  }
  const parameters = (path: string) => path.split(':').length
  return [...byPath].sort(([a], [b]) => parameters(a) - parameters(b))
}

/** Pages of other sites are turned away before anything else happens; no answer names another origin that may read it. */
function ownCallers({ host }: AppOptions): MiddlewareHandler<AppEnv> {
  return async (call, next) => {
    const { headers, socket } = call.env.incoming
    const refused = refusalOfCaller({ headers, localAddress: socket.localAddress }, host, {
      name: 'sandbox',
      command: 'sandbox start',
    })
    if (refused === undefined) return next()
    const { status, message } = refused
    return sendJson(
      call,
      status,
      dialectOfPath(call.req.path).writeProblem(
        status,
        { message, code: 'CALLER_NOT_ALLOWED', details: [] },
        elapsedMs(call),
      ).body,
    )
  }
}

function logged({ log, now }: AppOptions): MiddlewareHandler<AppEnv> {
  return async (call, next) => {
    call.set('started', performance.now())
    call.set('requestId', acceptableRequestId(call.req.header('x-request-id')) ?? randomUUID())
    const time = new Date(now()).toISOString()
    await next()
    const { account, hotel, fault } = call.var
    log({
      time,
      method: call.req.method,
      path: call.req.path,
      ...(hotel === undefined ? {} : { hotel }),
      status: call.res.status,
      ms: elapsedMs(call),
      ...(account === undefined ? {} : { account }),
      requestId: call.get('requestId'),
      ...(fault === undefined ? {} : { fault }),
    })
  }
}

/** What the log says of an error that is no refusal. */
function faultText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown value was thrown'
}
