import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RetryClass } from '../contract/endpoint.js'
import { Fault } from '../errors.js'
import { summarise } from './answer.js'
import type { Redactor } from './redact.js'
import { type Attempt, type RetryLimits, Interruption, attemptOf, pause, waitBefore } from './retry.js'
import { TRACE_BODY_LIMIT, type TraceEvent } from './trace.js'
import { isTlsCode } from './wire-fault.js'
import { WireFault, type Transport, type WireAnswer } from './wire.js'

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
  /** The body as a trace may show it; by default `body` through the redactor. */
  showBody?: () => string
  /** An answer's body as a trace may show it; by default through the redactor. */
  showAnswer?: ((text: string) => string) | undefined
  /** Why a 2xx answer is not a success, such as a torn body. */
  faultOf?: ((answer: WireAnswer) => string | undefined) | undefined
  /** Sent once, whatever comes of it. */
  isOnce?: boolean
  /** Any status is an answer, also one that asked for a repeat and found none. */
  takesAnyStatus?: boolean
}

export interface Received extends WireAnswer {
  requestId: string
  attempts: number
}

export interface ExchangeOptions {
  transport: Transport
  redactor: Redactor
  limits: RetryLimits
  userAgent: string
  trace?: ((line: TraceEvent) => void) | undefined
  /** Told before each pause between two attempts. */
  onRetry?: ((retry: RetryNews) => void) | undefined
}

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
  /** Bytes of request bodies, as they were sent. */
  bytesSent: number
}

interface Failure extends Attempt {
  /** Plain words, redacted. */
  words: string
  reason?: string
  status?: number
}

/** Sends calls with repeats, trace and counts. */
export interface Exchange {
  /**
   * The first answer that is final: a success, or a refusal that a repeat does not mend.
   * @param authorization header that signs the call
   * @throws Fault UNREACHABLE, OUTCOME_UNKNOWN, INTERRUPTED
   */
  send(call: Outgoing, authorization?: string): Promise<Received>
  stats(): Stats
}

const compress = promisify(gzip)
/** The fastest level: bodies are so alike inside that a higher one hardly gains. */
const GZIP = { level: 1, chunkSize: 65_536 }

export function createExchange(options: ExchangeOptions): Exchange {
  const counts: Stats = { requests: 0, retries: 0, bytesSent: 0 }
  return {
    stats: () => ({ ...counts }),
    async send(call, authorization) {
      const requestId = randomUUID()
      const sent = call.isGzip === true && call.body !== undefined ? await compress(call.body, GZIP) : call.body
      for (let attempt = 1; ; attempt++) {
        if (call.signal?.aborted === true) throw interrupted(call, requestId, 'no')
        counts.requests++
        counts.bytesSent += sent === undefined ? 0 : Buffer.byteLength(sent)
        const outcome = await attemptOnce(call, { id: requestId, attempt, sent, authorization }, options)
        if (!('failure' in outcome)) return receivedOf(outcome.answer, requestId, attempt)
        const { failure, note, answer } = outcome
        if (failure.reason === 'ABORTED') throw interrupted(call, requestId, failure.arrived)
        const waitMs = call.isOnce === true ? undefined : waitBefore(failure, call.retry, attempt, options.limits)
        note(waitMs)
        if (waitMs === undefined && call.takesAnyStatus === true && answer !== undefined) return receivedOf(answer, requestId, attempt)
        if (waitMs === undefined) throw faultOf(call, failure, { requestId, attempts: attempt }, options.limits)
        counts.retries++
        options.onRetry?.({ host: call.url.host, words: failure.words, waitMs, isConnected: failure.arrived === 'maybe' || failure.status !== undefined })
        await pause(waitMs, call.signal).catch((error: unknown) => {
          throw error instanceof Interruption ? interrupted(call, requestId, 'no') : error
        })
      }
    },
  }
}

/** Member by member: a spread takes longer than all else in a small request. */
function receivedOf({ status, headers, text, json }: WireAnswer, requestId: string, attempts: number): Received {
  return { status, headers, text, json, requestId, attempts }
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
}

type Outcome = { answer: WireAnswer } | { failure: Failure; answer?: WireAnswer; note: (retryInMs: number | undefined) => void }

interface Sending {
  id: string
  attempt: number
  sent: string | Uint8Array | undefined
  authorization: string | undefined
}

async function attemptOnce(call: Outgoing, { id, attempt, sent, authorization }: Sending, { transport, redactor, trace, userAgent }: ExchangeOptions): Promise<Outcome> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent, 'x-request-id': id }
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  if (call.body !== undefined && call.isGzip === true) headers['content-encoding'] = 'gzip'
  for (const name in call.headers) headers[name] = call.headers[name] as string
  if (authorization !== undefined) headers['authorization'] = authorization
  const common = (): Pick<TraceEvent, 'id' | 'attempt' | 'method' | 'url'> => ({ id, attempt, method: call.method, url: redactor.url(call.url) })
  const bodyShown = (): { body?: string } =>
    call.body === undefined ? {} : { body: redactor.body(call.showBody?.() ?? textOf(call.body), TRACE_BODY_LIMIT) }
  trace?.({ ...common(), direction: 'request', headers: redactor.headers(headers), ...bodyShown() })
  const startedAt = performance.now()
  const ms = (): number => Math.round(performance.now() - startedAt)
  try {
    const { method, url, signal } = call
    const answer = await transport.send({ method, url, headers, body: sent, signal })
    const took = ms()
    const failure = failureOf(call, answer, redactor)
    const note = (retryInMs?: number): void =>
      trace?.({
        ...common(), direction: 'answer', status: answer.status, ms: took, headers: redactor.headers(answer.headers),
        body: redactor.body(call.showAnswer?.(answer.text) ?? answer.text, TRACE_BODY_LIMIT),
        ...(failure === undefined ? {} : { fault: failure.words }), ...(retryInMs === undefined ? {} : { retryInMs }),
      })
    if (failure !== undefined) return { failure, answer, note }
    note()
    return { answer }
  } catch (error) {
    if (!(error instanceof WireFault)) throw error
    const took = ms()
    const { arrived, reason, message, isTransient } = error
    return {
      failure: { arrived, reason, isTransient, words: message },
      note: (retryInMs) => trace?.({ ...common(), direction: 'fault', ms: took, fault: message, ...(retryInMs === undefined ? {} : { retryInMs }) }),
    }
  }
}

function failureOf(call: Outgoing, answer: WireAnswer, redactor: Redactor): Failure | undefined {
  const { status } = answer
  const attempt = attemptOf(status, answer.headers, Date.now())
  if (attempt !== undefined) return { ...attempt, status, words: `the service answered HTTP ${status}: ${summarise(answer, redactor)}` }
  const garbled = status >= 200 && status <= 299 ? call.faultOf?.(answer) : undefined
  return garbled === undefined ? undefined : { arrived: 'maybe', isTransient: true, status, reason: 'NOT_JSON', words: redactor.text(garbled) }
}

function faultOf(call: Outgoing, failure: Failure, sent: { requestId: string; attempts: number }, limits: RetryLimits): Fault {
  const { words, status, reason, retryAfterMs, isTransient } = failure
  const facts = { endpoint: call.label, ...sent, ...(status === undefined ? {} : { status }), ...(reason === undefined ? {} : { reason }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...(isTransient ? {} : { isFinal: true }), ...(status === undefined && failure.arrived === 'no' ? { connected: false } : {}) }
  const times = sent.attempts === 1 ? '' : ` (${sent.attempts} attempts)`
  if (failure.arrived === 'maybe' && call.retry !== 'safe') {
    return new Fault('OUTCOME_UNKNOWN', `It is not known whether the service did this (${call.label}): ${words}.`, { facts })
  }
  if (retryAfterMs !== undefined && retryAfterMs > limits.retryAfterCapMs) {
    const seconds = Math.ceil(retryAfterMs / 1_000)
    return new Fault('UNREACHABLE', `The service asks to wait ${seconds} s: ${words}.`, { facts, next: `Try again in ${seconds} s.` })
  }
  if (status !== undefined) return new Fault('UNREACHABLE', `No usable answer${times}: ${words}.`, { facts, ...nextFor(status) })
  const next = isTlsCode(reason ?? '')
    ? { next: 'Check the service address. To trust another certificate authority, name its PEM file in NODE_EXTRA_CA_CERTS or HUBSWITCH_CA_FILE.' }
    : {}
  return new Fault('UNREACHABLE', `The service at ${call.url.host} could not be reached${times}: ${words}.`, { facts, ...next })
}

const nextFor = (status: number): { next?: string } =>
  status >= 200 && status <= 299 ? { next: 'Check that the base address is that of the service, then try again.' } : { next: 'The service has trouble. Try again later.' }

/** A call that may have arrived and must not be repeated is not merely interrupted. */
function interrupted(call: Outgoing, requestId: string, arrived: 'no' | 'maybe'): Fault {
  const facts = { endpoint: call.label, requestId }
  if (arrived === 'maybe' && call.retry !== 'safe') {
    return new Fault('OUTCOME_UNKNOWN', `Interrupted while the service worked on it; it is not known whether it did this (${call.label}).`, { facts })
  }
  const reason: unknown = call.signal?.reason
  return reason instanceof Fault ? reason : new Fault('INTERRUPTED', 'Interrupted.', { facts })
}
