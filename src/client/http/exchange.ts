import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RetryClass } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import {
  type Asked,
  type EndpointRule,
  faultOf,
  judgeInterruption,
  judgeSilence,
  repeatsItself,
} from '../../outcome/index.js'
import { type Redactor, TRACE_BODY_LIMIT, type TraceEvent } from '../shown/index.js'
import { steadyMs, steadyNow } from '../../clock.js'
import { type Attempt, attemptOf, Interruption, pause, type RetryLimits, waitBefore } from './retry.js'
import { ServiceClock, type Span } from './service-clock.js'
import { isTlsCode } from './wire-fault.js'
import { type Transport, type WireAnswer, WireFault } from './wire.js'

/** A call ready to be sent, and repeated as its retry class allows. */
export interface Outgoing {
  /** Endpoint key, or method and path of a raw call; for messages and facts. */
  label: string
  retry: RetryClass
  method: string
  url: URL
  headers: Record<string, string>
  /** Text, also as UTF-8. */
  body?: string | Uint8Array
  /** The body goes out compressed; traces show it as it was. */
  isGzip?: boolean
  signal?: AbortSignal | undefined
  /** When aborted, no attempt begins any more; one that has begun is finished. */
  halt?: AbortSignal | undefined
  /** The body as a trace may show it; by default `body` through the redactor. */
  showBody?: () => string
  /** Its answer gives a secret, such as a token. */
  bringsSecrets?: boolean | undefined
  /** An answer's body as a trace may show it; by default through the redactor. */
  showAnswer?: ((text: string) => string) | undefined
  /** Whether the body of a 2xx answer breaks off, so that the next attempt may bring it whole. */
  isTorn?: ((answer: WireAnswer) => boolean) | undefined
  /** One short line about an answer's body, redacted; for traces. */
  summarise: (answer: WireAnswer) => string
  /** What an answer must say. */
  rule: EndpointRule
  /** What is asked, in the names of the contract. */
  asked: Asked
  /** Asked before each attempt; what it throws ends the call, and that attempt does not begin. */
  onAttempt?: (() => Promise<void>) | undefined
  /** Called each time that a request is about to be written to a connection; what it throws ends the call, and that request is not written. */
  onLeave?: (() => void) | undefined
  /** Sent once, whatever comes of it. */
  isOnce?: boolean
}

export interface Received extends WireAnswer {
  requestId: string
  attempts: number
  /** An attempt before the one that was answered may have arrived. */
  isRepeat: boolean
  /** It was answered HTTP 401 before, and went out again after a new sign-in. */
  isSignedInAgain?: boolean
  /** By how much its `Date` is too old for an answer of now, milliseconds; absent where it is not. */
  behindMs?: number | undefined
  /** When it can have been made, by the service's clock. */
  madeIn?: Span | undefined
}

export interface ExchangeOptions {
  transport: Transport
  redactor: Redactor
  limits: RetryLimits
  /** All attempts of one call together, and the waits between them. */
  callMs: number
  userAgent: string
  trace?: ((line: TraceEvent) => void) | undefined
  /** Told before each pause between two attempts. */
  onRetry?: ((retry: RetryNews) => void) | undefined
  /** Asked before each call that changes something; a fault from it means that nothing is sent. */
  beforeWrite?: (() => Promise<void>) | undefined
  /** Hears the time that answers say. */
  gap?: { hear(serviceMs: number): void } | undefined
  /** Told once for each attempt that has no answer after SLOW_MS. */
  onSlow?: ((slow: { host: string; label: string }) => void) | undefined
}

/** An attempt without an answer for so long is told, milliseconds. */
export const SLOW_MS = 10_000

/** Why a call is sent again, and in how many milliseconds. */
export interface RetryNews {
  host: string
  /** Plain words, redacted. */
  words: string
  waitMs: number
  /** False where no connection was made. */
  isConnected: boolean
}

export interface Stats {
  /** Attempts sent, repeats included. */
  requests: number
  retries: number
  /** Those of them that ask the service to change something. */
  writes: number
  /** Bytes of request bodies, as they were sent. */
  bytesSent: number
}

interface Failure extends Attempt {
  /** Plain words, redacted. */
  words: string
  reason?: string
  /** HTTP status of an answer that broke off. */
  brokenStatus?: number
  /** Bytes came back, and no answer could be read from them. */
  isHeard?: boolean
}

/** Sends calls with repeats, trace and counts. */
export interface Exchange {
  /**
   * The first answer that a repeat cannot better, or the last one. What it means is not judged here.
   * @param authorization header that signs the call
   * @param isRepeat the same call went out before and may have arrived
   * @throws Fault UNREACHABLE, OUTCOME_UNKNOWN, INTERRUPTED where no answer came
   */
  send(call: Outgoing, authorization?: string, isRepeat?: boolean): Promise<Received>
  stats(): Stats
}

/** With less than this share of a call's time left, no further attempt begins. */
const LEAST_SHARE = 0.05

const compress = promisify(gzip)
/** The fastest level: bodies are so alike inside that a higher one hardly gains. */
const GZIP = { level: 1, chunkSize: 65_536 }

export function createExchange(options: ExchangeOptions): Exchange {
  const clock = new ServiceClock()
  const counts: Stats = { requests: 0, retries: 0, writes: 0, bytesSent: 0 }
  return {
    stats: () => ({ ...counts }),
    async send(call, authorization, isRepeat = false) {
      if (options.beforeWrite !== undefined && call.rule.effect === 'write') await options.beforeWrite()
      const requestId = randomUUID()
      const sent = call.isGzip === true && call.body !== undefined ? await compress(call.body, GZIP) : call.body
      let mayHaveArrived = isRepeat
      const begunAt = steadyMs()
      for (let attempt = 1; ; attempt++) {
        if (call.signal?.aborted === true || call.halt?.aborted === true)
          throw interrupted(call, requestId, mayHaveArrived)
        await call.onAttempt?.()
        counts.requests++
        if (call.rule.effect === 'write') counts.writes++
        counts.bytesSent += sent === undefined ? 0 : Buffer.byteLength(sent)
        const left = (): number => Math.ceil(options.callMs - (steadyMs() - begunAt))
        const outcome = await attemptOnce(
          call,
          { id: requestId, attempt, sent, authorization, limitMs: left() },
          options,
          clock,
        ).catch((error: unknown) => {
          // What `onLeave` throws ends the call before anything is written.
          if (error instanceof Held && call.rule.effect === 'write') counts.writes--
          throw error instanceof Held ? error.cause : error
        })
        options.gap?.hear(Date.parse(outcome.answer?.headers['date'] ?? ''))
        if (!('failure' in outcome)) return receivedOf(outcome.answer, requestId, attempt, mayHaveArrived)
        const { failure, note, answer } = outcome
        if (failure.reason === 'ABORTED')
          throw interrupted(call, requestId, mayHaveArrived || failure.arrived === 'maybe')
        const wishedMs = call.isOnce === true ? undefined : waitBefore(failure, call.retry, attempt, options.limits)
        // A wait after which no attempt could be answered in time would only make the same end come later.
        const isOver = left() - (wishedMs ?? 0) < options.callMs * LEAST_SHARE
        const waitMs = isOver ? undefined : wishedMs
        note(waitMs)
        if (waitMs === undefined && answer !== undefined) return receivedOf(answer, requestId, attempt, mayHaveArrived)
        mayHaveArrived ||= failure.arrived === 'maybe'
        if (waitMs === undefined)
          throw silenceFault(
            call,
            isOver ? { ...failure, words: `${failure.words} (${options.callMs / 1_000} s for all of it)` } : failure,
            { requestId, attempts: attempt, mayHaveArrived },
          )
        counts.retries++
        options.onRetry?.({
          host: call.url.host,
          words: failure.words,
          waitMs,
          isConnected: failure.arrived === 'maybe' || answer !== undefined,
        })
        await pause(waitMs, call.signal).catch((error: unknown) => {
          throw error instanceof Interruption ? interrupted(call, requestId, mayHaveArrived) : error
        })
      }
    },
  }
}

/** Member by member: a spread takes longer than all else in a small request. */
function receivedOf(
  { status, headers, text, json, behindMs, madeIn }: Answered,
  requestId: string,
  attempts: number,
  isRepeat: boolean,
): Received {
  return { status, headers, text, json, behindMs, madeIn, requestId, attempts, isRepeat }
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
}

type Answered = WireAnswer & { behindMs?: number | undefined; madeIn?: Span | undefined }
type Outcome =
  | { answer: Answered }
  | { failure: Failure; answer?: Answered; note: (retryInMs: number | undefined) => void }

interface Sending {
  id: string
  attempt: number
  sent: string | Uint8Array | undefined
  authorization: string | undefined
  limitMs: number
}

async function attemptOnce(
  call: Outgoing,
  { id, attempt, sent, authorization, limitMs }: Sending,
  { transport, redactor, trace, userAgent, onSlow }: ExchangeOptions,
  clock: ServiceClock,
): Promise<Outcome> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent, 'x-request-id': id }
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  if (call.body !== undefined && call.isGzip === true) headers['content-encoding'] = 'gzip'
  // What it does not find may be created: the word has to be of now.
  if (call.rule.isLookUp === true) headers['cache-control'] = 'no-cache'
  for (const name in call.headers) headers[name] = call.headers[name] as string
  if (authorization !== undefined) headers['authorization'] = authorization
  const common = (): Pick<TraceEvent, 'id' | 'attempt' | 'method' | 'url'> => ({
    id,
    attempt,
    method: call.method,
    url: redactor.url(call.url),
  })
  const bodyShown = (): { body?: string } =>
    call.body === undefined ? {} : { body: redactor.body(call.showBody?.() ?? textOf(call.body), TRACE_BODY_LIMIT) }
  trace?.({ ...common(), direction: 'request', headers: redactor.headers(headers), ...bodyShown() })
  const startedAt = steadyMs()
  const slow =
    onSlow === undefined
      ? undefined
      : setTimeout(() => onSlow({ host: call.url.host, label: call.label }), SLOW_MS).unref()
  const ms = (): number => Math.round(steadyMs() - startedAt)
  try {
    const { method, url, signal, onLeave: leave } = call
    const onLeave = leave === undefined ? undefined : held(leave)
    const answer: Answered = await transport.send({
      method,
      url,
      headers,
      body: sent,
      signal,
      attemptMs: limitMs,
      onLeave,
    })
    const took = ms()
    const heardAt = steadyNow()
    const sentAt = heardAt - (steadyMs() - startedAt)
    answer.behindMs = clock.hear(answer.headers['date'], sentAt, heardAt)
    answer.madeIn = clock.span(sentAt, heardAt)
    if (call.bringsSecrets === true) redactor.learnIssued(answer.text)
    const failure = failureOf(call, answer)
    const note = (retryInMs?: number): void =>
      trace?.({
        ...common(),
        direction: 'answer',
        status: answer.status,
        ms: took,
        headers: redactor.headers(answer.headers),
        body: redactor.body(call.showAnswer?.(answer.text) ?? answer.text, TRACE_BODY_LIMIT),
        ...(failure === undefined ? {} : { fault: failure.words }),
        ...(retryInMs === undefined ? {} : { retryInMs }),
      })
    if (failure !== undefined) return { failure, answer, note }
    note()
    return { answer }
  } catch (error) {
    if (!(error instanceof WireFault)) throw error
    const took = ms()
    const { arrived, reason, message, isTransient, status, isHeard = false } = error
    return {
      failure: {
        arrived,
        reason,
        isTransient,
        isHeard,
        words: message,
        ...(status === undefined ? {} : { brokenStatus: status }),
      },
      note: (retryInMs) =>
        trace?.({
          ...common(),
          direction: 'fault',
          ms: took,
          fault: message,
          ...(retryInMs === undefined ? {} : { retryInMs }),
        }),
    }
  } finally {
    clearTimeout(slow)
  }
}

/** A request that was not written, with the reason. */
class Held extends Error {}

const held = (leave: () => void) => (): void => {
  try {
    leave()
  } catch (error) {
    throw new Held('not written', { cause: error })
  }
}

function failureOf(call: Outgoing, answer: WireAnswer): Failure | undefined {
  const { status } = answer
  const attempt = attemptOf(status, answer.headers, Date.now())
  if (attempt !== undefined)
    return { ...attempt, words: `the service answered HTTP ${status}: ${call.summarise(answer)}` }
  const isTorn = status >= 200 && status <= 299 && call.isTorn?.(answer) === true
  return isTorn
    ? {
        arrived: 'maybe',
        isTransient: true,
        words: `the service answered HTTP ${status} with something that is not JSON: ${call.summarise(answer)}`,
      }
    : undefined
}

function silenceFault(
  call: Outgoing,
  { words, reason, isTransient, brokenStatus, isHeard }: Failure,
  { requestId, attempts, mayHaveArrived }: { requestId: string; attempts: number; mayHaveArrived: boolean },
): Fault {
  const { rule, label, asked, url } = call
  return faultOf(
    judgeSilence(rule, label, asked, {
      arrived: mayHaveArrived ? 'maybe' : 'no',
      words,
      reason,
      brokenStatus,
      isHeard,
      attempts,
      requestId,
      isTransient,
      host: url.host,
      isTls: isTlsCode(reason ?? ''),
    }),
  )
}

/** A write that may have arrived is not merely interrupted. */
function interrupted({ rule, label, asked, signal }: Outgoing, requestId: string, mayHaveArrived: boolean): Fault {
  if (mayHaveArrived && rule.effect === 'write' && !repeatsItself(rule))
    return faultOf(judgeInterruption(rule, label, asked, requestId))
  const reason: unknown = signal?.reason
  const [code, message, next, facts] =
    reason instanceof Fault
      ? ([reason.code, reason.message, { next: reason.next }, reason.facts] as const)
      : (['INTERRUPTED', 'Interrupted.', {}, {}] as const)
  return new Fault(code, message, { ...next, facts: { ...facts, endpoint: label, requestId, wasSent: mayHaveArrived } })
}
