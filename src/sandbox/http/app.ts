import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  channelApi,
  compileWireCheck,
  type Dialect,
  type EndpointKey,
  partnerApi,
  type WireCheck,
} from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { isLoopback, refusalOfCaller } from '../../local-callers.js'
import { Refusal } from '../ground/index.js'
import { steadyMs } from '../../clock.js'
import type { AppOptions, AppSettings } from './app-options.js'
import { serveEndpoint } from './endpoint-server.js'
import { type Answer, type Call, elapsedMs, jsonAnswer, refusalAnswer } from './reply.js'
import { acceptableRequestId } from './request-log.js'
import { type Found, routeOf } from './routes.js'
import { WELCOME } from './welcome.js'

/** How long the rest of a request that was answered early may still come. */
const REST_MS = 500

/** Checks are made when an endpoint is first asked for: a command that calls one of them does not wait for all. */
function wireChecks(): AppOptions['wireFaults'] {
  const checks = new Map<EndpointKey, WireCheck | undefined>()
  return (key, schema, body) => {
    if (!checks.has(key)) checks.set(key, compileWireCheck(schema))
    return checks.get(key)?.(body) ?? []
  }
}

const dialectOfPath = (path: string): Dialect => (path.startsWith('/v1/') ? channelApi : partnerApi)

/** The service as what a server of Node listens with. Its routes are the contract's endpoints. */
export function createApp(settings: AppSettings): RequestListener {
  const options: AppOptions = { ...settings, wireFaults: wireChecks() }
  return (incoming, outgoing) => {
    // Whoever hangs up before the answer has gone is none of the server's faults.
    outgoing.on('error', () => undefined)
    respond(incoming, outgoing, options).catch(() => outgoing.destroy())
  }
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse, options: AppOptions): Promise<void> {
  const time = new Date(options.now()).toISOString()
  const { call, route } = callOf(incoming, outgoing)
  const answer = await answerCall(call, route, options)
  options.log({
    time,
    method: incoming.method ?? call.method,
    path: call.path,
    ...(call.hotel === undefined ? {} : { hotel: call.hotel }),
    status: answer.status,
    ms: elapsedMs(call),
    ...(call.account === undefined ? {} : { account: call.account }),
    requestId: call.requestId,
    ...(call.fault === undefined ? {} : { fault: call.fault }),
  })
  if (answer.isOver !== true) send(incoming, outgoing, answer)
}

function callOf(incoming: IncomingMessage, outgoing: ServerResponse): { call: Call; route: Found | undefined } {
  const { method = '', headers } = incoming
  const { origin, path, query } = targetOf(incoming)
  const route = routeOf(path)
  const call: Call = {
    // What asks for the head of an answer is served as what asks for all of it; the server keeps the body back.
    method: method === 'HEAD' ? 'GET' : method,
    path,
    params: route?.params ?? {},
    query: new URLSearchParams(query),
    origin,
    incoming,
    outgoing,
    started: steadyMs(),
    requestId: acceptableRequestId(headers['x-request-id']?.toString()) ?? randomUUID(),
  }
  return { call, route }
}

/** Where a request wants to go: a path with its query, or a whole address, as to a proxy. */
function targetOf({ url = '', headers }: IncomingMessage): { origin: string; path: string; query: string } {
  const whole = wholeTarget(url)
  if (whole !== undefined) return { origin: whole.origin, path: whole.pathname, query: whole.search }
  const at = url.indexOf('?')
  const [path, query] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  return { origin: `http://${headers.host ?? ''}`, path, query }
}

function wholeTarget(url: string): URL | undefined {
  return !url.startsWith('/') && URL.canParse(url) ? new URL(url) : undefined
}

async function answerCall(call: Call, route: Found | undefined, options: AppOptions): Promise<Answer> {
  const { intercept } = options
  const serve = (): Promise<Answer> => withoutFault(call, options, () => answerRoute(call, route, options))
  return withoutFault(call, options, () => {
    const refused = refuseCaller(call, options)
    if (refused !== undefined) return Promise.resolve(refused)
    return intercept === undefined ? serve() : intercept(call, serve)
  })
}

async function answerRoute(call: Call, route: Found | undefined, options: AppOptions): Promise<Answer> {
  if (route !== undefined) {
    const key = route.methods.get(call.method)
    if (key !== undefined) return serveEndpoint(call, key, options)
    const allow = [...route.methods.keys()].join(', ')
    return refusalAnswer(call, dialectOfPath(call.path), new Refusal(405, `This path answers to ${allow} only.`), {
      allow,
    })
  }
  if (call.method === 'GET' && call.path === '/')
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: WELCOME }
  if (call.method === 'GET' && call.path === '/openapi.json') {
    const { openApiDocument } = await import('../../contract/overlay/openapi.js')
    return jsonAnswer(call, 200, openApiDocument(call.origin))
  }
  const refusal = new Refusal(404, `There is no endpoint ${call.path}.`, { code: 'NOT_FOUND' })
  return jsonAnswer(call, 404, dialectOfPath(call.path).writeProblem(404, refusal.problem, elapsedMs(call)).body)
}

/** What goes wrong inside is a 500, and its cause is for the log alone. What is wrong with a file of this machine its own user may read in the answer, too. */
async function withoutFault(call: Call, { host }: AppOptions, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    call.fault = error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown value was thrown'
    const told = error instanceof Fault && isLoopback(host.toLowerCase()) ? error.message : 'Its log names the cause.'
    return refusalAnswer(
      call,
      dialectOfPath(call.path),
      new Refusal(500, `The sandbox failed. ${told}`, { code: 'INTERNAL' }),
    )
  }
}

/** Pages of other sites are turned away before anything else happens; no answer names another origin that may read it. */
function refuseCaller(call: Call, { host }: AppOptions): Answer | undefined {
  const { headersDistinct, headers, socket, url = '' } = call.incoming
  // Each name by which it was called: one that is foreign is not made good by another.
  const names = [...(headersDistinct['host'] ?? ['']), ...[wholeTarget(url)?.host].filter((name) => name !== undefined)]
  const [refused] = names.flatMap(
    (name) =>
      refusalOfCaller({ headers: { ...headers, host: name }, localAddress: socket.localAddress }, host, {
        name: 'sandbox',
        command: 'sandbox start',
      }) ?? [],
  )
  if (refused === undefined) return undefined
  const { status, message } = refused
  const problem = { message, code: 'CALLER_NOT_ALLOWED', details: [] }
  return jsonAnswer(call, status, dialectOfPath(call.path).writeProblem(status, problem, elapsedMs(call)).body)
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
  if (incoming.complete) return
  // The server reads on, so that the caller can take the answer, but not without end.
  const cut = setTimeout(() => incoming.destroy(), REST_MS)
  incoming.once('end', () => clearTimeout(cut)).once('close', () => clearTimeout(cut))
}
