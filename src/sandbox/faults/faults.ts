import { setTimeout as sleep } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { type EndpointKey, endpointOf, endpoints } from '../../contract/index.js'
import { Refusal } from '../ground/index.js'
import { type AppEnv, type Call, sendRefusal } from '../http/index.js'
import type { FaultKind } from './kinds.js'
import type { FaultRule, FaultRules } from './rules.js'

const DEFAULT_MS = 1000

/** Spoils requests as the rules say. A cut connection is a destroyed socket: the caller sees no answer, as on a bad line. */
export function injectFaults(rules: FaultRules): MiddlewareHandler<AppEnv> {
  const keyOf = matchEndpoints()
  return async (call, next) => {
    const key = keyOf(call.req.method, call.req.path)
    const drawn = key === undefined ? [] : rules.draw(key, (kind) => isPossible(kind, key))
    for (const { ms = DEFAULT_MS } of drawn.filter(({ kind }) => kind === 'latency')) await sleep(ms)
    const rule = drawn.find(({ kind }) => kind !== 'latency')
    if (key === undefined || rule === undefined) return next()
    call.set('fault', `on order: ${rule.kind}`)
    return FAULTS[rule.kind](call, rule, key, next)
  }
}

/** Only /v1 knows success: false; a token cannot be stale where none is asked for. */
function isPossible(kind: FaultKind, key: EndpointKey): boolean {
  const { dialect, identity } = endpointOf(key)
  if (kind === 'unsuccessful') return dialect.needsChannelCredentials
  return kind !== 'expired-token' || identity !== 'none'
}

type Spoil = (call: Call, rule: FaultRule, key: EndpointKey, next: () => Promise<void>) => Promise<Response | undefined>

const refuse = (call: Call, key: EndpointKey, refusal: Refusal, headers: Record<string, string> = {}): Response =>
  sendRefusal(call, endpointOf(key).dialect, refusal, headers)
const failure = (call: Call, { status = 500 }: FaultRule, key: EndpointKey): Response =>
  refuse(call, key, new Refusal(status, 'The service failed (an injected fault).', { code: 'INTERNAL' }))

function cut(call: Call): Response {
  call.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The answer is taken off the call, so that what replaces it carries none of its headers. */
function replace(call: Call, answer: Response): undefined {
  call.res = undefined
  call.res = answer
  return undefined
}

async function tear(call: Call): Promise<Response> {
  const { outgoing } = call.env
  const bytes = Buffer.from(await call.res.arrayBuffer())
  outgoing.writeHead(call.res.status, { ...Object.fromEntries(call.res.headers), 'content-length': bytes.length })
  await new Promise((resolve) => outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), resolve))
  outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

const FAULTS: Record<FaultKind, Spoil> = {
  latency: async (_call, _rule, _key, next) => {
    await next()
    return undefined
  },
  'too-many': (call, { retryAfter = 1, isDate }, key) => {
    const value = isDate === true ? new Date(Date.now() + retryAfter * 1000).toUTCString() : String(retryAfter)
    return Promise.resolve(
      refuse(call, key, new Refusal(429, 'Too many requests (an injected fault).', { code: 'TOO_MANY_REQUESTS' }), {
        'retry-after': value,
      }),
    )
  },
  error: (call, rule, key) => Promise.resolve(failure(call, rule, key)),
  'error-after': async (call, rule, key, next) => {
    await next()
    return replace(call, failure(call, rule, key))
  },
  cut: (call) => Promise.resolve(cut(call)),
  'cut-after': async (call, _rule, _key, next) => {
    await next()
    return replace(call, cut(call))
  },
  silence: async (call, { ms = DEFAULT_MS }) => {
    await sleep(ms)
    return cut(call)
  },
  'silence-after': async (call, { ms = DEFAULT_MS }, _key, next) => {
    await next()
    await sleep(ms)
    return replace(call, cut(call))
  },
  torn: async (call, _rule, _key, next) => {
    await next()
    return replace(call, await tear(call))
  },
  unsuccessful: (call, _rule, key) =>
    Promise.resolve(refuse(call, key, new Refusal(422, 'Refused (an injected fault).', { code: 'REFUSED' }))),
  'expired-token': (call, _rule, key) =>
    Promise.resolve(
      refuse(call, key, new Refusal(401, 'The bearer token is invalid or has expired.', { code: 'UNAUTHORIZED' })),
    ),
  'full-disk': (call, _rule, key) =>
    Promise.resolve(
      refuse(call, key, new Refusal(500, 'The sandbox failed. Its log names the cause.', { code: 'INTERNAL' })),
    ),
}

/** Finds the endpoint of a request; a path without parameters wins. */
function matchEndpoints(): (method: string, path: string) => EndpointKey | undefined {
  const patterns = endpoints
    .map(({ key, endpoint: { method, path } }) => ({
      key,
      method: method as string,
      parameters: path.split('{').length,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
    .sort((a, b) => a.parameters - b.parameters)
  return (method, path) => patterns.find((one) => one.method === method && one.pattern.test(path))?.key
}
