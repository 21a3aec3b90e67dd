import type { ChannelCredentialsInput, EndpointKey, InputOf, Overlay, ResultOf } from '../contract/index.js'
import type { Fault } from '../errors.js'
import type { RemarkKind } from './answers/index.js'
import type { RetryLimits, RetryNews, Stats, Timeouts } from './http/index.js'
import type { TraceEvent } from './shown/index.js'
import type { ClockGap, Identity, RenewedToken, StoredToken } from './sign-in/index.js'

/** What a client is made of, and what it offers. */

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
  /** Sends no request that changes something: the call ends with Rehearsed, which holds what would have been sent. `all`: no other request either. */
  rehearses?: 'writes' | 'all' | undefined
  /** Told what the service warns of although it did what was asked, and what it adds in words that are more than its word of success. */
  onWarning?: (text: string, kind: RemarkKind) => void
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

export interface CallOptions {
  signal?: AbortSignal
  /** Called each time that a request of the call is about to be written, after any sign-in; what it throws ends the call, and that request is not written. */
  onLeave?: () => void
}

/** The service, with one typed call for all endpoints. */
export interface Client {
  /**
   * Checks the input, sends it signed in, repeats it as its retry class allows, and answers the unwrapped result.
   * @throws Fault INVALID_INPUT (nothing was sent) · NO_CREDENTIALS, NO_CHANNEL_CREDENTIALS, SIGN_IN_REFUSED · FORBIDDEN,
   *   NOT_FOUND, REFUSED · UNREACHABLE · OUTCOME_UNKNOWN · INTERRUPTED · UNEXPECTED
   */
  call<K extends EndpointKey>(key: K, input: ClientInput<K>, options?: CallOptions): Promise<ResultOf<K>>
  /** Sends a body that is JSON object text already, or writes it as UTF-8 when it is called, in the service's names and without credentials. For bulk, which may see to repeats itself (`isOnce`), may compress (`isGzip`), knows which hotel it speaks of, and has no request leave any more once `halt` is aborted. `onAttempt` is asked before each attempt and `onLeave` as its request is about to be written; what they throw ends the call, and that request is not written. */
  callText(
    key: 'rates.push' | 'inventory.push',
    bodyWithoutCredentials: string | (() => Uint8Array),
    options?: {
      signal?: AbortSignal | undefined
      halt?: AbortSignal
      onAttempt?: (() => Promise<void>) | undefined
      onLeave?: (() => void) | undefined
      isOnce?: boolean
      isGzip?: boolean
      hotelCode?: string
    },
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
