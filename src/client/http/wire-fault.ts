import { errors } from 'undici'
import { WireFault } from './wire.js'

/** What a person reads for the system's codes. The error's own text is never shown: it may hold the address or headers. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused: nothing listens at this address',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up just now',
  EHOSTUNREACH: 'the host cannot be reached from this network',
  ENETUNREACH: 'the network cannot be reached',
  ENETDOWN: 'the network is down',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped half-way',
  HPE_INVALID_EOF_STATE: 'the answer stopped half-way',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    'the answer stopped half-way, or its Content-Length is wrong or stands there twice',
  ATTEMPT_TIMEOUT: 'no complete answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too large",
  UND_ERR_PRX_TLS: "the proxy's certificate does not belong to its name",
  UND_ERR_ABORTED: 'the proxy refused to connect',
  ANSWER_TOO_LARGE: 'the answer is larger than accepted',
  ANSWER_ENCODING: 'the answer could not be decoded',
  UND_ERR_CLOSED: 'the client was closed',
  UND_ERR_INVALID_ARG: 'a header or the address holds characters that cannot be sent',
  UND_ERR_DESTROYED: 'the client was closed',
}

/** TLS failures, which a repeat does not mend. */
const CERTIFICATE_WORDS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete or not trusted here',
  CERT_HAS_EXPIRED: 'its certificate has expired (or the clock of this machine is wrong)',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet (or the clock of this machine is wrong)',
  CERT_REVOKED: 'its certificate was revoked',
  CERT_UNTRUSTED: 'its certificate is not trusted',
  CERT_REJECTED: 'its certificate was rejected',
  HOSTNAME_MISMATCH: 'its certificate is for another name',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak HTTPS at this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak HTTPS at this port',
  EPROTO: 'the TLS handshake failed',
  UND_ERR_PRX_TLS: "the proxy's certificate is for another name",
}

/** True for codes of a TLS failure, which trusting another authority or mending the address may solve. */
export function isTlsCode(code: string): boolean {
  return code in CERTIFICATE_WORDS || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')
}

/** What is wrong with a certificate that was looked at, by the code of the TLS library. */
export function certificateWords(code: string): string {
  return (
    CERTIFICATE_WORDS[code] ?? `it is not trusted (${/^[A-Z][A-Z0-9_]{0,60}$/.test(code) ? code : 'unknown reason'})`
  )
}

/**
 * An error of the network or the HTTP library in our words. Nothing of the original is kept but its code.
 * @param wasSent whether the request had begun to go out
 */
export function wireFaultOf(error: unknown, wasSent: boolean): WireFault {
  if (error instanceof WireFault) return error
  const code = codeOf(error)
  const arrived = wasSent ? 'maybe' : 'no'
  if (!wasSent && isTlsCode(code)) {
    return new WireFault(
      'no',
      code,
      `no secure connection: ${CERTIFICATE_WORDS[code] ?? 'the TLS handshake failed'}`,
      false,
    )
  }
  if (code.startsWith('HPE_') && code !== CUT) return new WireFault(arrived, code, 'the answer is not HTTP', true)
  const isTransient = code !== 'UND_ERR_CLOSED' && code !== 'UND_ERR_DESTROYED' && code !== 'UND_ERR_INVALID_ARG'
  return new WireFault(arrived, code, WORDS[code] ?? `the connection failed (${code})`, isTransient)
}

/** The connection ended inside of an answer, such as between two chunks. */
const CUT = 'HPE_INVALID_EOF_STATE'

/** Node gathers the failures of several addresses of one host; the first code stands for all. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'UNKNOWN'
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(error.code)) {
    const inner = error.code === 'UND_ERR_SOCKET' && 'cause' in error ? codeOf(error.cause) : 'UNKNOWN'
    return inner === 'UNKNOWN' ? error.code : inner
  }
  // The parser gives a code to some of its faults only.
  if (error instanceof errors.HTTPParserError) return /\bInvalid EOF state\b/i.test(error.message) ? CUT : 'HPE_INVALID'
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return codeOf(error.errors[0])
  return 'cause' in error && error.cause !== undefined ? codeOf(error.cause) : 'UNKNOWN'
}
