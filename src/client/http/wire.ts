/** One attempt as the transport sends it, and what comes of it. Values here hold secrets and never leave the client unredacted. */
export interface WireRequest {
  method: string
  url: URL
  headers: Record<string, string>
  /** Bytes are UTF-8, or compressed. */
  body?: string | Uint8Array | undefined
  /** Limit of this attempt in milliseconds, where it differs from the transport's. */
  attemptMs?: number
  /** Called when a connection stands and the request is about to be written. Where it throws, nothing is written, and the attempt ends with that. */
  onLeave?: (() => void) | undefined
  signal?: AbortSignal | undefined
  /** The answer is wanted as it came: nothing is asked for or decoded that the request does not name. Default false. */
  isRaw?: boolean
}

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  /** Decoded text, '' where there was none. */
  text: string
  /** The text as JSON, once it has been read; undefined inside where it is none. */
  json?: { value: unknown } | undefined
  /** The body as it came, and its headers, each name as often as it came; of a raw request alone. */
  raw?: { body: Buffer; headers: [name: string, value: string][] }
}

/**
 * No complete answer to one attempt.
 * `arrived: 'no'` is certain: the request was never written. `'maybe'`: it was, and what the service did is not known.
 */
export class WireFault extends Error {
  /** HTTP status of an answer that began and broke off; undefined where none began. */
  status?: number
  /** Bytes came back, whatever they are: the service, or what stands before it, did answer. */
  isHeard?: boolean
  /** What came of an answer that began and broke off, as it came; of a raw request alone. */
  partial?: NonNullable<WireAnswer['raw']>

  constructor(
    readonly arrived: 'no' | 'maybe',
    /** The system's code, such as ECONNREFUSED. */
    readonly reason: string,
    /** Plain words, without address, headers or body. */
    message: string,
    /** False where the same attempt must fail again, such as a certificate that is not trusted. */
    readonly isTransient: boolean,
  ) {
    super(message)
    this.name = 'WireFault'
  }
}

/** Sends one request over one connection pool. */
export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}
