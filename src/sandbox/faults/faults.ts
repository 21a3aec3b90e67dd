import { setTimeout as sleep } from 'node:timers/promises'
import { type EndpointKey, endpointOf } from '../../contract/index.js'
import { Refusal } from '../ground/index.js'
import { type Answer, type Call, type Intercept, refusalAnswer, routeOf } from '../http/index.js'
import type { FaultKind } from './kinds.js'
import type { FaultRule, FaultRules } from './rules.js'

const DEFAULT_MS = 1000

/** Spoils requests as the rules say. A cut connection is a destroyed socket: the caller sees no answer, as on a bad line. */
export function injectFaults(rules: FaultRules): Intercept {
  return async (call, serve) => {
    const key = routeOf(call.path)?.methods.get(call.method)
    const drawn = key === undefined ? [] : rules.draw(key, (kind) => isPossible(kind, key))
    for (const { ms = DEFAULT_MS } of drawn.filter(({ kind }) => kind === 'latency')) await sleep(ms)
    const rule = drawn.find(({ kind }) => kind !== 'latency')
    if (key === undefined || rule === undefined) return serve()
    call.fault = `on order: ${rule.kind}`
    return FAULTS[rule.kind](call, rule, key, serve)
  }
}

/** Only /v1 knows success: false; a token cannot be stale where none is asked for. */
function isPossible(kind: FaultKind, key: EndpointKey): boolean {
  const { dialect, identity } = endpointOf(key)
  if (kind === 'unsuccessful') return dialect.needsChannelCredentials
  return kind !== 'expired-token' || identity !== 'none'
}

type Spoil = (call: Call, rule: FaultRule, key: EndpointKey, serve: () => Promise<Answer>) => Promise<Answer>

const refuse = (call: Call, key: EndpointKey, refusal: Refusal, headers: Record<string, string> = {}): Answer =>
  refusalAnswer(call, endpointOf(key).dialect, refusal, headers)
const failure = (call: Call, { status = 500 }: FaultRule, key: EndpointKey): Answer =>
  refuse(call, key, new Refusal(status, 'The service failed (an injected fault).', { code: 'INTERNAL' }))

/** An answer that nobody gets. */
const NEVER: Answer = { status: 200, headers: {}, body: '', isOver: true }

function cut(call: Call): Answer {
  call.incoming.socket.destroy()
  return NEVER
}

/** It begins well and ends in the middle. */
async function tear({ outgoing }: Call, answer: Answer): Promise<Answer> {
  const bytes = Buffer.from(answer.body)
  outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
  await new Promise((resolve) => outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), resolve))
  outgoing.destroy()
  return { ...answer, isOver: true }
}

const FAULTS: Record<FaultKind, Spoil> = {
  latency: (_call, _rule, _key, serve) => serve(),
  'too-many': (call, { retryAfter = 1, isDate }, key) => {
    const value = isDate === true ? new Date(Date.now() + retryAfter * 1000).toUTCString() : String(retryAfter)
    return Promise.resolve(
      refuse(call, key, new Refusal(429, 'Too many requests (an injected fault).', { code: 'TOO_MANY_REQUESTS' }), {
        'retry-after': value,
      }),
    )
  },
  error: (call, rule, key) => Promise.resolve(failure(call, rule, key)),
  'error-after': async (call, rule, key, serve) => {
    await serve()
    return failure(call, rule, key)
  },
  cut: (call) => Promise.resolve(cut(call)),
  'cut-after': async (call, _rule, _key, serve) => {
    await serve()
    return cut(call)
  },
  silence: async (call, { ms = DEFAULT_MS }) => {
    await sleep(ms)
    return cut(call)
  },
  'silence-after': async (call, { ms = DEFAULT_MS }, _key, serve) => {
    await serve()
    await sleep(ms)
    return cut(call)
  },
  torn: async (call, _rule, _key, serve) => tear(call, await serve()),
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
