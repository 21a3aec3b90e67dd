import {
  channelApi,
  type ChannelCredentialsInput,
  defaultOverlay,
  endpointAt,
  type EndpointKey,
  endpointOf,
  endpoints,
  type EndpointSpec,
  type InputOf,
  maskSecrets,
  type Overlay,
  type ResultOf,
  writeJson,
} from '../contract/index.js'
import { Fault } from '../errors.js'
import { type Asked, deedOf, type EndpointRule, faultOf, ruleOf } from '../outcome/index.js'
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
  type RetryNews,
  type Stats,
  type Timeouts,
  unlessHalted,
} from './http/index.js'
import { createRedactor, holdsSecrets, type TraceEvent } from './shown/index.js'
import {
  bearerOf,
  ClockGap,
  createChannelIdentity,
  createSession,
  createTokenSource,
  type Identity,
  type RenewedToken,
  type Session,
  type StoredToken,
} from './sign-in/index.js'

export interface ClientOptions {
  /** HTTPS, or HTTP on loopback. */
  baseUrl: string
  /** Where the service differs from the wire defaults. */
  overlay?: Overlay
  identity: Identity
  /** The object that `/v1/*` wants in the body; asked for at the first such call. */
  channelCredentials?: () => Promise<ChannelCredentialsInput | undefined>
  /** Milliseconds. */
  timeouts?: Partial<Timeouts>
  /** PEM file of certificate authorities trusted beside the usual ones. */
  caFile?: string
  userAgent: string
  /** Receives redacted lines only. */
  trace?: (line: TraceEvent) => void
  /** Told before each pause between two attempts of a call. */
  onRetry?: (retry: RetryNews) => void
  /** Told of an attempt that has no answer after 10 s. */
  onSlow?: (slow: { host: string; label: string }) => void
  /** Asked before each request that changes something; a fault from it means that nothing is sent. */
  beforeWrite?: (() => Promise<void>) | undefined
  /** Told what the service warns of although it did what was asked. */
  onWarning?: (warning: string) => void
  /** Ends every call at once, waits between attempts included. */
  signal?: AbortSignal
  /** Attempts of one call, the first included; 5 unless said. */
  maxAttempts?: number
  /** Waits between attempts, in milliseconds. */
  retry?: Partial<Omit<RetryLimits, 'maxAttempts'>>
  /** Largest answer accepted, in bytes; 32 MB unless said. */
  answerBytesMax?: number
}

/** What a caller hands in: the contract's input, less the credentials that the client puts in itself. */
export type ClientInput<K extends EndpointKey> =
  InputOf<K> extends { body: infer B extends { credentials: unknown } }
    ? Omit<InputOf<K>, 'body'> & { body: Omit<B, 'credentials'> }
    : InputOf<K>

/** The service, with one typed call for all endpoints. */
export interface Client {
  /**
   * Checks the input, sends it signed in, repeats it as its retry class allows, and answers the unwrapped result.
   * @throws Fault INVALID_INPUT (nothing was sent) · NO_CREDENTIALS, NO_CHANNEL_CREDENTIALS, SIGN_IN_REFUSED · FORBIDDEN,
   *   NOT_FOUND, REFUSED · UNREACHABLE · OUTCOME_UNKNOWN · INTERRUPTED · UNEXPECTED
   */
  call<K extends EndpointKey>(key: K, input: ClientInput<K>, options?: { signal?: AbortSignal }): Promise<ResultOf<K>>
  /** Sends a body that is JSON object text already, or writes it as UTF-8 when it is called, in the service's names and without credentials. For bulk, which may see to repeats itself (`isOnce`), may compress (`isGzip`), knows which hotel it speaks of, and has no request leave any more once `halt` is aborted. */
  callText(
    key: 'rates.push' | 'inventory.push',
    bodyWithoutCredentials: string | (() => Uint8Array),
    options?: { signal?: AbortSignal; halt?: AbortSignal; isOnce?: boolean; isGzip?: boolean; hotelCode?: string },
  ): Promise<void>
  /** Any request below the base address, signed in; `addCredentials` puts the channel credentials into the body. Answers any status; what it answers is redacted. Only GET is repeated. */
  raw(
    method: string,
    path: string,
    options?: { query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal; addCredentials?: boolean },
  ): Promise<RawAnswer>
  /**
   * Reads the channel credentials, for whoever has much to do before the first request that carries them. Sends nothing.
   * @throws Fault NO_CHANNEL_CREDENTIALS, and what the store ends with
   */
  readChannelCredentials(): Promise<void>
  session: { signIn(): Promise<StoredToken>; refresh(): Promise<RenewedToken>; token(): Promise<StoredToken> }
  stats(): Stats
  /** How far the clock of the service is from the one of this machine. */
  clock: Pick<ClockGap, 'gapMs'>
  /** Closes all connections. */
  close(): Promise<void>
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  /** Parsed JSON, or text. */
  body: unknown
  /** Why the answer does not prove that what was asked is done; absent where it does. */
  fault?: Fault
}

/** What all calls of an endpoint share whose bodies come as text: a push makes thousands. */
interface BulkCall {
  /** JSON object text that holds the credentials alone. */
  credentials: string
  outgoing(
    body: Uint8Array,
    way: {
      signal: AbortSignal | undefined
      halt: AbortSignal | undefined
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
      outgoing: (body, { signal, halt, isOnce, isGzip, asked }) => ({
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
      { signal }: { signal?: AbortSignal } = {},
    ): Promise<ResultOf<K>> {
      const endpoint = endpointOf(key)
      const both = joined(options.signal, signal)
      const outgoing =
        endpoint.dialect === channelApi
          ? await channelCall(key, endpoint, input as object, both)
          : outgoingOf(key, endpoint, checkParts(key, endpoint, input), both)
      const received =
        endpoint.identity === 'none' ? await exchange.send(outgoing) : await sendSigned(outgoing, key, endpoint)
      const read = (): ResultOf<K> => readResult(key, endpoint, outgoing, received, context) as ResultOf<K>
      return received.isSignedInAgain === true ? toldAgain(outgoing, async () => read()) : read()
    },
    async callText(key, bodyWithoutCredentials, { signal, halt, isOnce = false, isGzip = false, hotelCode } = {}) {
      const { credentials, outgoing } = await bulkCallOf(key)
      const body = injectCredentials(
        typeof bodyWithoutCredentials === 'string' ? Buffer.from(bodyWithoutCredentials) : bodyWithoutCredentials(),
        credentials,
        (size) => bodies.take(size),
      )
      const call = outgoing(body, {
        signal: joined(options.signal, signal),
        halt,
        isOnce,
        isGzip,
        asked: hotelCode === undefined ? {} : { body: { hotel_code: hotelCode } },
      })
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
