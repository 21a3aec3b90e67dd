import {
  channelApi,
  defaultOverlay,
  endpointAt,
  type EndpointKey,
  endpointOf,
  endpoints,
  type EndpointSpec,
  maskSecrets,
  parseJson,
  type ResultOf,
  writeJson,
} from '../contract/index.js'
import { Fault } from '../errors.js'
import { type Asked, deedOf, type EndpointRule, faultOf, ruleOf, Rehearsed } from '../outcome/index.js'
import { bodyOf, isTorn, judgeReceived, readResult, showAnswer, summarise, wireSecretNames } from './answers/index.js'
import {
  addressOf,
  ANSWER_BYTES_MAX,
  BodyBuffers,
  checkParts,
  createExchange,
  createTransport,
  DEFAULT_RETRY,
  DEFAULT_TIMEOUTS,
  injectCredentials,
  type Outgoing,
  type Parts,
  pathOf,
  readBaseAddress,
  type Received,
  type RetryLimits,
  unlessHalted,
} from './http/index.js'
import type { CallOptions, Client, ClientInput, ClientOptions } from './shapes.js'
import { createRedactor, holdsSecrets } from './shown/index.js'
import {
  bearerOf,
  ClockGap,
  createChannelIdentity,
  createSession,
  createTokenSource,
  type Session,
  type StoredToken,
} from './sign-in/index.js'

/** What all calls of an endpoint share whose bodies come as text: a push makes thousands. */
interface BulkCall {
  /** JSON object text that holds the credentials alone. */
  credentials: string
  outgoing(
    body: Uint8Array,
    way: {
      signal: AbortSignal | undefined
      halt: AbortSignal | undefined
      onAttempt: (() => Promise<void>) | undefined
      onLeave: (() => void) | undefined
      isOnce: boolean
      isGzip: boolean
      asked: Asked
    },
  ): Outgoing
}

/** @throws Fault USAGE when the base address, the CA file or a proxy variable is wrong */
export function createClient(options: ClientOptions): Client {
  const { overlay = defaultOverlay, trace } = options
  const baseAddress = readBaseAddress(options.baseUrl)
  const redactor = createRedactor(wireSecretNames(overlay))
  redactor.learn(options.identity.fixedToken)
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const transport = createTransport({
    baseAddress,
    timeouts,
    answerBytesMax: options.answerBytesMax ?? ANSWER_BYTES_MAX,
    ...(options.caFile === undefined ? {} : { caFile: options.caFile }),
  })
  const limits: RetryLimits = {
    ...DEFAULT_RETRY,
    ...options.retry,
    ...(options.maxAttempts === undefined ? {} : { maxAttempts: options.maxAttempts }),
  }
  const clock = new ClockGap()
  const exchange = createExchange({
    gap: clock,
    transport,
    redactor,
    limits,
    callMs: timeouts.attemptMs,
    userAgent: options.userAgent,
    trace,
    onRetry: options.onRetry,
    onSlow: options.onSlow,
    beforeWrite: options.beforeWrite,
  })
  const context = {
    redactor,
    overlay,
    baseAddress,
    retryAfterCapMs: limits.retryAfterCapMs,
    onWarning: options.onWarning,
    plain: new Map(),
  }
  const channel = createChannelIdentity(options.channelCredentials, overlay.credentialSecrets, redactor)

  const outgoingOf = (
    key: EndpointKey,
    endpoint: EndpointSpec,
    parts: Parts,
    signal = options.signal,
    shownBody: unknown = parts.body,
  ): Outgoing => {
    redactor.learnFrom(parts)
    redactor.keep(parts)
    const query = parts.query === undefined ? {} : (overlay.toWire(key, parts.query) as Record<string, unknown>)
    return {
      label: key,
      retry: endpoint.retry,
      method: endpoint.method,
      url: addressOf(baseAddress, pathOf(endpoint, parts), query),
      headers: {},
      ...(parts.body === undefined
        ? {}
        : {
            body: writeJson(overlay.toWire(key, parts.body)),
            showBody: () => writeJson(overlay.toWire(key, maskSecrets(endpoint.body, shownBody))),
          }),
      showAnswer: (answer) => showAnswer(key, endpoint, overlay, answer),
      bringsSecrets: holdsSecrets(endpoint.result),
      isTorn,
      summarise: (answer) => summarise(answer, redactor, endpoint),
      rule: ruleOf(key, endpoint.method),
      asked: parts,
      signal,
    }
  }
  /** Comes before the sign-in: what is not sent needs none. */
  const unlessRehearsed = ({ method, url, body, showBody, rule }: Outgoing): void => {
    if (options.rehearses === undefined || (rule.effect === 'read' && options.rehearses !== 'all')) return
    const shown = body === undefined ? undefined : (showBody?.() ?? textOf(body))
    throw new Rehearsed({
      method,
      url: redactor.url(url),
      ...(shown === undefined ? {} : { body: redactor.value(parseJson(shown)) }),
    })
  }
  const tokens = createTokenSource({ overlay, redactor, clock }, async (key, parts, headers) => {
    const endpoint = endpointOf(key)
    const outgoing = { ...outgoingOf(key, endpoint, parts), headers }
    return readResult(key, endpoint, outgoing, await exchange.send(outgoing), context)
  })
  const session: Session = createSession(options.identity, tokens)

  const bodies = new BodyBuffers()
  const bulkCalls = new Map<EndpointKey, BulkCall>()
  const bulkCallOf = async (key: EndpointKey): Promise<BulkCall> => {
    const known = bulkCalls.get(key)
    if (known !== undefined) return known
    const { sent, shown } = await channel.credentials()
    const credentials = writeJson(overlay.toWire(key, { credentials: sent }))
    const shownCredentials = writeJson(overlay.toWire(key, { credentials: shown }))
    const {
      label,
      retry,
      method,
      url,
      headers,
      showAnswer: show,
      isTorn: torn,
      summarise: line,
      rule,
    } = outgoingOf(key, endpointOf(key), { params: {}, query: {}, body: undefined })
    // Member by member: a spread takes longer than all else in a small request.
    const call: BulkCall = {
      credentials,
      outgoing: (body, { signal, halt, onAttempt, onLeave, isOnce, isGzip, asked }) => ({
        label,
        retry,
        method,
        url,
        headers,
        showAnswer: show,
        isTorn: torn,
        summarise: line,
        rule,
        asked,
        body,
        signal,
        halt,
        onAttempt,
        onLeave,
        isOnce,
        isGzip,
        showBody: () => shownCredentials.slice(0, -1) + textOfBody(body).slice(credentials.length - 1),
      }),
    }
    bulkCalls.set(key, call)
    return call
  }

  /** A call with the credentials in its body. What was issued is sent as it is, so the check sees others in their place. */
  const channelCall = async (
    key: EndpointKey,
    endpoint: EndpointSpec,
    input: object,
    signal: AbortSignal | undefined,
  ): Promise<Outgoing> => {
    const { sent, shown } = await channel.credentials()
    const { body: given } = input as { body?: object }
    const parts = checkParts(key, endpoint, { ...input, body: { credentials: STAND_IN, ...given } })
    const body = parts.body as object
    return outgoingOf(key, endpoint, { ...parts, body: { ...body, credentials: sent } }, signal, {
      ...body,
      credentials: shown,
    })
  }

  /**
   * Signs a call. A 401 says that the request was not authorized, so it was not done: another token is got once and the call repeated once, whatever its
   * retry class. Not where the same answer says that it was done.
   */
  const sendSigned = async (
    outgoing: Outgoing,
    key: EndpointKey | undefined,
    endpoint: EndpointSpec | undefined,
  ): Promise<Received> => {
    const send = (token: StoredToken, isRepeat?: boolean): Promise<Received> => {
      redactor.learn(token.accessToken)
      return exchange.send(outgoing, bearerOf(token.accessToken), isRepeat)
    }
    const token = await unlessHalted(session.token(), outgoing.halt ?? outgoing.signal)
    const first = await send(token)
    const isRefused =
      first.status === 401 &&
      judgeReceived(key, endpoint, outgoing, { ...first, isRepeat: false }, context).fate === 'refused'
    if (!isRefused) return first
    const renewed = await unlessHalted(session.tokenAfter(token.accessToken), outgoing.halt).catch((error: unknown) => {
      // An attempt before that one may have arrived: that matters more than why there is no token.
      if (first.isRepeat && error instanceof Fault) return undefined
      return afterRequest(outgoing, error)
    })
    return renewed === undefined
      ? first
      : toldAgain(outgoing, async () => ({ ...(await send(renewed, first.isRepeat)), isSignedInAgain: true }))
  }

  return {
    async call<K extends EndpointKey>(
      key: K,
      input: ClientInput<K>,
      { signal, onLeave }: CallOptions = {},
    ): Promise<ResultOf<K>> {
      const endpoint = endpointOf(key)
      const both = joined(options.signal, signal)
      const outgoing =
        endpoint.dialect === channelApi
          ? await channelCall(key, endpoint, input as object, both)
          : outgoingOf(key, endpoint, checkParts(key, endpoint, input), both)
      unlessRehearsed(outgoing)
      if (onLeave !== undefined) outgoing.onLeave = onLeave
      const received =
        endpoint.identity === 'none' ? await exchange.send(outgoing) : await sendSigned(outgoing, key, endpoint)
      const read = (): ResultOf<K> => readResult(key, endpoint, outgoing, received, context) as ResultOf<K>
      return received.isSignedInAgain === true ? toldAgain(outgoing, async () => read()) : read()
    },
    async callText(key, bodyWithoutCredentials, given = {}) {
      const { signal, halt, onAttempt, onLeave, isOnce = false, isGzip = false, hotelCode } = given
      const { credentials, outgoing } = await bulkCallOf(key)
      const body = injectCredentials(
        typeof bodyWithoutCredentials === 'string' ? Buffer.from(bodyWithoutCredentials) : bodyWithoutCredentials(),
        credentials,
        (size) => bodies.take(size),
      )
      const call = outgoing(body, {
        signal: joined(options.signal, signal),
        halt,
        onAttempt,
        onLeave,
        isOnce,
        isGzip,
        asked: {
          ...(hotelCode === undefined ? {} : { body: { hotel_code: hotelCode } }),
          entries: () => entriesIn(overlay.fromWire(key, parseJson(textOfBody(body)), 'request')),
        },
      })
      unlessRehearsed(call)
      const endpoint = endpointOf(key)
      readResult(key, endpoint, call, await sendSigned(call, key, endpoint), context)
      // What was accepted has been read to the end. After any other outcome bytes may still be on their way.
      bodies.giveBack(body)
    },
    readChannelCredentials: async () => void (await channel.credentials()),
    async raw(method, path, { query = {}, body: given, signal, addCredentials = false } = {}) {
      const verb = method.toUpperCase()
      redactor.learnFrom({ query, body: given })
      redactor.keep({ path: path.split(/[/?]/), query, body: given })
      const { sent, shown } = addCredentials ? await channel.credentials() : {}
      const [body, shownBody] =
        sent === undefined
          ? [given, given]
          : [
              { credentials: sent, ...(given as object) },
              { credentials: shown, ...(given as object) },
            ]
      if (!/^[A-Z]{3,10}$/.test(verb) || verb === 'CONNECT')
        throw new Fault('USAGE', 'The method must be one such as GET, POST, PUT or DELETE.')
      const known = endpointAt(verb, path)
      const endpoint = known === undefined ? undefined : endpointOf(known.key)
      const call: Outgoing = {
        label: known?.key ?? `${verb} ${redactor.text(path.split('?')[0] ?? '')}`,
        retry: verb === 'GET' ? 'safe' : 'never',
        isOnce: verb !== 'GET',
        method: verb,
        url: addressOf(baseAddress, path, query),
        headers: {},
        ...(body === undefined ? {} : { body: writeJson(body), showBody: () => writeJson(shownBody) }),
        bringsSecrets: endpoint !== undefined && holdsSecrets(endpoint.result),
        summarise: (answer) => summarise(answer, redactor, endpoint),
        rule: aloneOf(ruleOf(known?.key, verb)),
        asked:
          known === undefined
            ? {}
            : { params: known.params, query, body: overlay.fromWire(known.key, body, 'request') },
        signal: joined(options.signal, signal),
      }
      unlessRehearsed(call)
      const received = await sendSigned(call, known?.key, endpoint)
      const judgement = judgeReceived(known?.key, endpoint, call, received, context)
      const parsed = bodyOf(received)
      return {
        status: received.status,
        headers: redactor.headers(received.headers),
        body: redactor.value(parsed === undefined ? received.text : parsed),
        ...(judgement.fate === 'done' ? {} : { fault: faultOf(judgement) }),
      }
    },
    session: { signIn: session.signIn, refresh: session.refresh, token: session.token },
    stats: exchange.stats,
    clock,
    close: transport.close,
  }
}

/** The entries of a body of a batch, and nothing else that it holds. */
function entriesIn(body: unknown): readonly unknown[] {
  const { room_settings: rates, availabilities } = body as { room_settings?: unknown; availabilities?: unknown }
  const entries = rates ?? availabilities
  return Array.isArray(entries) ? entries : []
}

/** What becomes of a write that was answered 401 and went out again is told with that. */
async function toldAgain<R>({ rule }: Outgoing, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault) || rule.effect === 'read' || rule.isBatch === true) throw error
    const { code, message, next, findings, facts } = error
    throw new Fault(
      code,
      `${message} The service answered HTTP 401 at first; this was sent again after a new sign-in.`,
      { next, findings, facts: { ...facts, signedInAgain: true }, cause: error },
    )
  }
}

/** A sign-in that fails behind a request which the service has answered: nobody may say that nothing was sent. */
function afterRequest({ rule, label, asked }: Outgoing, error: unknown): never {
  if (!(error instanceof Fault)) throw error
  const { code, message, next, findings, facts } = error
  const before =
    rule.effect === 'read' || rule.isBatch === true
      ? ''
      : `The request that would have ${deedOf(rule, label, asked)} was sent and answered HTTP 401. Signing in again failed: `
  throw new Fault(code, `${before}${message}`, { next, findings, facts: { ...facts, wasSent: true }, cause: error })
}

/** The rule of a request that is sent by hand: what a push would repeat is not repeated here. */
function aloneOf(rule: EndpointRule): EndpointRule {
  return rule.isBatch === true ? { ...rule, isAlone: true } : rule
}

/** Fits the contract's own form of the credentials (wire default 1). */
const STAND_IN = { id: 0, duty_code: '…' }

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : textOfBody(body))

function textOfBody({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString()
}

function joined(whole: AbortSignal | undefined, one: AbortSignal | undefined): AbortSignal | undefined {
  return whole === undefined || one === undefined ? (whole ?? one) : AbortSignal.any([whole, one])
}

/** Every key of the contract, for callers that take one as text. */
export function isEndpointKey(text: string): text is EndpointKey {
  return endpoints.some(({ key }) => key === text)
}
