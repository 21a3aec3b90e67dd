import { Fault } from '../errors.js'
import { createTransport, DEFAULT_TIMEOUTS, readBody, readCutBody, readPostAddress, WireFault } from './http/index.js'
import { ANSWER_BYTES_MAX, faultOf } from './post-message.js'

export interface RelayOptions {
  /** Where everything goes. */
  to: string
  /** Longest wait for the whole answer, milliseconds. */
  timeoutMs: number
  /** PEM file of authorities trusted beside the usual ones. */
  caFile?: string
  /** Largest answer, bytes. */
  answerBytesMax: number
}

/** An answer as it came: the bytes of its body, undecoded, and each header as often as it came. */
export interface RelayedAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
  /** The body as a message that was sent from here would have it read, or the fault that would come of it. */
  text: string | Fault
}

/** An answer that began and broke off: what came of it, and how much its Content-Length had promised. */
export class CutAnswer extends Fault {
  constructor(
    message: string,
    facts: Record<string, unknown>,
    readonly partial: RelayedAnswer,
    readonly promisedBytes: number | undefined,
  ) {
    super('OUTCOME_UNKNOWN', message, { facts })
  }
}

export interface Relay {
  url: URL
  /**
   * Passes a request on once; never again by itself.
   * @throws Fault UNREACHABLE where it surely did not arrive, OUTCOME_UNKNOWN where it may have, CutAnswer where it was answered in part; `facts.reason` is the system's code
   */
  pass(headers: Record<string, string>, body: Uint8Array): Promise<RelayedAnswer>
  close(): Promise<void>
}

/**
 * Passes requests of others on to one address, byte for byte, and their answers back: the way of notifications, with its rules (HTTPS but on loopback, one connection a message).
 * @throws Fault USAGE for an address that no message goes to
 */
export function createRelay({ to, timeoutMs, caFile, answerBytesMax }: RelayOptions): Relay {
  const url = readPostAddress(to)
  const transport = createTransport({
    baseAddress: url,
    timeouts: {
      ...DEFAULT_TIMEOUTS,
      connectMs: Math.min(DEFAULT_TIMEOUTS.connectMs, timeoutMs),
      headersMs: 0,
      bodyMs: 0,
    },
    answerBytesMax,
    ...(caFile === undefined ? {} : { caFile }),
  })
  return {
    url,
    close: () => transport.close(),
    async pass(headers, body) {
      const answer = await transport
        .send({
          method: 'POST',
          url,
          headers: { ...headers, connection: 'close' },
          body,
          attemptMs: timeoutMs,
          isRaw: true,
        })
        .catch(async (error: unknown) => {
          if (!(error instanceof WireFault)) throw error
          if (error.status !== undefined && error.partial !== undefined) throw await cutAnswerOf(error, url)
          const facts = { host: url.host, reason: error.reason, isLate: error.reason === 'ATTEMPT_TIMEOUT' }
          throw error.arrived === 'no'
            ? new Fault('UNREACHABLE', `The PMS at ${url.host} could not be reached: ${error.message}.`, { facts })
            : new Fault('OUTCOME_UNKNOWN', `The PMS at ${url.host} gave no whole answer: ${error.message}.`, { facts })
        })
      const bytes = answer.raw?.body ?? Buffer.alloc(0)
      const text = await readBody(bytes, answer.headers, ANSWER_BYTES_MAX).catch((error: unknown) => {
        if (error instanceof WireFault) return faultOf(error, url)
        throw error
      })
      return { status: answer.status, headers: answer.raw?.headers ?? [], body: bytes, text }
    },
  }
}

/** What came of an answer, and in which words it broke off. */
async function cutAnswerOf(error: WireFault, url: URL): Promise<CutAnswer> {
  const { status = 0, partial: { body, headers } = { body: Buffer.alloc(0), headers: [] } } = error
  const text = await readCutBody(body, Object.fromEntries(headers), ANSWER_BYTES_MAX).catch((fault: unknown) => {
    if (fault instanceof WireFault) return faultOf(fault, url)
    throw fault
  })
  const [, promised] = headers.find(([name, value]) => name === 'content-length' && /^\d{1,15}$/.test(value)) ?? []
  const promisedBytes = promised === undefined ? undefined : Number(promised)
  const after = `${body.length}${promisedBytes === undefined ? '' : ` of ${promisedBytes}`} bytes`
  return new CutAnswer(
    `The PMS at ${url.host} answered HTTP ${status}, and its answer ended after ${after} of its body: ${error.message}.`,
    { host: url.host, reason: error.reason, isLate: error.reason === 'ATTEMPT_TIMEOUT' },
    { status, headers, body, text },
    promisedBytes,
  )
}
