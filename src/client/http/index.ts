/** Requests and answers on the wire: addresses, bodies, time limits, retries. */

export { ANSWER_BYTES_MAX } from './answer-bounds.js'
export { addressOf, isLoopback, readBaseAddress, readPostAddress } from './base-address.js'
export { BodyBuffers } from './body-buffers.js'
export { readBody, readCutBody } from './decode-body.js'
export { checkInput, checkParts, injectCredentials, type Parts, pathOf } from './compose.js'
export { createExchange, type Outgoing, type Received, type RetryNews, type Stats } from './exchange.js'
export { unlessHalted } from './halt.js'
export { DEFAULT_RETRY, type RetryLimits, waitBefore } from './retry.js'
export { createTransport, DEFAULT_TIMEOUTS, type Timeouts, trustedAuthorities } from './transport.js'
export { certificateWords, isTlsCode, wireFaultOf } from './wire-fault.js'
export { type Transport, type WireAnswer, WireFault } from './wire.js'
