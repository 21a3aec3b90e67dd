import { Fault } from '../errors.js'
import type { PostMessage } from '../resnotif/index.js'
import {
  createTransport,
  DEFAULT_TIMEOUTS,
  isLoopback,
  isTlsCode,
  readPostAddress,
  type Transport,
  WireFault,
} from './http/index.js'

export interface PosterOptions {
  userAgent: string
  /** PEM file of authorities trusted beside the usual ones. */
  caFile?: string
  /** Ends every post at once. */
  signal?: AbortSignal
}

export interface Poster {
  post: PostMessage
  close(): Promise<void>
}

/** No answer to a notification is longer than a page or two. */
export const ANSWER_BYTES_MAX = 1_000_000

/**
 * Posts notifications to PMS addresses: HTTPS, except on loopback; the proxy variables count; redirects are not followed; one connection a message, because a
 * kept one that the PMS has closed meanwhile would leave in doubt whether the message arrived. No fault holds the message, its headers, or more of the address than host and port.
 *
 * `post` throws Fault USAGE (no such address, unreadable `caFile`), UNREACHABLE where the message surely did not arrive, OUTCOME_UNKNOWN where it may have.
 * Interface: "Events"; wire defaults, "The reservation notification".
 */
export function createPoster({ userAgent, caFile, signal }: PosterOptions): Poster {
  const transports = new Map<boolean, Transport>()
  const transportTo = (url: URL): Transport => {
    const known = transports.get(isLoopback(url))
    // The limit of one message bounds all of its parts.
    const timeouts = { ...DEFAULT_TIMEOUTS, headersMs: 0, bodyMs: 0 }
    const transport =
      known ??
      createTransport({
        baseAddress: url,
        timeouts,
        answerBytesMax: ANSWER_BYTES_MAX,
        ...(caFile === undefined ? {} : { caFile }),
      })
    transports.set(isLoopback(url), transport)
    return transport
  }
  return {
    async post({ url: address, text, headers, timeoutMs }) {
      const url = readPostAddress(address)
      const sent = transportTo(url).send({
        method: 'POST',
        url,
        headers: { 'user-agent': userAgent, ...headers, connection: 'close' },
        body: text,
        attemptMs: timeoutMs,
        signal,
      })
      const {
        status,
        text: body,
        headers: answered,
      } = await sent.catch((error: unknown) => {
        throw error instanceof WireFault ? faultOf(error, url) : error
      })
      return { status, body, headers: answered }
    },
    async close() {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
    },
  }
}

/** What is told of a message without an answer, or with one that cannot be read. */
export function faultOf({ arrived, reason, message }: WireFault, url: URL): Fault {
  const facts = { host: url.host, reason }
  if (arrived === 'maybe') {
    return new Fault(
      'OUTCOME_UNKNOWN',
      `It is not known whether the PMS at ${url.host} took the message: ${message}.`,
      {
        facts,
        next: 'Send it again with --retransmission: a PMS that has it answers 127 (the reservation exists already), which then counts as delivered. Where yours does not, ask the hotel first.',
      },
    )
  }
  if (reason === 'ABORTED') return new Fault('INTERRUPTED', 'Interrupted before the message went out.', { facts })
  const next = isTlsCode(reason)
    ? 'Check the address. To trust another certificate authority, name its PEM file in NODE_EXTRA_CA_CERTS or HUBSWITCH_CA_FILE.'
    : 'Check the address and that the PMS runs. The message did not go out.'
  return new Fault('UNREACHABLE', `The PMS at ${url.host} could not be reached: ${message}.`, { facts, next })
}
